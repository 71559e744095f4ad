// SPDX-License-Identifier: Apache-2.0
// Prints an FST wave file as JSON, for scripts: tools/wave is written in Python and has no reader.
//
//   fst_dump F.fst             what is in it: times, enumerations, signals in order
//   fst_dump F.fst SIGNAL...   and the changes of these signals
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "tb/wave/wave_file.h"

namespace rnic::tb {
namespace {

using Json = nlohmann::ordered_json;

Json contents(const WaveFile& wave) {
  Json enumerations = Json::object();
  for (const auto& [name, values] : wave.enumerations()) {
    Json& names = enumerations[name] = Json::object();
    for (const auto& [value, text] : values) names[value] = text;
  }
  Json signals = Json::array();
  for (const WaveSignal& signal : wave.signals()) {
    signals.push_back({signal.name, signal.bits, signal.direction, signal.enumeration});
  }
  return {{"begin_ps", wave.begin_ps()},
          {"end_ps", wave.end_ps()},
          {"enumerations", enumerations},
          {"signals", signals}};
}

Json changes(const WaveFile& wave, const std::string& signal) {
  Json found = Json::array();
  for (const WaveChange& change : wave.changes(signal)) {
    found.push_back({change.time_ps, change.value});
  }
  return found;
}

}  // namespace
}  // namespace rnic::tb

int main(int argc, char** argv) {
  using namespace rnic::tb;
  if (argc < 2) {
    fmt::print(stderr, "usage: fst_dump F.fst [SIGNAL...]\n");
    return 2;
  }
  try {
    const WaveFile wave(argv[1]);
    Json json = contents(wave);
    Json& found = json["changes"] = Json::object();
    for (const std::string name : std::span(argv, static_cast<std::size_t>(argc)).subspan(2)) {
      if (!wave.has(name)) {
        fmt::print(stderr, "fst_dump: {}: no signal {}\n", argv[1], name);
        return 2;
      }
      found[name] = changes(wave, name);
    }
    std::cout << json.dump() << '\n' << std::flush;
    return std::cout ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "fst_dump: {}\n", error.what());
    return 2;
  }
}
