# SPDX-License-Identifier: Apache-2.0
"""How deep the logic of a mapped netlist is, and where.

The counting rule: a LUT1..LUT6 is one level; MUXF and CARRY are none, but a path tells how many
it has. A path starts at a register's output or an input port, and ends at any register pin that
is no clock, or at an output port. Registers are flip-flops, SRLs, LUT RAMs and block RAMs, so
reading a LUT RAM ends one path and starts the next.

It is no timing analysis: no delays, no routing. (Yosys's own `ltp` runs through flip-flops.)

    paths = Paths(Netlist.load(Path("build/synth/rnic_fifo.json")))
    print(paths.deepest("register", "register").weight.levels, paths.problems())
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from netlist import REGISTERS, Arc, Bit, Netlist, Pin, source_of

STARTS = ENDS = ("register", "port")


@dataclass(frozen=True)
class Weight:
    """What cells add to a path. Paths compare by levels, then by what counts nothing."""

    levels: int = 0
    muxf: int = 0
    carry: int = 0

    def __add__(self, other: Weight) -> Weight:
        return Weight(self.levels + other.levels, self.muxf + other.muxf, self.carry + other.carry)

    def key(self) -> tuple[int, int]:
        return self.levels, self.muxf + self.carry


WEIGHTS = {
    "lut": Weight(levels=1),
    "muxf": Weight(muxf=1),
    "carry": Weight(carry=1),
    "buffer": Weight(),
}


@dataclass(frozen=True)
class Step:
    """A cell on a path: the levels so far, the net it drives (a RAM that starts the path: if that
    has no name, its own), its place in the sources, and the named nets beside the path that it
    reads: mapped logic itself seldom has a name."""

    cell_type: str
    levels: int
    net: str
    source: str
    beside: list[str]


@dataclass(frozen=True)
class DeepPath:
    """From the register or port that starts it, cell by cell, to the pin that ends it."""

    weight: Weight
    steps: list[Step]
    end: Pin
    end_name: str


@dataclass(frozen=True)
class Reach:
    """The deepest way to a net, and the arc it came by: None where it starts."""

    weight: Weight
    arc: Arc | None


class Paths:
    """The graph of a netlist's nets, walked once; then answers."""

    def __init__(self, netlist: Netlist) -> None:
        self._netlist = netlist
        self._order, self._in_loops = self._sorted_nets()
        self._reach = {start: self._reach_from(start) for start in STARTS}

    def deepest(self, start: str, end: str) -> DeepPath | None:
        """The deepest path from a start to an end, each "register" or "port"; None without one."""
        reach = self._reach[start]
        ways = [
            (reach[bit].weight.key(), bit, pin)
            for bit, pin in self._netlist.ends
            if bit in reach and (pin.cell != "") == (end == "register")
        ]
        if not ways:
            return None
        # Among equally deep ones the name decides: a report depends on no order of cells. One
        # that has a name comes before those of registers that Yosys made.
        most = max(weight for weight, _, _ in ways)
        named = ((self._end_name(pin), bit, pin) for weight, bit, pin in ways if weight == most)
        _, bit, pin = max(named, key=lambda way: (way[0][0] not in "$(", way[0], way[2].port))
        return self._trace(reach, bit, pin)

    def ends_by_levels(self) -> Counter[int]:
        """How many register pins lie at each depth, seen from registers and input ports."""
        result: Counter[int] = Counter()
        for bit, pin in self._netlist.ends:
            depths = [r[bit].weight.levels for r in self._reach.values() if bit in r]
            if pin.cell and depths:
                result[max(depths)] += 1
        return result

    def problems(self) -> list[str]:
        """What no netlist may have: latches, combinational loops, clocks made by logic."""
        netlist = self._netlist
        found = [
            f"latch: {', '.join(netlist.net(bit) for bit in netlist.outputs(name))}"
            for name, kind in netlist.kinds.items()
            if kind == "latch"
        ]
        if loop := self._one_loop():
            found.append("combinational loop: " + " -> ".join(netlist.net(bit) for bit in loop))
        made = {bit: pin for bit, pin in netlist.clocks if not self._is_port(bit)}
        found += [
            f"clock made by logic: {netlist.net(bit)} ({pin.type}.{pin.port})"
            for bit, pin in made.items()
        ]
        return found

    # ---- the walk ----

    def _sorted_nets(self) -> tuple[list[Bit], set[Bit]]:
        """The nets, each behind all that it depends on; and those that loops keep out."""
        arcs_from = self._netlist.arcs_from
        waiting = Counter(arc.end for arcs in arcs_from.values() for arc in arcs)
        nets = set(self._netlist.drivers) | set(arcs_from) | set(waiting)
        order = [bit for bit in nets if waiting[bit] == 0]
        for bit in order:  # grows while it is walked
            for arc in arcs_from.get(bit, ()):
                waiting[arc.end] -= 1
                if waiting[arc.end] == 0:
                    order.append(arc.end)
        return order, nets - set(order)

    def _reach_from(self, start: str) -> dict[Bit, Reach]:
        netlist = self._netlist
        reach: dict[Bit, Reach] = {}
        for bit, pin in netlist.drivers.items():
            from_port = pin.cell == ""
            if from_port if start == "port" else netlist.kinds.get(pin.cell) in REGISTERS:
                reach[bit] = Reach(Weight(), None)
        for bit in self._order:
            if bit not in reach:
                continue
            for arc in netlist.arcs_from.get(bit, ()):
                weight = reach[bit].weight + WEIGHTS[netlist.kinds[arc.cell]]
                if arc.end not in reach or weight.key() > reach[arc.end].weight.key():
                    reach[arc.end] = Reach(weight, arc)
        return reach

    def _trace(self, reach: dict[Bit, Reach], bit: Bit, end: Pin) -> DeepPath:
        netlist, weight, steps = self._netlist, reach[bit].weight, []
        while True:
            arc = reach[bit].arc
            name = arc.cell if arc else netlist.drivers[bit].cell
            cell = netlist.cells.get(name, {"type": "port"})
            beside = {b for b in netlist.inputs(name) if b != arc.begin} if arc else set()
            steps.append(
                Step(
                    cell["type"],
                    reach[bit].weight.levels,
                    netlist.net(bit) if arc or netlist.is_named(bit) else name,
                    source_of(cell),
                    sorted(netlist.net(b) for b in beside if netlist.is_named(b)),
                )
            )
            if arc is None:
                break
            bit = arc.begin
        return DeepPath(weight, steps[::-1], end, self._end_name(end))

    def _end_name(self, end: Pin) -> str:
        """A port by its own name, a RAM by its array's, any other register by the net it drives."""
        outputs = self._netlist.outputs(end.cell) if end.cell else []
        if self._netlist.kinds.get(end.cell) in ("ff", "srl") and outputs:
            return self._netlist.net(outputs[0])
        return end.cell or end.port

    def _is_port(self, clock: Bit) -> bool:
        """Whether a clock net comes straight from an input port, through buffers at most."""
        driver = self._netlist.drivers.get(clock)
        while driver and self._netlist.kinds.get(driver.cell) == "buffer":
            inputs = self._netlist.inputs(driver.cell)
            driver = self._netlist.drivers.get(inputs[0]) if inputs else None
        return driver is not None and driver.cell == ""

    def _one_loop(self) -> list[Bit]:
        """One loop, its first net repeated at the end; empty if there is none."""
        # A net that is left has one before it that is left too: walk back until one repeats.
        before: dict[Bit, Bit] = {}
        for bit in sorted(self._in_loops):
            for arc in self._netlist.arcs_from.get(bit, ()):
                if arc.end in self._in_loops:
                    before.setdefault(arc.end, bit)
        if not before:
            return []
        walk, bit = [], min(before)
        while bit not in walk:
            walk.append(bit)
            bit = before[bit]
        return [bit, *reversed(walk[walk.index(bit) :])]
