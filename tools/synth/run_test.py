# SPDX-License-Identifier: Apache-2.0
"""Tests of how scripts/synth chooses what to synthesise: python3 -m unittest from here."""

from __future__ import annotations

import contextlib
import os
import tempfile
import unittest
from pathlib import Path

import run
from run import Entry, SynthError, read_entries, select, source_arguments

LIMITS = """
[rnic_a.check]
parameters = { Generate = 0 }
levels = 5
[rnic_a.generate]
parameters = { Generate = 1 }
[rnic_b.default]
lut = 7
"""


class Entries(unittest.TestCase):
    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(contextlib.chdir(folder))
        os.makedirs("rtl")
        Path("limits.toml").write_text(LIMITS, encoding="utf-8")
        self.entries = read_entries(Path("limits.toml"))

    def chosen(self, *wanted: str) -> list[str]:
        return [entry.name for entry in select(self.entries, list(wanted))]

    def test_parameters_and_limits_are_read(self) -> None:
        self.assertEqual(Entry("rnic_a", "check", {"Generate": 0}, {"levels": 5}), self.entries[0])

    def test_without_a_name_all_are_chosen(self) -> None:
        self.assertEqual(["rnic_a:check", "rnic_a:generate", "rnic_b"], self.chosen())

    def test_a_module_is_chosen_in_all_its_forms_or_in_one(self) -> None:
        self.assertEqual(["rnic_a:check", "rnic_a:generate"], self.chosen("rnic_a"))
        self.assertEqual(["rnic_a:generate", "rnic_b"], self.chosen("rnic_a:generate", "rnic_b"))

    def test_a_module_without_entry_has_no_limits(self) -> None:
        self.assertEqual([Entry("rnic_c", "default", {}, {})], list(select([], ["rnic_c"])))

    def test_a_form_that_does_not_exist_is_refused(self) -> None:
        with self.assertRaisesRegex(SynthError, "rnic_a:check, rnic_a:generate"):
            self.chosen("rnic_a:both")

    def test_a_broken_limits_file_is_refused(self) -> None:
        for text in ("[", "[rnic_a]\nlevels = 5\n"):
            Path("limits.toml").write_text(text, encoding="utf-8")
            with self.subTest(text=text), self.assertRaises(SynthError):
                read_entries(Path("limits.toml"))

    def test_packages_and_the_module_are_read_and_the_rest_found_by_folder(self) -> None:
        run.SOURCES.write_text(
            "// all\nrtl/pkg/a_pkg.sv\nrtl/prim/rnic_p.sv\nrtl/x/rnic_a.sv\nrtl/x/rnic_b.sv\n",
            encoding="utf-8",
        )
        self.assertEqual(
            "rtl/pkg/a_pkg.sv rtl/x/rnic_a.sv -y rtl/pkg -y rtl/prim -y rtl/x",
            source_arguments("rnic_a"),
        )
        with self.assertRaisesRegex(SynthError, "no module rnic_z"):
            source_arguments("rnic_z")


if __name__ == "__main__":
    unittest.main()
