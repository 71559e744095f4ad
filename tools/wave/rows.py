# SPDX-License-Identifier: Apache-2.0
"""The rows of a timing diagram, by signal: from a view, or from a table of pictures.toml.

A row is drawn over the clocks in which it means something: `when` is a signal that must be high.
From a view that signal is found by name: in_valid_i speaks for in_data_i, judged_0.valid for
judged_0.reason. `packet` is the signal with the number of the packet that the row speaks of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from errors import WaveError
from fst import Signal, Wave
from view import Heading, Row, Trace

NUM_SEGS = 8
# Wider ones are contents, not something to read in a diagram.
MOST_BITS = 64


@dataclass(frozen=True)
class RowSpec:
    """kind: head, line (1 bit), value, segments (the bus: signals are ena, sop, eop)."""

    kind: str
    label: str
    signals: tuple[Signal, ...] = ()
    base: str = "hex"
    when: tuple[Signal, ...] = ()
    packets: tuple[Signal, ...] = ()
    each: bool = False  # every clock is a value of its own, though it be the same
    bits: int = 0  # only these lowest bits are shown; 0: all

    def used(self) -> tuple[Signal, ...]:
        return self.signals + self.when + self.packets


def _valid_prefix(signal: Signal) -> str | None:
    """TOP.in_ of TOP.in_valid_i, TOP.a.judged_0. of TOP.a.judged_0.valid."""
    if signal.bits > NUM_SEGS:  # more than a bit where slots stand side by side
        return None
    found = re.fullmatch(r"(.+[._a-z])valid(_[ioq])?", signal.base)
    # A bare valid_i of a top speaks for no name in particular.
    return found[1] if found and not re.fullmatch(r"TOP\.", found[1]) else None


def segments_at(wave: Wave, prefix: str, suffix: str) -> tuple[Signal, ...] | None:
    found = [wave.find(f"{prefix}{part}{suffix}") for part in ("ena", "sop", "eop")]
    signals = tuple(signal for signal in found if signal and signal.bits == NUM_SEGS)
    return signals if len(signals) == 3 else None


def packets_at(wave: Wave, name: str) -> tuple[Signal, ...]:
    """name_0 and name_1, with the suffix of a port or without."""
    found = [
        wave.find(f"{name}_{slot}{suffix}") for slot in (0, 1) for suffix in ("_i", "_o", "")
    ]
    return tuple(signal for signal in found if signal)


def of_view(wave: Wave, view: list[Row]) -> list[RowSpec]:
    specs: list[RowSpec] = []
    valids: list[tuple[str, Signal]] = []
    packet: tuple[Signal, ...] = ()
    drawn: set[str] = set()  # the parts of a bus that are one row already
    for row in view:
        if isinstance(row, Heading):
            valids, packet = [], ()
            specs.append(RowSpec("head", row.text))
            continue
        signal = row.signal
        if signal.name in drawn or signal.base in ("TOP.clk_i",) or signal.bits > MOST_BITS:
            continue
        bus = re.fullmatch(r"(.+_)(ena|sop|eop)(_[io]|)", signal.base)
        segments = segments_at(wave, bus[1], bus[3]) if bus else None
        if bus and segments:
            prefix, suffix = bus[1], bus[3]
            drawn |= {s.name for s in segments}
            for part in ("err", "mty"):
                other = wave.find(f"{prefix}{part}{suffix}")
                drawn |= {other.name} if other else set()
            valid = wave.find(f"{prefix}valid{suffix}")
            when = (valid,) if valid else ()
            numbers = packets_at(wave, prefix + "packet")
            label = prefix.removeprefix("TOP.").rstrip("_.")
            specs.append(RowSpec("segments", label, segments, "", when, numbers))
            continue
        prefix = _valid_prefix(signal)
        if prefix:
            valids.append((prefix, signal))
            packet = ()
        if re.search(r"packet(_[01])?(_[io])?$", signal.base):
            packet = (signal,)
        specs.append(_of_trace(row, valids, packet))
    return specs


def _of_trace(
    row: Trace, valids: list[tuple[str, Signal]], packet: tuple[Signal, ...]
) -> RowSpec:
    signal = row.signal
    if signal.bits == 1 and not (packet and _valid_prefix(signal) is None):
        return RowSpec("line", row.label, (signal,))
    if packet == (signal,):
        return RowSpec("value", row.label, (signal,), "packet", (), packet)
    # item_valid speaks for the struct item.qid too.
    fitting = [
        valid
        for prefix, valid in valids
        if signal.base.startswith((prefix, re.sub("_$", ".", prefix)))
    ]
    # A number of a packet stands behind the valid of what it numbers.
    when = tuple(fitting[-1:]) or (packet if packet else ())
    return RowSpec("value", row.label, (signal,), row.base, when, packet)


def of_tables(wave: Wave, tables: list[dict[str, Any]], place: str) -> list[RowSpec]:
    """The rows of a picture of pictures.toml."""
    specs = []
    scope: dict[str, Any] = {}
    for table in tables:
        if "of" in table:
            scope = table
            _expect_keys(table, {"of", "when", "packets"}, place)
            continue
        if "head" in table:
            scope = {}
        specs.append(_of_table(wave, table, scope, place))
    return specs


def _expect_keys(table: dict[str, Any], known: set[str], place: str) -> None:
    if unknown := set(table) - known:
        raise WaveError(f"{place}: {', '.join(sorted(unknown))} means nothing in the row {table}")


def _of_table(
    wave: Wave, table: dict[str, Any], scope: dict[str, Any], place: str
) -> RowSpec:
    kinds = [kind for kind in ("head", "line", "value", "packet", "segments") if kind in table]
    if len(kinds) != 1:
        raise WaveError(f"{place}: expected head, line, value, packet or segments in {table}")
    kind, name = kinds[0], table[kinds[0]]
    _expect_keys(table, {kind, "label", "base", "bits", "when", "packets", "each"}, place)

    def signal(name: str) -> Signal:
        return wave.find(f"{scope.get('of', '')}.{name}") or wave.expect(name, place)

    given = scope | table
    when = (signal(given["when"]),) if "when" in given else ()
    packets = tuple(wave.expect(packet, place) for packet in given.get("packets", []))
    label = table.get("label", name.rpartition(".")[2])
    base, each = table.get("base", "hex"), table.get("each", False)
    if kind == "head":
        return RowSpec("head", name)
    if kind == "packet":
        if not packets:
            raise WaveError(f"{place}: expected packets for the row {table}")
        return RowSpec("value", name, packets[:1], "packet", (), packets)
    if kind == "segments":
        parts = [signal(name.replace("*", part)) for part in ("ena", "sop", "eop")]
        return RowSpec("segments", label, tuple(parts), "", when, packets)
    found = signal(name)
    if kind == "line":
        if found.bits != 1:
            raise WaveError(f"{place}: {name} has {found.bits} bits, expected 1 for a line")
        when, packets = (), ()
    return RowSpec(kind, label, (found,), base, when, packets, each, table.get("bits", 0))
