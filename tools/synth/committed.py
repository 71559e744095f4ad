# SPDX-License-Identifier: Apache-2.0
"""The committed reports in fpga/reports: one small JSON file an entry of limits.toml.

A report holds what was measured, of what (parameters, hash of the sources), and by what (flow,
Yosys's version); nothing of when or where. A new measurement is compared with it: growth beyond
GROWTH fails until the report is written anew, so that growing is a decision and a line of a diff.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from entries import FILE, Entry, read_wiring
from report import Report
from paths import DeepPath
from sources import Sources
from yosys import Flow, tool_versions

FOLDER = Path("fpga/reports")
GROWTH = 0.05
GUARDED = {
    "lut": "LUTs of logic",
    "lut_memory": "LUTs as memory",
    "ff": "flip-flops",
    "bram": "block RAMs",
    "uram": "UltraRAMs",
}

Record = dict[str, Any]


class RecordError(Exception):
    """A committed report that is missing or unusable; the text says why."""


def path_of(entry: Entry) -> Path:
    return FOLDER / f"{entry.file_stem}.json"


def identity(entry: Entry, sources: Sources, flow: Flow) -> Record:
    """Of what and by what: if this is the same, so are the numbers."""
    return {
        "module": entry.module,
        "form": entry.form,
        "parameters": entry.parameters,
        "family": flow.family.name,
        "flow": flow.commands(entry.module),
        "tools": tool_versions(),
        "source_hash": sources.hash_of(entry.module),
        "own_hash": sources.own_hash_of(entry.module),
    }


def numbers(report: Report) -> dict[str, int | float]:
    size = report.size
    return {
        "levels": report.levels,
        "lut": size.lut,
        "lut_memory": size.memory_sites,
        "ff": size.kinds["ff"],
        "bram": size.bram if size.bram % 1 else int(size.bram),
        "uram": size.kinds["uram"],
        "srl": size.kinds["srl"],
        "lutram": size.kinds["lutram"],
        "carry": size.kinds["carry"],
        "muxf": size.kinds["muxf"],
    }


def path_record(path: DeepPath | None) -> Record | None:
    if path is None:
        return None
    weight = path.weight
    return {
        "levels": weight.levels,
        "muxf": weight.muxf,
        "carry": weight.carry,
        "start": stable(path.steps[0].net),
        "end": stable(path.end_name) + (f", pin {path.end.port}" if path.end.cell else ""),
    }


def stable(name: str) -> str:
    """A name that Yosys made up is another one after the next edit."""
    return "a register without name" if name.startswith(("$", "(")) else name


def record_of(entry: Entry, report: Report, sources: Sources, flow: Flow) -> Record:
    return identity(entry, sources, flow) | {
        "limits": entry.limits,
        "numbers": numbers(report),
        "paths": {f"{s}_to_{e}": path_record(p) for (s, e), p in report.deepest.items()},
        "register_pins_by_levels": {str(n): c for n, c in sorted(report.ends_by_levels.items())},
        "contains": sources.modules_of(entry.module),
    }


def write(entry: Entry, record: Record) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    path_of(entry).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def load(entry: Entry) -> Record:
    path = path_of(entry)
    try:
        record: Record = json.loads(path.read_text(encoding="utf-8"))
        for name in GUARDED.keys() | {"levels"}:
            record["numbers"][name] + 0  # there, and a number
    except FileNotFoundError as error:
        raise RecordError(f"{path}: no report yet: scripts/synth --update {entry.name}") from error
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(f"{path}: no report of scripts/synth ({error!r})") from error
    return record


def stale(record: Record, entry: Entry, sources: Sources, flow: Flow) -> list[str]:
    """What has changed since the report was written; empty: it holds for this checkout."""
    now = identity(entry, sources, flow)
    names = {"source_hash": "sources", "own_hash": "own file"}
    return [names.get(key, key) for key, value in now.items() if record.get(key) != value]


def compare(old: Record, new: Record, entry: Entry) -> list[str]:
    """What has grown too much."""
    found = []
    for name, title in GUARDED.items():
        before, after = old["numbers"][name], new["numbers"][name]
        if after > before * (1 + GROWTH):
            percent = f"+{100 * (after / before - 1):.1f} %" if before else "none before"
            found.append(
                f"{title}: {before:,} -> {after:,} ({percent}), more than {100 * GROWTH:.0f} %; "
                f"if it must be: scripts/synth --update {entry.name}"
            )
    return found


def uncovered(entries: list[Entry], sources: Sources) -> list[str]:
    """Modules of rtl/rnic.f that are neither listed nor below one that is synthesised."""
    covered = {entry.module for entry in entries}
    for module in list(covered):
        covered.update(sources.modules_of(module))
    return [m for m in sources.modules if m not in covered | read_wiring(FILE)]


def orphans(entries: list[Entry]) -> list[Path]:
    """Reports of what is no longer listed."""
    known = {path_of(entry) for entry in entries}
    return sorted(path for path in FOLDER.glob("*.json") if path not in known)
