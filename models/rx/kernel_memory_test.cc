// SPDX-License-Identifier: Apache-2.0
//
// Payloads judged by the Linux kernel's Soft-RoCE: what the model accepts is executed on the memory
// that a guest of a capture started with. At the end the CRC-32 of that memory and of each message
// received by SEND must be what the guest printed. Shows that nothing is executed twice, nothing
// left out, and that each payload lies where the record says.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "models/crc/crc32.h"
#include "models/rx/kernel_qps.h"
#include "models/rx/receiver.h"
#include "models/rx/replay_rules.h"
#include "models/wire/frame.h"

namespace rnic::model {
namespace {

using testing::Guest;

constexpr std::size_t kTarget = 0x100000;  // bytes under the CRC

std::uint32_t crc_of(ByteSpan bytes) {
  Crc32 crc;
  crc.update(bytes);
  return crc.value();
}

std::optional<std::uint64_t> hex_field(const std::string& line, const std::string& key) {
  const auto at = line.find(" " + key + "=");
  if (at == std::string::npos) return std::nullopt;
  return std::stoull(line.substr(at + key.size() + 2), nullptr, 0);
}

// What one guest printed about its memory and its receives.
struct Printed {
  std::uint64_t base = 0;
  std::uint8_t pattern = 0;
  std::uint32_t target_crc = 0;
  bool changes_its_own_memory = false;  // READs and atomics of its own land there
  std::multiset<std::uint32_t> received{};
};

Printed printed_by(const nlohmann::json& lines) {
  Printed printed;
  for (const nlohmann::json& entry : lines) {
    const std::string line = entry.get<std::string>();
    if (line.find("LOCAL ") != std::string::npos) {
      printed.base = hex_field(line, "vaddr").value();
      printed.pattern = static_cast<std::uint8_t>(hex_field(line, "pattern").value());
    }
    if (line.find("FINAL ") != std::string::npos) {
      printed.target_crc = static_cast<std::uint32_t>(hex_field(line, "target_crc32").value());
    }
    for (const char* own : {" read:", " fadd:", " cas:"}) {
      if (line.find(own) != std::string::npos) printed.changes_its_own_memory = true;
    }
    if (line.find("RECV ") == std::string::npos || line.find("status=0") == std::string::npos) {
      continue;
    }
    if (const auto crc = hex_field(line, "crc32")) {
      printed.received.insert(static_cast<std::uint32_t>(*crc));
    }
  }
  return printed;
}

// The guest's first MiB and the messages that come in, by the model's verdicts.
class Memory {
 public:
  explicit Memory(const Printed& printed) : base_(printed.base), bytes_(kTarget) {
    for (std::size_t i = 0; i < kTarget; ++i) {
      bytes_[i] = static_cast<std::uint8_t>(i + 31 * (i >> 8) + printed.pattern);
    }
  }

  void execute(const RoceFrame& frame, const OpcodeInfo& info, ByteSpan payload) {
    if (frame.reth) next_[frame.bth.dest_qp] = frame.reth->virtual_address;
    switch (info.operation) {
      case Operation::kWrite:
        for (const std::uint8_t byte : payload) byte_at(next_[frame.bth.dest_qp]++) = byte;
        break;
      case Operation::kSend: {
        ByteVector& message = messages_[frame.bth.dest_qp];
        message.insert(message.end(), payload.begin(), payload.end());
        if (!info.ends_message()) break;
        received_.insert(crc_of(message));
        message.clear();
        break;
      }
      case Operation::kFetchAdd:
        put(frame, get(frame) + frame.atomic_eth->swap_or_add);
        break;
      case Operation::kCompareSwap:
        if (get(frame) == frame.atomic_eth->compare) put(frame, frame.atomic_eth->swap_or_add);
        break;
      default:
        break;
    }
  }

  std::uint32_t target_crc() const { return crc_of(bytes_); }
  const std::multiset<std::uint32_t>& received() const { return received_; }

 private:
  std::uint8_t& byte_at(std::uint64_t address) { return bytes_.at(address - base_); }
  // Words lie in memory in the guests' order, little endian.
  std::uint64_t get(const RoceFrame& frame) {
    std::uint64_t value = 0;
    for (unsigned i = 8; i-- > 0;) {
      value = value << 8 | byte_at(frame.atomic_eth->virtual_address + i);
    }
    return value;
  }
  void put(const RoceFrame& frame, std::uint64_t value) {
    for (unsigned i = 0; i < 8; ++i) {
      byte_at(frame.atomic_eth->virtual_address + i) = static_cast<std::uint8_t>(value >> 8 * i);
    }
  }

  std::uint64_t base_;
  ByteVector bytes_;
  std::map<std::uint32_t, std::uint64_t> next_{};   // address of the next WRITE byte, by QPN
  std::map<std::uint32_t, ByteVector> messages_{};  // SENDs under way, by QPN
  std::multiset<std::uint32_t> received_{};
};

TEST(KernelMemory, IsWhatTheAcceptedPayloadsMakeOfIt) {
  std::size_t memories = 0;
  std::size_t messages = 0;
  const nlohmann::json index = testing::read_json("rx/index.json");
  for (const auto& [scenario, capture] : index["captures"].items()) {
    // No receive buffer for the second and third datagram: not for these rules to know.
    const bool no_buffers = scenario == "ud_no_recv";
    if (no_buffers || testing::refused_by_later_stages().contains(scenario) ||
        testing::kernel_stays_deaf(scenario)) {
      continue;
    }
    for (const Guest guest : {Guest::kA, Guest::kB}) {
      const auto qps = testing::qps_of_guest(scenario, capture, guest);
      const Printed printed = printed_by(testing::lines_of_guest(capture, guest));
      if (qps.empty() || printed.base == 0) continue;
      const std::string file = testing::file_of_guest(scenario, capture, guest);
      SCOPED_TRACE(file);
      Receiver receiver({});
      for (const auto& qp : qps) receiver.add_qp(qp.config);
      Memory memory(printed);
      for (const ByteVector& captured : testing::read_frames("rx/" + file)) {
        const ReplayedFrame frame = prepare_for_replay(captured);
        const RxRecord record = receiver.receive(frame.bytes, frame.mac_error);
        if (record.verdict != Verdict::kAccept) continue;
        memory.execute(*decode(frame.bytes), *find_opcode(*record.opcode),
                       payload_of(frame.bytes, record));
      }
      if (!printed.changes_its_own_memory) {
        EXPECT_EQ(memory.target_crc(), printed.target_crc);
        ++memories;
      }
      EXPECT_EQ(memory.received(), printed.received);
      messages += printed.received.size();
    }
  }
  fmt::print("{} memories and {} received messages compared\n", memories, messages);
  EXPECT_GT(memories, 100U);
  EXPECT_GT(messages, 50U);
}

}  // namespace
}  // namespace rnic::model
