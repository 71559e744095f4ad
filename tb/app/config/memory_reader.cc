// SPDX-License-Identifier: Apache-2.0
#include "tb/app/config/memory_reader.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

namespace rnic::app {
namespace {

constexpr std::array<std::string_view, 4> kMemoryKeys = {"addr", "size", "fill", "seed"};

model::ByteVector read_hex(const TomlTable& fill, std::uint64_t size) {
  auto bytes = *fill.hex("hex");
  if (bytes.size() != size) {
    fill.fail("hex",
              fmt::format("expected hex to hold size = {} bytes, it holds {}", size, bytes.size()));
  }
  return bytes;
}

// Absent: the fill is no file.
std::optional<std::filesystem::path> file_of(const std::string& toml, const TomlTable& fill) {
  const auto given = fill.text("file", "the name of a file");
  if (given == "") fill.fail("file", "expected file to be the name of a file");
  if (!given) return std::nullopt;
  return std::filesystem::path(toml).parent_path() / *given;
}

model::ByteVector read_file(const std::filesystem::path& path, const TomlTable& fill,
                            std::uint64_t size) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  // Read, not asked for: a pipe has no size. More than the region holds shows a longer file.
  model::ByteVector bytes;
  std::array<char, 65536> part;
  while (file && bytes.size() <= size) {
    file.read(part.data(), part.size());
    bytes.insert(bytes.end(), part.data(), part.data() + file.gcount());
  }
  if (!file.eof() && bytes.size() <= size) {
    fill.fail("file", fmt::format("{}: {}", path.string(), std::strerror(errno)));
  }
  if (bytes.size() != size) {
    const auto held = bytes.size() > size ? "more" : fmt::format("{}", bytes.size());
    fill.fail("file", fmt::format("expected {} to hold size = {} bytes, it holds {}", path.string(),
                                  size, held));
  }
  return bytes;
}

// Sets the fill, and the file where it is one.
void read_fill(const std::string& toml, const TomlTable& table, MemoryConfig& memory) {
  constexpr const char* kExpected =
      "expected fill to be \"counter\", \"random\", \"zero\", { hex = \"...\" } or "
      "{ file = \"...\" }";
  const std::uint64_t seed = table.number64("seed").value_or(0);
  const toml::node* node = table.find("fill");
  if (node == nullptr) return;
  const auto kind = node->value_exact<std::string_view>();
  if (kind == "counter") {
    memory.fill = model::CounterFill{seed};
  } else if (kind == "random") {
    memory.fill = model::RandomFill{seed};
  } else if (kind != "zero") {
    const toml::table* given = node->as_table();
    if (given == nullptr || given->size() != 1) table.fail("fill", kExpected);
    const TomlTable fill(toml, *given, "fill");
    if (fill.find("hex") != nullptr) {
      memory.fill = model::BytesFill{read_hex(fill, memory.size)};
    } else if (const auto path = file_of(toml, fill)) {
      memory.fill = model::BytesFill{read_file(*path, fill, memory.size)};
      memory.file = path->string();
    } else {
      table.fail("fill", kExpected);
    }
  }
}

}  // namespace

MemoryConfig read_memory(const std::string& file, const TomlTable& table,
                         std::span<const MemoryConfig> others) {
  table.expect_only(kMemoryKeys);
  MemoryConfig memory;
  memory.addr = table.required("addr", table.number64("addr"));
  memory.size = table.required("size", table.number64("size"));
  if (memory.size == 0) table.fail("size", "expected size to be at least 1");
  if (memory.addr + (memory.size - 1) < memory.addr) {
    table.fail("size", "expected the region to end at 2^64 at most");
  }
  for (const MemoryConfig& other : others) {
    if (memory.addr <= other.addr + (other.size - 1) &&
        other.addr <= memory.addr + (memory.size - 1)) {
      table.fail("addr", fmt::format("expected no overlap, but {:#x}..{:#x} and {:#x}..{:#x} do",
                                     memory.addr, memory.addr + (memory.size - 1), other.addr,
                                     other.addr + (other.size - 1)));
    }
  }
  read_fill(file, table, memory);
  return memory;
}

}  // namespace rnic::app
