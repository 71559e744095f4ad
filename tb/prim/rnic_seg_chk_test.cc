// SPDX-License-Identifier: Apache-2.0
// Every rule of the segmented bus fires on its own violation and on nothing else.
//
// Streams are written as text, one character a segment, eight a beat:
//   .  idle     S  sop     -  inside     E  eop     B  sop and eop     X  eop with err
//   f  eop, 5 bytes empty      g  eop, 4 bytes empty     h  eop, 15 bytes empty
//   s  sop on an idle segment  e  eop on an idle segment  r  err inside  m  mty inside
// Behind a beat: '!' it is not valid, '?' it is not taken (ready low), '*' other data than before.
#include <Vtb_rnic_seg_chk.h>

#include <set>
#include <sstream>
#include <string>

#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

using Names = std::set<std::string>;

class SegChk : public DutTest {
 protected:
  // The rules that fired, by name, while the stream went by. Starts from reset.
  Names fired(bool is_tx, const std::string& stream) {
    dut_->tx_i = is_tx;
    dut_->data_i[0] = 0;
    offer("........", !is_tx, true);
    dut_.expect_assertions(true);
    dut_.reset(2);
    ::testing::internal::CaptureStdout();
    std::istringstream beats(stream);
    for (std::string beat; beats >> beat;) {
      const bool is_valid = beat.find('!') == std::string::npos;
      const bool is_taken = beat.find('?') == std::string::npos;
      if (beat.find('*') != std::string::npos) dut_->data_i[0] ^= 1;
      offer(beat.substr(0, 8), is_valid, is_taken);
      dut_.cycle();
    }
    offer("........", !is_tx, true);
    dut_.cycle();
    last_output_ = ::testing::internal::GetCapturedStdout();
    Names names = names_in(last_output_);
    expect_eq(!names.empty(), dut_.took_assertion(), "the harness sees what was printed");
    return names;
  }

  void expect_fired(bool is_tx, const std::string& stream, const Names& want) {
    expect_eq(want, fired(is_tx, stream), (is_tx ? "TX " : "RX ") + stream);
  }
  void expect_fired_on_both(const std::string& stream, const Names& want) {
    expect_fired(false, stream, want);
    expect_fired(true, stream, want);
  }

  // A frame of so many segments from segment 0, its last beat filled up with idle segments.
  static std::string frame_of(size_t segments) {
    std::string text = "S" + std::string(segments - 2, '-') + "E";
    text.resize((text.size() + 7) / 8 * 8, '.');
    for (size_t at = 8; at < text.size(); at += 9) text.insert(at, " ");
    return text;
  }

  std::string last_output_;

 private:
  void offer(const std::string& beat, bool is_valid, bool is_ready) {
    unsigned ena = 0, sop = 0, eop = 0, err = 0;
    uint32_t mty = 0;
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned bit = 1u << i;
      const auto is_one_of = [c = beat[i]](const char* set) {
        return std::string(set).find(c) != std::string::npos;
      };
      if (!is_one_of(".se")) ena |= bit;
      if (is_one_of("SBs")) sop |= bit;
      if (is_one_of("EBXfghe")) eop |= bit;
      if (is_one_of("Xr")) err |= bit;
      if (is_one_of("f")) mty |= 5u << (4 * i);
      if (is_one_of("g")) mty |= 4u << (4 * i);
      if (is_one_of("h")) mty |= 15u << (4 * i);
      if (is_one_of("m")) mty |= 1u << (4 * i);
    }
    dut_->ena_i = static_cast<uint8_t>(ena);
    dut_->sop_i = static_cast<uint8_t>(sop);
    dut_->eop_i = static_cast<uint8_t>(eop);
    dut_->err_i = static_cast<uint8_t>(err);
    dut_->mty_i = mty;
    dut_->valid_i = is_valid;
    dut_->ready_i = is_ready;
  }

  // "… Assertion failed in TOP.tb_rnic_seg_chk.u_tx.gen_tx.NoGap: …": the last part of the path.
  static Names names_in(const std::string& output) {
    Names names;
    const std::string mark = "Assertion failed in ";
    for (size_t at = output.find(mark); at != std::string::npos; at = output.find(mark, at)) {
      at += mark.size();
      const std::string path = output.substr(at, output.find(':', at) - at);
      names.insert(path.substr(path.rfind('.') + 1));
    }
    return names;
  }

  Dut<Vtb_rnic_seg_chk> dut_{run()};
};

TEST_F(SegChk, LegalStreamsAreSilentInBothDirections) {
  for (const char* stream :
       {"........", "S--g....", "S------E", "S------- ----E...",
        "S---ES-- -------- --ES--ES -----X..", "S--ES--g S---E...", "S------- -ES--ES- --E....."}) {
    expect_fired_on_both(stream, {});
  }
  expect_fired_on_both(frame_of(600), {});
  expect_fired_on_both(frame_of(4) + " " + frame_of(599), {});
}

TEST_F(SegChk, WhatOnlyTheWireMayDoIsSilentOnRx) {
  for (const char* stream :
       {"..S---E.", "S---E..S ........ ........ ------E.", "S--E.S-- --E....."}) {
    expect_fired(false, stream, {});
  }
}

TEST_F(SegChk, AWaitingBeatIsSilentOnTx) {
  expect_fired(true, "........! S-------? S-------? S------- ----E...? ----E... ........!", {});
  // Between frames the offer may pause, and an offered beat may be empty.
  expect_fired(true, "S---E... ........! S---E... ........ S---E...", {});
}

TEST_F(SegChk, SopOnAnIdleSegmentFires) { expect_fired_on_both("S---E..s", {"SopOnEna"}); }
TEST_F(SegChk, EopOnAnIdleSegmentFires) { expect_fired_on_both("S---E..e", {"EopOnEna"}); }
TEST_F(SegChk, ErrWithoutEopFires) { expect_fired_on_both("S-r-E...", {"ErrOnEop"}); }
TEST_F(SegChk, MtyWithoutEopFires) { expect_fired_on_both("S-m-E...", {"MtyOnEop"}); }

TEST_F(SegChk, AHoleInAFrameFires) {
  expect_fired_on_both("S--.---E", {"NoHole"});
  expect_fired_on_both("S------- .-----E.", {"NoHole"});
  expect_fired_on_both("S------. -----E..", {"NoHole"});
}

TEST_F(SegChk, AnEmptyBeatInAFrameFiresOnTxOnly) {
  expect_fired(true, "S------- ........ -----E..", {"NoHole"});
  expect_fired(false, "S------- ........ -----E..", {});
}

TEST_F(SegChk, SopInAnOpenFrameFires) {
  expect_fired(false, "S---S--E", {"SopOutside"});
  expect_fired_on_both("S------- S----E..", {"SopOutside"});
}

TEST_F(SegChk, EopOutsideAFrameFires) {
  expect_fired_on_both("E.......", {"EopInFrame"});
  expect_fired_on_both("S---E.E.", {"EopInFrame"});
}

TEST_F(SegChk, ASegmentOutsideAFrameFires) {
  expect_fired_on_both("-.......", {"SegInFrame"});
  expect_fired_on_both("S---E--.", {"SegInFrame"});
}

TEST_F(SegChk, AFrameOf59BytesFires) {
  expect_fired_on_both("S--f....", {"MinBytes"});
  expect_fired_on_both("S------- f....... S--f....", {"MinBytes"});
  expect_fired_on_both("B.......", {"MinBytes"});
}

TEST_F(SegChk, AFrameOf9601BytesFires) {
  std::string giant = frame_of(601);
  giant[giant.rfind('E')] = 'h';
  expect_fired_on_both(giant, {"MaxBytes"});
  expect_fired_on_both(frame_of(601), {"MaxBytes"});
  expect_fired_on_both(frame_of(1000), {"MaxBytes"});
}

// Frames of at least 60 bytes cannot do this, so MinBytes fires with it.
TEST_F(SegChk, ThreeStartsOrThreeEndsInABeatFire) {
  expect_fired_on_both("S-ES-ES- ----E...", {"TwoSops", "MinBytes"});
  expect_fired_on_both("S------- -ES-ES-E", {"TwoEops", "MinBytes"});
}

TEST_F(SegChk, AStartWithoutAnEndBeforeItFiresOnTx) {
  expect_fired(true, "..S---E.", {"SopAfterEop"});
  expect_fired(true, "S---E.S- ----E...", {"SopAfterEop"});
}

TEST_F(SegChk, AGapInAFrameFiresOnTx) {
  expect_fired(true, "S------- ........! ----E...", {"NoGap"});
}

TEST_F(SegChk, AFallingValidFiresOnTx) {
  expect_fired(true, "S---E...? ........! S---E...", {"ValidHeld"});
}

TEST_F(SegChk, AChangingBeatFiresOnTx) {
  expect_fired(true, "S---E...? S---E...*", {"BeatStable"});
  expect_fired(true, "S---E...? S----E..", {"BeatStable"});
  expect_fired(true, "S---E...? S---E...*? S---E...", {"BeatStable"});
}

TEST_F(SegChk, AHandshakeOnRxFires) {
  expect_fired(false, "........!", {"NoReady"});
  expect_fired(false, "........?", {"NoReady"});
}

TEST_F(SegChk, AResetForgetsTheOpenFrame) {
  fired(false, "S-------");
  expect_fired(false, "S---E...", {});
  fired(true, "S-------?");
  expect_fired(true, "S---E...", {});
}

TEST_F(SegChk, TheSentenceSaysWhatWasBroken) {
  fired(true, "S------- ........! ----E...");
  expect(last_output_.find("no beat is offered between the sop and the eop of a frame") !=
             std::string::npos,
         last_output_);
}

}  // namespace
}  // namespace rnic::tb
