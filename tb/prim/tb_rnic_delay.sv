// SPDX-License-Identifier: Apache-2.0
// Shim: three delay lines side by side, the shortest, an odd one and a wide deep one.

module tb_rnic_delay (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic [1099:0] d_i,
  output logic [7:0]    d3_o,
  output logic [0:0]    d4_o,
  output logic [1099:0] d17_o
);

  rnic_delay #(.Width(8),    .Cycles(3))  u_3  (.clk_i, .rst_ni, .d_i(d_i[7:0]), .d_o(d3_o));
  rnic_delay #(.Width(1),    .Cycles(4))  u_4  (.clk_i, .rst_ni, .d_i(d_i[0]),   .d_o(d4_o));
  rnic_delay #(.Width(1100), .Cycles(17)) u_17 (.clk_i, .rst_ni, .d_i(d_i),      .d_o(d17_o));

endmodule
