# SPDX-License-Identifier: Apache-2.0
"""scripts/wave: records a wave, writes GTKWave's view of it, and draws it."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import fst
import pictures
import view
from errors import WaveError
from rows import of_view
from run import COMMANDS, Build, Recording, Window
from run import command_recording, record, say, test_recording
from svg import render
from timing import Diagram, draw

ROOT = Path(__file__).resolve().parents[2]

# Clocks drawn before the first place where a packet is seen, and behind the last: enough for the
# way of a work request from its doorbell to the release of its packet, and for a frame to leave.
BEFORE, BEHIND = 120, 40
# More than these make no picture.
MOST = 400


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise WaveError(f"{message} (try scripts/wave --help)")


def _arguments(words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = _Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("what", nargs="*")
    parser.add_argument("--packet", type=int)
    parser.add_argument("--from", type=int, dest="first")
    parser.add_argument("--to", type=int, dest="last")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--svg", action="store_true")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--build-dir", type=Path)  # for ctest: nothing is built
    options, unknown = parser.parse_known_intermixed_args(words)
    given = {"--packet": options.packet, "--from": options.first, "--to": options.last}
    for name, value in given.items():
        if value is not None and value < 0:
            raise WaveError(f"{name}: {value}, expected a number from 0")
    if options.first is not None and options.last is not None and options.first > options.last:
        raise WaveError(f"--to: {options.last}, expected a clock not before --from {options.first}")
    return options, unknown


def _say(file: Path) -> str:
    try:
        return str(file.relative_to(Path.cwd()))
    except ValueError:
        return str(file)


def places(wave: fst.Wave, rows: list[view.Row], packet: int | None) -> dict[str, int]:
    """When the packet is seen where: by the signals that carry packets' numbers."""
    found: dict[str, int] = {}
    if packet is None:
        return found
    for row in rows:
        if not isinstance(row, view.Trace) or "packet" not in row.signal.base:
            continue
        for clock in range(wave.first_clock, wave.last_clock + 1):
            value = wave.at(row.signal, clock)
            if "1" in value and int(value, 2) == packet:
                name = re.sub(r"^TOP\.|_packet|(_[01])?(_[io])?$", "", row.signal.base)
                found.setdefault(name, clock)
                break
    return found


def _clocks(wave: fst.Wave, markers: dict[str, int]) -> list[int]:
    """Those drawn: around a packet not more than its journey."""
    first, last = wave.first_clock, wave.last_clock
    if markers:
        first = max(first, min(markers.values()) - BEFORE)
        last = min(last, max(markers.values()) + BEHIND)
    return list(range(first, min(last, first + MOST - 1) + 1))


def _show(build: Build, recording: Recording, file: Path, options: argparse.Namespace) -> None:
    """View, picture and table of one wave file."""
    dump = build.program("fst_dump", "tb/wave/fst_dump")
    wave = fst.read(dump, file)
    if wave.end_ps <= wave.begin_ps:
        why = "the test numbers no frames, or has none of this number: try --from and --to"
        if options.packet is None:
            why = "the run was over before --from"
        raise WaveError(f"no clock was recorded: {why}")
    template = view.template_of(ROOT, wave)
    rows = view.read(template, wave) if template else view.make(wave)
    specs = of_view(wave, rows)
    traces = [row.signal for row in rows if isinstance(row, view.Trace)]
    numbers = [signal for signal in traces if "packet" in signal.base]
    fst.load(dump, file, wave, [s for spec in specs for s in spec.used()] + numbers)
    markers = places(wave, rows, options.packet)
    gtkw = file.with_suffix(".gtkw")
    view.write(gtkw, ROOT, wave, file, rows, markers)
    source = str(template.relative_to(ROOT)) if template else f"made from the ports of {wave.shim}"
    clocks = f"clocks {wave.first_clock} to {wave.last_clock}"
    print(f"wave     {_say(file)}  {clocks}, {len(wave.signals)} signals of {wave.shim}")
    print(f"view     {_say(gtkw)}  {len(traces)} signals, {source}")
    if options.svg:
        shown = _clocks(wave, markers)
        lanes = draw(ROOT, wave, specs, shown, keep_all=False)
        command = shlex.join(["scripts/wave", *sys.argv[1:]])
        title = f"{recording.name}: {wave.shim.removeprefix('tb_')}"
        picture = file.with_suffix(".svg")
        picture.write_text(render(Diagram(title, command, lanes, shown, 0, options.packet)))
        print(f"picture  {_say(picture)}  clocks {shown[0]} to {shown[-1]}")
    if markers:
        seen = ", ".join(f"{name} {clock}" for name, clock in markers.items())
        print(f"packet   {options.packet}: {seen}")
    print(f"open it  gtkwave {_say(file)} {_say(gtkw)}")


def _around_failure(log: str) -> Window | None:
    """The window that a failing test's report names."""
    if found := re.search(r"--wave-frame (\d+)", log):
        return Window(packet=int(found[1]))
    if found := re.search(r"\bclock (\d+)", log):
        clock = int(found[1])
        return Window(first=max(clock - 100, 0), last=clock + 50)
    return None


def _record(build: Build, options: argparse.Namespace, what: list[str]) -> Recording:
    window = Window(options.packet, options.first, options.last)
    folder = build.folder / "wave"
    if what[0] in COMMANDS:
        if options.seed is not None:
            what = [*what, "--seed", str(options.seed)]
        recording = record(command_recording(build, what, window), folder, Path.cwd())
        if recording.status == 2 or not recording.files:
            lines = recording.log.strip().splitlines() or [f"no wave; see {recording.command}"]
            text = lines[-1].removeprefix("rnic400: ")
            raise WaveError(re.sub(r"--wave-(packet|frame)", "--packet", text))
        print(recording.log, end="")
        return recording
    if len(what) > 1:
        raise WaveError(f"{what[1]}: expected one test, or {', '.join(COMMANDS)} with its options")
    recording = record(test_recording(build, what[0], window, options.seed), folder, Path.cwd())
    around = _around_failure(recording.log) if recording.status and not window.is_given else None
    if around:
        say(f"the test fails, recording {' '.join(around.words())}")
        options.packet = around.packet
        again = test_recording(build, what[0], around, options.seed)
        recording = record(again, folder, Path.cwd())
    if recording.status:
        said = re.search(r"Failure\n(?:Failed\n)?(.*)", recording.log)
        what_fails = said[1] if said else f"status {recording.status}"
        say(f"the test fails: {what_fails}")
        print(f"log      {_say(folder / (recording.name + '.log'))}")
    if not recording.files:
        raise WaveError(f"{what[0]}: the test simulates nothing, or without waves")
    return recording


def main(words: Sequence[str]) -> int:
    options, unknown = _arguments(words)
    folder = options.build_dir.resolve() if options.build_dir else ROOT / "build"
    build = Build(ROOT, folder, may_build=options.build_dir is None)
    what = options.what
    if options.docs:
        if unknown:
            raise WaveError(f"unknown option: {unknown[0]} (try scripts/wave --help)")
        return pictures.make(ROOT, build, options.check, what)
    if options.check:
        raise WaveError("--check: expected with --docs (try scripts/wave --help)")
    if not what:
        raise WaveError("expected a test, or replay FILE --packet N (try scripts/wave --help)")
    if what[0] not in COMMANDS and unknown:
        raise WaveError(f"unknown option: {unknown[0]} (try scripts/wave --help)")
    recording = _record(build, options, what + unknown)
    for file in recording.files:
        _show(build, recording, file, options)
    if not shutil.which("gtkwave"):
        say("GTKWave is not installed: apt-get install gtkwave")
    return 1 if recording.status else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except WaveError as error:
        print(f"wave: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(2)
