// SPDX-License-Identifier: Apache-2.0
#include "models/host/send_ring.h"

namespace rnic::model {

void SendRing::post(ByteSpan blocks, bool owner) {
  ByteVector bytes(blocks.begin(), blocks.end());
  set_owner(bytes, owner);
  const std::uint64_t slots = std::uint64_t{1} << log2_blocks_;
  for (std::size_t at = 0; at < bytes.size(); at += kWqeBlockBytes) {
    memory_->write(base_ + count_ % slots * kWqeBlockBytes,
                   ByteSpan(bytes).subspan(at, kWqeBlockBytes));
    ++count_;
  }
}

}  // namespace rnic::model
