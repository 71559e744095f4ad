// SPDX-License-Identifier: Apache-2.0
// Brings the lengths of the frames of an F-Tile MAC within the limits of our bus.
//
// - A frame under 60 bytes is padded with zeros to 60 in place and marked err: eight words from its
//   beginning. Where another frame begins within those, it is dropped: the pad has no room.
// - A frame over 9,600 bytes is cut there and marked err.
// - While full_i is high, frames that begin are dropped.
// Behind a reset what belongs to no beginning is dropped, too.
//
// Latency 4 clocks, from next_valid_i of the beat behind: a beat waits for that one, since it shows
// the length of what begins here.

`include "assert.svh"

module rnic_mac_ftile_rx_limits
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
(
  input  logic            clk_i,
  input  logic            rst_ni,

  // From the edges; only what comes with next_valid_i counts
  input  logic            next_valid_i,
  input  word_mask_t      next_ena_i,
  input  word_mask_t      next_sop_i,
  input  word_mask_t      next_eop_i,
  input  word_groups_t    next_group_sop_i,
  input  word_mask_t      next_err_i,
  input  word_empty_t     next_empty_i,
  input  word_data_t      next_data_i,

  // To the placing
  input  logic            full_i,
  output word_beat_t      beat_o,
  output words_t          words_o,

  output logic [3:0]      stat_dropped_o  // frames in this clock
);

  localparam int unsigned MinWords = (MinFrameBytes + WordBytes - 1) / WordBytes;
  localparam int unsigned MinEmpty = MinWords * WordBytes - MinFrameBytes;
  localparam int unsigned MaxBeats = MaxFrameBytes / BeatBytes;

  if (MaxFrameBytes % BeatBytes != 0) begin : gen_bad_max
    $fatal(1, "rnic_mac_ftile_rx_limits: MaxFrameBytes is %0d; it must be a multiple of %0d",
           MaxFrameBytes, BeatBytes);
  end

  // ------------------------------------------------------------ s1: with the next one at the port
  word_mask_t  s1_ena_q, s1_sop_q, s1_eop_q, s1_err_q;
  word_empty_t s1_empty_q;
  word_data_t  s1_data_q;
  word_mask_t  s1_no_sop_q;            // none in this word or before it
  word_mask_t  s1_from_last_q;         // no sop behind this word
  word_mask_t  next_no_sop, next_from_last;

  // By groups of four, to be flat.
  for (genvar g = 0; g < int'(NumWordGroups); g++) begin : gen_group
    logic ahead, behind;               // a sop in a group before this one, or behind it
    assign ahead = (next_group_sop_i & NumWordGroups'((1 << g) - 1)) != '0;
    assign behind = (next_group_sop_i & ~NumWordGroups'((1 << (g + 1)) - 1)) != '0;
    for (genvar k = 0; k < int'(WordGroup); k++) begin : gen_word
      assign next_no_sop[g*WordGroup+k] = ~(ahead | (|next_sop_i[g*WordGroup+:k+1]));
      if (k == int'(WordGroup) - 1) begin : gen_top
        assign next_from_last[g*WordGroup+k] = ~behind;
      end else begin : gen_below
        assign next_from_last[g*WordGroup+k] =
            ~(behind | (|next_sop_i[g*WordGroup+k+1+:WordGroup-1-k]));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s1_ena_q <= '0;
      s1_sop_q <= '0;
      s1_eop_q <= '0;
      s1_no_sop_q <= '1;
    end else if (next_valid_i) begin
      s1_ena_q <= next_ena_i;
      s1_sop_q <= next_sop_i;
      s1_eop_q <= next_eop_i;
      s1_no_sop_q <= next_no_sop;
    end
    if (next_valid_i) begin
      s1_from_last_q <= next_from_last;
      s1_err_q <= next_err_i;
      s1_empty_q <= next_empty_i;
      s1_data_q <= next_data_i;
    end
  end

  // Frames by the words that follow their beginning.
  localparam int unsigned WinTop = NumWords + MinWords - 2;
  logic [WinTop:2]          s1_win_sop;
  logic [WinTop:1]          s1_win_eop;
  logic [WinTop:MinWords-1] s1_win_short;      // in the eighth word: ends short of 60
  word_mask_t               s1_runt, s1_close; // close: another begins within the 8 words

  assign s1_win_sop = {next_sop_i[MinWords-2:0], s1_sop_q[NumWords-1:2]};
  assign s1_win_eop = {next_eop_i[MinWords-2:0], s1_eop_q[NumWords-1:1]};
  for (genvar w = int'(MinWords) - 1; w <= int'(WinTop); w++) begin : gen_short
    if (w < int'(NumWords)) begin : gen_here
      assign s1_win_short[w] = s1_empty_q[w] > 3'(MinEmpty);
    end else begin : gen_next
      assign s1_win_short[w] = next_empty_i[w-int'(NumWords)] > 3'(MinEmpty);
    end
  end
  for (genvar w = 0; w < int'(NumWords); w++) begin : gen_window
    assign s1_close[w] = s1_sop_q[w] & (|s1_win_sop[w+2+:MinWords-2]);
    assign s1_runt[w] = s1_sop_q[w] & ((|s1_win_eop[w+1+:MinWords-2]) |
                                       (s1_win_eop[w+MinWords-1] & s1_win_short[w+MinWords-1]));
  end

  // ------------------------------------------------------------ s2: runts, length of long frames
  // count: beats since the one in which the frame that is open began; 9,600 bytes end in the beat
  // MaxBeats behind it, before the word in which the frame began there.
  localparam int unsigned CountBits = $clog2(MaxBeats + 1);
  logic [CountBits-1:0] s1_count_q;
  word_mask_t           s1_begin_q;    // from the word on in which it began
  logic                 s1_at_last_q, s1_at_max_q, s1_over_q;  // beat MaxBeats - 1, that, later
  word_mask_t           s1_open_ena, s1_over;

  assign s1_open_ena = s1_ena_q & s1_no_sop_q;
  assign s1_over = s1_open_ena & ({NumWords{s1_over_q}} | ({NumWords{s1_at_max_q}} & s1_begin_q));

  logic s1_has_sop;
  assign s1_has_sop = !s1_no_sop_q[NumWords-1];

  always_ff @(posedge clk_i) begin
    if (next_valid_i) begin
      s1_count_q <= s1_has_sop ? CountBits'(1) : s1_count_q + CountBits'(!s1_over_q);
      s1_at_last_q <= !s1_has_sop & (s1_count_q == CountBits'(MaxBeats - 2));
      s1_at_max_q <= !s1_has_sop & (s1_count_q == CountBits'(MaxBeats - 1));
      s1_over_q <= !s1_has_sop & ((s1_count_q == CountBits'(MaxBeats)) | s1_over_q);
      if (s1_has_sop) s1_begin_q <= s1_from_last_q;
    end
    if (!rst_ni) begin
      s1_count_q <= CountBits'(1);
      s1_at_last_q <= 1'b0;
      s1_at_max_q <= 1'b0;
      s1_over_q <= 1'b0;
    end
  end

  logic        s2_valid_q;
  word_mask_t  s2_ena_q, s2_sop_q, s2_eop_q, s2_err_q, s2_over_q, s2_cut_q, s2_pad_q, s2_drop_q;
  word_empty_t s2_empty_q;
  word_data_t  s2_data_q;

  always_ff @(posedge clk_i) begin
    s2_valid_q <= next_valid_i & rst_ni;
    s2_ena_q <= s1_ena_q;
    s2_sop_q <= s1_sop_q;
    s2_eop_q <= s1_eop_q;
    s2_err_q <= s1_err_q;
    s2_empty_q <= s1_empty_q;
    s2_data_q <= s1_data_q;
    s2_over_q <= s1_over;
    // The last word within 9,600 bytes of a frame that goes on.
    s2_cut_q <= s1_open_ena & ~s1_over & {s1_at_last_q & s1_begin_q[0] & !s1_eop_q[NumWords-1],
                                          s1_over[NumWords-1:1]};
    s2_pad_q <= s1_runt & ~s1_close & {NumWords{!full_i}};
    s2_drop_q <= s1_close | (s1_sop_q & {NumWords{full_i}});
  end

  // ------------------------------------------------------------ s3: which words are dropped, pad
  // drops: the last sop so far is that of a dropped frame.
  logic       s2_drops_q;              // from the beat before
  word_mask_t s2_drops;

  always_comb begin
    logic carry;
    carry = s2_drops_q;
    for (int g = 0; g < int'(NumWordGroups); g++) begin
      logic known, drops;              // a sop in the group so far; what the last one says
      known = 1'b0;
      drops = 1'b0;
      for (int k = 0; k < int'(WordGroup); k++) begin
        if (s2_sop_q[g*int'(WordGroup)+k]) drops = s2_drop_q[g*int'(WordGroup)+k];
        known |= s2_sop_q[g*int'(WordGroup)+k];
        s2_drops[g*int'(WordGroup)+k] = known ? drops : carry;
      end
      if (known) carry = drops;
    end
  end

  // Words that a padded frame covers, and the one that ends it.
  logic [MinWords-2:0]            s2_pad_last_q;       // of the beat before, its last words
  logic [NumWords+MinWords-2:0]   s2_win_pad;
  word_mask_t                     s2_padded, s2_pad_ends;

  assign s2_win_pad = {s2_pad_q, s2_pad_last_q};
  for (genvar w = 0; w < int'(NumWords); w++) begin : gen_pad
    assign s2_padded[w] = |s2_win_pad[w+:MinWords];
    assign s2_pad_ends[w] = s2_win_pad[w];
  end

  logic        s3_valid_q;
  word_mask_t  s3_ena_q, s3_sop_q, s3_eop_q, s3_err_q, s3_drops_q, s3_padded_q, s3_pad_ends_q;
  word_mask_t  s3_cut_q, s3_real_end_q;
  word_empty_t s3_empty_q;
  word_data_t  s3_data_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s2_drops_q <= 1'b1;
      s2_pad_last_q <= '0;
    end else if (s2_valid_q) begin
      s2_drops_q <= s2_drops[NumWords-1];
      s2_pad_last_q <= s2_pad_q[NumWords-1-:MinWords-1];
    end
    s3_valid_q <= s2_valid_q & rst_ni;
    s3_ena_q <= s2_ena_q & ~s2_over_q;
    s3_sop_q <= s2_sop_q & ~s2_drop_q;
    s3_eop_q <= (s2_eop_q & ~s2_over_q) | s2_cut_q;
    s3_err_q <= s2_err_q | s2_cut_q;
    s3_cut_q <= s2_cut_q;
    s3_real_end_q <= s2_eop_q;
    s3_empty_q <= s2_empty_q;
    s3_data_q <= s2_data_q;
    s3_drops_q <= s2_drops;
    s3_padded_q <= s2_padded;
    s3_pad_ends_q <= s2_pad_ends;
  end

  // ------------------------------------------------------------ s4: out
  // Pad bytes are zero, those behind the end of a runt in its last word too.
  word_mask_t  s3_kept, s3_begun, s4_err_q;
  word_empty_t s4_empty_q;
  word_data_t  s4_data_q;
  assign s3_kept = s3_ena_q & ~s3_drops_q;

  always_ff @(posedge clk_i) begin
    beat_o.valid <= s3_valid_q & rst_ni;
    for (int w = 0; w < int'(NumWords); w++) begin
      beat_o.ena[w] <= s3_valid_q & (s3_kept[w] | s3_padded_q[w]);
      beat_o.sop[w] <= s3_valid_q & s3_sop_q[w];
      beat_o.begun[w] <= s3_valid_q & s3_begun[w];
      beat_o.eop[w] <= s3_valid_q & ((s3_eop_q[w] & s3_kept[w] & !s3_padded_q[w]) |
                                     s3_pad_ends_q[w]);
      s4_err_q[w] <= (s3_eop_q[w] & !s3_padded_q[w] & s3_err_q[w]) | s3_pad_ends_q[w];
      s4_empty_q[w] <= s3_pad_ends_q[w] ? 3'(MinEmpty)
                     : (s3_eop_q[w] & !s3_padded_q[w] & !s3_cut_q[w]) ? s3_empty_q[w] : '0;
      for (int b = 0; b < int'(WordBytes); b++) begin
        s4_data_q[w][8*b+:8] <= s3_data_q[w][8*b+:8];
        if (s3_padded_q[w] & (!s3_ena_q[w] |
                              (s3_real_end_q[w] & (4'(b) + 4'(s3_empty_q[w]) >= 4'(WordBytes)))))
          s4_data_q[w][8*b+:8] <= '0;
      end
    end
  end

  for (genvar w = 0; w < int'(NumWords); w++) begin : gen_out
    assign s3_begun[w] = |s3_sop_q[w:w-w%int'(WordGroup)];
    assign words_o[w] = '{sop: beat_o.sop[w], eop: beat_o.eop[w], err: s4_err_q[w],
                          empty: s4_empty_q[w], data: s4_data_q[w]};
  end

  // ------------------------------------------------------------ how many were dropped
  always_ff @(posedge clk_i) begin
    logic [3:0] sum;
    sum = '0;
    for (int w = 0; w < int'(NumWords); w++) sum += 4'(s2_drop_q[w]);
    stat_dropped_o <= (rst_ni & s2_valid_q) ? sum : '0;
  end

  `RNIC_COVER(Runt, s2_valid_q && s2_pad_q != '0)
  `RNIC_COVER(RuntOverTwoBeats, s2_valid_q && s2_pad_last_q != '0)
  `RNIC_COVER(CloseRunt, s2_valid_q && s2_drop_q != '0 && !full_i)
  `RNIC_COVER(Cut, s2_valid_q && s2_cut_q != '0)

endmodule
