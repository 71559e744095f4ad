// SPDX-License-Identifier: Apache-2.0
// Rows of 16 words in which frames of the F-Tile MAC are put in their new places; a row is a beat.
//
// Two memories a column, for even and odd rows: the words of one beat span at most 18 places, so
// two that meet in a column are in neighbouring rows. Then one is word 0 or 1 of the beat and the
// other 14 or 15, and the first needs no wide multiplexer. A row is read the clock behind the beat
// that completes it. Marks say which words of a row are there; reading a row takes them away.
// Latency from placing_i to row_o 5 clocks; words_i comes 5 clocks ahead of its placing.

`include "assert.svh"

module rnic_mac_ftile_rx_rows
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  words_t      words_i,
  input  placing_t    placing_i,

  output seg_beat_t   row_o            // nothing enabled where no row leaves
);

  // ------------------------------------------------------------ the words, as old as s2 below
  words_t words;

  rnic_delay #(.Width($bits(words_t)), .Cycles(7)) u_words (
    .clk_i, .rst_ni, .d_i(words_i), .d_o(words)
  );

  // ------------------------------------------------------------ s1: each part by column
  localparam int unsigned NumParts = 3;        // open, first, second
  typedef delay_t [NumParts-1:0] delays_t;
  typedef word_mask_t [NumParts-1:0] masks_t;

  logic [NumParts-1:0][NumWords-1:0][$clog2(NumWords)-1:0] s1_from_q;  // word that goes there
  masks_t                          s1_has_q, s1_wraps_q;   // has one; it is in the next row
  row_idx_t [NumParts-1:0]         s1_row_q, s1_next_row_q;
  logic                            s1_valid_q;
  row_idx_t                        s1_leaves_q;            // row that leaves
  delays_t                         delays;
  masks_t                          masks;

  assign delays = {placing_i.second_delay, placing_i.first_delay, placing_i.open_delay};
  assign masks = {placing_i.second_words, placing_i.first_words, placing_i.open_words};

  for (genvar p = 0; p < int'(NumParts); p++) begin : gen_part
    word_idx_t turn;
    row_idx_t  down;
    assign turn = delays[p][$clog2(NumWords)-1:0];
    assign down = delays[p][$clog2(NumWords)+:$clog2(NumRows)];

    for (genvar c = 0; c < int'(NumWords); c++) begin : gen_column
      word_idx_t from;
      logic      wraps;
      assign {wraps, from} = 5'(c) - {1'b0, turn};
      always_ff @(posedge clk_i) begin
        s1_from_q[p][c] <= from;
        s1_has_q[p][c] <= masks[p][from];
        s1_wraps_q[p][c] <= wraps;
      end
    end
    always_ff @(posedge clk_i) begin
      s1_row_q[p] <= placing_i.row + down;
      s1_next_row_q[p] <= placing_i.row + down + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    s1_valid_q <= placing_i.valid & rst_ni;
    s1_leaves_q <= placing_i.row;
  end

  // ------------------------------------------------------------ s2: one word a column, or two
  // late: the later part of the beat that has the column; early: where another one has it too.
  word_mask_t                                s2_has_q, s2_early_q, s2_early_is_1_q;
  logic [NumWords-1:0][$clog2(NumWords)-1:0] s2_from_q;
  row_idx_t [NumWords-1:0]                   s2_row_q;
  logic                                      s2_valid_q;
  row_idx_t                                  s2_leaves_q;

  for (genvar c = 0; c < int'(NumWords); c++) begin : gen_choose
    logic open, first, second;
    assign open = s1_has_q[0][c];
    assign first = s1_has_q[1][c];
    assign second = s1_has_q[2][c];

    always_ff @(posedge clk_i) begin
      s2_has_q[c] <= open | first | second;
      s2_early_q[c] <= (open & first) | (open & second) | (first & second);
      s2_early_is_1_q[c] <= open ? s1_from_q[0][c][0] : s1_from_q[1][c][0];
      s2_from_q[c] <= second ? s1_from_q[2][c] : first ? s1_from_q[1][c] : s1_from_q[0][c];
      s2_row_q[c] <= second ? (s1_wraps_q[2][c] ? s1_next_row_q[2] : s1_row_q[2])
                   : first ? (s1_wraps_q[1][c] ? s1_next_row_q[1] : s1_row_q[1])
                           : (s1_wraps_q[0][c] ? s1_next_row_q[0] : s1_row_q[0]);
    end

    `RNIC_ASSERT(EarlyWord, (open && (first || second)) || (first && second) |->
                 (open ? s1_from_q[0][c] : s1_from_q[1][c]) < 2,
                 "two words meet in a column and the earlier one is not 0 or 1")
    `RNIC_ASSERT(NotThree, !(open && first && second), "three words meet in a column")
  end

  always_ff @(posedge clk_i) begin
    s2_valid_q <= s1_valid_q & rst_ni;
    s2_leaves_q <= s1_leaves_q;
  end

  // ------------------------------------------------------------ s3: the words by column
  words_t                           s3_words_q;
  word_t                            s3_word_0_q, s3_word_1_q;
  word_mask_t                       s3_has_q, s3_early_q, s3_early_is_1_q;
  row_idx_t [NumWords-1:0]          s3_row_q;
  logic [NumRows-1:0][NumWords-1:0] s3_set_q;          // columns that are put, by row
  logic                             s3_valid_q;
  row_idx_t                         s3_leaves_q;

  always_ff @(posedge clk_i) begin
    for (int c = 0; c < int'(NumWords); c++) s3_words_q[c] <= words[s2_from_q[c]];
    s3_word_0_q <= words[0];
    s3_word_1_q <= words[1];
    s3_has_q <= s2_has_q & {NumWords{rst_ni}};
    s3_early_q <= s2_early_q & {NumWords{rst_ni}};
    s3_early_is_1_q <= s2_early_is_1_q;
    s3_row_q <= s2_row_q;
    // The early word's row is the one before the late word's.
    for (int r = 0; r < int'(NumRows); r++)
      for (int c = 0; c < int'(NumWords); c++)
        s3_set_q[r][c] <= rst_ni & ((s2_has_q[c] & (s2_row_q[c] == row_idx_t'(r))) |
                                    (s2_early_q[c] & (s2_row_q[c] == row_idx_t'(r + 1))));
    s3_valid_q <= s2_valid_q & rst_ni;
    s3_leaves_q <= s2_leaves_q;
  end

  // ------------------------------------------------------------ s4: the rows
  localparam int unsigned BankRows = NumRows / 2;
  typedef logic [$clog2(BankRows)-1:0] bank_row_t;

  row_idx_t                         s4_leaves_q;
  logic [NumRows-1:0][NumWords-1:0] marks_q;
  word_mask_t                       s4_marks_q;        // of the row that leaves
  words_t                           s4_words;

  for (genvar c = 0; c < int'(NumWords); c++) begin : gen_bank
    logic [1:0] write;
    word_t      early, read_even, read_odd;
    bank_row_t  write_even, write_odd;
    bank_row_t  late_row;

    (* ram_style = "distributed" *)
    word_t even_rows [BankRows];
    (* ram_style = "distributed" *)
    word_t odd_rows [BankRows];

    assign early = s3_early_is_1_q[c] ? s3_word_1_q : s3_word_0_q;
    assign late_row = s3_row_q[c][$clog2(NumRows)-1:1];
    assign write_even = late_row;
    assign write_odd = s3_row_q[c][0] ? late_row : late_row - 1'b1;
    assign write = s3_row_q[c][0] ? {s3_has_q[c], s3_early_q[c]} : {s3_early_q[c], s3_has_q[c]};

    always_ff @(posedge clk_i) begin
      if (write[0]) even_rows[write_even] <= s3_row_q[c][0] ? early : s3_words_q[c];
      if (write[1]) odd_rows[write_odd] <= s3_row_q[c][0] ? s3_words_q[c] : early;
    end

    assign read_even = even_rows[s4_leaves_q[$clog2(NumRows)-1:1]];
    assign read_odd = odd_rows[s4_leaves_q[$clog2(NumRows)-1:1]];
    assign s4_words[c] = s4_leaves_q[0] ? read_odd : read_even;

    for (genvar r = 0; r < int'(NumRows); r++) begin : gen_mark
      always_ff @(posedge clk_i) begin
        if (!rst_ni || (s3_valid_q && s3_leaves_q == row_idx_t'(r))) marks_q[r][c] <= 1'b0;
        else if (s3_set_q[r][c]) marks_q[r][c] <= 1'b1;
      end
      `RNIC_ASSERT(RowIsFree, s3_set_q[r][c] |-> !marks_q[r][c],
                   "a word is put where another one waits")
    end
  end

  always_ff @(posedge clk_i) begin
    s4_leaves_q <= s3_leaves_q;
    s4_marks_q <= (marks_q[s3_leaves_q] | s3_set_q[s3_leaves_q]) & {NumWords{s3_valid_q & rst_ni}};
  end

  // ------------------------------------------------------------ s5: words to segments
  seg_beat_t s4_row;

  for (genvar s = 0; s < int'(NumSegs); s++) begin : gen_seg
    logic ends_low, ends_high;
    word_t low, high;
    assign low = s4_words[2*s];
    assign high = s4_words[2*s+1];
    assign ends_low = s4_marks_q[2*s] & low.eop;
    assign ends_high = s4_marks_q[2*s+1] & high.eop;

    assign s4_row.ena[s] = s4_marks_q[2*s];
    assign s4_row.sop[s] = s4_marks_q[2*s] & low.sop;
    assign s4_row.eop[s] = ends_low | ends_high;
    assign s4_row.err[s] = (ends_low & low.err) | (ends_high & high.err);
    assign s4_row.mty[s] = {ends_low, ends_low ? low.empty : high.empty & {3{ends_high}}};
    assign s4_row.data[s] = {high.data, low.data};

    `RNIC_ASSERT(BeginsOnEven, !(s4_marks_q[2*s+1] && high.sop), "a frame begins on an odd word")
  end

  always_ff @(posedge clk_i) row_o <= s4_row;

  `RNIC_COVER(TwoInAColumn, s3_early_q != '0)

endmodule
