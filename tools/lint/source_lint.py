# SPDX-License-Identifier: Apache-2.0
"""The linters that take a list of files and say all in one go: clang-format, shellcheck, ruff.

And one rule for all languages: a waiver stands in a file of waivers, never in the source.
"""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lint_base import Finding, LintError, batches, run

RUFF_CONFIG = Path("tools/lint/ruff.toml")
SHEBANG = re.compile(r"#!\S*(?:/env )?\S*\b(?:ba|da)?sh\b")
SHELL_HINT = re.compile(r"# shellcheck shell=", re.MULTILINE)

# What each language would take for a waiver in its source. Verilator's is in scripts/repo_rules.
PRAGMAS = {
    ".sv .svh": re.compile(r"verilog_(?:lint|format):"),
    ".cc .h": re.compile(r"NO(?:LINT)|clang-format(?: off)"),
    ".py": re.compile(r"# (?:noqa\b|ruff: )"),
    "": re.compile(r"# shellcheck disable="),  # shell scripts
}


def is_shell(root: Path, file: str) -> bool:
    if "." in Path(file).name and not file.endswith(".sh"):
        return False
    with (root / file).open("rb") as opened:
        head = opened.read(400).decode("utf-8", "replace")
    return bool(SHEBANG.match(head) or (file.endswith(".sh") and SHELL_HINT.search(head)))


def pragma_of(file: str, shell: bool) -> re.Pattern[str] | None:
    if shell:
        return PRAGMAS[""]
    suffix = Path(file).suffix
    return next((p for kinds, p in PRAGMAS.items() if suffix and suffix in kinds.split()), None)


def in_source(root: Path, files: list[str]) -> list[Finding]:
    found: list[Finding] = []
    for file in files:
        pattern = pragma_of(file, is_shell(root, file))
        if not pattern:
            continue
        for number, line in enumerate((root / file).read_text("utf-8").splitlines(), 1):
            if match := pattern.search(line):
                where = "put the waiver into tools/lint/waivers.toml"
                found.append(Finding(file, number, "pragma", f'"{match.group()}": {where}'))
    return found


def clang_format(files: list[str], parallel: int) -> list[Finding]:
    pattern = re.compile(r"([^:\s]+):(\d+):\d+: error: .*\[-Wclang-format-violations\]")

    def one(batch: list[str]) -> list[Finding]:
        options = ["--dry-run", "-Werror", "--ferror-limit=0", "--style=file"]
        status, output = run(["clang-format", *options, *batch])
        text = "not formatted; to format it: scripts/format"
        found = [Finding(f, int(n), "format", text) for f, n in pattern.findall(output)]
        if (status != 0) != bool(found):
            raise LintError(f"clang-format: status {status}: {output.strip()[:300]}")
        return found

    with ThreadPoolExecutor(parallel) as pool:
        return [f for found in pool.map(one, batches(files, parallel)) for f in found]


def shellcheck(files: list[str], parallel: int) -> list[Finding]:
    def one(batch: list[str]) -> list[Finding]:
        status, output = run(["shellcheck", "--external-sources", "--format=json1", *batch])
        if status not in (0, 1):
            raise LintError(f"shellcheck: status {status}: {output.strip()[:300]}")
        return [
            Finding(c["file"], c["line"], f"SC{c['code']}", c["message"])
            for c in json.loads(output)["comments"]
        ]

    with ThreadPoolExecutor(parallel) as pool:
        return [f for found in pool.map(one, batches(files, parallel)) for f in found]


def ruff(program: Path, files: list[str]) -> list[Finding]:
    """Syntax and ruff.toml's rules."""
    options = ["--no-cache", "--config", str(RUFF_CONFIG), "--output-format", "json", "--quiet"]
    status, output = run([str(program), "check", *options, *files])
    if status not in (0, 1):
        raise LintError(f"ruff: status {status}: {output.strip()[:300]}")
    here = f"{Path.cwd()}/"
    return [
        Finding(
            f["filename"].removeprefix(here),
            f["location"]["row"],
            f["code"] or "syntax",
            f["message"],
        )
        for f in json.loads(output)
    ]
