// SPDX-License-Identifier: Apache-2.0
//
// The receive rules judged by the Linux kernel's Soft-RoCE: requests of a capture go through the
// model in the order in which that guest saw them, and each answer the model asks for (what, PSN,
// MSN) must be the next packet that the kernel sent back. Where the kernel answers by what the
// model does not judge, keys and receive buffers, a QP's comparison ends. At the end the PSN that
// the model expects and the QP's state must be those that the kernel reported.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>
#include <string>

#include "models/rx/kernel_qps.h"
#include "models/rx/receiver.h"
#include "models/rx/replay_rules.h"
#include "models/rx/vector_files.h"
#include "models/wire/frame.h"

namespace rnic::model {
namespace {

using testing::Guest;
using testing::KernelQp;

// One packet sent back to the requester.
struct Answer {
  enum class Kind { kAck, kNakSequence, kNakInvalid, kReadData, kAtomic, kBeyondTheModel };
  Kind kind;
  std::uint32_t psn;
  std::optional<std::uint32_t> msn;  // READ response Middle packets have none
};

std::string text(const Answer& answer) {
  static constexpr const char* kNames[] = {
      "ACK",           "NAK sequence",       "NAK invalid request",
      "READ response", "atomic acknowledge", "other NAK"};
  return fmt::format("{} PSN {:#08x}", kNames[static_cast<int>(answer.kind)], answer.psn);
}

std::optional<Answer> kernel_answer(const RoceFrame& frame, const OpcodeInfo& info) {
  using Kind = Answer::Kind;
  const std::uint32_t psn = frame.bth.psn;
  switch (info.operation) {
    case Operation::kReadResponse:
      return Answer{Kind::kReadData, psn,
                    frame.aeth ? std::optional(frame.aeth->msn) : std::nullopt};
    case Operation::kAtomicAcknowledge:
      return Answer{Kind::kAtomic, psn, frame.aeth->msn};
    case Operation::kAcknowledge:
      switch (frame.aeth->kind()) {
        case SyndromeKind::kAck:
          return Answer{Kind::kAck, psn, frame.aeth->msn};
        case SyndromeKind::kNakPsnSequence:
          return Answer{Kind::kNakSequence, psn, frame.aeth->msn};
        case SyndromeKind::kNakInvalidRequest:
          return Answer{Kind::kNakInvalid, psn, frame.aeth->msn};
        default:
          return Answer{Kind::kBeyondTheModel, psn, frame.aeth->msn};
      }
    default:
      return std::nullopt;
  }
}

// The packets that would go back for a record.
std::vector<Answer> model_answers(const RxRecord& record, const RoceFrame& frame,
                                  std::uint32_t pmtu) {
  using Kind = Answer::Kind;
  const auto one = [&](Kind kind) {
    return std::vector{Answer{kind, *record.answer_psn, record.msn}};
  };
  if (!record.action) return {};
  switch (*record.action) {
    case Action::kAck:
    case Action::kAckAgain:
      return one(Kind::kAck);
    case Action::kNakSeq:
      return one(Kind::kNakSequence);
    case Action::kNakInv:
      return one(Kind::kNakInvalid);
    case Action::kAtomic:
    case Action::kAtomicAgain:
      return one(Kind::kAtomic);
    case Action::kRead:
    case Action::kReadAgain: {
      std::vector<Answer> packets;
      std::int64_t left = frame.reth->dma_length;
      do {
        packets.push_back({Kind::kReadData,
                           psn_add(*record.answer_psn, static_cast<std::int64_t>(packets.size())),
                           record.msn});
        left -= pmtu;
      } while (left > 0);
      return packets;
    }
    default:
      return {};
  }
}

// What is known of the two sides of one QP after the frames so far.
struct Dialogue {
  std::deque<Answer> expected;  // asked for by the model, not yet seen
  bool ended = false;           // the kernel answered by what the model does not judge
};

struct Tally {
  std::size_t requests = 0;
  std::size_t answers = 0;
  std::size_t msns = 0;
  std::size_t final_psns = 0;
  std::size_t final_states = 0;
  std::set<std::string> ended{};  // captures
};

// One guest's QPs of one capture file.
class Responder {
 public:
  Responder(const std::string& scenario, const nlohmann::json& capture, Guest guest)
      : scenario_(scenario), guest_(guest), receiver_({}) {
    for (const KernelQp& qp : testing::qps_of_guest(scenario, capture, guest)) {
      EXPECT_FALSE(receiver_.add_qp(qp.config)) << "two QPs in one entry";
      qps_.emplace(qp.config.qpn, qp);
      by_peer_[qp.peer_qpn] = qp.config.qpn;
    }
  }

  // A frame of the file, in order: ours to judge, or the kernel's answer to compare.
  void see(ByteSpan captured, Tally& tally) {
    const ReplayedFrame replayed = prepare_for_replay(captured);
    const auto frame = decode(replayed.bytes);
    if (!frame) return;
    const OpcodeInfo* info = find_opcode(frame->bth.opcode);
    if (qps_.contains(frame->bth.dest_qp)) {
      judge(replayed, *frame, tally);
    } else if (const auto ours = by_peer_.find(frame->bth.dest_qp);
               ours != by_peer_.end() && info != nullptr) {
      if (const auto answer = kernel_answer(*frame, *info)) compare(ours->second, *answer, tally);
    }
  }

  void finish(Tally& tally) const {
    for (const auto& [qpn, kernel] : qps_) {
      const auto at = dialogues_.find(qpn);
      if (at != dialogues_.end() && at->second.ended) {
        tally.ended.insert(scenario_);
        continue;
      }
      if (at != dialogues_.end()) {
        EXPECT_TRUE(at->second.expected.empty())
            << "the kernel never sent " << text(at->second.expected.front()) << ", QPN " << qpn;
      }
      const RxQp& qp = *receiver_.find_qp(qpn);
      if (!kernel.final_rq_psn || qp.config.type == QpType::kUd) continue;
      if (testing::kernel_stays_deaf(scenario_)) continue;
      EXPECT_EQ(qp.expected_psn, *kernel.final_rq_psn) << "QPN " << qpn;
      ++tally.final_psns;
      if (guest_ == Guest::kA) continue;  // A's QPs also fail as requesters
      constexpr unsigned kKernelError = 6;
      EXPECT_EQ(qp.state == QpState::kError, kernel.final_state == kKernelError) << "QPN " << qpn;
      ++tally.final_states;
    }
  }

 private:
  void judge(const ReplayedFrame& replayed, const RoceFrame& frame, Tally& tally) {
    const std::uint32_t qpn = frame.bth.dest_qp;
    const RxRecord record = receiver_.receive(replayed.bytes, replayed.mac_error);
    if (record.region) ++tally.requests;
    Dialogue& dialogue = dialogues_[qpn];
    for (const Answer& answer : model_answers(record, frame, qps_.at(qpn).config.pmtu)) {
      dialogue.expected.push_back(answer);
    }
  }

  void compare(std::uint32_t qpn, const Answer& kernel, Tally& tally) {
    Dialogue& dialogue = dialogues_[qpn];
    if (dialogue.ended) return;
    const bool by_rights =
        kernel.kind == Answer::Kind::kNakInvalid && scenario_ == "nak_qp_no_read";
    if (kernel.kind == Answer::Kind::kBeyondTheModel || by_rights) {
      dialogue.ended = true;
      return;
    }
    ASSERT_FALSE(dialogue.expected.empty()) << "the model does not ask for " << text(kernel);
    const Answer model = dialogue.expected.front();
    dialogue.expected.pop_front();
    EXPECT_EQ(text(model), text(kernel)) << "QPN " << qpn;
    ++tally.answers;
    if (kernel.msn && model.msn) {
      EXPECT_EQ(*model.msn, *kernel.msn) << text(kernel);
      ++tally.msns;
    }
  }

  std::string scenario_;
  Guest guest_;
  Receiver receiver_;
  std::map<std::uint32_t, KernelQp> qps_{};
  std::map<std::uint32_t, std::uint32_t> by_peer_{};
  std::map<std::uint32_t, Dialogue> dialogues_{};
};

TEST(KernelAnswers, AreTheOnesThatTheModelAsksFor) {
  Tally tally;
  const nlohmann::json index = testing::read_json("rx/index.json");
  for (const auto& [scenario, capture] : index["captures"].items()) {
    for (const Guest guest : {Guest::kA, Guest::kB}) {
      const std::string file = testing::file_of_guest(scenario, capture, guest);
      SCOPED_TRACE(fmt::format("{}, guest {}", file, guest == Guest::kA ? 'A' : 'B'));
      Responder responder(scenario, capture, guest);
      for (const ByteVector& frame : testing::read_frames("rx/" + file)) {
        responder.see(frame, tally);
        if (HasFatalFailure()) return;
      }
      responder.finish(tally);
    }
  }
  fmt::print(
      "{} requests judged; compared: {} answers, {} of their MSNs, {} final PSNs, "
      "{} final states\n",
      tally.requests, tally.answers, tally.msns, tally.final_psns, tally.final_states);
  EXPECT_GT(tally.requests, 1000U);
  EXPECT_GT(tally.answers, 450U);
  EXPECT_EQ(tally.ended, testing::refused_by_later_stages());
}

// The kernel's receiver stays deaf behind a loss; by the book it takes the next First.
TEST(KernelAnswers, BehindALossOnUcTheNextFirstIsTaken) {
  const auto capture = testing::read_json("rx/index.json")["captures"]["uc_write_lost"];
  const auto qps = testing::qps_of_guest("uc_write_lost", capture, Guest::kB);
  ASSERT_EQ(qps.size(), 1U);
  Receiver receiver({});
  receiver.add_qp(qps[0].config);
  std::string verdicts;
  for (const ByteVector& frame : testing::read_frames("rx/uc_write_lost.pcap")) {
    const RxRecord record = receiver.receive(prepare_for_replay(frame).bytes, false);
    verdicts += fmt::format("{:#x} {}, ", *record.psn,
                            record.reason ? name_of(*record.reason) : name_of(record.verdict));
  }
  EXPECT_EQ(verdicts,
            "0x100 accept, 0x102 uc_gap, 0x103 uc_gap, "
            "0x104 accept, 0x105 accept, 0x106 accept, ");
  EXPECT_EQ(qps[0].final_rq_psn, 0x101U) << "what the kernel still waited for";
}

}  // namespace
}  // namespace rnic::model
