# SPDX-License-Identifier: Apache-2.0
"""A proof by linearity: what is XOR and nothing else is decided by zero and every one-hot input.

A solver is slow at wide XORs and a simulator is not. So formal/NAME.sv, with the RTL copied and
edited as for the solver, is Verilated and formal/NAME.cc drives it through all these inputs. It
prints "N checks", or "failed assertion WHICH: where" and stops with status 1.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

from proofs import HARNESSES
from task import OUTPUT, Result, Task, write_rtl

RUNTIME = ("verilated.cpp", "verilated_threads.cpp")


class BuildError(Exception):
    """A step that did not work; the text is the command and what it said."""


def run_step(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise BuildError(f"{' '.join(command)}\n    " + "\n    ".join(said[:5]))
    return done.stdout


def build(task: Task) -> Path:
    """The program, from the RTL as the task wants it."""
    folder = task.folder
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src").mkdir(parents=True)
    packages = write_rtl(task, folder / "src", ready=False)
    shutil.copy("rtl/prim/assert.svh", folder / "src")
    shutil.copy(task.proof.harness, folder / "src" / f"{task.proof.top}.sv")
    shutil.copy(HARNESSES / f"{task.proof.name}.cc", folder / "main.cc")
    sources = [f"src/{file}" for file in (*packages, f"{task.proof.top}.sv")]
    options = ["--Mdir", "obj", "-Wno-lint", "-Wno-style", "-Wno-UNOPTFLAT", "-Isrc", "-y", "src"]
    run_step(["verilator", "--cc", *options, "--top-module", task.proof.top, *sources], folder)
    root = Path(run_step(["verilator", "--getenv", "VERILATOR_ROOT"], folder).strip()) / "include"
    made = sorted(str(file.relative_to(folder)) for file in (folder / "obj").glob("*.cpp"))
    compiler = ["g++", "-std=c++20", "-O1", "-w", "-pthread", "-Iobj", f"-I{root}"]
    runtime = [str(root / name) for name in RUNTIME]
    run_step([*compiler, "-o", "program", *made, "main.cc", *runtime], folder)
    return folder / "program"


def run(task: Task) -> Result:
    start = time.monotonic()
    try:
        program = build(task)
        done = subprocess.run(
            [f"./{program.name}"], cwd=task.folder, capture_output=True, text=True, check=False
        )
        log, status = done.stdout + done.stderr, done.returncode
    except BuildError as error:
        log, status = f"could not be run: {error}", 2
    (task.folder / "log.txt").write_text(log, encoding="utf-8")
    good, text = judge(task, log.strip(), status)
    return Result(task, good, time.monotonic() - start, 0, text)


def judge(task: Task, log: str, status: int) -> tuple[bool, str]:
    if status not in (0, 1):
        return False, log if log.startswith("could not") else f"could not be run: status {status}"
    if task.mutant is None:
        good = status == 0 and log.endswith("checks") and not log.startswith("0 ")
        return good, "" if good else f"{log}; to repeat it: cd {OUTPUT / task.name} && ./program"
    caught = f"failed assertion {task.mutant.catches}:" in log
    if caught:
        return True, task.mutant.catches
    return False, f"mutant {task.number} did not break {task.mutant.catches}: {log}"
