# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import view
from errors import WaveError
from fst import CLOCK_PS, Signal, Wave
from rows import of_tables, of_view

ROOT = Path(__file__).resolve().parents[2]


def wave_of(*signals: Signal) -> Wave:
    names = {"rx_e": {"00": "RxIdle", "01": "RxBusy"}}
    return Wave(0, 9 * CLOCK_PS, names, {signal.name: signal for signal in signals})


PORTS = (
    Signal("TOP.clk_i", 1, "in"),
    Signal("TOP.in_valid_i", 1, "in"),
    Signal("TOP.in_data_i[7:0]", 8, "in"),
    Signal("TOP.tb_rnic_x.u_dut.state_q[1:0]", 2, "", "rx_e"),
    Signal("TOP.tb_rnic_x.u_dut.judged_0.valid", 1),
    Signal("TOP.tb_rnic_x.u_dut.judged_0.psn[23:0]", 24),
)
TEMPLATE = """\
[*] a comment
@200
-
-From the wire
@28
TOP.in_valid_i
@22
+{data} TOP.in_data_i[7:0]
@24
TOP.tb_rnic_x.u_dut.judged_0.psn[23:0]
"""


class Template(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = Path(self.folder.name) / "x.gtkw"
        self.wave = wave_of(*PORTS)

    def read(self, text: str) -> list[view.Row]:
        self.file.write_text(text)
        return view.read(self.file, self.wave)

    def test_headings_names_and_bases_are_read(self) -> None:
        heading, valid, data, psn = self.read(TEMPLATE)
        self.assertEqual(heading, view.Heading("From the wire"))
        self.assertEqual((valid.label, valid.base), ("in_valid_i", "bin"))
        self.assertEqual((data.label, data.base), ("data", "hex"))
        self.assertEqual((psn.label, psn.base), ("psn", "dec"))

    def test_a_signal_that_the_wave_has_not_is_named_with_its_place(self) -> None:
        with self.assertRaisesRegex(WaveError, r"x.gtkw:2: the wave has no signal TOP.gone"):
            self.read("@28\nTOP.gone\n")

    def test_a_view_without_signals_is_refused(self) -> None:
        with self.assertRaisesRegex(WaveError, "a view without signals"):
            self.read("[*] nothing\n")

    def test_what_is_written_holds_names_markers_and_the_wave(self) -> None:
        rows = view.make(self.wave)
        view.write(self.file, ROOT, self.wave, Path("/w/x.fst"), rows, {"parsed": 4})
        text = self.file.read_text()
        self.assertIn('[dumpfile] "/w/x.fst"\n', text)
        self.assertIn(f" {4 * CLOCK_PS} {4 * CLOCK_PS} -1", text)
        self.assertIn("[markername] Aparsed\n", text)
        names = Path(self.folder.name) / "x.rx_e.txt"
        self.assertIn(f"@2022\n^1 {names}\nTOP.tb_rnic_x.u_dut.state_q[1:0]\n", text)
        self.assertEqual(names.read_text(), "0 RxIdle\n1 RxBusy\n")

    def test_without_a_template_the_ports_come_first_and_then_states(self) -> None:
        labels = [row.text if isinstance(row, view.Heading) else row.label
                  for row in view.make(self.wave)]  # fmt: skip
        self.assertEqual(
            labels,
            ["Ports of tb_rnic_x", "clk_i", "in_valid_i", "in_data_i", "Inside u_dut", "state_q"],
        )


class Rows(unittest.TestCase):
    def test_a_valid_speaks_for_the_signals_that_begin_like_it(self) -> None:
        wave = wave_of(*PORTS)
        rows: list[view.Row] = [view.Trace(signal, "", "hex") for signal in PORTS]
        specs = {spec.label: spec for spec in of_view(wave, rows)}
        self.assertNotIn("clk_i", specs)
        self.assertEqual(specs["in_data_i"].when, (PORTS[1],))
        self.assertEqual(specs["psn"].when, (PORTS[4],))
        self.assertEqual(specs["state_q"].when, ())

    def test_the_three_planes_of_a_bus_are_one_row(self) -> None:
        planes = [Signal(f"TOP.rx_{part}_i[7:0]", 8) for part in ("ena", "sop", "eop")]
        numbers = [Signal(f"TOP.rx_packet_{slot}_i[31:0]", 32) for slot in (0, 1)]
        wave = wave_of(*planes, *numbers)
        (spec,) = of_view(wave, [view.Trace(signal, "", "hex") for signal in planes])
        self.assertEqual((spec.kind, spec.label), ("segments", "rx"))
        self.assertEqual(spec.packets, tuple(numbers))

    def test_rows_of_a_picture_stand_in_a_scope_until_the_next_heading(self) -> None:
        wave = wave_of(*PORTS)
        rows = [
            {"head": "a"},
            {"of": "u_dut.judged_0", "when": "valid"},
            {"value": "psn"},
            {"head": "b"},
            {"value": "in_data_i", "label": "data", "each": True},
        ]
        specs = of_tables(wave, rows, "here")
        self.assertEqual([spec.label for spec in specs], ["a", "psn", "b", "data"])
        self.assertEqual([spec.when for spec in specs], [(), (PORTS[4],), (), ()])
        self.assertTrue(specs[3].each)

    def test_a_row_of_a_picture_is_checked(self) -> None:
        wave = wave_of(*PORTS)
        for table, text in (
            ({"value": "gone"}, "here: the wave has no signal gone"),
            ({"line": "in_data_i"}, "8 bits, expected 1"),
            ({"valeu": "in_data_i"}, "expected head, line, value, packet or segments"),
            ({"value": "in_data_i", "wehn": "in_valid_i"}, "here: wehn means nothing"),
            ({"packet": "frame"}, "expected packets"),
        ):
            with self.assertRaisesRegex(WaveError, text):
                of_tables(wave, [table], "here")


if __name__ == "__main__":
    unittest.main()
