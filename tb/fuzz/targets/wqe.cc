// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as the blocks of a work queue element, and as a completion record: a WQE that is right
// is the one that its own fields make, and a completion without reserved bits is written as it was.
#include "models/host/wqe.h"

#include <algorithm>
#include <array>

#include "models/host/completion.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

void check_wqe(model::ByteSpan bytes) {
  if (bytes.size() < model::kWqeBlockBytes) return;
  const model::WqeHead head = model::read_wqe_head(bytes.first<model::kWqeBlockBytes>());
  require(head.block_count >= 1 && head.block_count <= model::kMaxWqeBlocks, "1 to 4 blocks");
  if (bytes.size() < head.block_count * model::kWqeBlockBytes) return;
  const model::ByteSpan blocks = bytes.first(head.block_count * model::kWqeBlockBytes);
  for (const auto type : {model::QpType::kRc, model::QpType::kUc, model::QpType::kUd}) {
    const auto decoded = model::decode_wqe(blocks, type, 1024);
    const model::Wqe* wqe = std::get_if<model::Wqe>(&decoded);
    if (wqe == nullptr) {
      require(model::is_error(std::get<model::CompletionStatus>(decoded)), "a fault is an error");
      continue;
    }
    require(wqe->wr_id == head.wr_id && wqe->opcode == head.opcode && wqe->flags == head.flags,
            "a WQE begins as its head says");
    const auto made = model::encode(*wqe, head.owner);
    require(made.size() == blocks.size(), "a right WQE has the blocks it needs");
    const auto again = model::decode_wqe(made, type, 1024);
    require(std::get_if<model::Wqe>(&again) != nullptr && std::get<model::Wqe>(again) == *wqe,
            "a WQE is the one that its fields make");
  }
}

void check_completion(model::ByteSpan bytes) {
  if (bytes.size() < model::kCompletionBytes) return;
  const auto record = model::decode_completion(bytes.first<model::kCompletionBytes>());
  const auto made = model::encode(record);
  require(model::decode_completion(made) == record, "a completion is the one written");
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rnic::fuzz::check_wqe({data, size});
  rnic::fuzz::check_completion({data, size});
  return 0;
}
