// SPDX-License-Identifier: Apache-2.0
#include "tb/app/standard_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

}  // namespace

StandardOutput::StandardOutput(ProgressBar& bar) : bar_(bar), buffer_(kBufferBytes), stream_(this) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  stream_.exceptions(std::ios::badbit);  // what write_out() throws goes through the stream
  std::signal(SIGPIPE, SIG_IGN);
}

void StandardOutput::write_out() {
  const char* next = pbase();
  auto left = static_cast<std::size_t>(pptr() - pbase());
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  if (left > 0) bar_.hide();
  while (left > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, next, left);
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EPIPE) throw OutputClosed();
      throw InputError(fmt::format("standard output: {}", std::strerror(errno)));
    }
    next += written;
    left -= static_cast<std::size_t>(written);
  }
}

StandardOutput::int_type StandardOutput::overflow(int_type character) {
  write_out();
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
  }
  return traits_type::not_eof(character);
}

int StandardOutput::sync() {
  write_out();
  return 0;
}

}  // namespace rnic::app
