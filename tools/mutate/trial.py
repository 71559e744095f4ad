# SPDX-License-Identifier: Apache-2.0
"""Runs GoogleTest programs with a mutant chosen, under limits of time and memory.

Time is processor time, so that a busy machine kills no mutant; wall time only guards against a
program that sleeps.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mutant import NUMBER_BASE

_FAILED = re.compile(r"^\[  FAILED  \] ([^\s,]+)", re.MULTILINE)
_STARTED = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
_TIMED = re.compile(r"^\[       OK \] ([^\s,]+).* \((\d+) ms\)$", re.MULTILINE)
MEMORY_BYTES = 4 << 30
WALL_FACTOR = 60


@dataclass
class Outcome:
    """What one run of a program said. test: the one that failed, or was running at the end."""

    passed: bool
    how: str = ""  # "failed", "timeout", "SIGSEGV"
    test: str = ""
    seconds: float = 0.0  # of processor time
    tests: dict[str, float] = field(default_factory=dict)  # of those that passed: wall seconds


def run(
    program: Path, number: int, scratch: Path, cpu_limit: float, tests: Sequence[str] = ()
) -> Outcome:
    """Runs `program` as mutant `number` (0: the original) until the first test fails.

    tests: only these.
    """
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    limits = [f"--cpu={max(1, round(cpu_limit))}", f"--as={MEMORY_BYTES}", "--core=0"]
    command = ["prlimit", *limits, str(program), "--gtest_fail_fast", "--gtest_color=no"]
    if tests:
        command.append("--gtest_filter=" + ":".join(tests))
    environment = dict(os.environ, TMPDIR=str(scratch), RNIC_MUTANT=chosen(number))
    output = scratch / "output.txt"
    with output.open("wb") as stream:
        process = subprocess.Popen(
            command,
            cwd=scratch,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
        guard = threading.Timer(cpu_limit * WALL_FACTOR, process.kill)
        guard.start()
        _, raw, usage = os.wait4(process.pid, 0)
        guard.cancel()
    process.returncode = os.waitstatus_to_exitcode(raw)
    said = output.read_text(encoding="utf-8", errors="replace")
    return judge(said, process.returncode, usage.ru_utime + usage.ru_stime)


def chosen(number: int) -> str:
    """The value of RNIC_MUTANT."""
    return hex(NUMBER_BASE + number) if number else "0"


def judge(said: str, status: int, seconds: float) -> Outcome:
    tests = {name: int(ms) / 1000 for name, ms in _TIMED.findall(said)}
    if status == 0:
        return Outcome(True, seconds=seconds, tests=tests)
    failed, started = _FAILED.findall(said), _STARTED.findall(said)
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        how = "timeout"
    elif status < 0:
        how = signal.Signals(-status).name
    else:
        how = "failed"
    test = failed[0] if failed else started[-1] if started else ""
    return Outcome(False, how, test, seconds, tests)
