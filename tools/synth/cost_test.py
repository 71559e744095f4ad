# SPDX-License-Identifier: Apache-2.0
"""Tests of what the pages say of cost: python3 -m unittest from here."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

import run

LIMITS = """
[rnic_tx.default]
[rnic_rx.default]
[rnic_rx.small]
parameters = { Width = 1 }
lut = 500
"""
PAGE = """\
# Transmit

<!-- cost rtl/tx -->
old
<!-- /cost -->

and on.
"""


def report(lut: int, bram: float = 0, **more: Any) -> dict[str, Any]:
    names = ("lut_memory", "ff", "uram", "srl", "lutram", "carry", "muxf")
    path = {"levels": 4, "muxf": 0, "carry": 0, "start": "a_q[1]", "end": "b_q, pin CE"}
    return {
        "parameters": {},
        "numbers": {"levels": 4, "lut": lut, "bram": bram} | dict.fromkeys(names, 10),
        "paths": {"register_to_register": path, "port_to_register": None},
    } | more


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        self.enterContext(contextlib.chdir(self.enterContext(tempfile.TemporaryDirectory())))
        self.write("tools/synth/limits.toml", LIMITS)
        files = ("tx/rnic_part", "tx/rnic_tx", "rx/rnic_rx")
        self.write("rtl/rnic.f", "".join(f"rtl/{name}.sv\n" for name in files))
        for name in files:
            self.write(f"rtl/{name}.sv", f"module {Path(name).name}; endmodule")
        self.write("rtl/tx/rnic_tx.sv", "module rnic_tx; rnic_part u_part (); endmodule")
        self.record("rnic_tx", report(1000, 1.5))
        self.record("rnic_rx", report(2000, 3))
        self.record("rnic_rx.small", report(30, parameters={"Width": 1}))
        self.write("docs/blocks/tx.md", PAGE)

    def write(self, name: str, text: str) -> None:
        os.makedirs(Path(name).parent, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")

    def record(self, name: str, record: dict[str, Any]) -> None:
        self.write(f"fpga/reports/{name}.json", json.dumps(record))

    def synth(self, option: str) -> tuple[int, str]:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = run.main([option])
        return status, out.getvalue()

    def written(self, what: str) -> str:
        """What a section of this kind becomes."""
        self.write("docs/cost.md", f"<!-- cost {what} -->\n<!-- /cost -->\n")
        self.assertEqual(0, self.synth("--docs")[0])
        return Path("docs/cost.md").read_text(encoding="utf-8")

    def test_docs_writes_the_section_and_leaves_the_rest(self) -> None:
        self.assertEqual(1, self.synth("--check")[0])
        self.assertEqual(0, self.synth("--docs")[0])
        text = Path("docs/blocks/tx.md").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("# Transmit\n\n<!-- cost rtl/tx -->\n| module |"))
        self.assertTrue(text.endswith("<!-- /cost -->\n\nand on.\n"))
        self.assertNotIn("old", text)
        self.assertIn("| `rnic_tx` | 1,000 | 10 | 10 | 1.5 | 4 | `a_q[1]` to `b_q`, CE |", text)
        self.assertIn("Counted in what contains them: in `rnic_tx` `rnic_part`.", text)
        self.assertIn("(../../fpga/reports)", text)
        self.assertEqual(0, self.synth("--check")[0])

    def test_a_new_report_makes_the_page_old(self) -> None:
        self.synth("--docs")
        self.record("rnic_tx", report(1001))
        status, text = self.synth("--check")
        self.assertEqual(1, status)
        self.assertIn("docs/blocks/tx.md: not what fpga/reports says", text)

    def test_a_page_may_name_modules(self) -> None:
        text = self.written("rnic_rx")
        self.assertIn("| `rnic_rx` |", text)
        self.assertNotIn("rnic_tx", text)

    def test_all_entries_in_one_table(self) -> None:
        text = self.written("all")
        for title in ("`rnic_tx`", "`rnic_rx`", "`rnic_rx:small (Width = 1)`"):
            self.assertIn(f"| {title} |", text)

    def test_both_paths_beside_the_device(self) -> None:
        text = self.written("VU9P")
        self.assertIn("| both | 3,020 | 20 | 4.5 | 20 |", text)
        self.assertIn("| of it | 0.3 % | 0.0 % | 0.2 % | 2.1 % |", text)

    def test_what_is_wrong_with_list_and_reports_is_told(self) -> None:
        self.synth("--docs")
        self.record("rnic_gone", report(1))
        self.record("rnic_rx.small", report(501))
        os.remove("fpga/reports/rnic_tx.json")
        self.write("rtl/rnic.f", Path("rtl/rnic.f").read_text() + "rtl/rx/rnic_new.sv\n")
        for option in ("--check", "--docs"):
            status, text = self.synth(option)
            self.assertEqual(1, status)
            for fault in (
                "limits.toml: rnic_new is in no entry",
                "rnic_gone.json: of no entry of tools/synth/limits.toml",
                "rnic_rx.small.json: of other parameters",
                "rnic_rx.small.json: 501 lut, the limit is 500",
                "rnic_tx.json: no report yet",
            ):
                self.assertIn(fault, text)

    def test_sections_that_can_not_be_written_are_refused(self) -> None:
        for section, why in (
            ("<!-- cost rtl/tx -->\n", "docs/bad.md: .* don't pair"),
            ("<!-- cost rtl/apple -->\n<!-- /cost -->\n", "docs/bad.md: no module in rtl/apple, "),
            ("<!-- cost -->\n<!-- /cost -->\n", "docs/bad.md: "),
        ):
            self.write("docs/bad.md", section)
            status, text = self.synth("--docs")
            self.assertEqual(2, status)
            self.assertRegex(text, why)


if __name__ == "__main__":
    unittest.main()
