# SPDX-License-Identifier: Apache-2.0
"""Writes the numbers of a whole run into README.md, between its two markers."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from measure import FileCoverage, Share, total

README = Path("README.md")
BEGIN = "<!-- scripts/coverage writes what follows -->"
END = "<!-- end of what scripts/coverage writes -->"


def numbers(results: list[FileCoverage], cxx: dict[str, Share]) -> str:
    rows = ["| what all tests together reach | of | share |", "|---|---|---|"]
    names = {
        "line": "RTL lines",
        "branch": "RTL branches",
        "user": "RTL cover points",
        "toggle": "RTL signal bits seen to toggle",
    }
    for kind, name in names.items():
        share = total(results, kind)
        excluded = f", {share.excluded:,} excluded with a reason" if share.excluded else ""
        rows.append(
            f"| {name}: {share.reached:,} | {share.total:,}{excluded} | {share.percent()} |"
        )
    for kind, share in cxx.items():
        rows.append(
            f"| C++ {kind} of model, harness and program: {share.reached:,} "
            f"| {share.total:,} | {share.percent()} |"
        )
    return "\n".join(rows)


def replace_between(text: str, new: str) -> str:
    pattern = re.compile(f"({re.escape(BEGIN)}\n).*?({re.escape(END)})", re.S)
    if not pattern.search(text):
        raise ValueError(f"{README} has no lines {BEGIN} and {END}")
    return pattern.sub(lambda match: f"{match[1]}\n{new}\n\n{match[2]}", text)


def write_numbers(results: list[FileCoverage], cxx: dict[str, Share]) -> None:
    old = README.read_text(encoding="utf-8")
    new = replace_between(old, numbers(results, cxx))
    if new != old:
        README.write_text(new, encoding="utf-8")
        print(f"coverage: {README} has new numbers", file=sys.stderr)
