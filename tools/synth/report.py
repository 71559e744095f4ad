#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports depth and size of a mapped netlist and holds them against limits.

scripts/synth runs it on what Yosys wrote; alone:

    tools/synth/report.py build/synth/rnic_icrc_engine.check.netlist.json --levels 5 --lut 8000

Exit status: 0 within the limits, 1 over a limit or a latch, loop or gated clock, 2 unusable
input.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from families import DEFAULT, FAMILIES
from netlist import Netlist, NetlistError, Size
from paths import ENDS, STARTS, DeepPath, Paths

KIND_TITLES = {
    "lut": "LUT, logic",
    "srl": "SRL",
    "lutram": "LUT RAM",
    "muxf": "MUXF",
    "carry": "CARRY",
    "ff": "flip-flop",
    "latch": "latch",
    "bram": "block RAM",
    "uram": "UltraRAM",
}


class Report:
    """What is known of one netlist, and what is wrong with it."""

    def __init__(self, netlist: Netlist, title: str, limits: Mapping[str, int]) -> None:
        self.title = title
        self.limits = dict(limits)
        self.family = netlist.family
        self.size: Size = netlist.size()
        paths = Paths(netlist)
        self.deepest = {(s, e): paths.deepest(s, e) for s in STARTS for e in ENDS}
        self.ends_by_levels = paths.ends_by_levels()
        self.failures = paths.problems() + self._over_limits()

    @property
    def levels(self) -> int:
        """Deepest logic in front of a register, from registers and input ports alike."""
        return max(self.ends_by_levels, default=0)

    def _over_limits(self) -> list[str]:
        measured = {"levels": self.levels, "lut": self.size.lut}
        unknown = self.limits.keys() - measured.keys()
        if unknown:
            raise NetlistError(f"{self.title}: no such limit: {', '.join(sorted(unknown))}")
        return [
            f"{measured[name]:,} {name}, the limit is {limit:,}"
            for name, limit in self.limits.items()
            if measured[name] > limit
        ]

    def text(self) -> str:
        lines = [self.title, "", *self._size_lines(), "", *self._depth_lines()]
        lines += [f"FAILED: {failure}" for failure in self.failures]
        if not self.failures:
            held = ", ".join(f"{name} <= {limit:,}" for name, limit in self.limits.items())
            lines.append(f"passed: {held or 'no limits set'}")
        return "\n".join(lines) + "\n"

    def _size_lines(self) -> list[str]:
        logic, memory = f"{self.family.lut}, logic", f"{self.family.lut}, memory"
        lines = [
            f"  {logic:<12} {self.size.lut:>7,}",
            f"  {memory:<12} {self.size.memory_sites:>7,}   SRLs and LUT RAMs: no limit",
        ]
        for kind, title in KIND_TITLES.items():
            if count := self.size.kinds[kind]:
                lines.append(f"    {title:<10} {count:>7,}   {self._types(kind)}")
        return lines

    def _types(self, kind: str) -> str:
        types = sorted(t for t in self.size.cells if self.family.kind_of(t) == kind)
        return "  ".join(f"{t} {self.size.cells[t]:,}" for t in types)

    def _depth_lines(self) -> list[str]:
        lines = ["  levels       deepest, and how many register pins lie at each depth"]
        for (start, end), path in self.deepest.items():
            lines.append(f"    {start + ' -> ' + end:<22} {describe(path)}")
        depths = [f"{n}: {count:,}" for n, count in sorted(self.ends_by_levels.items())]
        lines += [f"    {'register pins':<22} {'  '.join(depths) or 'none'}", ""]
        for start in STARTS:
            path = self.deepest[start, "register"]
            if path:
                lines += [f"  deepest path from a {start} to a register", *path_lines(path), ""]
        return lines

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "passed": not self.failures,
            "failures": self.failures,
            "limits": self.limits,
            "levels": self.levels,
            "lut": self.size.lut,
            "lut_memory": self.size.memory_sites,
            "cells": dict(sorted(self.size.cells.items())),
            "register_pins_by_levels": {str(n): c for n, c in sorted(self.ends_by_levels.items())},
            "deepest": {
                f"{start}_to_{end}": path and dataclasses.asdict(path)
                for (start, end), path in self.deepest.items()
            },
        }


def describe(path: DeepPath | None) -> str:
    if path is None:
        return "none"
    weight = path.weight
    apart = [f"{n} {name}" for n, name in ((weight.muxf, "MUXF"), (weight.carry, "CARRY")) if n]
    return f"{weight.levels}" + (f" (and {', '.join(apart)})" if apart else "")


def path_lines(path: DeepPath) -> list[str]:
    """One line a cell: levels so far, cell, net that it drives, what else it reads, its source."""
    rows = [(str(s.levels), s.cell_type, s.net, beside(s.beside), s.source) for s in path.steps]
    rows.append(("", path.end.type, f"{path.end_name}, pin {path.end.port}", "", ""))
    width = max(len(row[2]) for row in rows)
    return [
        f"    {levels:>2}  {cell:<9} {net:<{width}}  {also}  {source}".rstrip()
        for levels, cell, net, also, source in rows
    ]


def beside(nets: list[str], most: int = 4) -> str:
    if not nets:
        return ""
    return f"with {', '.join(nets[:most])}{', ...' if len(nets) > most else ''}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="tools/synth/report.py", description="Depth and size of a mapped netlist."
    )
    parser.add_argument("netlist", type=Path, help="what Yosys's write_json wrote")
    parser.add_argument("--levels", type=int, help="limit: LUT levels in front of a register")
    parser.add_argument("--lut", type=int, help="limit: LUT6 of logic")
    parser.add_argument("--family", choices=FAMILIES, default=DEFAULT.name)
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    options = parser.parse_args(arguments)
    limits = {n: v for n in ("levels", "lut") if (v := getattr(options, n)) is not None}
    try:
        netlist = Netlist.load(options.netlist, FAMILIES[options.family])
        report = Report(netlist, netlist.name, limits)
    except NetlistError as error:
        print(f"report: {error}", file=sys.stderr)
        return 2
    print(json.dumps(report.as_json(), indent=2) if options.json else report.text(), end="")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
