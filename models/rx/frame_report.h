// SPDX-License-Identifier: Apache-2.0
//
// The report file: one JSON object {"frames":[ ... ],"summary":{ ... }} with one frame a line,
// written as it goes, so a report of any length needs no memory.
//
//   ReportWriter report(std::cout);
//   for (...) report.add(record, wire_bytes, to_json(record));
//   report.finish();
//
// RecordSummary counts alone, for those who write something else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "models/rx/frame_record.h"

namespace rnic::model {

struct RecordSummary {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;                        // as replayed: padded, cut, without FCS
  std::map<std::string, std::uint64_t> verdicts;  // decided ones only
  std::map<std::string, std::uint64_t> reasons;
  // RoCE frames only from here on.
  std::uint64_t roce = 0;
  std::uint64_t icrc_ok = 0;
  std::uint64_t icrc_bad = 0;
  std::map<std::string, std::uint64_t> opcodes;  // by name; by number where there is none
  std::map<std::uint8_t, std::uint64_t> priorities;
  std::uint64_t pcp_mismatch = 0;
  std::uint64_t lossy_roce = 0;

  // `frame_bytes` is the frame's length as replayed; 0 for a skipped one.
  void add(const FrameRecord& record, std::size_t frame_bytes);
};

// Keys: frames, bytes, roce, icrc {ok, bad}, verdicts, reasons, opcodes, priorities,
// pcp_mismatch, lossy_roce.
nlohmann::ordered_json to_json(const RecordSummary& summary);

class ReportWriter {
 public:
  // `out` must outlive the writer. Write errors are the stream's to tell.
  explicit ReportWriter(std::ostream& out);

  // Writes `line`, which is to_json(record), perhaps with more keys, and counts the record.
  void add(const FrameRecord& record, std::size_t bytes, const nlohmann::ordered_json& line);
  // Writes the summary, with the keys of `more` (an object or null) behind its own.
  void finish(const nlohmann::ordered_json& more);
  void finish();

  const RecordSummary& summary() const noexcept { return summary_; }

 private:
  std::ostream& out_;
  RecordSummary summary_;
};

}  // namespace rnic::model
