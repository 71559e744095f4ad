// SPDX-License-Identifier: Apache-2.0
// FIFO for one clock: Depth words, first word falls through, one word in and one out every clock.
//
// A word that enters an empty FIFO is at the output one clock later. out_data_o, out_valid_o and
// in_ready_o come from flops. The memory is read without a clock (LUTRAM), for depths up to some
// hundred words. Contents are not reset.
// Not promised: block RAM; taking a word in the clock in which a full FIFO gives one up.

`include "assert.svh"

module rnic_fifo #(
  parameter type         data_t = logic [31:0],
  parameter int unsigned Depth  = 16,  // words, at least 2
  // Derived; not to be set.
  parameter int unsigned LevelBits = $clog2(Depth + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 in_valid_i,
  output logic                 in_ready_o,
  input  data_t                in_data_i,

  output logic                 out_valid_o,
  input  logic                 out_ready_i,
  output data_t                out_data_o,

  output logic [LevelBits-1:0] level_o      // words held
);

  if (Depth < 2) begin : gen_bad_depth
    $fatal(1, "rnic_fifo: Depth is %0d; it must be at least 2", Depth);
  end

  typedef logic [LevelBits-1:0] level_t;

  // The oldest word stands in out_q, all others in the memory.
  localparam int unsigned Rows    = (Depth < 2) ? 1 : Depth - 1;
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows);
  typedef logic [RowBits-1:0] row_t;

  (* ram_style = "distributed" *)
  data_t  rows [Rows];
  data_t  out_q;
  row_t   write_row_q, read_row_q;
  level_t level_d, level_q;
  logic   full_d, full_q, valid_d, valid_q, more_d, more_q;  // more: a word behind the oldest

  function automatic row_t next_row(row_t row);
    return (row == row_t'(Rows - 1)) ? '0 : row + 1'b1;
  endfunction

  // --- what happens in this clock ----------------------------------------------------------------
  logic push, pop, out_moves, row_write, row_read;
  assign push      = in_valid_i && !full_q;
  assign pop       = valid_q && out_ready_i;
  assign out_moves = !valid_q || out_ready_i;
  assign row_read  = out_moves && more_q;
  assign row_write = push && !(out_moves && !more_q);

  always_comb begin
    level_d = level_q;
    full_d  = full_q;
    valid_d = valid_q;
    more_d  = more_q;
    if (push && !pop) begin
      level_d = level_q + 1'b1;
      full_d  = (level_q == level_t'(Depth - 1));
      valid_d = 1'b1;
      more_d  = valid_q;
    end else if (!push && pop) begin
      level_d = level_q - 1'b1;
      full_d  = 1'b0;
      valid_d = more_q;
      more_d  = (level_q > level_t'(2));
    end
  end

  // --- registers ---------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      level_q     <= '0;
      full_q      <= 1'b0;
      valid_q     <= 1'b0;
      more_q      <= 1'b0;
      write_row_q <= '0;
      read_row_q  <= '0;
    end else begin
      level_q <= level_d;
      full_q  <= full_d;
      valid_q <= valid_d;
      more_q  <= more_d;
      if (row_write) write_row_q <= next_row(write_row_q);
      if (row_read)  read_row_q  <= next_row(read_row_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (row_write) rows[write_row_q] <= in_data_i;
    if (out_moves) out_q <= more_q ? rows[read_row_q] : in_data_i;
  end

  assign in_ready_o  = !full_q;
  assign out_valid_o = valid_q;
  assign out_data_o  = out_q;
  assign level_o     = level_q;

  `RNIC_ASSERT(InHeld, in_valid_i && full_q |=> in_valid_i,
               "in_valid_i fell before the word was taken")
  `RNIC_ASSERT(LevelInRange, 32'(level_q) <= Depth,
               "the FIFO holds more words than it has room for")
  `RNIC_ASSERT(FlagsFitLevel,
               full_q == (level_q == level_t'(Depth)) && valid_q == (level_q != '0) &&
               more_q == (level_q > level_t'(1)), "full, valid or more differ from the level")
  `RNIC_COVER(Full, full_q)
  `RNIC_COVER(FallsThrough, push && pop && level_q == level_t'(1))

endmodule
