// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/case_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "models/rx/receiver.h"
#include "tb/app/errors.h"
#include "tb/app/vectors/rx_vector.h"
#include "tb/fuzz/rtl/case_capture.h"

namespace rnic::fuzz {
namespace {

void write_file(const std::string& path, const char* bytes, std::size_t size) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes, static_cast<std::streamsize>(size));
  file.close();
  if (!file) throw app::InputError(fmt::format("{}: {}", path, std::strerror(errno)));
}

void write_file(const std::string& path, const std::string& text) {
  write_file(path, text.data(), text.size());
}

const char* spacing_text(app::Spacing spacing) {
  switch (spacing) {
    case app::Spacing::kGaps:
      return "gaps";
    case app::Spacing::kRecorded:
      return "recorded";
    case app::Spacing::kRandom:
      return "random";
    case app::Spacing::kBackToBack:
      break;
  }
  return "back-to-back";
}

std::string replay_command(const std::string& base, const FuzzCase& fuzz_case, app::Fcs fcs) {
  std::string command = fmt::format("scripts/rnic400 replay {0}.pcap --config {0}.toml", base);
  if (fuzz_case.our_mac) command += " --direction " + model::format_mac(*fuzz_case.our_mac);
  if (fuzz_case.spacing != app::Spacing::kBackToBack) {
    command += fmt::format(" --spacing {}", spacing_text(fuzz_case.spacing));
  }
  if (fuzz_case.seed != 1) command += fmt::format(" --seed {}", fuzz_case.seed);
  if (fcs == app::Fcs::kPresent) command += " --fcs";
  return command;
}

std::string origin_text(const CaseOrigin& origin) {
  return fmt::format("scripts/fuzz rtl --seed {} --case {} --batch {}", origin.seed, origin.number,
                     origin.frames);
}

std::string hex_text(const model::ByteVector& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % 32 == 0) text += fmt::format("\n    {:04x} ", i);
    text += fmt::format(" {:02x}", bytes[i]);
  }
  return text;
}

// One frame: what the model says of it, what was done to it, its bytes.
std::string frame_text(std::size_t number, const FuzzFrame& frame, const model::RxRecord& record) {
  const SentFrame sent = sent_frame(frame);
  std::string text =
      fmt::format("frame {}, {} bytes{}: {}", number, sent.bytes.size(),
                  sent.mac_error ? ", marked by the MAC" : "", model::name_of(record.verdict));
  if (record.reason) text += fmt::format(" ({})", model::name_of(*record.reason));
  if (record.opcode) {
    const auto name = model::opcode_name(*record.opcode);
    text += fmt::format(", {}, QPN {:#x}, PSN {:#08x}",
                        name.empty() ? fmt::format("opcode {:#04x}", *record.opcode) : name,
                        *record.qpn, *record.psn);
  }
  for (const Mutation& mutation : frame.mutations) text += "\n  " + text_of(mutation);
  return text + hex_text(sent.bytes) + "\n";
}

std::string report_text(const FuzzCase& fuzz_case, const Finding& finding, const CaseOrigin& origin,
                        const CaseFiles& files) {
  std::string text = fmt::format(
      "{}\n\nFound by {}\nin a case of {} frames; here with {}.\nTo see it: {}\n\n"
      "What the golden model says of each frame, what was done to it, and its bytes:\n\n",
      finding.text, origin_text(origin), origin.before, fuzz_case.frames.size(), files.replay);
  model::Receiver receiver({.map = fuzz_case.map, .our_mac = fuzz_case.our_mac});
  for (const model::RxQpConfig& qp : fuzz_case.qps) receiver.add_qp(qp);
  for (std::size_t i = 0; i < fuzz_case.frames.size(); ++i) {
    const SentFrame sent = sent_frame(fuzz_case.frames[i]);
    text += frame_text(i + 1, fuzz_case.frames[i], receiver.receive(sent.bytes, sent.mac_error));
  }
  return text;
}

}  // namespace

std::string name_of(const Finding& finding, const CaseOrigin& origin) {
  std::string field = finding.field;
  std::ranges::replace(field, ' ', '_');
  return fmt::format("fuzz_{}_seed{}_case{}", field, origin.seed, origin.number);
}

CaseFiles write_case(const std::string& folder, const std::string& name, const FuzzCase& fuzz_case,
                     const Finding& finding, const CaseOrigin& origin) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw app::InputError(fmt::format("{}: {}", folder, error.message()));
  const CaseCapture capture = capture_of(fuzz_case);
  CaseFiles files{.base = folder + "/" + name};
  files.replay = replay_command(files.base, fuzz_case, capture.fcs);
  // vectors/rx is replayed back to back, without FCS.
  files.is_vector = capture.fcs == app::Fcs::kAbsent && fuzz_case.seed == 1 &&
                    fuzz_case.spacing == app::Spacing::kBackToBack;
  write_file(files.base + ".pcap", reinterpret_cast<const char*>(capture.pcap.data()),
             capture.pcap.size());
  write_file(files.base + ".toml",
             config_text(fuzz_case, fmt::format("# Found by {}.\n", origin_text(origin))));
  write_file(files.base + ".txt", report_text(fuzz_case, finding, origin, files));
  if (files.is_vector) app::update_rx_vector({.base = files.base});
  return files;
}

}  // namespace rnic::fuzz
