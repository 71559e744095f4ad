# SPDX-License-Identifier: Apache-2.0
"""From points and exclusions to numbers by file, and to a tracefile that genhtml reads.

A line is reached when any point on it is; a branch is one arm of an if or one item of a case; a
signal toggles when each of its bits that Verilator watches was seen to change (buses wider than
256 bits are not watched).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from exclusions import Exclusions
from points import Point


@dataclass
class Share:
    """So many of so many, and so many that were excluded with a reason."""

    reached: int = 0
    total: int = 0
    excluded: int = 0

    def add(self, is_reached: bool, is_excluded: bool = False) -> None:
        if is_excluded and not is_reached:
            self.excluded += 1
            return
        self.total += 1
        self.reached += is_reached

    def merge(self, other: Share) -> None:
        self.reached += other.reached
        self.total += other.total
        self.excluded += other.excluded

    @property
    def is_full(self) -> bool:
        return self.reached == self.total

    def percent(self) -> str:
        """Rounded down, so that 100.0 % is said of nothing less."""
        if not self.total:
            return "-"
        return f"{int(1000 * self.reached / self.total) / 10:.1f} %"


@dataclass
class FileCoverage:
    file: str
    lines: dict[int, int] = field(default_factory=dict)  # count by line
    arms: list[tuple[Point, int]] = field(default_factory=list)
    bits: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))  # by signal
    covers: dict[str, int] = field(default_factory=lambda: defaultdict(int))  # by name
    shares: dict[str, Share] = field(
        default_factory=lambda: {kind: Share() for kind in ("line", "branch", "toggle", "user")}
    )
    missed: list[str] = field(default_factory=list)  # "rtl/x.sv:12: branch else"


def signal_of(name: str) -> str:
    """cfg_map_dscp_i[3] and beat_i.mty[0][1] as their signal: the last index is the bit."""
    return re.sub(r"\[\d+\]$", "", name)


def measure(points: dict[Point, int], exclusions: Exclusions) -> list[FileCoverage]:
    """The coverage of each file, in the order of their names."""
    by_file: dict[str, FileCoverage] = {}
    lines_of: dict[str, dict[int, Point]] = defaultdict(dict)
    for point, count in sorted(points.items()):
        result = by_file.setdefault(point.file, FileCoverage(point.file))
        if point.kind in ("line", "branch"):
            for line in point.lines:
                result.lines[line] = result.lines.get(line, 0) + count
                lines_of[point.file].setdefault(line, point)
        if point.kind == "branch":
            result.arms.append((point, count))
        elif point.kind == "toggle":
            excluded = not count and exclusions.covers(point.file, point.line, "toggle", point.name)
            result.bits[signal_of(point.name)].add(count > 0, excluded)
            result.shares["toggle"].add(count > 0, excluded)
        elif point.kind == "user":
            result.covers[point.name] += count

    cover_lines = {(p.file, p.name): p.line for p in points if p.kind == "user"}
    for result in by_file.values():
        file = result.file

        def judge(kind: str, line: int, name: str, count: int, result=result, file=file) -> None:
            excluded = not count and exclusions.covers(file, line, kind, name)
            result.shares[kind].add(count > 0, excluded)
            if not count and not excluded:
                what = {"user": "cover"}.get(kind, kind)
                result.missed.append(f"{file}:{line}: {what} {name}".rstrip())

        for line, count in sorted(result.lines.items()):
            judge("line", line, "", count)
        for point, count in result.arms:
            judge("branch", point.line, point.name, count)
        for name, count in result.covers.items():
            judge("user", cover_lines[file, name], name, count)
    return sorted(by_file.values(), key=lambda result: result.file)


def total(results: Iterable[FileCoverage], kind: str) -> Share:
    whole = Share()
    for result in results:
        whole.merge(result.shares[kind])
    return whole


def tracefile(results: Iterable[FileCoverage], root: Path) -> str:
    """lcov's format (geninfo(1)): DA line,count and BRDA line,block,branch,count."""
    text: list[str] = ["TN:"]
    for result in results:
        text.append(f"SF:{root / result.file}")
        text += [f"DA:{line},{count}" for line, count in sorted(result.lines.items())]
        for number, (point, count) in enumerate(result.arms):
            text.append(f"BRDA:{point.line},0,{number},{count}")
        text.append(f"BRF:{len(result.arms)}")
        text.append(f"BRH:{sum(count > 0 for _, count in result.arms)}")
        text.append(f"LF:{len(result.lines)}")
        text.append(f"LH:{sum(count > 0 for count in result.lines.values())}")
        text.append("end_of_record")
    return "\n".join(text) + "\n"


def untoggled(results: Iterable[FileCoverage]) -> str:
    """One line a signal with bits that no test saw change."""
    lines = []
    for result in results:
        for signal, share in sorted(result.bits.items()):
            if not share.is_full:
                still = share.total - share.reached
                lines.append(f"{result.file}: {signal}: {still} of {share.total} bits")
    return "\n".join(lines) + "\n"
