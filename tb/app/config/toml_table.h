// SPDX-License-Identifier: Apache-2.0
//
// One table of a TOML file with typed, range-checked reading; every complaint is an InputError that
// names the file, the place and what was expected. Internal to the readers of this folder.
//
// Not a schema: the caller says which keys there are and asks for each. A key that is absent gives
// nothing; required() turns that into a complaint.
//
//   const TomlTable qp(file, node, "[[qp]]");
//   qp.expect_only(kQpKeys);
//   const auto qpn = qp.required("qpn", qp.number<std::uint32_t>("qpn", 0, 0xFFFFFF));
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "models/wire/address.h"
#include "models/wire/byte_io.h"
#include "tb/app/errors.h"

namespace rnic::app {

// Throws InputError, `FILE:line:column: text`.
[[noreturn]] void fail_at(const std::string& file, const toml::source_region& at,
                          const std::string& text);

class TomlTable {
 public:
  // `title` is what complaints call it. File name and table must outlive this.
  TomlTable(const std::string& file, const toml::table& table, std::string_view title)
      : file_(file), table_(table), title_(title) {}

  // Refuses keys that are not among `known`.
  void expect_only(std::span<const std::string_view> known) const;

  [[noreturn]] void fail(const toml::source_region& at, const std::string& text) const {
    fail_at(file_, at, text);
  }
  // At the key's value, or at the table where there is no such key.
  [[noreturn]] void fail(std::string_view key, const std::string& text) const;

  // nullptr where there is none.
  [[nodiscard]] const toml::node* find(std::string_view key) const { return table_.get(key); }
  [[nodiscard]] const toml::table& table() const noexcept { return table_; }

  // A TOML integer in min..max.
  template <typename Number = std::uint64_t>
  [[nodiscard]] std::optional<Number> number(std::string_view key, std::uint64_t min,
                                             std::uint64_t max) const {
    const auto value = integer(key, min, max);
    if (!value) return std::nullopt;
    return static_cast<Number>(*value);
  }
  // `what` says in complaints which numbers may stand there.
  [[nodiscard]] std::optional<std::uint32_t> power_of_two(std::string_view key, std::uint32_t min,
                                                          std::uint32_t max,
                                                          std::string_view what) const;
  // 64 bits: a TOML integer that is not negative, or text, decimal or hexadecimal ("0xff…").
  [[nodiscard]] std::optional<std::uint64_t> number64(std::string_view key) const;
  [[nodiscard]] std::optional<bool> flag(std::string_view key) const;
  // `what` says in complaints what kind of text it is, such as "the name of a file".
  [[nodiscard]] std::optional<std::string> text(std::string_view key, std::string_view what) const;
  // Bytes as pairs of hexadecimal digits, which may be none.
  [[nodiscard]] std::optional<model::ByteVector> hex(std::string_view key) const;
  [[nodiscard]] std::optional<model::MacAddress> mac(std::string_view key) const;

  template <typename Value>
  Value required(std::string_view key, std::optional<Value> value) const {
    if (!value) fail(table_.source(), fmt::format("{} needs {}", title_, key));
    return *std::move(value);
  }

 private:
  std::optional<std::uint64_t> integer(std::string_view key, std::uint64_t min,
                                       std::uint64_t max) const;

  const std::string& file_;
  const toml::table& table_;
  std::string_view title_;
};

// Calls `visit(const TomlTable&)` for every table of the array `[[name]]`; absent: for none.
template <typename Visit>
void for_each_table(const std::string& file, const toml::table& root, std::string_view name,
                    Visit&& visit) {
  const toml::node* node = root.get(name);
  if (node == nullptr) return;
  const std::string title = fmt::format("[[{}]]", name);
  const toml::array* list = node->as_array();
  if (list == nullptr) fail_at(file, node->source(), fmt::format("expected {0}", title));
  for (const toml::node& entry : *list) {
    const toml::table* table = entry.as_table();
    if (table == nullptr) {
      fail_at(file, entry.source(), fmt::format("expected tables in {}", title));
    }
    visit(TomlTable(file, *table, title));
  }
}

}  // namespace rnic::app
