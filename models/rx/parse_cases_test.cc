// SPDX-License-Identifier: Apache-2.0
//
// Faults that receivers of RoCEv2 or InfiniBand really had, each as the frames that show it and the
// verdicts that are right. ICRC bytes in hex were computed by another program than the model.
// linux-rdma: mailing list archive linux-mailinglist-archives/linux-rdma.vger.kernel.org.0, by
// commit.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/crc/icrc.h"
#include "models/rx/rx_bench.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::frame_a;
using testing::frame_c;
using testing::from_hex;
using testing::in_words;
using testing::kQpn;
using testing::on_the_bus;
using testing::packet;
using testing::RxBench;
using testing::with_tag;

constexpr const char* kTaken = "accept ack 0x10 msn 1";

// A fresh RC QP to which frame A is the next request.
RxBench bench_for_frame_a() { return RxBench({.qpn = kQpn, .pmtu = 1024, .rq_psn = 0x10}); }

RxRecord record_of(const ByteVector& captured) {
  return bench_for_frame_a().receiver.receive(prepare_for_replay(captured).bytes, false);
}

std::string verdict_of(const ByteVector& captured) { return in_words(record_of(captured)); }

// `frame` with bytes from `at` on replaced.
ByteVector with_bytes(ByteVector frame, std::size_t at, std::string_view hex) {
  const ByteVector bytes = from_hex(hex);
  std::ranges::copy(bytes, frame.begin() + static_cast<std::ptrdiff_t>(at));
  return frame;
}

ByteVector with_icrc(ByteVector frame, std::string_view hex) {
  const std::size_t at = frame.size() - 4;
  return with_bytes(std::move(frame), at, hex);
}

// IPv4 header checksum made right again.
ByteVector with_checksum(ByteVector frame) {
  frame[24] = frame[25] = 0;
  const auto sum =
      static_cast<std::uint16_t>(~ones_complement_sum(ByteSpan(frame).subspan(14, 20)));
  frame[24] = static_cast<std::uint8_t>(sum >> 8);
  frame[25] = static_cast<std::uint8_t>(sum);
  return frame;
}

// linux-rdma a8e215e2c034, SoftRoCE/rxe-dev PR 44: pad bytes left out of the ICRC.
TEST(RxCases, PadIsInsideTheIcrcAndOutsideThePayload) {
  const RxRecord record = record_of(frame_a());
  EXPECT_EQ(in_words(record), kTaken);
  EXPECT_EQ(record.payload_bytes, 5U);
  EXPECT_EQ(record.pad, 3);
  const ByteVector padded = with_icrc(with_bytes(frame_a(), 59, "aabbcc"), "b679141e");
  EXPECT_EQ(verdict_of(padded), kTaken);
  EXPECT_EQ(record_of(padded).payload_bytes, 5U);
  EXPECT_EQ(verdict_of(with_icrc(frame_a(), "e505c671")), "drop icrc");
}

// linux-rdma 06442d709f72: the length test counted from the wrong header.
TEST(RxCases, RuntsEndWhereTheOpcodesHeadersEnd) {
  const std::pair<Opcode, std::size_t> kSmallest[] = {
      {kRcSendOnly, 16},      {kRcAcknowledge, 20}, {kRcRdmaReadRequest, 32},
      {kRcRdmaWriteOnly, 32}, {kRcFetchAdd, 44},    {kCnp, 32}};
  for (const auto& [opcode, smallest] : kSmallest) {
    for (std::size_t udp_payload = 0; udp_payload <= 48; ++udp_payload) {
      RoceFrame frame = packet(opcode, 0x10);
      complete(frame);
      ByteVector bytes = encode(frame);
      bytes.resize(42 + udp_payload, 0);
      bytes[17] = static_cast<std::uint8_t>(28 + udp_payload);
      bytes[39] = static_cast<std::uint8_t>(8 + udp_payload);
      bytes = with_checksum(std::move(bytes));
      if (udp_payload >= 16) {
        const std::uint32_t crc = icrc(ByteSpan(bytes).subspan(14, 24 + udp_payload));
        std::ranges::copy(icrc_to_wire(crc), bytes.end() - 4);
      }
      const RxRecord record = record_of(bytes);
      SCOPED_TRACE(
          fmt::format("{} {}: {}", opcode_name(to_byte(opcode)), udp_payload, in_words(record)));
      if (udp_payload < 16) {
        EXPECT_EQ(record.reason, Reason::kIpLength);
      } else if (udp_payload < smallest || udp_payload % 4 != 0) {
        EXPECT_EQ(record.reason, Reason::kLength);
      } else if (opcode == kRcAcknowledge) {  // nobody waits for an acknowledge
        EXPECT_EQ(record.reason, udp_payload == smallest ? Reason::kAckBeyond : Reason::kLength);
      } else if (opcode == kCnp) {
        EXPECT_EQ(in_words(record), udp_payload == smallest ? "accept cnp" : "drop length");
      } else if (udp_payload == smallest || opcode == kRcSendOnly) {
        EXPECT_EQ(record.verdict, Verdict::kAccept);
      } else {  // payload that no DMALen promised
        EXPECT_EQ(record.action, Action::kNakInv);
      }
    }
  }
}

// linux-rdma 3723cf690e17: an unknown opcode reached length arithmetic. The kernel drops reserved
// RC opcodes since.
TEST(RxCases, EveryOpcodeOfTheByteHasItsPlace) {
  EXPECT_EQ(
      verdict_of(from_hex(
          "0200000000020200000000010800456a0044000040004011263d0a0000010a000002c00012b700300000"
          "ff00ffff00ffffff00000000000000000000000000000000000000000000000000000000"
          "85624834")),
      "drop opcode");
  EXPECT_EQ(verdict_of(with_icrc(with_bytes(frame_a(), 42, "15"), "8bc8b9da")), "drop opcode");
  EXPECT_EQ(verdict_of(with_icrc(with_bytes(frame_a(), 42, "1f"), "b568ac8d")), "drop opcode");
  std::size_t known = 0;
  for (unsigned opcode = 0; opcode < 256; ++opcode) {
    RxBench bench = bench_for_frame_a();
    RoceFrame frame = packet(kRcSendOnly, 0x10, 8);
    frame.bth.opcode = static_cast<std::uint8_t>(opcode);
    const RxRecord record = bench.record(frame);
    const bool is_known = find_opcode(frame.bth.opcode) != nullptr;
    EXPECT_EQ(record.reason == Reason::kOpcode, !is_known) << opcode;
    EXPECT_EQ(record.opcode, opcode);
    EXPECT_EQ(opcode_name(frame.bth.opcode).empty(), !is_known);
    EXPECT_EQ(bench.give(packet(kRcSendOnly, is_known ? 0x0F : 0x10)).substr(0, 4),
              is_known ? bench.qp().state == QpState::kError ? "drop" : "dupl" : "acce")
        << opcode;
    known += is_known ? 1 : 0;
  }
  EXPECT_EQ(known, all_opcodes().size());
}

// linux-rdma df1d9c40708c: the service type was tested as a bit mask.
TEST(RxCases, ServiceTypeAndVersionAreComparedExactly) {
  EXPECT_EQ(verdict_of(with_icrc(with_bytes(frame_a(), 42, "24"), "e308e445")), "drop qp_type");
  // UD wants eight bytes of header more than this frame has.
  EXPECT_EQ(verdict_of(with_icrc(with_bytes(frame_a(), 42, "64"), "f5a81c70")), "drop length");
  EXPECT_EQ(verdict_of(with_icrc(with_bytes(frame_a(), 42, "44"), "fef8e06a")), "drop opcode");
  EXPECT_EQ(verdict_of(with_icrc(with_bytes(frame_a(), 42, "a4"), "cf48152e")), "drop opcode");
  EXPECT_EQ(verdict_of(with_icrc(with_bytes(frame_a(), 43, "31"), "b0d8fa88")), "drop tver");
  RxBench rc = bench_for_frame_a();
  EXPECT_EQ(rc.give(packet(kUdSendOnly, 0x10, 8)), "drop qp_type");
  RxBench uc({.type = QpType::kUc, .qpn = kQpn, .rq_psn = 0x10});
  EXPECT_EQ(uc.give(packet(kUdSendOnly, 0x10, 8)), "drop qp_type");
  EXPECT_EQ(uc.give(packet(kUcSendOnly, 0x10, 8)), "accept none") << "no state was touched";
}

// linux-rdma cafe5ee6b12e and 06bde909912e: ICRC over a length still zero; ICRC bytes reversed.
TEST(RxCases, IcrcOverAZeroLengthOrReversedIsBad) {
  EXPECT_EQ(verdict_of(with_icrc(frame_a(), "c91686f6")), "drop icrc");
  EXPECT_EQ(verdict_of(with_icrc(frame_a(), "5f1858e8")), "drop icrc");
}

// secdev/scapy PR 4154 and PR 3562; SoftRoCE/rxe-dev issue 30.
TEST(RxCases, FieldsThatRoutersChangeAreOutsideTheIcrc) {
  EXPECT_EQ(verdict_of(frame_c()), kTaken);
  // Traffic class 0x6B, flow label 0, hop limit 9.
  EXPECT_EQ(verdict_of(with_bytes(with_bytes(frame_c(), 14, "66b00000"), 21, "09")), kTaken);
  const ByteVector marked = with_checksum(with_bytes(with_bytes(frame_a(), 15, "6b"), 22, "3d"));
  EXPECT_EQ(verdict_of(marked), kTaken);
  EXPECT_EQ(record_of(marked).ecn, 3);
  EXPECT_TRUE(record_of(marked).ce_counted);
  EXPECT_EQ(verdict_of(with_checksum(with_bytes(frame_a(), 15, "b8"))), kTaken);
  const ByteVector other_id = with_checksum(with_bytes(frame_a(), 18, "1234"));
  EXPECT_EQ(verdict_of(other_id), "drop icrc");
  EXPECT_EQ(verdict_of(with_icrc(other_id, "79f13c26")), kTaken);
  const ByteVector without_df = with_checksum(with_bytes(frame_a(), 20, "00"));
  EXPECT_EQ(verdict_of(without_df), "drop icrc");
  EXPECT_EQ(verdict_of(with_icrc(without_df, "50fdc113")), kTaken);
}

// alexforencich/verilog-ethernet issue 23, seladb/PcapPlusPlus issue 91.
TEST(RxCases, TheIpLengthEndsThePacketWhateverStandsBehind) {
  const ByteVector empty = from_hex(
      "0200000000020200000000010800456a002c00004000401126550a0000010a000002c00012b700180000"
      "0400ffff0000001180000010d57aad14dead");
  EXPECT_EQ(verdict_of(empty), kTaken);
  EXPECT_EQ(record_of(empty).payload_bytes, 0U);
  for (std::size_t trailer = 1; trailer <= 64; ++trailer) {
    ByteVector frame = frame_a();
    frame.insert(frame.end(), trailer, 0xA5);
    const RxRecord record = record_of(frame);
    EXPECT_EQ(in_words(record), kTaken);
    EXPECT_EQ(record.payload_bytes, 5U);
  }
}

// slaclab/surf PR 1188: the ICRC was counted as payload.
TEST(RxCases, IcrcIsNotPayload) {
  const ByteVector frame = from_hex(
      "0200000000020200000000010800456a0034000040004011264d0a0000010a000002c00012b700200000"
      "0400ffff00000011800000100001020304050607eb97a998");
  const RxRecord record = record_of(frame);
  EXPECT_EQ(in_words(record), kTaken);
  const ByteSpan payload = payload_of(frame, record);
  EXPECT_EQ(ByteVector(payload.begin(), payload.end()), from_hex("0001020304050607"));
}

// linux-rdma 274fd429a8e9, usnistgov/ndn-dpdk issue 60, slaclab/surf PR 1176.
TEST(RxCases, OnlyTheVidOfATagDecidesAndOnlyForConnectedQps) {
  RxQpConfig in_vlan{.qpn = kQpn, .vlan = 100, .rq_psn = 0x10};
  RxQpConfig in_none{.qpn = kQpn, .rq_psn = 0x10};
  const auto verdict = [](const RxQpConfig& config, const ByteVector& frame) {
    return in_words(RxBench(config).receiver.receive(prepare_for_replay(frame).bytes, false));
  };
  for (const char* tag : {"81006064", "81007064", "81000064", "88a80064"}) {
    EXPECT_EQ(verdict(in_vlan, with_tag(frame_a(), tag)), kTaken) << tag;
    EXPECT_EQ(verdict(in_none, with_tag(frame_a(), tag)), kTaken) << tag;
  }
  for (const char* tag : {"81006000", "81006065", "81006fff"}) {
    EXPECT_EQ(verdict(in_vlan, with_tag(frame_a(), tag)), "drop vlan") << tag;
    EXPECT_EQ(verdict(in_none, with_tag(frame_a(), tag)), kTaken) << tag;
  }
  EXPECT_EQ(verdict(in_vlan, frame_a()), "drop vlan");
  EXPECT_EQ(verdict(in_none, with_tag(with_tag(frame_a(), "81006064"), "88a80064")),
            "not_roce not_ip");
  const RxQpConfig datagram{.type = QpType::kUd, .qpn = kQpn, .vlan = 100};
  EXPECT_EQ(verdict(datagram, on_the_bus(packet(kUdSendOnly, 0))), "accept none");
}

// SoftRoCE/librxe-dev issue 6.
TEST(RxCases, MigReqIsTakenEitherWayAndIsInsideTheIcrc) {
  EXPECT_EQ(verdict_of(with_icrc(with_bytes(frame_a(), 43, "70"), "c0b41012")), kTaken);
  EXPECT_EQ(verdict_of(with_bytes(frame_a(), 43, "70")), "drop icrc");
  RxBench bench({.qpn = kQpn, .sq_una = 0x10, .sq_psn = 0x12});
  RoceFrame acknowledge = packet(kRcAcknowledge, 0x10);
  EXPECT_EQ(bench.give(acknowledge), "accept complete");
  acknowledge.bth.mig_req = true;
  EXPECT_EQ(bench.give(acknowledge), "accept complete");
}

// zephyrproject-rtos/zephyr issue 16483, raspberrypi/linux issue 7550.
TEST(RxCases, TheUdpChecksumIsNotLookedAt) {
  for (const char* sum : {"0000", "8ae4", "8ae5"}) {
    EXPECT_EQ(verdict_of(with_bytes(frame_a(), 40, sum)), kTaken) << sum;
  }
  for (const char* sum : {"0000", "29e5", "29e6"}) {
    EXPECT_EQ(verdict_of(with_bytes(frame_c(), 60, sum)), kTaken) << sum;
  }
}

// fpgasystems/fpga-network-stack commit 775a181: option bytes became the UDP header.
TEST(RxCases, Ipv4OptionsArePassedOver) {
  EXPECT_EQ(verdict_of(from_hex(
                "0200000000020200000000010800466a003800004000401123480a0000010a00000201010100"
                "c00012b7002000000430ffff0000001180000010010203040500000044e9aad4")),
            "not_roce ip_options");
  EXPECT_EQ(verdict_of(with_bytes(frame_a(), 14, "4f")), "not_roce ip_options");
  EXPECT_EQ(verdict_of(with_bytes(frame_a(), 14, "44")), "drop ip_header");
  EXPECT_EQ(verdict_of(with_bytes(frame_a(), 14, "55")), "drop ip_header");
}

// secdev/scapy PR 2794: extended headers of responses taken for payload.
TEST(RxCases, PayloadBeginsBehindTheOpcodesHeaders) {
  const std::pair<Opcode, std::uint32_t> kBytesFromBth[] = {{kRcSendOnly, 12},
                                                            {kRcSendOnlyWithImmediate, 16},
                                                            {kRcSendLastWithInvalidate, 16},
                                                            {kRcRdmaWriteFirst, 28},
                                                            {kRcRdmaWriteOnlyWithImmediate, 32},
                                                            {kRcRdmaWriteMiddle, 12},
                                                            {kRcRdmaWriteLast, 12},
                                                            {kRcRdmaWriteLastWithImmediate, 16},
                                                            {kRcRdmaReadResponseFirst, 16},
                                                            {kRcRdmaReadResponseMiddle, 12},
                                                            {kRcRdmaReadResponseLast, 16},
                                                            {kRcRdmaReadResponseOnly, 16},
                                                            {kRcAcknowledge, 16},
                                                            {kRcAtomicAcknowledge, 24},
                                                            {kRcCompareSwap, 40},
                                                            {kUdSendOnly, 20},
                                                            {kUdSendOnlyWithImmediate, 24},
                                                            {kCnp, 28}};
  for (const auto& [opcode, bytes] : kBytesFromBth) {
    EXPECT_EQ(record_of(on_the_bus(packet(opcode, 0))).payload_offset, 42 + bytes)
        << opcode_name(to_byte(opcode));
  }
}

// linux-rdma 5ae7095170b6 and 95d086971288: DMALen neither limited nor compared with what came.
TEST(RxCases, DmaLengthIsLimitedAndMustBeMet) {
  const auto verdict = [](std::initializer_list<RoceFrame> frames) {
    RxBench bench = bench_for_frame_a();
    std::string last;
    for (const RoceFrame& frame : frames) last = bench.give(frame);
    return last;
  };
  EXPECT_EQ(verdict({packet(kRcRdmaWriteOnly, 0x10, 8, 5)}),
            "refuse length_dma nak_inv 0x10 msn 0");
  EXPECT_EQ(verdict({packet(kRcRdmaWriteOnly, 0x10, 5, 8)}),
            "refuse length_dma nak_inv 0x10 msn 0");
  EXPECT_EQ(verdict({packet(kRcRdmaWriteFirst, 0x10, 1024, 2048),
                     packet(kRcRdmaWriteMiddle, 0x11, 1024)}),
            "refuse length_dma nak_inv 0x11 msn 0");
  EXPECT_EQ(
      verdict({packet(kRcRdmaWriteFirst, 0x10, 1024, 2500), packet(kRcRdmaWriteLast, 0x11, 1024)}),
      "refuse length_dma nak_inv 0x11 msn 0");
  EXPECT_EQ(verdict({packet(kRcRdmaReadRequest, 0x10, 0, 0x80000000)}), "accept read 0x10 msn 1");
  EXPECT_EQ(verdict({packet(kRcRdmaReadRequest, 0x10, 0, 0x80000001)}),
            "refuse length_dma nak_inv 0x10 msn 0");
}

// linux-rdma 737696b71ff6 and b8b706ba239f.
TEST(RxCases, ADatagramTooLongIsDroppedAndTheQpGoesOn) {
  RxBench bench({.type = QpType::kUd, .qpn = kQpn, .pmtu = 256});
  EXPECT_EQ(bench.give(packet(kUdSendOnly, 0, 257)), "drop length_pmtu");
  EXPECT_EQ(bench.give(packet(kUdSendOnly, 0, 60)), "accept none");
  RoceFrame multicast = packet(kUdSendOnly, 0, 60);
  multicast.bth.dest_qp = 0xFFFFFF;
  EXPECT_EQ(bench.give(multicast), "drop qp_unknown");
}

// linux-rdma 5981024d3370: a NAK that came with the atomic acknowledge's opcode and no data.
TEST(RxCases, AnAtomicAcknowledgeWithoutItsDataIsMalformed) {
  RxBench bench({.qpn = kQpn, .sq_una = 0x10, .sq_psn = 0x11});
  RoceFrame frame = packet(kRcAtomicAcknowledge, 0x10);
  EXPECT_EQ(bench.give(frame), "accept data");
  frame.atomic_ack_eth.reset();
  frame.aeth->syndrome = 0x62;
  EXPECT_EQ(bench.give(frame), "drop length");
  frame.bth.opcode = to_byte(kRcAcknowledge);
  EXPECT_EQ(bench.give(frame), "accept fail");
  RoceFrame misaligned = packet(kRcFetchAdd, 0);
  misaligned.atomic_eth->virtual_address = 0x1004;
  EXPECT_EQ(bench.give(misaligned), "refuse atomic_align nak_inv 0x0 msn 0");
}

// bobzhuyb/ns3-rdma issue 7, linux-rdma d1f053abf: which frames a CE mark counts on.
TEST(RxCases, CeCountsOnDataWithAGoodIcrcAndOnReadResponses) {
  RxBench bench({.qpn = 0x11, .sq_una = 0, .sq_psn = 8});
  const auto marked = [](RoceFrame frame) {
    set_traffic_class(frame.ip, 46 << 2 | 3);
    return frame;
  };
  EXPECT_TRUE(bench.record(marked(packet(kRcRdmaReadResponseMiddle, 1, 1024))).ce_counted);
  EXPECT_FALSE(bench.record(marked(packet(kRcRdmaReadRequest, 0))).ce_counted);
  ByteVector bad = on_the_bus(marked(packet(kRcSendOnly, 1, 64)));
  bad[60] ^= 1;
  EXPECT_FALSE(bench.receiver.receive(bad, false).ce_counted);
  EXPECT_EQ(bench.receiver.counters().ce, 1U);
  const ByteVector cnp = from_hex(
      "020000000002020000000001080045b8003c00004000401125f70a0000020a000001c00012b700280000"
      "8100ffff40000022000000000000000000000000000000000000000"
      "08cd0dd38");
  RxBench sender({.qpn = 0x22});
  EXPECT_EQ(in_words(sender.receiver.receive(cnp, false)), "accept cnp");
}

}  // namespace
}  // namespace rnic::model
