# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tomllib
import unittest

import report
from mutant import Mutant
from report import Result
from trial import Outcome

SOURCE = "assign a = b;\nassign c = d;\n"
A = Mutant("rtl/x/rnic_a.sv", 11, 12, 1, "stuck", "b", "'0")
B = Mutant("rtl/x/rnic_b.sv", 25, 26, 2, "operator", "d", "!d")


def key(mutant: Mutant, nth: int = 1) -> tuple[str, str, str, str, int]:
    line = SOURCE.splitlines()[mutant.line - 1]
    return (mutant.file, line, mutant.original, mutant.mutated, nth)


class Report(unittest.TestCase):
    def setUp(self) -> None:
        killed = Outcome(False, "timeout", "A.B", 3)
        passed = Outcome(True)
        self.results = [
            Result(A, key(A), "x_test", killed),
            Result(A, key(A), "x_test", passed, reason="Nobody reads it."),
            Result(B, key(B, 2), "x_test", passed),
        ]

    def test_the_table_counts_by_module(self) -> None:
        rows = [line.split() for line in report.table(self.results, "module").splitlines()]
        self.assertEqual(rows[1], ["rnic_a", "2", "1", "1", "1", "0", "50%"])
        self.assertEqual(rows[2], ["rnic_b", "1", "0", "0", "0", "1", "0%"])
        self.assertEqual(rows[3], ["all", "3", "1", "1", "1", "1", "33%"])

    def test_and_by_operator_in_their_order(self) -> None:
        rows = report.table(self.results, "operator").splitlines()
        self.assertEqual([row.split()[0] for row in rows[1:]], ["operator", "stuck", "all"])

    def test_survivors_are_shown_with_their_lines(self) -> None:
        wanted = (
            "rtl/x/rnic_b.sv:2: operator: SURVIVED\n-assign c = d;\n+assign c = !d;\n"
        )  # fmt: skip
        sources = {m.file: SOURCE for m in (A, B)}
        self.assertEqual(report.survivors(self.results, sources), wanted)

    def test_stubs_are_entries_to_be_filled_in(self) -> None:
        (entry,) = tomllib.loads(report.stubs(self.results))["mutant"]
        self.assertEqual(entry["line"], "assign c = d;")
        self.assertEqual((entry["nth"], entry["reason"]), (2, ""))

    def test_the_verdict_is_one_line(self) -> None:
        states, total = report.score(self.results)
        wanted = "3 mutants: 1 killed (33.3%), 1 explained, 1 survivors"
        self.assertEqual(report.verdict(states, total), wanted)


if __name__ == "__main__":
    unittest.main()
