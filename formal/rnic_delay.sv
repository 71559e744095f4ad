// SPDX-License-Identifier: Apache-2.0
// rnic_delay: d_o is d_i of exactly Cycles clocks before, once that many have passed since the
// start or the end of a reset.

`include "assert.svh"

module formal_delay #(
  parameter int unsigned Width  = 2,
  parameter int unsigned Cycles = 5
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] d_i
);

  `RNIC_STARTS_IN_RESET

  logic [Width-1:0] d;
  rnic_delay #(.Width(Width), .Cycles(Cycles)) u_dut (.clk_i, .rst_ni, .d_i, .d_o(d));

  logic [Cycles:1][Width-1:0] was_q;
  logic [Cycles:1]            runs_q = '0;   // out of reset for as many clocks
  always_ff @(posedge clk_i) begin
    was_q  <= {was_q[Cycles-1:1], d_i};
    runs_q <= rst_ni ? {runs_q[Cycles-1:1], 1'b1} : '0;
  end

  `RNIC_ASSERT(Delays, !runs_q[Cycles] || d == was_q[Cycles], "d_o is not d_i of Cycles before")

  `RNIC_COVER(Runs, runs_q[Cycles] && d == '1 && was_q[1] == '0)

endmodule
