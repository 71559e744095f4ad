#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes rx/reason_*.{pcap,toml,txt}: one small capture for each reason of a refusal or a drop.

Each capture has the frame that the reason is about between frames that are taken, so that a bad
frame which disturbs its neighbours is seen. What must come out of every frame is said here by hand
and written into the text; nothing is computed from the golden model or the RTL. Standard library
only.

  vectors/make_reasons.py           writes the files
  vectors/make_reasons.py --check   compares the files, and the reports NAME.json, with what is here
"""

import json
import struct
import sys
import textwrap
import zlib
from pathlib import Path

RX = Path(__file__).resolve().parent / "rx"

OUR_MAC = bytes.fromhex("020000000002")
PEER_MAC = bytes.fromhex("020000000001")
OUR_IP = bytes([10, 0, 1, 1])
PEER_IP = bytes([10, 0, 0, 1])
OUR_IP6 = bytes.fromhex("fd000000000000000000000000000002")
PEER_IP6 = bytes.fromhex("fd000000000000000000000000000001")

# BTH opcodes (IBTA volume 1, 9.2.1).
SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_ONLY = 0x00, 0x01, 0x02, 0x04
WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_ONLY = 0x06, 0x07, 0x08, 0x0A
READ_REQUEST, READ_RESPONSE_ONLY, ACK = 0x0C, 0x10, 0x11
CMP_SWAP, FETCH_ADD = 0x13, 0x14
UC, UD_SEND_ONLY, CNP = 0x20, 0x64, 0x81


def ones_complement_sum(data):
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total


def icrc(packet):
    """ICRC of an IP packet without it, as on the wire (IBTA volume 1, 7.8 and A17.3.3)."""
    masked = bytearray(packet)
    if packet[0] >> 4 == 4:
        ones, udp = [1, 8, 10, 11], 20
    else:
        masked[0] |= 0x0F
        ones, udp = [1, 2, 3, 7], 40
    for i in ones + [udp + 6, udp + 7, udp + 12]:
        masked[i] = 0xFF
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + bytes(masked)))


def frame(opcode, qpn, psn, payload=b"", ext=b"", *, ackreq=False, pkey=0xFFFF, pad=None, tver=0,
          ipv6=False, vlan=None, ethertype=None, src=None, dst=None, dst_mac=OUR_MAC, ihl=5,
          version=None, fragment=0x4000, protocol=17, port=4791, ip_bytes=0, udp_bytes=0,
          checksum=0, tail=b"", flip=None, tclass=0):
    """One frame, right in all that is not said. ip_bytes, udp_bytes, checksum: added to the right
    value. flip: a byte of the payload that is changed behind the ICRC's back."""
    pad_bytes = -len(payload) % 4 if pad is None else pad
    bth = struct.pack(">BBHII", opcode, pad_bytes << 4 | tver, pkey, qpn, ackreq << 31 | psn)
    body = bth + ext + payload + bytes(pad_bytes)
    udp = struct.pack(">HHHH", 0xC123, port, 8 + len(body) + 4 + udp_bytes, 0)
    options = bytes(4 * max(0, ihl - 5))
    if ipv6:
        ip = struct.pack(">IHBB", (version or 6) << 28 | tclass << 20, 12 + len(body) + ip_bytes,
                         protocol, 64)
        ip += (src or PEER_IP6) + (dst or OUR_IP6)
    else:
        ip = struct.pack(">BBHHHBBH", (version or 4) << 4 | ihl, tclass,
                         32 + len(options) + len(body) + ip_bytes, 0, fragment, 64, protocol, 0)
        ip += (src or PEER_IP) + (dst or OUR_IP) + options
        right = 0xFFFF - ones_complement_sum(ip)
        ip = ip[:10] + struct.pack(">H", right + checksum) + ip[12:]
    packet = ip + udp + body
    packet += icrc(packet)
    if flip is not None:
        at = len(ip) + 20 + len(ext) + flip
        packet = packet[:at] + bytes([packet[at] ^ 1]) + packet[at + 1:]
    tag = b"" if vlan is None else struct.pack(">HH", 0x8100, vlan)
    if ethertype is None:
        ethertype = 0x86DD if ipv6 else 0x0800
    whole = dst_mac + PEER_MAC + tag + struct.pack(">H", ethertype) + packet + tail
    return whole + bytes(max(0, 60 - len(whole)))


def reth(length, va=0x1000):
    return struct.pack(">QII", va, 0x1234, length)


def atomic(va=0x1000):
    return struct.pack(">QIQQ", va, 0x1234, 1, 0)


def aeth(syndrome, msn=1):
    return struct.pack(">I", syndrome << 24 | msn)


def deth(qkey):
    return struct.pack(">II", qkey, 0x12)


def qp(qpn, kind, **keys):
    lines = ["[[qp]]", f"qpn = {qpn:#x}", f'type = "{kind}"', "pmtu = 256"]
    lines += [f"{key} = {value}" for key, value in keys.items()]
    return "\n".join(lines) + "\n"


RC = qp(0x11, "RC", src_ip='"10.0.1.1"', dst_ip='"10.0.0.1"', rq_psn="0x100", sq_una="0x500",
        sq_psn="0x508")
UC_QP = qp(0x21, "UC", src_ip='"10.0.1.1"', dst_ip='"10.0.0.1"', rq_psn="0x100")
UD_QP = qp(0x31, "UD", src_ip='"10.0.1.1"', qkey="0x11111111")

P = bytes(range(256))


class Vector:
    """A capture in the making: frames, and what must come out of each."""

    def __init__(self, reason, what, config, by_mac=False):
        self.name = f"reason_{reason}"
        self.what = what
        comment = textwrap.fill(what, 100, initial_indent="# ", subsequent_indent="# ")
        self.toml = f"# SPDX-License-Identifier: Apache-2.0\n{comment}\n\n{config}"
        if by_mac:  # [nic] with a MAC: the MAC filter is on
            self.toml += f'\n[nic]\nmac = "{OUR_MAC.hex(":")}"\n'
        self.frames = []
        self.expected = []

    def add(self, data, verdict, reason=None, action=None, answer_psn=None, msn=None):
        self.frames.append(data)
        self.expected.append({"verdict": verdict, "reason": reason, "action": action,
                              "answer_psn": answer_psn, "msn": msn})
        return self

    def pcap(self):
        out = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 262144, 1)
        for i, data in enumerate(self.frames):
            out += struct.pack("<IIII", 0, 1000 * i, len(data), len(data)) + data
        return out

    def text(self):
        lines = [self.what, ""]
        for i, want in enumerate(self.expected):
            words = [f"frame {i + 1}: {want['verdict']}"]
            if want["reason"]:
                words.append(want["reason"])
            if want["action"]:
                words.append(want["action"])
            if want["answer_psn"] is not None:
                words.append(f"PSN {want['answer_psn']:#08x}, MSN {want['msn']}")
            lines.append(", ".join(words))
        return "\n".join(lines) + "\n"


def good(vector, psn, msn):
    """A SEND Only in order, with its acknowledgement."""
    return vector.add(frame(SEND_ONLY, 0x11, psn, P[:32], ackreq=True), "accept", None, "ack", psn,
                      msn)


def between(reason, what, bad, verdict="drop", config=RC, by_mac=False):
    """A frame that changes no QP, between two that are taken."""
    v = Vector(reason, what, config, by_mac)
    good(v, 0x100, 1)
    v.add(bad, verdict, reason)
    return good(v, 0x101, 2)


def frame_reasons():
    send = dict(opcode=SEND_ONLY, qpn=0x11, psn=0x101, payload=P[:32], ackreq=True)
    yield between("mac_error", "A frame of 9,700 bytes: cut at 9,600 and marked by the MAC.",
                  frame(**send, tail=bytes(9700 - 90)))
    yield between("not_for_us", "A frame for another MAC address, with the MAC filter on.",
                  frame(**send, dst_mac=bytes.fromhex("020000000077")), "not_roce", by_mac=True)
    yield between("roce_v1", "EtherType 0x8915.", frame(**send, ethertype=0x8915), "not_roce")
    yield between("not_ip", "Two VLAN tags: only one is looked behind.",
                  frame(**send, vlan=5, ethertype=0x8100), "not_roce")
    yield between("ip_header", "IHL 4.", frame(**send, ihl=4))
    yield between("ip_options", "IHL 6: an IPv4 header with options.", frame(**send, ihl=6),
                  "not_roce")
    yield between("fragment", "MF is set.", frame(**send, fragment=0x2000), "not_roce")
    yield between("not_udp", "Protocol 6.", frame(**send, protocol=6), "not_roce")
    yield between("not_roce_port", "UDP port 4790.", frame(**send, port=4790), "not_roce")
    yield between("ip_length", "The IP packet claims one byte more than the frame has.",
                  frame(**send, ip_bytes=1, udp_bytes=1))
    yield between("ip_checksum", "The header checksum is one too high.", frame(**send, checksum=1))
    yield between("udp_length", "The UDP length is four too short.", frame(**send, udp_bytes=-4))


def transport_reasons():
    send = dict(opcode=SEND_ONLY, qpn=0x11, psn=0x101, payload=P[:32], ackreq=True)
    yield between("tver", "TVer 1.", frame(**send, tver=1))
    v = Vector("opcode", "Opcodes that are reserved, and one of XRC.", RC)
    good(v, 0x100, 1)
    for opcode in (0x15, 0x18, 0x1F, 0x2C, 0x63, 0x66, 0x80, 0xA4):
        v.add(frame(opcode, 0x11, 0x101, P[:32]), "drop", "opcode")
    yield good(v, 0x101, 2)
    v = Vector("length", "No room for the RETH; payload that is no multiple of four; an ACK with "
               "something behind it.", RC)
    good(v, 0x100, 1)
    v.add(frame(WRITE_ONLY, 0x11, 0x101, b"", P[:12]), "drop", "length")
    v.add(frame(SEND_ONLY, 0x11, 0x101, P[:30], pad=0), "drop", "length")
    v.add(frame(ACK, 0x11, 0x500, P[:4], aeth(0x1F)), "drop", "length")
    v.add(frame(SEND_ONLY, 0x11, 0x101, b"", pad=3), "drop", "length")
    yield good(v, 0x101, 2)
    yield between("icrc", "One payload bit is wrong.", frame(**send, flip=5))


def queue_pair_reasons():
    send = dict(opcode=SEND_ONLY, qpn=0x11, psn=0x101, payload=P[:32], ackreq=True)
    other = qp(0x12, "RC", state='"reset"')
    v = Vector("qp_unknown", "A QPN that nobody has, one that shares a table entry with one, and a "
               "QP that is in reset.", RC + other)
    good(v, 0x100, 1)
    for qpn in (0x13, 0x411, 0x12):
        v.add(frame(**send | {"qpn": qpn}), "drop", "qp_unknown")
    yield good(v, 0x101, 2)
    v = Vector("qp_error", "A QP in the error state: behind an invalid request, and from the "
               "start.", RC + qp(0x12, "RC", state='"error"'))
    good(v, 0x100, 1)
    v.add(frame(SEND_LAST, 0x11, 0x101, P[:32], ackreq=True), "refuse", "sequence", "nak_inv",
          0x101, 1)
    v.add(frame(**send), "drop", "qp_error")
    v.add(frame(**send | {"qpn": 0x12}), "drop", "qp_error")
    yield v
    v = Vector("qp_type", "The opcode's transport is not the QP's; a CNP fits RC and UC, not UD.",
               RC + UC_QP + UD_QP)
    good(v, 0x100, 1)
    v.add(frame(UC | SEND_ONLY, 0x11, 0x101, P[:32]), "drop", "qp_type")
    v.add(frame(SEND_ONLY, 0x21, 0x100, P[:32]), "drop", "qp_type")
    v.add(frame(UD_SEND_ONLY, 0x11, 0x101, P[:32], deth(0x11111111)), "drop", "qp_type")
    v.add(frame(CNP, 0x31, 0, b"", bytes(16)), "drop", "qp_type")
    v.add(frame(CNP, 0x11, 0, b"", bytes(16)), "accept", None, "cnp")
    v.add(frame(CNP, 0x21, 0, b"", bytes(16)), "accept", None, "cnp")
    yield good(v, 0x101, 2)
    v = Vector("address", "Another source, another destination, another family. Datagrams come "
               "from anywhere.", RC + UD_QP)
    good(v, 0x100, 1)
    v.add(frame(**send, src=bytes([10, 0, 0, 2])), "drop", "address")
    v.add(frame(**send, dst=bytes([10, 0, 1, 2])), "drop", "address")
    v.add(frame(**send, ipv6=True), "drop", "address")
    v.add(frame(UD_SEND_ONLY, 0x31, 7, P[:32], deth(0x11111111), src=bytes([10, 0, 9, 9])),
          "accept", None, "none")
    yield good(v, 0x101, 2)
    v = Vector("vlan", "A QP of VLAN 100 takes no frame of VLAN 101, without a tag, or of VID 0; a "
               "QP without VLAN takes any.",
               qp(0x11, "RC", vlan=100, rq_psn="0x100") + qp(0x13, "RC", rq_psn="0x100"))
    v.add(frame(SEND_ONLY, 0x11, 0x100, P[:32], ackreq=True, vlan=100), "accept", None, "ack",
          0x100, 1)
    for vlan in (101, None, 0):
        v.add(frame(**send, vlan=vlan), "drop", "vlan")
    v.add(frame(SEND_ONLY, 0x11, 0x101, P[:32], ackreq=True, vlan=0xA064), "accept", None, "ack",
          0x101, 2)
    v.add(frame(SEND_ONLY, 0x13, 0x100, P[:32], ackreq=True, vlan=101), "accept", None, "ack",
          0x100, 1)
    yield v
    v = Vector("pkey", "Another partition; two limited members.",
               RC + qp(0x12, "RC", pkey="0x7fff", rq_psn="0x100"))
    good(v, 0x100, 1)
    v.add(frame(**send, pkey=0xFFFE), "drop", "pkey")
    v.add(frame(**send | {"qpn": 0x12, "psn": 0x100}, pkey=0x7FFF), "drop", "pkey")
    v.add(frame(**send | {"qpn": 0x12, "psn": 0x100}, pkey=0xFFFF), "accept", None, "ack", 0x100, 1)
    v.add(frame(SEND_ONLY, 0x11, 0x101, P[:32], ackreq=True, pkey=0x7FFF), "accept", None, "ack",
          0x101, 2)
    yield v
    v = Vector("qkey", "Another Q_Key.", UD_QP)
    v.add(frame(UD_SEND_ONLY, 0x31, 1, P[:32], deth(0x11111111)), "accept", None, "none")
    v.add(frame(UD_SEND_ONLY, 0x31, 2, P[:32], deth(0x11111112)), "drop", "qkey")
    v.add(frame(UD_SEND_ONLY, 0x31, 3, P[:32], deth(0x11111111)), "accept", None, "none")
    yield v


def request_reasons():
    v = Vector("psn_ahead", "A lost packet: one NAK with the expected PSN.", RC)
    good(v, 0x100, 1)
    v.add(frame(SEND_ONLY, 0x11, 0x103, P[:32], ackreq=True), "refuse", "psn_ahead", "nak_seq",
          0x101, 1)
    yield good(v, 0x101, 2)
    v = Vector("psn_ahead_again", "No second NAK for one gap; one for the next gap.", RC)
    good(v, 0x100, 1)
    v.add(frame(SEND_ONLY, 0x11, 0x102, P[:32], ackreq=True), "refuse", "psn_ahead", "nak_seq",
          0x101, 1)
    v.add(frame(SEND_ONLY, 0x11, 0x103, P[:32]), "drop", "psn_ahead_again")
    # A duplicate does not take the mark away.
    v.add(frame(SEND_ONLY, 0x11, 0x100, P[:32], ackreq=True), "duplicate", "psn_duplicate",
          "ack_again", 0x100, 1)
    v.add(frame(WRITE_ONLY, 0x11, 0x104, P[:32], reth(32)), "drop", "psn_ahead_again")
    good(v, 0x101, 2)
    v.add(frame(SEND_ONLY, 0x11, 0x103, P[:32]), "refuse", "psn_ahead", "nak_seq", 0x102, 2)
    yield v
    v = Vector("psn_duplicate", "SEND and WRITE, READ and atomics that come again. A duplicate is "
               "acknowledged with the PSN of the newest SEND or WRITE.", RC)
    v.add(frame(SEND_ONLY, 0x11, 0xFF, P[:32], ackreq=True), "duplicate", "psn_duplicate",
          "ack_again", 0xFF, 0)
    good(v, 0x100, 1)
    v.add(frame(READ_REQUEST, 0x11, 0x101, b"", reth(513), ackreq=True), "accept", None, "read",
          0x101, 2)
    v.add(frame(FETCH_ADD, 0x11, 0x104, b"", atomic(), ackreq=True), "accept", None, "atomic",
          0x104, 3)
    v.add(frame(SEND_ONLY, 0x11, 0x100, P[:32], ackreq=True), "duplicate", "psn_duplicate",
          "ack_again", 0x100, 3)
    v.add(frame(READ_REQUEST, 0x11, 0x102, b"", reth(257)), "duplicate", "psn_duplicate",
          "read_again", 0x102, 3)
    v.add(frame(FETCH_ADD, 0x11, 0x104, b"", atomic()), "duplicate", "psn_duplicate",
          "atomic_again", 0x104, 3)
    yield good(v, 0x105, 4)

    # Behind nak_inv a QP is in error, so each case has a QP of its own.
    def refused(reason, what, cases):
        config = "".join(qp(0x40 + i, "RC", rq_psn="0x100") for i in range(len(cases)))
        vec = Vector(reason, what, config)
        for i, packets in enumerate(cases):
            psn = 0x100
            for opcode, payload, ext, more in packets[:-1]:
                vec.add(frame(opcode, 0x40 + i, psn, payload, ext, **more), "accept", None, "none")
                psn += 1
            opcode, payload, ext, more = packets[-1]
            vec.add(frame(opcode, 0x40 + i, psn, payload, ext, **more), "refuse", reason,
                    "nak_inv", psn, 0)
        return vec

    def p(opcode, payload=b"", ext=b"", **more):
        return (opcode, payload, ext, more)

    first, write_first = p(SEND_FIRST, P), p(WRITE_FIRST, P, reth(600))
    yield refused("sequence", "Packets of a message that is not in progress, or of another kind; a "
                  "new message inside one.", [
                      [p(SEND_MIDDLE, P)], [p(SEND_LAST, P[:8])], [p(WRITE_MIDDLE, P)],
                      [first, p(WRITE_LAST, P[:8])], [write_first, p(SEND_MIDDLE, P)],
                      [first, p(SEND_FIRST, P)], [first, p(SEND_ONLY, P[:8])],
                      [write_first, p(WRITE_ONLY, P[:8], reth(8))],
                      [first, p(READ_REQUEST, b"", reth(8))], [first, p(CMP_SWAP, b"", atomic())]])
    yield refused("length_pmtu", "First and Middle must have exactly the path MTU of 256, Last 1 "
                  "to that, Only 0 to that; READ and atomics no payload.", [
                      [p(SEND_FIRST, P[:252])], [p(SEND_FIRST, P + P[:4])],
                      [p(SEND_FIRST, P[:255])], [first, p(SEND_MIDDLE, P[:252])],
                      [first, p(SEND_LAST)], [first, p(SEND_LAST, P + P[:4])],
                      [p(SEND_ONLY, P + P[:4])], [p(WRITE_ONLY, P + P[:4], reth(260))],
                      [p(READ_REQUEST, P[:4], reth(4))], [p(CMP_SWAP, P[:4], atomic())]])
    yield refused("length_dma", "DMALen over 2^31, or not what the packets carry.", [
        [p(WRITE_ONLY, P[:8], reth(9))], [p(WRITE_ONLY, P[:8], reth(7))],
        [p(WRITE_FIRST, P, reth(256))], [p(WRITE_FIRST, P, reth(0x80000001))],
        [p(READ_REQUEST, b"", reth(0x80000001))],
        [write_first, p(WRITE_MIDDLE, P), p(WRITE_LAST, P[:84])],
        [write_first, p(WRITE_MIDDLE, P), p(WRITE_LAST, P[:92])],
        [write_first, p(WRITE_LAST, P[:88])],
        [write_first, p(WRITE_MIDDLE, P), p(WRITE_MIDDLE, P)]])
    yield refused("atomic_align", "Atomics at addresses that are no multiple of eight.", [
        [p(CMP_SWAP, b"", atomic(0x1004))], [p(FETCH_ADD, b"", atomic(0x1001))]])

    v = Vector("uc_gap", "After a gap only First and Only are taken.", UC_QP)
    v.add(frame(UC | SEND_FIRST, 0x21, 0x100, P), "accept", None, "none")
    v.add(frame(UC | SEND_MIDDLE, 0x21, 0x102, P), "drop", "uc_gap")
    v.add(frame(UC | SEND_LAST, 0x21, 0x103, P[:8]), "drop", "uc_gap")
    v.add(frame(UC | SEND_ONLY, 0x21, 0x104, P[:8]), "accept", None, "none")
    v.add(frame(UC | SEND_ONLY, 0x21, 0x100, P[:8]), "accept", None, "none")
    v.add(frame(UC | SEND_LAST, 0x21, 0x101, P[:8]), "drop", "sequence")
    v.add(frame(UC | SEND_MIDDLE, 0x21, 0x102, P), "drop", "uc_gap")
    v.add(frame(UC | WRITE_FIRST, 0x21, 0x103, P, reth(260)), "accept", None, "none")
    v.add(frame(UC | WRITE_LAST, 0x21, 0x104, P[:4]), "accept", None, "none")
    yield v


def response_reasons():
    ok = frame(ACK, 0x11, 0x500, b"", aeth(0x1F))
    for reason, what, bad in (
            ("ack_stale", "An ACK before the oldest unacknowledged PSN 0x500.",
             frame(ACK, 0x11, 0x4FF, b"", aeth(0x1F))),
            ("ack_beyond", "An ACK at the PSN that is to be sent next, 0x508.",
             frame(ACK, 0x11, 0x508, b"", aeth(0x1F))),
    ):
        v = Vector(reason, what, RC)
        v.add(ok, "accept", None, "complete").add(bad, "drop", reason)
        yield v.add(frame(ACK, 0x11, 0x507, b"", aeth(0x1F)), "accept", None, "complete")
    v = Vector("syndrome", "Reserved AETH syndromes and NAK codes; those that exist; a READ "
               "response, whose syndrome is not looked at.", RC)
    for syndrome in (0x40, 0x5F, 0x64, 0x7F, 0x80, 0xFF):
        v.add(frame(ACK, 0x11, 0x501, b"", aeth(syndrome)), "drop", "syndrome")
    for syndrome, action in ((0x00, "complete"), (0x1F, "complete"), (0x20, "retry"),
                             (0x3F, "retry"), (0x60, "retry"), (0x61, "fail"), (0x62, "fail"),
                             (0x63, "fail")):
        v.add(frame(ACK, 0x11, 0x501, b"", aeth(syndrome)), "accept", None, action)
    yield v.add(frame(READ_RESPONSE_ONLY, 0x11, 0x501, P[:8], aeth(0xFF)), "accept", None, "data")


def vectors():
    for group in (frame_reasons, transport_reasons, queue_pair_reasons, request_reasons,
                  response_reasons):
        yield from group()


def check(vector):
    """Lines that say what is not as it should be."""
    base = RX / vector.name
    for suffix, want in ((".pcap", vector.pcap()), (".toml", vector.toml.encode()),
                         (".txt", vector.text().encode())):
        file = base.with_suffix(suffix)
        if not file.exists() or file.read_bytes() != want:
            yield f"{file}: not what vectors/make_reasons.py writes"
    report = base.with_suffix(".json")
    if not report.exists():
        yield f"{report}: missing, `rnic400 vectors update vectors/rx` writes it"
        return
    records = json.loads(report.read_text())["frames"]
    if len(records) != len(vector.expected):
        yield f"{report}: {len(records)} frames, expected {len(vector.expected)}"
    for record, want in zip(records, vector.expected):
        for key, value in want.items():
            if record[key] != value:
                yield (f"{report}: frame {record['frame']}: {key} {record[key]}, "
                       f"expected {value}")


def main():
    if sys.argv[1:] == ["--check"]:
        faults = [line for vector in vectors() for line in check(vector)]
        print("\n".join(faults) or f"{sum(len(v.frames) for v in vectors())} frames as expected")
        return 1 if faults else 0
    if len(sys.argv) > 1:
        print("make_reasons.py: expected --check or nothing", file=sys.stderr)
        return 2
    for vector in vectors():
        base = RX / vector.name
        base.with_suffix(".pcap").write_bytes(vector.pcap())
        base.with_suffix(".toml").write_text(vector.toml)
        base.with_suffix(".txt").write_text(vector.text())
    print("written; their reports: scripts/rnic400 vectors update vectors/rx")
    return 0


if __name__ == "__main__":
    sys.exit(main())
