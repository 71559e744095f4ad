// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/conversation.h"

#include <map>
#include <set>
#include <utility>

#include "models/rx/receiver.h"
#include "models/wire/frame.h"
#include "models/wire/psn.h"

namespace rnic::fuzz {
namespace {

// The frame before its mutations, its PSN less by `shift`.
void shift_psn(FuzzFrame& frame, std::int64_t shift) {
  auto decoded = model::decode(frame.base);
  if (shift == 0 || !decoded) return;
  decoded->bth.psn = model::psn_add(decoded->bth.psn, -shift);
  model::fill_icrc(*decoded);
  frame.base = model::encode(*decoded);
}

}  // namespace

std::vector<Moment> moments_of(const FuzzCase& fuzz_case) {
  model::Receiver receiver({.map = fuzz_case.map, .our_mac = fuzz_case.our_mac});
  for (const model::RxQpConfig& qp : fuzz_case.qps) receiver.add_qp(qp);
  std::vector<Moment> moments;
  for (const FuzzFrame& frame : fuzz_case.frames) {
    std::vector<model::RxQp> before;
    for (const model::RxQpConfig& qp : fuzz_case.qps) before.push_back(*receiver.find_qp(qp.qpn));
    const SentFrame sent = sent_frame(frame);
    Moment moment{.qpn = receiver.receive(sent.bytes, sent.mac_error).qpn};
    for (const model::RxQp& qp : before) {
      if (moment.qpn != qp.config.qpn) continue;
      const std::uint32_t now = receiver.find_qp(qp.config.qpn)->expected_psn;
      moment.advance = model::psn_distance(qp.expected_psn, now);
      moment.before = qp;
    }
    moments.push_back(moment);
  }
  return moments;
}

FuzzCase with_frames(const FuzzCase& from, const std::vector<std::size_t>& kept,
                     const std::vector<Moment>& moments, Rest rest) {
  FuzzCase made = from;
  made.frames.clear();
  std::set<std::uint32_t> begun;
  std::map<std::uint32_t, std::int64_t> missing;
  std::size_t next = 0;
  for (const std::size_t i : kept) {
    for (; next < i; ++next) {
      if (moments[next].qpn) missing[*moments[next].qpn] += moments[next].advance;
    }
    ++next;
    made.frames.push_back(from.frames[i]);
    const Moment& moment = moments[i];
    if (!moment.before) continue;
    if (rest == Rest::kRenumbered) shift_psn(made.frames.back(), missing[*moment.qpn]);
    if (rest != Rest::kBegun || !begun.insert(*moment.qpn).second) continue;
    for (model::RxQpConfig& qp : made.qps) {
      if (qp.qpn != *moment.qpn) continue;
      qp.rq_psn = moment.before->expected_psn;
      qp.state = moment.before->state;
    }
  }
  return made;
}

}  // namespace rnic::fuzz
