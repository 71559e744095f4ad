// SPDX-License-Identifier: Apache-2.0
//
// The receiving side of a loop: frames go into the receive path, and what it says of each is
// compared with the golden model; the payload of each accepted frame with what its WQE described.
//
//   Judge judge(device, receiver, setup.memory, work, sender.lanes());
//   judge.push(std::move(arrival));
//   device.cycle();
//   judge.collect();
//   for (; !judge.judged().empty(); judge.judged().pop_front()) use(judge.judged().front());
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "models/host/host_memory.h"
#include "models/rx/receiver.h"
#include "tb/app/config/work_config.h"
#include "tb/app/loop/channel.h"
#include "tb/app/loop/messages.h"
#include "tb/app/rx/rx_compare.h"
#include "tb/app/rx/rx_device.h"

namespace rnic::app {

struct JudgedArrival {
  Arrival arrival = {};
  std::uint64_t clock = 0;                               // of its last segment
  std::optional<model::RxRecord> record = std::nullopt;  // the RTL's
  model::RxRecord want = {};
  std::vector<std::string> complaints = {};  // empty: RTL and model agree
};

class Judge {
 public:
  // All of them must outlive the judge.
  Judge(RxDevice& device, model::Receiver& receiver, const model::HostMemory& memory,
        const WorkConfig& work, std::vector<Lane>& lanes);

  void push(Arrival arrival);
  [[nodiscard]] bool is_full() const { return device_.is_full(); }
  // Takes what the device has answered.
  void collect();
  // Everything that was pushed is judged.
  [[nodiscard]] bool is_idle() const { return device_.is_idle() && pending_.empty(); }

  // The caller's to empty, both.
  [[nodiscard]] std::deque<JudgedArrival>& judged() noexcept { return judged_; }
  [[nodiscard]] std::vector<std::string>& complaints() noexcept { return complaints_; }
  [[nodiscard]] std::uint64_t payload_bytes() const noexcept { return payload_bytes_; }

 private:
  // A frame on its way; leaves when its answer is there and, if accepted, its payload.
  struct Pending {
    std::uint64_t frame;
    JudgedArrival judged;
    bool is_answered = false;
    bool has_payload = false;
  };

  void take(const RxAnswer& answer);
  void take(const RxPayload& payload);
  void finish(Pending& pending);
  Pending* find(std::uint64_t frame) noexcept;
  [[nodiscard]] std::optional<model::ByteVector> described(const Origin& origin,
                                                           const model::RxRecord& record) const;

  RxDevice& device_;
  model::Receiver& receiver_;
  const model::HostMemory& memory_;
  const WorkConfig& work_;
  std::vector<Lane>& lanes_;
  std::deque<Pending> pending_;
  std::deque<JudgedArrival> judged_;
  std::vector<std::string> complaints_;
  std::uint64_t payload_bytes_ = 0;
};

// The flipped bit is one that the ICRC of this frame protects: inside the IP packet, and not of a
// field that may change on the way (IBTA 7.8, A17.3.3). `sent`: the frame without the damage.
bool is_protected(model::ByteSpan sent, std::uint32_t bit);

}  // namespace rnic::app
