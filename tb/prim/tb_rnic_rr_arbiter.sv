// SPDX-License-Identifier: Apache-2.0
// rnic_rr_arbiter, as it is.

module tb_rnic_rr_arbiter #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             en_i,
  input  logic [Width-1:0] req_i,
  output logic [Width-1:0] grant_o
);

  rnic_rr_arbiter #(.Width(Width)) u_dut (.clk_i, .rst_ni, .en_i, .req_i, .grant_o);

endmodule
