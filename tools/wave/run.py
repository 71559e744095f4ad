# SPDX-License-Identifier: Apache-2.0
"""What can be recorded: a test by its name, or a command of rnic400. Finds, builds and runs it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from errors import WaveError

# Of a test that is recorded without a window.
CLOCKS = 2000
# rnic400 COMMAND: how its file and its packet are said there.
COMMANDS = {
    "replay": ([], "--wave-packet"),
    "tx": (["--config"], "--wave-packet"),
    "icrc": ([], "--wave-frame"),
}


@dataclass(frozen=True)
class Window:
    packet: int | None = None
    first: int | None = None
    last: int | None = None

    @property
    def is_given(self) -> bool:
        return any(part is not None for part in (self.packet, self.first, self.last))

    def words(self) -> list[str]:
        """As the options of scripts/wave."""
        options = {"--packet": self.packet, "--from": self.first, "--to": self.last}
        return [w for name, v in options.items() if v is not None for w in (name, str(v))]


@dataclass(frozen=True)
class Recording:
    """command: what runs, but for --wave FILE. name: of its files."""

    name: str
    command: list[str]
    log: str = ""
    status: int = 0
    files: list[Path] = field(default_factory=list)


def say(text: str) -> None:
    """Progress; standard output is for what was asked for."""
    print(f"wave: {text}", file=sys.stderr, flush=True)


class Build:
    """A build folder, whose programs are made on demand."""

    def __init__(self, root: Path, folder: Path, may_build: bool):
        self.root = root
        self.folder = folder
        self.may_build = may_build

    def program(self, target: str, path: str) -> Path:
        program = self.folder / path
        if self.may_build:
            if not program.exists():
                say(f"building {target}, which takes minutes where much is missing")
            self.make(target)
        if not program.exists():
            raise WaveError(f"{program} is not built; build it: scripts/build {target}")
        return program

    def make(self, *targets: str) -> None:
        log = self.folder / "wave" / "build.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("w", encoding="utf-8") as out:
            command = [self.root / "scripts" / "build", *targets]
            done = subprocess.run(command, stdout=out, stderr=out, check=False)
        if done.returncode != 0:
            what = " ".join(targets) or "everything"
            raise WaveError(f"{what} could not be built: {log}; to repeat: scripts/build {what}")

    def tests(self) -> dict[str, list[str]]:
        """ctest's name -> command."""
        # From a folder of its own: a ctest in the build's would write into the log of the one that
        # may just be running there.
        with tempfile.TemporaryDirectory() as scratch:
            where = f'subdirs("{Path(self.folder).resolve()}")\n'
            Path(scratch, "CTestTestfile.cmake").write_text(where, encoding="utf-8")
            command = ["ctest", "--test-dir", scratch, "--show-only=json-v1"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise WaveError(f"ctest cannot list the tests of {self.folder}; build: scripts/build")
        listed = json.loads(done.stdout)["tests"]
        return {test["name"]: test.get("command", []) for test in listed}


def find_test(build: Build, name: str) -> tuple[str, Path, str]:
    """ctest's name, program and GoogleTest's name of the test that NAME means."""
    if not re.fullmatch(r"[\w./<>-]+", name):
        raise WaveError(f"{name}: expected the name of a test, as ctest or GoogleTest writes it")
    if build.may_build and not (build.folder / "CTestTestfile.cmake").exists():
        build.make("fst_dump")
    tests = build.tests()
    found = _matching(tests, name)
    unbuilt = [t.removesuffix("_NOT_BUILT") for t in tests if t.endswith("_NOT_BUILT")]
    if not found and unbuilt and build.may_build:
        # ctest's name of a test begins with that of its program.
        target = name.partition(".")[0] + "_test"
        if target in unbuilt:
            say(f"building {target}, which takes minutes where much is missing")
            build.make(target)
        else:
            say(f"{len(unbuilt)} test programs are not built, building all to find {name}")
            build.make()
        found = _matching(build.tests(), name)
    if not found:
        raise WaveError(f"{name}: no test has this name; ctest --test-dir build -N lists them")
    if len(found) > 1:
        listed = ", ".join(sorted(found)[:3]) + (", ..." if len(found) > 3 else "")
        raise WaveError(f"{name}: {len(found)} tests have this in their name: {listed}")
    full, command = found.popitem()
    filters = [word for word in command if word.startswith("--gtest_filter=")]
    if not filters:
        raise WaveError(f"{full}: no GoogleTest of the RTL, it has no waves")
    program = Path(command[0])
    if build.may_build:
        build.make(program.name)
    return full, program, filters[0].removeprefix("--gtest_filter=")


def _matching(tests: dict[str, list[str]], name: str) -> dict[str, list[str]]:
    """The test of this name, else those whose GoogleTest name it is, else those that contain it."""
    if name in tests:
        return {name: tests[name]}
    named = {t: c for t, c in tests.items() if f"--gtest_filter={name}" in c}
    if named:
        return named
    return {t: c for t, c in tests.items() if name in t and not t.endswith("_NOT_BUILT")}


def test_recording(build: Build, name: str, window: Window, seed: int | None) -> Recording:
    full, program, gtest = find_test(build, name)
    command = [str(program), f"--gtest_filter={gtest}", "--gtest_brief=1"]
    if seed is not None:
        command += ["--seed", str(seed)]
    if window.packet is not None:
        command += ["--wave-frame", str(window.packet)]
    first = window.first or 0
    last = window.last
    if last is None and window.packet is None:
        last = first + CLOCKS
    if first:
        command += ["--wave-from", str(first)]
    if last is not None:
        command += ["--wave-to", str(last)]
    # ctest adds the parameter of a test where it has one.
    return Recording(re.sub(r"[^\w.-]", "_", full.partition(" ")[0]), command)


def command_recording(build: Build, words: list[str], window: Window) -> Recording:
    name, rest = words[0], words[1:]
    before, option = COMMANDS[name]
    if not rest or rest[0].startswith("-"):
        raise WaveError(f"{name}: expected a file behind it: scripts/wave {name} FILE --packet N")
    if not window.is_given:
        raise WaveError(f"{name}: expected --packet N, the number of a frame in its table")
    if window.packet == 0:
        raise WaveError("--packet: 0, expected a frame number from 1, as in the table")
    if name == "replay" and window.packet is None:
        raise WaveError("replay: expected --packet N, a replay has no --from and --to")
    program = build.program("rnic400", "tb/app/rnic400")
    command = [str(program), name, *before, *rest, "-q"]
    if window.packet is not None:
        command += [option, str(window.packet)]
    if window.first is not None:
        command += ["--wave-from", str(window.first)]
    if window.last is not None:
        command += ["--wave-to", str(window.last)]
    tag = f".{window.packet}" if window.packet is not None else ""
    return Recording(f"{name}.{Path(rest[0]).stem}{tag}", command)


def record(recording: Recording, folder: Path, cwd: Path) -> Recording:
    """Runs it; its wave files, one for each model that it simulated, first the first."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{recording.name}.*"):
        old.unlink()
    file = folder / f"{recording.name}.fst"
    command = [*recording.command, "--wave", str(file)]
    done = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    (folder / f"{recording.name}.log").write_text(done.stdout)
    more = sorted(folder.glob(f"{recording.name}.*.fst"), key=lambda f: int(f.suffixes[-2][1:]))
    files = [f for f in [file, *more] if f.exists() and f.stat().st_size > 0]
    return Recording(recording.name, command, done.stdout, done.returncode, files)
