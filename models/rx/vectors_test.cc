// SPDX-License-Identifier: Apache-2.0
//
// The expected records of vectors/rx/*.json against the captures they belong to.
#include <gtest/gtest.h>

#include <sstream>

#include "models/rx/frame_report.h"
#include "models/rx/replay_rules.h"
#include "models/rx/vector_files.h"

namespace rnic::model {
namespace {

std::string report_of(const std::string& name) {
  std::ostringstream out;
  ReportWriter report(out);
  std::uint64_t number = 0;
  for (const ByteVector& captured : testing::read_frames("rx/" + name + ".pcap")) {
    const ReplayedFrame frame = prepare_for_replay(captured);
    const FrameRecord record =
        make_record(++number, frame.bytes, frame.mac_error, {.map = DscpMap::basepod()});
    report.add(record, frame.bytes.size(), to_json(record));
  }
  report.finish();
  return out.str();
}

TEST(Vectors, EveryCaptureHasTheRecordsThatTheModelMakes) {
  const auto names = testing::capture_names();
  EXPECT_GE(names.size(), 115U);
  for (const std::string& name : names) {
    EXPECT_EQ(report_of(name), testing::read_text("rx/" + name + ".json"))
        << "models/README.md says how to write it anew";
  }
}

TEST(Vectors, ReadmeNamesEveryCapture) {
  const std::string readme = testing::read_text("README.md");
  for (const std::string& name : testing::capture_names()) {
    EXPECT_NE(readme.find("`" + name + ".pcap`"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace rnic::model
