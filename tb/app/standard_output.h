// SPDX-License-Identifier: Apache-2.0
//
// Standard output as a stream whose failures are not lost.
//
// A full disk throws InputError, a reader that has gone throws OutputClosed, both out of the
// statement that wrote. Hides the progress bar before text appears. One per process: it ignores
// SIGPIPE, and its text does not mix in order with printf.
//
//   StandardOutput out(bar);
//   out.stream() << "19 frames\n";
//   out.stream().flush();  // also reports what was held back until now
#pragma once

#include <ostream>
#include <streambuf>
#include <vector>

#include "tb/app/progress_bar.h"

namespace rnic::app {

class StandardOutput : private std::streambuf {
 public:
  explicit StandardOutput(ProgressBar& bar);

  [[nodiscard]] std::ostream& stream() noexcept { return stream_; }

 private:
  int_type overflow(int_type character) override;
  int sync() override;
  void write_out();

  ProgressBar& bar_;
  std::vector<char> buffer_;
  std::ostream stream_;
};

}  // namespace rnic::app
