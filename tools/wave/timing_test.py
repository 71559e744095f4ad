# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import unittest
from pathlib import Path

from fst import CLOCK_PS, Signal, Wave
from rows import RowSpec
from svg import render
from timing import Cell, Diagram, Lane, draw

ROOT = Path(__file__).resolve().parents[2]


def wave_of(values: dict[str, list[str]], enumerations: dict[str, str] | None = None) -> Wave:
    """A value a clock; the name may end in :enumeration."""
    signals, changes = {}, {}
    for key, sequence in values.items():
        name, _, enumeration = key.partition(":")
        signals[name] = Signal(name, len(sequence[0]), "", enumeration)
        changes[name] = [(clock * CLOCK_PS, value) for clock, value in enumerate(sequence)]
    last = max(len(sequence) for sequence in values.values()) - 1
    return Wave(0, last * CLOCK_PS, {"colour_e": enumerations or {}}, signals, changes)


def lanes_of(wave: Wave, *specs: RowSpec) -> list[Lane]:
    clocks = list(range(wave.first_clock, wave.last_clock + 1))
    return draw(ROOT, wave, list(specs), clocks, keep_all=True)


class Draw(unittest.TestCase):
    def test_a_value_is_shown_only_where_it_is_valid(self) -> None:
        wave = wave_of({"TOP.v": ["0", "1", "0"], "TOP.d": ["0000", "1010", "1111"]})
        (lane,) = lanes_of(
            wave, RowSpec("value", "d", (wave.signals["TOP.d"],), when=(wave.signals["TOP.v"],))
        )
        self.assertEqual([c.text for c in lane.cells], ["", "a", ""])
        self.assertEqual([c.is_idle for c in lane.cells], [True, False, True])

    def test_an_enumeration_is_shown_by_name_without_what_all_names_begin_with(self) -> None:
        names = {"00": "ColourRed", "01": "ColourRose", "10": "ColourBlue"}
        wave = wave_of({"TOP.c:colour_e": ["00", "01", "11"]}, names)
        (lane,) = lanes_of(wave, RowSpec("value", "c", (wave.signals["TOP.c"],)))
        self.assertEqual([c.text for c in lane.cells], ["Red", "Rose", "3"])

    def test_an_opcode_has_its_name_from_the_rtl(self) -> None:
        wave = wave_of({"TOP.a.hdr.opcode": ["00000110"]})
        (lane,) = lanes_of(wave, RowSpec("value", "o", (wave.signals["TOP.a.hdr.opcode"],)))
        self.assertEqual(lane.cells[0].text, "RcWriteFirst")

    def test_two_frames_in_a_beat_are_told_apart_by_their_numbers(self) -> None:
        none = "0" * 8
        wave = wave_of(
            {
                "TOP.ena": ["11111111", "00001111", none],
                "TOP.sop": ["00100001", none, none],
                "TOP.eop": ["00010000", "00001000", none],
                "TOP.packet_0": ["111", "000", "000"],
                "TOP.packet_1": ["101", "000", "000"],
            }
        )
        spec = RowSpec(
            "segments", "bus",
            tuple(wave.signals[f"TOP.{part}"] for part in ("ena", "sop", "eop")),
            packets=(wave.signals["TOP.packet_0"], wave.signals["TOP.packet_1"]),
        )  # fmt: skip
        (lane,) = lanes_of(wave, spec)
        self.assertEqual([s[0] for s in lane.cells[0].segments], [7] * 5 + [5] * 3)
        self.assertEqual(lane.cells[0].segments[0], (7, "<"))
        self.assertEqual(lane.cells[0].segments[4], (7, ">"))
        self.assertEqual(lane.cells[0].segments[5], (5, "<"))
        self.assertEqual([s[0] for s in lane.cells[1].segments], [5] * 4 + [-1] * 4)
        self.assertTrue(lane.cells[2].is_idle)

    def test_a_value_that_is_not_known_is_an_x(self) -> None:
        wave = wave_of({"TOP.d": ["xx"]})
        (lane,) = lanes_of(wave, RowSpec("value", "d", (wave.signals["TOP.d"],)))
        self.assertEqual(lane.cells[0].text, "x")

    def test_rows_and_headings_without_anything_are_left_out_on_demand(self) -> None:
        wave = wave_of({"TOP.a": ["0", "0"], "TOP.b": ["0", "1"]})
        a, b = wave.signals["TOP.a"], wave.signals["TOP.b"]
        specs = [
            RowSpec("head", "nothing"), RowSpec("line", "a", (a,)),
            RowSpec("head", "something"), RowSpec("line", "b", (b,)),
        ]  # fmt: skip
        lanes = draw(ROOT, wave, specs, [0, 1], keep_all=False)
        self.assertEqual([lane.label for lane in lanes], ["something", "b"])


class Columns(unittest.TestCase):
    def diagram(self, texts: str) -> Diagram:
        cells = [Cell(text) for text in texts]
        return Diagram("t", "c", [Lane("line", "a", cells)], list(range(len(texts))), 0, None)

    def test_a_long_stretch_is_its_ends_and_a_gap(self) -> None:
        self.assertEqual(self.diagram("0111111100").columns(), [0, 1, None, 7, 8, 9])

    def test_a_short_stretch_is_whole(self) -> None:
        self.assertEqual(self.diagram("011110").columns(), [0, 1, 2, 3, 4, 5])


class Svg(unittest.TestCase):
    def test_the_same_diagram_gives_the_same_bytes_and_they_are_xml(self) -> None:
        from xml.etree import ElementTree

        wave = wave_of({"TOP.v": list("0110"), "TOP.d": ["00", "01", "10", "11"]})
        specs = [
            RowSpec("head", "a < b"), RowSpec("line", "v", (wave.signals["TOP.v"],)),
            RowSpec("value", "d", (wave.signals["TOP.d"],), when=(wave.signals["TOP.v"],)),
        ]  # fmt: skip
        diagram = Diagram("t & u", "scripts/wave", lanes_of(wave, *specs), [0, 1, 2, 3], 1, None)
        text = render(diagram)
        self.assertEqual(text, render(diagram))
        words = [node.text for node in ElementTree.fromstring(text).iter() if node.text]
        for word in ("t & u", "a < b", "1", "2", "-1", "clock 0 is clock 1 of the run"):
            self.assertIn(word, words)

    def test_the_packet_that_is_asked_for_stands_out(self) -> None:
        cells = [Cell("a", 1), Cell("b", 2)]
        text = render(Diagram("t", "c", [Lane("value", "d", cells)], [0, 1], 0, 2))
        self.assertEqual(text.count('class="hot"'), 1)
        self.assertEqual(text.count('class="val"'), 1)


if __name__ == "__main__":
    unittest.main()
