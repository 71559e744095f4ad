# SPDX-License-Identifier: Apache-2.0
"""What scripts/fuzz does once everything is built: the targets one after the other, each finding
told with the command that repeats it, and a table."""
from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import libfuzzer
from libfuzzer import Result
from targets import ListError, read_targets

ROOT = Path(__file__).resolve().parents[2]
RTL = "rtl"
RTL_TOTALS = re.compile(
    r"^(\d+) frames compared in \d+ cases, \d+ clocks, ([\d.]+) s, .*?, (\d+) findings",
    re.MULTILINE,
)


def rtl_command(options: argparse.Namespace) -> list[str]:
    command = ["build/tb/fuzz/rtl/fuzz_rtl", "--seed", str(options.seed)]
    for name in ("frames", "case", "batch"):
        value = getattr(options, name)
        if value is not None:
            command += [f"--{name}", str(value)]
    if options.seconds is not None or options.frames is None:
        command += ["--seconds", str(60 if options.seconds is None else options.seconds)]
    if options.keep:
        command += ["--keep", "vectors/rx"]
    return command


def run_rtl(options: argparse.Namespace) -> Result:
    result = Result(RTL)
    done = subprocess.run(
        rtl_command(options), cwd=ROOT, stdin=subprocess.DEVNULL, text=True, check=False,
        stdout=subprocess.PIPE,
    )
    print(done.stdout, end="", flush=True)
    totals = RTL_TOTALS.search(done.stdout)
    if totals is None or done.returncode not in (0, 1):
        result.fault = f"fuzz_rtl ended with status {done.returncode}"
        return result
    result.executions, result.seconds = int(totals[1]), float(totals[2])
    # Told above, each with its files; here they are only counted.
    result.findings = [Path(RTL)] * int(totals[3])
    return result


def tell(result: Result) -> None:
    """Each finding of a libFuzzer target, and how to see and keep it."""
    for file in result.findings:
        path = file.relative_to(ROOT)
        print(f"{result.name}: {path}")
        print(f"  to repeat it: build-fuzz/tb/fuzz/fuzz_{result.name} {path}")
        print(f"  once mended, to keep it: cp {path} vectors/fuzz/{result.name}/WHAT_IT_WAS")


def table(results: list[Result]) -> str:
    rows = [("target", "executions", "exec/s", "edges", "new", "findings")]
    for result in results:
        rows.append(
            (
                result.name,
                str(result.executions),
                f"{result.rate:.0f}",
                "-" if result.covered is None else str(result.covered),
                "-" if result.new is None else str(result.new),
                "not run" if result.fault else str(len(result.findings)),
            )
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    for name in ("frames", "case", "batch"):
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args(arguments)
    known = read_targets(ROOT / "tb/fuzz/targets.txt")
    results = []
    for name in options.targets:
        if name == RTL:
            result = run_rtl(options)
        else:
            seconds = 60 if options.seconds is None else options.seconds
            print(f"fuzz: {name}, {seconds} s", file=sys.stderr, flush=True)
            result = libfuzzer.run(known[name], ROOT, seconds, options.seed)
            tell(result)
        if result.fault:
            print(f"fuzz: {name}: {result.fault}", file=sys.stderr)
        results.append(result)
    print(f"\n{table(results)}")
    if any(result.findings for result in results):
        return 1
    return 2 if any(result.fault for result in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (ListError, OSError) as error:
        print(f"fuzz: {error}", file=sys.stderr)
        sys.exit(2)
