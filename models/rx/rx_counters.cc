// SPDX-License-Identifier: Apache-2.0
#include "models/rx/rx_counters.h"

namespace rnic::model {

void RxCounters::count(const RxRecord& record, std::size_t frame_bytes) noexcept {
  ++frames;
  bytes += frame_bytes;
  ++by_verdict[static_cast<std::size_t>(record.verdict)];
  if (record.reason) ++by_reason[static_cast<std::size_t>(*record.reason)];
  if (record.opcode) ++by_opcode[*record.opcode];
  if (record.priority) ++by_priority[*record.priority];
  if (record.ce_counted) ++ce;
  if (record.pcp_mismatch == true) ++pcp_mismatch;
  if (record.lossy_roce == true) ++lossy_roce;
}

}  // namespace rnic::model
