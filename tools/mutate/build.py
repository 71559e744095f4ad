# SPDX-License-Identifier: Apache-2.0
"""The build of the mutated RTL in build-mutate: which programs there are, which models each one
holds, which mutants are in a model, and what Verilator says of them."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from mutant import NUMBER_BASE
from tree import Tree

_PLACE = re.compile(r"^%(?:Error|Warning)[A-Z0-9-]*: (\S+?):(\d+):(\d+): (.*)$", re.MULTILINE)
_NUMBER = re.compile(rf"0x{NUMBER_BASE >> 16:x}([0-9a-f]{{4}})U")
_PROGRAM = re.compile(r"^(tb/(?!app/)\S+_test): CXX_EXECUTABLE_LINKER", re.MULTILINE)
_MODEL = re.compile(r"\S*/vl_(\w+)/fast\.cpp$", re.MULTILINE)
_COMMENT = re.compile(r"//.*")
_WORD = re.compile(r"\brnic_\w+")

# These compare two builds of the same RTL: a mutant is in both.
LEFT_OUT = {"icrc_folding_test"}


class BuildError(Exception):
    """The build cannot be done; the text says why."""


@dataclass(frozen=True)
class Program:
    """A test program: its path in the build folder, and the folders of its Verilated models."""

    path: str
    models: tuple[str, ...]
    contents: frozenset[str] = frozenset()  # modules and packages, at least those in the models

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[-1]


@dataclass(frozen=True)
class Build:
    """The checkout `source`, the mutated tree, and the build folder."""

    source: Path
    tree: Tree
    folder: Path
    jobs: int

    def _ninja(self, *arguments: str) -> str:
        command = ["ninja", "-C", str(self.folder), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def configure(self) -> None:
        if (self.folder / "build.ninja").exists():
            return
        done = subprocess.run(["cmake", "--preset", "mutate"], cwd=self.source, check=False,
                              stdout=subprocess.DEVNULL)
        if done.returncode:
            raise BuildError("the preset mutate does not configure: cmake --preset mutate")

    def programs(self, files: list[str]) -> list[Program]:
        below = modules_below(self.source, files)
        found = []
        for path in _PROGRAM.findall(self._ninja("-t", "targets", "all")):
            inputs = self._ninja("-t", "inputs", path).splitlines()
            models = sorted({str(Path(i).parent) for i in inputs if _MODEL.search(i)})
            if models and Path(path).name not in LEFT_OUT:
                program = Program(path, tuple(models))
                inside = contents(self.source, program, below)
                found.append(replace(program, contents=frozenset(inside)))
        return found

    def make(self, targets: Iterable[str], what: str) -> dict[int, str]:
        """Builds the targets as far as possible; the mutants that Verilator rejected, and why."""
        start = time.monotonic()
        command = ["ninja", "-C", str(self.folder), "-k", "0", "-j", str(self.jobs), *targets]
        log = self.folder / f"mutate-{what}.log"
        with log.open("w", encoding="utf-8") as output:
            done = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, check=False)
        print(f"mutate: {what}: {time.monotonic() - start:.0f} s", file=sys.stderr)
        if done.returncode == 0:
            return {}
        said = log.read_text(encoding="utf-8", errors="replace")
        rejected: dict[int, str] = {}
        for path, line, column, message in _PLACE.findall(said):
            file = Path(path)
            if file.is_relative_to(self.tree.root):
                name = str(file.relative_to(self.tree.root))
                for number in self.tree.on_line(name, int(line), int(column)):
                    rejected[number] = f"Verilator: {message}"
        if not rejected:
            raise BuildError(f"the build failed, and not for a mutant: see {log}")
        return rejected

    def numbers_in(self, model: str) -> set[int]:
        """The mutants that the generated code of a model still has."""
        found: set[int] = set()
        for path in (self.folder / model).glob("*.cpp"):
            found |= {int(digits, 16) for digits in _NUMBER.findall(path.read_text())}
        return found


def modules_below(source: Path, files: list[str]) -> dict[str, set[str]]:
    """For each module or package what it names, directly or through others: at least what it
    contains."""
    named = {Path(file).stem: _names(source / file) for file in files}
    below = {}
    for name in named:
        found, new = set(), {name}
        while new:
            found |= new
            new = set().union(*(named[n] for n in new)) & set(named) - found
        below[name] = found
    return below


def _names(path: Path) -> set[str]:
    return set(_WORD.findall(_COMMENT.sub("", path.read_text(encoding="utf-8"))))


def simulated(source: Path, files: list[str]) -> set[str]:
    """The modules and packages that some shim under tb/ has in it: a test can meet no others."""
    below = modules_below(source, files)
    words = set().union(*map(_names, source.glob("tb/*/tb_*.sv")))
    return set().union(*(below.get(word, ()) for word in words))


def contents(source: Path, program: Program, below: dict[str, set[str]]) -> set[str]:
    """The modules and packages that a program's models may contain."""
    found: set[str] = set()
    for model in program.models:
        name = model.rsplit("/vl_", 1)[1]
        while name:  # a shim Verilated a second time has a longer name
            shims = list(source.glob(f"tb/*/tb_{name}.sv"))
            if shims:
                found = found.union(*(below.get(word, ()) for word in _names(shims[0])))
                break
            name = name.rpartition("_")[0]
    return found
