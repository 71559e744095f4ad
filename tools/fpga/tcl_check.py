# SPDX-License-Identifier: Apache-2.0
"""Runs the vendors' build scripts under tclsh with a stub, and checks what they would have done.

    tcl_check.py            all flows; prints a table, status 1 if anything is wrong

The vendor tools are not here. vendor_stub.tcl stands in for them: it records every command and
finds files, ports and clocks that do not exist. This file knows what a build must be: every source
of rtl/rnic.f, in its order; the top module, whose ports Verilator reads from the RTL; a clock at
391 MHz or more on clk_i; the steps from synthesis to reports.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUB = Path(__file__).with_name("vendor_stub.tcl")
MAX_PERIOD_NS = 1e3 / 391


class CheckError(Exception):
    """The check could not be run; the text says why."""


@dataclass(frozen=True)
class Flow:
    """A vendor's build script, what it builds, with which arguments, and its steps in order."""

    name: str
    script: Path
    top: str
    arguments: tuple[tuple[str, ...], ...]
    steps: tuple[str, ...]


FLOWS = (
    Flow(
        "vivado",
        Path("fpga/vivado/build.tcl"),
        "rnic_dcmac_top",
        ((), ("vu9p",), ("vu13p",), ("vp1202",)),
        (
            "synth_design",
            "opt_design",
            "place_design",
            "route_design",
            "write_checkpoint",
            "report_utilization",
            "report_timing_summary",
        ),
    ),
    Flow(
        "quartus",
        Path("fpga/quartus/build.tcl"),
        "rnic_ftile_top",
        ((), ("AGIB027R29A1E2VR0",)),
        ("export_assignments", "execute_flow", "project_close"),
    ),
)


@dataclass
class Record:
    """What the stub printed: words behind each kind, in order."""

    lines: list[tuple[str, str]] = field(default_factory=list)

    def of(self, kind: str) -> list[str]:
        return [text for k, text in self.lines if k == kind]


def listed_sources(root: Path) -> list[str]:
    text = (root / "rtl/rnic.f").read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip().startswith("rtl/")]


def read_ports(root: Path, top: str) -> dict[str, str]:
    """The ports of a module of rtl/rnic.f, name -> input or output, as Verilator reads them."""
    sources = listed_sources(root)
    packages = [source for source in sources if source.endswith("_pkg.sv")]
    folders = sorted({str(Path(source).parent) for source in sources})
    search = [word for folder in folders for word in ("-y", folder)]
    with tempfile.TemporaryDirectory() as temporary:
        output = Path(temporary) / "top.xml"
        command = ["verilator", "--xml-only", "--xml-output", str(output), "--Mdir", temporary]
        command += ["-Wno-lint", "-Wno-style", "-Wno-fatal", "-Irtl/prim", *search, *packages]
        command += ["--top-module", top, *[s for s in sources if Path(s).stem == top]]
        result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        if result.returncode or not output.exists():
            errors = [line for line in result.stderr.splitlines() if "%Error" in line]
            raise CheckError(f"Verilator cannot read {top}: " + "\n".join(errors[:3]))
        return ports_of_xml(output, top)


def ports_of_xml(path: Path, top: str) -> dict[str, str]:
    for module in ET.parse(path).getroot().iter("module"):
        if module.get("origName") == top:
            ports = {v.get("origName", ""): v.get("dir", "") for v in module.iter("var")}
            return {name: direction for name, direction in ports.items() if direction}
    raise CheckError(f"Verilator found no module {top}")


def run_stub(root: Path, flow: Flow, ports: dict[str, str], arguments: tuple[str, ...],
             slack: float = 0.1) -> Record:
    with tempfile.NamedTemporaryFile("w", suffix=".ports", encoding="utf-8") as file:
        file.write("".join(f"{direction} {name}\n" for name, direction in ports.items()))
        file.flush()
        command = ["tclsh", str(STUB), flow.name, str(root / flow.script), flow.top, file.name]
        command += [str(slack), *arguments]
        try:
            result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        except FileNotFoundError as error:
            raise CheckError("there is no tclsh (Debian package tcl)") from error
    if result.returncode not in (0, 1) or result.stderr:
        raise CheckError(f"{flow.script}: the stub stopped: {result.stderr.strip()}")
    words = (line.partition(" ") for line in result.stdout.splitlines())
    return Record([(kind, text) for kind, _, text in words])


def in_order(wanted: tuple[str, ...], steps: list[str]) -> bool:
    rest = iter(steps)
    return all(step in rest for step in wanted)


def problems_of(root: Path, flow: Flow, record: Record) -> Iterator[str]:
    """All that is wrong with one run."""
    yield from record.of("problem")
    if record.of("status") != ["0"]:
        yield f"ends with status {record.of('status')} although timing is met"
    if record.of("top") != [flow.top]:
        yield f"builds {record.of('top')}, not {flow.top}"
    wanted = [str(root / source) for source in listed_sources(root)]
    read = record.of("read")
    for source in wanted:
        if source not in read:
            yield f"does not read {Path(source).relative_to(root)}"
    for source in read:
        if source not in wanted:
            yield f"reads {source}, which rtl/rnic.f does not have"
    if sorted(read) == sorted(wanted) and read != wanted:
        yield "reads the sources in another order than rtl/rnic.f"
    if str(root / "rtl/prim") not in record.of("include"):
        yield "does not search rtl/prim for included files"
    if "SYNTHESIS" not in record.of("define"):
        yield "does not define SYNTHESIS"
    yield from clock_problems(record.of("clock"))
    if not in_order(flow.steps, record.of("step")):
        yield f"does not go through {', '.join(flow.steps)}"


def clock_problems(clocks: list[str]) -> Iterator[str]:
    if len(clocks) != 1:
        yield f"has {len(clocks)} clocks, not one"
    for clock in clocks:
        name, period, *ports = clock.split()
        if ports != ["clk_i"]:
            yield f"clock {name} is on {ports or 'no port'}, not on clk_i"
        if not 0 < float(period) <= MAX_PERIOD_NS:
            yield f"clock {name} has {period} ns: more than 391 MHz allows"


def check_flow(root: Path, flow: Flow, ports: dict[str, str]) -> list[str]:
    found: list[str] = []
    for arguments in flow.arguments:
        record = run_stub(root, flow, ports, arguments)
        for problem in problems_of(root, flow, record):
            text = f"{flow.script} {' '.join(arguments)}".strip() + f": {problem}"
            if text not in found:
                found.append(text)
    return found


def main() -> int:
    rows, status = [], 0
    for flow in FLOWS:
        try:
            ports = read_ports(ROOT, flow.top)
            found = check_flow(ROOT, flow, ports)
        except (CheckError, OSError) as error:
            print(f"tcl_check: {error}", file=sys.stderr)
            return 2
        for problem in found:
            print(problem)
        status = max(status, int(bool(found)))
        verdict = "FAILED" if found else "passed"
        counts = f"{len(ports):>5} {len(flow.arguments):>4}"
        rows.append(f"{flow.script!s:<28} {flow.top:<16} {counts}   {verdict}")
    print(f"{'script':<28} {'top':<16} {'ports':>5} {'runs':>4}")
    print("\n".join(rows))
    return status


if __name__ == "__main__":
    sys.exit(main())
