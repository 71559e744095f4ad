# SPDX-License-Identifier: Apache-2.0
"""Tests of the netlist walker, on small netlists made by hand: python3 -m unittest from here."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

import report
from families import FAMILIES
from handmade import Builder
from netlist import Netlist, NetlistError
from paths import DeepPath, Paths
from report import Report


def levels(path: DeepPath | None) -> int | None:
    return None if path is None else path.weight.levels


class Depth(unittest.TestCase):
    def test_luts_between_flops_are_counted(self) -> None:
        b = Builder().flop("a_q", "0").chain(3, "a_q", "b_d").flop("b_q", "b_d")
        path = b.paths().deepest("register", "register")
        assert path is not None
        self.assertEqual(3, path.weight.levels)
        self.assertEqual(["FDRE", "LUT1", "LUT1", "LUT1"], [s.cell_type for s in path.steps])
        self.assertEqual(["a_q", "b_d_1", "b_d_2", "b_d"], [s.net for s in path.steps])
        self.assertEqual([0, 1, 2, 3], [s.levels for s in path.steps])
        self.assertEqual(("D", "b_q"), (path.end.port, path.end_name))

    def test_flop_to_flop_without_logic_is_depth_zero(self) -> None:
        paths = Builder().flop("a_q", "0").flop("b_q", "a_q").paths()
        self.assertEqual(0, levels(paths.deepest("register", "register")))

    def test_no_path_runs_through_a_flop(self) -> None:
        b = Builder().flop("a_q", "0").chain(2, "a_q", "b_d").flop("b_q", "b_d")
        b.chain(2, "b_q", "c_d").flop("c_q", "c_d")
        self.assertEqual(2, levels(b.paths().deepest("register", "register")))

    def test_the_deeper_of_two_inputs_counts(self) -> None:
        b = Builder().flop("a_q", "0").chain(4, "a_q", "deep").chain(1, "a_q", "flat")
        b.lut("b_d", "flat deep").flop("b_q", "b_d")
        self.assertEqual(5, levels(b.paths().deepest("register", "register")))

    def test_levels_count_before_the_number_of_cells(self) -> None:
        b = Builder().flop("a_q", "0").lut("x", "a_q")
        b.cell("MUXF7", {"O": "m"}, {"I0": "a_q"}).cell("MUXF8", {"O": "n"}, {"I0": "m"})
        b.cell("MUXF9", {"O": "b_d"}, {"I0": "n", "I1": "x"}).flop("b_q", "b_d")
        self.assertEqual(1, levels(b.paths().deepest("register", "register")))

    def test_muxf_and_carry_count_nothing_and_are_listed_apart(self) -> None:
        b = Builder().flop("a_q", "0").chain(1, "a_q", "x").lut("y", "a_q")
        b.cell("MUXF7", {"O": "m"}, {"I0": "x", "I1": "y", "S": "a_q"})
        b.cell("CARRY8", {"O": "o0 o1"}, {"CI": "0", "DI": "0 0", "S": "m m"})
        b.flop("b_q", "o1")
        path = b.paths().deepest("register", "register")
        assert path is not None
        self.assertEqual((1, 1, 1), (path.weight.levels, path.weight.muxf, path.weight.carry))

    def test_among_equal_levels_the_path_with_more_muxf_is_shown(self) -> None:
        b = Builder().flop("a_q", "0").lut("x", "a_q").flop("b_q", "x").lut("y", "a_q")
        b.cell("MUXF7", {"O": "m"}, {"I0": "y", "I1": "0", "S": "0"}).flop("c_q", "m")
        path = b.paths().deepest("register", "register")
        assert path is not None
        self.assertEqual("c_q", path.end_name)

    def test_among_equally_deep_paths_one_with_a_name_is_shown(self) -> None:
        b = Builder().flop("a_q", "0").lut("d", "a_q").flop("a2_q", "d").flop("z_q", "d")
        module = b.module()
        del module["netnames"]["z_q"]
        path = Paths(Netlist("t", module)).deepest("register", "register")
        assert path is not None
        self.assertEqual("a2_q", path.end_name)

    def test_an_inverter_is_a_lut(self) -> None:
        b = Builder().flop("a_q", "0").cell("INV", {"O": "n"}, {"I": "a_q"}).flop("b_q", "n")
        self.assertEqual(1, levels(b.paths().deepest("register", "register")))
        self.assertEqual(1, b.netlist().size().lut)

    def test_enable_and_reset_pins_end_paths(self) -> None:
        for pin in ("CE", "R"):
            with self.subTest(pin=pin):
                b = Builder().flop("a_q", "0").chain(2, "a_q", "e").flop("b_q", "a_q", **{pin: "e"})
                path = b.paths().deepest("register", "register")
                assert path is not None
                self.assertEqual((2, pin), (path.weight.levels, path.end.port))

    def test_a_lut_ram_ends_a_path_at_its_address_and_starts_one_at_its_data(self) -> None:
        b = Builder().flop("a_q", "0").chain(2, "a_q", "adr")
        b.cell("RAM64X1D", {"DPO": "rd"}, {"WCLK": "clk", "DPRA0": "adr", "D": "a_q", "WE": "1"})
        b.chain(3, "rd", "b_d").flop("b_q", "b_d")
        path = b.paths().deepest("register", "register")
        assert path is not None
        self.assertEqual((3, "RAM64X1D"), (path.weight.levels, path.steps[0].cell_type))
        self.assertEqual({0: 1, 2: 1, 3: 1}, dict(b.paths().ends_by_levels()))

    def test_a_ram_without_named_outputs_starts_a_path_by_its_own_name(self) -> None:
        b = Builder().cell("RAM64X1D", {"DPO": "rd"}, {"WCLK": "clk"}).lut("d", "rd")
        module = b.flop("a_q", "d").module()
        del module["netnames"]["rd"]
        path = Paths(Netlist("t", module)).deepest("register", "register")
        assert path is not None
        self.assertEqual("u0", path.steps[0].net)

    def test_block_ram_and_srl_pins_end_paths(self) -> None:
        for cell_type, clock, pin in (
            ("RAMB36E2", "CLKARDCLK", "ADDRARDADDR"),
            ("SRL16E", "CLK", "CE"),
        ):
            with self.subTest(cell=cell_type):
                b = Builder().flop("a_q", "0").chain(2, "a_q", "x")
                b.cell(cell_type, {"Q": "q"}, {clock: "clk", pin: "x"})
                path = b.paths().deepest("register", "register")
                assert path is not None
                self.assertEqual((2, pin), (path.weight.levels, path.end.port))

    def test_ports_have_their_own_rows(self) -> None:
        b = Builder().port("in", "input").port("out", "output")
        b.chain(1, "in", "a_d").flop("a_q", "a_d").chain(2, "a_q", "half").lut("out", "half in")
        paths = b.paths()
        self.assertEqual(1, levels(paths.deepest("port", "register")))
        self.assertEqual(3, levels(paths.deepest("register", "port")))
        self.assertEqual(1, levels(paths.deepest("port", "port")))
        self.assertIsNone(paths.deepest("register", "register"))

    def test_a_pin_lies_as_deep_as_its_deepest_path_from_port_or_register(self) -> None:
        b = Builder().port("in", "input").flop("a_q", "0").chain(2, "a_q", "x")
        b.lut("b_d", "x in").flop("b_q", "b_d")
        self.assertEqual({3: 1}, dict(b.paths().ends_by_levels()))

    def test_named_nets_beside_the_path_are_told(self) -> None:
        b = Builder().flop("a_q", "0").flop("sel_q", "0").lut("b_d", "a_q sel_q").flop("b_q", "b_d")
        path = b.paths().deepest("register", "register")
        assert path is not None
        self.assertEqual({"a_q", "sel_q"}, {path.steps[0].net, *path.steps[1].beside})


class Problems(unittest.TestCase):
    def test_a_clean_netlist_has_none(self) -> None:
        b = Builder().flop("a_q", "b_q").lut("x", "a_q").flop("b_q", "x")
        self.assertEqual([], b.paths().problems())

    def test_a_combinational_loop_is_found_and_named(self) -> None:
        b = Builder().flop("a_q", "0").lut("x", "a_q y").lut("y", "x").lut("after", "y")
        b.flop("b_q", "after")
        (problem,) = b.paths().problems()
        self.assertRegex(problem, r"^combinational loop: (x -> y -> x|y -> x -> y)$")

    def test_a_carry_sum_that_feeds_a_higher_bit_is_no_loop(self) -> None:
        b = Builder().flop("a_q", "0").lut("s1", "o0")
        b.cell("CARRY4", {"O": "o0 o1"}, {"CI": "0", "DI": "0 o1", "S": "a_q s1"})
        b.flop("b_q", "o1")
        self.assertEqual([], b.paths().problems())
        self.assertEqual(1, levels(b.paths().deepest("register", "register")))

    def test_a_carry_sum_that_feeds_a_lower_bit_is_a_loop(self) -> None:
        b = Builder().flop("a_q", "0").lut("s0", "o1")
        b.cell("CARRY4", {"O": "o0 o1"}, {"CI": "0", "DI": "0 0", "S": "s0 a_q"}).flop("b_q", "o1")
        self.assertIn("combinational loop", b.paths().problems()[0])

    def test_a_latch_is_found(self) -> None:
        b = Builder().flop("a_q", "0").cell("LDCE", {"Q": "held"}, {"D": "a_q", "G": "a_q"})
        self.assertEqual(["latch: held"], b.paths().problems())

    def test_a_clock_made_by_logic_is_found(self) -> None:
        b = Builder().port("en", "input").port("clk", "input").lut("gated", "clk en")
        b.flop("a_q", "0", clock="gated")
        self.assertEqual(["clock made by logic: gated (FDRE.C)"], b.paths().problems())

    def test_a_buffered_clock_is_none(self) -> None:
        b = Builder().port("clk", "input").cell("BUFG", {"O": "tree"}, {"I": "clk"})
        b.flop("a_q", "0", clock="tree")
        self.assertEqual([], b.paths().problems())


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "netlist.json"

    def run_tool(self, *options: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = report.main([str(self.path), *options])
        return status, out.getvalue(), err.getvalue()

    def write(self, builder: Builder) -> None:
        text = json.dumps({"modules": {"t": builder.module()}})
        self.path.write_text(text, encoding="utf-8")

    def test_status_is_0_at_the_limits_and_1_beyond(self) -> None:
        self.write(Builder().flop("a_q", "0").chain(3, "a_q", "b_d").flop("b_q", "b_d"))
        self.assertEqual(0, self.run_tool("--levels", "3", "--lut", "3")[0])
        status, text, _ = self.run_tool("--levels", "2", "--lut", "3")
        self.assertEqual(1, status)
        self.assertIn("FAILED: 3 levels, the limit is 2", text)
        status, text, _ = self.run_tool("--lut", "2")
        self.assertEqual(1, status)
        self.assertIn("FAILED: 3 lut, the limit is 2", text)

    def test_logic_behind_an_input_port_is_limited_too(self) -> None:
        self.write(Builder().port("in", "input").chain(3, "in", "a_d").flop("a_q", "a_d"))
        self.assertEqual(1, self.run_tool("--levels", "2")[0])

    def test_a_problem_fails_without_any_limit(self) -> None:
        self.write(Builder().lut("x", "y").lut("y", "x"))
        self.assertEqual(1, self.run_tool()[0])

    def test_the_json_says_what_the_table_says(self) -> None:
        self.write(Builder().flop("a_q", "0").chain(2, "a_q", "b_d").flop("b_q", "b_d"))
        report = json.loads(self.run_tool("--json")[1])
        self.assertEqual((2, 2, True), (report["levels"], report["lut"], report["passed"]))
        self.assertEqual("b_q", report["deepest"]["register_to_register"]["end_name"])

    def test_unusable_input_is_status_2_with_one_line(self) -> None:
        two_tops = {"modules": {n: Builder().module() for n in "ab"}}
        unknown = {"modules": {"t": Builder().cell("DSP48E2", {"P": "p"}, {}).module()}}
        driven_twice = {"modules": {"t": Builder().lut("x", "0").lut("x", "1").module()}}
        for text in (
            "",
            "[]",
            '{"modules": 3}',
            '{"modules": {"t": {"attributes": {"top": "1"}}}}',
            *(json.dumps(x) for x in (two_tops, unknown, driven_twice)),
        ):
            with self.subTest(text=text[:40]):
                self.path.write_text(text, encoding="utf-8")
                status, out, err = self.run_tool()
                self.assertEqual((2, "", 1), (status, out, err.count("\n")))
        self.path.unlink()
        self.assertEqual(2, self.run_tool()[0])


class Sizes(unittest.TestCase):
    def test_memory_in_luts_is_counted_apart(self) -> None:
        b = Builder().lut("x", "0").lut("y", "x x x x x x")
        b.cell("SRL16E", {"Q": "s"}, {"D": "x"}).cell("RAM64M8", {"DOA": "r"}, {"DIA": "x"})
        b.cell("MUXF7", {"O": "m"}, {"I0": "x"}).flop("a_q", "m")
        size = b.netlist().size()
        self.assertEqual((2, 1 + 8), (size.lut, size.memory_sites))
        self.assertEqual((2, 1, 1), (size.kinds["lut"], size.kinds["ff"], size.kinds["muxf"]))

    def test_a_limit_that_does_not_exist_is_refused(self) -> None:
        with self.assertRaisesRegex(NetlistError, "no such limit: luts"):
            Report(Builder().netlist(), "t", {"luts": 3})


class Families(unittest.TestCase):
    def test_in_ecp5_a_carry_cell_is_two_luts_and_no_level(self) -> None:
        b = Builder().cell("TRELLIS_FF", {"Q": "a_q"}, {"CLK": "clk", "DI": "0"})
        b.cell("LUT4", {"Z": "x"}, {"A": "a_q"}).cell("PFUMX", {"Z": "m"}, {"ALUT": "x", "C0": "x"})
        b.cell("CCU2C", {"S0": "s0", "S1": "s1", "COUT": "co"}, {"CIN": "0", "A0": "m", "A1": "s0"})
        b.cell("TRELLIS_FF", {"Q": "b_q"}, {"CLK": "clk", "DI": "s1"})
        b.cell("TRELLIS_DPR16X4", {"DO": "r"}, {"WCK": "clk", "DI": "co"})
        netlist = b.netlist(FAMILIES["ecp5"])
        path = Paths(netlist).deepest("register", "register")
        assert path is not None
        self.assertEqual((1, 1, 2), (path.weight.levels, path.weight.muxf, path.weight.carry))
        size = netlist.size()
        self.assertEqual((1 + 2, 6), (size.lut, size.memory_sites))
        self.assertEqual([], Paths(netlist).problems())

    def test_a_half_block_ram_counts_half(self) -> None:
        b = Builder().cell("RAMB18E2", {"Q": "x"}, {}).cell("RAMB36E2", {"Q": "y"}, {})
        self.assertEqual(1.5, b.netlist().size().bram)

    def test_a_cell_of_another_family_is_refused(self) -> None:
        with self.assertRaisesRegex(NetlistError, "no rule for the cell type LUT5 in ecp5"):
            Builder().lut("x", "0 0 0 0 0").netlist(FAMILIES["ecp5"])


class Names(unittest.TestCase):
    def test_a_flop_has_its_own_name_and_other_nets_the_one_nearest_the_top(self) -> None:
        module = Builder().module()
        module["netnames"] = {
            "y_o": {"bits": [2, 3]},
            "u_x.y_q": {"bits": [3, 2]},
            "u_x.wide": {"bits": [4, 5], "offset": 8},
            "$abc$1$lut": {"bits": [6]},
            "down": {"bits": [8, 7], "offset": 1, "upto": 1},
            "u_x.down": {"bits": [7, 8]},
        }
        netlist = Netlist("t", module)
        self.assertEqual(
            ["u_x.y_q[1]", "u_x.y_q[0]", "u_x.wide[8]", "u_x.wide[9]", "(unnamed net 6)"],
            [netlist.net(bit) for bit in range(2, 7)],
        )
        self.assertEqual(["down[1]", "down[2]"], [netlist.net(bit) for bit in (7, 8)])


if __name__ == "__main__":
    unittest.main()
