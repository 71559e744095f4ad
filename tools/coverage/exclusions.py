# SPDX-License-Identifier: Apache-2.0
"""What cannot be reached, with the reason: tools/coverage/exclusions.toml.

    [[exclude]]
    file = "rtl/sq/rnic_x.sv"       # a pattern may stand for several files
    kind = "branch"                 # line, branch, toggle, user; code: line and branch
    text = "default: state_d = StIdle;"   # what stands in that source line, or part of it
    through = "endfunction"         # optional: all from there through the next line with this
    name = "else"                   # optional: of the branch, signal or cover
    reason = "the state has no other value"

An entry goes by text, not by line number, so that an edit elsewhere does not move it. One that
excludes nothing any more is stale: an error.
"""

from __future__ import annotations

import fnmatch
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path


KINDS = {kind: (kind,) for kind in ("line", "branch", "toggle", "user")} | {
    "code": ("line", "branch")
}


class ExclusionError(Exception):
    """The file cannot be read; the text says where and why."""


@dataclass
class Exclusion:
    file: str
    kind: str
    text: str
    name: str
    through: str
    reason: str
    used: int = 0

    def names(self, lines: tuple[str, ...], line: int) -> bool:
        """Is it about this line, counted from 1?"""
        if not 0 < line <= len(lines):
            return False
        if not self.through:
            return self.text in lines[line - 1]
        for at in range(line - 1, -1, -1):
            if self.text in lines[at]:
                return True
            if self.through in lines[at] and at != line - 1:
                return False
        return False


@dataclass
class Exclusions:
    root: Path
    entries: list[Exclusion] = field(default_factory=list)

    def covers(self, file: str, line: int, kind: str, name: str) -> bool:
        """Is this unreached point excluded? Marks the entry as used."""
        for entry in self.entries:
            if (
                kind in KINDS[entry.kind]
                and fnmatch.fnmatchcase(file, entry.file)
                and (not entry.name or fnmatch.fnmatchcase(name, entry.name))
                and entry.names(source_lines(self.root / file), line)
            ):
                entry.used += 1
                return True
        return False

    def stale(self) -> list[Exclusion]:
        return [entry for entry in self.entries if not entry.used]


@cache
def source_lines(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8").splitlines())


def read_exclusions(path: Path, root: Path) -> Exclusions:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("exclude", [])
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ExclusionError(f"{path}: {error}") from error
    entries = []
    for number, table in enumerate(tables, 1):
        where = f"{path}: exclude {number}"
        unknown = set(table) - {"file", "kind", "text", "name", "through", "reason"}
        if unknown:
            raise ExclusionError(f"{where}: unknown key {sorted(unknown)[0]}")
        for key in ("file", "kind", "text", "reason"):
            if not table.get(key):
                raise ExclusionError(f"{where}: no {key}")
        if table["kind"] not in KINDS:
            raise ExclusionError(f"{where}: kind is {', '.join(KINDS)}")
        entries.append(Exclusion(**{"name": "", "through": "", **table}))
    return Exclusions(root, entries)
