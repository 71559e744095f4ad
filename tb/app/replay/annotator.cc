// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/annotator.h"

#include <algorithm>

namespace rnic::app {

Annotator::Annotator(const RereadableCapture& capture, const std::string& path)
    : reader_(capture.open()), writer_(path) {
  read_next();
}

bool Annotator::read_next() {
  try {
    has_next_ = reader_.next(next_);
  } catch (const model::CaptureError&) {
    has_next_ = false;
  }
  return has_next_;
}

std::uint32_t Annotator::interface_of(const model::CaptureInterface& interface) {
  const std::pair key(interface.section, interface.index);
  // Those before it in its section too, so that numbers stay.
  if (!interfaces_.contains(key)) {
    for (const model::CaptureInterface& known : reader_.interfaces()) {
      const std::pair known_key(known.section, known.index);
      if (interfaces_.contains(known_key)) continue;
      interfaces_[known_key] = writer_.add_interface(known.link_type, known.snap_length);
    }
  }
  return interfaces_.at(key);
}

void Annotator::write(std::string comment) {
  model::PcapngNote note{.interface = interface_of(next_.interface),
                         .time_ns = std::max<std::int64_t>(next_.time_ns.value_or(0), 0),
                         .original_length = next_.original_length};
  if (!next_.comment.empty()) note.comments.push_back(next_.comment);
  if (!comment.empty()) note.comments.push_back(std::move(comment));
  writer_.write(next_.bytes, note);
}

void Annotator::add(std::uint64_t number, std::string comment) {
  waiting_.emplace(number, std::move(comment));
  while (has_next_) {
    const auto found = waiting_.find(next_.number);
    if (found == waiting_.end()) return;
    write(std::move(found->second));
    waiting_.erase(found);
    read_next();
  }
}

void Annotator::finish() {
  for (; has_next_; read_next()) write({});
  writer_.close();
}

}  // namespace rnic::app
