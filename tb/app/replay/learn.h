// SPDX-License-Identifier: Apache-2.0
//
// What a capture tells about the NICs and QPs that its frames are for, when no configuration says
// so: assumptions, to be printed as such.
//
//   NIC         each destination IP address of a RoCE frame that is all right by itself
//   QP          each DestQP there; of two that would share an entry of the table the first stays
//   type        from the opcodes of its first frame that is no CNP; RC if there are CNPs alone.
//               Frames of another type teach nothing more
//   rq_psn      the first request's PSN
//   window      from the lowest to the highest PSN of the responses it gets, seen from the first
//   P_Key       its first frame's; with a limited member's all its frames are `pkey`, since the
//               other end must be a full one: name the QP in a configuration then
//   Q_Key       UD: its first frame's
//   PMTU        what most of its First and Middle packets of SEND and WRITE carry; else of READ
//               responses, those it gets and those that answer its READs; else the smallest that
//               holds all payloads
//   addresses, VLAN   not checked
//
// Frames with a wrong ICRC, or wrong in themselves in any other way, teach nothing.
//
//   Learner learner;
//   for (…) learner.look_at(frame.replayed);
//   const Learned learned = learner.learned();
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "models/rx/frame_check.h"
#include "models/rx/receiver.h"
#include "models/rx/replay_rules.h"
#include "models/rx/rx_qp.h"

namespace rnic::app {

struct LearnedNic {
  model::IpAddress address = {};
  std::vector<model::RxQpConfig> qps = {};  // in the order in which they appeared
};

struct LearnedClash {
  model::IpAddress address = {};
  model::QpnClash clash = {};  // `refused` is not learned
};

struct Learned {
  std::vector<LearnedNic> nics = {};       // in the order in which they appeared
  std::vector<LearnedClash> clashes = {};  // each QPN once
};

class Learner {
 public:
  // `our_mac`: QPs are learned only from frames that pass the MAC filter.
  explicit Learner(std::optional<model::MacAddress> our_mac = std::nullopt,
                   std::size_t num_qps = 1024)
      : our_mac_(our_mac), num_qps_(num_qps) {}

  // In the order of the replay.
  void look_at(const model::ReplayedFrame& frame);

  [[nodiscard]] Learned learned() const;

 private:
  static constexpr std::size_t kPmtus = 5;  // 256 … 4096
  using Votes = std::array<std::uint64_t, kPmtus>;

  struct Window {
    std::uint32_t first = 0;
    std::int32_t lowest = 0;  // seen from `first`
    std::int32_t highest = 0;
  };
  struct Qp {
    std::uint32_t qpn = 0;
    std::optional<model::QpType> type = std::nullopt;  // absent: CNPs so far
    std::uint16_t pkey = 0;
    std::optional<std::uint32_t> qkey = std::nullopt;
    std::optional<std::uint32_t> rq_psn = std::nullopt;
    std::optional<Window> window = std::nullopt;
    Votes requests = {};
    Votes read_responses = {};
    std::uint32_t longest = 0;  // payload
  };
  struct Nic {
    model::IpAddress address = {};
    std::vector<Qp> qps = {};
    std::unordered_map<std::size_t, std::size_t> entries = {};  // of the table: place in `qps`
    std::set<std::uint32_t> refused = {};
  };
  // Responder, requester, PSN of a READ: what its answer will carry, seen from the answer.
  using ReadKey = std::tuple<model::IpAddress, model::IpAddress, std::uint32_t>;
  struct QpPlace {
    std::size_t nic = 0;
    std::size_t qp = 0;
  };

  bool is_for_us(const model::RoceFrame& frame) const;
  std::optional<QpPlace> find_or_add(const model::RoceFrame& frame);
  void learn(const QpPlace& place, const model::FrameCheck& check);
  void learn_from_answer(const model::FrameCheck& check);
  static void note_read_response(Qp& qp, const model::FrameCheck& check);
  static model::RxQpConfig config_of(const Qp& qp);

  std::optional<model::MacAddress> our_mac_;
  std::size_t num_qps_;
  std::vector<Nic> nics_;
  std::map<model::IpAddress, std::size_t> nic_at_;
  std::vector<LearnedClash> clashes_;
  std::map<ReadKey, QpPlace> reads_;
};

}  // namespace rnic::app
