// SPDX-License-Identifier: Apache-2.0
//
// The golden vectors of the transmit path: what they cover, and that those with a counterpart among
// the kernel captures are the kernel's own frames.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "models/wire/frame.h"
#include "models/wire/psn.h"
#include "tb/app/config/work_config.h"
#include "tb/app/tx/model_device.h"
#include "tb/app/tx/tx_run.h"

namespace rnic::app {
namespace {

using model::Opcode;

const std::string kVectors = RNIC_VECTORS "/tx/";
const std::string kCaptures = RNIC_VECTORS "/rx/";
const std::string kKernel = "kernel_";

std::vector<model::RoceFrame> frames_of(const std::string& path) {
  std::vector<model::RoceFrame> frames;
  model::CaptureReader reader(path);
  for (model::CaptureFrame frame; reader.next(frame);) {
    if (auto roce = model::decode(frame.bytes)) frames.push_back(*std::move(roce));
  }
  return frames;
}

// Names of all vectors, without their endings.
std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(kVectors)) {
    if (entry.path().extension() == ".toml") found.push_back(entry.path().stem().string());
  }
  std::ranges::sort(found);
  return found;
}

bool is_request(const model::RoceFrame& frame) {
  const model::OpcodeInfo* info = model::find_opcode(frame.bth.opcode);
  if (info == nullptr) return false;
  switch (info->operation) {
    case model::Operation::kSend:
    case model::Operation::kWrite:
    case model::Operation::kReadRequest:
    case model::Operation::kCompareSwap:
    case model::Operation::kFetchAdd:
      return true;
    case model::Operation::kReadResponse:
    case model::Operation::kAcknowledge:
    case model::Operation::kAtomicAcknowledge:
    case model::Operation::kCongestionNotification:
      return false;
  }
  return false;
}

std::string source_of(const model::RoceFrame& frame) {
  return std::visit([](const auto& ip) { return model::format_ip(ip.source); }, frame.ip);
}

// Without what two senders may differ in: addresses, QP numbers, keys, the PSN's start, ports, the
// IPv4 identification, and what follows from them. The kernel does not pad frames.
model::RoceFrame comparable(model::RoceFrame frame, std::uint32_t first_psn) {
  frame.ethernet.destination = frame.ethernet.source = {};
  if (auto* v4 = std::get_if<model::Ipv4Header>(&frame.ip)) {
    v4->source = v4->destination = {};
    v4->identification = v4->header_checksum = 0;
  } else {
    auto& v6 = std::get<model::Ipv6Header>(frame.ip);
    v6.source = v6.destination = {};
  }
  frame.udp.source_port = 0;
  frame.bth.dest_qp = 0;
  frame.bth.psn = model::psn_add(frame.bth.psn, -std::int64_t{first_psn});
  if (frame.deth) frame.deth->source_qp = frame.deth->queue_key = 0;
  if (frame.reth) frame.reth->remote_key = 0, frame.reth->virtual_address = 0;
  if (frame.atomic_eth) frame.atomic_eth->remote_key = 0, frame.atomic_eth->virtual_address = 0;
  if (frame.ieth) frame.ieth->remote_key = 0;
  frame.icrc = 0;
  frame.trailer.clear();
  return frame;
}

TEST(Vectors, AreManyAndEachHasItsThreeFiles) {
  EXPECT_GE(names().size(), 40u);
  for (const std::string& name : names()) {
    EXPECT_TRUE(std::filesystem::exists(kVectors + name + ".pcap")) << name;
    EXPECT_TRUE(std::filesystem::exists(kVectors + name + ".txt")) << name;
  }
}

TEST(Vectors, WithACounterpartAreTheKernelsOwnFrames) {
  std::size_t compared = 0;
  std::size_t vectors = 0;
  for (const std::string& name : names()) {
    if (!name.starts_with(kKernel)) continue;
    ++vectors;
    const auto ours = frames_of(kVectors + name + ".pcap");
    auto theirs = frames_of(kCaptures + name.substr(kKernel.size()) + ".pcap");
    ASSERT_FALSE(ours.empty()) << name;
    std::erase_if(theirs, [&](const model::RoceFrame& frame) {
      return !is_request(frame) || source_of(frame) != source_of(ours.front());
    });
    ASSERT_EQ(ours.size(), theirs.size()) << name;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      EXPECT_TRUE(comparable(ours[i], ours.front().bth.psn) ==
                  comparable(theirs[i], theirs.front().bth.psn))
          << name << ", frame " << i + 1;
      ++compared;
    }
  }
  EXPECT_GE(vectors, 30u);
  EXPECT_GE(compared, 400u);
}

TEST(Vectors, EveryFrameHasTheRightIcrcAndChecksum) {
  for (const std::string& name : names()) {
    for (model::RoceFrame frame : frames_of(kVectors + name + ".pcap")) {
      const model::RoceFrame seen = frame;
      model::fill_ip_checksum(frame);
      model::fill_icrc(frame);
      EXPECT_EQ(frame, seen) << name;
    }
  }
}

// All that the vectors hold, gathered.
struct Coverage {
  std::set<std::uint8_t> opcodes;
  std::set<std::uint8_t> pads;
  std::set<std::size_t> ip_versions;
  std::set<bool> tagged;
  std::set<std::uint8_t> tag_priorities;
  std::set<std::string> psn_wraps;  // by transport
  std::set<std::uint32_t> pmtus;
  std::set<std::uint64_t> address_classes;  // modulo 128
  std::set<std::size_t> piece_counts;
  bool has_factory = false;
  bool has_basepod = false;
};

const Coverage& coverage() {
  static const Coverage kCoverage = [] {
    Coverage all;
    for (const std::string& name : names()) {
      const WorkConfig work = load_work(kVectors + name + ".toml");
      const auto& map = work.nic.dscp.map;
      all.has_factory |= map == model::DscpMap::factory();
      all.has_basepod |= !map || map == model::DscpMap::basepod();
      for (const model::QpContext& qp : work.qps) all.pmtus.insert(qp.pmtu);
      for (const WqeConfig& config : work.wqes) {
        all.piece_counts.insert(config.wqe.pieces.size());
        for (const model::WqePiece& piece : config.wqe.pieces) {
          if (piece.length > 0) all.address_classes.insert(piece.address % 128);
        }
      }
      std::map<std::uint16_t, std::uint32_t> last_psn;  // by source port
      for (const model::RoceFrame& frame : frames_of(kVectors + name + ".pcap")) {
        all.opcodes.insert(frame.bth.opcode);
        if (!frame.payload.empty()) all.pads.insert(frame.bth.pad_count);
        all.ip_versions.insert(frame.ip.index());
        all.tagged.insert(frame.ethernet.tag.has_value());
        if (frame.ethernet.tag) all.tag_priorities.insert(frame.ethernet.tag->pcp());
        const auto last = last_psn.find(frame.udp.source_port);
        if (last != last_psn.end() && last->second > frame.bth.psn) {
          all.psn_wraps.insert(
              std::string(model::find_opcode(frame.bth.opcode)->name.substr(0, 2)));
        }
        last_psn[frame.udp.source_port] = frame.bth.psn;
      }
    }
    return all;
  }();
  return kCoverage;
}

// Requests that a receiver takes and that no work request becomes.
const std::set<std::uint8_t> kReceiveOnly = {};

TEST(Vectors, HoldEveryRequestOpcode) {
  for (const model::OpcodeInfo& info : model::all_opcodes()) {
    model::RoceFrame frame;
    frame.bth.opcode = model::to_byte(info.opcode);
    if (!is_request(frame)) continue;
    EXPECT_EQ(coverage().opcodes.contains(frame.bth.opcode),
              !kReceiveOnly.contains(frame.bth.opcode))
        << info.name << ": in vectors/tx, or in kReceiveOnly";
  }
}

class Statuses final : public TxObserver {
 public:
  void frame(const JudgedTxFrame&) override {}
  void completion(const JudgedCompletion& completion) override {
    seen.insert(completion.record.status);
  }
  void disagreement(const std::string&) override {}

  std::set<model::CompletionStatus> seen;
};

// Its frames do not tell: whatever is wrong with a request, none leaves.
TEST(Vectors, HoldEveryStatusOfABadRequest) {
  const WorkConfig work = load_work(kVectors + "error_bad_requests.toml");
  WorkSetup setup = set_up(work, resolve({}, work.nic.dscp));
  ModelDevice device(setup.memory);
  Statuses statuses;
  run_tx(work, setup, {}, device, statuses);
  using enum model::CompletionStatus;
  for (const model::CompletionStatus status :
       {kBadOpcode, kOpcodeForType, kPieces, kLength, kAtomicAlign, kFlagUnsupported}) {
    EXPECT_TRUE(statuses.seen.contains(status)) << model::name_of(status);
  }
}

TEST(Vectors, HoldEveryPmtuPadAddressFamilyAndTag) {
  EXPECT_EQ(coverage().pmtus, (std::set<std::uint32_t>{256, 512, 1024, 2048, 4096}));
  EXPECT_EQ(coverage().pads, (std::set<std::uint8_t>{0, 1, 2, 3}));
  EXPECT_EQ(coverage().ip_versions.size(), 2u);
  EXPECT_EQ(coverage().tagged.size(), 2u);
  EXPECT_EQ(coverage().tag_priorities.size(), 8u);
}

TEST(Vectors, HoldEveryAlignmentClassAndPieceCount) {
  for (const std::uint64_t mod : {0, 1, 15, 16, 17, 63, 64, 65, 127}) {
    EXPECT_TRUE(coverage().address_classes.contains(mod)) << mod;
  }
  for (std::size_t count = 0; count <= model::kMaxPieces + 1; ++count) {
    EXPECT_TRUE(coverage().piece_counts.contains(count)) << count;
  }
}

TEST(Vectors, HoldBothProfilesAndPsnWrapsOfEveryTransport) {
  EXPECT_TRUE(coverage().has_factory);
  EXPECT_TRUE(coverage().has_basepod);
  EXPECT_EQ(coverage().psn_wraps, (std::set<std::string>{"RC", "UC", "UD"}));
}

TEST(Examples, CanAllBeRead) {
  std::size_t read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RNIC_VECTORS "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    EXPECT_FALSE(load_work(entry.path().string()).wqes.empty()) << entry.path();
    ++read;
  }
  EXPECT_GE(read, 7u);
}

}  // namespace
}  // namespace rnic::app
