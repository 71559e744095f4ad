// SPDX-License-Identifier: Apache-2.0
// Payload rows to items: turned behind the header, each merged with the rest of the row before.
//
// With a header of n bytes (54 + 4 turn_words), byte b of every row belongs to byte (b + n) mod 128
// of an item: from byte n on of the row's own item, below that of the next one. So a rotator and a
// register of the row before will do; what a frame's last row leaves for a tail is that register.
//
// Latency: row_i and its controls 2 clocks, to head_data_o in the clock of merge_valid_i;
// tail_data_o is good behind it, until the next. Bytes that no frame covers are free; pad is zero.

module rnic_tx_packet_builder_merge
  import rnic_bus_pkg::*;
  import rnic_tx_frame_pkg::*;
(
  input  logic           clk_i,

  // s4: the row, and how far it turns.
  input  item_data_t     row_i,
  input  logic [3:0]     turn_words_i,
  // Pad: which of bytes 1..3 of the word, and of which word in turned place (word w: bytes 4w + 2
  // to 4w + 5 of the item).
  input  logic [3:1]     pad_bytes_i,
  input  logic [4:0]     pad_word_i,

  // s6: the step.
  input  logic           merge_valid_i,
  input  logic           merge_first_i,   // take the header
  input  logic [13:0]    merge_front_i,   // word n, bytes 54 + 4n on: from header or register
  input  header_bytes_t  header_i,

  output item_data_t     head_data_o,
  output tail_data_t     tail_data_o
);

  // ------------------------------------------------------------ s4, s5: turn
  function automatic item_data_t turn(item_data_t d, int unsigned bytes);
    return (d << (8 * bytes)) | (d >> (BeatBits - 8 * bytes));
  endfunction

  localparam int unsigned BeatWords = BeatBytes / 4;

  item_data_t              s4_row, s5_row_q, s6_row_q;
  item_data_t              s5_turned;
  logic [1:0]              s5_turn_q;
  logic [BeatWords-1:0]    s5_pad_word_q;
  logic [3:1]              s5_pad_bytes_q;
  logic [BeatBytes-1:0]    s5_zero;
  item_data_t              s5_zero_mask;

  assign s4_row = turn(row_i, MinHeaderBytes);

  for (genvar n = 0; n < int'(BeatBytes); n++) begin : gen_zero
    assign s5_zero_mask[8*n +: 8] = {8{s5_zero[n]}};
  end

  always_comb begin
    s5_zero = '0;
    for (int unsigned w = 0; w < BeatWords; w++) begin
      for (int unsigned b = 1; b < 4; b++)
        s5_zero[(4*w + 2 + b) % BeatBytes] = s5_pad_word_q[w] & s5_pad_bytes_q[b];
    end
    unique case (s5_turn_q)
      2'd0: s5_turned = s5_row_q;
      2'd1: s5_turned = turn(s5_row_q, 16);
      2'd2: s5_turned = turn(s5_row_q, 32);
      2'd3: s5_turned = turn(s5_row_q, 48);
    endcase
  end

  always_ff @(posedge clk_i) begin
    unique case (turn_words_i[1:0])
      2'd0: s5_row_q <= s4_row;
      2'd1: s5_row_q <= turn(s4_row, 4);
      2'd2: s5_row_q <= turn(s4_row, 8);
      2'd3: s5_row_q <= turn(s4_row, 12);
    endcase
    s5_turn_q <= turn_words_i[3:2];
    s5_pad_bytes_q <= pad_bytes_i;
    s5_pad_word_q <= BeatWords'(1) << pad_word_i;
    s6_row_q <= s5_turned & ~s5_zero_mask;
  end

  // ------------------------------------------------------------ s6: merge
  item_data_t s6_front, s6_is_front, s7_rest_q;

  always_comb begin
    s6_front = merge_first_i ? item_data_t'(header_i) : s7_rest_q;
    s6_is_front = item_data_t'({8*MinHeaderBytes{1'b1}});
    for (int unsigned n = 0; n < 14; n++)
      s6_is_front[8*(MinHeaderBytes+4*n) +: 32] = {32{merge_front_i[n]}};
    head_data_o = (s6_front & s6_is_front) | (s6_row_q & ~s6_is_front);
  end

  always_ff @(posedge clk_i) begin
    if (merge_valid_i) s7_rest_q <= s6_row_q;
  end

  assign tail_data_o = s7_rest_q[8*MaxTailBytes-1:0];

endmodule
