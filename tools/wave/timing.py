# SPDX-License-Identifier: Apache-2.0
"""A timing diagram as data: for each row what is seen of it in each clock, and which clocks can be
left out because nothing changes in them. How it looks: svg.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from fst import Signal, Wave
from names import names_of, without_prefix
from rows import NUM_SEGS, RowSpec

# A stretch of equal clocks is drawn as its first, a gap and its last when it is longer than this.
LONGEST_STRETCH = 4


@dataclass(frozen=True)
class Cell:
    """What a row shows in one clock."""

    text: str = ""
    packet: int | None = None
    # Of a bus, whose each segment is (-1: nobody's), "<" where it starts and ">" where it ends.
    segments: tuple[tuple[int, str], ...] = ()
    is_idle: bool = False
    clock: int | None = None  # where each clock is a value of its own


@dataclass(frozen=True)
class Lane:
    kind: str
    label: str
    cells: list[Cell] = field(default_factory=list)


@dataclass(frozen=True)
class Diagram:
    title: str
    command: str
    lanes: list[Lane]
    clocks: list[int]
    origin: int  # clock that is called 0
    packet: int | None  # the one to stand out

    def columns(self) -> list[int | None]:
        """Indices of clocks; None: a gap."""
        shown: list[int | None] = []
        start = 0
        count = len(self.clocks)
        while start < count:
            end = start
            while end + 1 < count and self._is_same(end, end + 1):
                end += 1
            if end - start + 1 > LONGEST_STRETCH:
                shown += [start, None, end]
            else:
                shown += range(start, end + 1)
            start = end + 1
        return shown

    def _is_same(self, a: int, b: int) -> bool:
        return all(lane.cells[a] == lane.cells[b] for lane in self.lanes if lane.cells)


def _number(value: str) -> int | None:
    return int(value, 2) if set(value) <= {"0", "1"} else None


class _Reader:
    def __init__(self, root: Path, wave: Wave):
        self.root = root
        self.wave = wave

    def number(self, signal: Signal, clock: int) -> int | None:
        return _number(self.wave.at(signal, clock))

    def is_on(self, spec: RowSpec, clock: int) -> bool:
        return all(self.number(signal, clock) for signal in spec.when)

    def text(self, spec: RowSpec, names: dict[str, str], clock: int) -> str:
        value = self.wave.at(spec.signals[0], clock)
        if spec.bits:
            value = value[-spec.bits :]
        number = _number(value)
        if number is None:
            return "x"
        if value in names:
            return names[value]
        if spec.base in ("dec", "packet"):
            return str(number)
        if spec.base == "bin":
            return value
        # An address is long enough without its leading zeros.
        digits = -(-len(value) // 4) if len(value) <= 32 else 1
        return f"{number:0{digits}x}"

    def line(self, spec: RowSpec, clocks: list[int]) -> list[Cell]:
        return [Cell(self.wave.at(spec.signals[0], clock)) for clock in clocks]

    def value(self, spec: RowSpec, clocks: list[int]) -> list[Cell]:
        names = without_prefix(names_of(self.root, self.wave, spec.signals[0]))
        cells = []
        for clock in clocks:
            packet = self.number(spec.packets[0], clock) if spec.packets else None
            if not self.is_on(spec, clock) or (spec.base == "packet" and not packet):
                cells.append(Cell(is_idle=True))
            else:
                own = clock if spec.each else None
                cells.append(Cell(self.text(spec, names, clock), packet, clock=own))
        return cells

    def segments(self, spec: RowSpec, clocks: list[int]) -> list[Cell]:
        """Frames are told apart by their numbers or, without, by counting."""
        first = self._frame_before(spec, clocks)
        current = first
        cells = []
        for clock in clocks:
            ena, sop, eop = (self.number(signal, clock) or 0 for signal in spec.signals)
            if not ena or not self.is_on(spec, clock):
                cells.append(Cell(is_idle=True, segments=((-1, ""),) * NUM_SEGS))
                continue
            numbers = [self.number(signal, clock) for signal in spec.packets]
            marks: list[tuple[int, str]] = []
            starts = 0
            for segment in range(NUM_SEGS):
                bit = 1 << segment
                if not ena & bit:
                    marks.append((-1, ""))
                    continue
                if sop & bit:
                    given = numbers[starts] if starts < len(numbers) else None
                    current = current + 1 if given is None else given
                    starts += 1
                marks.append((current, ("<" if sop & bit else "") + (">" if eop & bit else "")))
            cells.append(Cell(segments=tuple(marks)))
        return cells

    def _frame_before(self, spec: RowSpec, clocks: list[int]) -> int:
        """Number of the frame that is open when the window opens."""
        for clock in clocks:
            if spec.packets and self.is_on(spec, clock) and self.number(spec.signals[1], clock):
                return (self.number(spec.packets[0], clock) or 1) - 1
        return 0


def draw(
    root: Path, wave: Wave, specs: list[RowSpec], clocks: list[int], keep_all: bool
) -> list[Lane]:
    """Rows in which nothing happens are left out, and headings over nothing."""
    reader = _Reader(root, wave)
    lanes: list[Lane] = []
    for spec in specs:
        if spec.kind == "head":
            lanes.append(Lane("head", spec.label))
            continue
        cells = getattr(reader, spec.kind)(spec, clocks)
        is_constant = spec.kind == "value" and len(set(cells)) == 1
        is_quiet = is_constant or all(c.is_idle or c.text == "0" for c in cells)
        if keep_all or not is_quiet:
            lanes.append(Lane(spec.kind, spec.label, cells))
    return [
        lane
        for lane, behind in zip(lanes, [*lanes[1:], Lane("head", "")])
        if lane.kind != "head" or behind.kind != "head"
    ]
