// SPDX-License-Identifier: Apache-2.0
//
// Rows of text in aligned columns, written as they come.
//
// The first rows are held back to find the widths of the columns; a wider cell later on widens its
// column from there on. The last column is not padded. Cells are taken as ASCII.
//
//   AlignedTable table(out, {{"frame", Align::kRight}, {"opcode", Align::kLeft}}, 100);
//   table.add({"1", "RC_SEND_ONLY"});
//   table.finish();
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace rnic::app {

enum class Align { kLeft, kRight };

struct Column {
  std::string title;
  Align align = Align::kLeft;
};

class AlignedTable {
 public:
  // `held_rows` rows are held back; 0 writes each row at once. `out` must outlive the table.
  AlignedTable(std::ostream& out, std::vector<Column> columns, std::size_t held_rows);

  // As many cells as columns.
  void add(std::vector<std::string> cells);

  // Writes what is held back; nothing at all, not even titles, for a table without rows.
  void finish();

 private:
  void widen(const std::vector<std::string>& cells);
  void write(const std::vector<std::string>& cells);

  std::ostream& out_;
  std::vector<Column> columns_;
  std::size_t held_rows_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> held_;
  bool holding_ = true;
};

}  // namespace rnic::app
