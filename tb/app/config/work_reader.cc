// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "tb/app/config/memory_reader.h"
#include "tb/app/config/nic_reader.h"
#include "tb/app/config/qp_reader.h"
#include "tb/app/config/text_file.h"
#include "tb/app/config/toml_table.h"
#include "tb/app/config/work_config.h"

namespace rnic::app {
namespace {

using model::QpContext;
using model::QpType;
using model::WqeOpcode;

constexpr std::array<std::string_view, 19> kWqeKeys = {
    "qpn",     "op",    "sge", "remote_addr", "rkey",        "imm",      "inv_rkey",
    "compare", "swap",  "add", "remote_qpn",  "remote_qkey", "signaled", "solicited",
    "fence",   "wr_id", "raw", "owner",       "repeat"};
constexpr std::array<std::string_view, 3> kPieceKeys = {"addr", "length", "lkey"};
constexpr std::array<std::string_view, 2> kDoorbellKeys = {"qpn", "count"};
constexpr std::array<std::string_view, 4> kRawKeys = {"qpn", "raw", "owner", "repeat"};

constexpr std::uint64_t kMax24 = 0xFFFFFF;
constexpr std::uint64_t kMax32 = 0xFFFFFFFF;
constexpr std::size_t kMostPieces = 255;  // the count is a byte

class WorkReader {
 public:
  explicit WorkReader(const std::string& name) : name_(name) {}

  WorkConfig read(const toml::table& file) {
    work_.name = name_;
    work_.nic = read_nic(name_, file);
    if (!work_.nic.mac) {
      const toml::node* nic = file.get("nic");
      fail_at(name_, nic != nullptr ? nic->source() : file.source(), "[nic] needs mac");
    }
    for_each_table(name_, file, "qp", [&](const TomlTable& table) { read_qp(table); });
    for_each_table(name_, file, "memory", [&](const TomlTable& table) {
      work_.memory.push_back(read_memory(name_, table, work_.memory));
    });
    for_each_table(name_, file, "wqe", [&](const TomlTable& table) { read_wqe(table); });
    for_each_table(name_, file, "doorbell", [&](const TomlTable& table) { read_doorbell(table); });
    return std::move(work_);
  }

 private:
  void read_qp(const TomlTable& table);
  void read_path(const TomlTable& table, QpContext& qp);
  void read_addresses(const TomlTable& table, QpContext& qp);
  void read_wqe(const TomlTable& table);
  void read_fields(const TomlTable& table, WqeConfig& config);
  void refuse_lost_operands(const TomlTable& table, WqeOpcode operation, bool is_ud);
  void read_operands(const TomlTable& table, WqeOpcode operation, model::Wqe& wqe);
  void read_raw(const TomlTable& table, WqeConfig& config);
  std::vector<model::WqePiece> read_pieces(const TomlTable& table);
  void read_doorbell(const TomlTable& table);

  const std::string& name_;
  WorkConfig work_;
  TakenEntries taken_;
  std::map<std::uint32_t, QpType> types_;
};

void WorkReader::read_qp(const TomlTable& table) {
  table.expect_only(kQpKeys);
  QpContext qp{.source_mac = *work_.nic.mac};
  qp.qpn = read_qpn(table, taken_);
  qp.type = read_qp_type(table);
  types_.emplace(qp.qpn, qp.type);
  const auto remote_qpn = table.number<std::uint32_t>("remote_qpn", 0, kMax24);
  qp.remote_qpn =
      qp.type == QpType::kUd ? remote_qpn.value_or(0) : table.required("remote_qpn", remote_qpn);
  read_addresses(table, qp);
  read_path(table, qp);
  qp.pmtu = read_pmtu(table);
  qp.sq_psn = table.required("sq_psn", table.number<std::uint32_t>("sq_psn", 0, kMax24));
  qp.sq_una = table.number<std::uint32_t>("sq_una", 0, kMax24).value_or(qp.sq_psn);
  qp.rq_psn = table.number<std::uint32_t>("rq_psn", 0, kMax24).value_or(qp.rq_psn);
  qp.pkey = table.number<std::uint16_t>("pkey", 0, 0xFFFF).value_or(qp.pkey);
  qp.qkey = table.number<std::uint32_t>("qkey", 0, kMax32).value_or(qp.qkey);
  qp.mig_req = table.flag("migreq").value_or(qp.mig_req);
  const auto entries =
      table.power_of_two("sq_entries", 16, 32768, "a power of two, 16..32768").value_or(64);
  qp.ring_log2_blocks = static_cast<unsigned>(std::countr_zero(entries));
  work_.qps.push_back(qp);
}

void WorkReader::read_path(const TomlTable& table, QpContext& qp) {
  qp.dscp = table.number<std::uint8_t>("dscp", 0, 63).value_or(qp.dscp);
  qp.ecn = table.number<std::uint8_t>("ecn", 0, 3).value_or(qp.ecn);
  qp.ttl = table.number<std::uint8_t>("ttl", 0, 255).value_or(qp.ttl);
  qp.flow_label = table.number<std::uint32_t>("flow_label", 0, 0xFFFFF).value_or(qp.flow_label);
  qp.udp_source_port = table.number<std::uint16_t>("udp_src_port", 0xC000, 0xFFFF)
                           .value_or(model::usual_source_port(qp));
}

void WorkReader::read_addresses(const TomlTable& table, QpContext& qp) {
  qp.source_ip = table.required("src_ip", read_ip(table, "src_ip"));
  qp.destination_ip = table.required("dst_ip", read_ip(table, "dst_ip"));
  if (qp.source_ip.index() != qp.destination_ip.index()) {
    table.fail("dst_ip", "expected src_ip and dst_ip to be of one family, IPv4 or IPv6");
  }
  qp.next_hop_mac = table.required("next_hop_mac", table.mac("next_hop_mac"));
  qp.vlan = table.number<std::uint16_t>("vlan", 1, 4094);
}

void WorkReader::read_wqe(const TomlTable& table) {
  table.expect_only(kWqeKeys);
  WqeConfig wqe;
  wqe.qpn = table.required("qpn", table.number<std::uint32_t>("qpn", 0, kMax24));
  if (!types_.contains(wqe.qpn)) {
    table.fail("qpn", fmt::format("expected the QPN of a [[qp]], {:#x} is none", wqe.qpn));
  }
  wqe.repeat = table.number<std::uint32_t>("repeat", 1, kMax32).value_or(1);
  if (const auto owner = table.number("owner", 0, 1)) wqe.owner = *owner == 1;
  if (table.find("raw") != nullptr) {
    read_raw(table, wqe);
  } else {
    read_fields(table, wqe);
  }
  work_.wqes.push_back(std::move(wqe));
}

void WorkReader::read_raw(const TomlTable& table, WqeConfig& config) {
  for (const auto& [key, value] : table.table()) {
    if (std::ranges::find(kRawKeys, key.str()) == kRawKeys.end()) {
      table.fail(key.source(),
                 fmt::format("expected raw to stand for the whole WQE, without {}", key.str()));
    }
  }
  auto bytes = *table.hex("raw");
  if (bytes.empty() || bytes.size() % model::kWqeBlockBytes != 0 ||
      bytes.size() > model::kMaxWqeBlocks * model::kWqeBlockBytes) {
    table.fail("raw", "expected raw to be 64, 128, 192 or 256 bytes of hexadecimal digits");
  }
  config.raw = std::move(bytes);
}

void WorkReader::read_fields(const TomlTable& table, WqeConfig& config) {
  const auto name = table.required("op", table.text("op", "the name of an operation"));
  const auto operation = model::find_wqe_opcode(name);
  if (!operation) {
    table.fail("op",
               "expected op to be SEND, SEND_IMM, SEND_INV, WRITE, WRITE_IMM, READ, "
               "CMP_SWAP or FETCH_ADD");
  }
  config.wqe.opcode = model::to_byte(*operation);
  config.wqe.pieces = read_pieces(table);
  refuse_lost_operands(table, *operation, types_.at(config.qpn) == QpType::kUd);
  read_operands(table, *operation, config.wqe);
  const auto set = [&](std::string_view key, bool usual, std::uint8_t flag) {
    if (table.flag(key).value_or(usual)) config.wqe.flags |= flag;
  };
  config.wqe.flags = 0;
  set("signaled", true, model::wqe_flag::kSignaled);
  set("solicited", false, model::wqe_flag::kSolicited);
  set("fence", false, model::wqe_flag::kFence);
  config.wr_id = table.number64("wr_id");
}

// A field that the WQE has, used or not, may be given; what has no place in it is refused, since it
// would be lost without a word.
void WorkReader::refuse_lost_operands(const TomlTable& table, WqeOpcode operation, bool is_ud) {
  const auto allow = [&](std::string_view key, bool when, std::string_view where) {
    if (!when && table.find(key) != nullptr) {
      table.fail(key, fmt::format("expected {} only in {}", key, where));
    }
  };
  // Other operations are none of UD, and the RTL has to say so.
  const bool is_datagram =
      is_ud && (operation == WqeOpcode::kSend || operation == WqeOpcode::kSendImm);
  const bool is_swap = operation == WqeOpcode::kCompareSwap;
  const bool is_add = operation == WqeOpcode::kFetchAdd;
  const bool is_invalidate = operation == WqeOpcode::kSendInv;
  allow("imm", !is_invalidate, "operations other than SEND_INV, which has inv_rkey");
  allow("inv_rkey", is_invalidate, "SEND_INV");
  allow("compare", is_swap || is_add, "CMP_SWAP");
  allow("swap", is_swap, "CMP_SWAP");
  allow("add", is_add, "FETCH_ADD");
  allow("remote_qpn", is_ud, "WQEs of UD QPs");
  allow("remote_qkey", is_ud, "WQEs of UD QPs");
  allow("remote_addr", !is_datagram,
        "WQEs that are no datagrams, which have remote_qpn in its place");
  allow("rkey", !is_datagram, "WQEs that are no datagrams, which have remote_qkey in its place");
}

void WorkReader::read_operands(const TomlTable& table, WqeOpcode operation, model::Wqe& wqe) {
  const auto number32 = [&](std::string_view key) {
    return table.number<std::uint32_t>(key, 0, kMax32).value_or(0);
  };
  const auto number64 = [&](std::string_view key) { return table.number64(key).value_or(0); };
  wqe.immediate = number32(operation == WqeOpcode::kSendInv ? "inv_rkey" : "imm");
  wqe.compare = number64("compare");
  wqe.swap_or_add = number64(operation == WqeOpcode::kCompareSwap ? "swap" : "add");
  const auto remote_qpn = table.number("remote_qpn", 0, kMax24);
  wqe.remote_address = remote_qpn ? *remote_qpn : number64("remote_addr");
  wqe.remote_key = number32(table.find("remote_qkey") != nullptr ? "remote_qkey" : "rkey");
}

std::vector<model::WqePiece> WorkReader::read_pieces(const TomlTable& table) {
  std::vector<model::WqePiece> pieces;
  const toml::node* node = table.find("sge");
  if (node == nullptr) return pieces;
  const toml::array* list = node->as_array();
  if (list == nullptr || list->size() > kMostPieces) {
    table.fail("sge", fmt::format("expected sge to be a list of at most {} pieces such as "
                                  "{{ addr = 0x100000, length = 64 }}",
                                  kMostPieces));
  }
  for (const toml::node& entry : *list) {
    if (!entry.is_table()) {
      table.fail(entry.source(), "expected a piece such as { addr = 0x100000, length = 64 }");
    }
    const TomlTable piece(name_, *entry.as_table(), "a piece");
    piece.expect_only(kPieceKeys);
    pieces.push_back(
        {.address = piece.required("addr", piece.number64("addr")),
         .length = piece.required("length", piece.number<std::uint32_t>("length", 0, kMax32)),
         .local_key = piece.number<std::uint32_t>("lkey", 0, kMax32).value_or(0)});
  }
  return pieces;
}

void WorkReader::read_doorbell(const TomlTable& table) {
  table.expect_only(kDoorbellKeys);
  work_.doorbells.push_back(
      {.qpn = table.required("qpn", table.number<std::uint32_t>("qpn", 0, kMax24)),
       .count = table.required("count", table.number<std::uint16_t>("count", 0, 0xFFFF))});
}

}  // namespace

WorkConfig parse_work(std::string_view text, const std::string& name) {
  return WorkReader(name).read(parse_toml(text, name));
}

std::vector<NamedFile> inputs_of(const WorkConfig& work, const std::string& config) {
  std::vector<NamedFile> inputs = {{"the configuration", config}};
  for (const MemoryConfig& memory : work.memory) {
    if (!memory.file.empty()) inputs.push_back({"the file of a [[memory]]", memory.file});
  }
  return inputs;
}

WorkConfig load_work(const std::string& path) { return parse_work(read_text_file(path), path); }

}  // namespace rnic::app
