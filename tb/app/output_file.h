// SPDX-License-Identifier: Apache-2.0
//
// A file that a bench writes beside its table, opened before the work so that a wrong name costs
// nothing; "-" is standard output.
//
//   OutputFile file("bench.json", out);
//   file.write(text);
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <ostream>
#include <string>

#include "tb/app/errors.h"

namespace rnic::app {

class OutputFile {
 public:
  // Creates or empties the file. Throws InputError.
  OutputFile(const std::string& path, std::ostream& out) : path_(path), out_(out) {
    if (path_ == "-") return;
    file_.open(path_, std::ios::trunc);
    check();
  }
  // Throws InputError when not all of it could be written.
  void write(const std::string& text) {
    std::ostream& to = path_ == "-" ? out_ : file_;
    to << text;
    to.flush();
    if (path_ != "-") check();
  }

 private:
  void check() {
    if (!file_) throw InputError(fmt::format("{}: {}", path_, std::strerror(errno)));
  }
  const std::string path_;
  std::ostream& out_;
  std::ofstream file_;
};

}  // namespace rnic::app
