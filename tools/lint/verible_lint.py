# SPDX-License-Identifier: Apache-2.0
"""Verible's linter (verible.rules), and its formatter by way of sv_format.py."""

from __future__ import annotations

import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sv_format
from lint_base import Finding, LintError, Waiver, batches, run

RULES = Path("tools/lint/verible.rules")
FORMAT = Path("tools/lint/sv_format.toml")
# file:line:columns: sentence [Style: topic] [rule]
MESSAGE = re.compile(r"([^:\s]+):(\d+):\d+[-:\d]*: (.*?)(?: \[Style: .*?\])? \[([a-z0-9-]+)\]$")
SYNTAX = re.compile(r"([^:\s]+):(\d+):\d+[-:\d]*: (.*)")


def parse(output: str) -> list[Finding]:
    found: list[Finding] = []
    for line in output.splitlines():
        if match := MESSAGE.fullmatch(line):
            file, number, text, rule = match.groups()
        elif match := SYNTAX.fullmatch(line):
            file, number, text, rule = *match.groups(), "syntax"
        else:
            continue
        found.append(Finding(file, int(number), rule, text))
    return found


def lint(program: Path, files: list[str], parallel: int) -> list[Finding]:
    def one(batch: list[str]) -> list[Finding]:
        options = ["--ruleset=none", f"--rules_config={RULES}"]
        status, output = run([str(program), *options, *batch])
        found = parse(output)
        if (status != 0) != bool(found):
            raise LintError(f"verible's linter: status {status}: {output.strip()[:300]}")
        return found

    with ThreadPoolExecutor(parallel) as pool:
        return [f for found in pool.map(one, batches(files, parallel)) for f in found]


def format_settings() -> tuple[list[str], list[Waiver]]:
    """Flags for the formatter, and the files that are left out, each a waiver of all it has."""
    text = FORMAT.read_text("utf-8")
    data = tomllib.loads(text)
    heads = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() == "[[exclude]]"]
    excluded: list[Waiver] = []
    for line, entry in zip(heads, data.get("exclude", []), strict=True):
        if set(entry) != {"file", "reason"}:
            raise LintError(f"{FORMAT}:{line}: an exclusion has file and reason")
        excluded.append(Waiver(entry["file"], "format", "*", entry["reason"], str(FORMAT), line))
    return data["flags"], excluded


def formatted(program: Path, flags: list[str], file: str) -> tuple[list[Finding], str]:
    """The findings in one file, and its text without them."""
    source = Path(file).read_text("utf-8")
    # A file that cannot be parsed comes back as it is, with a message.
    status, output = run([str(program), *flags, "--failsafe_success=false", file])
    if status != 0:
        said = parse(output) or [Finding(file, 1, "syntax", output.strip()[:200])]
        return said, source
    findings, mended = sv_format.compare(source, output)
    return [Finding(file, f.line, "format", f.text) for f in findings], mended


def check_format(
    program: Path, files: list[str], parallel: int
) -> tuple[list[Finding], list[Waiver], dict[str, str]]:
    """All findings, the waivers that sv_format.toml makes, and the text of each file mended."""
    flags, excluded = format_settings()
    with ThreadPoolExecutor(parallel) as pool:
        done = list(pool.map(lambda f: formatted(program, flags, f), files))
    mended = {f: text for f, (found, text) in zip(files, done, strict=True) if found}
    return [f for found, _ in done for f in found], excluded, mended
