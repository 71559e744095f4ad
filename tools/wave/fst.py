# SPDX-License-Identifier: Apache-2.0
"""A wave file in memory: its signals, enumerations, and what a signal was in each clock.

Read by build/tb/wave/fst_dump, a few lines around the FST reader that comes with Verilator: what
the build needs anyway is enough, and no viewer has to be installed.
"""

from __future__ import annotations

import json
import re
import subprocess
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from errors import WaveError

# As tb/harness/dut.h has it: clock n begins, settled, at n * CLOCK_PS; its rising edge is half a
# clock later.
CLOCK_PS = 2560


@dataclass(frozen=True)
class Signal:
    """name: TOP.a.b[7:0]. direction: "in", "out" of a port of the top, or empty."""

    name: str
    bits: int
    direction: str = ""
    enumeration: str = ""

    @property
    def base(self) -> str:
        """Without the range: TOP.a.b, and TOP.a.b[2] of an element of an array."""
        return re.sub(r"\[\d+:\d+\]$", "", self.name)


@dataclass
class Wave:
    begin_ps: int
    end_ps: int
    enumerations: dict[str, dict[str, str]]
    signals: dict[str, Signal]
    changes: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    @property
    def first_clock(self) -> int:
        return -(-self.begin_ps // CLOCK_PS)

    @property
    def last_clock(self) -> int:
        return self.end_ps // CLOCK_PS

    @property
    def shim(self) -> str:
        """The module under TOP: tb_rnic_rx."""
        for name in self.signals:
            parts = name.split(".")
            if len(parts) > 2:
                return parts[1]
        return ""

    def find(self, name: str) -> Signal | None:
        """By full name, or without TOP, the module under it, and the range."""
        for prefix in ("", "TOP.", f"TOP.{self.shim}."):
            for ranged in (prefix + name, self._ranges.get(prefix + name, "")):
                if ranged in self.signals:
                    return self.signals[ranged]
        return None

    def expect(self, name: str, place: str) -> Signal:
        signal = self.find(name)
        if signal is None:
            raise WaveError(f"{place}: the wave has no signal {name}")
        return signal

    def at(self, signal: Signal, clock: int) -> str:
        """The settled value in a clock, a character a bit, the most significant first."""
        changes = self.changes[signal.name]
        index = bisect_right(changes, clock * CLOCK_PS, key=lambda change: change[0])
        return changes[index - 1][1] if index else "x" * signal.bits

    def __post_init__(self) -> None:
        self._ranges = {signal.base: name for name, signal in self.signals.items()}


def _dump(program: Path, file: Path, names: Iterable[str]) -> dict[str, Any]:
    try:
        done = subprocess.run(
            [program, file, *names], capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise WaveError(f"{program}: {error.strerror}") from error
    if done.returncode != 0:
        raise WaveError(done.stderr.strip() or f"{program} ended with {done.returncode}")
    return json.loads(done.stdout)


def read(program: Path, file: Path) -> Wave:
    """Without changes: see load()."""
    dump = _dump(program, file, [])
    signals = {entry[0]: Signal(*entry) for entry in dump["signals"]}
    return Wave(dump["begin_ps"], dump["end_ps"], dump["enumerations"], signals)


def load(program: Path, file: Path, wave: Wave, signals: Iterable[Signal]) -> None:
    """Adds the changes of these signals."""
    names = [name for name in dict.fromkeys(s.name for s in signals) if name not in wave.changes]
    if names:
        found = _dump(program, file, names)["changes"]
        wave.changes.update({name: [(at, value) for at, value in found[name]] for name in names})
