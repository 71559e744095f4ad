# SPDX-License-Identifier: Apache-2.0
"""The RTL with mutants in it, written to build/mutate/rtl, and which mutant stands where in it."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from mutant import Extent, Mutant, with_mutants

PACKAGE = "rtl/mutate/rnic_mutant_pkg.sv"
_PACKAGE_TEXT = """\
// SPDX-License-Identifier: Apache-2.0
// Made by scripts/mutate. The number of the mutant to be, known before anything is evaluated.
package rnic_mutant_pkg;
  import "DPI-C" function int rnic_mutant_number();
  int chosen = rnic_mutant_number();
endpackage
"""
_WAIVER = """\
`verilator_config
// SPDX-License-Identifier: Apache-2.0
// Nobody looks at waves of a mutant, and half of a model's code is for them.
tracing_off
// A model without a mutant has no use for the number.
lint_off -rule UNUSEDSIGNAL -file "*/rnic_mutant_pkg.sv"
// A literal in a choice of two is extended like any operand; a boundary may be one always met.
lint_off -rule WIDTH
lint_off -rule UNSIGNED
lint_off -rule CMPCONST
"""


def sources(list_file: Path) -> list[str]:
    lines = list_file.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip().endswith(".sv")]


def _write(path: Path, text: str) -> None:
    """Only where it differs: what was built from an unchanged file stays."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@dataclass
class Tree:
    """A tree `root` that holds rtl/ of `origin` with mutants."""

    origin: Path
    root: Path
    extents: dict[str, list[Extent]] = field(default_factory=dict)

    def write(self, mutants: dict[int, Mutant]) -> None:
        numbered: dict[str, dict[int, Mutant]] = defaultdict(dict)
        for number, mutant in mutants.items():
            numbered[mutant.file][number] = mutant
        self.extents = {}
        wanted = {PACKAGE, "rtl/lint/mutate.vlt"}
        for path in sorted((self.origin / "rtl").rglob("*")):
            file = str(path.relative_to(self.origin))
            if path.suffix not in (".sv", ".svh", ".vlt", ".f"):
                continue
            wanted.add(file)
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".f":
                text = re.sub(r"^rtl/", f"{PACKAGE}\nrtl/", text, count=1, flags=re.MULTILINE)
            if file in numbered:
                text, self.extents[file] = with_mutants(text, numbered[file])
            _write(self.root / file, text)
        _write(self.root / PACKAGE, _PACKAGE_TEXT)
        _write(self.root / "rtl/lint/mutate.vlt", _WAIVER)
        for path in sorted((self.root / "rtl").rglob("*")):
            if path.is_file() and str(path.relative_to(self.root)) not in wanted:
                path.unlink()

    def at(self, file: str, offset: int) -> set[int]:
        """The numbers of the innermost mutants whose text covers the byte."""
        around = [e for e in self.extents.get(file, []) if e[0] <= offset <= e[1]]
        shortest = min((end - start for start, end, _ in around), default=0)
        return {number for start, end, number in around if end - start == shortest}

    def on_line(self, file: str, line: int, column: int) -> set[int]:
        """The same for a line and a column, from 1; where nothing covers it, all of the line."""
        lines = (self.root / file).read_bytes().splitlines(keepends=True)
        begin = sum(map(len, lines[: line - 1]))
        end = begin + len(lines[line - 1])
        if found := self.at(file, begin + column - 1):
            return found
        return {n for start, stop, n in self.extents.get(file, []) if start < end and stop > begin}
