# SPDX-License-Identifier: Apache-2.0
"""Tests of what a module consists of, and of its hash: python3 -m unittest from here."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from sources import SourceError, Sources, synthesised, tokens_of

FILES = {
    "rtl/rnic.f": "// all\nrtl/pkg/rnic_a_pkg.sv\nrtl/pkg/rnic_b_pkg.sv\n"
    "rtl/prim/rnic_leaf.sv\nrtl/x/rnic_mid.sv\nrtl/x/rnic_top.sv\nrtl/x/rnic_alone.sv\n",
    "rtl/pkg/rnic_a_pkg.sv": "package rnic_a_pkg; localparam A = 1; endpackage",
    "rtl/pkg/rnic_b_pkg.sv": "package rnic_b_pkg; localparam B = rnic_a_pkg::A; endpackage",
    "rtl/prim/assert.svh": "`define RNIC_ASSERT(N, P, T)\n",
    "rtl/prim/rnic_leaf.sv": '`include "assert.svh"\nmodule rnic_leaf; endmodule',
    "rtl/x/rnic_mid.sv": "module rnic_mid import rnic_b_pkg::*; rnic_leaf u_leaf (); endmodule",
    "rtl/x/rnic_top.sv": "module rnic_top;\n  // not rnic_alone\n  rnic_mid u_mid ();\nendmodule",
    "rtl/x/rnic_alone.sv": "module rnic_alone; endmodule",
}


class Consists(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name, text in FILES.items():
            self.write(name, text)
        self.before = {name: Sources(self.root).hash_of(name) for name in self.modules()}

    def modules(self) -> list[str]:
        return Sources(self.root).modules

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def changed_by(self, name: str, text: str) -> set[str]:
        """The modules whose hash this edit changes."""
        self.write(name, text)
        return {n for n in self.modules() if Sources(self.root).hash_of(n) != self.before[n]}

    def test_a_module_has_all_modules_and_packages_below_it(self) -> None:
        sources = Sources(self.root)
        parts = ["rnic_a_pkg", "rnic_b_pkg", "rnic_leaf", "rnic_mid", "rnic_top"]
        self.assertEqual(parts, sources.parts_of("rnic_top"))
        self.assertEqual(["rnic_leaf", "rnic_mid"], sources.modules_of("rnic_top"))
        self.assertEqual([], sources.modules_of("rnic_alone"))

    def test_an_edit_changes_the_hash_of_all_that_contain_it_and_of_no_other(self) -> None:
        new = "package rnic_a_pkg; localparam A = 2; endpackage"
        self.assertEqual({"rnic_mid", "rnic_top"}, self.changed_by("rtl/pkg/rnic_a_pkg.sv", new))

    def test_an_include_counts(self) -> None:
        changed = self.changed_by("rtl/prim/assert.svh", "`define OTHER\n")
        self.assertEqual({"rnic_leaf", "rnic_mid", "rnic_top"}, changed)

    def test_comments_blanks_and_assertions_change_nothing(self) -> None:
        self.write("rtl/prim/assert.svh", "// nothing\n`define RNIC_ASSERT(N,\n  P, T)\n")
        text = '`include "assert.svh" /* a\nb */ module rnic_leaf;\n'
        text += '`RNIC_ASSERT(Name, f(x) == (y), "says (so)")\n\nendmodule // end\n'
        self.assertEqual(set(), self.changed_by("rtl/prim/rnic_leaf.sv", text))

    def test_what_only_simulation_sees_changes_nothing(self) -> None:
        text = "module rnic_alone;\n`ifndef SYNTHESIS\nint x;\n`ifdef Y\nz\n`else\nq\n`endif\n"
        text += "`endif\n`ifdef SYNTHESIS\n`else\ninitial $finish;\n`endif\nendmodule\n"
        self.assertEqual(set(), self.changed_by("rtl/x/rnic_alone.sv", text))

    def test_what_only_synthesis_sees_counts(self) -> None:
        text = "module rnic_alone;\n`ifdef SYNTHESIS\nlogic x;\n`endif\nendmodule\n"
        self.assertEqual({"rnic_alone"}, self.changed_by("rtl/x/rnic_alone.sv", text))

    def test_other_conditions_stay(self) -> None:
        code = synthesised(tokens_of("`ifdef A\nx\n`else\ny\n`endif"))
        self.assertEqual(["`ifdef", "A", "x", "`else", "y", "`endif"], code)

    def test_a_comment_mark_inside_a_string_is_text(self) -> None:
        self.assertEqual(['"a // b"', ";"], tokens_of('"a // b"; // c'))

    def test_what_is_missing_is_told(self) -> None:
        with self.assertRaisesRegex(SourceError, "no module rnic_z in rtl/rnic.f"):
            Sources(self.root).hash_of("rnic_z")
        (self.root / "rtl/prim/rnic_leaf.sv").unlink()
        with self.assertRaisesRegex(SourceError, "rtl/prim/rnic_leaf.sv"):
            Sources(self.root).hash_of("rnic_top")
        (self.root / "rtl/rnic.f").unlink()
        with self.assertRaisesRegex(SourceError, "^rtl/rnic.f: "):
            _ = Sources(self.root).files


if __name__ == "__main__":
    unittest.main()
