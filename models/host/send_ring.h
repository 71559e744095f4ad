// SPDX-License-Identifier: Apache-2.0
//
// The driver's end of a send queue: puts WQEs into the ring in memory, with the owner bit of
// their lap, and keeps the producer count. It rings no doorbell and does not watch `sq_free`:
// free_blocks() says what the caller may post.
//
//   SendRing ring(memory, qp.ring_base, qp.ring_log2_blocks);  // in a BytesFill region
//   ring.post(wqe);
//   requester.doorbell(ring.count());
#pragma once

#include <cstdint>

#include "models/host/host_memory.h"
#include "models/host/wqe.h"

namespace rnic::model {

// Owner bit of a WQE whose block 0 has this free-running index: 1 on the ring's first lap, 0 on
// the second, and so on.
constexpr bool owner_of_lap(std::uint16_t index, unsigned log2_blocks) noexcept {
  return ((index >> log2_blocks) & 1) == 0;
}

class SendRing {
 public:
  // `memory` must outlive the ring. Blocks that fall where memory cannot be written are lost, as
  // they would be with a ring at a wrong address.
  SendRing(HostMemory& memory, std::uint64_t base, unsigned log2_blocks) noexcept
      : memory_(&memory), base_(base), log2_blocks_(log2_blocks) {}

  void post(const Wqe& wqe) { post(encode(wqe, false)); }
  // Whole blocks as they are, but for the owner bit of the first: right, or as told.
  void post(ByteSpan blocks) { post(blocks, owner_of_lap(count_, log2_blocks_)); }
  void post(ByteSpan blocks, bool owner);

  // Producer count: blocks posted so far, modulo 2^16.
  std::uint16_t count() const noexcept { return count_; }
  // Blocks that may be posted while the NIC says this `sq_free`.
  std::size_t free_blocks(std::uint16_t sq_free) const noexcept {
    return (std::size_t{1} << log2_blocks_) - static_cast<std::uint16_t>(count_ - sq_free);
  }

 private:
  HostMemory* memory_;
  std::uint64_t base_;
  unsigned log2_blocks_;
  std::uint16_t count_ = 0;
};

}  // namespace rnic::model
