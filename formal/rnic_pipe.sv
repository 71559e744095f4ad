// SPDX-License-Identifier: Apache-2.0
// rnic_pipe: d_o is d_i of Cycles clocks before; what would come from before the end of a reset is
// zero.

`include "assert.svh"

module formal_pipe #(
  parameter int unsigned Width  = 2,
  parameter int unsigned Cycles = 3
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] d_i
);

  `RNIC_STARTS_IN_RESET

  logic [Width-1:0] d;
  rnic_pipe #(.Width(Width), .Cycles(Cycles)) u_dut (.clk_i, .rst_ni, .d_i, .d_o(d));

  // d_i of n clocks before, and whether a reset came then or since.
  logic [Cycles:0][Width-1:0] was;
  logic [Cycles:1][Width-1:0] was_q;
  logic [Cycles:1]            lost_q = '1;
  assign was = {was_q, d_i};
  always_ff @(posedge clk_i) begin
    was_q <= was[Cycles-1:0];
    lost_q[1] <= !rst_ni;
    for (int c = 2; c <= int'(Cycles); c++) lost_q[c] <= !rst_ni || lost_q[c-1];
  end

  `RNIC_ASSERT(Delays, d == (lost_q[Cycles] ? '0 : was_q[Cycles]),
               "d_o is not d_i of Cycles before")

  `RNIC_COVER(Runs, !lost_q[Cycles] && d == '1)
  `RNIC_COVER(ResetOnTheWay, lost_q[Cycles] && was_q[Cycles] == '1)

endmodule
