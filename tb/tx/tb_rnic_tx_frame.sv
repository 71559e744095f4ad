// SPDX-License-Identifier: Apache-2.0
// Shim: rnic_tx_frame with plain ports, the bus checker on the way out.

module tb_rnic_tx_frame
  import rnic_bus_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 rel_valid_i,
  output logic                 rel_ready_o,
  input  logic                 rel_discard_i,
  input  logic [2:0]           rel_qid_i,
  input  logic [9:0]           rel_qp_i,
  input  logic [7:0]           rel_opcode_i,
  input  logic                 rel_solicited_i,
  input  logic                 rel_ack_req_i,
  input  logic                 rel_becn_i,
  input  logic [23:0]          rel_dest_qp_i,
  input  logic [23:0]          rel_psn_i,
  input  logic [5:0]           rel_dscp_i,
  input  logic [1:0]           rel_ecn_i,
  input  logic [2:0]           rel_prio_i,
  input  logic [3:0]           rel_ext_words_i,
  input  logic [255:0]         rel_ext_i,
  input  logic [12:0]          rel_payload_bytes_i,

  output logic [9:0]           ctx_qp_o,
  input  logic [47:0]          ctx_src_mac_i,
  input  logic [47:0]          ctx_dst_mac_i,
  input  logic                 ctx_vlan_i,
  input  logic [11:0]          ctx_vid_i,
  input  logic                 ctx_ipv6_i,
  input  logic [127:0]         ctx_src_ip_i,
  input  logic [127:0]         ctx_dst_ip_i,
  input  logic [7:0]           ctx_ttl_i,
  input  logic [19:0]          ctx_flow_label_i,
  input  logic [15:0]          ctx_udp_src_port_i,
  input  logic [15:0]          ctx_pkey_i,
  input  logic                 ctx_migreq_i,

  output logic                 row_rd_en_o,
  output logic [2:0]           row_rd_qid_o,
  output logic [9:0]           row_rd_row_o,
  input  logic [BeatBits-1:0]  row_data_i,
  output logic                 free_valid_o,
  output logic [2:0]           free_qid_o,
  output logic [5:0]           free_rows_o,

  output logic                 tx_valid_o,
  input  logic                 tx_ready_i,
  output logic [NumSegs-1:0]   tx_ena_o,
  output logic [NumSegs-1:0]   tx_sop_o,
  output logic [NumSegs-1:0]   tx_eop_o,
  output logic [NumSegs-1:0]   tx_err_o,
  output logic [4*NumSegs-1:0] tx_mty_o,
  output logic [BeatBits-1:0]  tx_data_o,
  output logic [1:0]           left_frames_o,

  output logic                 stat_valid_o,
  output logic [13:0]          stat_bytes_o,
  output logic [7:0]           stat_opcode_o,
  output logic [2:0]           stat_qid_o,
  output logic                 idle_o
);

  tx_release_t rel;
  addr_ctx_t   ctx;
  seg_beat_t   tx_beat;

  always_comb begin
    rel = '0;
    rel.discard = rel_discard_i;
    rel.qid = rel_qid_i;
    rel.desc.frame = !rel_discard_i;
    rel.desc.qp = rel_qp_i;
    rel.desc.opcode = rel_opcode_i;
    rel.desc.solicited = rel_solicited_i;
    rel.desc.ack_req = rel_ack_req_i;
    rel.desc.becn = rel_becn_i;
    rel.desc.dest_qp = rel_dest_qp_i;
    rel.desc.psn = rel_psn_i;
    rel.desc.dscp = rel_dscp_i;
    rel.desc.ecn = rel_ecn_i;
    rel.desc.prio = rel_prio_i;
    rel.desc.ext_words = rel_ext_words_i;
    rel.desc.ext = rel_ext_i;
    rel.desc.payload_bytes = rel_payload_bytes_i;
  end

  assign ctx = '{
    src_mac: ctx_src_mac_i, dst_mac: ctx_dst_mac_i, vlan: ctx_vlan_i, vid: ctx_vid_i,
    ipv6: ctx_ipv6_i, src_ip: ctx_src_ip_i, dst_ip: ctx_dst_ip_i, ttl: ctx_ttl_i,
    flow_label: ctx_flow_label_i, udp_src_port: ctx_udp_src_port_i, pkey: ctx_pkey_i,
    migreq: ctx_migreq_i
  };

  rnic_tx_frame u_dut (
    .clk_i, .rst_ni, .rel_valid_i, .rel_ready_o, .rel_i(rel), .ctx_qp_o, .ctx_i(ctx),
    .row_rd_en_o, .row_rd_qid_o, .row_rd_row_o, .row_data_i,
    .free_valid_o, .free_qid_o, .free_rows_o,
    .tx_valid_o, .tx_ready_i, .tx_beat_o(tx_beat), .left_frames_o,
    .stat_valid_o, .stat_bytes_o, .stat_opcode_o, .stat_qid_o, .idle_o
  );

  assign {tx_ena_o, tx_sop_o, tx_eop_o, tx_err_o, tx_mty_o, tx_data_o} = tx_beat;

  rnic_seg_chk #(.Tx(1'b1)) u_chk (
    .clk_i, .rst_ni, .valid_i(tx_valid_o), .ready_i(tx_ready_i), .beat_i(tx_beat)
  );

endmodule
