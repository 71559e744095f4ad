// SPDX-License-Identifier: Apache-2.0
//
// What tests of the program share: a folder of their own for files, and golden outputs.
//
//   TEST_F(Program, SaysSo) { expect_refusal(run_program({"inspect", store("x", {})}), "…"); }
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "models/pcap/capture_bytes.h"
#include "tb/app/test/program.h"

namespace rnic::app::test {

inline const std::string kCaptures = RNIC_VECTORS "/rx/";

class Program : public ::testing::Test {
 protected:
  ~Program() override { std::filesystem::remove_all(folder_); }
  Program() { std::filesystem::create_directories(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string store(const std::string& name, const model::test::Bytes& bytes) const {
    std::ofstream(path(name), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path(name);
  }

  // Exactly one line, `rnic400: FILE: …`, and status 2.
  static void expect_refusal(const Outcome& outcome, const std::string& line) {
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "rnic400: " + line + "\n");
  }

  const std::string folder_ = ::testing::TempDir() + "program_test." + std::to_string(::getpid());
};

// The output for `arguments` is golden/`name`, exactly; status 0 and nothing on standard error.
inline void expect_golden(const std::string& name, const std::vector<std::string>& arguments) {
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const std::string golden = RNIC_GOLDEN "/" + name;
  if (std::getenv("RNIC_UPDATE_GOLDEN") != nullptr) std::ofstream(golden) << outcome.out;
  EXPECT_EQ(outcome.out, read_file(golden));
}

}  // namespace rnic::app::test
