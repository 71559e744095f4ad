// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether a wave file was written to its end. The FST writer reports no errors, so a full disk
// shows only in the file itself. No reader of waves: GTKWave is.
//
//   trace.close();
//   if (!fst_is_whole("run.fst")) complain();

#include <string>

namespace rnic::tb {

// Walks the blocks of the file (each a type byte and a big-endian 64-bit length that counts
// itself): they must fill the file exactly and a hierarchy must be among them. False for a missing
// file too.
bool fst_is_whole(const std::string& path);

}  // namespace rnic::tb
