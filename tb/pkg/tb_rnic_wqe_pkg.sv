// SPDX-License-Identifier: Apache-2.0
// Shim: the names of rnic_wqe_pkg's numbers.

module tb_rnic_wqe_pkg
  import rnic_wqe_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic [7:0] number_i,
  output string      opcode_name_o,   // empty where wqe_opcode_e has no member
  output string      status_name_o    // the same of wqe_status_e
);

  wqe_opcode_e opcode;
  wqe_status_e status;
  assign opcode = wqe_opcode_e'(number_i);
  assign status = wqe_status_e'(number_i);
  // A name is looked up by the bits that the last member needs, and no others.
  always_comb opcode_name_o = (opcode <= opcode.last()) ? opcode.name() : "";
  always_comb status_name_o = (status <= status.last()) ? status.name() : "";

  logic unused_clk_rst_n;
  assign unused_clk_rst_n = clk_i ^ rst_ni;

endmodule
