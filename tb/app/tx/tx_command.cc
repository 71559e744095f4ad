// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "tb/app/errors.h"
#include "tb/app/parse_number.h"
#include "tb/app/shell_word.h"
#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kMostLatency = 100'000;
constexpr std::uint64_t kMostClocks = 1'000'000'000'000;

constexpr const char* kText =
    "The file describes NIC, queue pairs, memory and work requests. The run plays driver and\n"
    "memory: it fills registers and rings, rings the doorbells, and compares every frame on the\n"
    "bus with the golden model's, per queue pair in order, every completion, and at the end the\n"
    "counters. What is shown is the RTL's; \"model\" says whether the model agrees. Clocks count\n"
    "from the first doorbell accepted, 2.56 ns each; the capture has nanosecond stamps of the\n"
    "same count, of each frame's first segment.\n"
    "\n"
    "A frame on which RTL and model disagree is saved in failures/, and the command that shows it\n"
    "in a wave is printed. Completions with an error that the model predicted agree.\n"
    "\n"
    "--wave alone records the whole run, many times slower. --wave-packet N (as numbered in the\n"
    "table) runs twice: once to learn when that frame leaves, once to record the clocks around it.";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 tx --config vectors/examples/write_64k.toml --out tx.pcap\n"
    "  rnic400 tx --config mixed.toml --json > report.json\n"
    "  rnic400 tx --config mixed.toml --backpressure 1/3 --memory-latency 500 --seed 7\n"
    "  rnic400 tx --config mixed.toml --pause 3:100:2000        priority 3 waits until clock 2000\n"
    "  rnic400 tx --config mixed.toml --wave w.fst --wave-packet 5\n";

// "A/B"
void parse_backpressure(const std::string& text, DeviceOptions& device) {
  const std::size_t slash = text.find('/');
  const auto withheld = parse_decimal(std::string_view(text).substr(0, slash));
  const auto of = slash == std::string::npos
                      ? std::nullopt
                      : parse_decimal(std::string_view(text).substr(slash + 1));
  if (!withheld || !of || *withheld >= *of || *of > 1'000'000) {
    throw InputError(fmt::format(
        "--backpressure: '{}', expected A/B: nothing is taken in A of B clocks, A below B, B up to "
        "1000000",
        text));
  }
  device.withheld = static_cast<std::uint32_t>(*withheld);
  device.of = static_cast<std::uint32_t>(*of);
}

// "PRIO:FROM:TO"
Pause parse_pause(const std::string& text) {
  std::array<std::optional<std::uint64_t>, 3> numbers;
  std::string_view rest = text;
  std::size_t parts = 0;
  for (bool is_last = false; !is_last && parts < numbers.size(); ++parts) {
    const std::size_t colon = rest.find(':');
    is_last = colon == std::string_view::npos;
    numbers[parts] = parse_decimal(rest.substr(0, colon));
    rest = is_last ? std::string_view() : rest.substr(colon + 1);
  }
  const auto& [priority, from, to] = numbers;
  if (!rest.empty() || !priority || !from || !to || *priority > 7 || *from >= *to ||
      *to > kMostClocks) {
    throw InputError(
        fmt::format("--pause: '{}', expected PRIO:FROM:TO: priority 0..7, clocks FROM to TO, TO "
                    "excluded, up to {}",
                    text, kMostClocks));
  }
  return {.priority = static_cast<unsigned>(*priority), .from = *from, .to = *to};
}

}  // namespace

TxCommand::TxCommand(CLI::App& app)
    : command_(*app.add_subcommand("tx", "run work requests through the transmit path")),
      site_(command_) {
  command_.fallthrough();
  command_.footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  command_.get_option("--config")->required()->description("NIC, queue pairs, memory and work");
  command_.add_option("--out", options_.out, "write the frames: pcap, or pcapng by name")
      ->type_name("F.pcap");
  command_.add_option("--backpressure", backpressure_, "the MAC takes nothing in A of B clocks")
      ->type_name("A/B");
  command_.add_option("--memory-latency", latency_, "clocks from a read to its data; default 0")
      ->type_name("CYCLES");
  command_.add_option("--pause", pauses_, "no frame of a priority starts; may be given often")
      ->type_name("PRIO:FROM:TO")
      ->take_all();
  command_.add_option("--seed", seed_, "of back-pressure and of flops without reset; default 1")
      ->type_name("N");
  command_.add_option("--wave", options_.wave.file, "record signals, see below")
      ->type_name("F.fst");
  command_.add_option("--wave-packet", wave_packet_, "only around frame N")->type_name("N");
  command_.add_option("--wave-from", wave_from_, "from clock C on")->type_name("C");
  command_.add_option("--wave-to", wave_to_, "to clock C, included")->type_name("C");
  command_.add_flag("--json", options_.json, "JSON instead of tables")->disable_flag_override();
  command_.add_flag("-q,--quiet", options_.quiet, "no tables, only the summary")
      ->disable_flag_override();
}

TxOptions TxCommand::options() const {
  TxOptions options = options_;
  options.config = site_.config().value_or("");
  options.dscp = site_.dscp();
  if (command_.count("--backpressure") > 0) parse_backpressure(backpressure_, options.device);
  if (command_.count("--memory-latency") > 0) {
    const auto latency = parse_decimal(latency_);
    if (!latency || *latency > kMostLatency) {
      throw InputError(
          fmt::format("--memory-latency: '{}', expected 0 to {} clocks", latency_, kMostLatency));
    }
    options.device.memory_latency = static_cast<std::uint32_t>(*latency);
  }
  for (const std::string& pause : pauses_) options.device.pauses.push_back(parse_pause(pause));
  if (command_.count("--seed") > 0) options.device.seed = parse_number("--seed", seed_);
  read_wave(options.wave);
  if (options.out == "") throw InputError("--out: '', expected the name of a file");
  if (options.json && options.quiet) {
    throw InputError("--quiet: expected without --json, which has no table");
  }
  options.repeat_options = site_.as_typed();
  const auto repeat = [&](const char* name, const std::string& text) {
    if (command_.count(name) > 0) {
      options.repeat_options += fmt::format(" {} {}", name, shell_word(text));
    }
  };
  repeat("--backpressure", backpressure_);
  repeat("--memory-latency", latency_);
  for (const std::string& pause : pauses_) repeat("--pause", pause);
  repeat("--seed", seed_);
  return options;
}

void TxCommand::read_wave(TxWave& wave) const {
  if (wave.file == "") throw InputError("--wave: '', expected the name of a file");
  const auto has = [&](const char* name) { return command_.count(name) > 0; };
  if (has("--wave-packet")) wave.packet = parse_number("--wave-packet", wave_packet_);
  if (has("--wave-from")) wave.from = parse_number("--wave-from", wave_from_);
  if (has("--wave-to")) wave.to = parse_number("--wave-to", wave_to_);
  if (wave.packet == 0) throw InputError("--wave-packet: '0', expected a frame number N from 1");
  const bool has_window = has("--wave-from") || has("--wave-to");
  if ((wave.packet || has_window) && !wave.file) {
    throw InputError("--wave-packet, --wave-from, --wave-to: expected with --wave F.fst");
  }
  if (wave.packet && has_window) {
    throw InputError("--wave-packet: expected without --wave-from and --wave-to");
  }
  if (wave.from.value_or(0) > wave.to) {
    throw InputError(fmt::format("--wave-to: {}, expected a clock not before --wave-from {}",
                                 wave.to, *wave.from));
  }
}

}  // namespace rnic::app
