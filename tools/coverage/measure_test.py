# SPDX-License-Identifier: Apache-2.0
import tempfile
import unittest
from pathlib import Path

from exclusions import ExclusionError, Exclusions, read_exclusions
from measure import Share, measure, total, tracefile, untoggled
from points import Point
from readme import BEGIN, END, replace_between

FILE = "rtl/prim/rnic_x.sv"
SOURCE = "one\nif (a) b = 1;\nelse b = 2;\ncover\n"


def point(line: int, kind: str, name: str = "", lines: tuple[int, ...] = ()) -> Point:
    return Point(FILE, line, 3, kind, name, lines or (line,))


class Measuring(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / FILE).parent.mkdir(parents=True)
        (self.root / FILE).write_text(SOURCE, encoding="utf-8")

    def exclusions(self, text: str = "") -> Exclusions:
        path = self.root / "exclusions.toml"
        path.write_text(text, encoding="utf-8")
        return read_exclusions(path, self.root)

    def test_a_line_is_reached_by_any_point_on_it(self) -> None:
        points = {point(2, "branch", "if"): 0, point(2, "branch", "else"): 4}
        (result,) = measure(points, self.exclusions())
        self.assertEqual(result.shares["line"], Share(1, 1))
        self.assertEqual(result.shares["branch"], Share(1, 2))
        self.assertEqual(result.missed, [f"{FILE}:2: branch if"])

    def test_an_excluded_point_leaves_the_total(self) -> None:
        text = f'[[exclude]]\nfile="{FILE}"\nkind="branch"\ntext="if (a)"\nname="if"\nreason="r"\n'
        exclusions = self.exclusions(text)
        points = {point(2, "branch", "if"): 0, point(2, "branch", "else"): 4}
        (result,) = measure(points, exclusions)
        self.assertEqual(result.shares["branch"], Share(1, 1, 1))
        self.assertEqual(result.missed, [])
        self.assertEqual(exclusions.stale(), [])

    def test_an_exclusion_may_go_through_a_later_line(self) -> None:
        text = (
            f'[[exclude]]\nfile="{FILE}"\nkind="code"\ntext="one"\nthrough="else"\nreason="r"\n'
        )
        points = {point(1, "line"): 0, point(2, "branch", "if"): 0, point(3, "line"): 0}
        (result,) = measure(points | {point(4, "line"): 0}, self.exclusions(text))
        self.assertEqual(result.missed, [f"{FILE}:4: line"])
        self.assertEqual(result.shares["branch"], Share(0, 0, 1))

    def test_an_exclusion_of_what_is_reached_is_stale(self) -> None:
        text = f'[[exclude]]\nfile="{FILE}"\nkind="user"\ntext="cover"\nreason="r"\n'
        exclusions = self.exclusions(text)
        measure({point(4, "user", "Full"): 1}, exclusions)
        self.assertEqual(len(exclusions.stale()), 1)

    def test_an_unreached_cover_is_named(self) -> None:
        (result,) = measure({point(4, "user", "Full"): 0}, self.exclusions())
        self.assertEqual(result.missed, [f"{FILE}:4: cover Full"])

    def test_bits_are_listed_by_signal(self) -> None:
        points = {point(1, "toggle", "a_i[0]"): 3, point(1, "toggle", "a_i[1]"): 0}
        results = measure(points, self.exclusions())
        self.assertEqual(untoggled(results), f"{FILE}: a_i: 1 of 2 bits\n")
        self.assertEqual(total(results, "toggle").percent(), "50.0 %")

    def test_the_tracefile_has_lines_and_branches(self) -> None:
        points = {point(2, "branch", "if", (2, 3)): 0, point(1, "line"): 7}
        text = tracefile(measure(points, self.exclusions()), Path("/c"))
        self.assertIn(f"SF:/c/{FILE}\nDA:1,7\nDA:2,0\nDA:3,0\nBRDA:2,0,0,0\n", text)

    def test_refuses_an_exclusion_without_a_reason(self) -> None:
        with self.assertRaisesRegex(ExclusionError, "exclude 1: no reason"):
            self.exclusions('[[exclude]]\nfile="a"\nkind="line"\ntext="b"\n')

    def test_refuses_an_unknown_key_and_kind(self) -> None:
        with self.assertRaisesRegex(ExclusionError, "unknown key lines"):
            self.exclusions('[[exclude]]\nlines="a"\n')
        with self.assertRaisesRegex(ExclusionError, "kind is"):
            self.exclusions('[[exclude]]\nfile="a"\nkind="x"\ntext="b"\nreason="c"\n')

    def test_nothing_less_than_all_is_100_percent(self) -> None:
        self.assertEqual(Share(9999, 10000).percent(), "99.9 %")
        self.assertEqual(Share(0, 0).percent(), "-")


class Numbers(unittest.TestCase):
    def test_stand_between_the_markers(self) -> None:
        text = replace_between(f"a\n{BEGIN}\nold\n{END}\nb\n", "new")
        self.assertEqual(text, f"a\n{BEGIN}\n\nnew\n\n{END}\nb\n")

    def test_need_the_markers(self) -> None:
        with self.assertRaises(ValueError):
            replace_between("a\n", "new")


if __name__ == "__main__":
    unittest.main()
