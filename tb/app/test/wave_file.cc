// SPDX-License-Identifier: Apache-2.0
#include "tb/app/test/wave_file.h"

#include <gtkwave/fstapi.h>

#include <stdexcept>

namespace rnic::app::test {

WaveFile::WaveFile(const std::string& path)
    : reader_(fstReaderOpen(path.c_str()), [](void* file) {
        if (file != nullptr) fstReaderClose(file);
      }) {
  if (!reader_) throw std::runtime_error(path + " is no FST file");
  std::vector<std::string> scopes;
  while (const fstHier* item = fstReaderIterateHier(reader_.get())) {
    if (item->htyp == FST_HT_SCOPE) {
      scopes.emplace_back(item->u.scope.name);
    } else if (item->htyp == FST_HT_UPSCOPE) {
      scopes.pop_back();
    } else if (item->htyp == FST_HT_VAR) {
      std::string name;
      for (const std::string& scope : scopes) name += scope + ".";
      name += item->u.var.name;
      std::erase(name, ' ');
      signals_.emplace(name, item->u.var.handle);
    }
  }
}

std::vector<WaveChange> WaveFile::changes(const std::string& signal) const {
  std::vector<WaveChange> found;
  fstReaderClrFacProcessMaskAll(reader_.get());
  fstReaderSetFacProcessMask(reader_.get(), signals_.at(signal));
  fstReaderIterBlocks(
      reader_.get(),
      [](void* user, std::uint64_t time, fstHandle, const unsigned char* value) {
        static_cast<std::vector<WaveChange>*>(user)->push_back(
            {.time_ps = time, .value = reinterpret_cast<const char*>(value)});
      },
      &found, nullptr);
  return found;
}

int WaveFile::time_exponent() const { return fstReaderGetTimescale(reader_.get()); }
std::uint64_t WaveFile::begin_ps() const { return fstReaderGetStartTime(reader_.get()); }
std::uint64_t WaveFile::end_ps() const { return fstReaderGetEndTime(reader_.get()); }

}  // namespace rnic::app::test
