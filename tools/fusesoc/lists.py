# SPDX-License-Identifier: Apache-2.0
"""Keeps the lists of sources in rnic400.core and Bender.yml the same as rtl/rnic.f.

usage: lists.py [--check]      from anywhere; --check changes nothing, status 1 if one differs

In both files the list stands between two comments, "# rtl/rnic.f {" and "# }"; that of Verilator's
waivers between "# rtl/lint {" and "# }".
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = ("rnic400.core", "Bender.yml")
SECTION = re.compile(
    r"(?P<head>^(?P<indent> *)# (?P<name>rtl/rnic\.f|rtl/lint) \{\n)(?:.*?)(?P<tail>^ *# \}\n)",
    re.MULTILINE | re.DOTALL,
)


class ListError(Exception):
    """A file without a place for the list."""


def listed(text: str) -> list[str]:
    """The sources of rtl/rnic.f, in order."""
    return [line.strip() for line in text.splitlines() if line.strip().endswith(".sv")]


def lists() -> dict[str, list[str]]:
    """What belongs into the sections."""
    waivers = sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("rtl/lint/*.vlt"))
    return {"rtl/rnic.f": listed((ROOT / "rtl/rnic.f").read_text("utf-8")), "rtl/lint": waivers}


def with_lists(name: str, text: str, sources: dict[str, list[str]]) -> str:
    """TEXT of the file NAME with SOURCES in its sections."""
    if "rtl/rnic.f" not in [m["name"] for m in SECTION.finditer(text)]:
        raise ListError(f'{name}:1: no section "# rtl/rnic.f {{" to "# }}"')

    def replaced(match: re.Match[str]) -> str:
        lines = "".join(f"{match['indent']}- {source}\n" for source in sources[match["name"]])
        return match["head"] + lines + match["tail"]

    return SECTION.sub(replaced, text)


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    sources = lists()
    status = 0
    for name in FILES:
        path = ROOT / name
        text = path.read_text("utf-8")
        try:
            wanted = with_lists(name, text, sources)
        except ListError as error:
            print(error, file=sys.stderr)
            return 2
        if wanted == text:
            continue
        if arguments:
            print(f"{name}:1: not what rtl/rnic.f and rtl/lint hold (tools/fusesoc/lists.py mends)")
            status = 1
        else:
            path.write_text(wanted, encoding="utf-8")
            print(f"{name}: {len(sources['rtl/rnic.f'])} sources")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
