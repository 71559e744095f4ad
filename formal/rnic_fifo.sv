// SPDX-License-Identifier: Apache-2.0
// rnic_fifo: what goes in comes out, once, in order, and the level counts it.
//
// Any one word may be marked as it enters; `ahead` counts the words in front of it. It must be at
// the output, unchanged, when none is. Since any word may be the marked one, this is order and
// contents of all of them.

`include "assert.svh"

module formal_fifo #(
  parameter int unsigned Depth = 3,
  parameter int unsigned Width = 4,
  localparam int unsigned LevelBits = $clog2(Depth + 1)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             in_valid_i,
  input logic [Width-1:0] in_data_i,
  input logic             out_ready_i,
  input logic             mark_i
);

  `RNIC_STARTS_IN_RESET

  typedef logic [Width-1:0] data_t;
  logic                 in_ready, out_valid;
  logic [Width-1:0]     out_data;
  logic [LevelBits-1:0] level;

  rnic_fifo #(.data_t(data_t), .Depth(Depth)) u_dut (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o(in_ready), .in_data_i,
    .out_valid_o(out_valid), .out_ready_i, .out_data_o(out_data), .level_o(level)
  );

  // ------------------------------------------------------------ what should be
  localparam int unsigned CountBits = $clog2(Depth + 2);
  typedef logic [CountBits-1:0] count_t;

  logic             push, pop, marked_q;
  count_t           held_q, ahead_q;
  logic [Width-1:0] word_q;
  assign push = in_valid_i && in_ready;
  assign pop  = out_valid && out_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      marked_q <= 1'b0;
      held_q   <= '0;
    end else begin
      held_q <= held_q + count_t'(push) - count_t'(pop);
      if (marked_q && pop) begin
        if (ahead_q == '0) marked_q <= 1'b0;
        ahead_q <= ahead_q - 1'b1;
      end else if (!marked_q && push && mark_i) begin
        marked_q <= 1'b1;
        ahead_q  <= held_q - count_t'(pop);
        word_q   <= in_data_i;
      end
    end
  end

  `RNIC_ASSERT(Level, count_t'(level) == held_q, "level_o is not the number of words held")
  `RNIC_ASSERT(Room, in_ready == (held_q < count_t'(Depth)), "ready where full, or not where free")
  `RNIC_ASSERT(Offers, out_valid == (held_q != '0), "valid where empty, or not where a word is")
  `RNIC_ASSERT(Order, !marked_q || ahead_q != '0 || out_data == word_q,
               "a word is not at the output, unchanged, when those before it have left")

  // ------------------------------------------------------------ what makes it inductive
  localparam int unsigned Rows = Depth - 1;
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows);
  typedef logic [CountBits:0] sum_t;

  // Row of the word that is the n-th behind the oldest.
  function automatic logic [RowBits-1:0] row_of(sum_t first, sum_t n);
    sum_t row;
    row = first + n;
    return RowBits'((row >= sum_t'(Rows)) ? row - sum_t'(Rows) : row);
  endfunction

  sum_t in_rows, read_row;
  assign in_rows  = (held_q <= count_t'(1)) ? '0 : sum_t'(held_q) - 1'b1;
  assign read_row = sum_t'(u_dut.read_row_q);
  `RNIC_ASSERT(InvRows, sum_t'(u_dut.read_row_q) < sum_t'(Rows) &&
               sum_t'(u_dut.write_row_q) < sum_t'(Rows) &&
               u_dut.write_row_q == row_of(read_row, (in_rows == sum_t'(Rows)) ? '0 : in_rows),
               "the rows in use are not those between the pointers")
  `RNIC_ASSERT(InvAhead, !marked_q || ahead_q < held_q, "the marked word is not inside")
  `RNIC_ASSERT(InvWord, !marked_q || ahead_q == '0 ||
               u_dut.rows[row_of(read_row, sum_t'(ahead_q) - 1'b1)] == word_q,
               "the marked word is not in its row")

  // ------------------------------------------------------------ that it is about something
  `RNIC_COVER(Fills, held_q == count_t'(Depth))
  `RNIC_COVER(MarkedLeavesFromFull, marked_q && pop && ahead_q == '0 && held_q == count_t'(Depth))
  `RNIC_COVER(PushAndPop, push && pop)

endmodule
