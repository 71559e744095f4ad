# SPDX-License-Identifier: Apache-2.0
"""Needs pyslang, which scripts/mutate installs, and runs this test before it does anything."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

try:
    from sites import Reader, SourceError
except ImportError:
    Reader = None

HEAD = "module rnic_x (input logic clk_i, input logic rst_ni, input logic [3:0] a_i);\n"


@unittest.skipIf(Reader is None, "pyslang is not here: scripts/mutate runs this test")
class Sites(unittest.TestCase):
    def found(self, body: str) -> set[str]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rnic_x.sv"
            path.write_text(f"{HEAD}{body}\nendmodule\n", encoding="utf-8")
            mutants = Reader(Path(folder)).mutants(Path(folder), "rnic_x.sv")
        return {f"{m.operator}: {m.original} -> {m.mutated}" for m in mutants}

    def test_an_operator_keeps_its_operands_together(self) -> None:
        found = self.found("assign b = x && (y == z);")
        self.assertIn("operator: x && (y == z) -> x || (y == z)", found)
        found = self.found("assign b = x | y & z;")
        self.assertIn("operator: x | y & z -> x & (y & z)", found)

    def test_boundaries_and_sums_are_one_off(self) -> None:
        self.assertIn("off-by-one: a_i < n -> a_i <= n", self.found("assign b = a_i < n;"))
        found = self.found("assign b = a_i - 4'd1;")
        self.assertIn("off-by-one: a_i - 4'd1 -> (a_i - 4'd1) + 1'b1", found)

    def test_constants_change_and_wrap(self) -> None:
        found = self.found("assign b = {1'b1, 4'hf, 2'd2, 7};")
        wanted = {"1'b1 -> 1'b0", "4'hf -> 4'h0", "2'd2 -> 2'd3", "7 -> 8"}
        self.assertLessEqual({f"constant: {text}" for text in wanted}, found)

    def test_an_enumerator_becomes_the_next_one(self) -> None:
        found = self.found("typedef enum logic {Idle, Busy} s_e;\nassign b = Busy;")
        self.assertEqual(found, {"constant: Busy -> Idle"})

    def test_conditions_are_negated_and_stuck(self) -> None:
        found = self.found("always_comb begin\n  b = 1'b0;\n  if (x) b = c;\nend")
        wanted = {"x -> !(x)", "x -> 1'b1", "x -> 1'b0"}
        wanted = {f"condition: {text}" for text in wanted}
        self.assertEqual({f for f in found if "condition" in f}, wanted)

    def test_resets_are_dropped_one_by_one(self) -> None:
        body = "always_ff @(posedge clk_i) if (!rst_ni) begin a <= '0; b <= '0; end else a <= c;"
        found = self.found(body)
        self.assertLessEqual({"reset: a <= '0; -> ", "reset: b <= '0; -> "}, found)
        self.assertIn("stuck: a <= c; -> ", found)
        self.assertFalse({f for f in found if "rst_ni" in f})

    def test_inputs_of_instances_are_stuck(self) -> None:
        found = self.found("rnic_y #(.N(3)) u_y (.clk_i, .a_i(x), .b_o(y));")
        self.assertEqual(found, {"stuck: x -> '0", "stuck: x -> '1"})

    def test_what_elaboration_needs_is_left_alone(self) -> None:
        body = """\
localparam int N = 3 + 4;
logic [N-1:0] v;
for (genvar g = 0; g < 3; g++) begin : gen_x
  if (g == 1) begin : gen_y
  end
end
always_comb for (int i = 0; i < 4; i++) v[i + 1] = w[i - 1][2 +: 3];
initial if (N < 3) $fatal(1, "no");"""
        self.assertEqual(self.found(body), {"stuck: w[i - 1][2 +: 3] -> '0",
                                            "stuck: w[i - 1][2 +: 3] -> '1"})  # fmt: skip

    def test_assertions_and_what_only_they_need_are_left_alone(self) -> None:
        body = "`ifndef SYNTHESIS\nassign b = x && y;\n`endif"
        self.assertEqual(self.found(body), set())

    def test_what_does_not_parse_is_refused(self) -> None:
        with self.assertRaisesRegex(SourceError, "rnic_x.sv: this does not parse"):
            self.found("assign = ;")


if __name__ == "__main__":
    unittest.main()
