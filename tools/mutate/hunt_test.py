# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from build import Program
from hunt import Hunt, HuntError
from mutant import Mutant
from report import Result

# A test program that knows two tests, and fails the second one as mutant number 1.
PROGRAM = """\
#!/bin/sh
echo "$3" >>"$(dirname "$0")/calls.txt"
echo '[ RUN      ] A.B'
echo '[       OK ] A.B (1 ms)'
echo '[ RUN      ] A.C'
if [ "$RNIC_MUTANT" = 0x6d750001 ]; then
  echo '[  FAILED  ] A.C (1 ms)'
  exit 1
fi
echo '[       OK ] A.C (1 ms)'
"""
MUTANTS = [Mutant("rtl/x/rnic_x.sv", n, n + 1, 1, "constant", "0", str(n)) for n in range(3)]
KEYS = [(m.file, "assign", m.original, m.mutated, 1) for m in MUTANTS]


class HuntWithOneProgram(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.program = Program("x_test", ("vl_x",))
        self.write(PROGRAM)

    def write(self, text: str) -> None:
        (self.folder / "x_test").write_text(text, encoding="utf-8")
        (self.folder / "x_test").chmod(0o755)

    def hunt(self, *numbers: int) -> list[Result]:
        hunter = Hunt(self.folder, self.folder, 1)
        hunter.measure([self.program])
        todo = [(n, MUTANTS[n], KEYS[n], [self.program]) for n in numbers]
        with contextlib.redirect_stderr(io.StringIO()):
            return hunter.run(todo)

    def calls(self) -> list[str]:
        return (self.folder / "calls.txt").read_text(encoding="utf-8").splitlines()

    def test_one_is_killed_and_one_survives(self) -> None:
        killed, survivor = self.hunt(1, 2)
        self.assertEqual((killed.state, survivor.state), ("killed", "survived"))
        self.assertEqual(killed.sentence(), "killed by x_test A.C")

    def test_the_killer_of_last_time_comes_first_and_no_baseline_again(self) -> None:
        self.hunt(1)
        self.assertEqual(self.calls(), ["", ""])
        self.hunt(1)
        self.assertEqual(self.calls()[2:], ["--gtest_filter=A.C"])

    def test_the_killer_of_another_one_of_the_module_comes_first(self) -> None:
        self.hunt(1, 2)
        self.assertEqual(self.calls()[2:], ["--gtest_filter=A.C", ""])

    def test_a_changed_program_is_measured_again(self) -> None:
        self.hunt()
        self.write(PROGRAM + "# another one\n")
        self.hunt()
        self.assertEqual(len(self.calls()), 2)

    def test_a_program_that_fails_without_a_mutant_is_refused(self) -> None:
        self.write(PROGRAM.replace("= 0x6d750001", "= 0"))
        with self.assertRaisesRegex(HuntError, "x_test does not pass without a mutant: A.C"):
            self.hunt(1)

    def test_a_mutant_in_no_program_survives(self) -> None:
        hunter = Hunt(self.folder, self.folder, 1)
        with contextlib.redirect_stderr(io.StringIO()):
            (result,) = hunter.run([(1, MUTANTS[1], KEYS[1], [])])
        self.assertEqual(result.sentence(), "SURVIVED: no test program contains it")


if __name__ == "__main__":
    unittest.main()
