# SPDX-License-Identifier: Apache-2.0
"""Tests of what scripts/fuzz reads: the list of targets, captures as seeds, libFuzzer's output."""
from __future__ import annotations

import struct
import tempfile
import unittest
from pathlib import Path

from libfuzzer import Result, command_of, read_output
from run import RTL_TOTALS, table
from targets import ListError, Target, frames_of, read_targets, seeds_of

ROOT = Path(__file__).resolve().parents[2]


def pcap(*frames: bytes) -> bytes:
    out = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1)
    for frame in frames:
        out += struct.pack("<IIII", 0, 0, len(frame), len(frame)) + frame
    return out


class Targets(unittest.TestCase):
    def test_the_list_names_what_is_there(self) -> None:
        listed = read_targets(ROOT / "tb/fuzz/targets.txt")
        sources = {path.stem for path in (ROOT / "tb/fuzz/targets").glob("*.cc")}
        self.assertEqual(set(listed), sources)
        for target in listed.values():
            kept = ROOT / "vectors/fuzz" / target.name
            self.assertTrue(any(kept.iterdir()), f"{kept} has no input")
            if target.dictionary:
                self.assertTrue((ROOT / f"tb/fuzz/dictionaries/{target.dictionary}.dict").exists())

    def test_a_line_that_is_none_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "targets.txt"
            path.write_text("# list\ncapture many -\n", encoding="utf-8")
            with self.assertRaisesRegex(ListError, r"targets\.txt:2: expected"):
                read_targets(path)

    def test_frames_of_a_capture_become_seeds_once_each(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "a.pcap").write_bytes(pcap(b"one", b"two", b"one", b"much too long"))
            target = Target("frame", 5, None, ("frames:*.pcap",))
            seeds = seeds_of(target, root, root / "work")
            self.assertEqual({seed.read_bytes() for seed in seeds}, {b"one", b"two"})
            with self.assertRaisesRegex(ListError, "no file is named x"):
                seeds_of(Target("frame", 5, None, ("x",)), root, root / "work")

    def test_a_capture_that_is_none_or_ends_early_is_an_error(self) -> None:
        with self.assertRaises(ListError):
            list(frames_of(b"GIF89a", "x.pcap"))
        with self.assertRaisesRegex(ListError, "x.pcap: byte 40: file ends inside"):
            list(frames_of(pcap(b"one")[:-1], "x.pcap"))


OUTPUT = """INFO: seed corpus: files: 9
#10\tINITED cov: 300 ft: 400 corp: 9/1Kb exec/s: 0 rss: 40Mb
#64\tNEW    cov: 310 ft: 420 corp: 10/1Kb lim: 64 exec/s: 0 rss: 41Mb
#99\tDONE   cov: 312 ft: 430 corp: 11/1Kb lim: 64 exec/s: 9 rss: 41Mb
stat::number_of_executed_units: 99
"""


class Output(unittest.TestCase):
    def test_executions_and_coverage_are_read(self) -> None:
        result = Result("capture")
        read_output(OUTPUT, result)
        self.assertEqual((result.executions, result.covered, result.new), (99, 312, 12))

    def test_a_run_that_ended_early_counts_what_it_showed(self) -> None:
        result = Result("capture")
        read_output(OUTPUT.split("#99")[0], result)
        self.assertEqual((result.executions, result.covered, result.new), (64, 310, 10))

    def test_an_input_that_broke_something_is_a_finding_every_time(self) -> None:
        result = Result("capture")
        read_output(OUTPUT + "artifact_prefix='/b/'; Test unit written to /b/crash-1\n", result)
        self.assertEqual(result.findings, [Path("/b/crash-1")])

    def test_the_table_has_a_line_a_target(self) -> None:
        good = Result("capture", executions=500, seconds=2.0, covered=12, new=3)
        bad = Result("rtl", fault="status 2")
        lines = table([good, bad]).splitlines()
        self.assertEqual(lines[1].split(), ["capture", "500", "250", "12", "3", "0"])
        self.assertEqual(lines[2].split(), ["rtl", "0", "0", "-", "-", "not", "run"])

    def test_the_totals_of_the_rtl_are_read(self) -> None:
        line = ("4000 frames compared in 10 cases, 9 clocks, 2.5 s, 1600 frames/s, 1 findings, "
                "seed 1\n")
        match = RTL_TOTALS.search("case 3: …\n" + line)
        assert match is not None
        self.assertEqual(match.groups(), ("4000", "2.5", "1"))

    def test_the_command_names_corpus_seeds_and_limits(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            target = read_targets(ROOT / "tb/fuzz/targets.txt")["config"]
            command = command_of(target, ROOT, Path(folder), 7, 3)
            self.assertIn("-max_total_time=7", command)
            self.assertIn("-seed=3", command)
            self.assertTrue(command[-1].endswith("vectors/fuzz/config"))
            seeds = (Path(folder) / "seeds.txt").read_text(encoding="utf-8")
            self.assertIn("vectors/examples/write_64k.toml", seeds)


if __name__ == "__main__":
    unittest.main()
