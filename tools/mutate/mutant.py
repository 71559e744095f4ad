# SPDX-License-Identifier: Apache-2.0
"""What a mutant is, and a source text with mutants in it, each chosen by its number at run time.

An expression becomes (rnic_mutant_pkg::chosen == 32'h6d750011 ? mutated : original), a statement
becomes begin if (rnic_mutant_pkg::chosen != 32'h6d750011) statement end. Lines keep their numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

# A number is found again in generated C++ by its text: no other constant looks like this.
NUMBER_BASE = 0x6D750000
CHOSEN = "rnic_mutant_pkg::chosen"

OPERATORS = {
    "operator": "another operator in an expression, or an inversion left out",
    "constant": "a literal or an enumerator is another one",
    "condition": "an if or ?: is negated or always goes one way",
    "off-by-one": "a boundary or a sum is one off",
    "stuck": "a signal is stuck at 0 or 1, or a register never takes its value",
    "reset": "a register is not reset",
}


@dataclass(frozen=True)
class Mutant:
    """One change of one file; start and end are byte offsets, original is the text between them."""

    file: str
    start: int
    end: int
    line: int
    operator: str
    original: str
    mutated: str  # empty: the statement is dropped
    function: str = ""  # in which it is

    @property
    def module(self) -> str:
        return self.file.rsplit("/", 1)[-1].removesuffix(".sv")

    @property
    def is_dropped_statement(self) -> bool:
        return not self.mutated

    def describe(self) -> str:
        original = " ".join(self.original.split())
        mutated = " ".join(self.mutated.split()) or "(dropped)"
        return f"{self.file}:{self.line}: {self.operator}: {original}  ->  {mutated}"


def diff(mutant: Mutant, source: str) -> str:
    """The changed lines, before and after."""
    text = source.encode()
    begin = text.rfind(b"\n", 0, mutant.start) + 1
    end = text.find(b"\n", mutant.end)
    before = text[begin:end].decode()
    after = (text[begin : mutant.start] + mutant.mutated.encode() + text[mutant.end : end]).decode()
    lines = [f"-{line}" for line in before.splitlines()]
    lines += [f"+{line}" for line in after.splitlines() if line.strip()]
    return "\n".join(lines)


def in_order(mutants: Iterable[Mutant], seed: str) -> list[Mutant]:
    """The mutants of a module in an order that only the seed and their own text decide."""

    def key(mutant: Mutant) -> bytes:
        text = f"{seed}\0{mutant.file}\0{mutant.start}\0{mutant.original}\0{mutant.mutated}"
        return hashlib.sha256(text.encode()).digest()

    return sorted(mutants, key=key)


Extent = tuple[int, int, int]  # start and end in bytes, number


def with_mutants(source: str, numbered: dict[int, Mutant]) -> tuple[str, list[Extent]]:
    """The text with all mutants in it, and what each covers there."""
    # Outer before inner, and of two with the same extent the statement outside.
    order = sorted(
        numbered.items(),
        key=lambda item: (item[1].start, -item[1].end, not item[1].is_dropped_statement, item[0]),
    )
    text = source.encode()
    out = bytearray()
    ends: list[tuple[int, bytes, int, int]] = []  # end, closing text, number, start in out
    extents: list[Extent] = []
    place = 0

    def copy_to(offset: int) -> None:
        nonlocal place
        out.extend(text[place:offset])
        place = max(place, offset)

    def close(limit: int) -> None:
        while ends and ends[-1][0] <= limit:
            end, closing, number, start = ends.pop()
            copy_to(end)
            out.extend(closing)
            extents.append((start, len(out), number))

    for number, mutant in order:
        close(mutant.start)
        copy_to(mutant.start)
        start = len(out)
        value = f"32'h{NUMBER_BASE + number:x}"
        if mutant.is_dropped_statement:
            out.extend(f"begin if ({CHOSEN} != {value}) ".encode())
            ends.append((mutant.end, b" end", number, start))
        else:
            mutated = " ".join(mutant.mutated.split())
            out.extend(f"({CHOSEN} == {value} ? {mutated} : ".encode())
            ends.append((mutant.end, b")", number, start))
    close(len(text))
    copy_to(len(text))
    return out.decode(), extents
