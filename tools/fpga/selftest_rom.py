# SPDX-License-Identifier: Apache-2.0
"""Writes fpga/ecp5/rnic_selftest_rom_pkg.sv, the frames of the self-test, from vectors/rx.

    selftest_rom.py            writes it
    selftest_rom.py --check    fails when the file is not what it would write

Frames and what is wanted of them are the captures and their reports; reasons of the queue pair and
behind it do not count here, since the self-test judges frames. The rows are beats of the segmented
bus. A train is a run of rows that begins and ends between frames, so trains may follow each other
in any order. Nothing here computes an ICRC: selftest_rom_test.py does, and compares.
"""

from __future__ import annotations

import json
import random
import re
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VECTORS = Path("vectors/rx")
OUTPUT = Path("fpga/ecp5/rnic_selftest_rom_pkg.sv")
REASONS = Path("rtl/pkg/rnic_rx_pkg.sv")

# Rows of each train at most; the first one holds the longest frame. A power of two of trains.
TRAIN_ROWS = (40, 12, 12, 12, 13, 13, 13, 13)
NUM_SEGS, SEG_BYTES = 8, 16
MIN_FRAME = 60
SEED = 20251

# (capture, frames): between them every reason that a frame alone can have, every kind of packet,
# IPv4 and IPv6, tagged and not, every pad, an ICRC that a kernel wrote and one that was damaged.
LONG = [("write_4096_rc_ipv4", [1])]
CHOSEN: list[tuple[str, list[int]]] = [
    ("write_only", [1, 2, 3]),
    ("pad_1_2_3", [1, 2, 3, 4, 5, 6]),
    ("zero_len", [1, 2]),
    ("ipv6_write", [1, 2]),
    ("vlan_write", [1, 2]),
    ("atomic_cmp_swap", [1, 2]),
    ("atomic_fetch_add", [1]),
    ("read_only", [1, 2]),
    ("send_inv", [1]),
    ("mixed_mtu256", [1, 2, 3]),
    ("bad_icrc_payload", [1, 2]),
    ("reason_icrc", [1, 2]),
    ("arp_then_write", [1]),
    ("reason_roce_v1", [1, 2]),
    ("reason_ip_header", [2]),
    ("reason_ip_options", [2]),
    ("reason_fragment", [2]),
    ("reason_not_udp", [2]),
    ("reason_not_roce_port", [2]),
    ("reason_ip_length", [2]),
    ("reason_ip_checksum", [2]),
    ("reason_udp_length", [2]),
    ("reason_tver", [2]),
    ("reason_opcode", [2]),
    ("reason_length", [2]),
]

ETHERTYPE_IPV4, ETHERTYPE_IPV6, TAGS = 0x0800, 0x86DD, (0x8100, 0x88A8)


class RomError(Exception):
    """A vector that cannot be used; the text says which and why."""


@dataclass(frozen=True)
class Frame:
    """A frame as the MAC hands it over, its line of the report, and where it comes from."""

    data: bytes
    report: dict[str, object]
    name: str

    def ip(self) -> tuple[int, int]:
        """Offset of the IP header and the end of the IP packet; (0, 0) where there is none."""
        offset = 14
        kind = int.from_bytes(self.data[12:14], "big")
        if kind in TAGS:
            offset, kind = 18, int.from_bytes(self.data[16:18], "big")
        if kind == ETHERTYPE_IPV4:
            return offset, offset + int.from_bytes(self.data[offset + 2 : offset + 4], "big")
        if kind == ETHERTYPE_IPV6:
            return offset, offset + 40 + int.from_bytes(self.data[offset + 4 : offset + 6], "big")
        return 0, 0

    def is_ipv6(self) -> bool:
        return self.data[self.ip()[0]] >> 4 == 6

    def may_break(self) -> bool:
        """Whether a changed first byte of the last segment changes the ICRC alone."""
        if self.report["icrc"] != "ok":
            return False
        ip, end = self.ip()
        behind_bth = ip + (40 if self.is_ipv6() else 20) + 8 + 12
        return behind_bth <= (len(self.data) - 1) // SEG_BYTES * SEG_BYTES < end


def read_pcap(path: Path) -> list[bytes]:
    raw = path.read_bytes()
    orders = {b"\xd4\xc3\xb2\xa1": "<", b"\x4d\x3c\xb2\xa1": "<", b"\xa1\xb2\xc3\xd4": ">"}
    order = orders.get(raw[:4])
    if order is None:
        raise RomError(f"{path}: not a pcap file that this reads")
    frames, at = [], 24
    while at + 16 <= len(raw):
        captured, length = struct.unpack_from(order + "II", raw, at + 8)
        if captured != length or at + 16 + captured > len(raw):
            raise RomError(f"{path}: frame {len(frames) + 1} is cut")
        frames.append(raw[at + 16 : at + 16 + captured])
        at += 16 + captured
    return frames


def read_frames(chosen: list[tuple[str, list[int]]]) -> Iterator[Frame]:
    for capture, numbers in chosen:
        path = ROOT / VECTORS / f"{capture}.pcap"
        raw = read_pcap(path)
        reports = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["frames"]
        for number in numbers:
            if not 1 <= number <= min(len(raw), len(reports)):
                raise RomError(f"{path}: has no frame {number}")
            data = raw[number - 1].ljust(MIN_FRAME, b"\0")
            yield Frame(data, reports[number - 1], f"{capture}:{number}")


def reason_numbers() -> dict[str, int]:
    text = (ROOT / REASONS).read_text(encoding="utf-8")
    found = re.findall(r"\bReason([A-Z]\w*)\s*=\s*6'd(\d+)", text)
    return {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): int(value) for name, value in found}


@dataclass(frozen=True)
class Want:
    """word_t of rnic_selftest_pkg.sv."""

    frame: Frame
    reason: int

    @staticmethod
    def of(frame: Frame, numbers: dict[str, int]) -> Want:
        name = str(frame.report["reason"] or "none")
        number = numbers.get(name)
        if number is None:
            raise RomError(f"{frame.name}: {REASONS} knows no reason {name}")
        # Behind a right ICRC a reason is the queue pair's, which the self-test has none of.
        return Want(frame, 0 if frame.report["icrc"] == "ok" else number)

    def bits(self) -> int:
        report = self.frame.report
        icrc = {None: 0, "ok": 1, "bad": 2}[report["icrc"]]  # type: ignore[index]
        roce, sized = report["opcode"] is not None, report["payload_bytes"] is not None
        fields = [
            (1, 1),
            (self.reason, 6),
            (icrc, 2),
            (int(roce), 1),
            (int(report["opcode"] or 0), 8),  # type: ignore[call-overload]
            (int(report["qpn"] or 0), 24),  # type: ignore[call-overload]
            (int(report["psn"] or 0), 24),  # type: ignore[call-overload]
            (int(sized), 1),
            (int(report["payload_bytes"] or 0), 14),  # type: ignore[call-overload]
        ]
        value = 0
        for field, width in fields:
            value = value << width | field
        return value


class Row:
    """row_t: one beat under construction."""

    def __init__(self) -> None:
        self.ena = self.sop = self.eop = self.mty = self.data = 0
        self.wants: list[Want] = []

    def text(self) -> str:
        wants = [want.bits() for want in self.wants] + [0, 0]
        may_break = sum(int(want.frame.may_break()) << i for i, want in enumerate(self.wants))
        flags = f"8'h{self.ena:02x}, 8'h{self.sop:02x}, 8'h{self.eop:02x}, 32'h{self.mty:08x}"
        lines = [f"    {{{flags}, 2'b{may_break:02b},"]
        lines += [f"     81'h{wants[1]:021x}, 81'h{wants[0]:021x},"]
        segs = [self.data >> 128 * s & (1 << 128) - 1 for s in reversed(range(NUM_SEGS))]
        words = [f"128'h{seg:032x}" for seg in segs]
        lines += ["     " + ", ".join(words[i : i + 2]) + "," for i in range(0, NUM_SEGS, 2)]
        return "\n".join(lines)[:-1] + "}"


class Train:
    """Rows filled segment by segment; a new train begins on segment 0."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.next_seg = 0

    def fits(self, frame: Frame, gap: int, limit: int) -> bool:
        segs = -(-len(frame.data) // SEG_BYTES)
        return self.next_seg + gap + segs <= limit * NUM_SEGS

    def add(self, want: Want, gap: int) -> None:
        self.next_seg += gap
        data = want.frame.data
        for at in range(0, len(data), SEG_BYTES):
            row_index, seg = divmod(self.next_seg, NUM_SEGS)
            while len(self.rows) <= row_index:
                self.rows.append(Row())
            row = self.rows[row_index]
            piece = data[at : at + SEG_BYTES]
            row.ena |= 1 << seg
            row.sop |= int(at == 0) << seg
            row.data |= int.from_bytes(piece, "little") << SEG_BYTES * 8 * seg
            if at + SEG_BYTES >= len(data):
                row.eop |= 1 << seg
                row.mty |= SEG_BYTES - len(piece) << 4 * seg
                row.wants.append(want)
            self.next_seg += 1


def make_trains() -> list[Train]:
    """The long frame's train, then the others: every frame once, then more in a random order."""
    numbers = reason_numbers()
    rng = random.Random(SEED)
    long = [Want.of(frame, numbers) for frame in read_frames(LONG)]
    wants = [Want.of(frame, numbers) for frame in read_frames(CHOSEN)]
    waiting, trains = list(wants), []
    for limit in TRAIN_ROWS:
        train = Train()
        for want in long if not trains else []:
            train.add(want, 0)
        for _ in range(200):
            waiting = waiting or rng.sample(wants, len(wants))
            gap = rng.choice((0, 0, 0, 1, 2)) if train.next_seg else 0
            if train.fits(waiting[0].frame, gap, limit):
                train.add(waiting.pop(0), gap)
            else:
                rng.shuffle(waiting)
        trains.append(train)
    return trains


HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Generated by tools/fpga/selftest_rom.py from vectors/rx: do not edit.
//
// The self-test's frames in {rows} rows, {trains} trains: {frames} frames from {captures} captures.
// A row: ena, sop, eop, mty, may_break, want[1], want[0], segment 7 to segment 0.

package rnic_selftest_rom_pkg;

  import rnic_selftest_pkg::*;

  parameter int unsigned NumRows = {rows};
  parameter int unsigned RowIdxBits = $clog2(NumRows);
  parameter int unsigned NumTrains = {trains};
  parameter int unsigned TrainIdxBits = $clog2(NumTrains);

  typedef logic [RowIdxBits-1:0] row_idx_t;

  // The first row of each train, the last train's in front; and whether a row is a train's last.
  localparam row_idx_t [NumTrains-1:0] TrainFirst = {{
{firsts}
  }};
  localparam logic [NumRows-1:0] TrainLast =
    {rows}'h{lasts:0{digits}x};

  localparam logic [$bits(row_t)-1:0] Rows [NumRows] = '{{
{table}
  }};

endpackage
"""


def render() -> str:
    trains = make_trains()
    firsts, lasts, at = [], 0, 0
    for train in trains:
        firsts.append(at)
        at += len(train.rows)
        lasts |= 1 << at - 1
    rows = [row for train in trains for row in train.rows]
    return HEAD.format(
        rows=len(rows),
        trains=len(trains),
        frames=sum(len(row.wants) for row in rows),
        captures=len(LONG) + len(CHOSEN),
        firsts=",\n".join(f"    RowIdxBits'({first})" for first in reversed(firsts)),
        lasts=lasts,
        digits=-(-len(rows) // 4),
        table=",\n".join(row.text() for row in rows),
    )


def main(arguments: list[str]) -> int:
    path = ROOT / OUTPUT
    try:
        text = render()
    except (RomError, OSError, KeyError, ValueError) as error:
        print(f"selftest_rom: {error}", file=sys.stderr)
        return 2
    if arguments == ["--check"]:
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"selftest_rom: {OUTPUT} is not current: run {Path(__file__).name}")
            return 1
        return 0
    if arguments:
        print(f"selftest_rom: unknown argument: {arguments[0]}", file=sys.stderr)
        return 2
    path.write_text(text, encoding="utf-8")
    print(f"selftest_rom: wrote {OUTPUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
