// SPDX-License-Identifier: Apache-2.0
//
// The sender judged by the Linux kernel's Soft-RoCE (vectors/README.md): the work requests that
// index.json lists for a capture go through the model, and each frame must be the kernel's, byte
// for byte. What is taken from the capture is in kernel_frames.h.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "models/host/host_bench.h"
#include "models/host/kernel_frames.h"
#include "models/wire/psn.h"

namespace rnic::model {
namespace {

using Json = nlohmann::json;

// "KEY=value" fields of a line, and what stands alone, both by blanks or colons.
struct Fields {
  explicit Fields(const std::string& text) {
    std::string word;
    for (const char c : text + " ") {
      if (c != ' ' && c != ':') {
        word += c;
        continue;
      }
      const auto equals = word.find('=');
      if (equals != std::string::npos) {
        values[word.substr(0, equals)] = word.substr(equals + 1);
      } else if (!word.empty()) {
        words.insert(word);
      }
      word.clear();
    }
  }
  std::uint64_t number(const std::string& key, std::uint64_t otherwise = 0) const {
    const auto at = values.find(key);
    return at == values.end() ? otherwise : std::stoull(at->second, nullptr, 0);
  }
  std::map<std::string, std::string> values{};
  std::set<std::string> words{};
};

// What one program on one guest did with one QP.
struct Sender {
  std::string file;
  Fields local;
  Fields remote;
  std::vector<Fields> operations{};
  bool all_succeeded = true;
};

// Lines of a second QP of the same guest begin with "Q2 ".
std::vector<Sender> senders_of(const std::string& name, const Json& capture) {
  std::vector<Sender> senders;
  for (const bool requester : {true, false}) {
    const bool own_file = requester && capture["files"].contains(name + ".req.pcap");
    std::map<bool, std::optional<Sender>> by_qp;
    for (const Json& entry : capture[requester ? "requester" : "responder"]) {
      std::string line = entry.get<std::string>();
      const bool second = line.starts_with("Q2 ");
      if (second) line.erase(0, 3);
      auto& sender = by_qp[second];
      if (line.starts_with("LOCAL ")) {
        sender = Sender{name + (own_file ? ".req.pcap" : ".pcap"), Fields(line), Fields("")};
      }
      if (!sender) continue;
      if (line.starts_with("REMOTE ")) sender->remote = Fields(line);
      if (line.starts_with("OP ")) sender->operations.emplace_back(line);
      const bool failed = line.starts_with("WC ") && line.find("status=0") == std::string::npos;
      if (failed) sender->all_succeeded = false;
    }
    for (const auto& [second, sender] : by_qp) {
      if (sender && !sender->operations.empty()) senders.push_back(*sender);
    }
  }
  return senders;
}

// The program's buffer of 1.25 MiB: 1 MiB of the counter pattern, the rest 0xEE.
HostMemory memory_of(const Sender& sender) {
  constexpr std::uint64_t kPattern = 0x100000;
  HostMemory memory;
  const std::uint64_t base = sender.local.number("vaddr");
  memory.add_region(base, kPattern, CounterFill{.seed = sender.local.number("pattern")});
  memory.add_region(base + kPattern, 0x40000, BytesFill{ByteVector(0x40000, 0xEE)});
  memory.add_region(testing::kRing, 64U << 8, BytesFill{});
  return memory;
}

WqeOpcode opcode_of(const Fields& operation) {
  const std::pair<const char*, WqeOpcode> kNames[] = {
      {"write", WqeOpcode::kWrite},     {"wimm", WqeOpcode::kWriteImm}, {"send", WqeOpcode::kSend},
      {"simm", WqeOpcode::kSendImm},    {"sinv", WqeOpcode::kSendInv},  {"read", WqeOpcode::kRead},
      {"cas", WqeOpcode::kCompareSwap}, {"fadd", WqeOpcode::kFetchAdd}};
  for (const auto& [name, opcode] : kNames) {
    if (operation.words.contains(name)) return opcode;
  }
  throw std::runtime_error("an operation this test does not know");
}

// The program cuts `sge` pieces of equal length, the last one with the rest, 13 bytes apart.
std::vector<WqePiece> pieces_of(const Sender& sender, const Fields& operation, bool atomic) {
  const std::uint64_t address = sender.local.number("vaddr") + operation.number("off");
  const auto length = static_cast<std::uint32_t>(atomic ? 8 : operation.number("len"));
  const auto count = static_cast<std::uint32_t>(operation.number("sge", 1));
  std::vector<WqePiece> pieces;
  for (std::uint32_t n = 0; n < count; ++n) {
    const std::uint32_t share = length / count;
    pieces.push_back({.address = address + std::uint64_t{n} * (share + 13),
                      .length = n + 1 == count ? length - n * share : share});
  }
  return pieces;
}

Wqe wqe_of(const Sender& sender, const Fields& operation, QpType type) {
  const WqeOpcode opcode = opcode_of(operation);
  Wqe wqe{.opcode = to_byte(opcode)};
  if (operation.words.contains("sol")) wqe.flags |= wqe_flag::kSolicited;
  wqe.immediate = static_cast<std::uint32_t>(operation.number("imm"));
  wqe.remote_address = operation.number("raddr");
  wqe.remote_key = static_cast<std::uint32_t>(operation.number("rkey"));
  wqe.pieces = pieces_of(sender, operation, is_atomic(wqe.opcode));
  wqe.compare = operation.number("cmp");
  wqe.swap_or_add = operation.number(opcode == WqeOpcode::kFetchAdd ? "add" : "swap",
                                     opcode == WqeOpcode::kFetchAdd ? 1 : 0);
  if (type == QpType::kUd) {
    wqe.set_datagram_target(static_cast<std::uint32_t>(sender.remote.number("qpn")), 0x11111111);
  }
  return wqe;
}

QpContext context_of(const Sender& sender) {
  QpContext qp;
  const std::string type = sender.local.values.at("type");
  qp.type = type == "rc" ? QpType::kRc : type == "uc" ? QpType::kUc : QpType::kUd;
  qp.qpn = static_cast<std::uint32_t>(sender.local.number("qpn"));
  qp.remote_qpn = static_cast<std::uint32_t>(sender.remote.number("qpn"));
  qp.pmtu = static_cast<std::uint32_t>(sender.local.number("mtu"));
  qp.sq_psn = static_cast<std::uint32_t>(sender.local.number("psn"));
  qp.ring_base = testing::kRing;
  qp.ring_log2_blocks = 8;
  return qp;
}

// Two messages go out of memory that the other end had written to before: the answer of the
// compare-and-swap before it, and the WRITE that crossed it. Their bytes are the capture's.
bool memory_was_changed(const Sender& sender, std::uint32_t psn) {
  return (sender.file == "atomic_cmp_swap.pcap" && psn == 0x101) ||
         (sender.file == "psn_wrap.pcap" && sender.local.number("qpn") == 0x2c1);
}

void compare_frame(const Sender& sender, const SentFrame& sent, const RoceFrame& kernel) {
  RoceFrame frame = *decode(sent.bytes);
  if (memory_was_changed(sender, sent.psn)) {
    ASSERT_EQ(frame.payload.size(), kernel.payload.size());
    frame.payload = kernel.payload;
  }
  testing::expect_same_frame(frame, kernel);
}

struct Comparison {
  std::size_t equal = 0;
  std::size_t not_in_capture = 0;
  std::set<std::uint32_t> psns{};  // that the model's messages take
};

Comparison compare(const Sender& sender) {
  Comparison result;
  const auto requests =
      testing::requests_of(sender.file, static_cast<std::uint32_t>(sender.remote.number("qpn")));
  if (requests.empty()) return result;
  HostMemory memory = memory_of(sender);
  NicSettings nic;
  QpContext qp = context_of(sender);
  testing::take_addresses(requests.begin()->second, qp, nic);
  SendRing ring(memory, qp.ring_base, qp.ring_log2_blocks);
  for (const Fields& operation : sender.operations) {
    ring.post(wqe_of(sender, operation, qp.type));
  }
  Requester requester(qp, nic, memory);
  requester.doorbell(ring.count());
  const testing::Outcome outcome = testing::drain(requester);
  EXPECT_EQ(outcome.records.size(), sender.operations.size());
  for (const CompletionRecord& record : outcome.records) EXPECT_FALSE(is_error(record.status));
  for (const SentFrame& sent : outcome.frames) {
    const auto at = requests.find(sent.psn);
    if (at == requests.end()) {
      ++result.not_in_capture;
      continue;
    }
    compare_frame(sender, sent, at->second);
    ++result.equal;
  }
  for (std::uint32_t psn = qp.sq_psn; psn != requester.next_psn(); psn = psn_add(psn, 1)) {
    result.psns.insert(psn);
  }
  for (const auto& [psn, frame] : requests) {
    EXPECT_TRUE(result.psns.contains(psn)) << fmt::format("the kernel sent PSN {:#08x}", psn);
  }
  return result;
}

TEST(KernelRequests, EveryFrameTheKernelSentIsTheModels) {
  std::size_t frames = 0;
  std::size_t senders = 0;
  const Json index = testing::read_json("rx/index.json");
  for (const auto& [name, capture] : index["captures"].items()) {
    for (const Sender& sender : senders_of(name, capture)) {
      SCOPED_TRACE(sender.file + " QPN " + sender.local.values.at("qpn"));
      const Comparison result = compare(sender);
      EXPECT_GT(result.equal, 0U);
      if (sender.all_succeeded) {
        EXPECT_EQ(result.not_in_capture, 0U);
      }
      frames += result.equal;
      ++senders;
    }
  }
  EXPECT_EQ(senders, 80U) << "all of them were looked at";
  EXPECT_EQ(frames, 891U);
}

}  // namespace
}  // namespace rnic::model
