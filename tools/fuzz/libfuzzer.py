# SPDX-License-Identifier: Apache-2.0
"""One libFuzzer program run for a time: the command, and what its output says."""
from __future__ import annotations

import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from targets import Target, seeds_of

MEMORY_MB = 2048
INPUT_SECONDS = 20  # an input that takes longer is a finding


@dataclass
class Result:
    name: str
    executions: int = 0
    seconds: float = 0.0
    covered: int | None = None  # edges of the program; none for rtl
    new: int | None = None  # of them those that no seed reaches
    findings: list[Path] = field(default_factory=list)
    fault: str = ""  # why it could not be run

    @property
    def rate(self) -> float:
        return self.executions / self.seconds if self.seconds else 0.0


COVERED = re.compile(r"^#\d+\s+(\w+)\s+cov: (\d+)", re.MULTILINE)
EXECUTIONS = re.compile(r"^stat::number_of_executed_units: (\d+)", re.MULTILINE)
COUNTER = re.compile(r"^#(\d+)\s", re.MULTILINE)
WRITTEN = re.compile(r"Test unit written to (.+)$", re.MULTILINE)  # found before, too


def read_output(output: str, result: Result) -> None:
    """Executions and coverage, from the lines `#N EVENT cov: C ...` and the final statistics,
    and the inputs that broke something."""
    result.findings = sorted({Path(name) for name in WRITTEN.findall(output)})
    seen = COVERED.findall(output)
    if seen:
        first = next((int(count) for event, count in seen if event == "INITED"), int(seen[0][1]))
        result.covered = int(seen[-1][1])
        result.new = result.covered - first
    total = EXECUTIONS.search(output)
    if total:
        result.executions = int(total.group(1))
    else:  # it ended before its statistics
        result.executions = max((int(count) for count in COUNTER.findall(output)), default=0)


def command_of(target: Target, root: Path, work: Path, seconds: int, seed: int) -> list[str]:
    seeds = seeds_of(target, root, work)
    listed = work / "seeds.txt"
    listed.write_text(",".join(str(file) for file in seeds), encoding="utf-8")
    command = [
        str(root / f"build-fuzz/tb/fuzz/fuzz_{target.name}"),
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-max_len={target.longest}",
        f"-timeout={INPUT_SECONDS}",
        f"-rss_limit_mb={MEMORY_MB}",
        f"-artifact_prefix={work}/findings/",
        "-print_final_stats=1",
    ]
    if target.dictionary:
        command.append(f"-dict={root}/tb/fuzz/dictionaries/{target.dictionary}.dict")
    if seeds:
        command.append(f"-seed_inputs=@{listed}")
    return [*command, str(work / "corpus"), str(root / "vectors/fuzz" / target.name)]


def run(target: Target, root: Path, seconds: int, seed: int) -> Result:
    """Leaves corpus, findings and log.txt in build/fuzz/NAME."""
    work = root / "build/fuzz" / target.name
    findings = work / "findings"
    for folder in (work / "corpus", findings):
        folder.mkdir(parents=True, exist_ok=True)
    result = Result(target.name)
    begin = time.monotonic()
    with (work / "log.txt").open("w+", encoding="utf-8", errors="replace") as log:
        status = subprocess.run(
            command_of(target, root, work, seconds, seed),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
        log.seek(0)
        output = log.read()
    result.seconds = time.monotonic() - begin
    read_output(output, result)
    if status != 0 and not result.findings:
        last = output.strip().splitlines()[-1:] or ["no output"]
        result.fault = f"status {status}: {last[0]} (build/fuzz/{target.name}/log.txt)"
    return result
