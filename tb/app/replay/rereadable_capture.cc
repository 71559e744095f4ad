// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/rereadable_capture.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>

#include "models/pcap/byte_source.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

constexpr std::size_t kChunkBytes = 256 * 1024;

// Standard input that comes from a file is still read as a pipe: it may stand in its middle.
bool can_be_opened_again(const std::string& path) {
  std::error_code ignored;
  return path != "-" &&
         (std::filesystem::is_regular_file(path, ignored) ||
          std::filesystem::is_directory(path, ignored) || !std::filesystem::exists(path, ignored));
}

}  // namespace

// A temporary file that has lost its name already, so that nothing stays behind however the
// program ends. It is opened again through its descriptor.
class RereadableCapture::Copy {
 public:
  explicit Copy(const std::string& of) : of_(of) {
    std::error_code ignored;
    const auto folder = std::filesystem::temp_directory_path(ignored);
    place_ = (folder.empty() ? "/tmp" : folder.string()) + "/rnic400.XXXXXX";
    descriptor_ = ::mkstemp(place_.data());
    if (descriptor_ < 0) fail();
    ::unlink(place_.c_str());
  }
  ~Copy() { ::close(descriptor_); }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  void append(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  [[noreturn]] void fail() const {
    throw InputError(fmt::format("{}: it is read more than once, and a copy in {} failed: {}", of_,
                                 place_.substr(0, place_.rfind('/')), std::strerror(errno)));
  }

  std::string of_;
  std::string place_;
  int descriptor_ = -1;
};

RereadableCapture::RereadableCapture(const std::string& path,
                                     const std::function<void(std::uint64_t)>& copied)
    : name_(path == "-" ? "standard input" : path), path_(path) {
  if (can_be_opened_again(path)) return;
  model::ByteSource source(path);
  copy_ = std::make_shared<Copy>(name_);
  std::vector<std::uint8_t> chunk(kChunkBytes);
  while (const std::size_t got = source.read_some(chunk)) {
    copy_->append(std::span(chunk).first(got));
    if (copied) copied(source.offset());
  }
  path_ = copy_->path();
}

RereadableCapture::RereadableCapture(std::vector<std::uint8_t> bytes, std::string name)
    : name_(std::move(name)), bytes_(std::move(bytes)) {}

model::CaptureReader RereadableCapture::open() const {
  if (bytes_) return model::CaptureReader(*bytes_, name_);
  return model::CaptureReader(path_, name_);
}

}  // namespace rnic::app
