# SPDX-License-Identifier: Apache-2.0
"""The runs: the original must pass everywhere, then each mutant meets tests until one fails.

First the test that killed this mutant last time, then those that killed others of its module, then
the programs in the order they are given.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import trial
from build import Program
from equivalent import Key
from mutant import Mutant
from report import Result
from trial import Outcome

KILLERS_TRIED = 3


class HuntError(Exception):
    """The tests do not pass without a mutant; the text says which."""


def cpu_limit(baseline_seconds: float) -> float:
    """More than a mutant that only makes a test slower would need."""
    return 5 + 4 * baseline_seconds


def _name(key: Key) -> str:
    return json.dumps(key)


@dataclass
class Hunt:
    folder: Path  # of the build
    state: Path  # build/mutate: what is remembered from run to run
    jobs: int
    seconds: dict[str, float] = field(default_factory=dict)  # of a program, without a mutant
    tests: dict[str, dict[str, float]] = field(default_factory=dict)
    killers: dict[str, tuple[str, str]] = field(default_factory=dict)  # of a key: program, test
    of_file: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._remembered: dict[str, dict[str, object]] = self._load("baseline.json")
        for name, (program, test) in self._load("killers.json").items():
            self._remember(name, program, test)

    def _load(self, name: str) -> dict:
        path = self.state / name
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def _save(self, name: str, value: object) -> None:
        text = json.dumps(value, indent=1, sort_keys=True)
        (self.state / name).write_text(text + "\n", encoding="utf-8")

    def _remember(self, name: str, program: str, test: str) -> None:
        self.killers[name] = (program, test)
        file = json.loads(name)[0]
        self.of_file.setdefault(file, Counter())[(program, test)] += 1

    # --- without a mutant -------------------------------------------------------------------------
    def measure(self, programs: list[Program]) -> None:
        """Runs what was not run before as it is built now; HuntError when a test fails."""
        with ThreadPoolExecutor(self.jobs) as pool:
            for program, outcome in zip(programs, pool.map(self._baseline, programs), strict=True):
                if not outcome.passed:
                    raise HuntError(
                        f"{program.name} does not pass without a mutant: {outcome.test} "
                        f"({outcome.how}); to see it: {self.folder / program.path}"
                    )
                self.seconds[program.path] = outcome.seconds
                self.tests[program.path] = outcome.tests
        self._save("baseline.json", self._remembered)

    def _baseline(self, program: Program) -> Outcome:
        path = self.folder / program.path
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        known = self._remembered.get(program.path, {})
        if known.get("sha256") == digest:
            return Outcome(True, seconds=known["seconds"], tests=known["tests"])  # type: ignore
        outcome = trial.run(path, 0, self.state / "run" / program.name, 3600)
        if outcome.passed:
            entry = {"sha256": digest, "seconds": outcome.seconds, "tests": outcome.tests}
            self._remembered[program.path] = entry
        return outcome

    # --- with one ---------------------------------------------------------------------------------
    def run(self, todo: list[tuple[int, Mutant, Key, list[Program]]]) -> list[Result]:
        results: list[Result] = []
        try:
            with ThreadPoolExecutor(self.jobs) as pool:
                for result in pool.map(lambda item: self._one(*item), todo):
                    results.append(result)
                    line = f"{len(results)}/{len(todo)} {result.mutant.describe()}"
                    print(f"mutate: {line}: {result.sentence()}", file=sys.stderr, flush=True)
        finally:  # a run that is stopped has found killers too
            self._save("killers.json", self.killers)
        return results

    def _one(self, number: int, mutant: Mutant, key: Key, programs: list[Program]) -> Result:
        result = Result(mutant, key)
        scratch = self.state / "run" / str(number)
        by_path = {program.path: program for program in programs}
        for path, test in self._likely(mutant, key):
            if path in by_path and test in self.tests[path]:
                limit = cpu_limit(self.tests[path][test])
                outcome = trial.run(self.folder / path, number, scratch, limit, [test])
                if self._note(result, by_path[path], outcome):
                    return result
        for program in programs:
            limit = cpu_limit(self.seconds[program.path])
            outcome = trial.run(self.folder / program.path, number, scratch, limit)
            if self._note(result, program, outcome):
                return result
        return result

    def _likely(self, mutant: Mutant, key: Key) -> list[tuple[str, str]]:
        own = [self.killers[_name(key)]] if _name(key) in self.killers else []
        common = self.of_file.get(mutant.file, Counter()).most_common(KILLERS_TRIED)
        return own + [pair for pair, _ in common if pair not in own]

    def _note(self, result: Result, program: Program, outcome: Outcome) -> bool:
        result.program, result.outcome = program.name, outcome
        result.seconds += outcome.seconds
        if outcome.passed:
            return False
        if outcome.test:
            self._remember(_name(result.key), program.path, outcome.test)
        return True
