// SPDX-License-Identifier: Apache-2.0
// Shim: the front half of the send queue with plain ports.

module tb_rnic_wqe_fetch
  import rnic_axi_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_ni,

  input  logic [191:0]  cfg_map_i,

  input  logic          db_valid_i,
  output logic          db_ready_o,
  input  logic [23:0]   db_qpn_i,
  input  logic [15:0]   db_count_i,
  output logic          stat_db_ignored_o,

  input  logic          cmd_valid_i,
  output logic          cmd_ready_o,
  input  logic [1:0]    cmd_op_i,
  input  logic [9:0]    cmd_qp_i,
  input  logic [23:0]   cmd_qpn_i,
  input  logic [23:0]   cmd_remote_qpn_i,
  input  logic [1:0]    cmd_type_i,
  input  logic [2:0]    cmd_pmtu_i,
  input  logic [5:0]    cmd_dscp_i,
  input  logic [1:0]    cmd_ecn_i,
  input  logic [57:0]   cmd_ring_base_i,
  input  logic [3:0]    cmd_ring_log2_i,

  input  logic          error_valid_i,
  input  logic [9:0]    error_qp_i,

  input  logic          rewind_valid_i,
  output logic          rewind_ready_o,
  input  logic [9:0]    rewind_qp_i,
  input  logic [15:0]   rewind_index_i,
  input  logic [31:0]   rewind_resume_bytes_i,
  input  logic [2:0]    rewind_need_i,

  output logic [9:0]    free_qp_o,
  input  logic [15:0]   free_index_i,

  output logic          ar_valid_o,
  input  logic          ar_ready_i,
  output logic [2:0]    ar_id_o,
  output logic [63:0]   ar_addr_o,
  output logic [7:0]    ar_len_o,
  input  logic          r_valid_i,
  output logic          r_ready_o,
  input  logic [2:0]    r_id_i,
  input  logic [1:0]    r_resp_i,
  input  logic          r_last_i,
  input  logic [1023:0] r_data_i,

  input  logic [7:0]    block_room_i,
  output logic          block_valid_o,
  output logic [2:0]    block_qid_o,
  output logic [1:0]    block_kind_o,
  output logic [9:0]    block_qp_o,
  output logic [23:0]   block_qpn_o,
  output logic [23:0]   block_remote_qpn_o,
  output logic [1:0]    block_type_o,
  output logic [2:0]    block_pmtu_o,
  output logic [5:0]    block_dscp_o,
  output logic [1:0]    block_ecn_o,
  output logic          block_owner_o,
  output logic [15:0]   block_index_o,
  output logic          block_run_first_o,
  output logic          block_run_last_o,
  output logic          block_fresh_o,
  output logic [31:0]   block_resume_bytes_o,
  output logic          block_read_error_o,
  output logic [511:0]  block_data_o,

  output logic [7:0]    others_waiting_o,
  output logic          idle_o
);

  axi_ar_t    ar;
  axi_r_t     r;
  sq_block_t  block;
  qp_cmd_t    cmd;
  sq_rewind_t rewind;

  rnic_wqe_fetch u_dut (
    .clk_i, .rst_ni, .cfg_map_i(dscp_map_t'(cfg_map_i)),
    .db_valid_i, .db_ready_o, .db_qpn_i, .db_count_i, .stat_db_ignored_o,
    .cmd_valid_i, .cmd_ready_o, .cmd_i(cmd), .error_valid_i, .error_qp_i,
    .rewind_valid_i, .rewind_ready_o, .rewind_i(rewind), .free_qp_o, .free_index_i,
    .ar_valid_o, .ar_ready_i, .ar_o(ar), .r_valid_i, .r_ready_o, .r_i(r),
    .block_valid_o, .block_qid_o, .block_o(block), .block_room_i, .others_waiting_o, .idle_o
  );

  always_comb begin
    cmd = '{
      op: qp_op_e'(cmd_op_i), qp: cmd_qp_i,
      sq: '{
        qpn: cmd_qpn_i, remote_qpn: cmd_remote_qpn_i, qp_type: qp_type_e'(cmd_type_i),
        pmtu: cmd_pmtu_i, dscp: cmd_dscp_i, ecn: cmd_ecn_i, ring_base: cmd_ring_base_i,
        ring_log2: cmd_ring_log2_i, sq_psn: '0
      }
    };
    rewind = '{
      qp: rewind_qp_i, index: rewind_index_i, resume_bytes: rewind_resume_bytes_i,
      need: rewind_need_i
    };
    r = '{id: r_id_i, resp: r_resp_i, last: r_last_i, data: r_data_i};
  end

  assign ar_id_o = ar.id;
  assign ar_addr_o = ar.addr;
  assign ar_len_o = ar.len;

  assign block_kind_o = block.kind;
  assign block_qp_o = block.qp;
  assign block_qpn_o = block.qpn;
  assign block_remote_qpn_o = block.remote_qpn;
  assign block_type_o = block.qp_type;
  assign block_pmtu_o = block.pmtu;
  assign block_dscp_o = block.dscp;
  assign block_ecn_o = block.ecn;
  assign block_owner_o = block.owner;
  assign block_index_o = block.index;
  assign block_run_first_o = block.run_first;
  assign block_run_last_o = block.run_last;
  assign block_fresh_o = block.fresh;
  assign block_resume_bytes_o = block.resume_bytes;
  assign block_read_error_o = block.read_error;
  assign block_data_o = block.data;

endmodule
