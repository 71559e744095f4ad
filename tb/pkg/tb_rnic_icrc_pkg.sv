// SPDX-License-Identifier: Apache-2.0
// Shim: the latencies that rnic_icrc_pkg promises.

module tb_rnic_icrc_pkg
  import rnic_icrc_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  output logic [7:0]  check_cycles_o,
  output logic [7:0]  generate_cycles_o
);

  assign check_cycles_o = 8'(CheckCycles);
  assign generate_cycles_o = 8'(GenerateCycles);

  logic unused_clk_rst_n;
  assign unused_clk_rst_n = clk_i ^ rst_ni;

endmodule
