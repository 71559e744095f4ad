// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <utility>

#include "tb/app/errors.h"
#include "tb/app/parse_number.h"
#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr const char* kText =
    "Every frame runs through the SystemVerilog ICRC engine and DSCP classifier, up to two frames "
    "a\n"
    "clock, and each verdict is compared with the golden model's. icrc, prio, pcp and ecn are the\n"
    "RTL's, opcode, qpn and psn the model's. Only RoCEv2 frames are compared, others show \"-\", "
    "but\n"
    "each frame must get exactly one verdict, 17 clocks behind its last segment. Frames are "
    "padded\n"
    "to 60 bytes and cut at 9,600, as a MAC would; frames held in part are skipped. Clocks count\n"
    "from the simulation's beginning, its reset included: clock n is at n * 2.56 ns of a wave.\n"
    "\n"
    "Spacing:\n"
    "  back-to-back   each frame in the segment behind the one before: the fullest bus\n"
    "  gaps           start segments 0, 1 ... 7 in turn, an idle beat before every fourth frame\n"
    "  recorded       by time stamps, 2.56 ns a clock, pauses over 1,024 clocks cut to that\n"
    "  random         idle segments and beats, inside frames too, at random by --seed\n"
    "\n"
    "A wrong ICRC is a finding, not a failure. A frame on which RTL and model disagree is one: it "
    "is\n"
    "saved in failures/ and the command that shows it in a wave is printed.\n"
    "\n"
    "--wave alone records the whole run: 100 bytes to a kilobyte a clock, and many times slower. "
    "With\n"
    "--wave-frame (numbers as in the table) it begins at most 16 clocks before that frame and ends "
    "64\n"
    "behind it, its verdict included. Open the file with GTKWave.";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 icrc write.pcap                              a line a frame, then a summary\n"
    "  rnic400 icrc write.pcap --spacing random --seed 7    with idle segments and beats\n"
    "  rnic400 icrc write.pcap -q                           the summary alone\n"
    "  rnic400 icrc write.pcap --json > report.json         one object, one frame a line\n"
    "  rnic400 icrc write.pcap --wave w.fst --wave-frame 2  the clocks around frame 2\n"
    "  rnic400 icrc write.pcap --map 46=3,26=4 --lossless 3,4\n";

constexpr std::array kSpacings = {
    std::pair("back-to-back", Spacing::kBackToBack), std::pair("gaps", Spacing::kGaps),
    std::pair("recorded", Spacing::kRecorded), std::pair("random", Spacing::kRandom)};

}  // namespace

Spacing parse_spacing(const std::string& text) {
  for (const auto& [name, spacing] : kSpacings) {
    if (text == name) return spacing;
  }
  throw InputError(
      fmt::format("--spacing: '{}', expected back-to-back, gaps, recorded or random", text));
}

IcrcCommand::IcrcCommand(CLI::App& app)
    : command_(*app.add_subcommand("icrc", "run a capture through the RTL, beside the model")),
      site_(command_) {
  command_.fallthrough();
  command_.footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  command_.add_option("FILE", options_.file, "capture file; - reads standard input")
      ->required()
      ->type_name("");
  command_.add_option("--spacing", spacing_, "how frames follow each other, see below")
      ->type_name("KIND");
  command_.add_option("--seed", seed_, "of random spacing and of flops without reset; default 1")
      ->type_name("N");
  command_.add_option("--wave", options_.wave.file, "record signals, see below")
      ->type_name("F.fst");
  command_.add_option("--wave-frame", wave_frame_, "only around frame N")->type_name("N");
  command_.add_option("--wave-from", wave_from_, "from clock C on")->type_name("C");
  command_.add_option("--wave-to", wave_to_, "to clock C, included")->type_name("C");
  command_.add_flag("--json", options_.json, "JSON instead of a table")->disable_flag_override();
  command_.add_flag("-q,--quiet", options_.quiet, "no table, only the summary")
      ->disable_flag_override();
}

IcrcOptions IcrcCommand::options() const {
  IcrcOptions options = options_;
  options.spacing = parse_spacing(spacing_);
  const auto number = [&](const char* name, const std::string& text, auto& value) {
    if (command_.count(name) > 0) value = parse_number(name, text);
  };
  number("--seed", seed_, options.seed);
  number("--wave-frame", wave_frame_, options.wave.frame);
  number("--wave-from", wave_from_, options.wave.from);
  number("--wave-to", wave_to_, options.wave.to);
  if (options.wave.file == "") throw InputError("--wave: '', expected the name of a file");
  if (options.wave.frame == 0) {
    throw InputError("--wave-frame: '0', expected a frame number N from 1");
  }
  const bool has_window =
      options.wave.frame || command_.count("--wave-from") > 0 || command_.count("--wave-to") > 0;
  if (has_window && !options.wave.file) {
    throw InputError("--wave-frame, --wave-from, --wave-to: expected with --wave F.fst");
  }
  if (options.wave.from > options.wave.to) {
    throw InputError(fmt::format("--wave-to: {}, expected a clock not before --wave-from {}",
                                 options.wave.to, options.wave.from));
  }
  if (options.json && options.quiet) {
    throw InputError("--quiet: expected without --json, which has no table");
  }
  options.config = site_.config();
  options.dscp = site_.dscp();
  for (const auto& [name, text] : {std::pair("--spacing", spacing_), std::pair("--seed", seed_)}) {
    if (command_.count(name) > 0) options.repeat_options += fmt::format(" {} {}", name, text);
  }
  options.repeat_options += site_.as_typed();
  return options;
}

}  // namespace rnic::app
