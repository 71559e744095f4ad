// SPDX-License-Identifier: Apache-2.0
//
// Bytes as a conversation: each record of them is a right frame to one of a few QPs, of any opcode
// and length, its PSN near the expected one. The receiver's rules hold for every record: what an
// accepted, refused, duplicate or dropped frame may say, and what of the QP may move.
//
// A record is eight bytes: QP and length of PSN step | opcode | PSN step | flags | payload (2,
// little endian) | one word that the extended headers are filled from (2).
#include "models/rx/receiver.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "models/wire/frame.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

using model::Reason;
using model::Verdict;

constexpr std::size_t kRecordBytes = 8;
constexpr std::array<std::uint32_t, 5> kPmtus = {256, 512, 1024, 2048, 4096};
constexpr model::Ipv4Address kOurs = {10, 0, 1, 1};
constexpr model::Ipv4Address kPeers = {10, 0, 0, 1};

// QPN 0 to 7, of all types and states; 8 is none.
std::vector<model::RxQpConfig> qps() {
  std::vector<model::RxQpConfig> made;
  for (std::uint32_t i = 0; i < 8; ++i) {
    model::RxQpConfig qp{.qpn = i, .pmtu = kPmtus[i % 5], .rq_psn = 0xFFFFF0 + i};
    if (i == 3 || i == 5) qp.type = model::QpType::kUc;
    if (i == 4) qp.type = model::QpType::kUd;
    if (i == 6) qp.state = model::QpState::kError;
    if (i == 7) qp.state = model::QpState::kReset;
    if (i == 1) qp.source_ip = kOurs, qp.destination_ip = kPeers, qp.vlan = 7;
    qp.sq_una = 0xFFFFFA;
    qp.sq_psn = 6;
    made.push_back(qp);
  }
  return made;
}

void add_extension(model::RoceFrame& frame, model::Extension extension, std::uint16_t word) {
  switch (extension) {
    case model::Extension::kReth:
      // Small and large messages, and ones around 2^31.
      frame.reth = model::Reth{.virtual_address = word,
                               .dma_length = word < 0x8000 ? word : std::uint32_t{word} << 16};
      break;
    case model::Extension::kAeth:
      frame.aeth = model::Aeth{.syndrome = static_cast<std::uint8_t>(word), .msn = word};
      break;
    case model::Extension::kAtomicEth:
      frame.atomic_eth = model::AtomicEth{.virtual_address = word};
      break;
    case model::Extension::kAtomicAckEth:
      frame.atomic_ack_eth.emplace();
      break;
    case model::Extension::kDeth:
      frame.deth = model::Deth{.queue_key = static_cast<std::uint32_t>(word & 1)};
      break;
    case model::Extension::kImmDt:
      frame.imm_dt.emplace();
      break;
    case model::Extension::kIeth:
      frame.ieth.emplace();
      break;
    case model::Extension::kCnpReserved:
      frame.cnp_reserved.emplace();
      break;
  }
}

model::RoceFrame frame_of(const std::array<std::uint8_t, kRecordBytes>& record,
                          const model::Receiver& receiver) {
  model::RoceFrame frame;
  const std::uint8_t flags = record[3];
  model::Ipv4Header ip{.source = kPeers, .destination = kOurs};
  ip.traffic_class = static_cast<std::uint8_t>(46 << 2 | (flags & 3));
  frame.ip = ip;
  if ((flags & 4) != 0) frame.ethernet.tag = model::make_vlan_tag(3, 7);
  const auto opcodes = model::all_opcodes();
  const model::OpcodeInfo& info = opcodes[record[1] % opcodes.size()];
  frame.bth.opcode = model::to_byte(info.opcode);
  frame.bth.ack_request = (flags & 8) != 0;
  if ((flags & 16) != 0) frame.bth.pkey = 0x7FFF;
  frame.bth.dest_qp = record[0] % 9;
  const model::RxQp* qp = receiver.find_qp(frame.bth.dest_qp);
  const bool is_answer = info.operation == model::Operation::kAcknowledge ||
                         info.operation == model::Operation::kReadResponse ||
                         info.operation == model::Operation::kAtomicAcknowledge;
  const std::uint32_t near = qp == nullptr ? 0 : is_answer ? qp->config.sq_una : qp->expected_psn;
  frame.bth.psn = model::psn_add(near, static_cast<std::int8_t>(record[2]));
  for (const model::Extension extension : info.extensions) {
    add_extension(frame, extension, static_cast<std::uint16_t>(record[6] | record[7] << 8));
  }
  if (info.may_carry_payload() || (flags & 32) != 0) {
    frame.payload.resize((record[4] | std::size_t{record[5]} << 8) % 4200);
  }
  model::complete(frame);
  if ((flags & 64) != 0) frame.icrc ^= 1;
  return frame;
}

void check_record(const model::RxRecord& record) {
  const bool is_drop = record.verdict == Verdict::kDrop || record.verdict == Verdict::kNotRoce;
  require(record.verdict != Verdict::kSkipped, "a receiver skips nothing");
  require(record.reason.has_value() == (record.verdict != Verdict::kAccept),
          "what is not accepted has a reason");
  require(record.action.has_value() != is_drop, "what is not dropped has an action");
  require(record.answer_psn.has_value() == record.msn.has_value(), "an answer has PSN and MSN");
  require(!record.answer_psn || !is_drop, "what is dropped is not answered");
  require(!record.region || record.icrc_ok == true, "a PSN is judged behind a right ICRC");
  if (record.answer_psn) require(*record.answer_psn <= 0xFFFFFF, "a PSN has 24 bits");
}

void check_moves(const model::RxQp& before, const model::RxQp& after,
                 const model::RxRecord& record) {
  require(before.config == after.config, "a configuration stays");
  const bool moves_psn = record.verdict == Verdict::kAccept ||
                         (before.config.type == model::QpType::kUc &&
                          record.verdict == Verdict::kDrop && record.icrc_ok == true);
  if (!moves_psn) require(before.expected_psn == after.expected_psn, "the expected PSN stays");
  if (record.verdict == Verdict::kDuplicate) require(before == after, "a duplicate moves nothing");
  if (record.verdict != Verdict::kAccept) require(before.msn == after.msn, "the MSN stays");
  if (before.state != after.state) {
    require(record.verdict == Verdict::kRefuse && after.state == model::QpState::kError,
            "only a refused packet ends a QP");
  }
  if (before.state != model::QpState::kReady) require(before == after, "a QP not ready stays");
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnic;
  using namespace rnic::fuzz;
  model::Receiver receiver({.num_qps = 16});
  for (const model::RxQpConfig& qp : qps()) require(!receiver.add_qp(qp), "a QP finds its place");
  for (std::size_t at = 0; at + kRecordBytes <= size; at += kRecordBytes) {
    std::array<std::uint8_t, kRecordBytes> bytes;
    std::memcpy(bytes.data(), data + at, kRecordBytes);
    const model::RoceFrame frame = frame_of(bytes, receiver);
    const model::ByteVector wire = model::encode(frame);
    std::vector<model::RxQp> before;
    for (std::uint32_t qpn = 0; qpn < 8; ++qpn) before.push_back(*receiver.find_qp(qpn));
    const model::RxRecord record = receiver.receive(wire, /*mac_error=*/(bytes[3] & 128) != 0);
    check_record(record);
    require(model::payload_of(wire, record).size() == record.payload_bytes.value_or(0),
            "the payload lies in the frame");
    for (std::uint32_t qpn = 0; qpn < 8; ++qpn) {
      const model::RxQp& after = *receiver.find_qp(qpn);
      const bool is_its = record.qpn == qpn;
      if (is_its) check_moves(before[qpn], after, record);
      if (!is_its) require(before[qpn] == after, "no other QP moves");
    }
  }
  const model::RxCounters& counters = receiver.counters();
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counters.by_verdict) sum += count;
  require(sum == counters.frames, "the verdicts add up to the frames");
  return 0;
}
