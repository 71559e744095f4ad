# SPDX-License-Identifier: Apache-2.0
"""All linters, one after the other, and the table at the end; scripts/lint calls it.

Runs from the checkout. Each tool is a function that gives its rows of the table.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import slang_lint
import source_lint
import tidy
import verible_lint
import verilator_lint
import vlt
from context import Context
from lint_base import (
    WAIVERS,
    Finding,
    LintError,
    Report,
    Waiver,
    apply,
    judge,
    run,
    timed,
    with_suffix,
)


def rules(c: Context) -> list[Report]:
    report = Report("repo_rules", "licence, names, list of sources, text", len(c.files))
    with timed(report):
        status, output = run(["scripts/repo_rules"])
        for line in output.splitlines():
            parts = line.split(":", 2)
            if len(parts) == 3 and parts[1].isdigit():
                report.findings.append(Finding(parts[0], int(parts[1]), "rule", parts[2].strip()))
        if (status != 0) != bool(report.findings):
            raise LintError(f"scripts/repo_rules: status {status}: {output.strip()[:300]}")
        report.findings += source_lint.in_source(c.root, c.files)
    return [report]


def verilator(c: Context) -> list[Report]:
    """Both Verilators. A waiver is of use when one of them needs it."""
    listed = verilator_lint.sources()
    others = [f for f in with_suffix(c.files, ".sv") if f not in listed]
    more = verilator_lint.forms(c.lint_tests(), listed)
    todo = verilator_lint.jobs(listed, others, more, c.modules)
    waivers = [
        Waiver(w.file.removeprefix("*/"), w.check, w.text, w.reason, w.where, w.line)
        for w in vlt.load(with_suffix(c.files, ".vlt"))
    ]
    reports: list[Report] = []
    of_use: set[Waiver] = set()
    for make in (verilator_lint.debian, verilator_lint.newer):
        report = Report("verilator", "-Wall, every module alone; the whole", len(todo))
        with timed(report):
            program = make()
            report.tool = f"verilator {program.version}"
            raw = program.lint_all(todo, listed, others, c.parallel)
            report.findings, report.waivers = apply(waivers, raw)
        of_use |= report.waivers
        reports.append(report)
    if c.whole:
        reports[-1].findings += [w.stale() for w in waivers if w not in of_use]
    return reports


def slang(c: Context) -> list[Report]:
    """rtl/rnic.f in both its forms, and each other folder together with it."""
    listed = verilator_lint.sources()
    libraries = verilator_lint.libraries([f for f in c.files if f.endswith(".sv")])
    libraries = [f for f in libraries if not f.startswith("rtl/")]
    report = Report("slang", "elaboration, every module a top", len(c.systemverilog()))
    folders: dict[str, list[str]] = {}
    for file in with_suffix(c.files, ".sv"):
        if file not in listed:
            folders.setdefault("/".join(Path(file).parts[:-1][:2]), []).append(file)
    raw: list[Finding] = []
    with timed(report):
        looks = [(listed, []), (listed, ["SYNTHESIS"]), *((f, []) for f in folders.values())]
        for files, defines in looks:
            tops = [m for f in files for m in slang_lint.modules(f)]
            tops = [m for m in tops if c.whole or m in c.modules]
            if tops:
                more = files if files is not listed else []
                raw += slang_lint.lint(listed + more, tops, defines, libraries)
        judge(report, c.waivers("slang"), raw, c.whole)
    return [report]


def verible(c: Context) -> list[Report]:
    report = Report("verible", "lint by verible.rules", len(c.systemverilog()))
    with timed(report):
        program = c.program("verible-verilog-lint")
        raw = verible_lint.lint(program, c.systemverilog(), c.parallel)
        judge(report, c.waivers("verible"), raw, c.whole)
    layout = Report("verible format", "spaces, indentation", len(c.systemverilog()))
    with timed(layout):
        program = c.program("verible-verilog-format")
        raw, excluded, _ = verible_lint.check_format(program, c.systemverilog(), c.parallel)
        judge(layout, excluded, raw, c.whole)
    return [report, layout]


def clang_format(c: Context) -> list[Report]:
    files = with_suffix(c.files, ".cc", ".h")
    report = Report("clang-format", "C++ by .clang-format", len(files))
    with timed(report):
        report.findings = source_lint.clang_format(files, c.parallel)
    return [report]


def clang_tidy(c: Context) -> list[Report]:
    files = with_suffix(c.files, ".cc", ".h")
    report = Report("clang-tidy", "C++ by .clang-tidy", len(files))
    with timed(report):
        options = tidy.options_of(c.compile_commands(), str(c.root))
        texts = {f: Path(f).read_text("utf-8") for f in files}
        program = str(c.program("clang-tidy"))
        checker = tidy.Tidy(program, str(c.root), options, texts)
        # The build knows how to compile a source; what it does not compile, another one does.
        built = [f for f in with_suffix(files, ".cc") if f in options.compiled]
        raw = checker.check_all(built, c.parallel)
        judge(report, c.waivers("clang-tidy"), raw, True)
        tidy.forget_old()
    for why in checker.split:
        print(f"  (a group of sources was taken apart: {why})")
    for file in sorted({*with_suffix(files, ".cc")} - options.compiled):
        print(f"  (left out, since the default build does not compile it: {file})")
    if checker.remembered:
        report.what += f" ({checker.remembered} sources as before)"
    return [report]


def shellcheck(c: Context) -> list[Report]:
    files = [f for f in c.files if source_lint.is_shell(c.root, f)]
    report = Report("shellcheck", "every shell script", len(files))
    with timed(report):
        judge(report, c.waivers("shellcheck"), source_lint.shellcheck(files, c.parallel), True)
    return [report]


def ruff(c: Context) -> list[Report]:
    files = with_suffix(c.files, ".py")
    report = Report("ruff", "Python by ruff.toml", len(files))
    with timed(report):
        judge(report, c.waivers("ruff"), source_lint.ruff(c.program("ruff"), files), True)
    return [report]


TOOLS: dict[str, Callable[[Context], list[Report]]] = {
    "repo_rules": rules,
    "verilator": verilator,
    "slang": slang,
    "verible": verible,
    "clang-format": clang_format,
    "clang-tidy": clang_tidy,
    "shellcheck": shellcheck,
    "ruff": ruff,
}
OF_A_MODULE = ("verilator", "slang", "verible")


def check_waiver_file() -> None:
    unknown = set(tomllib.loads(WAIVERS.read_text("utf-8"))) - set(TOOLS)
    if unknown:
        raise LintError(f"{WAIVERS}:1: no such tool: {', '.join(sorted(unknown))}")


def table(reports: list[Report]) -> str:
    head = ("tool", "what", "files", "findings", "waivers", "seconds", "CPU s")
    rows = [
        (r.tool, r.what, r.files, len(r.findings), len(r.waivers), r.seconds, r.cpu_seconds)
        for r in reports
    ]
    found, wall, cpu = (sum(row[n] for row in rows) for n in (3, 5, 6))
    waived = len({w for r in reports for w in r.waivers})
    rows.append(("all", "", "", found, waived, wall, cpu))
    text = [head, *([f"{c:.1f}" if isinstance(c, float) else str(c) for c in r] for r in rows)]
    widths = [max(len(row[n]) for row in text) for n in range(len(head))]
    lines = []
    for row in text:
        left = [cell.ljust(w) for cell, w in zip(row[:2], widths[:2], strict=True)]
        right = [cell.rjust(w) for cell, w in zip(row[2:], widths[2:], strict=True)]
        lines.append("  ".join(left + right))
    return "\n".join(lines)


def main() -> int:
    options = argparse.ArgumentParser(prog="scripts/lint")
    options.add_argument("--only", action="append", default=[])
    options.add_argument("--jobs", type=int, required=True)
    options.add_argument("modules", nargs="*")
    given = options.parse_args()
    chosen = given.only or (OF_A_MODULE if given.modules else list(TOOLS))
    context = Context.here(given.modules, given.jobs)
    reports: list[Report] = []
    failed: list[str] = []
    check_waiver_file()
    for tool in chosen:
        try:
            done = TOOLS[tool](context)
        except LintError as error:
            print(f"{tool}: could not be run: {error}", flush=True)
            failed.append(tool)
            continue
        for report in done:
            for finding in report.findings:
                print(finding)
            state = f"{len(report.findings)} findings" if report.findings else "clean"
            print(f"{report.tool}: {state}, {report.seconds:.1f} s", flush=True)
        reports += done
    waivers = {w for r in reports for w in r.waivers}
    places = {w.where for w in waivers}
    print(f"\n{table(reports)}")
    print(f"{len(waivers)} waivers in use, each with its reason, in {len(places)} files")
    if failed:
        print(f"could not be run: {', '.join(failed)}")
        return 2
    return 1 if any(r.findings for r in reports) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except LintError as error:
        print(f"lint: {error}", file=sys.stderr)
        sys.exit(2)
