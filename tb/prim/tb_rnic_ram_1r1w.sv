// SPDX-License-Identifier: Apache-2.0
// Shim: one memory of 37 words without and one of 64 words with the second output flop.

module tb_rnic_ram_1r1w (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        wr_en_i,
  input  logic [5:0]  wr_addr_i,
  input  logic [39:0] wr_data_i,
  input  logic        rd_en_i,
  input  logic [5:0]  rd_addr_i,
  output logic [39:0] rd_data_1_o,
  output logic [39:0] rd_data_2_o
);

  rnic_ram_1r1w #(.Width(40), .NumWords(37)) u_1 (
    .clk_i, .rst_ni, .wr_en_i, .wr_addr_i, .wr_data_i, .rd_en_i, .rd_addr_i,
    .rd_data_o(rd_data_1_o));

  rnic_ram_1r1w #(.Width(40), .NumWords(64), .OutReg(1'b1)) u_2 (
    .clk_i, .rst_ni, .wr_en_i, .wr_addr_i, .wr_data_i, .rd_en_i, .rd_addr_i,
    .rd_data_o(rd_data_2_o));

endmodule
