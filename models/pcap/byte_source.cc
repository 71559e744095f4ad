// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "models/pcap/capture_frame.h"

namespace rnic::model {
namespace {

constexpr std::size_t kBufferBytes = 128 * 1024;

}  // namespace

ByteSource::ByteSource(const std::string& path)
    : ByteSource(path, path == "-" ? "standard input" : path) {}

ByteSource::ByteSource(const std::string& path, std::string name)
    : name_(std::move(name)),
      descriptor_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(kBufferBytes) {
  if (descriptor_ < 0) throw CaptureError(name_, std::strerror(errno));
  struct stat status = {};
  if (::fstat(descriptor_, &status) != 0) return;
  if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
  if (S_ISDIR(status.st_mode)) {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
    throw CaptureError(name_, "is a directory, expected a capture file");
  }
}

ByteSource::ByteSource(std::span<const std::uint8_t> bytes, std::string name)
    : name_(std::move(name)),
      size_(bytes.size()),
      buffer_(bytes.begin(), bytes.end()),
      end_(bytes.size()) {}

ByteSource::~ByteSource() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

bool ByteSource::fill() {
  if (descriptor_ < 0) return false;
  if (begin_ == end_) begin_ = end_ = 0;
  if (end_ == buffer_.size()) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  ssize_t got = 0;
  do {
    got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw CaptureError(name_, CapturePlace{offset_, 0}, std::strerror(errno));
  end_ += static_cast<std::size_t>(got);
  return got > 0;
}

std::span<const std::uint8_t> ByteSource::peek(std::size_t count) {
  while (end_ - begin_ < count && fill()) {
  }
  return std::span(buffer_).subspan(begin_, std::min(count, end_ - begin_));
}

std::size_t ByteSource::read_some(std::span<std::uint8_t> out) {
  if (out.empty() || (begin_ == end_ && !fill())) return 0;
  const std::size_t count = std::min(out.size(), end_ - begin_);
  std::memcpy(out.data(), buffer_.data() + begin_, count);
  begin_ += count;
  offset_ += count;
  return count;
}

std::size_t ByteSource::read(std::span<std::uint8_t> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const std::size_t count = read_some(out.subspan(done));
    if (count == 0) break;
    done += count;
  }
  return done;
}

bool ByteSource::skip(std::uint64_t count) {
  while (count > 0) {
    if (begin_ == end_ && !fill()) return false;
    const std::uint64_t step = std::min<std::uint64_t>(count, end_ - begin_);
    begin_ += static_cast<std::size_t>(step);
    offset_ += step;
    count -= step;
  }
  return true;
}

}  // namespace rnic::model
