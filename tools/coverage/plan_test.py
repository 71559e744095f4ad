# SPDX-License-Identifier: Apache-2.0
"""The test plan lists every cover point of the RTL, and no other."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def covers_of_rtl() -> set[str]:
    return {
        f"{path.stem}.{name}"
        for path in ROOT.glob("rtl/*/*.sv")
        for name in re.findall(r"`RNIC_COVER\((\w+)", path.read_text(encoding="utf-8"))
    }


def covers_of_plan() -> set[str]:
    plan = (ROOT / "docs/testplan.md").read_text(encoding="utf-8")
    _, _, section = plan.partition("\n## Cover points\n")
    return set(re.findall(r"^\| `([\w.]+)` \|", section.partition("\n## ")[0], re.M))


class CoverPoints(unittest.TestCase):
    def test_are_those_of_the_plan(self) -> None:
        self.assertGreater(len(covers_of_rtl()), 0)
        self.assertEqual(covers_of_rtl(), covers_of_plan())


if __name__ == "__main__":
    unittest.main()
