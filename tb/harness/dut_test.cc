// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/dut_test.h"

#include <fmt/format.h>

namespace rnic::tb {
namespace {

std::string current_test_name() {
  const ::testing::TestInfo* info = ::testing::UnitTest::GetInstance()->current_test_info();
  return fmt::format("{}.{}", info->test_suite_name(), info->name());
}

}  // namespace

DutTest::DutTest()
    : run_(process_options(), current_test_name(),
           [](const std::string& text) { ADD_FAILURE() << text; }) {}

void DutTest::TearDown() {
  run_.finish();
  if (run_.checks() == 0) ADD_FAILURE() << "the test checked nothing";
  if (HasFailure()) {
    fmt::print("repeat with: {}\n", run_.repeat_command());
  } else {
    fmt::print("{} checks, seed {}\n", run_.checks(), run_.seed());
  }
}

}  // namespace rnic::tb
