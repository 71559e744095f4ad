// SPDX-License-Identifier: Apache-2.0
// Shim: one skid buffer of 64 bits.

module tb_rnic_skid (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_data_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [63:0] out_data_o
);

  rnic_skid #(.data_t(logic [63:0])) u_dut (.*);

endmodule
