// SPDX-License-Identifier: Apache-2.0
// Shim: plain ports for rnic_payload_fetch.

module tb_rnic_payload_fetch
  import rnic_axi_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             frag_valid_i,
  input  logic [2:0]       frag_qid_i,
  input  logic [9:0]       frag_qp_i,
  input  logic [63:0]      frag_addr_i,
  input  logic [12:0]      frag_bytes_i,
  input  logic             frag_first_i,
  input  logic [5:0]       frag_packet_rows_i,
  input  logic             frag_restart_i,
  input  logic             frag_adjoins_i,
  input  logic [6:0]       frag_beyond_i,
  input  logic             frag_message_end_i,
  output logic [7:0]       frag_room_o,

  input  logic             dead_we_i,
  input  logic [9:0]       dead_qp_i,
  input  logic             dead_i,
  input  logic [7:0]       pause_i,

  output logic             ar_valid_o,
  input  logic             ar_ready_i,
  output logic [2:0]       ar_id_o,
  output logic [63:0]      ar_addr_o,
  output logic [7:0]       ar_len_o,
  input  logic             r_valid_i,
  output logic             r_ready_o,
  input  logic [2:0]       r_id_i,
  input  logic [1023:0]    r_data_i,
  input  logic [1:0]       r_resp_i,
  input  logic             r_last_i,

  output logic [7:0][15:0] written_o,

  input  logic [2:0]       err_rd_qid_i,
  input  logic [9:0]       err_rd_row_i,
  output logic [7:0]       err_count_o,

  input  logic             row_rd_en_i,
  input  logic [2:0]       row_rd_qid_i,
  input  logic [9:0]       row_rd_row_i,
  output logic [1023:0]    row_data_o,

  input  logic             free_valid_i,
  input  logic [2:0]       free_qid_i,
  input  logic [5:0]       free_rows_i,

  output logic             idle_o
);

  axi_ar_t    ar;
  row_count_t written [NumTxQueues];

  assign ar_id_o = ar.id;
  assign ar_addr_o = ar.addr;
  assign ar_len_o = ar.len;
  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_written
    assign written_o[q] = 16'(written[q]);
  end

  rnic_payload_fetch u_dut (
    .clk_i, .rst_ni,
    .frag_valid_i, .frag_qid_i,
    .frag_i('{qp: frag_qp_i, addr: frag_addr_i, bytes: frag_bytes_i, first: frag_first_i,
              packet_rows: frag_packet_rows_i, restart: frag_restart_i, adjoins: frag_adjoins_i,
              beyond: frag_beyond_i, message_end: frag_message_end_i}),
    .frag_room_o,
    .dead_we_i, .dead_qp_i, .dead_i, .pause_i,
    .ar_valid_o, .ar_ready_i, .ar_o(ar),
    .r_valid_i, .r_ready_o,
    .r_i('{id: r_id_i, resp: r_resp_i, last: r_last_i, data: r_data_i}),
    .written_o(written),
    .err_rd_qid_i, .err_rd_row_i, .err_count_o,
    .row_rd_en_i, .row_rd_qid_i, .row_rd_row_i, .row_data_o,
    .free_valid_i, .free_qid_i, .free_rows_i,
    .idle_o
  );

endmodule
