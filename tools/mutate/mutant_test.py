# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import unittest

from mutant import CHOSEN, Mutant, diff, in_order, with_mutants

SOURCE = "// 1 µs\nassign a = b && (c < 3);\nq <= d;\n"


def mutant(original: str, mutated: str, operator: str = "operator") -> Mutant:
    """The first place of `original` in SOURCE."""
    start = SOURCE.encode().index(original.encode())
    line = SOURCE[: SOURCE.index(original)].count("\n") + 1
    end = start + len(original.encode())
    return Mutant("rtl/x/rnic_x.sv", start, end, line, operator, original, mutated)


def choice(number: int, mutated: str, original: str) -> str:
    return f"({CHOSEN} == 32'h6d75{number:04x} ? {mutated} : {original})"


class WithMutants(unittest.TestCase):
    def test_an_expression_is_chosen_by_its_number(self) -> None:
        text, _ = with_mutants(SOURCE, {17: mutant("c < 3", "c <= 3")})
        self.assertEqual(text, SOURCE.replace("c < 3", choice(17, "c <= 3", "c < 3")))

    def test_a_dropped_statement_stays_one_statement(self) -> None:
        text, _ = with_mutants(SOURCE, {2: mutant("q <= d;", "", "reset")})
        wanted = f"begin if ({CHOSEN} != 32'h6d750002) q <= d; end"
        self.assertEqual(text, SOURCE.replace("q <= d;", wanted))

    def test_inner_mutants_stand_in_the_original_of_outer_ones(self) -> None:
        whole = "b && (c < 3)"
        numbered = {1: mutant("3", "4"), 2: mutant(whole, "'0"), 3: mutant(whole, "b || (c < 3)")}
        text, _ = with_mutants(SOURCE, numbered)
        inner = f"b && (c < {choice(1, '4', '3')})"
        wanted = choice(2, "'0", choice(3, "b || (c < 3)", inner))
        self.assertEqual(text, SOURCE.replace(whole, wanted))

    def test_extents_are_bytes_of_the_new_text(self) -> None:
        text, extents = with_mutants(SOURCE, {1: mutant("3", "4"), 2: mutant("c < 3", "!c")})
        found = {n: text.encode()[start:end].decode() for start, end, n in extents}
        self.assertEqual(found[1], choice(1, "4", "3"))
        self.assertEqual(found[2], choice(2, "!c", f"c < {choice(1, '4', '3')}"))

    def test_lines_keep_their_numbers(self) -> None:
        source = "assign a = b &&\n           c;\n"
        whole = Mutant("x.sv", 11, 29, 1, "operator", source[11:29], "b ||\n           c")
        text, _ = with_mutants(source, {1: whole})
        self.assertEqual(text.count("\n"), 2)
        self.assertTrue(text.startswith(f"assign a = ({CHOSEN} == 32'h6d750001 ? b || c : b &&\n"))


class Diff(unittest.TestCase):
    def test_it_shows_the_whole_lines(self) -> None:
        wanted = "-assign a = b && (c < 3);\n+assign a = b && (c <= 3);"
        self.assertEqual(diff(mutant("c < 3", "c <= 3"), SOURCE), wanted)

    def test_a_dropped_statement_leaves_nothing(self) -> None:
        self.assertEqual(diff(mutant("q <= d;", ""), SOURCE), "-q <= d;")


class InOrder(unittest.TestCase):
    def test_the_seed_decides_and_not_the_order_given(self) -> None:
        mutants = [mutant("3", str(n)) for n in range(4, 40)]
        self.assertEqual(in_order(mutants, "1"), in_order(mutants[::-1], "1"))
        self.assertNotEqual(in_order(mutants, "1"), in_order(mutants, "2"))


if __name__ == "__main__":
    unittest.main()
