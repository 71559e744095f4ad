// SPDX-License-Identifier: Apache-2.0
// Parser and verdict on frames that once went wrong elsewhere. What must come out stands here or in
// the notes beside the captures, not in the model (which is compared all the same).
#include <fmt/format.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "models/rx/replay_rules.h"
#include "models/wire/opcode.h"
#include "models/wire/test_frames.h"
#include "tb/rx/random_roce.h"
#include "tb/rx/rx_verdict_fixture.h"

namespace rnic::tb {
namespace {

using model::testing::frame_a;
using model::testing::frame_c;
using model::testing::from_hex;
using model::testing::with_tag;

class RxCases : public RxVerdict {
 protected:
  // What becomes of one frame on this start segment.
  SeenJudged judge(std::vector<uint8_t> frame, unsigned segment = 0) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    push({.bytes = std::move(frame)});
    drain();
    return last_judged_;
  }
  void expect_payload(const SeenJudged& got, unsigned offset, unsigned bytes, unsigned pad) {
    expect_eq(0u, unsigned{got.reason}, "reason");
    expect_eq(offset, unsigned{got.payload_offset}, "payload offset");
    expect_eq(bytes, unsigned{got.payload_bytes}, "payload bytes");
    expect_eq(pad, unsigned{got.pad}, "pad");
  }
};

// The notes' reasons are not the model's: they were written by hand, from the sources named there.
TEST_F(RxCases, EveryFrameComesOutAsNoted) {
  for (const char* name : {"cases_gate", "cases_icrc"}) {
    std::ifstream file(fmt::format(RNIC_SOURCE_DIR "/vectors/rx/{}.notes.json", name));
    const auto notes = nlohmann::json::parse(file);
    for (const auto& note : notes["frames"]) {
      const auto captured = from_hex(note["hex"].get<std::string>());
      auto arrived = model::prepare_for_replay(captured);
      push({.bytes = std::move(arrived.bytes), .err = arrived.mac_error});
      drain();
      const SeenJudged& got = last_judged_;
      const auto where = fmt::format("{}: {}", name, note["name"].get<std::string>());
      if (!note["reason"].is_null()) {
        expect_eq(note["reason"].get<std::string>(), reason_name(got.reason), where);
      } else {
        expect(got.roce, where + ": a RoCE frame");
        if (got.icrc != IcrcWord::kNull) {
          expect_eq(note["icrc"] == "ok", got.icrc == IcrcWord::kOk, where + ": the ICRC");
        }
      }
    }
  }
}

// alexforencich/verilog-ethernet issue 23, seladb/PcapPlusPlus issue 91: padding taken for payload.
TEST_F(RxCases, PaddingAndTrailersAreNoPayload) {
  for (unsigned segment = 0; segment < 8; ++segment) {
    // An empty SEND has 58 bytes; here the two of its padding are not zero.
    const SeenJudged empty = judge(
        from_hex("0200000000020200000000010800456a002c00004000401126550a0000010a000002c00012b7"
                 "001800000400ffff0000001180000010d57aad14dead"),
        segment);
    expect_payload(empty, 54, 0, 0);
    for (size_t trailer = 0; trailer <= 64; ++trailer) {
      auto frame = frame_a();
      frame.resize(frame.size() + trailer, 0xa5);
      expect_payload(judge(std::move(frame), segment), 54, 5, 3);
    }
  }
}

// slaclab/surf PR 1188: the ICRC's four bytes counted as payload.
TEST_F(RxCases, TheIcrcIsNoPayload) {
  const SeenJudged got =
      judge(from_hex("0200000000020200000000010800456a0034000040004011264d0a0000010a000002c00012b7"
                     "002000000400ffff00000011800000100001020304050607eb97a998"));
  expect_payload(got, 54, 8, 0);
  expect_eq(0x11u, got.qpn, "DestQP");
  expect_eq(0x10u, got.psn, "PSN");
  expect(got.ackreq, "AckReq");
}

// linux-rdma 274fd429a8e9, usnistgov/ndn-dpdk issue 60: matched on the whole tag, PCP lost.
TEST_F(RxCases, ATagMovesTheHeadersAndNothingElse) {
  struct Tag {
    std::string_view text;
    unsigned tci;
  };
  for (const Tag& tag : {Tag{"81006064", 0x6064}, Tag{"81006000", 0x6000}, Tag{"81007064", 0x7064},
                         Tag{"88a80064", 0x0064}}) {
    for (unsigned segment = 0; segment < 8; ++segment) {
      SeenJudged got = judge(with_tag(frame_a(), tag.text), segment);
      expect_payload(got, 58, 5, 3);
      expect(got.vlan && !got.ipv6, "tagged IPv4");
      expect_eq(tag.tci, unsigned{got.tci}, "TCI");
      got = judge(with_tag(frame_c(), tag.text), segment);
      expect_payload(got, 78, 5, 3);
      expect(got.vlan && got.ipv6, "tagged IPv6");
      expect_eq(0x6au, unsigned{got.tclass}, "traffic class");
    }
  }
  const SeenJudged twice = judge(with_tag(with_tag(frame_a(), "81006064"), "88a80064"));
  expect_eq(std::string("not_ip"), reason_name(twice.reason), "two tags");
}

// secdev/scapy PR 2794: AETH known behind ACK only, AtomicAckETH not at all. Bytes from the BTH's
// start to the payload, by the opcode table of IBTA 9.2.1 and A17.9.3.
TEST_F(RxCases, ExtendedHeadersTakeWhatTheStandardSays) {
  struct Layout {
    uint8_t opcode;
    unsigned bth_to_payload;
  };
  constexpr std::array kLayouts = {
      Layout{0x00, 12}, Layout{0x01, 12}, Layout{0x02, 12}, Layout{0x03, 16}, Layout{0x04, 12},
      Layout{0x05, 16}, Layout{0x06, 28}, Layout{0x07, 12}, Layout{0x08, 12}, Layout{0x09, 16},
      Layout{0x0a, 28}, Layout{0x0b, 32}, Layout{0x0c, 28}, Layout{0x0d, 16}, Layout{0x0e, 12},
      Layout{0x0f, 16}, Layout{0x10, 16}, Layout{0x11, 16}, Layout{0x12, 24}, Layout{0x13, 40},
      Layout{0x14, 40}, Layout{0x16, 16}, Layout{0x17, 16}, Layout{0x20, 12}, Layout{0x21, 12},
      Layout{0x22, 12}, Layout{0x23, 16}, Layout{0x24, 12}, Layout{0x25, 16}, Layout{0x26, 28},
      Layout{0x27, 12}, Layout{0x28, 12}, Layout{0x29, 16}, Layout{0x2a, 28}, Layout{0x2b, 32},
      Layout{0x64, 20}, Layout{0x65, 24}, Layout{0x81, 28}};
  expect_eq(model::all_opcodes().size(), kLayouts.size(), "opcodes in the list");
  RandomRoce frames(rng("frames"));
  for (const Layout& layout : kLayouts) {
    const bool is_bare = layout.opcode == 0x11 || layout.opcode == 0x12 || layout.opcode == 0x81;
    const unsigned payload = is_bare ? 0 : 21;
    const SeenJudged got = judge(frames.right(
        {.opcode = layout.opcode, .extension = layout.bth_to_payload - 12, .payload = payload}));
    expect_payload(got, 42 + layout.bth_to_payload, payload, is_bare ? 0 : 3);
  }
}

}  // namespace
}  // namespace rnic::tb
