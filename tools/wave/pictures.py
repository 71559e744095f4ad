# SPDX-License-Identifier: Apache-2.0
"""The timing diagrams of docs/, each drawn from a run that pictures.toml names."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fst
from errors import WaveError
from rows import of_tables
from run import COMMANDS, Build, Recording, Window, command_recording, record, test_recording
from svg import render
from timing import Diagram, draw

LIST = Path("tools/wave/pictures.toml")


@dataclass(frozen=True)
class Picture:
    """run: a test, or a command of rnic400. zero: the clock that is called 0, by a signal."""

    file: Path
    title: str
    run: str
    window: Window
    zero: str
    clocks: tuple[int, int]
    rows: list[dict[str, Any]]
    wave: int  # which of the models that a test simulates, from 1

    @property
    def key(self) -> tuple[str, Window]:
        return self.run, self.window

    def command(self) -> str:
        return " ".join(["scripts/wave --svg", self.run, *self.window.words()])


def read_list(root: Path) -> list[Picture]:
    file = root / LIST
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise WaveError(f"{LIST}: {error}") from error
    shared = tables.get("rows", {})
    pictures = []
    for number, table in enumerate(tables.get("picture", []), 1):
        place = f"{LIST}: picture {number}"
        try:
            rows = [row for name in table["rows"] for row in _expand(name, shared, place)]
            window = Window(table.get("packet"), table.get("from"), table.get("to"))
            first, last = table["clocks"]
            pictures.append(
                Picture(
                    Path(table["file"]), table["title"], table["run"], window, table["zero"],
                    (first, last), rows, table.get("wave", 1),
                )
            )
        except KeyError as error:
            raise WaveError(f"{place}: expected {error.args[0]}") from error
        except (TypeError, ValueError) as error:
            raise WaveError(f"{place}: {error}") from error
    return pictures


def _expand(row: Any, shared: dict[str, Any], place: str) -> list[dict[str, Any]]:
    """A row, or the name of a list of them."""
    if isinstance(row, dict):
        return [row]
    if row not in shared:
        raise WaveError(f"{place}: no [rows] are called {row}")
    return list(shared[row])


def _clock_of(wave: fst.Wave, dump: Path, file: Path, text: str, place: str) -> int:
    """SIGNAL: the first clock in which it is not 0. SIGNAL = N: in which it is N."""
    name, _, wanted = (part.strip() for part in text.partition("="))
    signal = wave.expect(name, place)
    fst.load(dump, file, wave, [signal])
    for clock in range(wave.first_clock, wave.last_clock + 1):
        value = wave.at(signal, clock)
        if "1" in value and (not wanted or int(value, 2) == int(wanted, 0)):
            return clock
    raise WaveError(f"{place}: {text} holds in no clock of the wave")


def _draw(root: Path, dump: Path, picture: Picture, recording: Recording) -> str:
    place = f"{LIST}: {picture.file}"
    if recording.status != 0:
        raise WaveError(f"{place}: the run fails; to repeat: {shlex.join(recording.command)}")
    if len(recording.files) < picture.wave:
        raise WaveError(f"{place}: the run records {len(recording.files)} models")
    file = recording.files[picture.wave - 1]
    wave = fst.read(dump, file)
    origin = _clock_of(wave, dump, file, picture.zero, place)
    specs = of_tables(wave, picture.rows, place)
    fst.load(dump, file, wave, [signal for spec in specs for signal in spec.used()])
    clocks = list(range(origin + picture.clocks[0], origin + picture.clocks[1] + 1))
    if clocks[0] < wave.first_clock or clocks[-1] > wave.last_clock:
        raise WaveError(
            f"{place}: clocks {clocks[0]} to {clocks[-1]}, the wave has "
            f"{wave.first_clock} to {wave.last_clock}"
        )
    lanes = draw(root, wave, specs, clocks, keep_all=True)
    return render(
        Diagram(picture.title, picture.command(), lanes, clocks, origin, picture.window.packet)
    )


def make(root: Path, build: Build, check: bool, only: list[str]) -> int:
    """Draws all pictures, or compares them with what is committed. 0: done, 1: some differ."""
    pictures = read_list(root)
    known = {str(picture.file) for picture in pictures}
    for name in only:
        if name not in known:
            raise WaveError(f"{name}: no picture of {LIST}")
    wanted = [p for p in pictures if not only or str(p.file) in only]
    dump = build.program("fst_dump", "tb/wave/fst_dump")
    folder = build.folder / "wave" / "docs"
    recordings: dict[tuple[str, Window], Recording] = {}
    stale = 0
    for picture in wanted:
        if picture.key not in recordings:
            # Runs in the build folder, where it may leave what it likes.
            words = [str(root / w) if (root / w).is_file() else w for w in shlex.split(picture.run)]
            if words[0] in COMMANDS:
                recording = command_recording(build, words, picture.window)
            else:
                recording = test_recording(build, words[0], picture.window, seed=1)
            recordings[picture.key] = record(recording, folder, folder)
        text = _draw(root, dump, picture, recordings[picture.key])
        file = root / picture.file
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        is_same = before == text
        if check and not is_same:
            stale += 1
            (folder / file.name).write_text(text)
            print(f"{picture.file}  is not what the RTL does now: {folder / file.name}")
            continue
        if not is_same:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        print(f"{picture.file}  {'current' if is_same else 'drawn'}")
    if not only:
        stale += _unlisted(root, known)
    if stale:
        print("to draw them anew: scripts/wave --docs")
    return 1 if stale else 0


def _unlisted(root: Path, known: set[str]) -> int:
    """Pictures that nothing makes, and pictures that no page shows."""
    wrong = 0
    pages = "".join(page.read_text(encoding="utf-8") for page in (root / "docs").rglob("*.md"))
    for file in sorted((root / "docs" / "waves").glob("*.svg")):
        name = str(file.relative_to(root))
        if name not in known:
            print(f"{name}  is in no picture of {LIST}")
            wrong += 1
        elif f"waves/{file.name}" not in pages:
            print(f"{name}  is shown by no page of docs/")
            wrong += 1
    return wrong
