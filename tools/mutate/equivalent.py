# SPDX-License-Identifier: Apache-2.0
"""Mutants that no test can kill, each with its reason: equivalent.toml.

    [[mutant]]
    file = "rtl/prim/rnic_fifo.sv"
    line = "more_d  = (level_q > level_t'(2));"    the line in which it begins, without margins
    original = "2"                                 the text that is changed, blanks as one
    mutated = "3"                                  "(dropped)" for a statement
    nth = 1                                        which one, where the line has several; or none
    reason = "..."
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mutant import Mutant

KEY_NAMES = ("file", "line", "original", "mutated")
Key = tuple[str, str, str, str, int]


class EntryError(Exception):
    """An entry that says too little, or of what is not there; the text says which."""


@dataclass(frozen=True)
class Entry:
    key: Key
    reason: str

    def __str__(self) -> str:
        file, line, original, mutated, nth = self.key
        return f"{file}: {line}: {original} -> {mutated}" + (f" (number {nth})" if nth > 1 else "")


def read(path: Path) -> list[Entry]:
    if not path.exists():
        return []
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    except tomllib.TOMLDecodeError as error:
        raise EntryError(f"{path.name}: {error}") from error
    entries = []
    for number, table in enumerate(tables, 1):
        for name in (*KEY_NAMES, "reason"):
            if not isinstance(table.get(name), str) or not table[name].strip():
                raise EntryError(f"{path.name}: mutant {number} has no {name}")
        file, line, original, mutated = (table[name] for name in KEY_NAMES)
        key = (file, line, original, mutated, table.get("nth", 1))
        entries.append(Entry(key, table["reason"]))
    return entries


def keys(mutants: Iterable[Mutant], sources: dict[str, str]) -> dict[Mutant, Key]:
    """What an entry would say of each mutant; pass all mutants of a file, for they are counted."""
    result: dict[Mutant, Key] = {}
    places: dict[tuple[str, int, str, str], list[int]] = {}
    for mutant in sorted(mutants, key=lambda m: (m.file, m.start)):
        starts = places.setdefault((mutant.file, mutant.line, *texts(mutant)), [])
        if mutant.start not in starts:
            starts.append(mutant.start)
        line = sources[mutant.file].splitlines()[mutant.line - 1].strip()
        nth = starts.index(mutant.start) + 1
        result[mutant] = (mutant.file, line, *texts(mutant), nth)
    return result


def texts(mutant: Mutant) -> tuple[str, str]:
    return " ".join(mutant.original.split()), " ".join(mutant.mutated.split()) or "(dropped)"


def stale(entries: Iterable[Entry], known: Iterable[Key]) -> list[Entry]:
    there = set(known)
    return [entry for entry in entries if entry.key not in there]
