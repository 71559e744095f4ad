# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import build
from build import Build, Program
from tree import Tree

RTL = {
    "rnic_top": "rnic_part u_part (); // as rnic_other does\n",
    "rnic_part": "import rnic_x_pkg::*;\n",
    "rnic_other": "rnic_part u_part (); // see rnic_top\n",
    "rnic_x_pkg": "package rnic_x_pkg;\n",
}


class Contents(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.root / "rtl").mkdir()
        (self.root / "tb/x").mkdir(parents=True)
        for name, text in RTL.items():
            (self.root / f"rtl/{name}.sv").write_text(text, encoding="utf-8")
        shim = self.root / "tb/x/tb_rnic_top.sv"
        shim.write_text("rnic_top u_dut ();\n", encoding="utf-8")
        self.files = [f"rtl/{name}.sv" for name in RTL]

    def test_comments_name_nothing(self) -> None:
        below = build.modules_below(self.root, self.files)
        self.assertEqual(below["rnic_top"], {"rnic_top", "rnic_part", "rnic_x_pkg"})

    def test_what_no_shim_has_in_it_is_not_simulated(self) -> None:
        self.assertEqual(build.simulated(self.root, self.files), set(RTL) - {"rnic_other"})

    def test_a_second_model_of_a_shim_has_a_longer_name(self) -> None:
        below = build.modules_below(self.root, self.files)
        for model in ("tb/x/vl_rnic_top", "tb/y/vl_rnic_top_small_4"):
            program = Program("tb/x/x_test", (model,))
            found = build.contents(self.root, program, below)
            self.assertEqual(found, {"rnic_top", "rnic_part", "rnic_x_pkg"}, model)

    def test_numbers_are_found_in_generated_code(self) -> None:
        (self.root / "vl_x").mkdir()
        code = "if ((0x6d750011U == chosen)) a = 0x6d76U; else b = (0x6d7500ffU != chosen);\n"
        (self.root / "vl_x/Vtb_x.cpp").write_text(code, encoding="utf-8")
        made = Build(self.root, Tree(self.root, self.root), self.root, 1)
        self.assertEqual(made.numbers_in("vl_x"), {0x11, 0xFF})


if __name__ == "__main__":
    unittest.main()
