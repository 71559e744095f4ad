// SPDX-License-Identifier: Apache-2.0
// Which mutant a model built from mutated RTL is: RNIC_MUTANT, as scripts/mutate numbers them;
// unset or 0: the original. Called once by each model that is made.
#include <cstdlib>

extern "C" int rnic_mutant_number() {
  const char* const number = std::getenv("RNIC_MUTANT");
  return number == nullptr ? 0 : static_cast<int>(std::strtol(number, nullptr, 0));
}
