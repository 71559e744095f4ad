# SPDX-License-Identifier: Apache-2.0
"""Netlists made by hand, for the tests.

    Builder().flop("a_q", "0").chain(3, "a_q", "b_d").flop("b_q", "b_d").netlist()
"""

from __future__ import annotations

from typing import Any

from families import DEFAULT, Family
from netlist import Netlist
from paths import Paths


class Builder:
    """Makes a netlist cell by cell; nets are named, their numbers given in order of use."""

    def __init__(self) -> None:
        self.nets: dict[str, int] = {}
        self.cells: dict[str, Any] = {}
        self.ports: dict[str, Any] = {}

    def bits(self, names: str) -> list[int | str]:
        """The bits of "a b 0": net a, net b, constant 0."""
        return [
            name if name in ("0", "1") else self.nets.setdefault(name, len(self.nets) + 2)
            for name in names.split()
        ]

    def port(self, name: str, direction: str) -> Builder:
        self.ports[name] = {"direction": direction, "bits": self.bits(name)}
        return self

    def cell(self, cell_type: str, out: dict[str, str], into: dict[str, str]) -> Builder:
        self.cells[f"u{len(self.cells)}"] = {
            "type": cell_type,
            "port_directions": dict.fromkeys(out, "output") | dict.fromkeys(into, "input"),
            "connections": {port: self.bits(names) for port, names in (out | into).items()},
        }
        return self

    def flop(self, q: str, d: str, clock: str = "clk", **pins: str) -> Builder:
        return self.cell("FDRE", {"Q": q}, {"C": clock, "D": d} | pins)

    def lut(self, out: str, inputs: str) -> Builder:
        pins = {f"I{n}": name for n, name in enumerate(inputs.split())}
        return self.cell(f"LUT{len(pins)}", {"O": out}, pins)

    def chain(self, count: int, begin: str, end: str) -> Builder:
        """count LUT1s in a row."""
        nets = [begin, *(f"{end}_{n}" for n in range(1, count)), end]
        for source, sink in zip(nets, nets[1:], strict=False):
            self.lut(sink, source)
        return self

    def module(self) -> dict[str, Any]:
        if "clk" in self.nets and "clk" not in self.ports:
            self.port("clk", "input")
        return {
            "attributes": {"top": "1"},
            "ports": self.ports,
            "cells": self.cells,
            "netnames": {name: {"bits": [bit]} for name, bit in self.nets.items()},
        }

    def netlist(self, family: Family = DEFAULT) -> Netlist:
        return Netlist("t", self.module(), family)

    def paths(self) -> Paths:
        return Paths(self.netlist())
