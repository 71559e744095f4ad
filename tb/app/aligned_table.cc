// SPDX-License-Identifier: Apache-2.0
#include "tb/app/aligned_table.h"

#include <algorithm>
#include <ostream>
#include <utility>

namespace rnic::app {

AlignedTable::AlignedTable(std::ostream& out, std::vector<Column> columns, std::size_t held_rows)
    : out_(out), columns_(std::move(columns)), held_rows_(held_rows), widths_(columns_.size(), 0) {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  widen(titles);
  held_.push_back(std::move(titles));
}

void AlignedTable::widen(const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) widths_[i] = std::max(widths_[i], cells[i].size());
}

void AlignedTable::write(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string space(widths_[i] - cells[i].size(), ' ');
    if (i > 0) line += "  ";
    line += columns_[i].align == Align::kRight ? space + cells[i] : cells[i] + space;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out_ << line << '\n';
}

void AlignedTable::add(std::vector<std::string> cells) {
  widen(cells);
  held_.push_back(std::move(cells));
  if (!holding_ || held_.size() > held_rows_ + 1) finish();
}

void AlignedTable::finish() {
  if (holding_ && held_.size() == 1) return;
  holding_ = false;
  for (const auto& cells : held_) write(cells);
  held_.clear();
}

}  // namespace rnic::app
