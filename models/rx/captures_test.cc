// SPDX-License-Identifier: Apache-2.0
//
// The model judged by captures of the Linux kernel's Soft-RoCE (vectors/README.md): packets and
// ICRCs by one third party, counts per file and flow by another program, in index.json.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

#include "models/rx/frame_record.h"
#include "models/rx/vector_files.h"
#include "models/wire/frame.h"

namespace rnic::model {
namespace {

using Json = nlohmann::json;

struct IndexedFile {
  std::string name;
  Json capture;
  Json file;
};

std::vector<IndexedFile> indexed_files() {
  std::vector<IndexedFile> files;
  const Json index = testing::read_json("rx/index.json");
  for (const auto& [scenario, capture] : index["captures"].items()) {
    for (const auto& [name, file] : capture["files"].items()) {
      files.push_back({name, capture, file});
    }
  }
  return files;
}

// "RC_RDMA_WRITE_LAST_WITH_IMMEDIATE" as the index has it: "RC_WRITE_LAST_IMM".
std::string index_name(const RoceFrame& frame) {
  const OpcodeInfo* info = find_opcode(frame.bth.opcode);
  if (info == nullptr) return fmt::format("RC_{:#04x}", frame.bth.opcode);
  std::string name(info->name);
  constexpr std::pair<std::string_view, std::string_view> kShorter[] = {
      {"_RDMA", ""},
      {"WITH_IMMEDIATE", "IMM"},
      {"WITH_INVALIDATE", "INV"},
      {"REQUEST", "REQ"},
      {"RESPONSE", "RESP"},
      {"ACKNOWLEDGE", "ACK"},
      {"COMPARE_SWAP", "CMP_SWAP"}};
  for (const auto& [from, to] : kShorter) {
    if (const auto at = name.find(from); at != std::string::npos) name.replace(at, from.size(), to);
  }
  return name;
}

std::string index_name(const Aeth& aeth) {
  switch (aeth.kind()) {
    case SyndromeKind::kAck:
      return fmt::format("ACK(credit {})", aeth.value());
    case SyndromeKind::kRnrNak:
      return fmt::format("RNR_NAK(timer {})", aeth.value());
    case SyndromeKind::kNakPsnSequence:
      return "NAK_PSN_SEQ_ERR";
    case SyndromeKind::kNakInvalidRequest:
      return "NAK_INV_REQ";
    case SyndromeKind::kNakRemoteAccess:
      return "NAK_REM_ACC_ERR";
    case SyndromeKind::kNakRemoteOperation:
      return "NAK_REM_OP_ERR";
    case SyndromeKind::kReserved:
      return "reserved";
  }
  return "";
}

// Addresses as the index has them: dotted IPv4, 32 hex digits of IPv6.
template <std::size_t N>
std::string index_address(const std::array<std::uint8_t, N>& address) {
  if constexpr (N == 4) return format_ip(address);
  std::string text;
  for (const std::uint8_t byte : address) text += fmt::format("{:02x}", byte);
  return text;
}

std::string psn_text(std::uint32_t psn) { return fmt::format("{:#08x}", psn); }

TEST(Captures, AllOfTheIndexAreThere) {
  EXPECT_EQ(indexed_files().size(), 113U);
  for (const IndexedFile& indexed : indexed_files()) {
    EXPECT_EQ(testing::read_frames("rx/" + indexed.name).size(), indexed.file["frames"])
        << indexed.name;
  }
}

TEST(Captures, RoceFramesAndBadIcrcsAreAsManyAsTheIndexSays) {
  std::size_t roce_frames = 0;
  for (const IndexedFile& indexed : indexed_files()) {
    std::size_t roce = 0;
    std::size_t bad = 0;
    for (const ByteVector& frame : testing::read_frames("rx/" + indexed.name)) {
      const FrameRecord record = make_record(1, frame, {.map = DscpMap::basepod()});
      if (!record.roce) continue;
      ++roce;
      if (!record.roce->icrc_ok) ++bad;
    }
    EXPECT_EQ(roce, indexed.file["roce"]) << indexed.name;
    EXPECT_EQ(bad, indexed.file["bad_icrc"]) << indexed.name;
    roce_frames += roce;
  }
  EXPECT_EQ(roce_frames, 1797U) << "the captures were really looked at";
}

// bad_icrc_payload: "frame 2 of ab: psn 0x000101 RC_WRITE_MIDDLE", damaged between the two guests.
TEST(Captures, TheFrameDamagedOnPurposeIsFoundAndNoOther) {
  std::size_t damaged = 0;
  for (const IndexedFile& indexed : indexed_files()) {
    for (const ByteVector& frame : testing::read_frames("rx/" + indexed.name)) {
      const auto roce = make_record(1, frame, {.map = DscpMap::basepod()}).roce;
      if (!roce || roce->icrc_ok) continue;
      ++damaged;
      EXPECT_EQ(indexed.name, "bad_icrc_payload.pcap");
      const std::string what =
          fmt::format("psn {} {}", psn_text(roce->psn), index_name(*decode(frame)));
      const auto wire = indexed.capture["wire"][0].get<std::string>();
      EXPECT_NE(wire.find(what), std::string::npos) << what << " against " << wire;
    }
  }
  EXPECT_EQ(damaged, 1U);
}

TEST(Captures, EveryRoceFrameComesBackByteForByte) {
  for (const IndexedFile& indexed : indexed_files()) {
    for (const ByteVector& bytes : testing::read_frames("rx/" + indexed.name)) {
      const auto frame = decode(bytes);
      if (!frame) continue;
      ASSERT_EQ(encode(*frame), bytes) << indexed.name;
    }
  }
}

// Pad, lengths, IP checksum and ICRC are thrown away and made anew from the rest.
TEST(Captures, EveryUndamagedFrameIsRebuiltFromItsFields) {
  std::size_t rebuilt = 0;
  for (const IndexedFile& indexed : indexed_files()) {
    for (const ByteVector& bytes : testing::read_frames("rx/" + indexed.name)) {
      const auto roce = make_record(1, bytes, {.map = DscpMap::basepod()}).roce;
      if (!roce || !roce->icrc_ok) continue;
      RoceFrame frame = *decode(bytes);
      frame.ethernet.ether_type = 0;
      frame.udp.length = 0;
      frame.icrc = 0;
      frame.pad.clear();
      frame.bth.pad_count = 0;
      if (auto* v4 = std::get_if<Ipv4Header>(&frame.ip)) {
        v4->total_length = 0;
        v4->header_checksum = 0;
      } else {
        std::get<Ipv6Header>(frame.ip).payload_length = 0;
      }
      complete(frame);
      ASSERT_EQ(encode(frame), bytes) << indexed.name << " PSN " << psn_text(frame.bth.psn);
      ++rebuilt;
    }
  }
  EXPECT_EQ(rebuilt, 1796U);
}

TEST(Captures, FlowsHaveTheOpcodesPsnsAndAnswersOfTheIndex) {
  for (const IndexedFile& indexed : indexed_files()) {
    SCOPED_TRACE(indexed.name);
    // The index has no key but source, destination and DestQP.
    std::map<std::tuple<std::string, std::string, std::string>, Json> flows;
    for (const ByteVector& bytes : testing::read_frames("rx/" + indexed.name)) {
      const auto frame = decode(bytes);
      if (!frame) continue;
      const auto [source, destination] = std::visit(
          [](const auto& ip) {
            return std::pair(index_address(ip.source), index_address(ip.destination));
          },
          frame->ip);
      const std::string qp = fmt::format("{:#08x}", frame->bth.dest_qp);
      Json& flow = flows[{source, destination, qp}];
      if (flow.is_null()) {
        flow = {{"src", source},
                {"dst", destination},
                {"dest_qp", qp},
                {"packets", 0},
                {"first_psn", psn_text(frame->bth.psn)},
                {"payload_bytes", 0},
                {"ops", Json::object()},
                {"syndromes", Json::object()}};
      }
      flow["packets"] = flow["packets"].get<int>() + 1;
      flow["last_psn"] = psn_text(frame->bth.psn);
      flow["payload_bytes"] = flow["payload_bytes"].get<std::size_t>() + frame->payload.size();
      const auto count = [](Json& counts, const std::string& key) {
        counts[key] = counts.value(key, 0) + 1;
      };
      count(flow["ops"], index_name(*frame));
      if (frame->aeth) count(flow["syndromes"], index_name(*frame->aeth));
    }
    ASSERT_EQ(flows.size(), indexed.file["flows"].size());
    for (const Json& want : indexed.file["flows"]) {
      EXPECT_EQ((flows[{want["src"], want["dst"], want["dest_qp"]}]), want);
    }
  }
}

}  // namespace
}  // namespace rnic::model
