# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import equivalent
from equivalent import EntryError
from mutant import Mutant

SOURCE = "x\n  assign y = {1'b0, 1'b0};\n"
FIRST, SECOND = (Mutant("a.sv", n, n + 4, 2, "constant", "1'b0", "1'b1") for n in (16, 22))
ENTRY = """\
[[mutant]]
file = "a.sv"
line = "assign y = {1'b0, 1'b0};"
original = "1'b0"
mutated = "1'b1"
nth = 2
reason = "Nobody reads it."
"""


class Equivalent(unittest.TestCase):
    def read(self, text: str) -> list[equivalent.Entry]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "equivalent.toml"
            path.write_text(text, encoding="utf-8")
            return equivalent.read(path)

    def test_an_entry_names_one_of_two_on_a_line(self) -> None:
        keys = equivalent.keys([FIRST, SECOND], {"a.sv": SOURCE})
        (entry,) = self.read(ENTRY)
        self.assertEqual(entry.key, keys[SECOND])
        self.assertNotEqual(entry.key, keys[FIRST])
        self.assertEqual(equivalent.stale([entry], keys.values()), [])

    def test_lines_above_do_not_matter(self) -> None:
        moved = Mutant("a.sv", 26, 30, 3, "constant", "1'b0", "1'b1")
        keys = equivalent.keys([moved], {"a.sv": "// More.\n" + SOURCE})
        self.assertEqual(keys[moved][:4], self.read(ENTRY)[0].key[:4])

    def test_a_changed_line_makes_it_stale(self) -> None:
        keys = equivalent.keys([FIRST, SECOND], {"a.sv": SOURCE.replace("y", "z")})
        self.assertEqual(len(equivalent.stale(self.read(ENTRY), keys.values())), 1)

    def test_an_entry_without_reason_is_refused(self) -> None:
        with self.assertRaisesRegex(EntryError, "mutant 1 has no reason"):
            self.read(ENTRY.replace("Nobody reads it.", " "))

    def test_what_is_no_toml_is_refused(self) -> None:
        with self.assertRaisesRegex(EntryError, "equivalent.toml: "):
            self.read("[[mutant]\n")

    def test_a_statement_on_two_lines_is_one_line_of_text(self) -> None:
        dropped = Mutant("a.sv", 0, 9, 1, "stuck", "a <=\n   b;", "")
        self.assertEqual(equivalent.texts(dropped), ("a <= b;", "(dropped)"))

    def test_the_entries_of_this_project_can_be_read(self) -> None:
        equivalent.read(Path(__file__).with_name("equivalent.toml"))


if __name__ == "__main__":
    unittest.main()
