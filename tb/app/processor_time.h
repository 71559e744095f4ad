// SPDX-License-Identifier: Apache-2.0
//
// Processor time of this thread, for speeds that do not depend on what else the machine does.
//
//   const double begin = processor_seconds();
#pragma once

#include <time.h>

namespace rnic::app {

inline double processor_seconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace rnic::app
