// SPDX-License-Identifier: Apache-2.0
// Says where on our bus the words of each F-Tile beat go, so that frames begin on even words.
//
// A frame is put `delay` words behind its place at the MAC: as little as the parity of its first
// word and the end of the frame before allow. A frame with an odd number of words pushes the next
// one back by a word where that follows at once; every word between frames takes one back:
//   delay = candidate >= 0 ? candidate : parity of the first word
//   candidate = delay of the frame before + (odd number of words) - (words between the two)
// A row of 16 words leaves for each beat; in a pause of the MAC within a frame also, where all of
// the row is there already (delay >= 16). So the delay is bounded whenever the frames and what is
// between them take no more time than they do on the wire: docs/blocks/mac.md.
//
// The candidate of a frame that begins at word 0 of the next beat is all that the loop holds; two
// steps of max(constant, candidate + constant) are taken a clock, made into one beforehand.
// Latency 5 clocks.

`include "assert.svh"

module rnic_mac_ftile_rx_place
  import rnic_mac_ftile_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  word_beat_t beat_i,
  output logic        full_o,          // delay near its limit

  output placing_t    placing_o
);

  // From here on frames that begin are dropped at the front. The 9 beats on their way bring less
  // than two frames each, and a frame adds a word.
  localparam int unsigned FullDelay = MaxDelay - 24;

  localparam int unsigned HalfWords = NumWords / 2;
  typedef logic [2:0] half_idx_t;
  typedef logic [4:0] place_t;         // 0..17 words
  typedef logic signed [5:0] step_t;   // -16..18 words
  typedef logic signed [$clog2(MaxDelay+1):0] cand_t;  // -16..MaxDelay + what overshoots

  function automatic word_idx_t index_of(word_mask_t one_hot);
    word_idx_t index;
    index = '0;
    for (int w = 0; w < int'(NumWords); w++) if (one_hot[w]) index |= word_idx_t'(w);
    return index;
  endfunction

  // First word in which a frame may begin that follows one ending in word `last`.
  function automatic place_t place_behind(word_idx_t last, logic parity);
    place_t next;
    next = {1'b0, last} + 1'b1;
    return next + place_t'(next[0] != parity);
  endfunction

  // ------------------------------------------------------------ s1: parts of the beat
  // A second frame begins only in the upper half.
  logic       open_q, parity_q;        // of the frame that is open: parity of its first word
  logic       has_low, has_high;
  word_mask_t open_words, second_words;

  // A half is two groups.
  assign has_low = beat_i.begun[WordGroup-1] | beat_i.begun[HalfWords-1];
  assign has_high = beat_i.begun[HalfWords+WordGroup-1] | beat_i.begun[NumWords-1];

  for (genvar w = 0; w < int'(NumWords); w++) begin : gen_part
    logic begun;                       // a sop in this half so far
    if (w % int'(HalfWords) < int'(WordGroup)) begin : gen_first_group
      assign begun = beat_i.begun[w];
    end else begin : gen_second_group
      assign begun = beat_i.begun[w] | beat_i.begun[w-w%int'(WordGroup)-1];
    end
    if (w < int'(HalfWords)) begin : gen_low
      assign open_words[w] = ~begun;
      assign second_words[w] = 1'b0;
    end else begin : gen_high
      assign open_words[w] = ~(begun | has_low);
      assign second_words[w] = begun & has_low;
    end
  end

  localparam word_mask_t OddWords = word_mask_t'({NumWords{2'b10}});

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (beat_i.valid) open_q <= beat_i.ena[NumWords-1] & !beat_i.eop[NumWords-1];
    if (beat_i.valid && (has_low || has_high))
      parity_q <= has_high ? |(beat_i.sop[NumWords-1:HalfWords] & OddWords[NumWords-1:HalfWords])
                           : |(beat_i.sop[HalfWords-1:0] & OddWords[HalfWords-1:0]);
  end

  typedef struct packed {
    logic       valid;
    logic       open;                  // at the beginning of the beat
    word_mask_t open_words;
    word_mask_t first_words;
    word_mask_t second_words;
  } parts_t;

  parts_t     s1_parts_q;
  logic       s1_open_after_q, s1_parity_q, s1_has_first_q, s1_has_second_q;
  word_idx_t  s1_first_q;              // words in which frames begin
  half_idx_t  s1_second_q;             // in the upper half
  word_mask_t s1_open_end_q, s1_first_end_q;

  always_ff @(posedge clk_i) begin
    s1_parts_q.valid <= beat_i.valid & rst_ni;
    s1_parts_q.open <= open_q;
    s1_open_after_q <= beat_i.ena[NumWords-1] & !beat_i.eop[NumWords-1];
    s1_parts_q.open_words <= beat_i.ena & open_words;
    s1_parts_q.first_words <= beat_i.ena & ~open_words & ~second_words;
    s1_parts_q.second_words <= beat_i.ena & second_words;
    s1_open_end_q <= beat_i.eop & open_words;
    s1_first_end_q <= beat_i.eop & ~open_words & ~second_words;
    s1_parity_q <= parity_q;
    s1_has_first_q <= (has_low | has_high) & rst_ni;
    s1_has_second_q <= has_low & has_high & rst_ni;
    s1_first_q <= has_low ? index_of({{HalfWords{1'b0}}, beat_i.sop[HalfWords-1:0]})
                          : index_of({beat_i.sop[NumWords-1:HalfWords], {HalfWords{1'b0}}});
    s1_second_q <= half_idx_t'(index_of({beat_i.sop[NumWords-1:HalfWords], {HalfWords{1'b0}}}));
  end

  // ------------------------------------------------------------ s2: where the next frame may begin
  parts_t    s2_parts_q;
  logic      s2_open_after_q, s2_has_first_q, s2_has_second_q;
  word_idx_t s2_first_q;
  half_idx_t s2_second_q;
  place_t    s2_open_place_q, s2_first_place_q;

  always_ff @(posedge clk_i) begin
    s2_parts_q <= s1_parts_q;
    s2_parts_q.valid <= s1_parts_q.valid & rst_ni;
    s2_open_after_q <= s1_open_after_q;
    s2_has_first_q <= s1_has_first_q & rst_ni;
    s2_has_second_q <= s1_has_second_q & rst_ni;
    s2_first_q <= s1_first_q;
    s2_second_q <= s1_second_q;
    s2_open_place_q <= (s1_parts_q.valid & s1_parts_q.open)
                     ? place_behind(index_of(s1_open_end_q), s1_parity_q) : '0;
    s2_first_place_q <= place_behind(index_of(s1_first_end_q), s1_first_q[0]);
  end

  // ------------------------------------------------------------ s3: steps of the candidate
  // to_first: from word 0, or the frame that was open, to the first; more: from there to the second
  // or to the next beat.
  parts_t s3_parts_q;
  logic   s3_has_first_q, s3_has_second_q, s3_is_idle_q;
  logic   s3_first_odd_q, s3_second_odd_q;
  step_t  s3_to_first_q, s3_more_q;

  always_ff @(posedge clk_i) begin
    s3_parts_q <= s2_parts_q;
    s3_parts_q.valid <= s2_parts_q.valid & rst_ni;
    s3_has_first_q <= s2_has_first_q & rst_ni;
    s3_has_second_q <= s2_has_second_q & rst_ni;
    s3_is_idle_q <= (!s2_has_first_q & (!s2_parts_q.open | !s2_parts_q.valid)) | !rst_ni;
    s3_first_odd_q <= s2_first_q[0];
    s3_second_odd_q <= s2_second_q[0];
    s3_to_first_q <= s2_has_first_q ? step_t'({1'b0, s2_open_place_q}) -
                                      step_t'({2'b0, s2_first_q}) : '0;
    if (s2_has_second_q)
      s3_more_q <= step_t'({1'b0, s2_first_place_q}) - step_t'({2'b0, 1'b1, s2_second_q});
    else if (s2_parts_q.valid & s2_open_after_q)
      s3_more_q <= '0;
    else
      s3_more_q <= step_t'({1'b0, s2_has_first_q ? s2_first_place_q : s2_open_place_q}) -
                   step_t'(int'(NumWords));
  end

  // ------------------------------------------------------------ s4: two steps as one
  // From candidate c: c + to_first < 0 -> below; else with a second frame and c + all < 0 -> parity
  // of its first word; else c + all.
  parts_t s4_parts_q;
  logic   s4_has_second_q, s4_first_odd_q, s4_second_odd_q;
  step_t  s4_to_first_q, s4_all_q, s4_below_q;
  step_t  s3_from_parity;              // the candidate behind a first frame put at its parity

  assign s3_from_parity = s3_more_q + step_t'({5'b0, s3_first_odd_q});

  always_ff @(posedge clk_i) begin
    s4_parts_q <= s3_parts_q;
    s4_parts_q.valid <= s3_parts_q.valid & rst_ni;
    s4_has_second_q <= s3_has_second_q;
    s4_first_odd_q <= s3_first_odd_q;
    s4_second_odd_q <= s3_second_odd_q;
    // A beat without a beginning must not be taken for one below zero; an idle one ends at -16.
    s4_to_first_q <= s3_has_first_q ? s3_to_first_q
                   : s3_is_idle_q ? -step_t'(int'(NumWords)) : step_t'(int'(NumWords));
    s4_all_q <= s3_to_first_q + s3_more_q;
    s4_below_q <= s3_is_idle_q ? -step_t'(int'(NumWords))
                : (s3_has_second_q & s3_from_parity[5]) ? step_t'({5'b0, s3_second_odd_q})
                : s3_from_parity;
    if (!rst_ni) begin
      s4_has_second_q <= 1'b0;
      s4_to_first_q <= -step_t'(int'(NumWords));
      s4_all_q <= -step_t'(int'(NumWords));
      s4_below_q <= -step_t'(int'(NumWords));
    end
  end

  // ------------------------------------------------------------ s5: the loop
  cand_t    cand_d, cand_q, with_first, with_all;
  row_idx_t row_q;
  logic     first_below, second_below, goes;

  assign with_first = cand_q + cand_t'(s4_to_first_q);
  assign with_all = cand_q + cand_t'(s4_all_q);
  assign first_below = with_first < 0;
  assign second_below = s4_has_second_q & (with_all < 0);
  // In a pause within a frame a row leaves only if the frame does not go on in it.
  assign goes = s4_parts_q.valid | !s4_parts_q.open | !first_below;

  assign cand_d = first_below ? cand_t'(s4_below_q)
                : second_below ? cand_t'({1'b0, s4_second_odd_q}) : with_all;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      cand_q <= '0;
      row_q <= '0;
      full_o <= 1'b0;
    end else begin
      if (goes) cand_q <= cand_d;
      row_q <= row_q + row_idx_t'(goes);
      full_o <= cand_q >= cand_t'(int'(FullDelay));
    end
    placing_o.valid <= goes & rst_ni;
    placing_o.row <= row_q;
    placing_o.open_delay <= delay_t'(cand_q);
    placing_o.first_delay <= first_below ? delay_t'(s4_first_odd_q) : delay_t'(with_first);
    placing_o.second_delay <= delay_t'(cand_d);
    placing_o.open_words <= s4_parts_q.open_words & {NumWords{s4_parts_q.valid}};
    placing_o.first_words <= s4_parts_q.first_words & {NumWords{s4_parts_q.valid}};
    placing_o.second_words <= s4_parts_q.second_words & {NumWords{s4_parts_q.valid}};
  end

  `RNIC_ASSERT(DelayInRange, cand_q <= cand_t'(int'(MaxDelay)), "the delay is over its limit")
  `RNIC_ASSERT(OpenHasDelay, s4_parts_q.valid && s4_parts_q.open |-> cand_q >= 0,
               "a frame is open and has no delay")
  `RNIC_ASSERT(FramesOnEvenWords,
               s4_parts_q.first_words != '0 && !first_below |-> with_first[0] == s4_first_odd_q,
               "a frame would begin on an odd word")
  `RNIC_COVER(PushedBack, goes && cand_d > cand_q)
  `RNIC_COVER(RowInPause, goes && !s4_parts_q.valid && s4_parts_q.open)
  `RNIC_COVER(TwoBegin, s4_has_second_q)
  `RNIC_COVER(Full, full_o)

endmodule
