// SPDX-License-Identifier: Apache-2.0
// Shim: the PSN checker with plain ports. record_*_same_frame_o: the record carries the frame as it
// was judged RecordCycles - JudgedCycles clocks before.

module tb_rnic_psn_checker
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_rx_pkg::*;
#(
  parameter int unsigned NumQps = 1024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  output logic         ready_o,

  input  logic         cfg_valid_i,
  output logic         cfg_ready_o,
  input  logic         cfg_load_i,
  input  logic         cfg_known_i,
  input  logic [1:0]   cfg_state_i,
  input  logic [23:0]  cfg_qpn_i,
  input  logic [1:0]   cfg_qp_type_i,
  input  logic [2:0]   cfg_pmtu_i,
  input  logic [15:0]  cfg_pkey_i,
  input  logic [31:0]  cfg_qkey_i,
  input  logic         cfg_check_src_i,
  input  logic         cfg_check_dst_i,
  input  logic         cfg_src_ipv6_i,
  input  logic         cfg_dst_ipv6_i,
  input  logic [127:0] cfg_src_ip_i,
  input  logic [127:0] cfg_dst_ip_i,
  input  logic         cfg_check_vlan_i,
  input  logic [11:0]  cfg_vid_i,
  input  logic [23:0]  cfg_sq_una_i,
  input  logic [23:0]  cfg_sq_psn_i,
  input  logic [23:0]  cfg_rq_psn_i,

  input  logic         judged_0_valid_i,
  input  logic [5:0]   judged_0_reason_i,
  input  logic         judged_0_roce_i,
  input  logic         judged_0_sized_i,
  input  logic [1:0]   judged_0_icrc_i,
  input  logic [2:0]   judged_0_prio_i,
  input  logic         judged_0_pcp_mismatch_i,
  input  logic         judged_0_lossy_i,
  input  logic [1:0]   judged_0_ecn_i,
  input  logic [13:0]  judged_0_frame_bytes_i,
  input  logic         judged_0_vlan_i,
  input  logic [15:0]  judged_0_tci_i,
  input  logic         judged_0_ipv6_i,
  input  logic [7:0]   judged_0_tclass_i,
  input  logic [127:0] judged_0_src_ip_i,
  input  logic [127:0] judged_0_dst_ip_i,
  input  logic [7:0]   judged_0_opcode_i,
  input  logic         judged_0_solicited_i,
  input  logic         judged_0_ackreq_i,
  input  logic [15:0]  judged_0_pkey_i,
  input  logic [23:0]  judged_0_qpn_i,
  input  logic [23:0]  judged_0_psn_i,
  input  logic [223:0] judged_0_ext_i,
  input  logic [6:0]   judged_0_payload_offset_i,
  input  logic [13:0]  judged_0_payload_bytes_i,
  input  logic [1:0]   judged_0_pad_i,

  input  logic         judged_1_valid_i,
  input  logic [5:0]   judged_1_reason_i,
  input  logic         judged_1_roce_i,
  input  logic         judged_1_sized_i,
  input  logic [1:0]   judged_1_icrc_i,
  input  logic [2:0]   judged_1_prio_i,
  input  logic         judged_1_pcp_mismatch_i,
  input  logic         judged_1_lossy_i,
  input  logic [1:0]   judged_1_ecn_i,
  input  logic [13:0]  judged_1_frame_bytes_i,
  input  logic         judged_1_vlan_i,
  input  logic [15:0]  judged_1_tci_i,
  input  logic         judged_1_ipv6_i,
  input  logic [7:0]   judged_1_tclass_i,
  input  logic [127:0] judged_1_src_ip_i,
  input  logic [127:0] judged_1_dst_ip_i,
  input  logic [7:0]   judged_1_opcode_i,
  input  logic         judged_1_solicited_i,
  input  logic         judged_1_ackreq_i,
  input  logic [15:0]  judged_1_pkey_i,
  input  logic [23:0]  judged_1_qpn_i,
  input  logic [23:0]  judged_1_psn_i,
  input  logic [223:0] judged_1_ext_i,
  input  logic [6:0]   judged_1_payload_offset_i,
  input  logic [13:0]  judged_1_payload_bytes_i,
  input  logic [1:0]   judged_1_pad_i,

  output logic         record_0_valid_o,
  output logic [2:0]   record_0_verdict_o,
  output logic [5:0]   record_0_reason_o,
  output logic [1:0]   record_0_region_o,
  output logic [3:0]   record_0_action_o,
  output logic         record_0_answered_o,
  output logic [23:0]  record_0_answer_psn_o,
  output logic [23:0]  record_0_msn_o,
  output logic         record_0_ce_o,
  output logic         record_0_same_frame_o,

  output logic         record_1_valid_o,
  output logic [2:0]   record_1_verdict_o,
  output logic [5:0]   record_1_reason_o,
  output logic [1:0]   record_1_region_o,
  output logic [3:0]   record_1_action_o,
  output logic         record_1_answered_o,
  output logic [23:0]  record_1_answer_psn_o,
  output logic [23:0]  record_1_msn_o,
  output logic         record_1_ce_o,
  output logic         record_1_same_frame_o
);

  rx_qp_ctx_t cfg;
  assign cfg.known = cfg_known_i;
  assign cfg.state = qp_state_e'(cfg_state_i);
  assign cfg.qpn = cfg_qpn_i;
  assign cfg.qp_type = qp_type_e'(cfg_qp_type_i);
  assign cfg.pmtu = cfg_pmtu_i;
  assign cfg.pkey = cfg_pkey_i;
  assign cfg.qkey = cfg_qkey_i;
  assign cfg.check_src = cfg_check_src_i;
  assign cfg.check_dst = cfg_check_dst_i;
  assign cfg.src_ipv6 = cfg_src_ipv6_i;
  assign cfg.dst_ipv6 = cfg_dst_ipv6_i;
  assign cfg.src_ip = cfg_src_ip_i;
  assign cfg.dst_ip = cfg_dst_ip_i;
  assign cfg.check_vlan = cfg_check_vlan_i;
  assign cfg.vid = cfg_vid_i;
  assign cfg.sq_una = cfg_sq_una_i;
  assign cfg.sq_psn = cfg_sq_psn_i;
  assign cfg.rq_psn = cfg_rq_psn_i;

  rx_judged_t judged_0, judged_1;
  rx_record_t record_0, record_1;
  assign judged_0.valid = judged_0_valid_i;
  assign judged_0.reason = rx_reason_e'(judged_0_reason_i);
  assign judged_0.roce = judged_0_roce_i;
  assign judged_0.sized = judged_0_sized_i;
  assign judged_0.icrc = icrc_e'(judged_0_icrc_i);
  assign judged_0.cls.prio = judged_0_prio_i;
  assign judged_0.cls.pcp_mismatch = judged_0_pcp_mismatch_i;
  assign judged_0.cls.lossy = judged_0_lossy_i;
  assign judged_0.cls.ecn = judged_0_ecn_i;
  assign judged_0.hdr.frame_bytes = judged_0_frame_bytes_i;
  assign judged_0.hdr.vlan = judged_0_vlan_i;
  assign judged_0.hdr.tci = judged_0_tci_i;
  assign judged_0.hdr.ipv6 = judged_0_ipv6_i;
  assign judged_0.hdr.tclass = judged_0_tclass_i;
  assign judged_0.hdr.src_ip = judged_0_src_ip_i;
  assign judged_0.hdr.dst_ip = judged_0_dst_ip_i;
  assign judged_0.hdr.opcode = judged_0_opcode_i;
  assign judged_0.hdr.solicited = judged_0_solicited_i;
  assign judged_0.hdr.ackreq = judged_0_ackreq_i;
  assign judged_0.hdr.pkey = judged_0_pkey_i;
  assign judged_0.hdr.qpn = judged_0_qpn_i;
  assign judged_0.hdr.psn = judged_0_psn_i;
  assign judged_0.hdr.ext = judged_0_ext_i;
  assign judged_0.hdr.payload_offset = judged_0_payload_offset_i;
  assign judged_0.hdr.payload_bytes = judged_0_payload_bytes_i;
  assign judged_0.hdr.pad = judged_0_pad_i;
  assign judged_0.cls.valid = judged_0_valid_i;
  assign judged_1.valid = judged_1_valid_i;
  assign judged_1.reason = rx_reason_e'(judged_1_reason_i);
  assign judged_1.roce = judged_1_roce_i;
  assign judged_1.sized = judged_1_sized_i;
  assign judged_1.icrc = icrc_e'(judged_1_icrc_i);
  assign judged_1.cls.prio = judged_1_prio_i;
  assign judged_1.cls.pcp_mismatch = judged_1_pcp_mismatch_i;
  assign judged_1.cls.lossy = judged_1_lossy_i;
  assign judged_1.cls.ecn = judged_1_ecn_i;
  assign judged_1.hdr.frame_bytes = judged_1_frame_bytes_i;
  assign judged_1.hdr.vlan = judged_1_vlan_i;
  assign judged_1.hdr.tci = judged_1_tci_i;
  assign judged_1.hdr.ipv6 = judged_1_ipv6_i;
  assign judged_1.hdr.tclass = judged_1_tclass_i;
  assign judged_1.hdr.src_ip = judged_1_src_ip_i;
  assign judged_1.hdr.dst_ip = judged_1_dst_ip_i;
  assign judged_1.hdr.opcode = judged_1_opcode_i;
  assign judged_1.hdr.solicited = judged_1_solicited_i;
  assign judged_1.hdr.ackreq = judged_1_ackreq_i;
  assign judged_1.hdr.pkey = judged_1_pkey_i;
  assign judged_1.hdr.qpn = judged_1_qpn_i;
  assign judged_1.hdr.psn = judged_1_psn_i;
  assign judged_1.hdr.ext = judged_1_ext_i;
  assign judged_1.hdr.payload_offset = judged_1_payload_offset_i;
  assign judged_1.hdr.payload_bytes = judged_1_payload_bytes_i;
  assign judged_1.hdr.pad = judged_1_pad_i;
  assign judged_1.cls.valid = judged_1_valid_i;

  rnic_psn_checker #(.NumQps(NumQps)) u_dut (
    .clk_i, .rst_ni, .ready_o, .cfg_valid_i, .cfg_ready_o, .cfg_load_i, .cfg_i(cfg),
    .judged_0_i(judged_0), .judged_1_i(judged_1), .record_0_o(record_0), .record_1_o(record_1)
  );

  localparam int unsigned Cycles = RecordCycles - JudgedCycles;
  rx_judged_t [Cycles:1] past_0_q, past_1_q;
  always_ff @(posedge clk_i) begin
    past_0_q <= {past_0_q[Cycles-1:1], judged_0};
    past_1_q <= {past_1_q[Cycles-1:1], judged_1};
  end

  assign record_0_valid_o = record_0.valid;
  assign record_0_verdict_o = record_0.verdict;
  assign record_0_reason_o = record_0.reason;
  assign record_0_region_o = record_0.region;
  assign record_0_action_o = record_0.action;
  assign record_0_answered_o = record_0.answered;
  assign record_0_answer_psn_o = record_0.answer_psn;
  assign record_0_msn_o = record_0.msn;
  assign record_0_ce_o = record_0.ce;
  assign record_0_same_frame_o = record_0.frame == past_0_q[Cycles];
  assign record_1_valid_o = record_1.valid;
  assign record_1_verdict_o = record_1.verdict;
  assign record_1_reason_o = record_1.reason;
  assign record_1_region_o = record_1.region;
  assign record_1_action_o = record_1.action;
  assign record_1_answered_o = record_1.answered;
  assign record_1_answer_psn_o = record_1.answer_psn;
  assign record_1_msn_o = record_1.msn;
  assign record_1_ce_o = record_1.ce;
  assign record_1_same_frame_o = record_1.frame == past_1_q[Cycles];

endmodule
