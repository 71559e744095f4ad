// SPDX-License-Identifier: Apache-2.0
//
// A whole text file at once: configurations and scripts, not captures.
//
//   const std::string text = read_text_file("site.toml");
#pragma once

#include <string>

namespace rnic::app {

// Throws InputError.
std::string read_text_file(const std::string& path);

}  // namespace rnic::app
