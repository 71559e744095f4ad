// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/wire/address.h"
#include "tb/app/errors.h"
#include "tb/app/parse_number.h"
#include "tb/app/shell_word.h"
#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr const char* kText =
    "Every frame runs through the SystemVerilog receive path, up to two frames a clock, and each\n"
    "record (verdict, reason, action, PSN to answer with, MSN ...), the payload that leaves for\n"
    "memory and the counters are compared with the golden model's. The table shows the RTL's.\n"
    "Frames go in the order of their times across the interfaces of a pcapng file; they are "
    "padded\n"
    "to 60 bytes and cut at 9,600, as a MAC would; frames held in part are skipped.\n"
    "\n"
    "With --config the QPs of the file are ours and every frame is offered to them; of a [[qp]]\n"
    "qpn, type and pmtu are needed; src_ip, dst_ip and vlan are checked where they are given.\n"
    "Without it the capture is read twice: QPs are learned first, and the assumptions printed.\n"
    "Each destination IP is a NIC of its own then, with an RTL of its own; frames without an IP\n"
    "header are judged by the first. Standard input is kept in a temporary file.\n"
    "\n"
    "Refused and dropped frames are findings, not failures. A record on which RTL and model\n"
    "disagree is one: its frame is saved in failures/ and the command that shows it in a wave is\n"
    "printed.\n"
    "\n"
    "--report writes one JSON object, one frame a line, as it goes; \"-\" is standard output, in "
    "the\n"
    "table's place. --annotate writes the capture again as pcapng with each frame's record as a\n"
    "comment, as Wireshark shows them. Spacing is that of icrc, see rnic400 icrc --help.\n"
    "--wave records the whole run; with --wave-packet N (numbers as in the table) from at most 16\n"
    "clocks before that frame to 64 behind it.";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 replay write.pcap                             a line a frame, then a summary\n"
    "  rnic400 replay write.pcap -q                          only what was refused or dropped\n"
    "  rnic400 replay write.pcap --config site.toml          with the QPs of site.toml\n"
    "  rnic400 replay write.pcap --report r.json --annotate seen.pcapng\n"
    "  rnic400 replay mirror.pcap --direction 02:00:00:00:00:02\n"
    "  rnic400 replay write.pcap --wave w.fst --wave-packet 2\n";

}  // namespace

ReplayCommand::ReplayCommand(CLI::App& app)
    : command_(*app.add_subcommand("replay", "a verdict for every frame of a capture")),
      site_(command_) {
  command_.fallthrough();
  command_.footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  command_.add_option("CAPTURE", options_.file, "capture file; - reads standard input")
      ->required()
      ->type_name("");
  command_
      .add_option("--direction", direction_,
                  "only frames to this MAC and to groups are ours; not for cooked captures")
      ->type_name("MAC");
  command_.add_option("--report", options_.report, "write all records as JSON; - for the screen")
      ->type_name("R.json");
  command_.add_option("--annotate", options_.annotate, "write the capture with the records in it")
      ->type_name("OUT.pcapng");
  command_
      .add_option("--spacing", spacing_,
                  "how frames follow each other: back-to-back, gaps, recorded or random")
      ->type_name("KIND");
  command_.add_flag("--fcs", fcs_, "frames end with their FCS: check it and cut it off")
      ->disable_flag_override();
  command_.add_option("--seed", seed_, "of random spacing and of flops without reset; default 1")
      ->type_name("N");
  command_.add_flag("-q,--quiet", options_.quiet, "in the table only frames refused and dropped")
      ->disable_flag_override();
  command_.add_option("--wave", options_.wave.file, "record signals, see below")
      ->type_name("F.fst");
  command_.add_option("--wave-packet", wave_packet_, "only around frame N")->type_name("N");
}

ReplayOptions ReplayCommand::options() const {
  ReplayOptions options = options_;
  const auto has = [&](const char* name) { return command_.count(name) > 0; };
  options.config = site_.config();
  options.dscp = site_.dscp();
  options.spacing = parse_spacing(spacing_);
  if (fcs_) options.fcs = Fcs::kPresent;
  if (has("--seed")) options.seed = parse_number("--seed", seed_);
  if (has("--direction")) {
    options.direction = model::parse_mac(direction_);
    if (!options.direction) {
      throw InputError(fmt::format(
          "--direction: '{}', expected a MAC address such as 02:00:00:00:00:02", direction_));
    }
  }
  if (options.report == "") throw InputError("--report: '', expected the name of a file");
  if (options.annotate == "" || options.annotate == "-") {
    throw InputError(
        fmt::format("--annotate: '{}', expected the name of a file", *options.annotate));
  }
  if (options.wave.file == "") throw InputError("--wave: '', expected the name of a file");
  if (options.report == "-" && options.quiet) {
    throw InputError("--quiet: expected without --report -, which has no table");
  }
  if (has("--wave-packet")) {
    options.wave.packet = parse_number("--wave-packet", wave_packet_);
    if (options.wave.packet == 0) {
      throw InputError("--wave-packet: '0', expected a frame number N from 1");
    }
    if (!options.wave.file) throw InputError("--wave-packet: expected with --wave F.fst");
  }
  options.repeat_options = site_.as_typed();
  const auto repeat = [&](const char* name, const std::string& text) {
    if (has(name)) options.repeat_options += fmt::format(" {} {}", name, shell_word(text));
  };
  repeat("--direction", direction_);
  repeat("--spacing", spacing_);
  repeat("--seed", seed_);
  if (fcs_) options.repeat_options += " --fcs";
  return options;
}

}  // namespace rnic::app
