# SPDX-License-Identifier: Apache-2.0
"""Which of all mutants are tried: some of every module, their operators in turn.

Within a module only the seed and the module's own text decide, so that a change elsewhere leaves
its mutants as they are. Mutants that a tool rejects make room for the next ones.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from mutant import OPERATORS, Mutant, in_order


def ranked(mutants: Iterable[Mutant], seed: int) -> dict[str, list[Mutant]]:
    """The mutants of each module in the order in which they are wanted."""
    files: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        files[mutant.file].append(mutant)
    return {file: _operators_in_turn(found, seed, file) for file, found in sorted(files.items())}


def _operators_in_turn(mutants: list[Mutant], seed: int, file: str) -> list[Mutant]:
    """Of one place only one mutant while its operator has others."""
    queues: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in in_order(mutants, str(seed)):
        queues[mutant.operator].append(mutant)
    # Each module begins with another operator.
    first = hashlib.sha256(f"{seed}\0{file}".encode()).digest()[0]
    names = list(OPERATORS)
    turn = [names[(first + i) % len(names)] for i in range(len(names))]
    order: list[Mutant] = []
    places: set[tuple[int, int]] = set()
    while any(queues.values()):
        for name in turn:
            if queue := queues[name]:
                mutant = next((m for m in queue if (m.start, m.end) not in places), queue[0])
                queue.remove(mutant)
                places.add((mutant.start, mutant.end))
                order.append(mutant)
    return order


def choose(modules: dict[str, list[Mutant]], number: int, rejected: set[Mutant]) -> list[Mutant]:
    """`number` mutants, or all there are: one of each module, then a second of each, and so on.
    Those that get one more than others are no neighbours."""
    left = {file: [m for m in order if m not in rejected] for file, order in modules.items()}
    turn = sorted(left, key=lambda file: hashlib.sha256(file.encode()).digest())
    chosen: list[Mutant] = []
    while len(chosen) < number and any(left.values()):
        for file in turn:
            if left[file] and len(chosen) < number:
                chosen.append(left[file].pop(0))
    return sorted(chosen, key=lambda m: (m.file, m.start, m.end, m.operator, m.mutated))
