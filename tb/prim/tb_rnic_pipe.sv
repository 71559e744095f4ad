// SPDX-License-Identifier: Apache-2.0
// Shim: the shortest and a longer shift register.

module tb_rnic_pipe (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [6:0] d_i,
  output logic [6:0] d1_o,
  output logic [6:0] d9_o
);

  rnic_pipe #(.Width(7), .Cycles(1)) u_1 (.clk_i, .rst_ni, .d_i, .d_o(d1_o));
  rnic_pipe #(.Width(7), .Cycles(9)) u_9 (.clk_i, .rst_ni, .d_i, .d_o(d9_o));

endmodule
