# SPDX-License-Identifier: Apache-2.0
"""Tests of how assertions are made plain and mutants made: python3 -m unittest from here."""

from __future__ import annotations

import unittest

from solver import commands
from sources import Edit, SourceError, mutated, plain, split_call

ASSERT = '  `RNIC_ASSERT(Held, a && b[f(1, 2)] |-> c, "said, with a comma")\n'


class Plain(unittest.TestCase):
    def test_an_implication_becomes_an_or(self) -> None:
        self.assertEqual(
            '  `RNIC_ASSERT(Held, !(a && b[f(1, 2)]) || (c), "said, with a comma")\n', plain(ASSERT)
        )

    def test_what_follows_in_the_next_clock_has_a_macro_of_its_own(self) -> None:
        self.assertEqual(
            '`RNIC_ASSERT_NEXT(N, a, (b), "s")', plain('`RNIC_ASSERT(N, a |=> b, "s")')
        )

    def test_a_neighbours_promise_is_assumed_or_left_out(self) -> None:
        self.assertIn("`RNIC_ASSUME(Held,", plain(ASSERT, assumed=["Held"]))
        self.assertNotIn("Held", plain(ASSERT, ignored=["Held"]))

    def test_with_only_one_the_others_are_left_out(self) -> None:
        two = ASSERT + '`RNIC_ASSERT(Other, a, "s")'
        self.assertNotIn("Held", plain(two, only="Other"))
        self.assertIn("Other", plain(two, only="Other"))

    def test_a_name_that_is_not_there_is_refused(self) -> None:
        with self.assertRaisesRegex(SourceError, "no assertion named Absent"):
            plain(ASSERT, assumed=["Absent"])

    def test_comments_and_definitions_stay(self) -> None:
        for text in ("//   `RNIC_ASSERT(A, b, c)\n", "`define RNIC_ASSERT(Name, P, Text)\n"):
            self.assertEqual(text, plain(text))

    def test_a_call_without_end_is_refused(self) -> None:
        with self.assertRaises(SourceError):
            split_call("`M(a, (b", 3)


class Mutants(unittest.TestCase):
    def test_the_text_must_be_there_once(self) -> None:
        self.assertEqual("a = 2;", mutated("a = 1;", Edit("f.sv", "1", "2")))
        for text in ("a = 3;", "a = 1 + 1;"):
            with self.assertRaisesRegex(SourceError, "f.sv holds"):
                mutated(text, Edit("f.sv", "1", "2"))


class Solver(unittest.TestCase):
    def test_commands_end_where_their_parentheses_close(self) -> None:
        lines = ["(check-sat)\n", "(assert\n", "  (= |a(b| x))\n", "\n", "(exit)\n"]
        want = ["(check-sat)\n", "(assert\n  (= |a(b| x))\n", "\n(exit)\n"]
        self.assertEqual(want, list(commands(lines)))


if __name__ == "__main__":
    unittest.main()
