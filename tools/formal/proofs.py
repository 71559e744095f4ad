# SPDX-License-Identifier: Apache-2.0
"""What is to be proven: proofs.toml, read and checked.

    [rnic_fifo]                          # harness: formal/rnic_fifo.sv, module formal_fifo
    says = "words leave in order"        # one line for the table
    mode = "prove"                       # k-induction; "bmc": only so many clocks from the start
    depth = 2                            # k, or the clocks
    cover_depth = 12                     # clocks in which every cover must be reached
    assume = ["rnic_x.Held"]             # assertions of the RTL that are its neighbours' promises
    ignore = ["rnic_fifo.InHeld"]        # the same, where the proof does without
    [[rnic_fifo.edits]]                  # file, search, replace: makes the copy of the RTL smaller
    forms = [{ Depth = 2 }, { Depth = 5 }]           # parameters; a row of the table each
    [[rnic_fifo.mutants]]                # proven on the first form, must fail with `catches`
    file = "rtl/prim/rnic_fifo.sv"
    search = "..."
    replace = "..."
    catches = "Order"
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sources import Edit

PROOFS = Path("tools/formal/proofs.toml")
HARNESSES = Path("formal")
MODES = ("prove", "bmc", "linearity")


class ProofError(Exception):
    """proofs.toml is wrong; the text says where and what was expected."""


@dataclass(frozen=True)
class Mutant:
    edit: Edit
    catches: str
    depth: int


@dataclass(frozen=True)
class Proof:
    name: str
    says: str
    mode: str
    depth: int = 0
    cover_depth: int = 0
    assume: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    forms: tuple[dict[str, int], ...] = field(default_factory=lambda: ({},))
    mutants: tuple[Mutant, ...] = ()

    @property
    def top(self) -> str:
        return "formal_" + self.name.removeprefix("rnic_")

    @property
    def harness(self) -> Path:
        return HARNESSES / f"{self.name}.sv"


def wanted(table: dict[str, Any], name: str, key: str, kind: type, default: Any = None) -> Any:
    value = table.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ProofError(f"{PROOFS}: [{name}] needs {key}, a {kind.__name__}")
    return value


def read_edit(table: dict[str, Any], name: str) -> Edit:
    return Edit(*(wanted(table, name, key, str) for key in ("file", "search", "replace")))


def read_mutant(table: dict[str, Any], name: str, depth: int) -> Mutant:
    if unknown := set(table) - {"file", "search", "replace", "catches", "depth"}:
        raise ProofError(f"{PROOFS}: a mutant of [{name}] has no {', '.join(sorted(unknown))}")
    catches = wanted(table, name, "catches", str)
    return Mutant(read_edit(table, name), catches, wanted(table, name, "depth", int, depth))


def read_proof(name: str, table: dict[str, Any]) -> Proof:
    mode = wanted(table, name, "mode", str)
    if mode not in MODES:
        raise ProofError(f"{PROOFS}: [{name}] mode is {mode}; it must be one of {', '.join(MODES)}")
    solved = mode != "linearity"
    depth = wanted(table, name, "depth", int, None if solved else 0)
    cover_depth = wanted(table, name, "cover_depth", int, None if solved else 0)
    known = {"says", "mode", "depth", "cover_depth", "assume", "ignore", "edits", "forms"}
    if unknown := set(table) - known - {"mutants"}:
        raise ProofError(f"{PROOFS}: [{name}] has no {', '.join(sorted(unknown))}")
    mutants = wanted(table, name, "mutants", list, [])
    if not mutants:
        raise ProofError(f"{PROOFS}: [{name}] has no mutant: who knows that it can fail?")
    proof = Proof(
        name=name,
        says=wanted(table, name, "says", str),
        mode=mode,
        depth=depth,
        cover_depth=cover_depth,
        assume=tuple(wanted(table, name, "assume", list, [])),
        ignore=tuple(wanted(table, name, "ignore", list, [])),
        edits=tuple(read_edit(e, name) for e in wanted(table, name, "edits", list, [])),
        forms=tuple(wanted(table, name, "forms", list, [{}])),
        mutants=tuple(read_mutant(m, name, max(depth, cover_depth)) for m in mutants),
    )
    if not proof.harness.is_file():
        raise ProofError(f"{PROOFS}: [{name}] has no harness {proof.harness}")
    return proof


def read_proofs(path: Path = PROOFS) -> list[Proof]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ProofError(f"{path}: {error}") from error
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise ProofError(f"{path}: {name} stands outside of every [proof]")
    return [read_proof(name, table) for name, table in tables.items()]


def select(proofs: list[Proof], names: list[str]) -> list[Proof]:
    """The proofs named; all when none is."""
    known = {proof.name: proof for proof in proofs}
    for name in names:
        if name not in known:
            raise ProofError(f"no proof {name}; there are: {', '.join(known)}")
    return [known[name] for name in names] if names else proofs
