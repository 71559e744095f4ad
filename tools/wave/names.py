# SPDX-License-Identifier: Apache-2.0
"""Names for numbers: the enumerations that Verilator wrote into the wave, and those of the RTL's
packages for fields that carry a code without having its type.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from fst import Signal, Wave

# The last part of a signal's name, its width, and the enumeration in rtl/pkg that names its values.
UNTYPED = {
    ("opcode", 8): ("rnic_roce_pkg", "opcode_e"),
    ("reason", 6): ("rnic_rx_pkg", "rx_reason_e"),
    ("verdict", 3): ("rnic_rx_pkg", "rx_verdict_e"),
    ("region", 2): ("rnic_rx_pkg", "rx_region_e"),
    ("action", 4): ("rnic_rx_pkg", "rx_action_e"),
    ("icrc", 2): ("rnic_rx_pkg", "icrc_e"),
    ("qp_type", 2): ("rnic_qp_pkg", "qp_type_e"),
}

_LITERAL = re.compile(r"(\w+)\s*=\s*(\d+)'([hdb])([0-9a-fA-F_]+)")


@cache
def _of_package(root: Path, package: str, name: str) -> dict[str, str]:
    text = (root / "rtl" / "pkg" / f"{package}.sv").read_text(encoding="utf-8")
    found = re.search(r"typedef enum [^{]*\{([^}]*)\}\s*" + name + r"\s*;", text)
    if not found:
        return {}
    body = re.sub(r"//[^\n]*", "", found.group(1))
    base = {"h": 16, "d": 10, "b": 2}
    return {
        f"{int(digits.replace('_', ''), base[kind]):0{width}b}": literal
        for literal, width, kind, digits in _LITERAL.findall(body)
    }


def _untyped(signal: Signal) -> tuple[str, str] | None:
    last = re.sub(r"_[ioq]$", "", signal.base.rpartition(".")[2])
    for (field, bits), place in UNTYPED.items():
        if bits == signal.bits and (last == field or last.endswith("_" + field)):
            return place
    return None


def names_of(root: Path, wave: Wave, signal: Signal) -> dict[str, str]:
    """By the value, a character a bit; empty where the signal is a plain number."""
    if signal.enumeration:
        return wave.enumerations.get(signal.enumeration, {})
    place = _untyped(signal)
    return _of_package(root, *place) if place else {}


def enumeration_of(signal: Signal) -> str:
    """A name for the table that names_of() gives, fit for a file."""
    place = _untyped(signal)
    return re.sub(r"\W+", "_", signal.enumeration) or (place[1] if place else "")


def without_prefix(names: dict[str, str]) -> dict[str, str]:
    """ReasonNone, ReasonIcrc -> None, Icrc: where all begin with the same capitalised words."""
    words = [re.findall(r"[A-Z][^A-Z]*|^[^A-Z]+", name) for name in names.values()]
    if len(words) < 2:
        return names
    common = 0
    while all(len(name) > common + 1 and name[common] == words[0][common] for name in words):
        common += 1
    length = len("".join(words[0][:common]))
    return {value: name[length:] for value, name in names.items()}
