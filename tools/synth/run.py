# SPDX-License-Identifier: Apache-2.0
"""Synthesises entries of limits.toml, reports each, and holds it against its limits and its
committed report; scripts/synth calls it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import committed
import cost
from committed import Record, RecordError
from entries import FILE, Entry, EntryError, read_entries, select
from families import DEFAULT, FAMILIES
from netlist import Netlist, NetlistError
from report import Report
from sources import SourceError, Sources
from yosys import Flow, SynthError, run_yosys


@dataclass
class Result:
    """What became of an entry: a report, or why there is none; and what is wrong with it."""

    entry: Entry
    report: Report | None = None
    record: Record = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    note: str = ""
    seconds: float = 0

    @property
    def verdict(self) -> str:
        return "FAILED" if self.failures else "passed"


class Run:
    """One call of scripts/synth."""

    def __init__(self, sources: Sources, flow: Flow, update: bool) -> None:
        self.sources = sources
        self.flow = flow
        self.update = update

    def do(self, entry: Entry) -> Result:
        """Synthesises one entry. What goes wrong is in the result: the others go on."""
        start = time.monotonic()
        result = Result(entry)
        try:
            netlist = Netlist.load(run_yosys(entry, self.sources, self.flow), self.flow.family)
            limits = entry.limits if self.flow.committed else {}
            result.report = Report(netlist, entry.title, limits)
            result.record = committed.record_of(entry, result.report, self.sources, self.flow)
            result.failures += result.report.failures
            self._leave(result)
            if entry.listed and self.flow.committed:
                self._hold_against_report(result)
        except (NetlistError, SynthError, SourceError) as error:
            result.failures.append(str(error))
        result.seconds = time.monotonic() - start
        print(f"synth: {entry.name}: {result.verdict}, {result.seconds:.0f} s", file=sys.stderr)
        return result

    def _leave(self, result: Result) -> None:
        assert result.report is not None
        text, as_json = result.report.text(), json.dumps(result.report.as_json(), indent=2) + "\n"
        self.flow.file(result.entry, ".txt").write_text(text, encoding="utf-8")
        self.flow.file(result.entry, ".json").write_text(as_json, encoding="utf-8")

    def _hold_against_report(self, result: Result) -> None:
        entry, new = result.entry, result.record
        try:
            old: Record | None = committed.load(entry)
        except RecordError as error:
            old = None
            if not self.update:
                result.failures.append(str(error))
        if self.update:
            if result.failures:
                result.note = "report not written"
            elif old == new:
                result.note = "report as it was"
            else:
                committed.write(entry, new)
                result.note = "report written"
        elif old is not None:
            result.failures += committed.compare(old, new, entry)
            same = old["numbers"] == new["numbers"]
            result.note = "as reported" if same else f"was {short(old['numbers'])}"


def short(numbers: Record) -> str:
    lut, memory, ff = (numbers[name] for name in ("lut", "lut_memory", "ff"))
    return f"{numbers['levels']} levels, {lut:,} + {memory:,} LUT, {ff:,} FF"


def summary(results: list[Result], lut: str) -> str:
    head = f"{'levels':>6} {lut:>8} {'+memory':>8} {'FF':>8} {'BRAM':>6} {'s':>5}"
    lines = [f"{'module':<32} {head}"]
    for result in results:
        if result.report:
            n = result.record["numbers"]
            size = f"{n['lut']:>8,} {n['lut_memory']:>8,} {n['ff']:>8,} {n['bram']:>6g}"
            numbers = f"{n['levels']:>6} {size} {result.seconds:>5.0f}"
        else:
            numbers = f"{'not synthesised':>46}"
        verdict = f"{result.verdict}  {result.note}".rstrip()
        lines.append(f"{result.entry.name:<32} {numbers}   {verdict}")
    return "\n".join(lines)


def changed(entries: list[Entry], sources: Sources, flow: Flow) -> list[Entry]:
    """The entries whose report is not of this checkout. Of the nightly ones those where something
    is new that no other entry has: the module's own file, parameters, Yosys."""
    found, left = [], []
    for entry in entries:
        try:
            why = committed.stale(committed.load(entry), entry, sources, flow)
        except RecordError:
            why = ["report"]
        if entry.nightly and why == ["sources"]:
            left.append(entry.name)
        elif why:
            print(f"synth: {entry.name}: new {', '.join(why)}", file=sys.stderr)
            found.append(entry)
    if left:
        print(f"synth: changed below, for a full run: {', '.join(left)}", file=sys.stderr)
    current = len(entries) - len(found) - len(left)
    print(f"synth: {current} of {len(entries)} reports are of these sources", file=sys.stderr)
    return found


def longest_first(entries: list[Entry]) -> list[Entry]:
    def size(entry: Entry) -> float:
        try:
            return float(committed.load(entry)["numbers"]["lut"])
        except RecordError:
            return 0

    return sorted(entries, key=size, reverse=True)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/synth")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--family", default=DEFAULT.name)
    parser.add_argument("--mapping", choices=("depth", "default"), default="depth")
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("entries", nargs="*")
    return parser.parse_args(arguments)


def chosen(options: argparse.Namespace, sources: Sources, flow: Flow) -> list[Entry]:
    listed = read_entries(FILE)
    entries = list(select(listed, options.entries))
    for entry in entries:
        sources.file_of(entry.module)  # stops here when there is no such module
    if options.changed:
        entries = changed([entry for entry in entries if entry.listed], sources, flow)
    return longest_first(entries)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    sources = Sources(Path("."))
    try:
        if options.docs or options.check:
            return cost.main(sources, write=options.docs)
        if options.family not in FAMILIES:
            raise EntryError(f"no family {options.family} (there are {', '.join(FAMILIES)})")
        flow = Flow(FAMILIES[options.family], options.mapping == "depth")
        if (options.update or options.changed) and not flow.committed:
            raise EntryError(f"reports are of --family {DEFAULT.name} --mapping depth only")
        entries = chosen(options, sources, flow)
    except (EntryError, SourceError) as error:
        print(f"synth: {error}", file=sys.stderr)
        return 2
    if not entries:
        print("synth: nothing to do")
        return 0
    flow.output.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(Run(sources, flow, options.update).do, entries))
    for result in results:
        print(result.report.text() if result.report else f"{result.entry.name}: not synthesised\n")
    print(summary(results, flow.family.lut))
    print(f"\nreports: {flow.output}/*.txt")
    for result in results:
        for failure in result.failures:
            print(f"FAILED {result.entry.name}: {failure}")
    if any(result.report is None for result in results):
        return 2
    return 1 if any(result.failures for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
