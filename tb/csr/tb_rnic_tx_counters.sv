// SPDX-License-Identifier: Apache-2.0
// Shim: the transmit counters with plain ports.

module tb_rnic_tx_counters (
  input  logic        clk_i,
  input  logic        rst_ni,

  output logic        ready_o,

  input  logic        stat_valid_i,
  input  logic [13:0] stat_bytes_i,
  input  logic [7:0]  stat_opcode_i,
  input  logic [2:0]  stat_qid_i,
  input  logic        stat_status_valid_i,
  input  logic [7:0]  stat_status_i,
  input  logic        stat_db_ignored_i,

  input  logic [9:0]  index_i,
  output logic [63:0] count_o
);

  rnic_tx_counters u_dut (.*);

endmodule
