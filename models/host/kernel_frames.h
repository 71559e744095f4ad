// SPDX-License-Identifier: Apache-2.0
//
// The requests of one sender in a capture of the Linux kernel, and the model's frames beside them.
// Taken over from the capture is what a site or a driver chooses and what the kernel is free in:
// addresses, VLAN, traffic class, TTL, source port, keys, the IPv4 identification. Test code: not
// installed.
//
//   const auto requests = requests_of("write_only.pcap", qp.remote_qpn);
//   take_addresses(requests.begin()->second, qp, nic);
//   expect_same_frame(sent, requests.at(sent.psn));
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "models/host/requester.h"
#include "models/rx/vector_files.h"
#include "models/wire/frame.h"

namespace rnic::model::testing {

// Requests to that QP by PSN, each as it left first.
inline std::map<std::uint32_t, RoceFrame> requests_of(const std::string& file,
                                                      std::uint32_t dest_qp) {
  std::map<std::uint32_t, RoceFrame> requests;
  for (const ByteVector& bytes : read_frames("rx/" + file)) {
    const auto frame = decode(bytes);
    if (!frame || frame->bth.dest_qp != dest_qp) continue;
    const OpcodeInfo* info = find_opcode(frame->bth.opcode);
    if (info == nullptr) continue;
    using enum Operation;
    const Operation operation = info->operation;
    if (operation == kSend || operation == kWrite || operation == kReadRequest ||
        operation == kCompareSwap || operation == kFetchAdd) {
      requests.emplace(frame->bth.psn, *frame);
    }
  }
  return requests;
}

inline void take_addresses(const RoceFrame& example, QpContext& qp, NicSettings& nic) {
  qp.source_mac = example.ethernet.source;
  qp.next_hop_mac = example.ethernet.destination;
  qp.dscp = dscp_of(traffic_class(example.ip));
  qp.ecn = ecn_of(traffic_class(example.ip));
  qp.udp_source_port = example.udp.source_port;
  if (const auto* v4 = std::get_if<Ipv4Header>(&example.ip)) {
    qp.source_ip = v4->source;
    qp.destination_ip = v4->destination;
    qp.ttl = v4->time_to_live;
  } else if (const auto* v6 = std::get_if<Ipv6Header>(&example.ip)) {
    qp.source_ip = v6->source;
    qp.destination_ip = v6->destination;
    qp.ttl = v6->hop_limit;
  }
  if (const auto& tag = example.ethernet.tag) {
    qp.vlan = tag->vid();
    nic.dscp_map.set_priority(qp.dscp, tag->pcp());
  }
}

// The model's frame with what the kernel was free to choose; checksum and ICRC made new.
inline RoceFrame as_the_kernel_would(RoceFrame frame, const RoceFrame& kernel) {
  frame.trailer.clear();  // Soft-RoCE leaves padding to the NIC
  if (auto* v4 = std::get_if<Ipv4Header>(&frame.ip)) {
    if (const auto* theirs = std::get_if<Ipv4Header>(&kernel.ip)) {
      v4->identification = theirs->identification;
    }
  }
  if (frame.ieth && kernel.ieth) frame.ieth = kernel.ieth;
  complete(frame);
  return frame;
}

inline void expect_same_frame(const RoceFrame& model, const RoceFrame& kernel) {
  const ByteVector got = encode(as_the_kernel_would(model, kernel));
  const ByteVector want = encode(kernel);
  EXPECT_EQ(got.size(), want.size());
  const auto [at, theirs] = std::ranges::mismatch(got, want);
  EXPECT_EQ(at, got.end()) << fmt::format("PSN {:#08x} opcode {:#04x} differs at byte {}",
                                          kernel.bth.psn, kernel.bth.opcode, at - got.begin());
}

}  // namespace rnic::model::testing
