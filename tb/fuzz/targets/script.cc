// SPDX-License-Identifier: Apache-2.0
//
// Any text as a script of the channel between two NICs (`loop --script`), and as much of it as
// there is as frames that go through that channel: every event is told or happens, and every frame
// that was not lost arrives.
#include <algorithm>
#include <string>

#include "tb/app/errors.h"
#include "tb/app/loop/channel.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

constexpr std::size_t kFrameBytes = 64;

void run(const std::vector<app::ChannelEvent>& events, model::ByteSpan bytes) {
  app::Channel channel({}, events, /*seed=*/1);
  std::uint64_t sent = 0;
  for (; !bytes.empty(); ++sent) {
    const auto frame = bytes.first(std::min(bytes.size(), kFrameBytes));
    channel.send({frame.begin(), frame.end()});
    bytes = bytes.subspan(frame.size());
  }
  channel.flush();
  std::uint64_t arrived = 0;
  while (const auto arrival = channel.next()) {
    require(arrival->number >= 1 && arrival->number <= sent, "what arrives was sent");
    require(arrival->bytes.size() <= kFrameBytes, "a frame grows no longer");
    ++arrived;
  }
  require(channel.is_empty(), "nothing stays behind a flush");
  require(
      arrived + channel.count(app::Damage::kDrop) == sent + channel.count(app::Damage::kDuplicate),
      "what is not lost arrives, and what is doubled twice");
  for (const std::string& text : channel.unused()) require_one_line(text);
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnic;
  const std::string_view text = fuzz::text_of(data, size);
  try {
    fuzz::run(app::parse_events(text, "script"), {data, size});
  } catch (const app::InputError& error) {
    fuzz::require_one_line(error.what());
    fuzz::require(std::string_view(error.what()).starts_with("script:"), "an error has a place");
  }
  return 0;
}
