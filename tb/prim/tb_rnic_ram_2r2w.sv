// SPDX-License-Identifier: Apache-2.0
// Shim: the largest and two small memories on the same ports (upper address bits dropped).

module tb_rnic_ram_2r2w (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [1:0]       wr_en_i,
  input  logic [1:0][9:0]  wr_addr_i,
  input  logic [1:0][31:0] wr_data_i,
  input  logic [1:0][9:0]  rd_addr_i,
  output logic [1:0][31:0] rd_data_1024_o,
  output logic [1:0][31:0] rd_data_8_o,
  output logic [1:0][31:0] rd_data_4_o
);

  rnic_ram_2r2w #(.Width(32), .NumWords(1024)) u_1024 (
    .clk_i, .rst_ni, .wr_en_i, .wr_addr_i, .wr_data_i, .rd_addr_i, .rd_data_o(rd_data_1024_o));

  rnic_ram_2r2w #(.Width(32), .NumWords(8)) u_8 (
    .clk_i, .rst_ni, .wr_en_i, .wr_data_i, .rd_data_o(rd_data_8_o),
    .wr_addr_i({wr_addr_i[1][2:0], wr_addr_i[0][2:0]}),
    .rd_addr_i({rd_addr_i[1][2:0], rd_addr_i[0][2:0]}));

  rnic_ram_2r2w #(.Width(32), .NumWords(4)) u_4 (
    .clk_i, .rst_ni, .wr_en_i, .wr_data_i, .rd_data_o(rd_data_4_o),
    .wr_addr_i({wr_addr_i[1][1:0], wr_addr_i[0][1:0]}),
    .rd_addr_i({rd_addr_i[1][1:0], rd_addr_i[0][1:0]}));

endmodule
