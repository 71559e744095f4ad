# SPDX-License-Identifier: Apache-2.0
"""The self-test's ROM: ICRCs of its frames by an own computation, rows by the rules of the bus."""

from __future__ import annotations

import json
import unittest
import zlib

import selftest_rom
from selftest_rom import CHOSEN, LONG, NUM_SEGS, Frame, read_frames


def icrc(frame: Frame) -> tuple[bytes, bytes]:
    """The ICRC as computed, with the fields on the way masked (IBTA A17.3.3), and as it is."""
    ip, end = frame.ip()
    data = bytearray(frame.data[ip:end])
    if frame.is_ipv6():
        udp = 40
        data[0] |= 0x0F
        data[1:4] = b"\xff\xff\xff"
        data[7] = 0xFF
    else:
        udp = 20
        data[1] = data[8] = 0xFF
        data[10:12] = b"\xff\xff"
    data[udp + 6 : udp + 8] = b"\xff\xff"
    data[udp + 8 + 4] = 0xFF
    value = zlib.crc32(b"\xff" * 8 + bytes(data[:-4]))
    return value.to_bytes(4, "little"), bytes(data[-4:])


class SelftestRom(unittest.TestCase):
    def setUp(self) -> None:
        self.frames = list(read_frames(LONG + CHOSEN))
        self.trains = selftest_rom.make_trains()

    def test_the_committed_file_is_current(self) -> None:
        self.assertEqual(selftest_rom.main(["--check"]), 0)

    def test_every_icrc_is_what_the_report_says(self) -> None:
        checked = {"ok": 0, "bad": 0}
        for frame in self.frames:
            if frame.report["icrc"] is None:
                continue
            computed, there = icrc(frame)
            verdict = "ok" if computed == there else "bad"
            self.assertEqual(verdict, frame.report["icrc"], frame.name)
            checked[verdict] += 1
        self.assertGreater(checked["ok"], 20)
        self.assertGreater(checked["bad"], 1)

    def test_breaking_a_frame_breaks_its_icrc_and_nothing_before(self) -> None:
        broken = 0
        for frame in self.frames:
            if not frame.may_break():
                continue
            at = (len(frame.data) - 1) // 16 * 16
            for bit in range(8):
                data = bytearray(frame.data)
                data[at] ^= 1 << bit
                computed, there = icrc(Frame(bytes(data), frame.report, frame.name))
                self.assertNotEqual(computed, there, frame.name)
            broken += 1
        self.assertGreater(broken, 15)

    def test_every_chosen_frame_is_in_a_train(self) -> None:
        there = {w.frame.name for t in self.trains for row in t.rows for w in row.wants}
        self.assertEqual(there, {frame.name for frame in self.frames})

    def test_reasons_of_frames_are_all_there(self) -> None:
        there = {frame.report["reason"] for frame in self.frames}
        of_frames = set()
        for path in (selftest_rom.ROOT / "vectors/rx").glob("reason_*.json"):
            frames = json.loads(path.read_text(encoding="utf-8"))["frames"]
            of_frames |= {f["reason"] for f in frames if f["icrc"] != "ok"}
        # Not chosen: what needs a configured MAC address, or its mark on a frame of 9,600 bytes.
        missing = of_frames - there - {None, "mac_error", "not_for_us"}
        self.assertEqual(missing, set(), "add vectors/rx/reason_NAME to CHOSEN of selftest_rom.py")

    def test_rows_follow_the_rules_of_the_bus(self) -> None:
        for train in self.trains:
            is_open = False
            for row in train.rows:
                self.assertLessEqual(row.eop.bit_count(), 2)
                self.assertEqual(row.eop.bit_count(), len(row.wants))
                for seg in range(NUM_SEGS):
                    ena, sop, eop = (v >> seg & 1 for v in (row.ena, row.sop, row.eop))
                    self.assertEqual(bool(ena), is_open or bool(sop))
                    self.assertFalse(sop and is_open)
                    self.assertFalse(eop and not ena)
                    is_open = bool(ena) and not eop
            self.assertFalse(is_open, "a train ends inside a frame")


if __name__ == "__main__":
    unittest.main()
