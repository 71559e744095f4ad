// SPDX-License-Identifier: Apache-2.0
// Fixed-latency delay line: d_o is d_i of exactly Cycles clocks before.
//
// The data stands still in a circular buffer in RAM and a pointer goes round, so a wide word costs
// one RAM write and one RAM read a clock (LUTRAM or BRAM) instead of Cycles shifting registers.
// Not promised: the contents of d_o in the first Cycles clocks after reset; there is no enable.

`include "assert.svh"

module rnic_delay #(
  parameter int unsigned Width  = 32,  // bits
  parameter int unsigned Cycles = 3    // clocks from d_i to d_o, at least 3
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] d_o
);

  if (Width < 1) begin : gen_bad_width
    $fatal(1, "rnic_delay: Width is %0d; it must be at least 1", Width);
  end
  if (Cycles < 3) begin : gen_bad_cycles
    $fatal(1, "rnic_delay: Cycles is %0d; it must be at least 3", Cycles);
  end

  // One clock of the latency is the output flop, the rest is the way round the buffer: a row is
  // read in the clock in which it is written anew, and the old contents are meant.
  localparam int unsigned Rows = (Cycles < 3) ? 2 : Cycles - 1;
  localparam int unsigned RowBits = $clog2(Rows);

  logic [Width-1:0]   rows [Rows];
  logic [RowBits-1:0] row_d, row_q;

  assign row_d = (row_q == RowBits'(Rows - 1)) ? '0 : row_q + 1'b1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) row_q <= '0;
    else         row_q <= row_d;
  end

  always_ff @(posedge clk_i) begin
    rows[row_q] <= d_i;
    d_o         <= rows[row_q];
  end

  `RNIC_ASSERT(PointerInRange, 32'(row_q) < Rows, "the row pointer left the buffer")

endmodule
