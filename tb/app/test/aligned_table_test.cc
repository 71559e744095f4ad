// SPDX-License-Identifier: Apache-2.0
#include "tb/app/aligned_table.h"

#include <gtest/gtest.h>

#include <sstream>

namespace rnic::app {
namespace {

std::vector<Column> columns() { return {{"n", Align::kRight}, {"name"}, {"notes"}}; }

TEST(AlignedTable, FindsItsWidthsFromTheHeldRows) {
  std::ostringstream out;
  AlignedTable table(out, columns(), 10);
  table.add({"1", "a", ""});
  table.add({"1000", "bcdefg", "x"});
  EXPECT_EQ(out.str(), "") << "held back";
  table.finish();
  EXPECT_EQ(out.str(),
            "   n  name    notes\n"
            "   1  a\n"
            "1000  bcdefg  x\n");
}

TEST(AlignedTable, WidensForWhatComesLater) {
  std::ostringstream out;
  AlignedTable table(out, columns(), 1);
  table.add({"1", "a", "x"});
  table.add({"2", "b", "y"});
  table.add({"3", "longer", "z"});
  table.add({"4", "d", "z"});
  EXPECT_EQ(out.str(),
            "n  name  notes\n"
            "1  a     x\n"
            "2  b     y\n"
            "3  longer  z\n"
            "4  d       z\n");
}

TEST(AlignedTable, WithoutHeldRowsEachRowIsWrittenAtOnce) {
  std::ostringstream out;
  AlignedTable table(out, columns(), 0);
  table.add({"1", "a", "x"});
  EXPECT_EQ(out.str(), "n  name  notes\n1  a     x\n");
}

TEST(AlignedTable, WithoutRowsThereAreNoTitles) {
  std::ostringstream out;
  AlignedTable table(out, columns(), 10);
  table.finish();
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace rnic::app
