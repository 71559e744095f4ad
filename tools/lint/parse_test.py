# SPDX-License-Identifier: Apache-2.0
"""What each tool prints becomes findings; which runs there are; what is no finding."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

import slang_lint
import source_lint
import verible_lint
import verilator_lint
from lint_base import Finding
from verilator_lint import Job

LISTED = ["rtl/pkg/rnic_a_pkg.sv", "rtl/prim/rnic_b.sv", "rtl/top/rnic_tx.sv"]


class Verilator(unittest.TestCase):
    def test_warnings_and_errors_are_findings_and_context_is_not(self) -> None:
        output = (
            "%Warning-WIDTH: rtl/a.sv:7:3: Operator ADD expects 8 bits\n"
            "                               : ... In instance a\n"
            "    7 |   assign x = y + z;\n"
            "      |   ^~~~~~\n"
            "%Error: rtl/a.sv:9:1: syntax error, unexpected endmodule\n"
            "%Error-UNSUPPORTED: rtl/a.sv:10:1: Unsupported: such a thing\n"
            "%Error: Cannot find file containing module: 'rnic_c'\n"
            "%Error: Exiting due to 3 error(s)\n"
        )
        found = verilator_lint.parse(output, Job("rtl/a.sv"), "/checkout")
        self.assertEqual([f.check for f in found], ["WIDTH", "Error", "Error-UNSUPPORTED", "Error"])
        self.assertEqual([f.line for f in found], [7, 9, 10, 1])
        self.assertEqual(found[3].file, "rtl/a.sv")

    def test_paths_are_from_the_checkout(self) -> None:
        output = "%Warning-WIDTH: /checkout/rtl/a.sv:7:3: text\n"
        found = verilator_lint.parse(output, Job("rtl/a.sv"), "/checkout")
        self.assertEqual(found, [Finding("rtl/a.sv", 7, "WIDTH", "text")])

    def test_every_module_is_linted_alone_and_the_tops_as_a_whole(self) -> None:
        others = ["tb/prim/tb_rnic_b.sv", "tb/pkg/tb_rnic_a_pkg.sv", "formal/rnic_b.sv"]
        found = verilator_lint.jobs(LISTED, others, [Job(LISTED[1], ("Depth=3",))], [])
        self.assertEqual(
            found,
            [
                Job("rtl/prim/rnic_b.sv"),
                Job("rtl/top/rnic_tx.sv"),
                Job("tb/prim/tb_rnic_b.sv"),
                Job("tb/pkg/tb_rnic_a_pkg.sv"),
                Job("rtl/prim/rnic_b.sv", ("Depth=3",)),
                Job("rtl/top/rnic_tx.sv", whole=True),
            ],
        )

    def test_one_module_alone_comes_with_its_forms(self) -> None:
        found = verilator_lint.jobs(LISTED, [], [Job(LISTED[1], ("Depth=3",))], ["rnic_b"])
        self.assertEqual(found, [Job(LISTED[1]), Job(LISTED[1], ("Depth=3",))])

    def test_forms_are_the_builds_lint_tests_with_parameters(self) -> None:
        names = ["lint.rnic_b", "lint.rnic_b.Depth=3,Width=8", "lint.rnic_gone.A=1"]
        tests = json.dumps({"tests": [{"name": n} for n in names]})
        self.assertEqual(
            verilator_lint.forms(tests, LISTED), [Job(LISTED[1], ("Depth=3", "Width=8"))]
        )

    def test_a_module_is_given_with_packages_and_folders_only(self) -> None:
        words = Job("rtl/prim/rnic_b.sv", ("Depth=3",)).arguments(LISTED, [])
        self.assertIn("-GDepth=3", words)
        self.assertEqual(words[-2:], ["rtl/pkg/rnic_a_pkg.sv", "rtl/prim/rnic_b.sv"])
        self.assertNotIn("rtl/top/rnic_tx.sv", words)

    def test_a_module_beside_rtl_finds_the_packages_and_folders_beside_rtl(self) -> None:
        others = ["fpga/ecp5/rnic_x_pkg.sv", "fpga/ecp5/rnic_x.sv", "formal/rnic_y_pkg.sv"]
        words = Job("tb/fpga/tb_rnic_x.sv").arguments(LISTED, [*others, "tb/fpga/tb_rnic_x.sv"])
        self.assertEqual(words[-3:-1], ["rtl/pkg/rnic_a_pkg.sv", "fpga/ecp5/rnic_x_pkg.sv"])
        self.assertEqual(words[words.index("fpga/ecp5") - 1], "-y")
        self.assertNotIn("fpga/ecp5", Job(LISTED[1]).arguments(LISTED, others))


class Others(unittest.TestCase):
    def test_slang_warnings_are_findings_and_notes_are_not(self) -> None:
        output = (
            "rtl/a.sv:12:54: warning: useless cast from 'int' to the same type [-Wuseless-cast]\n"
            "  x <= Width'(1) << y;\n"
            "  in instance: rnic_a.u_b\n"
            "rtl/a.sv:3:1: note: declared here\n"
            "rtl/b.sv:7:2: error: unknown module 'rnic_c'\n"
        )
        self.assertEqual(
            slang_lint.parse(output),
            [
                Finding("rtl/a.sv", 12, "useless-cast", "useless cast from 'int' to the same type"),
                Finding("rtl/b.sv", 7, "error", "unknown module 'rnic_c'"),
            ],
        )

    def test_verible_rules_and_syntax_errors_are_findings(self) -> None:
        output = (
            "rtl/a.sv:51:7-11: Use blocking, at most. [Style: seq-logic] [always-ff-non-blocking]\n"
            'rtl/b.sv:3:4-9: syntax error at token "module"\n'
        )
        found = verible_lint.parse(output)
        self.assertEqual([f.check for f in found], ["always-ff-non-blocking", "syntax"])
        self.assertEqual(found[0].text, "Use blocking, at most.")

    def test_waivers_in_a_source_are_findings_in_its_own_language(self) -> None:
        lines = {
            "a.sv": "// verilog_" + "lint: waive x",
            "b.cc": "int x;  // NO" + "LINT",
            "c.h": "// clang-format" + " off",
            "d.py": "import os  # " + "noqa: F401",
            "run.sh": "#!/bin/bash\n# shellcheck " + "disable=SC2086",
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, text in lines.items():
                Path(folder, name).write_text(text + "\n", encoding="utf-8")
            Path(folder, "e.md").write_text("NO" + "LINT", encoding="utf-8")
            Path(folder, "good.sh").write_text("#!/bin/bash\n# shellcheck source=x\n", "utf-8")
            found = source_lint.in_source(Path(folder), [*lines, "e.md", "good.sh"])
        self.assertEqual([f.file for f in found], list(lines))

    def test_shell_scripts_are_told_by_their_first_line(self) -> None:
        heads = {
            "run": ("#!/usr/bin/env bash\n", True),
            "lib.sh": ("# shellcheck shell=bash\n", True),
            "other": ("#!/usr/bin/env python3\n", False),
            "words.txt": ("#!/bin/bash\n", False),
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, (text, wanted) in heads.items():
                Path(folder, name).write_text(text, encoding="utf-8")
                with self.subTest(name=name):
                    self.assertEqual(source_lint.is_shell(Path(folder), name), wanted)


if __name__ == "__main__":
    unittest.main()
