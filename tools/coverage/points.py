# SPDX-License-Identifier: Apache-2.0
"""Coverage points as Verilator counts them, added up over instances, parameters and runs.

A run of a Verilated model leaves a file of lines  C 'key' count, where key is a row of pairs
\\x01name\\x02value: f file, l line, n column, page kind/module, o comment, S lines, h instance.
An instance alone says little: what counts here is whether any instance in any test got there.

    totals = Totals(Path("/checkout"))
    totals.absorb(Path("Skid.ResetEmptiesIt.1.dat"))
    points = totals.points()
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KINDS = ("line", "branch", "toggle", "user")


class PointError(Exception):
    """A coverage file that cannot be read; the text names it and the line."""


@dataclass(frozen=True, order=True)
class Point:
    """A place that a test can reach: kind is one of KINDS."""

    file: str  # relative to the checkout
    line: int
    column: int
    kind: str
    name: str  # if, else, a case item; the signal and bit; the cover's name
    lines: tuple[int, ...]  # the source lines that are run when it is reached


def line_numbers(text: str) -> Iterator[int]:
    """ "153-154,160" as 153, 154, 160."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def parse_key(key: str, root: str) -> Point | None:
    """The point of a key; None for one outside the RTL, a bench's shim say."""
    fields = dict(pair.split("\x02", 1) for pair in key.split("\x01")[1:])
    prefix = f"{root}/"
    file = fields["f"].removeprefix(prefix)
    if not file.startswith("rtl/"):
        return None
    kind = fields["page"].partition("/")[0].removeprefix("v_")
    line = int(fields["l"])
    lines = tuple(line_numbers(fields["S"])) if fields.get("S") else (line,)
    return Point(file, line, int(fields["n"]), kind, fields.get("o", ""), lines)


class Totals:
    """Counts by point. Keys are kept as text until the end: most files repeat the same ones."""

    _record = re.compile(r"C '(.*?)(?:\x01h\x02[^\x01']*)?' (\d+)\n?")

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._counts: dict[str, int] = {}
        self.files = 0

    def absorb(self, path: Path) -> None:
        counts = self._counts
        with path.open(encoding="utf-8") as records:
            for number, record in enumerate(records, 1):
                match = self._record.fullmatch(record)
                if match:
                    key, count = match.groups()
                    counts[key] = counts.get(key, 0) + int(count)
                elif not record.startswith("#"):
                    raise PointError(f"{path}:{number}: not a coverage record")
        self.files += 1

    def points(self) -> dict[Point, int]:
        result: dict[Point, int] = {}
        for key, count in self._counts.items():
            try:
                point = parse_key(key, self._root)
            except (KeyError, ValueError) as error:
                raise PointError(f"not a coverage key: {key!r}") from error
            if point:
                result[point] = result.get(point, 0) + count
        return result
