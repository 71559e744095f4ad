# SPDX-License-Identifier: Apache-2.0
"""Formats SystemVerilog as far as verible decides (sv_format.py); scripts/format calls it."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import verible_lint
from context import Context
from lint_base import LintError


def main() -> int:
    options = argparse.ArgumentParser(prog="scripts/format")
    options.add_argument("--check", action="store_true")
    options.add_argument("files", nargs="+")
    given = options.parse_args()
    files = [os.path.relpath(f) for f in given.files]
    try:
        program = Context.program("verible-verilog-format")
        raw, excluded, mended = verible_lint.check_format(program, files, os.cpu_count() or 1)
    except LintError as error:
        print(f"format: {error}", file=sys.stderr)
        return 2
    found = [f for f in raw if not any(w.covers(f) for w in excluded)]
    broken = [f for f in found if f.check == "syntax"]
    wrong = sorted({f.file for f in found})
    if not wrong:
        print(f"format: {len(files)} SystemVerilog files, all formatted", file=sys.stderr)
        return 0
    for finding in found if given.check else broken:
        print(finding)
    if given.check:
        what = f"{len(wrong)} of {len(files)} SystemVerilog files are not formatted"
        print(f"format: {what}; to format them: scripts/format", file=sys.stderr)
        return 1
    for file in wrong:
        Path(file).write_text(mended[file], encoding="utf-8")
    print(f"format: formatted {len(wrong)} of {len(files)} SystemVerilog files", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
