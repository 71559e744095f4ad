# SPDX-License-Identifier: Apache-2.0
import tempfile
import unittest
from pathlib import Path

from points import Point, PointError, Totals, line_numbers


def record(file: str, line: int, kind: str, name: str, count: int, instance: str, span: str = ""):
    key = f"\x01f\x02{file}\x01l\x02{line}\x01n\x027\x01page\x02v_{kind}/rnic_x__W5\x01o\x02{name}"
    key += f"\x01S\x02{span}" if span else ""
    return f"C '{key}\x01h\x02{instance}' {count}\n"


class Reading(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.totals = Totals(Path("/c"))

    def absorb(self, text: str) -> None:
        path = Path(self.folder.name) / "a.dat"
        path.write_text(text, encoding="utf-8")
        self.totals.absorb(path)

    def test_adds_up_instances_and_files(self) -> None:
        text = "# SystemC::Coverage-3\n"
        text += record("/c/rtl/prim/rnic_x.sv", 5, "branch", "else", 2, "TOP.tb.u_a", "6-7,9")
        text += record("/c/rtl/prim/rnic_x.sv", 5, "branch", "else", 3, "TOP.tb.u_b", "6-7,9")
        self.absorb(text)
        self.absorb(text)
        point = Point("rtl/prim/rnic_x.sv", 5, 7, "branch", "else", (6, 7, 9))
        self.assertEqual(self.totals.points(), {point: 10})

    def test_leaves_out_what_is_not_rtl(self) -> None:
        self.absorb(record("/c/tb/prim/tb_rnic_x.sv", 5, "toggle", "clk_i", 2, "TOP.tb"))
        self.assertEqual(self.totals.points(), {})

    def test_a_point_without_a_span_stands_for_its_line(self) -> None:
        self.absorb(record("/c/rtl/prim/rnic_x.sv", 5, "user", "Full", 0, "TOP.tb.u"))
        self.assertEqual([p.lines for p in self.totals.points()], [(5,)])

    def test_refuses_another_file(self) -> None:
        with self.assertRaisesRegex(PointError, r"a\.dat:1: not a coverage record"):
            self.absorb("hello\n")

    def test_reads_spans(self) -> None:
        self.assertEqual(list(line_numbers("3,5-7")), [3, 5, 6, 7])


if __name__ == "__main__":
    unittest.main()
