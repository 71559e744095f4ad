// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>

#include "tb/app/errors.h"
#include "tb/app/parse_number.h"
#include "tb/app/shell_word.h"
#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kMostLatency = 100'000;
constexpr double kMostDamage = 0.9;

constexpr const char* kText =
    "Work requests go through the RTL's transmit path, over a channel that may lose, duplicate,\n"
    "delay, corrupt and mark frames, into the RTL's receive path. Each frame that leaves and each\n"
    "record of the receiver is compared with the golden model, each accepted payload with what "
    "its\n"
    "work request described. Peers are made up from the queue pairs, all on one NIC: same type,\n"
    "path MTU and P_Key, expecting the sender's first PSN. So remote QPNs must differ modulo "
    "1024;\n"
    "the peer of datagrams has the Q_Key of the first WQE that goes to it, and drops others.\n"
    "\n"
    "The RTL does not retransmit yet. Its driver starts an RC queue pair anew after a NAK, and at\n"
    "the end if messages are missing: every RC message arrives, packets that were accepted before\n"
    "come back as duplicates. Messages of UC and UD that are lost are listed.\n"
    "\n"
    "Frames are numbered from 1 as they are sent; \"sent\" in the table is that number, so what "
    "is\n"
    "missing there was lost, and what comes later than its number was delayed. A script has one\n"
    "event a line:\n"
    "  drop frame 17\n"
    "  duplicate frame 3\n"
    "  delay frame 9 by 4                 until four later frames have passed\n"
    "  corrupt frame 5                    any one bit, or: corrupt frame 5 byte 70 bit 2\n"
    "  mark frame 4                       congestion experienced (CE)";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 loop --config vectors/examples/mixed_three_qps.toml\n"
    "  rnic400 loop --config write.toml --loss 1e-3 --reorder 0.01 --seed 7 -q\n"
    "  rnic400 loop --config write.toml --event 'drop frame 17' --received rx.pcap\n";

double parse_share(const char* option, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value >= 0 && value <= kMostDamage)) {
    throw InputError(
        fmt::format("{}: '{}', expected a share from 0 to {}", option, text, kMostDamage));
  }
  return value;
}

}  // namespace

LoopCommand::LoopCommand(CLI::App& app)
    : command_(*app.add_subcommand("loop", "transmit path, a bad channel, receive path")),
      site_(command_) {
  command_.fallthrough();
  command_.footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  command_.get_option("--config")->required()->description("NIC, queue pairs, memory and work");
  const auto share = [&](const char* name, const char* text) {
    command_.add_option(name, shares_[name], text)->type_name("P");
  };
  share("--loss", "share of frames that are lost");
  share("--duplicate", "share that comes twice");
  share("--reorder", "share that up to eight later frames pass");
  share("--corrupt", "share with one wrong bit");
  share("--ce", "share that is marked: congestion experienced");
  command_.add_option("--script", options_.script, "a file of events, see below")
      ->type_name("FILE");
  command_.add_option("--event", options_.events, "one event; may be given often")
      ->type_name("TEXT")
      ->take_all();
  command_.add_option("--seed", seed_, "of the channel and of flops without reset; default 1")
      ->type_name("N");
  command_.add_option("--memory-latency", latency_, "clocks from a read to its data; default 0")
      ->type_name("CYCLES");
  command_.add_option("--sent", options_.sent, "write what leaves: pcap, or pcapng by name")
      ->type_name("F.pcap");
  command_.add_option("--received", options_.received, "write what arrives")->type_name("F.pcap");
  command_.add_flag("--json", options_.json, "JSON instead of a table")->disable_flag_override();
  command_.add_flag("-q,--quiet", options_.quiet, "no lines for frames that are accepted")
      ->disable_flag_override();
}

LoopOptions LoopCommand::options() const {
  LoopOptions options = options_;
  options.config = site_.config().value_or("");
  options.dscp = site_.dscp();
  options.repeat_options = site_.as_typed();
  const auto repeat = [&](const std::string& name, const std::string& text) {
    options.repeat_options += fmt::format(" {} {}", name, shell_word(text));
  };
  const auto read_share = [&](const char* name, double& rate) {
    if (command_.count(name) == 0) return;
    rate = parse_share(name, shares_.at(name));
    repeat(name, shares_.at(name));
  };
  read_share("--loss", options.rates.loss);
  read_share("--duplicate", options.rates.duplicate);
  read_share("--reorder", options.rates.reorder);
  read_share("--corrupt", options.rates.corrupt);
  read_share("--ce", options.rates.mark);
  if (command_.count("--memory-latency") > 0) {
    const auto latency = parse_decimal(latency_);
    if (!latency || *latency > kMostLatency) {
      throw InputError(
          fmt::format("--memory-latency: '{}', expected 0 to {} clocks", latency_, kMostLatency));
    }
    options.device.memory_latency = static_cast<std::uint32_t>(*latency);
    repeat("--memory-latency", latency_);
  }
  if (command_.count("--seed") > 0) {
    options.device.seed = parse_number("--seed", seed_);
    repeat("--seed", seed_);
  }
  if (options.script) repeat("--script", *options.script);
  for (const std::string& event : options.events) repeat("--event", event);
  if (options.sent == "") throw InputError("--sent: '', expected the name of a file");
  if (options.received == "") throw InputError("--received: '', expected the name of a file");
  if (options.script == "") throw InputError("--script: '', expected the name of a file");
  return options;
}

}  // namespace rnic::app
