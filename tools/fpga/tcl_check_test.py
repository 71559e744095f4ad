# SPDX-License-Identifier: Apache-2.0
"""tcl_check finds what is wrong in a vendor's script: each test breaks one thing in a copy."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path
from typing import ClassVar

import tcl_check
from tcl_check import FLOWS, ROOT, Flow


class TclCheck(unittest.TestCase):
    ports: ClassVar[dict[str, dict[str, str]]] = {}

    @classmethod
    def setUpClass(cls) -> None:
        cls.ports = {flow.name: tcl_check.read_ports(ROOT, flow.top) for flow in FLOWS}

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        shutil.copytree(ROOT / "rtl", self.root / "rtl")
        for name in {flow.name for flow in FLOWS}:
            shutil.copytree(ROOT / "fpga" / name, self.root / "fpga" / name)
        shutil.copy(ROOT / "fpga/sources.tcl", self.root / "fpga")

    def check(self, flow: Flow) -> str:
        return "\n".join(tcl_check.check_flow(self.root, flow, self.ports[flow.name]))

    def edit(self, path: Path | str, old: str, new: str) -> None:
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        self.assertIn(old, text)
        file.write_text(text.replace(old, new), encoding="utf-8")

    def constraints(self, flow: Flow) -> Path:
        return next((self.root / "fpga" / flow.name).glob("rnic.*dc")).relative_to(self.root)

    def finds(self, expected: str) -> None:
        for flow in FLOWS:
            with self.subTest(flow=flow.name):
                self.assertIn(expected, self.check(flow))

    def test_the_scripts_pass(self) -> None:
        for flow in FLOWS:
            with self.subTest(flow=flow.name):
                self.assertEqual(self.check(flow), "")

    def test_nothing_is_made(self) -> None:
        for flow in FLOWS:
            self.check(flow)
        self.assertFalse((self.root / "build").exists())

    def test_a_deleted_source_is_found(self) -> None:
        (self.root / "rtl/prim/rnic_skid.sv").unlink()
        self.finds("no such file: " + str(self.root / "rtl/prim/rnic_skid.sv"))

    def test_a_source_that_is_not_read_is_found(self) -> None:
        left_out = '$line] && $line ne "rtl/qp/rnic_qp_table.sv"'
        self.edit("fpga/sources.tcl", '"rtl/*" $line]', f'"rtl/*" {left_out}')
        self.finds("does not read rtl/qp/rnic_qp_table.sv")

    def test_another_order_is_found(self) -> None:
        self.edit("fpga/sources.tcl", "return $sources", "return [lsort $sources]")
        self.finds("in another order than rtl/rnic.f")

    def test_a_wrong_port_name_is_found(self) -> None:
        for flow in FLOWS:
            self.edit(self.constraints(flow), "[get_ports rst_ni]", "[get_ports rst_n]")
        self.finds("port rst_n: ")

    def test_a_clock_on_a_wrong_port_is_found(self) -> None:
        for flow in FLOWS:
            self.edit(self.constraints(flow), "2.557 [get_ports clk_i]", "2.557 [get_ports clk]")
        self.finds("port clk: ")

    def test_a_missing_clock_is_found(self) -> None:
        for flow in FLOWS:
            self.edit(self.constraints(flow), "create_clock", "# create_clock")
        self.finds("clock clk: ")
        self.finds("has 0 clocks, not one")

    def test_another_clocks_name_is_found(self) -> None:
        for flow in FLOWS:
            self.edit(self.constraints(flow), "[get_clocks clk]", "[get_clocks core]")
        self.finds("clock core: ")

    def test_a_slow_clock_is_found(self) -> None:
        for flow in FLOWS:
            self.edit(self.constraints(flow), "2.557", "2.564")
        self.finds("clock clk has 2.564 ns")

    def test_an_unknown_command_is_found(self) -> None:
        for flow in FLOWS:
            self.edit(flow.script, "set results", "optimise_everything\nset results")
        self.finds("unknown command: optimise_everything")

    def test_an_unknown_constraint_is_found(self) -> None:
        for flow in FLOWS:
            self.edit(self.constraints(flow), "set_output_delay", "set_output_delai")
        self.finds("unknown command: set_output_delai")

    def test_a_missing_constraint_file_is_found(self) -> None:
        for flow in FLOWS:
            (self.root / self.constraints(flow)).unlink()
        self.finds("constraints: no such file")

    def test_an_unknown_option_is_found(self) -> None:
        self.edit(FLOWS[0].script, "-flatten_hierarchy", "-flatten")
        self.assertIn("synth_design: unknown option -flatten", self.check(FLOWS[0]))

    def test_another_top_is_found(self) -> None:
        for flow in FLOWS:
            self.edit(flow.script, f"set top {flow.top}", "set top rnic_rx")
        self.finds("builds ['rnic_rx'], not ")

    def test_a_skipped_step_is_found(self) -> None:
        self.edit(FLOWS[0].script, "\nroute_design", "\n# route_design")
        self.assertIn("does not go through synth_design", self.check(FLOWS[0]))

    def test_missed_timing_is_status_one(self) -> None:
        flow = FLOWS[0]
        record = tcl_check.run_stub(self.root, flow, self.ports[flow.name], (), slack=-0.01)
        self.assertEqual(record.of("status"), ["1"])
        self.assertEqual(record.of("problem"), [])

    def test_a_too_long_command_line_is_status_two(self) -> None:
        for flow in FLOWS:
            record = tcl_check.run_stub(self.root, flow, self.ports[flow.name], ("a", "b"))
            self.assertEqual(record.of("status"), ["2"])


if __name__ == "__main__":
    unittest.main()
