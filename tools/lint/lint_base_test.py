# SPDX-License-Identifier: Apache-2.0
"""Waivers: what they cover, when they are stale, how they must be written."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import vlt
from lint_base import Finding, LintError, Report, Waiver, apply, glob_matches, judge, load_waivers

UNUSED = Finding("rtl/sq/rnic_a.sv", 7, "UNUSEDSIGNAL", "Signal is not used: 'word_q'")


def waiver(**changes: str) -> Waiver:
    words = {"file": "rtl/*.sv", "check": "UNUSEDSIGNAL", "text": "*'word_?'*", "reason": "whole"}
    return Waiver(**{**words, **changes}, where="w.toml", line=3)


class Globs(unittest.TestCase):
    def test_star_is_any_text_and_question_mark_any_character(self) -> None:
        self.assertTrue(glob_matches("rtl/*.sv", "rtl/sq/rnic_a.sv"))
        self.assertTrue(glob_matches("*'?_i'*", "not used: 'a_i' here"))
        self.assertFalse(glob_matches("*'?_i'*", "not used: 'ab_i' here"))

    def test_other_characters_are_themselves(self) -> None:
        self.assertTrue(glob_matches("'op'[13:2]", "'op'[13:2]"))
        self.assertFalse(glob_matches("a.sv", "a_sv"))


class Applied(unittest.TestCase):
    def test_a_waiver_covers_by_file_check_and_text(self) -> None:
        self.assertEqual(apply([waiver()], [UNUSED]), ([], {waiver()}))
        for change in ({"file": "tb/*"}, {"check": "WIDTH"}, {"text": "*'other'*"}):
            with self.subTest(change=change):
                self.assertEqual(apply([waiver(**change)], [UNUSED]), ([UNUSED], set()))

    def test_a_finding_seen_twice_counts_once(self) -> None:
        self.assertEqual(apply([], [UNUSED, UNUSED])[0], [UNUSED])

    def test_a_waiver_that_covers_nothing_is_a_finding_at_its_place(self) -> None:
        report = Report("tool", "what")
        judge(report, [waiver(), waiver(check="WIDTH")], [UNUSED], whole=True)
        self.assertEqual(len(report.findings), 1)
        self.assertEqual(
            str(report.findings[0]),
            "w.toml:3: it waives nothing: WIDTH in rtl/*.sv, *'word_?'* [stale-waiver]",
        )
        self.assertEqual(report.waivers, {waiver()})

    def test_a_look_at_a_part_finds_no_stale_waiver(self) -> None:
        report = Report("tool", "what")
        judge(report, [waiver(check="WIDTH")], [], whole=False)
        self.assertEqual(report.findings, [])


class WaiverFile(unittest.TestCase):
    def load(self, text: str) -> list[Waiver]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "waivers.toml")
            path.write_text(text, encoding="utf-8")
            return load_waivers(path, "slang")

    def test_an_entry_knows_its_line(self) -> None:
        entry = '[[slang]]\nfile = "a"\ncheck = "b"\ntext = "*"\nreason = "c"\n'
        found = self.load("# why\n\n" + entry + '[[ruff]]\nfile = "x"\n' + entry)
        self.assertEqual([w.line for w in found], [3, 10])

    def test_an_entry_without_a_reason_is_refused(self) -> None:
        for reason in ("", 'reason = " "\n'):
            with (
                self.subTest(reason=reason),
                self.assertRaisesRegex(LintError, r"waivers.toml:1: a waiver has file, check"),
            ):
                self.load('[[slang]]\nfile = "a"\ncheck = "b"\ntext = "*"\n' + reason)

    def test_broken_toml_is_told_with_its_place(self) -> None:
        with self.assertRaisesRegex(LintError, "waivers.toml: .*line 1"):
            self.load("[[slang\n")


HEAD = "`verilator_config\n// SPDX-License-Identifier: Apache-2.0\n"
LINE = 'lint_off -rule UNUSEDSIGNAL -file "*/rtl/a.sv" -match "*\'x\'*"\n'


class Vlt(unittest.TestCase):
    def test_a_comment_is_the_reason_of_all_waivers_below_it(self) -> None:
        found = vlt.parse(HEAD + "// It travels\n// whole.\n" + LINE + LINE, "a.vlt")
        self.assertEqual([w.reason for w in found], ["It travels whole."] * 2)
        self.assertEqual([w.line for w in found], [5, 6])

    def test_without_match_it_covers_every_text(self) -> None:
        text = HEAD + '// Whole.\nlint_off -rule UNUSEDPARAM -file "*_pkg.sv"\n'
        self.assertEqual(vlt.parse(text, "a.vlt")[0].text, "*")

    def test_without_a_reason_it_is_refused(self) -> None:
        with self.assertRaisesRegex(LintError, "a.vlt:3: no comment above it says why"):
            vlt.parse(HEAD + LINE, "a.vlt")

    def test_anything_else_is_refused(self) -> None:
        for line in ("lint_off -rule WIDTH\n", 'tracing_off -file "*"\n', LINE.rstrip() + " x\n"):
            with (
                self.subTest(line=line),
                self.assertRaisesRegex(LintError, "a.vlt:4: not as expected"),
            ):
                vlt.parse(HEAD + "// Why.\n" + line, "a.vlt")


if __name__ == "__main__":
    unittest.main()
