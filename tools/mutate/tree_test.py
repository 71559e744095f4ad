# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from mutant import Mutant
from tree import PACKAGE, Tree, sources

SOURCE = "module rnic_x;\nassign a = b;\nassign c = d;\nendmodule\n"


class TreeOfOneModule(unittest.TestCase):
    def setUp(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "origin/rtl/x").mkdir(parents=True)
        (folder / "origin/rtl/rnic.f").write_text("rtl/x/rnic_x.sv\n", encoding="utf-8")
        (folder / "origin/rtl/x/rnic_x.sv").write_text(SOURCE, encoding="utf-8")
        self.tree = Tree(folder / "origin", folder / "copy")
        start = SOURCE.index("b;")
        self.b = Mutant("rtl/x/rnic_x.sv", start, start + 1, 2, "stuck", "b", "'0")

    def test_the_package_is_the_first_source(self) -> None:
        self.tree.write({1: self.b})
        self.assertEqual(sources(self.tree.root / "rtl/rnic.f"), [PACKAGE, "rtl/x/rnic_x.sv"])
        self.assertIn("rnic_mutant_number", (self.tree.root / PACKAGE).read_text(encoding="utf-8"))

    def test_a_place_finds_its_mutant(self) -> None:
        self.tree.write({7: self.b})
        column = SOURCE.splitlines()[1].index("b") + 1
        self.assertEqual(self.tree.on_line("rtl/x/rnic_x.sv", 2, column), {7})

    def test_so_does_any_place_on_its_line_and_none_on_others(self) -> None:
        self.tree.write({7: self.b})
        self.assertEqual(self.tree.on_line("rtl/x/rnic_x.sv", 2, 1), {7})
        self.assertEqual(self.tree.on_line("rtl/x/rnic_x.sv", 3, 1), set())

    def test_an_unchanged_file_is_not_written_again(self) -> None:
        self.tree.write({7: self.b})
        before = (self.tree.root / "rtl/x/rnic_x.sv").stat().st_mtime_ns
        self.tree.write({7: self.b})
        self.assertEqual((self.tree.root / "rtl/x/rnic_x.sv").stat().st_mtime_ns, before)

    def test_what_was_deleted_goes(self) -> None:
        old = self.tree.root / "rtl/x/rnic_old.sv"
        old.parent.mkdir(parents=True)
        old.touch()
        self.tree.write({})
        self.assertFalse(old.exists())


if __name__ == "__main__":
    unittest.main()
