// SPDX-License-Identifier: Apache-2.0
// Shim: the requester with plain ports.

module tb_rnic_requester
  import rnic_roce_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         enable_i,
  input  logic [15:0]  ackreq_every_i,
  input  logic         congestion_i,
  input  logic         factory_map_i,

  input  logic         block_valid_i,
  input  logic [2:0]   block_qid_i,
  input  logic [1:0]   block_kind_i,
  input  logic [9:0]   block_qp_i,
  input  logic [23:0]  block_qpn_i,
  input  logic [23:0]  block_remote_qpn_i,
  input  logic [1:0]   block_qp_type_i,
  input  logic [2:0]   block_pmtu_i,
  input  logic [5:0]   block_dscp_i,
  input  logic [1:0]   block_ecn_i,
  input  logic         block_owner_i,
  input  logic [15:0]  block_index_i,
  input  logic         block_run_first_i,
  input  logic         block_run_last_i,
  input  logic         block_fresh_i,
  input  logic [31:0]  block_resume_bytes_i,
  input  logic         block_read_error_i,
  input  logic [511:0] block_data_i,
  output logic [7:0]   block_room_o,

  output logic         rewind_valid_o,
  input  logic         rewind_ready_i,
  output logic [9:0]   rewind_qp_o,
  output logic [15:0]  rewind_index_o,
  output logic [31:0]  rewind_resume_bytes_o,
  output logic [2:0]   rewind_need_o,
  input  logic [7:0]   others_waiting_i,

  input  logic         cmd_valid_i,
  output logic         cmd_ready_o,
  input  logic [1:0]   cmd_op_i,
  input  logic [9:0]   cmd_qp_i,
  input  logic [23:0]  cmd_sq_psn_i,
  input  logic [9:0]   fetched_qp_i,
  output logic [15:0]  fetched_index_o,

  input  logic         failure_valid_i,
  output logic         failure_ready_o,
  input  logic         failure_resume_i,
  input  logic [9:0]   failure_qp_i,
  input  logic [15:0]  failure_index_i,

  output logic         item_valid_o,
  input  logic         item_ready_i,
  input  logic [7:0]   item_room_i,
  output logic [2:0]   item_qid_o,
  output logic         item_first_o,
  output logic         item_last_o,
  output logic         item_has_frag_o,
  output logic [9:0]   frag_qp_o,
  output logic [63:0]  frag_addr_o,
  output logic [12:0]  frag_bytes_o,
  output logic         frag_first_o,
  output logic [5:0]   frag_packet_rows_o,
  output logic         frag_restart_o,
  output logic         frag_adjoins_o,
  output logic [6:0]   frag_beyond_o,
  output logic         frag_message_end_o,
  output logic         desc_frame_o,
  output logic         desc_token_o,
  output logic [9:0]   desc_qp_o,
  output logic [7:0]   desc_opcode_o,
  output logic         desc_solicited_o,
  output logic         desc_ack_req_o,
  output logic         desc_becn_o,
  output logic [23:0]  desc_dest_qp_o,
  output logic [23:0]  desc_psn_o,
  output logic [5:0]   desc_dscp_o,
  output logic [1:0]   desc_ecn_o,
  output logic [2:0]   desc_prio_o,
  output logic [3:0]   desc_ext_words_o,
  output logic [255:0] desc_ext_o,
  output logic [12:0]  desc_payload_bytes_o,
  output logic         desc_last_o,
  output logic         desc_flushing_o,
  output logic [63:0]  wqe_wr_id_o,
  output logic [23:0]  wqe_qpn_o,
  output logic [7:0]   wqe_opcode_o,
  output logic [7:0]   wqe_status_o,
  output logic         wqe_signaled_o,
  output logic [15:0]  wqe_index_o,
  output logic [2:0]   wqe_blocks_o,
  output logic [31:0]  wqe_length_o,

  output logic         idle_o
);

  sq_block_t   block;
  sq_rewind_t  rewind;
  qp_cmd_t     cmd;
  tx_failure_t failure;
  tx_item_t    item;

  assign block = '{kind: block_kind_e'(block_kind_i), qp: block_qp_i, qpn: block_qpn_i,
                   remote_qpn: block_remote_qpn_i, qp_type: qp_type_e'(block_qp_type_i),
                   pmtu: block_pmtu_i, dscp: block_dscp_i, ecn: block_ecn_i,
                   owner: block_owner_i, index: block_index_i, run_first: block_run_first_i,
                   run_last: block_run_last_i, fresh: block_fresh_i,
                   resume_bytes: block_resume_bytes_i, read_error: block_read_error_i,
                   data: block_data_i};
  always_comb begin
    cmd           = '0;
    cmd.op        = qp_op_e'(cmd_op_i);
    cmd.qp        = cmd_qp_i;
    cmd.sq.sq_psn = cmd_sq_psn_i;
  end
  assign failure = '{resume: failure_resume_i, qp: failure_qp_i, qid: '0, index: failure_index_i};

  rnic_requester u_dut (
    .clk_i, .rst_ni,
    .cfg_enable_i(enable_i), .cfg_ackreq_every_i(ackreq_every_i),
    .cfg_congestion_i(congestion_i), .cfg_map_i(profile_map(profile_e'(factory_map_i))),
    .block_valid_i, .block_qid_i, .block_i(block), .block_room_o,
    .rewind_valid_o, .rewind_ready_i, .rewind_o(rewind), .others_waiting_i,
    .cmd_valid_i, .cmd_ready_o, .cmd_i(cmd), .fetched_qp_i, .fetched_index_o,
    .failure_valid_i, .failure_ready_o, .failure_i(failure),
    .item_valid_o, .item_ready_i, .item_o(item), .item_room_i, .idle_o
  );

  assign rewind_qp_o           = rewind.qp;
  assign rewind_index_o        = rewind.index;
  assign rewind_resume_bytes_o = rewind.resume_bytes;
  assign rewind_need_o         = rewind.need;

  assign item_qid_o           = item.qid;
  assign item_first_o         = item.first;
  assign item_last_o          = item.last;
  assign item_has_frag_o      = item.has_frag;
  assign frag_qp_o            = item.frag.qp;
  assign frag_addr_o          = item.frag.addr;
  assign frag_bytes_o         = item.frag.bytes;
  assign frag_first_o         = item.frag.first;
  assign frag_packet_rows_o   = item.frag.packet_rows;
  assign frag_restart_o       = item.frag.restart;
  assign frag_adjoins_o       = item.frag.adjoins;
  assign frag_beyond_o        = item.frag.beyond;
  assign frag_message_end_o   = item.frag.message_end;
  assign desc_frame_o         = item.desc.frame;
  assign desc_token_o         = item.desc.token;
  assign desc_qp_o            = item.desc.qp;
  assign desc_opcode_o        = item.desc.opcode;
  assign desc_solicited_o     = item.desc.solicited;
  assign desc_ack_req_o       = item.desc.ack_req;
  assign desc_becn_o          = item.desc.becn;
  assign desc_dest_qp_o       = item.desc.dest_qp;
  assign desc_psn_o           = item.desc.psn;
  assign desc_dscp_o          = item.desc.dscp;
  assign desc_ecn_o           = item.desc.ecn;
  assign desc_prio_o          = item.desc.prio;
  assign desc_ext_words_o     = item.desc.ext_words;
  assign desc_ext_o           = item.desc.ext;
  assign desc_payload_bytes_o = item.desc.payload_bytes;
  assign desc_last_o          = item.desc.last;
  assign desc_flushing_o      = item.desc.flushing;
  assign wqe_wr_id_o          = item.desc.wqe.wr_id;
  assign wqe_qpn_o            = item.desc.wqe.qpn;
  assign wqe_opcode_o         = item.desc.wqe.opcode;
  assign wqe_status_o         = item.desc.wqe.status;
  assign wqe_signaled_o       = item.desc.wqe.signaled;
  assign wqe_index_o          = item.desc.wqe.index;
  assign wqe_blocks_o         = item.desc.wqe.blocks;
  assign wqe_length_o         = item.desc.wqe.length;

endmodule
