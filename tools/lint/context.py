# SPDX-License-Identifier: Apache-2.0
"""What a run of scripts/lint looks at, and with what."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from lint_base import WAIVERS, LintError, Waiver, load_waivers, run, walk, with_suffix

BUILD = Path("build")


@dataclass
class Context:
    root: Path
    files: list[str]
    modules: list[str]  # only these; all when empty
    parallel: int

    @classmethod
    def here(cls, modules: list[str], parallel: int) -> Context:
        root = Path.cwd()
        return cls(root, walk(root), modules, parallel)

    @property
    def whole(self) -> bool:
        return not self.modules

    def systemverilog(self) -> list[str]:
        """All .sv, or those of the modules asked for; .svh too when it is all."""
        if self.whole:
            return with_suffix(self.files, ".sv", ".svh")
        return [f for f in with_suffix(self.files, ".sv") if Path(f).stem in self.modules]

    def waivers(self, tool: str) -> list[Waiver]:
        return load_waivers(WAIVERS, tool)

    @staticmethod
    def program(name: str) -> Path:
        """A program of the Python environment that runs this."""
        path = Path(sys.executable).parent / name
        if not path.exists():
            raise LintError(f"no {path}: run it by scripts/lint")
        return path

    def lint_tests(self) -> str:
        """The build's tests with the label lint, as JSON."""
        command = ["ctest", "--test-dir", str(BUILD), "--show-only=json-v1", "-L", "^lint$"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise LintError(f"ctest knows no tests in {BUILD}/: {done.stderr.strip()[:200]}")
        return done.stdout

    def compile_commands(self) -> str:
        """How the build compiles, as JSON. Brings what Verilator makes up to date first."""
        ninja = ["ninja", "-C", str(BUILD)]
        status, output = run([*ninja, f"-j{self.parallel}", "rnic_verilated"])
        if status != 0:
            raise LintError(f"the shims cannot be Verilated:\n{output.strip()[-2000:]}")
        done = subprocess.run(
            [*ninja, "-t", "compdb"], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise LintError(f"ninja -t compdb: {done.stderr.strip()[:200]}")
        return done.stdout
