// SPDX-License-Identifier: Apache-2.0
#include "tb/wave/wave_file.h"

#include <gtkwave/fstapi.h>

#include <stdexcept>

namespace rnic::tb {
namespace {

const char* name_of_direction(unsigned char direction) {
  if (direction == FST_VD_INPUT) return "in";
  return direction == FST_VD_OUTPUT ? "out" : "";
}

}  // namespace

WaveFile::WaveFile(const std::string& path)
    : reader_(fstReaderOpen(path.c_str()), [](void* file) {
        if (file != nullptr) fstReaderClose(file);
      }) {
  if (!reader_) throw std::runtime_error(path + " is no FST file");
  std::string enumeration;  // of the signal that follows
  std::vector<std::string> scopes;
  while (const fstHier* item = fstReaderIterateHier(reader_.get())) {
    if (item->htyp == FST_HT_SCOPE) {
      scopes.emplace_back(item->u.scope.name);
    } else if (item->htyp == FST_HT_UPSCOPE) {
      scopes.pop_back();
    } else if (item->htyp == FST_HT_ATTRBEGIN && item->u.attr.typ == FST_AT_MISC &&
               item->u.attr.subtype == FST_MT_ENUMTABLE) {
      // With a name it says what a number means, without one it gives the number of the next signal
      if (item->u.attr.name_length > 0) {
        note_enumeration(item->u.attr.name, item->u.attr.arg);
      } else {
        enumeration = enumeration_names_[item->u.attr.arg];
      }
    } else if (item->htyp == FST_HT_VAR) {
      std::string name;
      for (const std::string& scope : scopes) name += scope + ".";
      name += item->u.var.name;
      std::erase(name, ' ');
      if (handles_.emplace(name, item->u.var.handle).second) {
        signals_.push_back({.name = std::move(name),
                            .bits = item->u.var.length,
                            .direction = name_of_direction(item->u.var.direction),
                            .enumeration = enumeration});
      }
      enumeration.clear();
    }
  }
}

void WaveFile::note_enumeration(const char* text, std::uint64_t number) {
  fstETab* table = fstUtilityExtractEnumTableFromString(text);
  if (table == nullptr) return;
  enumeration_names_[number] = table->name;
  Enumeration& names = enumerations_[table->name];
  for (std::uint32_t i = 0; i < table->elem_count; ++i) {
    names[table->val_arr[i]] = table->literal_arr[i];
  }
  fstUtilityFreeEnumTable(table);
}

std::vector<WaveChange> WaveFile::changes(const std::string& signal) const {
  std::vector<WaveChange> found;
  fstReaderClrFacProcessMaskAll(reader_.get());
  fstReaderSetFacProcessMask(reader_.get(), handles_.at(signal));
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

}  // namespace rnic::tb
