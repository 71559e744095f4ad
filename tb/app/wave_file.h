// SPDX-License-Identifier: Apache-2.0
//
// What can be said of a wave file before a simulation writes it.
//
//   expect_writable_wave("run.fst");
#pragma once

#include <string>

namespace rnic::app {

// Throws InputError for what is there and is no regular file (the FST writer removes what it finds
// in its place, and a device is not ours to remove), and where no file can be made.
void expect_writable_wave(const std::string& path);

}  // namespace rnic::app
