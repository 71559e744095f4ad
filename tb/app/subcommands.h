// SPDX-License-Identifier: Apache-2.0
//
// The subcommands of rnic400 as CLI11 sees them: each adds its options and its help, and turns what
// was typed into the options of its header. Internal to command_line.cc.
//
//   CLI::App app;
//   InspectCommand inspect(app);
//   app.parse(arguments);
//   if (inspect.is_used()) use(inspect.options());
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tb/app/bench/bench_rx.h"
#include "tb/app/bench/bench_tx.h"
#include "tb/app/bench_icrc.h"
#include "tb/app/dscp_options.h"
#include "tb/app/icrc.h"
#include "tb/app/inspect.h"
#include "tb/app/loop/loop.h"
#include "tb/app/replay/replay.h"
#include "tb/app/tx/tx.h"
#include "tb/app/vectors/vectors.h"

namespace rnic::app {

inline constexpr const char* kExitStatus =
    "Exit status: 0 everything agrees, 1 RTL and model disagree, 2 unusable input or bad usage.";

// --config, --map and --lossless. Text is understood after CLI11 is done with it.
class SiteOptions {
 public:
  explicit SiteOptions(CLI::App& command);

  [[nodiscard]] const std::optional<std::string>& config() const noexcept { return config_; }
  // Throws InputError.
  [[nodiscard]] DscpSettings dscp() const;
  // As words of a shell command, each with a blank in front.
  [[nodiscard]] std::string as_typed() const;

 private:
  CLI::App& command_;
  std::optional<std::string> config_ = std::nullopt;
  std::string map_ = {};
  std::string lossless_ = {};
};

// --spacing. Throws InputError.
[[nodiscard]] Spacing parse_spacing(const std::string& text);

class InspectCommand {
 public:
  explicit InspectCommand(CLI::App& app);
  [[nodiscard]] bool is_used() const { return command_.parsed(); }
  // Throws InputError.
  [[nodiscard]] InspectOptions options() const;

 private:
  CLI::App& command_;
  InspectOptions options_ = {};
  std::string frames_ = {};
  SiteOptions site_;
};

class IcrcCommand {
 public:
  explicit IcrcCommand(CLI::App& app);
  [[nodiscard]] bool is_used() const { return command_.parsed(); }
  // Throws InputError.
  [[nodiscard]] IcrcOptions options() const;

 private:
  CLI::App& command_;
  IcrcOptions options_ = {};
  std::string spacing_ = "back-to-back";
  std::string seed_ = {};
  std::string wave_frame_ = {};
  std::string wave_from_ = {};
  std::string wave_to_ = {};
  SiteOptions site_;
};

class ReplayCommand {
 public:
  explicit ReplayCommand(CLI::App& app);
  [[nodiscard]] bool is_used() const { return command_.parsed(); }
  // Throws InputError.
  [[nodiscard]] ReplayOptions options() const;

 private:
  CLI::App& command_;
  ReplayOptions options_ = {};
  std::string direction_ = {};
  std::string spacing_ = "back-to-back";
  std::string seed_ = {};
  std::string wave_packet_ = {};
  bool fcs_ = false;
  SiteOptions site_;
};

class TxCommand {
 public:
  explicit TxCommand(CLI::App& app);
  [[nodiscard]] bool is_used() const { return command_.parsed(); }
  // Throws InputError.
  [[nodiscard]] TxOptions options() const;

 private:
  void read_wave(TxWave& wave) const;

  CLI::App& command_;
  TxOptions options_ = {};
  std::string backpressure_ = {};
  std::string latency_ = {};
  std::vector<std::string> pauses_ = {};
  std::string seed_ = {};
  std::string wave_packet_ = {};
  std::string wave_from_ = {};
  std::string wave_to_ = {};
  SiteOptions site_;
};

class LoopCommand {
 public:
  explicit LoopCommand(CLI::App& app);
  [[nodiscard]] bool is_used() const { return command_.parsed(); }
  // Throws InputError.
  [[nodiscard]] LoopOptions options() const;

 private:
  CLI::App& command_;
  LoopOptions options_ = {};
  std::map<std::string, std::string> shares_ = {};  // by option
  std::string latency_ = {};
  std::string seed_ = {};
  SiteOptions site_;
};

class VectorsCommand {
 public:
  explicit VectorsCommand(CLI::App& app);
  [[nodiscard]] bool is_used() const { return command_.parsed(); }
  [[nodiscard]] VectorsOptions options() const;

 private:
  CLI::App& command_;
  CLI::App& check_;
  CLI::App& update_;
  VectorsOptions options_ = {};
};

// `bench icrc`, `bench rx` and `bench tx`
class BenchCommand {
 public:
  explicit BenchCommand(CLI::App& app);
  [[nodiscard]] bool is_used() const { return command_.parsed(); }
  // Throws InputError.
  [[nodiscard]] std::variant<BenchIcrcOptions, BenchRxOptions, BenchTxOptions> options() const;

 private:
  void add_icrc();
  void add_rx();
  void add_tx();
  [[nodiscard]] BenchIcrcOptions icrc_options() const;
  [[nodiscard]] BenchRxOptions rx_options() const;
  [[nodiscard]] BenchTxOptions tx_options() const;

  CLI::App& command_;
  CLI::App& icrc_;
  CLI::App& rx_;
  CLI::App& tx_;
  BenchIcrcOptions options_ = {};
  BenchRxOptions rx_options_ = {};
  BenchTxOptions tx_options_ = {};
  std::string frames_ = {};
  std::string seed_ = {};
  std::vector<std::string> sizes_ = {};
  std::vector<std::string> qps_ = {};
  std::vector<std::string> spacings_ = {};
  std::vector<std::string> addr_mods_ = {};
  std::vector<std::string> latencies_ = {};
};

}  // namespace rnic::app
