# SPDX-License-Identifier: Apache-2.0
"""Reads Verilator's waiver files (*.vlt, most of them in rtl/lint).

The simulator reads them too; scripts/lint lints without them and applies them itself, because
Verilator does not tell which of them are of any use. Each has its reason in the comment above it.
"""

from __future__ import annotations

import re
from pathlib import Path

from lint_base import LintError, Waiver

WAIVER = re.compile(r'lint_off -rule (\w+) -file "([^"]+)"(?: -match "([^"]+)")?')


def parse(text: str, where: str) -> list[Waiver]:
    """The waivers of one file; a line that is neither waiver nor comment is an error."""
    found: list[Waiver] = []
    reason = ""
    follows_comment = False
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if line.startswith("//"):
            words = line.lstrip("/ ")
            if words.startswith("SPDX-License-Identifier"):
                continue
            reason = f"{reason} {words}" if follows_comment else words
            follows_comment = True
            continue
        follows_comment = False
        if line in ("", "`verilator_config"):
            continue
        match = WAIVER.fullmatch(line)
        if not match:
            raise LintError(
                f'{where}:{number}: not as expected: lint_off -rule RULE -file "GLOB" '
                f'[-match "GLOB"], alone in its line: {line}'
            )
        if not reason:
            raise LintError(f"{where}:{number}: no comment above it says why: {line}")
        rule, file, text_glob = match.groups()
        found.append(Waiver(file, rule, text_glob or "*", reason, where, number))
    return found


def load(files: list[str]) -> list[Waiver]:
    return [w for f in files for w in parse(Path(f).read_text("utf-8"), f)]
