// SPDX-License-Identifier: Apache-2.0
#include "models/host/host_memory.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace rnic::model {
namespace {

constexpr std::uint64_t line_of(std::uint64_t address) noexcept {
  return address & ~std::uint64_t{HostMemory::kLineBytes - 1};
}

std::uint8_t byte_of(const ZeroFill&, std::uint64_t) noexcept { return 0; }

std::uint8_t byte_of(const CounterFill& fill, std::uint64_t i) noexcept {
  return static_cast<std::uint8_t>(i + 31 * (i >> 8) + fill.seed);
}

std::uint8_t byte_of(const RandomFill& fill, std::uint64_t i) noexcept {
  return static_cast<std::uint8_t>(splitmix64(fill.seed + i));
}

std::uint8_t byte_of(const BytesFill& fill, std::uint64_t i) noexcept { return fill.bytes[i]; }

}  // namespace

bool HostMemory::add_region(std::uint64_t address, std::uint64_t size, MemoryFill fill) {
  if (size == 0 || size - 1 > std::numeric_limits<std::uint64_t>::max() - address) return false;
  const std::uint64_t last = address + (size - 1);
  const auto behind = regions_.upper_bound(last);
  if (behind != regions_.begin() && std::prev(behind)->second.last >= address) return false;
  if (auto* bytes = std::get_if<BytesFill>(&fill)) bytes->bytes.resize(size);
  regions_.emplace(address, Region{last, std::move(fill)});
  return true;
}

void HostMemory::fail_line(std::uint64_t address) { failing_lines_.insert(line_of(address)); }

std::optional<HostMemory::Line> HostMemory::read_line(std::uint64_t address) const {
  const std::uint64_t first = line_of(address);
  const std::uint64_t last = first + (kLineBytes - 1);
  if (failing_lines_.contains(first)) return std::nullopt;
  Line line{};
  bool covered = false;
  // Regions are in order and share no byte: those that touch the line stand side by side.
  for (auto at = regions_.upper_bound(last); at != regions_.begin();) {
    --at;
    const auto& [start, region] = *at;
    if (region.last < first) break;
    covered = true;
    const std::uint64_t from = std::max(start, first);
    const std::uint64_t to = std::min(region.last, last);
    const std::uint64_t offset = from - start;  // in the region
    std::visit(
        [&](const auto& fill) {
          for (std::uint64_t i = 0; i <= to - from; ++i) {
            line[from - first + i] = byte_of(fill, offset + i);
          }
        },
        region.fill);
  }
  return covered ? std::optional<Line>(line) : std::nullopt;
}

bool HostMemory::read(std::uint64_t address, std::span<std::uint8_t> out) const {
  while (!out.empty()) {
    const auto line = read_line(address);
    if (!line) return false;
    const std::size_t at = address % kLineBytes;
    const std::size_t count = std::min(out.size(), kLineBytes - at);
    std::copy_n(line->begin() + static_cast<std::ptrdiff_t>(at), count, out.begin());
    out = out.subspan(count);
    address += count;
  }
  return true;
}

bool HostMemory::write(std::uint64_t address, ByteSpan bytes) {
  auto at = regions_.upper_bound(address);
  if (at == regions_.begin()) return false;
  --at;
  auto* fill = std::get_if<BytesFill>(&at->second.fill);
  const std::uint64_t offset = address - at->first;
  if (fill == nullptr || offset > fill->bytes.size() ||
      bytes.size() > fill->bytes.size() - offset) {
    return false;
  }
  std::ranges::copy(bytes, fill->bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  return true;
}

}  // namespace rnic::model
