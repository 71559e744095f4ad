// SPDX-License-Identifier: Apache-2.0
//
// What the golden model says must leave, beside what does leave: it is told of the doorbells, given
// each frame and each record of the device, and answers with what was wanted in its place.
//
// Frames are compared per QP in order; the order between QPs is nobody's promise. The model works
// only as far ahead as is asked, so a message of any length costs no memory.
//
//   Expectation expectation(setup);
//   expectation.doorbell(0x11, 5, 0);
//   const FrameMatch match = expectation.frame(bytes);
//   if (!match.agrees) report(match);
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "models/host/requester.h"
#include "models/host/tx_counters.h"
#include "tb/app/tx/work_setup.h"

namespace rnic::app {

// One QP of the model, with its frames and records in two queues.
class QpExpectation {
 public:
  QpExpectation(const model::QpContext& qp, const model::NicSettings& nic,
                const model::HostMemory& memory)
      : requester_(qp, nic, memory) {}

  [[nodiscard]] const model::QpContext& context() const noexcept { return requester_.context(); }
  void doorbell(std::uint16_t count, std::uint16_t sq_free) { requester_.doorbell(count, sq_free); }
  // A commit from ready to ready; holds for frames that were not asked for yet.
  void update_addresses(const model::QpContext& qp) { requester_.update_addresses(qp); }

  // The frame that is to come `ahead` frames after the next one; nullptr: none, until the next
  // doorbell. Valid until the next call.
  const model::SentFrame* frame(std::size_t ahead = 0);
  // The record that is to come next; nullptr: none, until the next doorbell, or not before a great
  // many frames.
  const model::CompletionRecord* record();
  model::SentFrame take_frame();
  model::CompletionRecord take_record();
  // A frame up to that of the WQE at this index is still to come.
  [[nodiscard]] bool has_frame_up_to(std::uint16_t index) const noexcept;

  [[nodiscard]] const model::TxCounters& counters() const noexcept { return counters_; }

 private:
  bool pull();

  model::Requester requester_;
  std::deque<model::SentFrame> frames_;
  std::deque<model::CompletionRecord> records_;
  model::TxCounters counters_;
};

struct FrameMatch {
  const model::QpContext* qp = nullptr;                 // nullptr: no QP is to send anything
  std::optional<model::SentFrame> want = std::nullopt;  // absent: nothing was to come
  std::vector<model::SentFrame> missing = {};           // were to come before it
  bool agrees = false;
};

struct RecordMatch {
  std::optional<model::CompletionRecord> want = std::nullopt;  // absent: nothing was to come
  bool is_early = false;  // a frame of its WQE, or of one before it, has not left yet
  bool agrees = false;
};

class Expectation {
 public:
  explicit Expectation(const WorkSetup& setup);

  // `sq_free` as the device had it. A QPN that no QP has is counted as ignored.
  void doorbell(std::uint32_t qpn, std::uint16_t count, std::uint16_t sq_free);

  FrameMatch frame(model::ByteSpan bytes);
  RecordMatch record(const model::CompletionRecord& record);

  // Nothing is to come until the next doorbell.
  [[nodiscard]] bool is_drained();
  // What is still to come, the first of each QP in words.
  struct Left {
    const model::QpContext* qp;
    const model::SentFrame* frame;          // nullptr: none
    const model::CompletionRecord* record;  // nullptr: none
  };
  [[nodiscard]] std::vector<Left> left();
  // Of all that the model has said so far; everything, once drained.
  [[nodiscard]] model::TxCounters counters() const;

 private:
  // What tells a QP's frames from another's: addresses, source port, and the QPN on the wire.
  struct Key {
    model::IpAddress source;
    model::IpAddress destination;
    std::uint16_t source_port;
    bool is_datagram;
    std::uint32_t qpn;  // DETH source QPN of datagrams, else the destination's

    auto operator<=>(const Key&) const = default;
  };

  static Key key_of(const model::QpContext& qp);
  static std::optional<Key> key_of(model::ByteSpan bytes);
  QpExpectation* nearest(model::ByteSpan bytes);

  std::deque<QpExpectation> qps_;
  std::map<std::uint32_t, QpExpectation*> by_qpn_;
  std::map<Key, std::vector<QpExpectation*>> by_key_;
  std::uint64_t ignored_doorbells_ = 0;
  std::size_t first_undrained_ = 0;
};

}  // namespace rnic::app
