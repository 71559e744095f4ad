// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a capture that `replay --annotate` writes again: the copy is a whole pcapng file
// with the same frames, times, link types and lengths, and with one comment more on each.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "tb/app/replay/annotator.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

constexpr const char* kComment = "verdict=accept";

// A file that no folder holds; the annotator opens it by its path.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("annotated", 0)) {
    require(descriptor_ >= 0, "the system has a file in memory");
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

std::vector<std::uint64_t> numbers_of(const app::RereadableCapture& capture) {
  std::vector<std::uint64_t> numbers;
  model::CaptureReader reader = capture.open();
  try {
    for (model::CaptureFrame frame; reader.next(frame);) numbers.push_back(frame.number);
  } catch (const model::CaptureError&) {
    // What was before counts.
  }
  return numbers;
}

std::string commented(const std::string& before) {
  // What was there may be cut to what an option has room for.
  const std::string kept = before.substr(0, 0xFFFF);
  return kept.empty() ? kComment : kept + '\n' + kComment;
}

void compare(const app::RereadableCapture& capture, const std::string& copy, std::size_t frames) {
  model::CaptureReader before = capture.open();
  model::CaptureReader after(copy);
  model::CaptureFrame was;
  for (model::CaptureFrame is; after.next(is); --frames) {
    require(frames > 0, "the copy has no more frames");
    require(before.next(was), "the copy has no more frames than could be read");
    require(std::ranges::equal(is.bytes, was.bytes), "bytes stay");
    require(is.original_length == was.original_length, "the length on the link stays");
    require(is.interface.link_type == was.interface.link_type, "link types stay");
    require(is.time_ns == std::max<std::int64_t>(was.time_ns.value_or(0), 0), "times stay");
    require(is.comment == commented(was.comment), "a comment is added behind those there");
  }
  require(frames == 0, "the copy has all frames");
}

void annotate(const app::RereadableCapture& capture) {
  const std::vector<std::uint64_t> numbers = numbers_of(capture);
  const MemoryFile file;
  app::Annotator annotator(capture, file.path());
  // Comments may come in any order: here every other one late.
  for (std::size_t i = 1; i < numbers.size(); i += 2) annotator.add(numbers[i], kComment);
  for (std::size_t i = 0; i < numbers.size(); i += 2) annotator.add(numbers[i], kComment);
  annotator.finish();
  compare(capture, file.path(), numbers.size());
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const rnic::app::RereadableCapture capture({data, data + size}, "input");
  try {
    rnic::fuzz::annotate(capture);
  } catch (const rnic::model::CaptureError& error) {
    rnic::fuzz::require_one_line(error.what());
  }
  return 0;
}
