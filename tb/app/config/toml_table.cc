// SPDX-License-Identifier: Apache-2.0
#include "tb/app/config/toml_table.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace rnic::app {
namespace {

// "a, b or c"
std::string list_of(std::span<const std::string_view> names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.first(names.size() - 1), ", "), names.back());
}

// Small numbers as a person counts them, large ones as fields are written.
std::string range_text(std::uint64_t min, std::uint64_t max) {
  if (max < 0xFFFF) return fmt::format("{}..{}", min, max);
  return min < 10 ? fmt::format("{}..{:#x}", min, max) : fmt::format("{:#x}..{:#x}", min, max);
}

std::optional<std::uint64_t> parse64(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, is_hex ? 16 : 10);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<model::ByteVector> parse_hex(std::string_view text) {
  const auto digit = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  if (text.size() % 2 != 0) return std::nullopt;
  model::ByteVector bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit(text[i]);
    const int low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<std::uint8_t>(16 * high + low));
  }
  return bytes;
}

}  // namespace

void fail_at(const std::string& file, const toml::source_region& at, const std::string& text) {
  throw InputError(fmt::format("{}:{}:{}: {}", file, at.begin.line, at.begin.column, text));
}

void TomlTable::fail(std::string_view key, const std::string& text) const {
  const toml::node* node = find(key);
  fail(node != nullptr ? node->source() : table_.source(), text);
}

void TomlTable::expect_only(std::span<const std::string_view> known) const {
  for (const auto& [key, value] : table_) {
    if (std::ranges::find(known, key.str()) != known.end()) continue;
    fail(key.source(),
         fmt::format("'{}' is no key of {}, expected {}", key.str(), title_, list_of(known)));
  }
}

std::optional<std::uint64_t> TomlTable::integer(std::string_view key, std::uint64_t min,
                                                std::uint64_t max) const {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < min ||
      static_cast<std::uint64_t>(*value) > max) {
    fail(node->source(), fmt::format("expected {} to be {}", key, range_text(min, max)));
  }
  return static_cast<std::uint64_t>(*value);
}

std::optional<std::uint32_t> TomlTable::power_of_two(std::string_view key, std::uint32_t min,
                                                     std::uint32_t max,
                                                     std::string_view what) const {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const std::int64_t value = node->value_exact<std::int64_t>().value_or(0);
  if (value < min || value > max || !std::has_single_bit(static_cast<std::uint64_t>(value))) {
    fail(node->source(), fmt::format("expected {} to be {}", key, what));
  }
  return static_cast<std::uint32_t>(value);
}

std::optional<std::uint64_t> TomlTable::number64(std::string_view key) const {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (const auto text = node->value_exact<std::string_view>()) {
    if (const auto value = parse64(*text)) return value;
  } else if (const auto value = node->value_exact<std::int64_t>(); value && *value >= 0) {
    return static_cast<std::uint64_t>(*value);
  }
  fail(node->source(),
       fmt::format("expected {} to be a number of 64 bits, above 2^63 as text such as "
                   "\"0xffff000000000000\"",
                   key));
}

std::optional<bool> TomlTable::flag(std::string_view key) const {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value_exact<bool>();
  if (!value) fail(node->source(), fmt::format("expected {} to be true or false", key));
  return value;
}

std::optional<std::string> TomlTable::text(std::string_view key, std::string_view what) const {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value_exact<std::string>();
  if (!value) fail(node->source(), fmt::format("expected {} to be {}", key, what));
  return value;
}

std::optional<model::ByteVector> TomlTable::hex(std::string_view key) const {
  const auto digits = text(key, "hexadecimal digits");
  if (!digits) return std::nullopt;
  auto bytes = parse_hex(*digits);
  if (!bytes) fail(key, fmt::format("expected {} to be pairs of hexadecimal digits", key));
  return bytes;
}

std::optional<model::MacAddress> TomlTable::mac(std::string_view key) const {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto mac = model::parse_mac(node->value_exact<std::string_view>().value_or(""));
  if (!mac) {
    fail(node->source(), fmt::format("expected {} to be text like \"02:00:00:00:00:01\"", key));
  }
  return mac;
}

}  // namespace rnic::app
