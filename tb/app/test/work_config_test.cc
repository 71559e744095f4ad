// SPDX-License-Identifier: Apache-2.0
//
// [[qp]], [[memory]], [[wqe]] and [[doorbell]] of a configuration.
#include "tb/app/config/work_config.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tb/app/config/text_file.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

using model::QpContext;
using model::QpType;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// Line 1 to 12 of every file below that needs a QP.
constexpr std::string_view kHead = R"([nic]
mac = "02:00:00:00:00:01"
[[qp]]
qpn = 0x11
type = "RC"
remote_qpn = 0x12
src_ip = "10.0.0.1"
dst_ip = "10.0.1.1"
next_hop_mac = "02:00:00:00:00:fe"
pmtu = 1024
sq_psn = 0xfffffe
)";

WorkConfig parse(std::string_view text) {
  return parse_work(std::string(kHead) + std::string(text), "work.toml");
}

std::string message_of(std::string_view text, bool with_head = true) {
  try {
    with_head ? parse(text) : parse_work(text, "work.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// The head with one line in place of another.
std::string with_line(std::string_view key, std::string_view line) {
  std::string text(kHead);
  const std::size_t at = text.find("\n" + std::string(key) + " =") + 1;
  text.replace(at, text.find('\n', at) - at, line);
  return text;
}

TEST(WorkConfig, DefaultsAreThoseOfTheManual) {
  const QpContext qp = parse("").qps.at(0);
  EXPECT_EQ(qp.qpn, 0x11u);
  EXPECT_EQ(qp.type, QpType::kRc);
  EXPECT_EQ(qp.remote_qpn, 0x12u);
  EXPECT_EQ(qp.source_ip, model::IpAddress(model::Ipv4Address{10, 0, 0, 1}));
  EXPECT_EQ(qp.destination_ip, model::IpAddress(model::Ipv4Address{10, 0, 1, 1}));
  EXPECT_EQ(qp.next_hop_mac, (model::MacAddress{2, 0, 0, 0, 0, 0xfe}));
  EXPECT_FALSE(qp.vlan);
  EXPECT_EQ(qp.pmtu, 1024u);
  EXPECT_EQ(qp.sq_psn, 0xFFFFFEu);
  EXPECT_EQ(qp.sq_una, 0xFFFFFEu);
  EXPECT_EQ(qp.rq_psn, 0u);
  EXPECT_EQ(qp.dscp, 46);
  EXPECT_EQ(qp.ecn, 0);
  EXPECT_EQ(qp.ttl, 64);
  EXPECT_EQ(qp.pkey, 0xFFFF);
  EXPECT_EQ(qp.qkey, 0u);
  EXPECT_FALSE(qp.mig_req);
  EXPECT_EQ(qp.flow_label, 0u);
  EXPECT_EQ(qp.udp_source_port, 0xC132);
  EXPECT_EQ(qp.ring_log2_blocks, 6u);
  EXPECT_EQ(qp.source_mac, (model::MacAddress{2, 0, 0, 0, 0, 1}));
  const WqeConfig wqe = parse("[[wqe]]\nqpn = 0x11\nop = 'SEND'\n").wqes.at(0);
  EXPECT_EQ(wqe.wqe.flags, model::wqe_flag::kSignaled);
  EXPECT_FALSE(wqe.wr_id);
  EXPECT_FALSE(wqe.owner);
  EXPECT_TRUE(wqe.wqe.pieces.empty());
  EXPECT_EQ(wqe.repeat, 1u);
  const MemoryConfig memory = parse("[[memory]]\naddr = 0\nsize = 1\n").memory.at(0);
  EXPECT_TRUE(std::holds_alternative<model::ZeroFill>(memory.fill));
}

TEST(WorkConfig, EveryKeyOfAQpIsRead) {
  const QpContext qp = parse_work(R"([nic]
mac = "02:00:00:00:00:01"
[[qp]]
qpn = 0xffffff
type = "UD"
src_ip = "fd00::1"
dst_ip = "fd00::2"
next_hop_mac = "02:00:00:00:00:fe"
vlan = 4094
pmtu = 4096
sq_psn = 1
sq_una = 2
rq_psn = 3
dscp = 63
ecn = 1
ttl = 255
pkey = 0x8001
qkey = 0xffffffff
migreq = true
flow_label = 0xfffff
udp_src_port = 0xc123
sq_entries = 32768
)",
                                  "work.toml")
                           .qps.at(0);
  EXPECT_EQ(qp.qpn, 0xFFFFFFu);
  EXPECT_EQ(qp.type, QpType::kUd);
  EXPECT_EQ(qp.destination_ip, model::IpAddress(model::Ipv6Address{0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                                   0, 0, 0, 0, 0, 2}));
  EXPECT_EQ(qp.vlan, 4094);
  EXPECT_EQ(qp.pmtu, 4096u);
  EXPECT_EQ(qp.sq_una, 2u);
  EXPECT_EQ(qp.rq_psn, 3u);
  EXPECT_EQ(qp.dscp, 63);
  EXPECT_EQ(qp.ecn, 1);
  EXPECT_EQ(qp.ttl, 255);
  EXPECT_EQ(qp.pkey, 0x8001);
  EXPECT_EQ(qp.qkey, 0xFFFFFFFFu);
  EXPECT_TRUE(qp.mig_req);
  EXPECT_EQ(qp.flow_label, 0xFFFFFu);
  EXPECT_EQ(qp.udp_source_port, 0xC123);
  EXPECT_EQ(qp.ring_log2_blocks, 15u);
}

TEST(WorkConfig, EveryKeyOfAWqeIsRead) {
  const WorkConfig work = parse(R"(
[[wqe]]
qpn = 0x11
op = "WRITE_IMM"
sge = [ { addr = 0x100000, length = 65536 }, { addr = "0xfffffffffffff000", length = 0, lkey = 7 } ]
remote_addr = 0x7f0000001000
rkey = 0x1234
imm = 0xdeadbeef
signaled = false
solicited = true
fence = true
wr_id = "0xffffffffffffffff"
repeat = 3
[[wqe]]
qpn = 0x11
op = "SEND_INV"
inv_rkey = 5
[[wqe]]
qpn = 0x11
op = "CMP_SWAP"
compare = "18446744073709551615"
swap = 2
[[wqe]]
qpn = 0x11
op = "FETCH_ADD"
add = 9
owner = 0
)");
  const model::Wqe& write = work.wqes.at(0).wqe;
  EXPECT_EQ(write.opcode, 4);
  ASSERT_EQ(write.pieces.size(), 2u);
  EXPECT_EQ(write.pieces[1].address, 0xFFFFFFFFFFFFF000u);
  EXPECT_EQ(write.pieces[1].local_key, 7u);
  EXPECT_EQ(write.pieces[0].length, 65536u);
  EXPECT_EQ(write.remote_address, 0x7F0000001000u);
  EXPECT_EQ(write.remote_key, 0x1234u);
  EXPECT_EQ(write.immediate, 0xDEADBEEFu);
  EXPECT_EQ(write.flags, model::wqe_flag::kSolicited | model::wqe_flag::kFence);
  EXPECT_EQ(work.wqes.at(0).wr_id, UINT64_MAX);
  EXPECT_EQ(work.wqes.at(0).repeat, 3u);
  EXPECT_EQ(work.wqes.at(1).wqe.immediate, 5u);
  EXPECT_EQ(work.wqes.at(2).wqe.compare, UINT64_MAX);
  EXPECT_EQ(work.wqes.at(2).wqe.swap_or_add, 2u);
  EXPECT_EQ(work.wqes.at(3).wqe.swap_or_add, 9u);
  EXPECT_EQ(work.wqes.at(3).owner, false);
}

TEST(WorkConfig, MessageAndPagesNameEveryOperation) {
  const std::string message = message_of("[[wqe]]\nqpn = 0x11\nop = 'none'\n");
  const std::string keys = read_text_file(RNIC_VECTORS "/../docs/configuration.md");
  const std::string blocks = read_text_file(RNIC_VECTORS "/../docs/blocks/sq.md");
  for (std::uint8_t opcode = 0; opcode < model::kWqeOpcodes; ++opcode) {
    const auto name = model::wqe_opcode_name(opcode);
    EXPECT_THAT(message, ContainsRegex(fmt::format(" {}(,| or|$)", name)));
    EXPECT_NE(keys.find(fmt::format("`{}`", name)), std::string::npos)
        << "not in docs/configuration.md: " << name;
    EXPECT_NE(blocks.find(fmt::format("{} {}", opcode, name)), std::string::npos)
        << "not in docs/blocks/sq.md: " << name;
  }
}

TEST(WorkConfig, ADatagramHasItsDestinationInTheWqe) {
  std::string text = with_line("type", "type = 'UD'");
  text += "[[wqe]]\nqpn = 0x11\nop = 'SEND'\nremote_qpn = 0x34\nremote_qkey = 0x11111111\n";
  const model::Wqe wqe = parse_work(text, "work.toml").wqes.at(0).wqe;
  EXPECT_EQ(wqe.remote_qpn(), 0x34u);
  EXPECT_EQ(wqe.queue_key(), 0x11111111u);
  EXPECT_THAT(message_of("[[wqe]]\nqpn = 0x11\nop = 'SEND'\nremote_qpn = 1\n"),
              HasSubstr("expected remote_qpn only in WQEs of UD QPs"));
}

TEST(WorkConfig, RawWqesAndDoorbellsAreRead) {
  const WorkConfig work = parse("[[wqe]]\nqpn = 0x11\nraw = '" + std::string(127, '0') +
                                "F'\nowner = 1\n[[doorbell]]\nqpn = 0x999\ncount = 65535\n");
  EXPECT_EQ(work.wqes.at(0).raw.size(), 64u);
  EXPECT_EQ(work.wqes.at(0).raw.back(), 0x0F);
  EXPECT_EQ(work.wqes.at(0).owner, true);
  EXPECT_EQ(work.doorbells.at(0).qpn, 0x999u);
  EXPECT_EQ(work.doorbells.at(0).count, 65535u);
  EXPECT_THAT(message_of("[[wqe]]\nqpn = 0x11\nraw = '00'\n"),
              HasSubstr("work.toml:14:7: expected raw to be 64, 128, 192 or 256 bytes"));
  EXPECT_THAT(message_of("[[wqe]]\nqpn = 0x11\nraw = ''\nop = 'SEND'\n"),
              HasSubstr("work.toml:15:1: expected raw to stand for the whole WQE, without op"));
}

TEST(WorkConfig, NonsenseThatFitsItsFieldIsLeftToTheRtl) {
  std::string sge;
  for (int i = 0; i < 15; ++i) sge += "{ addr = 1, length = 0xffffffff },";
  EXPECT_EQ(parse("[[wqe]]\nqpn = 0x11\nop = 'FETCH_ADD'\nremote_addr = 1\nsge = [" + sge + "]\n")
                .wqes.at(0)
                .wqe.pieces.size(),
            15u);
}

TEST(WorkConfig, FillsAreRead) {
  const auto folder =
      std::filesystem::path(::testing::TempDir()) / ("work_config." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "x.bin") << "abc";
  const WorkConfig work = parse_work(std::string(kHead) + R"(
[[memory]]
addr = 0x1000
size = 3
fill = { file = "x.bin" }
[[memory]]
addr = 0x2000
size = 2
fill = { hex = "0fF0" }
[[memory]]
addr = "0xffffffffffffff00"
size = 0x100
fill = "random"
seed = "0xfedcba9876543210"
[[memory]]
addr = 0x3000
size = 0x80000000
fill = "counter"
)",
                                     (folder / "work.toml").string());
  const auto bytes = [&](std::size_t i) {
    return std::get<model::BytesFill>(work.memory.at(i).fill).bytes;
  };
  EXPECT_EQ(bytes(0), (model::ByteVector{'a', 'b', 'c'}));
  EXPECT_EQ(bytes(1), (model::ByteVector{0x0F, 0xF0}));
  EXPECT_EQ(std::get<model::RandomFill>(work.memory.at(2).fill).seed, 0xFEDCBA9876543210u);
  EXPECT_TRUE(std::holds_alternative<model::CounterFill>(work.memory.at(3).fill));
  for (const char* size : {"2", "4"}) {
    try {
      parse_work(std::string(kHead) + "[[memory]]\naddr = 0\nsize = " + size +
                     "\nfill = { file = 'x.bin' }\n",
                 (folder / "work.toml").string());
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("work.toml:15:17: expected " + folder.string()));
    }
  }
  std::filesystem::remove_all(folder);
}

TEST(WorkConfig, MissingKeysAreNamed) {
  EXPECT_EQ(message_of("", false), "work.toml:1:1: [nic] needs mac");
  EXPECT_EQ(message_of("[nic]\n", false), "work.toml:1:1: [nic] needs mac");
  for (const char* key :
       {"qpn", "type", "remote_qpn", "src_ip", "dst_ip", "next_hop_mac", "pmtu", "sq_psn"}) {
    EXPECT_EQ(message_of(with_line(key, ""), false),
              std::string("work.toml:3:1: [[qp]] needs ") + key);
  }
  EXPECT_EQ(message_of("[[memory]]\nsize = 1\n"), "work.toml:12:1: [[memory]] needs addr");
  EXPECT_EQ(message_of("[[memory]]\naddr = 1\n"), "work.toml:12:1: [[memory]] needs size");
  EXPECT_EQ(message_of("[[wqe]]\nop = 'SEND'\n"), "work.toml:12:1: [[wqe]] needs qpn");
  EXPECT_EQ(message_of("[[wqe]]\nqpn = 0x11\n"), "work.toml:12:1: [[wqe]] needs op");
  EXPECT_EQ(message_of("[[doorbell]]\nqpn = 1\n"), "work.toml:12:1: [[doorbell]] needs count");
  EXPECT_EQ(message_of("[[wqe]]\nqpn = 0x11\nop = 'SEND'\nsge = [ { addr = 1 } ]\n"),
            "work.toml:15:9: a piece needs length");
}

TEST(WorkConfig, UnknownKeysAreErrorsInEveryTable) {
  EXPECT_THAT(message_of("vlna = 3\n"), HasSubstr("work.toml:12:1: 'vlna' is no key of [[qp]], "));
  EXPECT_THAT(message_of("[[memory]]\nsize = 1\nadr = 4\n"),
              HasSubstr("'adr' is no key of [[memory]], expected addr, size, fill or seed"));
  EXPECT_THAT(message_of("[[wqe]]\nopp = 1\n"), HasSubstr("'opp' is no key of [[wqe]]"));
  EXPECT_THAT(message_of("[[wqe]]\nqpn = 0x11\nop = 'SEND'\nsge = [ { len = 1 } ]\n"),
              HasSubstr("'len' is no key of a piece, expected addr, length or lkey"));
  EXPECT_THAT(message_of("[[doorbell]]\nn = 1\n"), HasSubstr("'n' is no key of [[doorbell]]"));
  EXPECT_EQ(message_of("[memory]\naddr = 1\n"), "work.toml:12:1: expected [[memory]]");
  EXPECT_EQ(message_of("wqe = [ 1 ]\n" + std::string(kHead), false),
            "work.toml:1:9: expected tables in [[wqe]]");
}

TEST(WorkConfig, ValuesOutsideTheirFieldAreErrorsWithTheirPlace) {
  const auto refuses = [](std::string_view key, std::string_view line, std::string_view text) {
    EXPECT_THAT(message_of(with_line(key, line), false), HasSubstr(text)) << line;
  };
  refuses("qpn", "qpn = 0x1000000", "work.toml:4:7: expected qpn to be 0..0xffffff");
  refuses("qpn", "qpn = -1", "expected qpn to be 0..0xffffff");
  refuses("qpn", "qpn = 1.0", "expected qpn to be 0..0xffffff");
  refuses("qpn", "qpn = '0x11'", "expected qpn to be 0..0xffffff");
  refuses("type", "type = 'XRC'", "work.toml:5:8: expected type to be \"RC\", \"UC\" or \"UD\"");
  refuses("type", "type = 3", "expected type to be");
  refuses("src_ip", "src_ip = '10.0.0'", "expected src_ip to be an IPv4 or IPv6 address");
  refuses("src_ip", "src_ip = '10.0.0.256'", "expected src_ip to be an IPv4 or IPv6 address");
  refuses("src_ip", "src_ip = 'fd00::1'",
          "work.toml:8:10: expected src_ip and dst_ip to be of one");
  refuses("next_hop_mac", "next_hop_mac = '02:00'", "expected next_hop_mac to be text like");
  refuses("pmtu", "pmtu = 1000", "expected pmtu to be 256, 512, 1024, 2048 or 4096");
  refuses("pmtu", "pmtu = 128", "expected pmtu to be 256");
  refuses("pmtu", "pmtu = 8192", "expected pmtu to be 256");
  refuses("sq_psn", "sq_psn = 0x1000000", "expected sq_psn to be 0..0xffffff");
  refuses("sq_psn", "sq_psn = 0\nvlan = 0", "expected vlan to be 1..4094");
  refuses("sq_psn", "sq_psn = 0\nvlan = 4095", "expected vlan to be 1..4094");
  refuses("sq_psn", "sq_psn = 0\ndscp = 64", "expected dscp to be 0..63");
  refuses("sq_psn", "sq_psn = 0\necn = 4", "expected ecn to be 0..3");
  refuses("sq_psn", "sq_psn = 0\nttl = 256", "expected ttl to be 0..255");
  refuses("sq_psn", "sq_psn = 0\npkey = 0x10000", "expected pkey to be 0..0xffff");
  refuses("sq_psn", "sq_psn = 0\nqkey = 0x100000000", "expected qkey to be 0..0xffffffff");
  refuses("sq_psn", "sq_psn = 0\nmigreq = 1", "expected migreq to be true or false");
  refuses("sq_psn", "sq_psn = 0\nflow_label = 0x100000", "expected flow_label to be 0..0xfffff");
  refuses("sq_psn", "sq_psn = 0\nudp_src_port = 4791",
          "expected udp_src_port to be 0xc000..0xffff");
  for (const char* entries : {"0", "8", "65536", "100"}) {
    refuses("sq_psn", std::string("sq_psn = 0\nsq_entries = ") + entries,
            "expected sq_entries to be a power of two, 16..32768");
  }
  EXPECT_THAT(message_of("[[doorbell]]\nqpn = 1\ncount = 65536\n"),
              HasSubstr("expected count to be 0..0xffff"));
  EXPECT_THAT(message_of("[[memory]]\naddr = '0x10000000000000000'\nsize = 1\n"),
              HasSubstr("work.toml:13:8: expected addr to be a number of 64 bits"));
  EXPECT_THAT(message_of("[[memory]]\naddr = ''\nsize = 1\n"), HasSubstr("addr to be a number"));
  EXPECT_THAT(message_of("[[memory]]\naddr = 0\nsize = 0\n"), HasSubstr("size to be at least 1"));
  EXPECT_THAT(message_of("[[memory]]\naddr = 0\nsize = 2\nfill = 'none'\n"),
              HasSubstr("work.toml:15:8: expected fill to be "));
  EXPECT_THAT(message_of("[[memory]]\naddr = 0\nsize = 2\nfill = { hex = '00' }\n"),
              HasSubstr("expected hex to hold size = 2 bytes, it holds 1"));
  EXPECT_THAT(message_of("[[memory]]\naddr = 0\nsize = 2\nfill = { hex = '0g00' }\n"),
              HasSubstr("expected hex to be pairs of hexadecimal digits"));
  EXPECT_THAT(message_of("[[memory]]\naddr = 0\nsize = 2\nfill = { file = 'none.bin' }\n"),
              HasSubstr("none.bin: No such file or directory"));
  const std::string wqe = "[[wqe]]\nqpn = 0x11\nop = 'SEND'\n";
  EXPECT_THAT(message_of(wqe + "imm = 0x100000000\n"), HasSubstr("imm to be 0..0xffffffff"));
  EXPECT_THAT(message_of(wqe + "repeat = 0\n"), HasSubstr("expected repeat to be 1..0xffffffff"));
  EXPECT_THAT(message_of(wqe + "sge = 3\n"), HasSubstr("expected sge to be a list"));
  EXPECT_THAT(message_of(wqe + "sge = [ 3 ]\n"), HasSubstr("work.toml:15:9: expected a piece"));
  EXPECT_THAT(message_of(wqe + "compare = 3\n"), HasSubstr("expected compare only in CMP_SWAP"));
  EXPECT_THAT(message_of(wqe + "owner = 2\n"), HasSubstr("expected owner to be 0..1"));
  EXPECT_THAT(message_of("[[wqe]]\nqpn = 0x11\nop = 'send'\n"),
              HasSubstr("work.toml:14:6: expected op to be SEND, SEND_IMM, "));
}

TEST(WorkConfig, WhatContradictsItselfIsAnError) {
  std::string second(kHead.substr(kHead.find("[[qp]]")));
  second.replace(second.find("0x11"), 4, "0x411");
  EXPECT_EQ(message_of(second),
            "work.toml:13:7: expected QPNs that differ modulo 1024, 0x11 and 0x411 do not");
  EXPECT_EQ(message_of("[[wqe]]\nqpn = 0x12\nop = 'SEND'\n"),
            "work.toml:13:7: expected the QPN of a [[qp]], 0x12 is none");
  EXPECT_EQ(message_of("[[memory]]\naddr = 0x1000\nsize = 0x100\n"
                       "[[memory]]\naddr = 0x10ff\nsize = 1\n"),
            "work.toml:16:8: expected no overlap, but 0x10ff..0x10ff and 0x1000..0x10ff do");
  EXPECT_EQ(message_of("[[memory]]\naddr = 0x1000\nsize = 0x100\n"
                       "[[memory]]\naddr = 0x1100\nsize = 1\n"
                       "[[memory]]\naddr = 0xfff\nsize = 1\n"),
            "no error");
  EXPECT_EQ(message_of("[[memory]]\naddr = '0xffffffffffffffff'\nsize = 2\n"),
            "work.toml:14:8: expected the region to end at 2^64 at most");
}

}  // namespace
}  // namespace rnic::app
