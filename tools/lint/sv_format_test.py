# SPDX-License-Identifier: Apache-2.0
"""What verible decides of the layout is held, and what is the author's is left alone."""

from __future__ import annotations

import unittest

from sv_format import compare


class SvFormat(unittest.TestCase):
    def mends(self, source: str, formatted: str, text: str, mended: str = "") -> None:
        findings, result = compare(source, formatted)
        self.assertEqual([f.text for f in findings], [text])
        self.assertEqual(result, mended or formatted)

    def leaves(self, source: str, formatted: str) -> None:
        self.assertEqual(compare(source, formatted), ([], source))

    def test_a_missing_space_is_put_in(self) -> None:
        self.mends("assign a=b;\n", "assign a =b;\n", 'no space between "a" and "="')

    def test_a_space_too_many_is_taken_out(self) -> None:
        self.mends("f (x);\n", "f(x);\n", 'a space between "f" and "("')

    def test_a_statement_stands_as_deep_as_verible_has_it(self) -> None:
        self.mends("begin\n   x = 1;\nend\n", "begin\n  x = 1;\nend\n", "indented by 3, not 2")

    def test_else_and_begin_head_no_line(self) -> None:
        self.mends(
            "if (a) begin\nend\nelse x;\n",
            "if (a) begin\nend else x;\n",
            '"else" belongs on the line before',
        )

    def test_a_run_of_spaces_that_sets_a_column_stays(self) -> None:
        self.leaves("logic       a;\nlogic [7:0] b;\n", "logic a;\nlogic [7:0] b;\n")

    def test_a_run_of_spaces_that_sets_none_is_one_space(self) -> None:
        text = 'the spaces between "logic" and "a" set no column'
        self.mends("logic    a;\n", "logic a;\n", text)

    def test_where_a_statement_breaks_is_the_authors(self) -> None:
        self.leaves("assign a = b +\n           c;\n", "assign a = b + c;\n")
        self.leaves("assign a = f(b, c);\n", "assign a = f(\n    b, c);\n")

    def test_the_line_of_a_finding_is_the_line_of_its_token(self) -> None:
        findings, _ = compare("a = 1;\n\nb=1;\n", "a = 1;\n\nb = 1;\n")
        self.assertEqual([f.line for f in findings], [3, 3])

    def test_a_change_of_words_is_refused_and_changes_nothing(self) -> None:
        source = "assign a = b;\n"
        findings, mended = compare(source, "assign a = c;\n")
        self.assertEqual([f.text for f in findings], ["verible changes more than spaces here"])
        self.assertEqual(mended, source)

    def test_comments_and_strings_are_one_word(self) -> None:
        self.leaves('x = "a  b";  // c  d\n', 'x = "a  b";  // c  d\n')


if __name__ == "__main__":
    unittest.main()
