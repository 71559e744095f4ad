# SPDX-License-Identifier: Apache-2.0
"""What all linters of scripts/lint share: findings, waivers, the sources, running programs."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

WAIVERS = Path("tools/lint/waivers.toml")
SKIPPED_FOLDERS = re.compile(r"\.git|build(-.*)?|__pycache__")


class LintError(Exception):
    """A linter that could not be run; the text says why."""


@dataclass(frozen=True, order=True)
class Finding:
    file: str  # from the root of the checkout
    line: int
    check: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text} [{self.check}]"


def glob_matches(pattern: str, text: str) -> bool:
    """Where `*` is any text, slashes too, and `?` any character, as in Verilator's own."""
    parts = (".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.fullmatch("".join(parts), text, re.DOTALL) is not None


@dataclass(frozen=True)
class Waiver:
    """Findings of one check in some files with some text, which are right as they are."""

    file: str
    check: str
    text: str
    reason: str
    where: str  # the file that holds it
    line: int = 1

    def covers(self, finding: Finding) -> bool:
        return (
            self.check == finding.check
            and glob_matches(self.file, finding.file)
            and glob_matches(self.text, finding.text)
        )

    def stale(self) -> Finding:
        what = f"{self.check} in {self.file}" + (f", {self.text}" if self.text != "*" else "")
        return Finding(self.where, self.line, "stale-waiver", f"it waives nothing: {what}")


def apply(
    waivers: Sequence[Waiver], findings: Iterable[Finding]
) -> tuple[list[Finding], set[Waiver]]:
    """The findings that no waiver covers, each once, and the waivers that cover some."""
    left: set[Finding] = set()
    used: set[Waiver] = set()
    for finding in findings:
        covering = [w for w in waivers if w.covers(finding)]
        used.update(covering)
        if not covering:
            left.add(finding)
    return sorted(left), used


def load_waivers(path: Path, tool: str) -> list[Waiver]:
    """The [[TOOL]] entries of a TOML file. Each has file, check, text and reason."""
    text = path.read_text(encoding="utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LintError(f"{path}: {error}") from error
    found: list[Waiver] = []
    heads = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() == f"[[{tool}]]"]
    entries = tables.get(tool, [])
    for line, entry in zip(heads, entries, strict=True):
        if set(entry) != {"file", "check", "text", "reason"} or not all(
            isinstance(v, str) and v.strip() for v in entry.values()
        ):
            raise LintError(f"{path}:{line}: a waiver has file, check, text and reason, all told")
        found.append(Waiver(**entry, where=str(path), line=line))
    return found


@dataclass
class Report:
    """A row of the closing table."""

    tool: str
    what: str
    files: int = 0
    findings: list[Finding] = field(default_factory=list)
    waivers: set[Waiver] = field(default_factory=set)  # that are of use
    seconds: float = 0.0
    cpu_seconds: float = 0.0


def judge(report: Report, waivers: Sequence[Waiver], raw: Iterable[Finding], whole: bool) -> None:
    """Fills in what is left of RAW. A look at a part of the sources shows no stale waiver."""
    report.findings, report.waivers = apply(waivers, raw)
    if whole:
        report.findings += [w.stale() for w in waivers if w not in report.waivers]


@contextmanager
def timed(report: Report) -> Iterator[None]:
    def spent() -> float:
        both = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, both))

    start, cpu = time.monotonic(), spent()
    try:
        yield
    finally:
        report.seconds += time.monotonic() - start
        report.cpu_seconds += spent() - cpu


def walk(root: Path) -> list[str]:
    """All files of the checkout, without Git's and the builds', from its root."""
    found: list[str] = []
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not SKIPPED_FOLDERS.fullmatch(f)]
        found += [str(Path(folder, f).relative_to(root)) for f in files]
    return sorted(found)


def with_suffix(files: Iterable[str], *suffixes: str) -> list[str]:
    return [f for f in files if f.endswith(suffixes)]


def run(command: Sequence[str], stdin: str | None = None, **environment: str) -> tuple[int, str]:
    """Status and all that COMMAND says."""
    try:
        done = subprocess.run(
            list(command),
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
            check=False,
        )
    except OSError as error:
        raise LintError(f"{command[0]} could not be run: {error}") from error
    return done.returncode, done.stdout


def batches(items: Sequence[str], count: int) -> list[list[str]]:
    """ITEMS dealt into at most COUNT lists."""
    return [list(b) for n in range(count) if (b := items[n::count])]
