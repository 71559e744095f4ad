// SPDX-License-Identifier: Apache-2.0
#include "models/host/tx_counters.h"

namespace rnic::model {
namespace {

void add(TxCounters::Tally& tally, std::uint64_t bytes) noexcept {
  ++tally.frames;
  tally.bytes += bytes;
}

}  // namespace

void TxCounters::count(const SentFrame& frame) noexcept {
  add(all, frame.bytes.size());
  add(by_opcode[frame.opcode], frame.bytes.size());
  add(by_priority[frame.priority], frame.bytes.size());
}

void TxCounters::count(const CompletionRecord& record) noexcept {
  ++by_status[static_cast<std::size_t>(record.status)];
}

void TxCounters::count(const RequesterOutput& output) noexcept {
  std::visit([this](const auto& what) { count(what); }, output);
}

}  // namespace rnic::model
