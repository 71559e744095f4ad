# SPDX-License-Identifier: Apache-2.0
"""Makes mutants of the RTL and lets the tests find them; scripts/mutate calls it."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import equivalent
import report
from build import Build, BuildError, simulated
from equivalent import Entry, EntryError, Key
from hunt import Hunt, HuntError
from mutant import Mutant
from report import Result
from session import Session, near
from sites import Reader, SourceError
from slang import SlangError
from tree import Tree, sources

STATE = Path("build/mutate")
FOLDER = Path("build-mutate")
EQUIVALENT = Path("tools/mutate/equivalent.toml")


def say(text: str) -> None:
    print(f"mutate: {text}", file=sys.stderr, flush=True)


@dataclass
class Watch:
    """Seconds since the start, and of the build: of the clock, and of processor time."""

    start: float = field(default_factory=time.monotonic)
    build: tuple[float, float] = (0.0, 0.0)

    def now(self) -> tuple[float, float]:
        used = os.times()
        return (time.monotonic() - self.start, used.user + used.system + used.children_user
                + used.children_system)  # fmt: skip

    def __str__(self) -> str:
        (wall, cpu), (build_wall, build_cpu) = self.now(), self.build
        return (
            f"{wall / 60:.1f} minutes, {build_wall / 60:.1f} of them to build "
            f"(processor time: {cpu / 60:.1f}, {build_cpu / 60:.1f} of them to build)"
        )


@dataclass
class Known:
    """All mutants there could be, what an entry would call each, and the entries there are."""

    texts: dict[str, str]
    mutants: list[Mutant]
    keys: dict[Mutant, Key]
    entries: list[Entry]
    unmet: list[str]  # modules that no test has in its models: wrappers of whole paths

    @classmethod
    def read(cls, root: Path) -> Known:
        files = sources(root / "rtl/rnic.f")
        reader = Reader(root / "rtl/prim")
        mutants = [mutant for file in files for mutant in reader.mutants(root, file)]
        texts = {file: (root / file).read_text(encoding="utf-8") for file in files}
        keys = equivalent.keys(mutants, texts)
        unmet = {mutant.module for mutant in mutants} - simulated(root, files)
        return cls(texts, mutants, keys, equivalent.read(root / EQUIVALENT), sorted(unmet))

    def of(self, modules: list[str]) -> list[Mutant]:
        names = {Path(file).stem for file in self.texts}
        for module in modules:
            if module not in names:
                raise SourceError(f"no module or package {module} in rtl/rnic.f")
            if module in self.unmet:
                raise SourceError(f"no test simulates {module}")
        wanted = modules or names - set(self.unmet)
        found = [m for m in self.mutants if m.module in wanted]
        if not found:
            raise SourceError("nothing in there is evaluated at run time")
        return found


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/mutate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("modules", nargs="*")
    return parser.parse_args()


def main() -> int:
    try:
        return mutate(arguments(), Path.cwd())
    except (BuildError, EntryError, SlangError, SourceError) as error:
        say(str(error))
        return 2
    except HuntError as error:
        say(str(error))
        return 1


def mutate(options: argparse.Namespace, root: Path) -> int:
    watch = Watch()
    known = Known.read(root)
    mutants = known.of(options.modules)
    if known.unmet and not options.modules:
        say(f"left out, for no test simulates them: {', '.join(known.unmet)}")
    (root / STATE).mkdir(parents=True, exist_ok=True)
    copy = root / STATE / "list" if options.list else root / STATE  # a list changes no build
    build = Build(root, Tree(root, copy), root / FOLDER, options.jobs)
    session = Session(build, mutants, options.number, options.seed)
    chosen = session.select()  # and written: the build is configured for the list of the copy
    if options.list:
        for mutant in chosen.values():
            print(mutant.describe())
        return 0
    build.configure()
    programs = build.programs(list(known.texts))
    if options.modules:
        kept = {p.path for module in options.modules for p in near(programs, module)}
        programs = [program for program in programs if program.path in kept]
    numbered = session.verilate(programs)
    say(f"{len(numbered)} of {len(mutants):,} mutants, seed {options.seed}")
    tests = session.compile(numbered, programs)
    watch.build = watch.now()
    hunter = Hunt(root / FOLDER, root / STATE, options.jobs)
    hunter.measure(sorted({p for listed in tests.values() for p in listed}, key=lambda p: p.path))
    say(f"{len(hunter.seconds)} test programs pass without a mutant, "
        f"in {sum(hunter.seconds.values()):.0f} s of processor time")  # fmt: skip
    todo = [(n, mutant, known.keys[mutant], tests[n]) for n, mutant in numbered.items()]
    results = hunter.run(todo)
    reasons = {entry.key: entry.reason for entry in known.entries}
    for result in results:
        result.reason = reasons.get(result.key, "")
    save(options.seed, session.rejected, results, watch)
    return conclude(known, session.rejected, results, watch)


def conclude(
    known: Known, rejected: dict[Mutant, str], results: list[Result], watch: Watch
) -> int:
    """Prints what there is to say; the exit status."""
    if text := report.survivors(results, known.texts):
        print(text)
    print(report.table(results, "module"), end="\n\n")
    print(report.table(results, "operator"), end="\n\n")
    print(f"refused by slang or Verilator, and others taken instead: {len(rejected)}")
    print(f"time: {watch}")
    stale = equivalent.stale(known.entries, known.keys.values())
    for entry in stale:
        print(f"{EQUIVALENT}: there is no such mutant: {entry}")
    wrong = [result for result in results if result.reason and result.state == "killed"]
    for result in wrong:
        print(f"{EQUIVALENT}: not equivalent: {result.mutant.describe()}: {result.sentence()}")
    states, total = report.score(results)
    if states["survived"]:
        print(f"survivors: kill them with a test, or say in {EQUIVALENT} why none can "
              f"({STATE}/survivors.toml has the entries)")  # fmt: skip
    print(report.verdict(states, total))
    return 1 if states["survived"] or stale or wrong else 0


def save(
    seed: int, rejected: dict[Mutant, str], results: list[Result], watch: Watch
) -> None:
    states, total = report.score(results)
    content = {
        "seed": seed,
        "mutants": total,
        **{state: states[state] for state in ("killed", "explained", "survived")},
        "seconds": [round(s) for s in watch.now()],  # of the clock, of processor time
        "build_seconds": [round(s) for s in watch.build],
        "rejected": {mutant.describe(): message for mutant, message in rejected.items()},
        "results": [result.as_json() for result in results],
    }
    text = json.dumps(content, indent=1, ensure_ascii=False)
    (STATE / "report.json").write_text(text + "\n", encoding="utf-8")
    (STATE / "survivors.toml").write_text(report.stubs(results), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
