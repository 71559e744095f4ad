# SPDX-License-Identifier: Apache-2.0
"""What scripts/synth synthesises: the entries of limits.toml, and any module by name.

    entries = read_entries(Path("tools/synth/limits.toml"))
    for entry in select(entries, ["rnic_icrc_engine:check", "rnic_skid"]):
        print(entry.name, entry.limits)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FILE = Path("tools/synth/limits.toml")
LEVELS = 5  # in front of any register of any module, unless its entry says less
ALLOWED = {"parameters": dict, "nightly": bool, "wiring": bool, "levels": int, "lut": int}


class EntryError(Exception):
    """The list can't be read, or has no such entry; the text says why."""


@dataclass(frozen=True)
class Entry:
    """A module in one form: its parameters, and its limits by name.

    nightly   --changed takes it only when its own file has changed, not one below it
    wiring    it only connects others of the list: nothing to synthesise
    listed    it stands in limits.toml, so it has a committed report
    """

    module: str
    form: str
    parameters: dict[str, int] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=lambda: {"levels": LEVELS})
    nightly: bool = False
    wiring: bool = False
    listed: bool = False

    @property
    def name(self) -> str:
        return self.module if self.form == "default" else f"{self.module}:{self.form}"

    @property
    def file_stem(self) -> str:
        return self.name.replace(":", ".")

    @property
    def title(self) -> str:
        parameters = ", ".join(f"{name} = {value}" for name, value in self.parameters.items())
        return self.name + (f" ({parameters})" if parameters else "")


def read_entries(path: Path) -> list[Entry]:
    """What is synthesised and has a committed report."""
    return [entry for entry in read_list(path) if not entry.wiring]


def read_wiring(path: Path) -> set[str]:
    """Modules that only connect others of the list."""
    return {entry.module for entry in read_list(path) if entry.wiring}


def read_list(path: Path) -> list[Entry]:
    try:
        tables: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise EntryError(f"{path}: {error}") from error
    entries = []
    for module, forms in tables.items():
        if not isinstance(forms, dict):
            raise EntryError(f"{path}: {module} is no table: write [{module}.default]")
        for form, table in forms.items():
            if not isinstance(table, dict):
                raise EntryError(f"{path}: [{module}] has no forms: write [{module}.default]")
            entries.append(entry_of(f"{path}: [{module}.{form}]", module, form, table))
    return entries


def entry_of(place: str, module: str, form: str, table: dict[str, Any]) -> Entry:
    for name, value in table.items():
        if name not in ALLOWED:
            raise EntryError(f"{place}: no such key: {name} (there are {', '.join(ALLOWED)})")
        if type(value) is not ALLOWED[name]:
            raise EntryError(f"{place}: {name} = {value!r} is no {ALLOWED[name].__name__}")
    limits = {"levels": LEVELS} | {n: v for n, v in table.items() if n in ("levels", "lut")}
    if limits["levels"] > LEVELS:
        raise EntryError(f"{place}: levels = {limits['levels']} is above {LEVELS}")
    parameters, nightly = table.get("parameters", {}), table.get("nightly", False)
    wiring = table.get("wiring", False)
    return Entry(module, form, parameters, limits, nightly, wiring, listed=True)


def select(entries: list[Entry], wanted: list[str]) -> Iterator[Entry]:
    """The entries of each MODULE or MODULE:FORM; all when none is named, or "all" is."""
    if not wanted or "all" in wanted:
        yield from entries
        return
    for name in dict.fromkeys(wanted):
        module, _, form = name.partition(":")
        found = [e for e in entries if e.module == module and form in ("", e.form)]
        if not found and form:
            forms = ", ".join(e.name for e in entries if e.module == module) or "none"
            raise EntryError(f"{FILE} has no {name} (of this module: {forms})")
        yield from found or [Entry(module, "default")]
