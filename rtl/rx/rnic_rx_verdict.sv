// SPDX-License-Identifier: Apache-2.0
// Headers, traffic class and ICRC of a frame become one word: all that is known of it without its
// queue pair (docs/blocks/rx.md).
//
// The ICRC is looked at where nothing else was wrong; nothing else is judged here. JudgedCycles
// (16) behind the beat in which a frame ends, 3 clocks behind the parser's word. Two frames a
// clock, in order, no stall. parsed_*_i come at ParserCycles, icrc_*_i and class_*_i 2 clocks
// later.
//
// Not promised: what cls holds where roce is 0.

`include "assert.svh"

module rnic_rx_verdict
  import rnic_qos_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  rx_parsed_t               parsed_0_i,   // s13
  input  rx_parsed_t               parsed_1_i,
  input  class_t                   class_0_i,    // s15
  input  class_t                   class_1_i,
  input  rnic_icrc_pkg::verdict_t  icrc_0_i,     // s15
  input  rnic_icrc_pkg::verdict_t  icrc_1_i,

  output rx_judged_t               judged_0_o,   // s16
  output rx_judged_t               judged_1_o
);

  // ------------------------------------------------------------ s13..s16: headers wait
  rx_hdr_t s16_hdr_0, s16_hdr_1;

  rnic_delay #(.Width(2 * $bits(rx_hdr_t)), .Cycles(3)) u_hdr (
    .clk_i, .rst_ni, .d_i({parsed_1_i.hdr, parsed_0_i.hdr}), .d_o({s16_hdr_1, s16_hdr_0})
  );

  typedef struct packed {
    logic       valid;
    rx_reason_e reason;
    logic       roce;
    logic       sized;
  } word_t;

  word_t s13_word_0, s13_word_1, s15_word_0, s15_word_1;

  assign s13_word_0 = '{valid: parsed_0_i.valid, reason: parsed_0_i.reason, roce: parsed_0_i.roce,
                        sized: parsed_0_i.sized};
  assign s13_word_1 = '{valid: parsed_1_i.valid, reason: parsed_1_i.reason, roce: parsed_1_i.roce,
                        sized: parsed_1_i.sized};

  rnic_pipe #(.Width(2 * $bits(word_t)), .Cycles(2)) u_words (
    .clk_i, .rst_ni, .d_i({s13_word_1, s13_word_0}), .d_o({s15_word_1, s15_word_0})
  );

  // ------------------------------------------------------------ s15: the ICRC decides the rest
  typedef struct packed {
    word_t  word;
    icrc_e  icrc;
    class_t cls;
  } judged_word_t;

  function automatic judged_word_t judge(word_t word, class_t cls, logic icrc_ok);
    judged_word_t j;
    j.word = word;
    j.cls = cls;
    j.icrc = IcrcNull;
    if (word.reason == ReasonNone) begin
      j.icrc = icrc_ok ? IcrcOk : IcrcBad;
      if (!icrc_ok) j.word.reason = ReasonIcrc;
    end
    return j;
  endfunction

  judged_word_t s16_0_q, s16_1_q;

  always_ff @(posedge clk_i) begin
    s16_0_q <= judge(s15_word_0, class_0_i, icrc_0_i.ok);
    s16_1_q <= judge(s15_word_1, class_1_i, icrc_1_i.ok);
    s16_0_q.word.valid <= s15_word_0.valid & rst_ni;
    s16_1_q.word.valid <= s15_word_1.valid & rst_ni;
  end

  assign judged_0_o = '{valid: s16_0_q.word.valid, reason: s16_0_q.word.reason,
                        roce: s16_0_q.word.roce, sized: s16_0_q.word.sized, icrc: s16_0_q.icrc,
                        cls: s16_0_q.cls, hdr: s16_hdr_0};
  assign judged_1_o = '{valid: s16_1_q.word.valid, reason: s16_1_q.word.reason,
                        roce: s16_1_q.word.roce, sized: s16_1_q.word.sized, icrc: s16_1_q.icrc,
                        cls: s16_1_q.cls, hdr: s16_hdr_1};

  // ------------------------------------------------------------ the three agree on the frames
  `RNIC_ASSERT(IcrcMeetsItsFrame, {icrc_1_i.valid, icrc_0_i.valid} ==
               {s15_word_1.valid, s15_word_0.valid}, "an ICRC verdict without its frame's header")
  `RNIC_ASSERT(ClassMeetsItsFrame, {class_1_i.valid, class_0_i.valid} ==
               {s15_word_1.valid, s15_word_0.valid}, "a class without its frame's header")
  `RNIC_ASSERT(GoodFramesAreChecked0, !s15_word_0.valid | !s15_word_0.sized | icrc_0_i.checked,
               "the ICRC of a frame that passed so far was not looked at")
  `RNIC_ASSERT(GoodFramesAreChecked1, !s15_word_1.valid | !s15_word_1.sized | icrc_1_i.checked,
               "the ICRC of a frame that passed so far was not looked at")

endmodule
