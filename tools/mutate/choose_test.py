# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import unittest
from collections import Counter

from choose import choose, ranked
from mutant import OPERATORS, Mutant


def mutants(file: str, places: int, operators: list[str]) -> list[Mutant]:
    return [
        Mutant(file, place, place + 1, 1, operator, "a", f"{operator} {place}")
        for place in range(places)
        for operator in operators
    ]


class Choose(unittest.TestCase):
    def setUp(self) -> None:
        self.all = [m for n in range(10) for m in mutants(f"{n}.sv", 30, list(OPERATORS))]

    def test_modules_and_operators_get_their_shares(self) -> None:
        chosen = choose(ranked(self.all, 1), 60, set())
        self.assertEqual(set(Counter(m.file for m in chosen).values()), {6})
        self.assertEqual(set(Counter(m.operator for m in chosen).values()), {10})

    def test_few_are_chosen_from_as_many_modules(self) -> None:
        chosen = choose(ranked(self.all, 1), 7, set())
        self.assertEqual(len({m.file for m in chosen}), 7)

    def test_a_small_module_leaves_its_share_to_others(self) -> None:
        few = mutants("small.sv", 2, ["stuck"]) + mutants("large.sv", 30, ["stuck"])
        counts = Counter(m.file for m in choose(ranked(few, 1), 10, set()))
        self.assertEqual(counts, {"small.sv": 2, "large.sv": 8})

    def test_no_place_twice_while_others_are_left(self) -> None:
        chosen = choose(ranked(self.all, 3), 200, set())
        self.assertEqual(len({(m.file, m.start) for m in chosen}), 200)

    def test_a_rejected_one_makes_room_in_its_own_module_only(self) -> None:
        order = ranked(self.all, 1)
        before = choose(order, 60, set())
        after = choose(order, 60, {before[0]})
        self.assertEqual(len(after), 60)
        self.assertEqual({m.file for m in set(before) ^ set(after)}, {before[0].file})

    def test_other_modules_do_not_matter(self) -> None:
        alone = [m for m in self.all if m.file == "4.sv"]
        self.assertEqual(ranked(alone, 1)["4.sv"], ranked(self.all, 1)["4.sv"])

    def test_all_there_are_is_an_answer(self) -> None:
        self.assertEqual(len(choose(ranked(self.all[:5], 1), 300, set())), 5)


if __name__ == "__main__":
    unittest.main()
