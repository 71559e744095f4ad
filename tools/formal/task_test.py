# SPDX-License-Identifier: Apache-2.0
"""Tests of what is made of a run's log and of proofs.toml: python3 -m unittest from here."""

from __future__ import annotations

import contextlib
import os
import tempfile
import unittest
from pathlib import Path

from proofs import Mutant, Proof, ProofError, read_proofs, select
from sources import Edit
from task import Task, judge

MUTANT = Mutant(Edit("f.sv", "a", "b"), "Order", 9)
PROOF = Proof("rnic_x", "says", "prove", 2, 9, mutants=(MUTANT,))
TRACE = "summary: counterexample trace: build/formal/rnic_x/work/engine_0/trace.vcd\n"


class Judge(unittest.TestCase):
    def test_a_proof_is_good_where_sby_says_so(self) -> None:
        self.assertEqual((True, 0, ""), judge(Task(PROOF, {}, "proof"), "DONE (PASS, rc=0)", 0))

    def test_a_failure_names_the_assertion_and_the_command_that_shows_it(self) -> None:
        log = TRACE + r"  failed assertion formal_x.\gen[1].Order at  step 3" + "\n"
        good, _, text = judge(Task(PROOF, {}, "proof"), log, 2)
        self.assertFalse(good)
        self.assertEqual(
            "Order can fail; see it with: gtkwave build/formal/rnic_x/work/engine_0/trace.vcd", text
        )

    def test_a_mutant_must_break_its_assertion(self) -> None:
        task = Task(PROOF, {}, "mutant", MUTANT, 1)
        self.assertTrue(judge(task, "failed assertion formal_x.Order at x", 2)[0])
        self.assertFalse(judge(task, "failed assertion formal_x.Other at x", 2)[0])
        self.assertEqual("mutant 1 broke nothing, not Order", judge(task, "", 0)[2])

    def test_a_run_that_does_not_work_is_told_from_a_failure(self) -> None:
        text = judge(Task(PROOF, {}, "proof"), "SBY [x] base: ERROR: no such file\n", 16)[2]
        self.assertIn("could not be run: base: ERROR: no such file", text)

    def test_covers_are_counted(self) -> None:
        line = "##   0:00:01  Reached cover statement in step 3 at formal_x: {}\n"
        log = line.format("gen[0].Fills") + line.format("gen[1].Fills")
        self.assertEqual((True, 2, ""), judge(Task(PROOF, {}, "cover"), log, 0))

    def test_a_cover_that_is_not_reached_is_named(self) -> None:
        log = "##   0:00:02  Unreached cover statement at formal_x: gen[1].Fills\n"
        self.assertEqual("never reached: Fills", judge(Task(PROOF, {}, "cover"), log, 2)[2])


class Proofs(unittest.TestCase):
    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(contextlib.chdir(folder))
        os.makedirs("formal")
        Path("formal/rnic_a.sv").write_text("", encoding="utf-8")

    def read(self, text: str) -> list[Proof]:
        Path("proofs.toml").write_text(text, encoding="utf-8")
        return read_proofs(Path("proofs.toml"))

    def test_an_entry_is_read(self) -> None:
        mutant = '[[rnic_a.mutants]]\nfile="f.sv"\nsearch="a"\nreplace="b"\ncatches="C"\n'
        text = '[rnic_a]\nsays="s"\nmode="prove"\ndepth=2\ncover_depth=3\n'
        (proof,) = self.read(text + mutant)
        self.assertEqual("formal_a", proof.top)
        self.assertEqual((Mutant(Edit("f.sv", "a", "b"), "C", 3),), proof.mutants)
        with self.assertRaisesRegex(ProofError, "no proof rnic_b; there are: rnic_a"):
            select([proof], ["rnic_b"])

    def test_what_is_wrong_is_said(self) -> None:
        head = '[rnic_a]\nsays="s"\nmode="prove"\n'
        for text, why in (
            ("[", "proofs.toml"),
            ('[rnic_a]\nsays="s"\nmode="guess"\n', "mode is guess"),
            (head, "needs depth"),
            (head + "depth=1\ncover_depth=1\n", "no mutant"),
            (head + "depth=1\ncover_depth=1\ndeep=1\n", "has no deep"),
        ):
            with self.subTest(text=text), self.assertRaisesRegex(ProofError, why):
                self.read(text)


if __name__ == "__main__":
    unittest.main()
