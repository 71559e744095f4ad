// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/work_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

// Far from where people put buffers.
constexpr std::uint64_t kRings = 0x00B0'0000'0000'0000;
constexpr std::uint64_t kPage = 4096;

struct Range {
  std::uint64_t first;
  std::uint64_t last;
};

std::vector<Range> ranges_in_use(const WorkConfig& work) {
  std::vector<Range> used;
  const auto add = [&](std::uint64_t first, std::uint64_t size) {
    if (size == 0) return;
    const std::uint64_t last = first + (size - 1);
    // A piece may run over the end of the address space.
    if (last < first) used.push_back({0, last});
    used.push_back({first, last < first ? UINT64_MAX : last});
  };
  for (const MemoryConfig& region : work.memory) add(region.addr, region.size);
  for (const WqeConfig& config : work.wqes) {
    for (const model::WqePiece& piece : config.wqe.pieces) add(piece.address, piece.length);
  }
  return used;
}

// A page between is left free: lines at the edge of a region belong to it as a whole.
bool is_free(const std::vector<Range>& used, std::uint64_t first, std::uint64_t bytes) {
  const std::uint64_t last = first + (bytes + kPage);
  if (first < kPage || last < first) return false;
  return std::ranges::none_of(
      used, [&](const Range& range) { return range.first <= last && first - kPage <= range.last; });
}

// Nothing: there is no room.
std::optional<std::uint64_t> find_place(const std::vector<Range>& used, std::uint64_t bytes) {
  if (is_free(used, kRings, bytes)) return kRings;
  if (is_free(used, kPage, bytes)) return kPage;
  for (const Range& range : used) {
    const std::uint64_t behind = (range.last / kPage + 2) * kPage;
    if (behind > range.last && is_free(used, behind, bytes)) return behind;
  }
  return std::nullopt;
}

}  // namespace

WorkSetup set_up(const WorkConfig& work, const model::DscpMap& map) {
  WorkSetup setup;
  setup.nic.dscp_map = map;
  setup.nic.congestion_control = work.nic.congestion_control;
  setup.qps = work.qps;
  for (const MemoryConfig& region : work.memory) {
    setup.memory.add_region(region.addr, region.size, region.fill);
  }
  std::uint64_t bytes = model::HostMemory::kLineBytes;
  for (const model::QpContext& qp : setup.qps) {
    bytes += model::kWqeBlockBytes << qp.ring_log2_blocks;
  }
  const auto room = find_place(ranges_in_use(work), bytes);
  if (!room) {
    throw InputError(
        fmt::format("{}: expected regions in [[memory]] that leave room for the rings, {} bytes",
                    work.name, bytes));
  }
  std::uint64_t place = *room + model::kWqeBlockBytes;
  for (model::QpContext& qp : setup.qps) {
    const std::uint64_t size = std::uint64_t{model::kWqeBlockBytes} << qp.ring_log2_blocks;
    qp.ring_base = place;
    setup.memory.add_region(place, size, model::BytesFill{});
    place += size;
  }
  return setup;
}

}  // namespace rnic::app
