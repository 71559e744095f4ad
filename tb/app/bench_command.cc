// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/wire/ethernet.h"
#include "tb/app/errors.h"
#include "tb/app/parse_number.h"
#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr const char* kText =
    "Both forms of the ICRC engine, frames back to back without an idle segment: check (a verdict "
    "a\n"
    "frame, one in eight with a bit flipped) and generate (an ICRC written into each frame). "
    "Frames,\n"
    "and what the model expects of each, are made beforehand; every verdict and every byte is "
    "still\n"
    "compared. A row tells frames and clocks, frames a clock, how much of the bus frame bytes "
    "fill,\n"
    "clocks from a frame's last segment to its verdict (or to that segment at the output), and\n"
    "simulated clocks a second of processor time on one core, comparison included.";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 bench icrc                            all sizes, a few seconds\n"
    "  rnic400 bench icrc --size 60 mix              two sizes (bytes without FCS)\n"
    "  rnic400 bench icrc --frames 1000000 --size 64\n"
    "  rnic400 bench icrc --json bench.json          the table, and the same as JSON\n";

constexpr const char* kRxText =
    "The whole receive path under full load. Frames, and what the model says of each, are made\n"
    "beforehand: mostly what the queue pairs expect, and around it other PSNs, flipped bits, "
    "error\n"
    "marks, frames that are no RoCE. Every record and every byte of accepted frames is compared,\n"
    "the counters at the end. A row tells frames and clocks, frames a clock, how much of the bus\n"
    "frame bytes fill, frames without a record, differences, and simulated clocks a second of\n"
    "processor time on one core.";

constexpr const char* kRxExamples =
    "Examples:\n"
    "  rnic400 bench rx                              every row, about a minute\n"
    "  rnic400 bench rx --size 60 mix --qps 1024 --spacing back-to-back\n"
    "  rnic400 bench rx --json rows.json --plot rates.svg\n";

constexpr const char* kTxText =
    "The whole transmit path under full load: RDMA WRITEs of one packet, out of rings of 4,096\n"
    "blocks, into a MAC that takes no frame faster than a wire of 400 Gb/s. Each row prints the\n"
    "four limits (wire, one descriptor a clock, one payload beat a clock, reads outstanding over\n"
    "memory latency) beside the rate that was reached, all in frames a clock; every frame is\n"
    "compared with the model. A row under 99 % of its smallest limit is a failure.\n"
    "\n"
    "--isolation instead: one priority's rate, alone and while the seven others are paused with\n"
    "full queues, fail on their memory, or are reset again and again.";

constexpr const char* kTxExamples =
    "Examples:\n"
    "  rnic400 bench tx                                  every row, some minutes\n"
    "  rnic400 bench tx --payload 64 1024 --qps 1 --addr-mod 0 --memory-latency 0\n"
    "  rnic400 bench tx --json rows.json --plot rates.svg\n"
    "  rnic400 bench tx --isolation\n";

// All frames of a row are in memory at once.
constexpr std::uint64_t kMostRxFrames = 10'000'000;

std::uint32_t parse_size(const std::string& text) {
  if (text == "mix") return kMixedSizes;
  const auto bytes = parse_decimal(text);
  if (!bytes || *bytes < model::kMinFrameBytes || *bytes > model::kMaxFrameBytes) {
    throw InputError(fmt::format("--size: '{}', expected 60 to 9600 bytes, or mix", text));
  }
  return static_cast<std::uint32_t>(*bytes);
}

// Each of `texts` as a number of at most `most`.
std::vector<std::uint32_t> parse_all(const char* option, const std::vector<std::string>& texts,
                                     std::uint32_t least, std::uint32_t most) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& text : texts) {
    const auto number = parse_decimal(text);
    if (!number || *number < least || *number > most) {
      throw InputError(fmt::format("{}: '{}', expected {} to {}", option, text, least, most));
    }
    numbers.push_back(static_cast<std::uint32_t>(*number));
  }
  return numbers;
}

std::vector<std::uint32_t> parse_payloads(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> payloads;
  for (const std::string& text : texts) {
    const auto number = parse_decimal(text);
    if (text != "mix" && (!number || *number > 4096)) {
      throw InputError(fmt::format("--payload: '{}', expected 0 to 4096 bytes, or mix", text));
    }
    payloads.push_back(text == "mix" ? kMixedPayloads : static_cast<std::uint32_t>(*number));
  }
  return payloads;
}

}  // namespace

BenchCommand::BenchCommand(CLI::App& app)
    : command_(*app.add_subcommand("bench", "measure a part of the RTL in simulation")),
      icrc_(*command_.add_subcommand("icrc", "the ICRC engine, both forms, at full load")),
      rx_(*command_.add_subcommand("rx", "the receive path at full load, beside the model")),
      tx_(*command_.add_subcommand("tx", "the transmit path at full load, beside its limits")) {
  command_.fallthrough();
  command_.require_subcommand(1);
  command_.footer(fmt::format("\n{}\n{}", kExamples, kExitStatus));
  add_icrc();
  add_rx();
  add_tx();
}

void BenchCommand::add_icrc() {
  icrc_.fallthrough();
  icrc_.footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  icrc_.add_option("--frames", frames_, "frames in each row; default: what fills 300,000 clocks")
      ->type_name("N");
  icrc_.add_option("--size", sizes_, "frame bytes without FCS, 60 to 9600, or mix")
      ->type_name("S...");
  icrc_.add_option("--seed", seed_, "of frames and flipped bits; default 1")->type_name("N");
  icrc_.add_option("--json", options_.json, "write a report too; - for standard output alone")
      ->type_name("FILE");
}

void BenchCommand::add_rx() {
  rx_.fallthrough();
  rx_.footer(fmt::format("\n{}\n\n{}\n{}", kRxText, kRxExamples, kExitStatus));
  rx_.add_option("--frames", frames_, "frames in each row; default: what fills 50,000 clocks")
      ->type_name("N");
  rx_.add_option("--size", sizes_, "frame bytes without FCS, 60 to 9600, or mix")
      ->type_name("S...");
  rx_.add_option("--qps", qps_, "queue pairs, 1 to 1024; default 1 1024")->type_name("N...");
  rx_.add_option("--spacing", spacings_, "back-to-back, gaps, random; default the first and last")
      ->type_name("S...");
  rx_.add_option("--seed", seed_, "of frames and spacing; default 1")->type_name("N");
  rx_.add_option("--json", rx_options_.json, "write the rows too; - for standard output alone")
      ->type_name("FILE");
  rx_.add_option("--plot", rx_options_.plot, "share of the bus over frame size")
      ->type_name("F.svg");
}

void BenchCommand::add_tx() {
  tx_.fallthrough();
  tx_.footer(fmt::format("\n{}\n\n{}\n{}", kTxText, kTxExamples, kExitStatus));
  tx_.add_option("--frames", frames_, "frames in each row; default 20000")->type_name("N");
  tx_.add_option("--payload", sizes_, "payload bytes, 0 to 4096, or mix")->type_name("P...");
  tx_.add_option("--qps", qps_, "queue pairs, 1 to 64; default 1 64")->type_name("N...");
  tx_.add_option("--addr-mod", addr_mods_, "addresses modulo 128; default 0 1 127")
      ->type_name("M...");
  tx_.add_option("--memory-latency", latencies_, "clocks; default 0 500")->type_name("C...");
  tx_.add_option("--seed", seed_, "of sizes and memory; default 1")->type_name("N");
  tx_.add_option("--json", tx_options_.json, "write the rows too; - for standard output alone")
      ->type_name("FILE");
  tx_.add_option("--plot", tx_options_.plot, "share of line rate over frame size")
      ->type_name("F.svg");
  tx_.add_flag("--isolation", tx_options_.isolation, "seven priorities disturb the eighth")
      ->disable_flag_override();
}

std::variant<BenchIcrcOptions, BenchRxOptions, BenchTxOptions> BenchCommand::options() const {
  if (rx_.parsed()) return rx_options();
  if (tx_.parsed()) return tx_options();
  return icrc_options();
}

BenchIcrcOptions BenchCommand::icrc_options() const {
  BenchIcrcOptions options = options_;
  if (icrc_.count("--frames") > 0) options.frames = parse_number("--frames", frames_);
  if (options.frames == 0) throw InputError("--frames: '0', expected at least 1");
  if (icrc_.count("--seed") > 0) options.seed = parse_number("--seed", seed_);
  if (!sizes_.empty()) options.sizes.clear();
  for (const std::string& size : sizes_) options.sizes.push_back(parse_size(size));
  return options;
}

BenchRxOptions BenchCommand::rx_options() const {
  BenchRxOptions options = rx_options_;
  if (rx_.count("--frames") > 0) options.frames = parse_number("--frames", frames_);
  if (options.frames && (*options.frames == 0 || *options.frames > kMostRxFrames)) {
    throw InputError(fmt::format("--frames: '{}', expected 1 to {}", frames_, kMostRxFrames));
  }
  if (rx_.count("--seed") > 0) options.seed = parse_number("--seed", seed_);
  if (!sizes_.empty()) options.sizes.clear();
  for (const std::string& size : sizes_) options.sizes.push_back(parse_size(size));
  if (!qps_.empty()) options.qps = parse_all("--qps", qps_, 1, 1024);
  if (!spacings_.empty()) options.spacings.clear();
  for (const std::string& spacing : spacings_) {
    options.spacings.push_back(parse_spacing(spacing));
    if (options.spacings.back() == Spacing::kRecorded) {
      throw InputError("--spacing: 'recorded', expected back-to-back, gaps or random");
    }
  }
  return options;
}

BenchTxOptions BenchCommand::tx_options() const {
  BenchTxOptions options = tx_options_;
  if (tx_.count("--frames") > 0) options.frames = parse_number("--frames", frames_);
  if (options.frames == 0 || options.frames > UINT32_MAX) {
    throw InputError(fmt::format("--frames: '{}', expected 1 to {}", frames_, UINT32_MAX));
  }
  if (tx_.count("--seed") > 0) options.seed = parse_number("--seed", seed_);
  if (!sizes_.empty()) options.payloads = parse_payloads(sizes_);
  if (!qps_.empty()) options.qps = parse_all("--qps", qps_, 1, 64);
  if (!addr_mods_.empty()) options.addr_mods = parse_all("--addr-mod", addr_mods_, 0, 127);
  if (!latencies_.empty()) {
    options.latencies = parse_all("--memory-latency", latencies_, 0, 100'000);
  }
  if (options.isolation && (options.plot || !sizes_.empty() || !qps_.empty())) {
    throw InputError("--isolation: expected alone, with --frames, --seed and --json at most");
  }
  return options;
}

}  // namespace rnic::app
