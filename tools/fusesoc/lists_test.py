# SPDX-License-Identifier: Apache-2.0
"""The lists of sources outside of rtl/rnic.f are its own, in its order."""

from __future__ import annotations

import unittest

import lists


class Lists(unittest.TestCase):
    def test_core_and_bender_list_what_rnic_f_lists(self) -> None:
        sources = lists.lists()
        self.assertGreater(len(sources["rtl/rnic.f"]), 100)
        for name in lists.FILES:
            with self.subTest(file=name):
                text = (lists.ROOT / name).read_text("utf-8")
                self.assertEqual(
                    text,
                    lists.with_lists(name, text, sources),
                    "to write them anew: python3 tools/fusesoc/lists.py",
                )

    def test_every_other_file_that_they_name_is_there(self) -> None:
        for name in lists.FILES:
            text = (lists.ROOT / name).read_text("utf-8")
            for line in text.splitlines():
                word = line.strip().removeprefix("- ").split(":")[0].strip()
                if "/" in word and "{" not in word and not word.startswith(("#", "http")):
                    with self.subTest(file=name, word=word):
                        self.assertTrue((lists.ROOT / word).exists())

    def test_a_missing_source_or_another_order_is_seen(self) -> None:
        text = "a:\n  # rtl/rnic.f {\n  - rtl/b.sv\n  - rtl/a.sv\n  # }\nz: 1\n"

        def with_sources(*sources: str) -> str:
            return lists.with_lists("x", text, {"rtl/rnic.f": list(sources)})

        self.assertEqual(with_sources("rtl/b.sv", "rtl/a.sv"), text)
        self.assertNotEqual(with_sources("rtl/a.sv", "rtl/b.sv"), text)
        self.assertNotEqual(with_sources("rtl/b.sv"), text)

    def test_a_file_without_the_section_is_refused(self) -> None:
        with self.assertRaisesRegex(lists.ListError, "x.core:1: no section"):
            lists.with_lists("x.core", "filesets: {}\n", {"rtl/rnic.f": ["rtl/a.sv"]})


if __name__ == "__main__":
    unittest.main()
