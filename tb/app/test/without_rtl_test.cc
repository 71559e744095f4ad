// SPDX-License-Identifier: Apache-2.0
//
// A program that was built without RTL says so.
#include <gtest/gtest.h>

#include "tb/app/test/program_fixture.h"

namespace rnic::app::test {
namespace {

TEST_F(Program, WithoutRtlSaysSo) {
  expect_refusal(run_program({"icrc", kCaptures + "write_only.pcap"}),
                 "icrc: this program was built without RTL, expected a build with RNIC_RTL=ON");
  expect_refusal(
      run_program({"bench", "icrc"}),
      "bench icrc: this program was built without RTL, expected a build with RNIC_RTL=ON");
  expect_refusal(run_program({"replay", kCaptures + "write_only.pcap"}),
                 "replay: this program was built without RTL, expected a build with RNIC_RTL=ON");
  expect_refusal(run_program({"tx", "--config", "x.toml"}),
                 "tx: this program was built without RTL, expected a build with RNIC_RTL=ON");
  expect_refusal(run_program({"vectors", "check"}),
                 "vectors: this program was built without RTL, expected a build with RNIC_RTL=ON");
  expect_refusal(run_program({"bench", "tx"}),
                 "bench tx: this program was built without RTL, expected a build with RNIC_RTL=ON");
}

}  // namespace
}  // namespace rnic::app::test
