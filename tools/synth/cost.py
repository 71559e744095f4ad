# SPDX-License-Identifier: Apache-2.0
"""Writes what the modules cost into the pages, from the committed reports; needs no Yosys.

A page says where, and the text between the two lines is this tool's:

    <!-- cost rtl/tx rnic_tx -->     these modules, and those of these folders
    <!-- cost all -->                every entry of limits.toml
    <!-- cost VU9P -->               rnic_tx and rnic_rx beside the device
    <!-- /cost -->

`scripts/synth --docs` writes, `scripts/synth --check` tells whether anything would change, whether
each entry has its report, and whether every module is in one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import committed
from committed import Record, RecordError
from entries import FILE, Entry, EntryError, read_entries, read_wiring
from sources import Sources

PAGES = Path("docs")
SECTION = re.compile(r"(<!-- cost (?P<what>[^>]*?) -->\n)(?P<text>.*?)(<!-- /cost -->)", re.DOTALL)
MARKER = re.compile(r"<!-- /?cost\b")

# AMD DS890, UltraScale Architecture and Product Data Sheet: Overview, Virtex UltraScale+ devices.
VU9P = {"lut": 1_182_240, "ff": 2_364_480, "bram": 2_160, "uram": 960}
TOPS = ("rnic_tx", "rnic_rx")

HEAD = """\
| module | LUT6, logic | LUT6, memory | flip-flops | block RAM | levels | the deepest path |
|---|---:|---:|---:|---:|---:|---|
"""
SOURCE = "Yosys for UltraScale+, `scripts/synth`; from [fpga/reports]({up}fpga/reports).\n"


class Costs:
    """The reports of all entries, and the text that pages make of them."""

    def __init__(self, entries: list[Entry], sources: Sources) -> None:
        self.entries = entries
        self.sources = sources
        self.wiring = read_wiring(FILE)
        self.records = {entry.name: committed.load(entry) for entry in entries}

    def section(self, what: str, page: Path) -> str:
        up = "../" * (len(page.parts) - 1)
        if what == "all":
            return self.table(self.entries) + "\n" + SOURCE.format(up=up)
        if what == "VU9P":
            return self.device()
        text = self.parts(what.split(), page)
        return text + "\n" + SOURCE.format(up=up)

    def table(self, entries: list[Entry]) -> str:
        rows = (row(f"`{e.title}`", self.records[e.name]) for e in entries)
        return HEAD + "".join(rows)

    def parts(self, names: list[str], page: Path) -> str:
        """Modules and folders: a row for each that has an entry, a word on where the others are."""
        places = {module: str(self.sources.files[module].parent) for module in self.sources.modules}
        for name in names:
            if name not in places and name not in places.values():
                raise EntryError(f"{page}: no module in {name}, and none of that name")
        inside = [module for module, folder in places.items() if {module, folder} & set(names)]
        listed = [entry for entry in self.entries if entry.module in inside]
        text = self.table(listed) if listed else ""
        rest: dict[str, list[str]] = {}
        for module in inside:
            if self.is_part(module):
                rest.setdefault(self.smallest_around(module), []).append(f"`{module}`")
        if rest:
            parts = "; ".join(f"in `{around}` {', '.join(names)}" for around, names in rest.items())
            text += f"\nCounted in what contains them: {parts}.\n"
        return text.lstrip("\n")

    def is_part(self, module: str) -> bool:
        return module not in self.wiring and all(e.module != module for e in self.entries)

    def smallest_around(self, module: str) -> str:
        """The entry that holds it and least else."""
        around = [e for e in self.entries if module in self.sources.modules_of(e.module)]
        if not around:
            raise EntryError(f"{FILE}: {module} is in no entry")
        return min(around, key=lambda e: (len(self.sources.modules_of(e.module)), e.name)).module

    def device(self) -> str:
        """Both paths together beside a VU9P; LUTs with those used as memory."""
        lines = ["| | LUT6 | flip-flops | block RAM | UltraRAM |\n|---|---:|---:|---:|---:|\n"]
        total = dict.fromkeys(VU9P, 0.0)
        for name in TOPS:
            numbers = self.records[name]["numbers"]
            used = {key: numbers[key] for key in VU9P}
            used["lut"] += numbers["lut_memory"]
            total = {key: total[key] + used[key] for key in VU9P}
            lines.append(device_row(f"`{name}`", used))
        share = (f"{100 * total[key] / VU9P[key]:.1f} %" for key in VU9P)
        lines += [
            device_row("both", total),
            device_row("a VU9P has", VU9P),
            f"| of it | {' | '.join(share)} |\n",
        ]
        return "".join(lines)


def device_row(title: str, numbers: Mapping[str, float]) -> str:
    cells = (f"{n:,.1f}" if n % 1 else f"{n:,.0f}" for n in numbers.values())
    return f"| {title} | {' | '.join(cells)} |\n"


def row(title: str, record: Record) -> str:
    n = record["numbers"]
    sizes = f"{n['lut']:,} | {n['lut_memory']:,} | {n['ff']:,} | {n['bram']:g} | {n['levels']}"
    return f"| {title} | {sizes} | {deepest(record)} |\n"


def deepest(record: Record) -> str:
    """Start and end of the deepest path in front of a register."""
    paths = [p for s in ("register", "port") if (p := record["paths"][f"{s}_to_register"])]
    if not paths:
        return "none"
    path = max(paths, key=lambda p: p["levels"])
    end, _, pin = path["end"].partition(", pin ")
    start, end = (name if " " in name else f"`{name}`" for name in (path["start"], end))
    return f"{start} to {end}" + (f", {pin}" if pin not in ("", "D") else "")


def rewritten(page: Path, text: str, costs: Costs) -> str:
    """The page with its sections as the reports have them."""
    if len(MARKER.findall(text)) != 2 * len(SECTION.findall(text)):
        raise EntryError(f"{page}: <!-- cost … --> and <!-- /cost --> don't pair")
    return SECTION.sub(
        lambda m: m[1] + costs.section(m["what"], page) + m[4],
        text,
    )


def find_faults(entries: list[Entry], sources: Sources) -> list[str]:
    """What is wrong with the list and the reports, whatever the pages say."""
    faults = [f"{FILE}: {m} is in no entry" for m in committed.uncovered(entries, sources)]
    faults += [f"{p}: of no entry of {FILE}" for p in committed.orphans(entries)]
    for entry in entries:
        try:
            record = committed.load(entry)
        except RecordError as error:
            faults.append(str(error))
            continue
        path = committed.path_of(entry)
        if record.get("parameters") != entry.parameters:
            faults.append(f"{path}: of other parameters than {FILE} has")
        for name, limit in entry.limits.items():
            if record["numbers"][name] > limit:
                faults.append(f"{path}: {record['numbers'][name]} {name}, the limit is {limit}")
    return faults


def main(sources: Sources, write: bool) -> int:
    """Status 0: all is current or was written; 1: faults, or pages that would change."""
    entries = read_entries(FILE)
    faults = find_faults(entries, sources)
    written = []
    if not faults:
        costs = Costs(entries, sources)
        for page in sorted(PAGES.rglob("*.md")):
            text = page.read_text(encoding="utf-8")
            new = rewritten(page, text, costs)
            if new != text and write:
                page.write_text(new, encoding="utf-8")
                written.append(str(page))
            elif new != text:
                faults.append(f"{page}: not what fpga/reports says: scripts/synth --docs")
    for fault in faults:
        print(f"synth: {fault}", file=sys.stderr)
    if not faults:
        pages = f"written: {', '.join(written)}" if written else "current"
        print(f"synth: {len(entries)} reports of {len(sources.modules)} modules; pages {pages}")
    return 1 if faults else 0
