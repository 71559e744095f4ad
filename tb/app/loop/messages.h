// SPDX-License-Identifier: Apache-2.0
//
// The messages of a loop run: every WQE of the configuration in posting order, queue pair by queue
// pair, with what became of it. Posted again after a loss it stays the same message, with other
// PSNs.
//
//   Lane lane(setup.qps[0]);
//   lane.messages[3].deliveries;
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/host/completion.h"
#include "models/host/qp_context.h"
#include "models/host/wqe.h"

namespace rnic::app {

struct Message {
  std::size_t config = 0;  // of WorkConfig::wqes
  std::uint64_t wr_id = 0;
  // Where it was posted last.
  std::uint32_t first_psn = 0;
  std::uint16_t index = 0;
  // How often its last packet was accepted.
  std::uint32_t deliveries = 0;
};

// A packet of a message: how a frame on the wire is known again.
struct Origin {
  std::size_t lane = 0;
  std::size_t message = 0;
  std::uint32_t life = 0;    // of the queue pair, from 0
  std::uint32_t packet = 0;  // of the message, from 0
};

struct Lane {
  model::QpContext qp = {};
  std::vector<Message> messages = {};
  std::uint32_t life = 0;
  std::uint64_t restarts = 0;
  // The first message that the sender itself refused, and why; those behind it are not sent.
  std::optional<std::size_t> refused = std::nullopt;
  model::CompletionStatus status = {};
  // Whoever is to send them again has given up.
  bool is_lost = false;

  [[nodiscard]] std::size_t due() const { return refused.value_or(messages.size()); }
  // The oldest message that has to arrive and did not; due() if there is none.
  [[nodiscard]] std::size_t oldest_undelivered() const {
    std::size_t i = 0;
    while (i < due() && messages[i].deliveries > 0) ++i;
    return i;
  }
};

}  // namespace rnic::app
