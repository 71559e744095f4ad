# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import io
import unittest
from pathlib import Path

from errors import WaveError
from run import CLOCKS, Build, Window, command_recording, find_test, test_recording

ROOT = Path(__file__).resolve().parents[2]
TESTS = {
    "fifo.Fifo.KeepsOrder": ["/b/fifo_test", "--gtest_filter=Fifo.KeepsOrder"],
    "fifo.Fifo.KeepsOrderWhenFull": ["/b/fifo_test", "--gtest_filter=Fifo.KeepsOrderWhenFull"],
    "rx.Mixes/Rx.Agrees/OneQp": ["/b/rx_test", "--gtest_filter=Mixes/Rx.Agrees/OneQp"],
    "top.Top.Goes<Vtb_a>": ["/b/top_test", "--gtest_filter=Top/0.Goes"],
    "top.Top.Goes<Vtb_b>": ["/b/top_test", "--gtest_filter=Top/1.Goes"],
    "lint.rnic_fifo": ["verilator", "--lint-only"],
}


class FakeBuild(Build):
    def __init__(self, tests: dict[str, list[str]]):
        super().__init__(Path("/r"), Path("/b"), may_build=False)
        self.listed = tests

    def tests(self) -> dict[str, list[str]]:
        return self.listed

    def program(self, target: str, path: str) -> Path:
        return self.folder / path


class FindTest(unittest.TestCase):
    def find(self, name: str) -> str:
        return find_test(FakeBuild(TESTS), name)[0]

    def test_ctests_name_googletests_name_or_a_part_that_only_one_has(self) -> None:
        self.assertEqual(self.find("fifo.Fifo.KeepsOrder"), "fifo.Fifo.KeepsOrder")
        self.assertEqual(self.find("Fifo.KeepsOrder"), "fifo.Fifo.KeepsOrder")
        self.assertEqual(self.find("OrderWhenFull"), "fifo.Fifo.KeepsOrderWhenFull")
        self.assertEqual(self.find("Mixes/Rx.Agrees/OneQp"), "rx.Mixes/Rx.Agrees/OneQp")

    def test_a_program_that_is_not_built_is_built_alone_where_it_is_named(self) -> None:
        class Unbuilt(FakeBuild):
            made: list[tuple[str, ...]] = []

            def make(self, *targets: str) -> None:
                self.made.append(targets)
                if targets != ("fst_dump",):  # that only configures
                    self.listed = TESTS

        for name, targets in (("fifo.Fifo.KeepsOrder", ("fifo_test",)), ("Fifo.KeepsOrder", ())):
            build = Unbuilt({"fifo_test_NOT_BUILT": [], "rx_test_NOT_BUILT": []})
            build.may_build, build.made, build.folder = True, [], ROOT
            with contextlib.redirect_stderr(io.StringIO()):
                find_test(build, name)
            self.assertIn(targets, build.made)

    def test_what_fits_nothing_or_several_or_has_no_waves_is_said(self) -> None:
        for name, text in (
            ("Fifo.Gone", "Fifo.Gone: no test has this name"),
            ("KeepsOr", "KeepsOr: 2 tests have this in their name: fifo.Fifo.KeepsOrder, "),
            ("lint.rnic_fifo", "no GoogleTest of the RTL"),
            ("Fifo.*", "expected the name of a test"),
        ):
            with self.assertRaisesRegex(WaveError, text):
                self.find(name)


class Command(unittest.TestCase):
    def test_a_test_without_a_window_is_recorded_for_some_clocks(self) -> None:
        build = FakeBuild(TESTS)
        recording = test_recording(build, "Fifo.KeepsOrder", Window(), 7)
        self.assertEqual(recording.command[-4:], ["--seed", "7", "--wave-to", str(CLOCKS)])
        recording = test_recording(build, "Fifo.KeepsOrder", Window(first=50, last=60), None)
        self.assertEqual(recording.command[-4:], ["--wave-from", "50", "--wave-to", "60"])
        recording = test_recording(build, "OneQp", Window(packet=3), None)
        self.assertEqual(recording.command[-2:], ["--wave-frame", "3"])
        self.assertEqual(recording.name, "rx.Mixes_Rx.Agrees_OneQp")

    def test_a_command_of_rnic400_keeps_its_options(self) -> None:
        build = FakeBuild({})
        made = command_recording(build, ["tx", "a/w.toml", "--seed", "3"], Window(packet=5))
        self.assertEqual(
            made.command[1:],
            ["tx", "--config", "a/w.toml", "--seed", "3", "-q", "--wave-packet", "5"],
        )
        self.assertEqual(made.name, "tx.w.5")

    def test_a_command_without_its_packet_or_file_is_refused(self) -> None:
        build = FakeBuild({})
        for words, window, text in (
            (["replay"], Window(packet=1), "expected a file"),
            (["replay", "--fcs"], Window(packet=1), "expected a file"),
            (["replay", "f"], Window(), "expected --packet N"),
            (["replay", "f"], Window(first=1), "a replay has no --from"),
            (["tx", "f"], Window(packet=0), "from 1"),
        ):
            with self.assertRaisesRegex(WaveError, text):
                command_recording(build, words, window)


if __name__ == "__main__":
    unittest.main()
