// SPDX-License-Identifier: Apache-2.0
#pragma once

// Seeded randomness: every agent of a test has a stream of its own.
//
// A stream is a hash of (seed, test name, agent name), so a new agent disturbs no other stream and
// the same seed gives the same run on every machine. Not for cryptography.
//
//   Rng rng(run.seed(), run.test_name(), "throttle");
//   size_t length = rng.between(60, 9600);
//   if (rng.chance(30)) damage(frame);          // in 30 % of the calls

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace rnic::tb {

// FNV-1a over text, started from `hash`: stable across compilers, unlike std::hash.
constexpr uint64_t hash_text(std::string_view text, uint64_t hash = 0xcbf29ce484222325) noexcept {
  for (const char c : text) {
    hash ^= static_cast<uint8_t>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

// One stream: xoshiro256** by Blackman and Vigna, its state filled by splitmix64.
// Satisfies UniformRandomBitGenerator, so it works with <algorithm> and <random> too.
class Rng {
 public:
  using result_type = uint64_t;

  explicit Rng(uint64_t seed) noexcept {
    for (uint64_t& word : state_) word = splitmix64(seed);
  }
  Rng(uint64_t seed, std::string_view test, std::string_view agent) noexcept
      : Rng(hash_text(agent, hash_text("/", hash_text(test))) ^ mixed(seed)) {}

  static constexpr uint64_t min() noexcept { return 0; }
  static constexpr uint64_t max() noexcept { return UINT64_MAX; }
  uint64_t operator()() noexcept { return next(); }

  uint64_t next() noexcept {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in 0..bound-1; bound 0 gives 0. (Upper half of a 32 x 32 bit product: the bias is below
  // bound / 2^32, of no weight in a test.)
  uint32_t below(uint32_t bound) noexcept {
    return static_cast<uint32_t>(((next() >> 32) * bound) >> 32);
  }
  // Uniform in low..high, both included; low must not exceed high.
  uint32_t between(uint32_t low, uint32_t high) noexcept { return low + below(high - low + 1); }
  // True in `percent` of 100 calls.
  bool chance(uint32_t percent) noexcept { return below(100) < percent; }
  uint8_t byte() noexcept { return static_cast<uint8_t>(next() >> 56); }

  void fill(std::span<uint8_t> bytes) noexcept {
    while (!bytes.empty()) {
      const uint64_t word = next();
      const size_t n = bytes.size() < sizeof word ? bytes.size() : sizeof word;
      std::memcpy(bytes.data(), &word, n);
      bytes = bytes.subspan(n);
    }
  }

 private:
  static constexpr uint64_t splitmix64(uint64_t& state) noexcept {
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  static constexpr uint64_t mixed(uint64_t seed) noexcept { return splitmix64(seed); }

  uint64_t state_[4];
};

}  // namespace rnic::tb
