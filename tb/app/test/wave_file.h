// SPDX-License-Identifier: Apache-2.0
//
// Reads an FST wave file: which signals it has, and what happened to one of them. Through the
// reader that comes with Verilator, so that no viewer has to be installed.
//
//   const WaveFile wave("w.fst");
//   wave.changes("TOP.valid_o[1:0]");  // {{28160, "00"}, {74240, "01"}}
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rnic::app::test {

struct WaveChange {
  std::uint64_t time_ps = 0;
  std::string value = {};  // a character a bit, most significant first
};

class WaveFile {
 public:
  // Throws std::runtime_error if it is no FST file.
  explicit WaveFile(const std::string& path);

  // "TOP.tb_rnic_icrc_path.u_chk.open_q", with a range where there is one, as GTKWave writes names.
  [[nodiscard]] bool has(const std::string& signal) const { return signals_.contains(signal); }
  [[nodiscard]] std::size_t signal_count() const noexcept { return signals_.size(); }
  [[nodiscard]] std::vector<WaveChange> changes(const std::string& signal) const;
  // -12: the file counts picoseconds.
  [[nodiscard]] int time_exponent() const;
  [[nodiscard]] std::uint64_t begin_ps() const;
  [[nodiscard]] std::uint64_t end_ps() const;

 private:
  std::shared_ptr<void> reader_;
  std::map<std::string, std::uint32_t> signals_;
};

}  // namespace rnic::app::test
