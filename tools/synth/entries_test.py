# SPDX-License-Identifier: Apache-2.0
"""Tests of what scripts/synth is asked to do: python3 -m unittest from here."""

from __future__ import annotations

import contextlib
import tempfile
import unittest
from pathlib import Path

from entries import Entry, EntryError, read_entries, read_wiring, select

LIMITS = """
[rnic_a.check]
parameters = { Generate = 0 }
levels = 4
[rnic_a.generate]
parameters = { Generate = 1 }
[rnic_b.default]
lut = 7
[rnic_top.default]
wiring = true
"""


class Entries(unittest.TestCase):
    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(contextlib.chdir(folder))
        Path("limits.toml").write_text(LIMITS, encoding="utf-8")
        self.entries = read_entries(Path("limits.toml"))

    def chosen(self, *wanted: str) -> list[str]:
        return [entry.name for entry in select(self.entries, list(wanted))]

    def test_parameters_and_limits_are_read(self) -> None:
        a = Entry("rnic_a", "check", {"Generate": 0}, {"levels": 4}, listed=True)
        self.assertEqual(a, self.entries[0])

    def test_five_levels_hold_for_all(self) -> None:
        self.assertEqual({"levels": 5, "lut": 7}, self.entries[2].limits)
        (unlisted,) = select(self.entries, ["rnic_c"])
        self.assertEqual({"levels": 5}, unlisted.limits)

    def test_without_a_name_or_with_all_every_entry_is_chosen(self) -> None:
        for wanted in ([], ["all"], ["rnic_b", "all"]):
            self.assertEqual(["rnic_a:check", "rnic_a:generate", "rnic_b"], self.chosen(*wanted))

    def test_a_module_is_chosen_in_all_its_forms_or_in_one(self) -> None:
        self.assertEqual(["rnic_a:check", "rnic_a:generate"], self.chosen("rnic_a"))
        self.assertEqual(["rnic_a:generate", "rnic_b"], self.chosen("rnic_a:generate", "rnic_b"))

    def test_wiring_is_not_synthesised(self) -> None:
        self.assertEqual({"rnic_top"}, read_wiring(Path("limits.toml")))
        self.assertNotIn("rnic_top", self.chosen("all"))

    def test_a_form_that_does_not_exist_is_refused(self) -> None:
        with self.assertRaisesRegex(EntryError, "rnic_a:check, rnic_a:generate"):
            self.chosen("rnic_a:both")

    def test_a_broken_limits_file_is_refused(self) -> None:
        form = "[rnic_a.default]\n"
        for text, why in (
            ("[", "limits.toml: "),
            ("rnic_a = 3", "write .rnic_a.default."),
            ("[rnic_a]\nlevels = 5\n", "has no forms"),
            (form + "level = 5\n", "rnic_a.default.: no such key: level "),
            (form + 'levels = "5"\n', "is no int"),
            (form + "levels = true\n", "is no int"),
            (form + "levels = 6\n", "above 5"),
        ):
            Path("limits.toml").write_text(text, encoding="utf-8")
            with self.subTest(text=text), self.assertRaisesRegex(EntryError, why):
                read_entries(Path("limits.toml"))


if __name__ == "__main__":
    unittest.main()
