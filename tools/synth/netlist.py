# SPDX-License-Identifier: Apache-2.0
"""A netlist that Yosys mapped for a family and wrote with write_json: cells, nets, size.

Knows how a signal gets through each kind of cell; families.py knows which cell is what, paths are
paths.py's.

    netlist = Netlist.load(Path("build/synth/rnic_fifo.json"))
    print(netlist.name, netlist.size().lut)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from families import DEFAULT, Family

COMBINATIONAL = {"lut", "muxf", "carry", "buffer"}
REGISTERS = {"ff", "srl", "lutram", "bram", "uram"}

Bit = int  # Yosys's number of a one-bit net


class NetlistError(Exception):
    """The file is no netlist this tool can judge; the text says why."""


@dataclass(frozen=True)
class Pin:
    """A port of a cell, or of the module: then cell is "" and type is the direction."""

    cell: str
    type: str
    port: str


@dataclass(frozen=True)
class Arc:
    """A combinational way through a cell, from one input bit to one output bit."""

    begin: Bit
    end: Bit
    cell: str


@dataclass
class Size:
    """Cells by type and by kind. lut counts logic alone, with the LUTs that a carry cell is where
    the family has it so; memory_sites the LUTs used as memory; bram whole block RAMs."""

    cells: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    lut: int = 0
    memory_sites: int = 0
    bram: float = 0


class Netlist:
    """The flat, mapped top module.

    drivers    what drives a net: a cell's output or an input port
    ends       where paths end: register pins that are no clock, and output ports
    clocks     the clock pins of registers
    arcs_from  the combinational ways that begin at a net
    """

    def __init__(self, name: str, module: dict[str, Any], family: Family = DEFAULT) -> None:
        self.name = name
        self.family = family
        self.cells: dict[str, Any] = module["cells"]
        types = {c["type"]: n for n, c in self.cells.items()}  # and one cell of each
        kinds = {cell_type: kind_of(family, cell_type, n) for cell_type, n in types.items()}
        self.kinds = {n: kinds[c["type"]] for n, c in self.cells.items()}
        self.drivers: dict[Bit, Pin] = {}
        self.ends: list[tuple[Bit, Pin]] = []
        self.clocks: list[tuple[Bit, Pin]] = []
        self.arcs_from: dict[Bit, list[Arc]] = {}
        self._names = bit_names(module["netnames"])
        for port_name, port in module["ports"].items():
            self._read_port(port_name, port)
        for cell_name, cell in self.cells.items():
            self._read_cell(cell_name, cell)

    @staticmethod
    def load(path: Path, family: Family = DEFAULT) -> Netlist:
        """Reads the top module of a write_json file; NetlistError says what is wrong with it."""
        try:
            modules = json.loads(path.read_text(encoding="utf-8"))["modules"]
            tops = [n for n, m in modules.items() if int(m["attributes"].get("top", "0"), 2)]
            if len(tops) != 1:
                raise NetlistError(f"{path}: {len(tops)} top modules, need 1")
            return Netlist(tops[0], modules[tops[0]], family)
        except OSError as error:
            raise NetlistError(f"{path}: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise NetlistError(f"{path}: not a netlist of write_json ({error!r})") from error

    def net(self, bit: Bit) -> str:
        """The name an engineer knows the net by, as far as there is one."""
        return self._names.get(bit, f"(unnamed net {bit})")

    def is_named(self, bit: Bit) -> bool:
        return bit in self._names

    def outputs(self, cell_name: str) -> list[Bit]:
        return list(bits_of(self.cells[cell_name], "output"))

    def inputs(self, cell_name: str) -> list[Bit]:
        return list(bits_of(self.cells[cell_name], "input"))

    def size(self) -> Size:
        family, size = self.family, Size()
        for name, cell in self.cells.items():
            size.cells[cell["type"]] += 1
            size.kinds[self.kinds[name]] += 1
            if self.kinds[name] == "lutram":
                size.memory_sites += lutram_sites(family, cell["type"])
            elif self.kinds[name] == "bram":
                size.bram += 0.5 if cell["type"] in family.half_bram else 1
        size.lut = size.kinds["lut"] + family.carry_luts * size.kinds["carry"]
        size.memory_sites += size.kinds["srl"]
        return size

    def _drive(self, bit: Bit, pin: Pin) -> None:
        if bit in self.drivers:
            raise NetlistError(f"{self.net(bit)} has two drivers: {self.drivers[bit]} and {pin}")
        self.drivers[bit] = pin

    def _read_port(self, name: str, port: dict[str, Any]) -> None:
        pin = Pin("", port["direction"], name)
        for bit in net_bits(port["bits"]):
            if port["direction"] == "output":
                self.ends.append((bit, pin))
            else:
                self._drive(bit, pin)

    def _read_cell(self, name: str, cell: dict[str, Any]) -> None:
        kind = self.kinds[name]
        for port, direction in cell["port_directions"].items():
            pin = Pin(name, cell["type"], port)
            for bit in net_bits(cell["connections"].get(port, [])):
                if direction == "output":
                    self._drive(bit, pin)
                elif kind in REGISTERS:
                    (self.clocks if port in self.family.clocks else self.ends).append((bit, pin))
        if kind in COMBINATIONAL:
            for begin, end in carry_ways(cell) if kind == "carry" else all_ways(cell):
                self.arcs_from.setdefault(begin, []).append(Arc(begin, end, name))


def kind_of(family: Family, cell_type: str, name: str) -> str:
    kind = family.kind_of(cell_type)
    if kind is None:
        raise NetlistError(f"no rule for the cell type {cell_type} in {family.name} (cell {name})")
    return kind


def lutram_sites(family: Family, cell_type: str) -> int:
    if cell_type not in family.lutram_sites:
        raise NetlistError(f"no size known for the LUT RAM {cell_type} in {family.name}")
    return family.lutram_sites[cell_type]


def net_bits(bits: list[Bit | str]) -> list[Bit]:
    """The nets of a connection; its constants are strings, and no path."""
    return [bit for bit in bits if isinstance(bit, int)]


def bits_of(cell: dict[str, Any], direction: str) -> Iterator[Bit]:
    for port, port_direction in cell["port_directions"].items():
        if port_direction == direction:
            yield from net_bits(cell["connections"].get(port, []))


def all_ways(cell: dict[str, Any]) -> Iterator[tuple[Bit, Bit]]:
    inputs = list(bits_of(cell, "input"))
    return ((begin, end) for end in bits_of(cell, "output") for begin in inputs)


def carry_ways(cell: dict[str, Any]) -> Iterator[tuple[Bit, Bit]]:
    """Bit n of a carry chain sees the carry-in and the bits up to n, not those above it: a lower
    sum bit may legally reach a higher one through other logic."""
    connections = cell["connections"]

    def bits(port: str, end: int | None = None) -> list[Bit]:
        return net_bits(connections.get(port, [])[:end])

    if "CIN" in connections:  # ECP5: two bits, four inputs each
        low = [bit for port in ("CIN", "A0", "B0", "C0", "D0") for bit in bits(port)]
        both = low + [bit for port in ("A1", "B1", "C1", "D1") for bit in bits(port)]
        for port, begins in (("S0", low), ("S1", both), ("COUT", both)):
            yield from ((begin, end) for end in bits(port) for begin in begins)
        return
    for port in ("O", "CO"):
        for n, end in enumerate(connections.get(port, [])):
            if not isinstance(end, int):
                continue
            carry_in = bits("CI") + bits("CYINIT") + (bits("CI_TOP") if n >= 4 else [])
            for begin in carry_in + bits("S", n + 1) + bits("DI", n + 1 if port == "CO" else n):
                yield begin, end


def source_of(cell: dict[str, Any]) -> str:
    """Where in the project's sources a cell comes from; "" if only Yosys's libraries are named."""
    sources: str = cell.get("attributes", {}).get("src", "")
    return next((s for s in sources.split("|") if s and not s.startswith("/share/")), "")


def bit_names(netnames: dict[str, Any]) -> dict[Bit, str]:
    """For each net the best of its names: a flop's own (*_q), else nearest the top, shortest. A
    name that Yosys made up, such as $abc$123$lut$aiger$o163, says nothing and is left out."""
    best: dict[Bit, tuple[tuple[bool, int, int, str], str]] = {}
    for name, net in netnames.items():
        if name.startswith("$"):
            continue
        rank = (not name.endswith("_q"), name.count("."), len(name), name)
        bits, offset, upto = net["bits"], net.get("offset", 0), net.get("upto", 0)
        for n, bit in enumerate(bits):
            if isinstance(bit, int) and (bit not in best or rank < best[bit][0]):
                index = offset + (len(bits) - 1 - n if upto else n)
                best[bit] = (rank, name if len(bits) == 1 else f"{name}[{index}]")
    return {bit: name for bit, (_, name) in best.items()}
