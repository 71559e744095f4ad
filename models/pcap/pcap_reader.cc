// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/pcap_reader.h"

#include <fmt/format.h>
#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>

namespace rnic::model {
namespace {

constexpr std::size_t kSnapLengthAt = 16;
constexpr std::size_t kLinkTypeAt = 20;

struct Variant {
  std::uint32_t magic;
  bool nanoseconds;
  std::uint64_t record_header_bytes;
};

// The third was written by a patched libpcap of the 1990s and has 8 more bytes per record.
constexpr std::array<Variant, 3> kVariants = {{
    {0xA1B2C3D4, false, 16},
    {0xA1B23C4D, true, 16},
    {0xA1B2CD34, false, 24},
}};

struct Recognised {
  Variant variant;
  ByteOrder order;
};

std::optional<Recognised> recognise(std::span<const std::uint8_t> magic) {
  if (magic.size() < 4) return std::nullopt;
  for (const ByteOrder order : {ByteOrder{.big = false}, ByteOrder{.big = true}}) {
    for (const Variant& variant : kVariants) {
      if (order.u32(magic.data()) == variant.magic) return Recognised{variant, order};
    }
  }
  return std::nullopt;
}

}  // namespace

bool PcapReader::recognises(std::span<const std::uint8_t> magic) {
  return recognise(magic).has_value();
}

PcapReader::PcapReader(ByteSource& source) : source_(source) {
  read_header();
  open_libpcap();
}

void PcapReader::fail(const std::string& text) const {
  throw CaptureError(source_.name(), CapturePlace{record_offset_, frames_ + 1}, text);
}

void PcapReader::read_header() {
  const std::size_t got = source_.read(header_);
  if (got < kHeaderBytes) {
    throw CaptureError(source_.name(), CapturePlace{got, 0},
                       fmt::format("file ends inside the pcap header of {} bytes", kHeaderBytes));
  }
  const auto [variant, order] = recognise(header_).value();
  nanoseconds_ = variant.nanoseconds;
  record_header_bytes_ = variant.record_header_bytes;
  interfaces_.push_back(
      {.link_type = static_cast<std::uint16_t>(order.u32(&header_[kLinkTypeAt]) & 0xFFFF),
       .snap_length = order.u32(&header_[kSnapLengthAt])});

  // libpcap takes snap length 0 as "the greatest".
  std::fill_n(&header_[kSnapLengthAt], 4, std::uint8_t{0});
  std::fill_n(&header_[kLinkTypeAt + (order.big ? 0 : 2)], 2, std::uint8_t{0});
}

std::size_t PcapReader::feed(std::span<std::uint8_t> out) {
  if (header_fed_ == kHeaderBytes) return source_.read_some(out);
  const std::size_t count = std::min(out.size(), kHeaderBytes - header_fed_);
  std::copy_n(header_.begin() + static_cast<std::ptrdiff_t>(header_fed_), count, out.begin());
  header_fed_ += count;
  return count;
}

void PcapReader::open_libpcap() {
  cookie_io_functions_t io = {};
  io.read = [](void* self, char* out, std::size_t size) -> ssize_t {
    auto* reader = static_cast<PcapReader*>(self);
    try {
      return static_cast<ssize_t>(reader->feed({reinterpret_cast<std::uint8_t*>(out), size}));
    } catch (...) {  // must not unwind through libpcap: kept for next()
      reader->read_error_ = std::current_exception();
      errno = EIO;
      return -1;
    }
  };
  std::FILE* file = fopencookie(this, "r", io);
  if (file == nullptr) throw CaptureError(source_.name(), "out of memory");
  std::array<char, PCAP_ERRBUF_SIZE> text = {};
  pcap_.reset(
      pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, text.data()));
  if (pcap_ == nullptr) {
    std::fclose(file);
    throw CaptureError(source_.name(), CapturePlace{0, 0}, text.data());
  }
}

bool PcapReader::next(CaptureFrame& frame) {
  pcap_pkthdr* header = nullptr;
  const u_char* bytes = nullptr;
  const int result = pcap_next_ex(pcap_.get(), &header, &bytes);
  if (read_error_) std::rethrow_exception(read_error_);
  if (result == PCAP_ERROR_BREAK) return false;
  if (result != 1) fail(pcap_geterr(pcap_.get()));

  // Both fields are unsigned 32 bits in the file, signed in libpcap, which has scaled to ns.
  const std::int64_t unit_ns = nanoseconds_ ? 1 : 1000;
  const std::int64_t fraction_ns = header->ts.tv_usec;
  if (fraction_ns < 0 || fraction_ns >= 1'000'000'000) {
    fail(fmt::format("fraction of a second is {}, expected less than {} in a {}second file",
                     static_cast<std::uint32_t>(fraction_ns / unit_ns), 1'000'000'000 / unit_ns,
                     nanoseconds_ ? "nano" : "micro"));
  }
  const std::int64_t seconds = static_cast<std::uint32_t>(header->ts.tv_sec);

  frame.number = ++frames_;
  frame.time_ns = seconds * 1'000'000'000 + fraction_ns;
  frame.bytes = {bytes, header->caplen};
  frame.original_length = header->len;
  frame.interface = interfaces_.front();
  frame.comment.clear();
  record_offset_ += record_header_bytes_ + header->caplen;
  return true;
}

}  // namespace rnic::model
