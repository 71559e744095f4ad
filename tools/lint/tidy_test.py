# SPDX-License-Identifier: Apache-2.0
"""C++ sources in groups: who may meet, how a group is compiled, when it is judged anew."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from pathlib import Path

import tidy
import tidy_groups
from lint_base import Finding

HELPER = "namespace rnic {\nnamespace {\n\nint helper(int x) { return x; }\n\n}\n}\n"
OTHER = "namespace rnic {\nnamespace {\n\nconstexpr int kLimit = 3;\n\n}\n}\n"


def deal(texts: dict[str, str]) -> list[list[str]]:
    return tidy_groups.deal([f for f in texts if f.endswith(".cc")], texts)


class Groups(unittest.TestCase):
    def test_names_at_a_lines_beginning_are_a_files_own(self) -> None:
        text = (
            "#define LIMIT 3\nusing Json = nlohmann::json;\nusing ::testing::HasSubstr;\n"
            "class Bench : public Test {\n  int inner() { return 1; }\n};\nstruct Later;\n"
            "std::vector<int> list_of(int x) {\n  return {};\n}\nconst char* const kText = R\"(\n"
            "TEST_F(Bench, Runs) { run(); }\nnamespace fs = std::filesystem;\n"
            "int main(int argc, char** argv) {\n"
        )
        self.assertEqual(
            tidy_groups.names(text),
            {"LIMIT", "Json", "Bench", "list_of", "kText", "Bench, Runs", "fs", "main"},
        )

    def test_sources_with_a_name_in_common_do_not_meet(self) -> None:
        groups = deal({"a.cc": HELPER, "b.cc": OTHER, "c.cc": HELPER})
        self.assertEqual(groups, [["a.cc", "b.cc"], ["c.cc"]])

    def test_a_name_of_one_source_in_a_header_of_another_keeps_them_apart(self) -> None:
        texts = {
            "a.cc": '#include "x.h"\n' + OTHER,
            "b.cc": HELPER,
            "x.h": "namespace rnic {\nint helper(int x);\n}\n",
        }
        self.assertEqual(deal(texts), [["a.cc"], ["b.cc"]])

    def test_a_source_may_meet_the_one_whose_header_it_includes(self) -> None:
        texts = {
            "a.cc": '#include "x.h"\n' + HELPER,
            "b.cc": '#include "y.h"\n' + OTHER,
            "x.h": "namespace rnic {\nint helper(int x);\n}\n",
            "y.h": '#include "x.h"\n',
        }
        self.assertEqual(deal(texts), [["a.cc", "b.cc"]])

    def test_a_using_declaration_keeps_a_header_with_that_name_away(self) -> None:
        texts = {
            "a.cc": '#include "m.h"\nnamespace rnic::tb {\nusing model::Context;\n}\n',
            "b.cc": '#include "t.h"\n' + OTHER,
            "m.h": "namespace rnic::model {\nstruct Context {\n};\n}\n",
            "t.h": "namespace rnic::tb {\nstruct Context {\n};\n}\n",
        }
        self.assertEqual(deal(texts), [["a.cc"], ["b.cc"]])

    def test_a_namespace_in_use_keeps_its_names_away(self) -> None:
        texts = {
            "a.cc": '#include "x.h"\nnamespace rnic {\nusing namespace test;\n}\n',
            "b.cc": HELPER,
            "x.h": "namespace rnic::test {\nint helper(int x);\n}\n",
        }
        self.assertEqual(deal(texts), [["a.cc"], ["b.cc"]])

    def test_an_enum_in_use_keeps_its_names_away(self) -> None:
        texts = {
            "a.cc": '#include "x.h"\nnamespace rnic {\nusing enum Kind;\n}\n',
            "b.cc": OTHER,
            "x.h": "namespace rnic {\nenum class Kind : int { kNone, kLimit = 3 };\n}\n",
        }
        self.assertEqual(deal(texts), [["a.cc"], ["b.cc"]])

    def test_two_headers_that_define_the_same_do_not_meet(self) -> None:
        constant = "namespace rnic {\ninline constexpr int kLeast = 60;\n}\n"
        texts = {"a.cc": '#include "x.h"\n', "b.cc": '#include "y.h"\n', "c.cc": ""}
        texts |= {"x.h": constant, "y.h": constant}
        self.assertEqual(deal(texts), [["a.cc", "c.cc"], ["b.cc"]])

    def test_what_spreads_comes_last(self) -> None:
        texts = {"a.cc": "using namespace rnic;\n", "b.cc": OTHER, "c.cc": HELPER}
        self.assertEqual(deal(texts), [["b.cc", "c.cc", "a.cc"]])


def command(file: str, *words: str) -> dict[str, str]:
    return {"file": f"/checkout/{file}", "command": " ".join(["c++", *words, "-c", file])}


class Options(unittest.TestCase):
    def test_macros_of_single_files_stay_theirs(self) -> None:
        database = json.dumps(
            [
                command("a.cc", "-DTRACE=1", "-DGOLDEN=\\\"/x\\\"", "-I/checkout"),
                command("b.cc", "-DTRACE=1", "-DGOLDEN=\\\"/y\\\"", "-isystem", "/build/vl_b"),
                {"file": "/checkout/some.sv", "command": "verilator"},
            ]
        )
        options = tidy.options_of(database, "/checkout")
        self.assertEqual(options.macros, {"TRACE": "1"})
        self.assertEqual(options.own_macros["b.cc"], {"GOLDEN": '"/y"'})
        self.assertEqual(options.compiled, {"a.cc", "b.cc"})
        self.assertEqual(options.folders, ["-I", "/checkout", "-isystem", "/build/vl_b"])
        self.assertEqual(
            tidy.unit(["a.cc", "c.cc"], options, "/checkout").splitlines()[1:],
            [
                '#define GOLDEN "/x"',
                '#include "/checkout/a.cc"',
                "#undef GOLDEN",
                '#include "/checkout/c.cc"',
            ],
        )

    def test_what_clang_tidy_prints_is_findings_of_the_checkout(self) -> None:
        line = "/checkout/models/a.cc:7:3: warning: 'x' used after it was moved [use-after-move]"
        found = tidy.parse(f"{line}\n  f(x);\n    ^\n{line}\n12 warnings generated.\n", "/checkout")
        self.assertEqual(
            found, [Finding("models/a.cc", 7, "use-after-move", "'x' used after it was moved")]
        )


FAKE = """#!/bin/sh
case "$*" in
*--version*) echo "fake 1" ;;
*)
  echo run >>runs
  for word; do case $word in *.cc) unit=$word ;; esac; done
  grep -q broken.cc "$unit" && grep -q good.cc "$unit" &&
    echo "$PWD/broken.cc:1:1: error: redefinition of 'x' [clang-diagnostic-error]"
  echo "$PWD/good.cc:2:1: warning: text [a-check]"
  ;;
esac
"""


class Remembering(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, Path.cwd())
        os.chdir(folder.name)
        self.root = os.getcwd()
        Path("fake").write_text(FAKE, encoding="utf-8")
        Path("fake").chmod(0o755)
        Path(".clang-tidy").write_text("Checks: x\n", encoding="utf-8")
        Path("a.h").write_text("int a;\n", encoding="utf-8")
        Path("good.cc").write_text('#include "a.h"\nint helper();\n', encoding="utf-8")

    def check(self) -> tuple[list[Finding], tidy.Tidy]:
        sources = {p.name: p.read_text("utf-8") for p in Path().glob("*.*")}
        checker = tidy.Tidy("./fake", self.root, tidy.Options(), sources)
        files = sorted(f for f in sources if f.endswith(".cc"))
        return checker.check_all(files, 1), checker

    def runs(self) -> int:
        return Path("runs").read_text("utf-8").count("run")

    def test_the_same_sources_are_not_judged_twice(self) -> None:
        first, _ = self.check()
        again, checker = self.check()
        self.assertEqual(first, [Finding("good.cc", 2, "a-check", "text")])
        self.assertEqual(again, first)
        self.assertEqual((self.runs(), checker.remembered), (1, 1))

    def test_a_changed_header_or_configuration_is_judged_anew(self) -> None:
        self.check()
        Path("a.h").write_text("int b;\n", encoding="utf-8")
        self.check()
        Path(".clang-tidy").write_text("Checks: y\n", encoding="utf-8")
        self.check()
        self.assertEqual(self.runs(), 3)

    def test_a_group_that_does_not_compile_is_taken_apart(self) -> None:
        Path("broken.cc").write_text("int x;\n", encoding="utf-8")
        found, checker = self.check()
        self.assertEqual(found, [Finding("good.cc", 2, "a-check", "text")])
        self.assertEqual(len(checker.split), 1)
        self.assertEqual(self.runs(), 3)


if __name__ == "__main__":
    unittest.main()
