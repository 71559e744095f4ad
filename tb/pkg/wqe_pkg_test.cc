// SPDX-License-Identifier: Apache-2.0
// rnic_wqe_pkg against the golden model: the opcodes of work requests and how they end.
#include <Vtb_rnic_wqe_pkg.h>
#include <fmt/format.h>

#include <cctype>
#include <string>
#include <string_view>

#include "models/host/completion.h"
#include "models/host/wqe.h"
#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

// WqeCmpSwap without its "Wqe" -> cmp_swap
std::string words_of(std::string_view rtl_name, std::string_view prefix) {
  if (!rtl_name.starts_with(prefix)) return std::string(rtl_name);
  std::string words;
  for (const char c : rtl_name.substr(prefix.size())) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isupper(letter) != 0 && !words.empty()) words += '_';
    words += static_cast<char>(std::tolower(letter));
  }
  return words;
}

std::string in_capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

class WqePkg : public DutTest {
 protected:
  WqePkg() {
    dut_->number_i = 0;
    dut_.reset();
  }

  void set(unsigned number) {
    dut_->number_i = static_cast<uint8_t>(number);
    dut_.settle();
  }

  Dut<Vtb_rnic_wqe_pkg> dut_{run()};
};

TEST_F(WqePkg, KnowsTheOpcodesOfTheModelByNumberAndName) {
  for (unsigned number = 0; number < 256; ++number) {
    set(number);
    expect_eq(std::string(model::wqe_opcode_name(static_cast<uint8_t>(number))),
              in_capitals(words_of(dut_->opcode_name_o, "Wqe")), fmt::format("opcode {}", number));
  }
}

TEST_F(WqePkg, KnowsTheStatusesOfTheModelByNumberAndName) {
  for (unsigned number = 0; number < 256; ++number) {
    set(number);
    expect_eq(std::string(model::name_of(static_cast<model::CompletionStatus>(number))),
              words_of(dut_->status_name_o, "Status"), fmt::format("status {}", number));
  }
}

}  // namespace
}  // namespace rnic::tb
