// SPDX-License-Identifier: Apache-2.0
//
// Reads an FST wave file: which signals it has, and what happened to them. Through the reader that
// comes with Verilator, so that no viewer has to be installed.
//
//   const WaveFile wave("w.fst");
//   wave.changes("TOP.valid_o[1:0]");  // {{28160, "00"}, {74240, "01"}}
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rnic::tb {

struct WaveChange {
  std::uint64_t time_ps = 0;
  std::string value = {};  // a character a bit, most significant first
};

struct WaveSignal {
  // "TOP.tb_rnic_icrc_path.u_chk.open_q", with a range where there is one, as GTKWave writes names.
  std::string name = {};
  std::uint32_t bits = 0;
  std::string direction = {};    // "in" or "out" of a port of the top, else empty
  std::string enumeration = {};  // of WaveFile::enumerations(), empty where it has no enum's type
};

class WaveFile {
 public:
  // By the value, a character a bit.
  using Enumeration = std::map<std::string, std::string>;

  // Throws std::runtime_error if it is no FST file.
  explicit WaveFile(const std::string& path);

  [[nodiscard]] bool has(const std::string& signal) const { return handles_.contains(signal); }
  [[nodiscard]] std::size_t signal_count() const noexcept { return handles_.size(); }
  // In the order of their declaration: ports first, in theirs.
  [[nodiscard]] const std::vector<WaveSignal>& signals() const noexcept { return signals_; }
  [[nodiscard]] const std::map<std::string, Enumeration>& enumerations() const noexcept {
    return enumerations_;
  }
  // Throws std::out_of_range if there is no such signal.
  [[nodiscard]] std::vector<WaveChange> changes(const std::string& signal) const;
  // -12: the file counts picoseconds.
  [[nodiscard]] int time_exponent() const;
  [[nodiscard]] std::uint64_t begin_ps() const;
  [[nodiscard]] std::uint64_t end_ps() const;

 private:
  void note_enumeration(const char* text, std::uint64_t number);

  std::shared_ptr<void> reader_;
  std::map<std::string, std::uint32_t> handles_;
  std::vector<WaveSignal> signals_;
  std::map<std::string, Enumeration> enumerations_;
  std::map<std::uint64_t, std::string> enumeration_names_;  // by the file's number
};

}  // namespace rnic::tb
