# SPDX-License-Identifier: Apache-2.0
"""What became of the mutants: a line each, a table of the modules, the survivors with their text,
and all of it as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from equivalent import KEY_NAMES, Key
from mutant import OPERATORS, Mutant, diff
from trial import Outcome


@dataclass
class Result:
    """A mutant's end. outcome None: no test program contains it."""

    mutant: Mutant
    key: Key
    program: str = ""
    outcome: Outcome | None = None
    seconds: float = 0.0  # all runs
    reason: str = ""  # from equivalent.toml

    @property
    def state(self) -> str:
        if self.outcome is not None and not self.outcome.passed:
            return "killed"
        return "explained" if self.reason else "survived"

    def sentence(self) -> str:
        if self.state == "killed" and self.outcome is not None:
            how = "" if self.outcome.how == "failed" else f" ({self.outcome.how})"
            return f"killed by {self.program} {self.outcome.test}{how}"
        if self.state == "explained":
            return "survived, as explained"
        return "SURVIVED" if self.outcome is not None else "SURVIVED: no test program contains it"

    def as_json(self) -> dict[str, Any]:
        killed = self.state == "killed" and self.outcome is not None
        return {
            "module": self.mutant.module,
            "file": self.mutant.file,
            "line": self.mutant.line,
            "operator": self.mutant.operator,
            "original": self.key[2],
            "mutated": self.key[3],
            "state": self.state,
            "how": self.outcome.how if killed and self.outcome else "",
            "program": self.program if killed else "",
            "test": self.outcome.test if killed and self.outcome else "",
            "seconds": round(self.seconds, 2),
            "reason": self.reason,
        }


def score(results: Iterable[Result]) -> tuple[Counter[str], int]:
    """How many of each state, and how many in all."""
    states = Counter(result.state for result in results)
    return states, sum(states.values())


def _row(name: str, results: list[Result]) -> str:
    states, total = score(results)
    timeouts = sum(r.outcome is not None and r.outcome.how == "timeout" for r in results)
    numbers = f"{total:>7} {states['killed']:>7} {timeouts:>8} {states['explained']:>10}"
    return f"{name:<32} {numbers} {states['survived']:>9} {states['killed'] / total:>6.0%}"


def table(results: list[Result], column: str) -> str:
    """By "module" or "operator"."""
    rows: dict[str, list[Result]] = {name: [] for name in OPERATORS} if column == "operator" else {}
    for result in results:
        rows.setdefault(getattr(result.mutant, column), []).append(result)
    head = f"{column:<32} {'mutants':>7} {'killed':>7} {'timeouts':>8} {'explained':>10}"
    lines = [f"{head} {'survivors':>9} {'killed':>6}"]
    lines += [_row(name, found) for name, found in rows.items() if found]
    return "\n".join([*lines, _row("all", results)])


def survivors(results: list[Result], sources: dict[str, str]) -> str:
    texts = []
    for result in results:
        if result.state == "survived":
            mutant = result.mutant
            place = f"{mutant.file}:{mutant.line}: {mutant.operator}: {result.sentence()}"
            texts.append(f"{place}\n{diff(mutant, sources[mutant.file])}\n")
    return "\n".join(texts)


def stubs(results: list[Result]) -> str:
    """The survivors as entries of equivalent.toml that lack their reason."""
    entries = []
    for result in results:
        if result.state == "survived":
            lines = ["[[mutant]]"]
            for name, text in zip(KEY_NAMES, result.key, strict=False):
                lines.append(f"{name} = {json.dumps(text, ensure_ascii=False)}")
            if result.key[4] > 1:
                lines.append(f"nth = {result.key[4]}")
            entries.append("\n".join([*lines, 'reason = ""', ""]))
    return "\n".join(entries)


def verdict(states: Counter[str], total: int) -> str:
    return (
        f"{total} mutants: {states['killed']} killed ({states['killed'] / total:.1%}), "
        f"{states['explained']} explained, {states['survived']} survivors"
    )
