// SPDX-License-Identifier: Apache-2.0
//
// Responses of the Linux kernel at the QPs whose requests they answer: how many of a flow the model
// takes as acknowledgements, as reasons to send again, as failures and as data, against counts by
// another program, in index.json.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "models/rx/kernel_qps.h"
#include "models/rx/receiver.h"
#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using testing::Guest;

// "complete 3 data 2 …" of one flow.
using Counts = std::map<std::string, std::size_t>;

bool is_response(const OpcodeInfo* info) {
  return info != nullptr && info->transport == Transport::kRc &&
         !testing::is_request(info->operation);
}

std::map<std::uint32_t, Counts> judged(const std::string& file, Receiver& receiver) {
  std::map<std::uint32_t, Counts> by_qpn;
  for (const ByteVector& captured : testing::read_frames("rx/" + file)) {
    const RxRecord record = receiver.receive(prepare_for_replay(captured).bytes, false);
    if (!record.opcode || !is_response(find_opcode(*record.opcode))) continue;
    if (receiver.find_qp(*record.qpn) == nullptr) continue;
    ++by_qpn[*record.qpn]
            [std::string(record.action ? name_of(*record.action) : name_of(*record.reason))];
  }
  return by_qpn;
}

Counts counted_by_the_index(const nlohmann::json& flow) {
  Counts counts;
  for (const auto& [syndrome, count] : flow["syndromes"].items()) {
    if (syndrome == "NAK_PSN_SEQ_ERR" || syndrome.starts_with("RNR_NAK"))
      counts["retry"] += count.get<std::size_t>();
    else if (syndrome.starts_with("NAK_"))
      counts["fail"] += count.get<std::size_t>();
  }
  std::size_t acknowledges = 0;
  for (const auto& [name, count] : flow["ops"].items()) {
    if (name == "RC_ACK") acknowledges += count.get<std::size_t>();
    const bool data = name.starts_with("RC_READ_RESP_") || name == "RC_ATOMIC_ACK";
    if (data) counts["data"] += count.get<std::size_t>();
  }
  acknowledges -= counts["retry"] + counts["fail"];
  if (acknowledges != 0) counts["complete"] = acknowledges;
  std::erase_if(counts, [](const auto& entry) { return entry.second == 0; });
  return counts;
}

TEST(KernelResponses, AreTakenAsTheIndexCountsThem) {
  std::size_t flows = 0;
  std::size_t responses = 0;
  const nlohmann::json index = testing::read_json("rx/index.json");
  for (const auto& [scenario, capture] : index["captures"].items()) {
    // The kernel takes an ACK for a PSN that it never sent; the model does not: next test.
    if (scenario == "mut_ack_future_psn") continue;
    for (const Guest guest : {Guest::kA, Guest::kB}) {
      const std::string file = testing::file_of_guest(scenario, capture, guest);
      SCOPED_TRACE(file);
      Receiver receiver({});
      for (const auto& qp : testing::qps_of_guest(scenario, capture, guest)) {
        receiver.add_qp(qp.config);
      }
      const auto by_qpn = judged(file, receiver);
      for (const auto& flow : capture["files"][file]["flows"]) {
        const auto qpn =
            static_cast<std::uint32_t>(std::stoul(flow["dest_qp"].get<std::string>(), nullptr, 0));
        const auto got = by_qpn.find(qpn);
        if (got == by_qpn.end()) continue;
        EXPECT_EQ(got->second, counted_by_the_index(flow)) << "QPN " << qpn;
        ++flows;
        for (const auto& [action, count] : got->second) responses += count;
      }
    }
  }
  fmt::print("{} responses in {} flows compared\n", responses, flows);
  EXPECT_GT(flows, 70U);
  EXPECT_GT(responses, 400U);
}

TEST(KernelResponses, AnAckForAPsnNeverSentIsBeyond) {
  const auto capture = testing::read_json("rx/index.json")["captures"]["mut_ack_future_psn"];
  Receiver receiver({});
  for (const auto& qp : testing::qps_of_guest("mut_ack_future_psn", capture, Guest::kA)) {
    receiver.add_qp(qp.config);
    EXPECT_EQ(qp.config.sq_una, 0x100U);
    EXPECT_EQ(qp.config.sq_psn, 0x102U);
    EXPECT_EQ(judged("mut_ack_future_psn.req.pcap", receiver)[qp.config.qpn],
              (Counts{{"ack_beyond", 1}, {"complete", 1}}));
  }
}

TEST(KernelResponses, AnAckTurnedIntoANakOnTheWayIsAFailure) {
  const auto capture = testing::read_json("rx/index.json")["captures"]["mut_nak_op_error"];
  Receiver receiver({});
  for (const auto& qp : testing::qps_of_guest("mut_nak_op_error", capture, Guest::kA)) {
    receiver.add_qp(qp.config);
    EXPECT_EQ(judged("mut_nak_op_error.req.pcap", receiver)[qp.config.qpn], (Counts{{"fail", 1}}));
  }
}

}  // namespace
}  // namespace rnic::model
