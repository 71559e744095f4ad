// SPDX-License-Identifier: Apache-2.0
//
// What a TOML file says a NIC is to do: queue pairs, memory, work requests, extra doorbells, as the
// model's values where it has them. Nothing is placed or posted here: tx/work_setup.h gives the
// rings their places, tx/driver.h posts.
//
//   const WorkConfig work = load_work("write_64k.toml");
//   for (const WqeConfig& wqe : work.wqes) post(wqe);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/host_memory.h"
#include "models/host/qp_context.h"
#include "models/host/wqe.h"
#include "tb/app/config_file.h"
#include "tb/app/named_files.h"

namespace rnic::app {

struct MemoryConfig {
  std::uint64_t addr = 0;
  std::uint64_t size = 0;  // at least 1; addr + size is at most 2^64
  model::MemoryFill fill = model::ZeroFill{};
  std::string file = {};  // that the fill was read from; empty: none
};

// A WQE as fields, or the bytes of its blocks. Nothing here is judged: that is for the RTL.
struct WqeConfig {
  std::uint32_t qpn = 0;
  model::Wqe wqe = {};
  std::optional<std::uint64_t> wr_id = std::nullopt;  // absent: its place in posting order
  model::ByteVector raw = {};                // not empty: whole blocks, in the place of `wqe`
  std::optional<bool> owner = std::nullopt;  // absent: the one that is right
  std::uint32_t repeat = 1;
};

struct DoorbellConfig {
  std::uint32_t qpn = 0;
  std::uint16_t count = 0;
};

struct WorkConfig {
  std::string name = {};                   // of the file, for complaints
  NicConfig nic = {};                      // with its mac
  std::vector<model::QpContext> qps = {};  // complete but for ring_base; QPNs differ mod kNumQps
  std::vector<MemoryConfig> memory = {};   // without overlap
  std::vector<WqeConfig> wqes = {};        // of QPs that are there
  std::vector<DoorbellConfig> doorbells = {};
};

inline constexpr std::uint32_t kNumQps = 1024;

// The files that a run with this configuration reads, for refuse_overwriting().
std::vector<NamedFile> inputs_of(const WorkConfig& work, const std::string& config);

// For subcommands that send: [nic] needs its mac. Throws InputError with
// `FILE:line:column: what was expected`. A relative file of `fill` is looked for beside the TOML.
WorkConfig load_work(const std::string& path);
// `name` stands for the file in complaints, and its folder is where relative files are looked for.
WorkConfig parse_work(std::string_view text, const std::string& name);

}  // namespace rnic::app
