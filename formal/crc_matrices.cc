// SPDX-License-Identifier: Apache-2.0
// The ICRC engine's matrices by linearity. Everything between the masked packet and its sum is XOR,
// so zero and every one-hot input decide it for all inputs. For every start segment, with and
// without a VLAN tag, and every place where a packet can end:
//
//   Sums     both halves' sums behind zero and each single bit of four beats, in which one packet
//            ends and the next begins, are the bitwise register; bits of one do not touch the other
//   Verdict  the packet whose ICRC is right is good, and with any bit of it flipped is not: since
//            those 32 bits reach every sum, no other sum is taken for right
//   Written  the ICRC that the generate form writes, behind zero and each single bit of the packet,
//            is the bitwise one, and nothing else of the beats changes
//
// Against CRC-32 bit by bit (polynomial 0x04C11DB7, IEEE 802.3 3.2.9; ICRC: IBTA A17.3.3).
#include <Vformal_crc_matrices.h>
#include <verilated.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int kBeat = 128, kSeg = 16, kBeats = 4;
constexpr uint32_t kPoly = 0xEDB88320;  // reflected

// ---- the definition: one bit a step, the register's bit 0 first ----
uint32_t step(uint32_t crc, int bit) {
  return crc >> 1 ^ ((static_cast<int>(crc & 1) ^ bit) != 0 ? kPoly : 0);
}

// Register behind `bytes` from `crc`.
uint32_t crc_over(uint32_t crc, const std::vector<uint8_t>& bytes) {
  for (const uint8_t byte : bytes) {
    for (int bit = 0; bit < 8; ++bit) crc = step(crc, byte >> bit & 1);
  }
  return crc;
}

uint32_t preset() { return crc_over(0xffffffff, std::vector<uint8_t>(8, 0xff)); }

using Bytes = std::vector<uint8_t>;

struct Packet {
  int segment;  // of its frame's first byte
  bool tag;
  int first() const { return kSeg * segment + (tag ? 18 : 14); }  // its IP header
};

long checks = 0;

[[noreturn]] void fail(const char* name, const std::string& what) {
  std::printf("failed assertion %s: %s\n", name, what.c_str());
  std::exit(1);
}

void expect(bool holds, const char* name, const std::string& what) {
  ++checks;
  if (!holds) fail(name, what);
}

std::string place(const Packet& p, int bit, int end) {
  const std::string input = bit < 0 ? "all zero" : "bit " + std::to_string(bit);
  return "start segment " + std::to_string(p.segment % 8) + (p.tag ? " tagged" : "") +
         ", end byte " + std::to_string(end) + ", " + input;
}

// ---- the design ----
struct Beat {
  const uint8_t* data;
  unsigned ena = 0, sop = 0, tag = 0, eop = 0;
  int lo_last = -1, hi_last = -1;
};

class Design {
 public:
  Design() {
    top.rst_ni = 0;
    for (int n = 0; n < 12; ++n) clock(nullptr);
    top.rst_ni = 1;
  }

  void clock(const Beat* beat) {
    static const uint8_t kZeros[kBeat] = {};
    std::memcpy(&top.data_i[0], beat ? beat->data : kZeros, kBeat);
    top.ena_i = beat ? beat->ena : 0;
    top.sop_i = beat ? beat->sop : 0;
    top.tag_i = beat ? beat->tag : 0;
    top.eop_i = beat ? beat->eop : 0;
    top.lo_valid_i = beat && beat->lo_last >= 0;
    top.lo_last_i = beat && beat->lo_last >= 0 ? beat->lo_last : 0;
    top.hi_valid_i = beat && beat->hi_last >= 0;
    top.hi_last_i = beat && beat->hi_last >= 0 ? beat->hi_last : 0;
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
  }

  Vformal_crc_matrices top;
};

// Marks of the beats in which p's frame goes from its segment to the byte `end`.
std::array<Beat, kBeats> beats_of(const Packet& p, int end, const Bytes& bytes) {
  std::array<Beat, kBeats> beats;
  for (int n = 0; n < kBeats; ++n) beats[n].data = &bytes[n * kBeat];
  for (int s = p.segment; s <= end / kSeg; ++s) beats[s / 8].ena |= 1u << s % 8;
  beats[p.segment / 8].sop |= 1u << p.segment % 8;
  if (p.tag) beats[p.segment / 8].tag |= 1u << p.segment % 8;
  return beats;
}

// ---- Sums ----
// Packet a from the first beat to the segment before b's; b from the second beat on.
void sums(Design& d, const Packet& a, const Packet& b) {
  const int b_begin = kSeg * b.segment;
  for (int bit = -1; bit < 8 * kBeat * kBeats; ++bit) {
    const int at = bit < 0 ? -1 : bit / 8;
    // rnic_icrc_mask has zeroed what is in front of an IP header.
    if (at >= kSeg * a.segment && at < a.first()) continue;
    if (at >= b_begin && at < b.first()) continue;
    if (at >= 0 && at < kSeg * a.segment) continue;
    Bytes bytes(kBeat * kBeats);
    if (at >= 0) bytes[at] = static_cast<uint8_t>(1 << bit % 8);
    std::array<Beat, kBeats> beats = beats_of(b, kBeat * kBeats - 1, bytes);
    for (int s = a.segment; s < b.segment; ++s) beats[s / 8].ena |= 1u << s % 8;
    beats[a.segment / 8].sop |= 1u << a.segment % 8;
    if (a.tag) beats[a.segment / 8].tag |= 1u << a.segment % 8;

    // Register of p behind its bytes before `end`, zeros up to `until`.
    const auto want = [&](const Packet& p, int end, int until) {
      Bytes mine;
      for (int n = p.first(); n < until; ++n) mine.push_back(n < end ? bytes[n] : 0);
      return crc_over(preset(), mine);
    };
    for (int n = 0; n < kBeats + 4; ++n) {
      d.clock(n < kBeats ? &beats[n] : nullptr);
      const int beat = n - 3;  // whose sums are there now
      if (beat < 0 || beat >= kBeats) continue;
      const int begin = kBeat * beat, half = begin + kBeat / 2, end = begin + kBeat;
      const auto compare = [&](const Packet& p, bool high, int stop) {
        if (p.first() > (high ? end : half)) return;
        const uint32_t got = high ? d.top.hi_o : d.top.lo_o;
        expect(got == want(p, std::min(stop, high ? end : half), end), "Sums",
               place(p, bit, stop - 1) + (high ? ", high half" : ", low half") + " of beat " +
                   std::to_string(beat));
      };
      const bool a_began = kSeg * a.segment < end, b_began = b_begin < end;
      // The low sum: what ends in the low half, so what came from before or starts in segment 0.
      if (a_began && kSeg * a.segment <= begin && b_begin > begin) compare(a, false, b_begin);
      if (b_began && b_begin <= begin) compare(b, false, kBeat * kBeats);
      // The high sum: what ends in the high half, so starts in segment 4 at the latest.
      if (a_began && kSeg * a.segment <= half && b_begin > half) compare(a, true, b_begin);
      if (b_began && b_begin <= half) compare(b, true, kBeat * kBeats);
    }
  }
}

// ---- Verdict ----
void verdict(Design& d, const Packet& p, int end) {
  Bytes right(kBeat * kBeats);
  const uint32_t icrc = ~crc_over(preset(), Bytes(end - 3 - p.first()));
  for (int n = 0; n < 4; ++n) right[end - 3 + n] = static_cast<uint8_t>(icrc >> 8 * n);
  for (int bit = -1; bit < 32; ++bit) {
    Bytes bytes = right;
    if (bit >= 0) bytes[end - 3 + bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    std::array<Beat, kBeats> beats = beats_of(p, end, bytes);
    Beat& last = beats[end / kBeat];
    (end % kBeat < 64 ? last.lo_last : last.hi_last) = end % 64;
    last.eop |= 1u << end / kSeg % 8;
    int judged = 0, good = 0;
    for (int n = 0; n <= end / kBeat + 6; ++n) {
      d.clock(n <= end / kBeat ? &beats[n] : nullptr);
      judged += d.top.judged_o;
      good += d.top.good_o;
    }
    expect(judged == 1 && good == (bit < 0), "Verdict", place(p, bit, end));
  }
}

// ---- Written ----
void written(Design& d, const Packet& p, int end) {
  const int beats_sent = end / kBeat + 1;
  const int begin = p.segment / 8;
  const Bytes zeros(end - 3 - p.first());
  const uint32_t icrc_of_zeros = ~crc_over(preset(), zeros);
  // What one bit adds to the ICRC, by its distance from it: the register behind a one, then zeros.
  std::vector<uint32_t> adds(8 * zeros.size());
  uint32_t crc = step(0, 1);
  for (size_t n = adds.size(); n-- > 0; crc = step(crc, 0)) adds[n] = crc;

  std::deque<std::pair<int, Bytes>> due;  // bit, the bytes that must come
  int came = begin;                       // beats of the first that came
  const auto look = [&] {
    if (!d.top.live_o) return;
    if (due.empty()) fail("Written", "a beat too many: " + place(p, -1, end));
    const auto& [bit, bytes] = due.front();
    expect(std::memcmp(&d.top.data_o[0], &bytes[came * kBeat], kBeat) == 0, "Written",
           place(p, bit, end));
    if (++came == beats_sent) {
      due.pop_front();
      came = begin;
    }
  };
  for (int n = 0; n < 12; ++n) d.clock(nullptr);  // the verdicts' packets leave
  const int bits = 8 * (end - p.first() + 1);
  for (int bit = -1; bit < bits + 12; ++bit) {
    if (bit >= bits) {
      d.clock(nullptr);
      look();
      continue;
    }
    Bytes bytes(kBeat * kBeats);
    if (bit >= 0) bytes[p.first() + bit / 8] = static_cast<uint8_t>(1 << bit % 8);
    Bytes want = bytes;
    const bool covered = bit >= 0 && bit < static_cast<int>(adds.size());
    const uint32_t icrc = icrc_of_zeros ^ (covered ? adds[bit] : 0);
    for (int n = 0; n < 4; ++n) want[end - 3 + n] = static_cast<uint8_t>(icrc >> 8 * n);
    due.emplace_back(bit, std::move(want));
    std::array<Beat, kBeats> beats = beats_of(p, end, bytes);
    Beat& last = beats[end / kBeat];
    (end % kBeat < 64 ? last.lo_last : last.hi_last) = end % 64;
    last.eop |= 1u << end / kSeg % 8;
    for (int n = begin; n < beats_sent; ++n) {
      d.clock(&beats[n]);
      look();
    }
  }
  expect(due.empty(), "Written", "beats are missing: " + place(p, -1, end));
}

}  // namespace

int main() {
  Design d;
  for (const bool tag : {false, true}) {
    for (int s = 0; s < 8; ++s) {
      // Starts behind a packet from the beat before, which goes on to the segment before it.
      sums(d, {.segment = 0, .tag = !tag}, {.segment = 8 + s, .tag = tag});
      // Starts in the beat in which another one starts and ends.
      for (int a = 0; a + 4 <= s; ++a) {
        sums(d, {.segment = 8 + a, .tag = tag}, {.segment = 8 + s, .tag = tag});
      }
      const Packet p{.segment = s, .tag = tag};
      // Packets of 44 bytes and more (the shortest IPv4 packet with BTH and ICRC) to the third
      // beat's end.
      for (int end = p.first() + 43; end < 3 * kBeat; ++end) {
        verdict(d, p, end);
        if ((end + 1 - p.first()) % 4 == 0) written(d, p, end);
      }
    }
  }
  std::printf("%ld checks\n", checks);
}
