# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of a coverage build and reports what they reached; scripts/coverage calls it.

Every Verilated model that ends leaves a file of counts in RNIC_COVERAGE_DIR; they are taken up and
deleted while the tests run, for all of them together would fill a disk.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

from exclusions import ExclusionError, read_exclusions
from measure import FileCoverage, Share, measure, total, tracefile, untoggled
from points import PointError, Totals
from readme import write_numbers

EXCLUSIONS = Path("tools/coverage/exclusions.toml")
KINDS = {"line": "lines", "branch": "branches", "user": "cover points", "toggle": "toggled bits"}
MUST_BE_FULL = ("line", "branch", "user")


class CoverageError(Exception):
    """The tests or a tool could not be run; the text says which."""


def absorb(totals: Totals, folder: Path) -> None:
    for path in sorted(folder.glob("*.dat")):
        totals.absorb(path)
        path.unlink()


def run_tests(build: Path, jobs: int, name_filter: str, totals: Totals) -> bool:
    """Runs ctest; returns whether all passed. The lint tests run nothing that could count."""
    folder = build / "coverage-points"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for counts in build.rglob("*.gcda"):
        counts.unlink()
    command = ["ctest", "--test-dir", str(build), "--output-on-failure", "--no-tests=error"]
    command += ["--label-exclude", "^(lint|scripts)$", "--parallel", str(jobs)]
    command += ["--timeout", "3000", *(["--tests-regex", name_filter] if name_filter else [])]
    environment = os.environ | {"RNIC_COVERAGE_DIR": str(folder.resolve())}
    log = build / "coverage-tests.txt"
    print(f"coverage: running the tests, {jobs} at a time (log: {log})", file=sys.stderr)
    failure: list[Exception] = []
    ended = threading.Event()

    def take_up() -> None:
        try:
            while not ended.wait(1):
                absorb(totals, folder)
            absorb(totals, folder)
        except (OSError, PointError) as error:
            failure.append(error)

    watcher = threading.Thread(target=take_up)
    watcher.start()
    try:
        with log.open("w", encoding="utf-8") as output:
            status = subprocess.run(
                command, stdout=output, stderr=subprocess.STDOUT, env=environment, check=False
            ).returncode
    finally:
        ended.set()
        watcher.join()
    if failure:
        raise CoverageError(str(failure[0]))
    text = log.read_text(encoding="utf-8", errors="replace")
    passed = re.search(r"^(\d+)% tests passed, (\d+) tests? failed out of (\d+)", text, re.M)
    if not passed:
        raise CoverageError(f"no test was run, ctest's status was {status}; see {log}")
    print(f"coverage: {passed[0]}; {totals.files} models counted", file=sys.stderr)
    if status:
        failed = re.findall(r"^\s+\d+ - (\S+) \(.*\)$", text, re.M)
        print(f"coverage: failed: {' '.join(failed[:10])} (see {log})", file=sys.stderr)
    return status == 0


def run_tool(command: list[str], log: Path, folder: Path | None = None) -> None:
    with log.open("w", encoding="utf-8") as output:
        status = subprocess.run(
            command, stdout=output, stderr=subprocess.STDOUT, cwd=folder, check=False
        ).returncode
    if status:
        raise CoverageError(f"{command[0]} failed with status {status}; see {log}")


def write_rtl_html(results: list[FileCoverage], report: Path) -> None:
    trace = report / "rtl.info"
    trace.write_text(tracefile(results, Path.cwd()), encoding="utf-8")
    (report / "untoggled.txt").write_text(untoggled(results), encoding="utf-8")
    command = ["genhtml", "--branch-coverage", "--no-function-coverage", "--legend", "--quiet"]
    command += ["--title", "rnic400 RTL", "--prefix", str(Path.cwd())]
    command += ["--output-directory", str(report / "rtl"), str(trace)]
    run_tool(command, report / "genhtml.txt")


def write_cxx_html(build: Path, report: Path, jobs: int) -> dict[str, Share]:
    """The C++ of models, harness and program, without its tests: share by kind."""
    pages = (report / "cxx").resolve()
    pages.mkdir(parents=True, exist_ok=True)
    summary = report / "cxx.json"
    root = Path.cwd()
    command = ["gcovr", "--root", str(root), "-j", str(jobs), "--exclude-throw-branches"]
    for folder in ("models/", "tb/harness/", "tb/app/"):
        command += ["--filter", f"{re.escape(str(root))}/{folder}"]
    for name in ("tb/app/test/", "tb/harness/failing_tests.cc", "models/example/", r".*_test\.cc$"):
        command += ["--exclude", f"{re.escape(str(root))}/{name}"]
    command += ["--json-summary", str(summary.resolve())]
    command += ["--html-details", str(pages / "index.html"), str(build.resolve())]
    # From there, for gcov leaves its files where it runs, until gcovr has read them.
    run_tool(command, report / "gcovr.txt", pages)
    numbers = json.loads(summary.read_text(encoding="utf-8"))
    kinds = {"line": "lines", "function": "functions", "branch": "branches"}
    return {
        name: Share(numbers[f"{kind}_covered"], numbers[f"{kind}_total"])
        for kind, name in kinds.items()
    }


def table(results: list[FileCoverage]) -> str:
    head = f"{'folder':<12}" + "".join(f"{KINDS[k]:>28}" for k in KINDS)
    folders = sorted({result.file.split("/")[1] for result in results})
    rows = [head]
    for folder in [*folders, "all"]:
        chosen = [r for r in results if folder in ("all", r.file.split("/")[1])]
        cells = ""
        for kind in KINDS:
            share = total(chosen, kind)
            cells += f"{f'{share.reached:,} of {share.total:,}':>20}{share.percent():>8}"
        rows.append(f"{folder:<12}{cells}")
    return "\n".join(rows)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/coverage")
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--filter", default="")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    report = options.build / "report"
    shutil.rmtree(report, ignore_errors=True)
    report.mkdir(parents=True)
    try:
        exclusions = read_exclusions(EXCLUSIONS, Path.cwd())
        totals = Totals(Path.cwd())
        passed = run_tests(options.build, options.jobs, options.filter, totals)
        results = measure(totals.points(), exclusions)
        if not results:
            raise CoverageError("no model was run: nothing to report")
        write_rtl_html(results, report)
        cxx = write_cxx_html(options.build, report, options.jobs)
    except (CoverageError, ExclusionError, PointError, OSError) as error:
        print(f"coverage: {error}", file=sys.stderr)
        return 2

    missed = [line for result in results for line in result.missed]
    (report / "missed.txt").write_text("\n".join(missed) + "\n", encoding="utf-8")
    print("\n".join(missed[:40]))
    if len(missed) > 40:
        print(f"... {len(missed) - 40} more in {report}/missed.txt")
    print(f"\n{table(results)}")
    excluded = sum(total(results, kind).excluded for kind in KINDS)
    print(f"excluded    {excluded} points by {len(exclusions.entries)} entries of {EXCLUSIONS}")
    for kind, share in cxx.items():
        print(f"C++         {share.reached:,} of {share.total:,} {kind}, {share.percent()}")
    print(f"pages       {report}/rtl/index.html {report}/cxx/index.html {report}/untoggled.txt")
    print(f"time        {(time.monotonic() - start) / 60:.0f} minutes")
    stale = [] if options.filter else exclusions.stale()
    for entry in stale:
        print(f"{EXCLUSIONS}: stale: {entry.file}: {entry.kind} {entry.name} {entry.text!r}")
    if not options.filter and passed:
        write_numbers(results, cxx)
    return 0 if passed and not stale and not (missed and not options.filter) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
