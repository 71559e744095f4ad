// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/capture_writer.h"

#include <fmt/format.h>
#include <pcap/pcap.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <utility>

#include "models/pcap/capture_frame.h"
#include "models/pcap/link_layer.h"
#include "models/pcap/pcapng_writer.h"

namespace rnic::model {

class CaptureWriter::Format {
 public:
  explicit Format(std::string path) : path_(std::move(path)) {}
  virtual ~Format() = default;
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;

  virtual void write(std::span<const std::uint8_t> frame, const CaptureNote& note) = 0;
  virtual void close() = 0;

  [[noreturn]] void fail(const std::string& text) const { throw CaptureError(path_, text); }
  [[noreturn]] void fail_with_errno() const { fail(std::strerror(errno)); }

  // Opens before any library does, so that the reason of a failure is the system's.
  [[nodiscard]] std::FILE* create() const {
    std::FILE* file = std::fopen(path_.c_str(), "wb");
    if (file == nullptr) fail_with_errno();
    return file;
  }

 private:
  std::string path_;
};

namespace {

class PcapFormat : public CaptureWriter::Format {
 public:
  PcapFormat(const std::string& path, bool nanoseconds)
      : Format(path),
        nanoseconds_(nanoseconds),
        dead_(pcap_open_dead_with_tstamp_precision(
                  DLT_EN10MB, static_cast<int>(CaptureWriter::kMaxFrameBytes),
                  nanoseconds ? PCAP_TSTAMP_PRECISION_NANO : PCAP_TSTAMP_PRECISION_MICRO),
              &pcap_close) {
    if (dead_ == nullptr) fail("out of memory");
    std::FILE* file = create();
    dump_.reset(pcap_dump_fopen(dead_.get(), file));
    if (dump_ == nullptr) {
      std::fclose(file);
      fail(pcap_geterr(dead_.get()));
    }
  }

  void write(std::span<const std::uint8_t> frame, const CaptureNote& note) override {
    const std::int64_t seconds = note.time_ns / 1'000'000'000;
    const std::int64_t fraction_ns = note.time_ns % 1'000'000'000;
    if (seconds > std::numeric_limits<std::uint32_t>::max()) {
      fail(fmt::format("time of {} s does not fit the 32-bit seconds of pcap", seconds));
    }
    pcap_pkthdr header = {};
    header.ts.tv_sec = seconds;
    header.ts.tv_usec = nanoseconds_ ? fraction_ns : fraction_ns / 1000;
    header.caplen = static_cast<bpf_u_int32>(frame.size());
    header.len = note.original_length.value_or(header.caplen);
    pcap_dump(reinterpret_cast<u_char*>(dump_.get()), &header, frame.data());
    if (std::ferror(pcap_dump_file(dump_.get())) != 0) fail_with_errno();
  }

  void close() override {
    if (pcap_dump_flush(dump_.get()) != 0) fail_with_errno();
    dump_.reset();
  }

 private:
  bool nanoseconds_;
  std::unique_ptr<pcap_t, decltype(&pcap_close)> dead_;
  std::unique_ptr<pcap_dumper_t, decltype(&pcap_dump_close)> dump_{nullptr, &pcap_dump_close};
};

class PcapngFormat : public CaptureWriter::Format {
 public:
  explicit PcapngFormat(const std::string& path)
      : Format(path),
        writer_(path),
        interface_(writer_.add_interface(kLinkEthernet, CaptureWriter::kMaxFrameBytes)) {}

  void write(std::span<const std::uint8_t> frame, const CaptureNote& note) override {
    PcapngNote all{
        .interface = interface_, .time_ns = note.time_ns, .original_length = note.original_length};
    if (!note.comment.empty()) all.comments.push_back(note.comment);
    writer_.write(frame, all);
  }

  void close() override { writer_.close(); }

 private:
  PcapngWriter writer_;
  std::uint32_t interface_;
};

std::unique_ptr<CaptureWriter::Format> make_format(const std::string& path, CaptureFormat format) {
  if (format == CaptureFormat::kPcapng) return std::make_unique<PcapngFormat>(path);
  return std::make_unique<PcapFormat>(path, format == CaptureFormat::kPcapNanoseconds);
}

}  // namespace

CaptureFormat capture_format_for(std::string_view path) {
  return path.ends_with(".pcapng") ? CaptureFormat::kPcapng : CaptureFormat::kPcapNanoseconds;
}

CaptureWriter::CaptureWriter(const std::string& path, CaptureFormat format)
    : format_(make_format(path, format)) {}

CaptureWriter::~CaptureWriter() = default;
CaptureWriter::CaptureWriter(CaptureWriter&&) noexcept = default;
CaptureWriter& CaptureWriter::operator=(CaptureWriter&&) noexcept = default;

void CaptureWriter::write(std::span<const std::uint8_t> frame, const CaptureNote& note) {
  if (frame.size() > kMaxFrameBytes) {
    format_->fail(
        fmt::format("frame has {} bytes, expected at most {}", frame.size(), kMaxFrameBytes));
  }
  if (note.time_ns < 0) {
    format_->fail(fmt::format("time of {} ns is before 1970", note.time_ns));
  }
  format_->write(frame, note);
}

void CaptureWriter::close() {
  if (const auto format = std::move(format_)) format->close();
}

}  // namespace rnic::model
