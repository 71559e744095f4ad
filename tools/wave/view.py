# SPDX-License-Identifier: Apache-2.0
"""What GTKWave shows: headings and signals in order, read from a template or made from the wave.

A template is a view as GTKWave saves it, so it is edited with GTKWave: tb/<folder>/<shim>.gtkw,
where the shim is tb_<shim>. Only its headings, signals, their names and number bases count here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from errors import WaveError
from fst import CLOCK_PS, Signal, Wave
from names import enumeration_of, names_of

# Flags of a trace in a view, by bit: GTKWave's TraceEntFlagBits.
HEX, DEC, BIN, RIGHT, BLANK, BY_FILE = 0x2, 0x4, 0x8, 0x20, 0x200, 0x2000
SIGNED, OCT, ASCII = 0x400, 0x10, 0x800


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Trace:
    signal: Signal
    alias: str  # empty: the signal's own name
    base: str  # hex, dec, bin

    @property
    def label(self) -> str:
        if self.alias:
            return self.alias
        name = self.signal.base
        return name.removeprefix("TOP.") if name.count(".") == 1 else name.rpartition(".")[2]


Row = Heading | Trace


def template_of(root: Path, wave: Wave) -> Path | None:
    found = sorted((root / "tb").glob(f"*/{wave.shim.removeprefix('tb_')}.gtkw"))
    return found[0] if found else None


def read(template: Path, wave: Wave) -> list[Row]:
    rows: list[Row] = []
    flags = 0
    for number, line in enumerate(template.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("@"):
            flags = int(line[1:], 16)
        elif line.startswith("-"):
            if len(line) > 1:
                rows.append(Heading(line[1:]))
        elif found := re.fullmatch(r"(?:\+\{(?P<alias>.*)\} )?(?P<name>TOP\.\S+)", line):
            signal = wave.expect(found["name"], f"{template}:{number}")
            base = "dec" if flags & DEC else "bin" if flags & BIN else "hex"
            rows.append(Trace(signal, found["alias"] or "", base))
    if not any(isinstance(row, Trace) for row in rows):
        raise WaveError(f"{template}: a view without signals")
    return rows


def make(wave: Wave) -> list[Row]:
    """For a shim without a template: its ports, then what the module under test has with a name
    for its values, and its flops that look like a state."""
    rows: list[Row] = [Heading(f"Ports of {wave.shim}")]
    tops = [signal for name, signal in wave.signals.items() if name.count(".") == 1]
    rows += [Trace(signal, "", "bin" if signal.bits == 1 else "hex") for signal in tops]
    ports = {signal.base.rpartition(".")[2] for signal in tops}
    inside = [
        signal
        for signal in wave.signals.values()
        if signal.base.count(".") == 3
        and (signal.enumeration or re.search(r"(state|_q)$", signal.base))
        and signal.bits <= 64
        and signal.base.rpartition(".")[2] not in ports
    ]
    scope = ""
    for signal in inside:
        if signal.base.rpartition(".")[0] != scope:
            scope = signal.base.rpartition(".")[0]
            rows.append(Heading(f"Inside {scope.rpartition('.')[2]}"))
        rows.append(Trace(signal, "", "bin" if signal.bits == 1 else "hex"))
    return rows


def _flags(trace: Trace, by_name: bool) -> int:
    if trace.signal.bits == 1:
        return BIN | RIGHT
    return {"hex": HEX, "dec": DEC, "bin": BIN}[trace.base] | RIGHT | (BY_FILE if by_name else 0)


def write(
    file: Path, root: Path, wave: Wave, fst: Path, rows: list[Row], markers: dict[str, int]
) -> None:
    """The view for GTKWave, with values by name, and one marker for each place: name -> clock."""
    tables: dict[str, int] = {}
    times = [clock * CLOCK_PS for clock in list(markers.values())[:26]]
    begin = max(wave.begin_ps, min(times, default=0) - 4 * CLOCK_PS)
    lines = [
        "[*] made by scripts/wave",
        f'[dumpfile] "{fst}"',
        f"[timestart] {begin}",
        "[size] 1600 1000",
        "[pos] -1 -1",
    ]
    zoom = -14.5  # some 20 pixels a clock
    lines.append(
        " ".join([f"*{zoom}", str(times[0] if times else -1), *map(str, times)])
        + " -1" * (26 - len(times))
    )
    lines += [f"[markername] {chr(65 + i)}{name}" for i, name in enumerate(list(markers)[:26])]
    lines += ["[treeopen] TOP.", f"[treeopen] TOP.{wave.shim}."]
    lines += ["[sst_width] 220", "[signals_width] 300", "[sst_expanded] 1"]
    for row in rows:
        if isinstance(row, Heading):
            lines += ["@200", "-", f"-{row.text}"]
            continue
        names = names_of(root, wave, row.signal)
        lines.append(f"@{_flags(row, bool(names)):x}")
        if names:
            table = enumeration_of(row.signal)
            if table not in tables:
                tables[table] = len(tables) + 1
                _write_names(file.parent / f"{file.stem}.{table}.txt", row.signal.bits, names)
            lines.append(f"^{tables[table]} {file.parent}/{file.stem}.{table}.txt")
        lines.append(f"+{{{row.alias}}} {row.signal.name}" if row.alias else row.signal.name)
    file.write_text("\n".join([*lines, "[pattern_trace] 1", "[pattern_trace] 0", ""]))


def _write_names(file: Path, bits: int, names: dict[str, str]) -> None:
    """GTKWave looks the value up as it would show it, in capital hexadecimal digits."""
    digits = -(-bits // 4)
    lines = [f"{int(value, 2):0{digits}X} {name}\n" for value, name in names.items()]
    file.write_text("".join(lines))
