# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import trial

PASSED = "[ RUN      ] A.B\n[       OK ] A.B (12 ms)\n"
FAILED = "[ RUN      ] A.C/3\n[  FAILED  ] A.C/3, where GetParam() = 3 (1 ms)\n"


class Judge(unittest.TestCase):
    def test_a_pass_has_the_times_of_its_tests(self) -> None:
        outcome = trial.judge(PASSED, 0, 1.5)
        self.assertTrue(outcome.passed)
        self.assertEqual(outcome.tests, {"A.B": 0.012})

    def test_a_failure_names_the_test(self) -> None:
        outcome = trial.judge(PASSED + FAILED, 1, 1.5)
        self.assertEqual((outcome.passed, outcome.how, outcome.test), (False, "failed", "A.C/3"))

    def test_a_crash_names_the_test_that_was_running(self) -> None:
        outcome = trial.judge(PASSED + "[ RUN      ] A.D\n", -11, 1.5)
        self.assertEqual((outcome.how, outcome.test), ("SIGSEGV", "A.D"))


class Run(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.scratch = self.folder / "scratch"

    def program(self, text: str) -> Path:
        path = self.folder / "program"
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def test_the_number_is_in_the_environment(self) -> None:
        program = self.program('[ "$RNIC_MUTANT" = 0x6d750011 ]')
        self.assertTrue(trial.run(program, 17, self.scratch, 5).passed)
        self.assertFalse(trial.run(program, 18, self.scratch, 5).passed)

    def test_the_original_is_number_0(self) -> None:
        program = self.program('[ "$RNIC_MUTANT" = 0 ]')
        self.assertTrue(trial.run(program, 0, self.scratch, 5).passed)

    def test_tests_are_chosen_by_name(self) -> None:
        program = self.program('[ "$3" = "--gtest_filter=A.B:C.D" ]')
        self.assertTrue(trial.run(program, 1, self.scratch, 5, ["A.B", "C.D"]).passed)

    def test_what_never_ends_is_killed_by_its_processor_time(self) -> None:
        outcome = trial.run(self.program("while :; do :; done"), 1, self.scratch, 1)
        self.assertEqual((outcome.passed, outcome.how), (False, "timeout"))


if __name__ == "__main__":
    unittest.main()
