# SPDX-License-Identifier: Apache-2.0
"""Elaborates SystemVerilog with slang and prints what it finds, as `file:line:col: kind: text`.

usage: slang_lint.py [--define NAME]... [--library FOLDER]... --tops A,B FILE...

Run by scripts/lint as a process of its own; pyslang is in its environment.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from lint_base import Finding, LintError, run

# What slang warns of: its defaults and more, but for a cast to the type that is there already. A
# cast says how wide a sum is; whether it changes anything may hang on a parameter.
WARNINGS = ["-Wextra", "-Wno-useless-cast"]
MESSAGE = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):\d+: (?P<kind>warning|error): (?P<text>.*)")
NAME = re.compile(r"(.*) \[-W([\w-]+)\]")
MODULE = re.compile(r"^module +(?:automatic +)?(\w+)", re.MULTILINE)


def modules(file: str) -> list[str]:
    return MODULE.findall(Path(file).read_text("utf-8"))


def parse(output: str) -> list[Finding]:
    found: list[Finding] = []
    for match in MESSAGE.finditer(output):
        named = NAME.fullmatch(match["text"])
        text, check = named.groups() if named else (match["text"], match["kind"])
        found.append(Finding(match["file"], int(match["line"]), check, text))
    return found


def lint(
    files: list[str], tops: list[str], defines: list[str], libraries: list[str]
) -> list[Finding]:
    """All findings in FILES with TOPS elaborated; LIBRARIES are folders of more modules."""
    command = [sys.executable, "-B", __file__]
    for define in defines:
        command += ["--define", define]
    for folder in libraries:
        command += ["--library", folder]
    status, output = run([*command, "--tops", ",".join(tops), *files])
    found = parse(output)
    if status != 0 and not found:
        raise LintError(f"slang: status {status}: {output.strip()[-300:]}")
    return found


def main() -> int:
    from pyslang.driver import Driver

    options = argparse.ArgumentParser()
    options.add_argument("--define", action="append", default=[])
    options.add_argument("--library", action="append", default=[])
    options.add_argument("--tops", required=True)
    options.add_argument("files", nargs="+")
    given = options.parse_args()
    words = ["slang", *WARNINGS, "-I", "rtl/prim", "--error-limit=0", "--color-diagnostics=false"]
    for define in given.define:
        words += ["-D", define]
    for folder in given.library:
        words += ["-y", folder]
    for top in given.tops.split(","):
        words += ["--top", top]
    driver = Driver()
    driver.addStandardArgs()
    if not driver.parseCommandLine(" ".join(words + given.files)) or not driver.processOptions():
        return 2
    return 0 if driver.parseAllSources() and driver.runFullCompilation() else 1


if __name__ == "__main__":
    sys.exit(main())
