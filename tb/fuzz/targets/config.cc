// SPDX-License-Identifier: Apache-2.0
//
// Any text as a configuration, as each subcommand reads one: `[nic]` alone, the QPs of a receiver,
// and the whole work of a sender with its rings and memory. What is wrong is told in one line that
// names file, line and column.
#include <string>

#include "tb/app/config/work_config.h"
#include "tb/app/config_file.h"
#include "tb/app/errors.h"
#include "tb/app/replay/replay_config.h"
#include "tb/app/tx/work_setup.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

// No file beside it: names of files in the text lead nowhere.
const std::string kName = "/nonexistent/input.toml";
constexpr std::uint64_t kMostRingBlocks = 1u << 16;

template <class Read>
void read(Read&& reader) {
  try {
    reader();
  } catch (const app::InputError& error) {
    require_one_line(error.what());
    require(std::string_view(error.what()).starts_with(kName), "an error names the file");
  }
}

void read_work(std::string_view text) {
  const app::WorkConfig work = app::parse_work(text, kName);
  require(work.nic.mac.has_value(), "a sender has its MAC");
  (void)app::inputs_of(work, kName);
  std::uint64_t blocks = 0;
  for (const model::QpContext& qp : work.qps) {
    require(qp.ring_log2_blocks >= 4 && qp.ring_log2_blocks <= 15, "a ring has 16 to 32768 blocks");
    blocks += std::uint64_t{1} << qp.ring_log2_blocks;
  }
  if (blocks > kMostRingBlocks) return;
  const model::DscpMap map = app::resolve({}, work.nic.dscp);
  app::WorkSetup setup = app::set_up(work, map);
  require(setup.qps.size() == work.qps.size(), "every QP is set up");
  for (const model::QpContext& qp : setup.qps) {
    require(qp.ring_base % 64 == 0, "a ring begins at a block");
    require(setup.memory.read_line(qp.ring_base).has_value(), "a ring lies in memory");
  }
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnic;
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::read([&] { (void)app::parse_config(text, fuzz::kName); });
  fuzz::read([&] { (void)app::parse_replay_config(text, fuzz::kName); });
  fuzz::read([&] { fuzz::read_work(text); });
  return 0;
}
