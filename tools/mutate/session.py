# SPDX-License-Identifier: Apache-2.0
"""From the sources to a build: chooses mutants, writes them, and lets slang and Verilator refuse
those that cannot be, until as many as wanted are in it. Then which programs test which of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import slang
from build import Build, Program
from choose import choose, ranked
from mutant import Mutant


def near(programs: list[Program], module: str) -> list[Program]:
    """The programs that test a module or the block it is in, the nearest first: those with at most
    twice as many modules in their models as the one with the fewest."""
    found = [program for program in programs if module in program.contents]
    order = sorted(found, key=lambda program: (len(program.contents), program.path))
    return [p for p in order if len(p.contents) <= 2 * len(order[0].contents)]


@dataclass
class Session:
    build: Build
    mutants: list[Mutant]  # of the modules that are asked for
    number: int
    seed: int
    rejected: dict[Mutant, str] = field(default_factory=dict)  # chosen once, and why no more
    _useless: set[Mutant] = field(default_factory=set)  # of the same functions
    _numbers: dict[Mutant, int] = field(default_factory=dict)

    def _numbered(self, mutants: list[Mutant]) -> dict[int, Mutant]:
        """A mutant keeps its number while others come and go, so that its file stays as it is."""
        for mutant in mutants:
            self._numbers.setdefault(mutant, len(self._numbers) + 1)
        return {self._numbers[mutant]: mutant for mutant in mutants}

    def _reject(self, numbered: dict[int, Mutant], why: dict[int, str]) -> None:
        for number, message in why.items():
            mutant = numbered[number]
            self.rejected[mutant] = message
            if mutant.function and "constant function" in message:
                place = (mutant.file, mutant.function)
                self._useless |= {m for m in self.mutants if (m.file, m.function) == place}

    def select(self) -> dict[int, Mutant]:
        """Chooses and writes until slang takes all."""
        order = ranked(self.mutants, self.seed)
        while True:
            out = self.rejected.keys() | self._useless
            numbered = self._numbered(choose(order, self.number, out))
            self.build.tree.write(numbered)
            why = slang.rejected(self.build.tree)
            if not why:
                return numbered
            self._reject(numbered, why)

    def verilate(self, programs: list[Program]) -> dict[int, Mutant]:
        """Chooses until Verilator takes all too, and leaves the models Verilated."""
        models = sorted({model for program in programs for model in program.models})
        while True:
            numbered = self.select()
            why = self.build.make([f"{model}/fast.cpp" for model in models], "verilate")
            if not why:
                return numbered
            self._reject(numbered, why)

    def compile(
        self, numbered: dict[int, Mutant], programs: list[Program]
    ) -> dict[int, list[Program]]:
        """The programs for each mutant; builds those that are for any."""
        found = {p.path: set().union(*map(self.build.numbers_in, p.models)) for p in programs}
        result = {
            number: near([p for p in programs if number in found[p.path]], mutant.module)
            for number, mutant in numbered.items()
        }
        used = {program.path for listed in result.values() for program in listed}
        self.build.make(sorted(used), "build")
        return result
