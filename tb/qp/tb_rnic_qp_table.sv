// SPDX-License-Identifier: Apache-2.0
// Shim: the table of queue pairs with plain ports.

module tb_rnic_qp_table
  import rnic_qp_pkg::*;
#(
  parameter int unsigned NumQps = 1024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  output logic         ready_o,

  // Commit
  input  logic         commit_valid_i,
  output logic         commit_ready_o,
  input  logic [1:0]   commit_state_i,
  input  logic [23:0]  commit_sq_qpn_i,
  input  logic [23:0]  commit_sq_remote_qpn_i,
  input  logic [1:0]   commit_sq_type_i,
  input  logic [2:0]   commit_sq_pmtu_i,
  input  logic [5:0]   commit_sq_dscp_i,
  input  logic [1:0]   commit_sq_ecn_i,
  input  logic [57:0]  commit_sq_ring_base_i,
  input  logic [3:0]   commit_sq_ring_log2_i,
  input  logic [23:0]  commit_sq_sq_psn_i,
  input  logic [47:0]  commit_addr_src_mac_i,
  input  logic [47:0]  commit_addr_dst_mac_i,
  input  logic         commit_addr_vlan_i,
  input  logic [11:0]  commit_addr_vid_i,
  input  logic         commit_addr_ipv6_i,
  input  logic [127:0] commit_addr_src_ip_i,
  input  logic [127:0] commit_addr_dst_ip_i,
  input  logic [7:0]   commit_addr_ttl_i,
  input  logic [19:0]  commit_addr_flow_label_i,
  input  logic [15:0]  commit_addr_udp_src_port_i,
  input  logic [15:0]  commit_addr_pkey_i,
  input  logic         commit_addr_migreq_i,
  input  logic [31:0]  commit_qkey_i,
  input  logic [23:0]  commit_sq_una_i,
  input  logic [23:0]  commit_rq_psn_i,
  output logic         commit_pending_o,
  output logic [2:0]   commit_result_o,

  // Look
  input  logic [9:0]   look_qp_i,
  output logic [1:0]   look_state_o,
  output logic         look_busy_o,
  output logic [23:0]  look_qpn_o,

  // Commands
  output logic         cmd_fetch_valid_o,
  input  logic         cmd_fetch_ready_i,
  output logic         cmd_requester_valid_o,
  input  logic         cmd_requester_ready_i,
  output logic         cmd_release_valid_o,
  input  logic         cmd_release_ready_i,
  output logic [1:0]   cmd_op_o,
  output logic [9:0]   cmd_qp_o,
  output logic [23:0]  cmd_qpn_o,
  output logic [23:0]  cmd_remote_qpn_o,
  output logic [1:0]   cmd_type_o,
  output logic [2:0]   cmd_pmtu_o,
  output logic [5:0]   cmd_dscp_o,
  output logic [1:0]   cmd_ecn_o,
  output logic [57:0]  cmd_ring_base_o,
  output logic [3:0]   cmd_ring_log2_o,
  output logic [23:0]  cmd_sq_psn_o,

  input  logic         token_valid_i,
  input  logic [9:0]   token_qp_i,
  input  logic         error_valid_i,
  input  logic [9:0]   error_qp_i,

  // Contexts
  input  logic [9:0]   addr_qp_i,
  output logic [47:0]  addr_src_mac_o,
  output logic [47:0]  addr_dst_mac_o,
  output logic         addr_vlan_o,
  output logic [11:0]  addr_vid_o,
  output logic         addr_ipv6_o,
  output logic [127:0] addr_src_ip_o,
  output logic [127:0] addr_dst_ip_o,
  output logic [7:0]   addr_ttl_o,
  output logic [19:0]  addr_flow_label_o,
  output logic [15:0]  addr_udp_src_port_o,
  output logic [15:0]  addr_pkey_o,
  output logic         addr_migreq_o,
  input  logic [9:0]   rsp_qp_i,
  output logic [31:0]  rsp_qkey_o,
  output logic [23:0]  rsp_sq_una_o,
  output logic [23:0]  rsp_rq_psn_o
);

  sq_ctx_t   commit_sq;
  addr_ctx_t commit_addr;
  qp_state_e look_state;
  assign commit_sq.qpn = commit_sq_qpn_i;
  assign commit_sq.remote_qpn = commit_sq_remote_qpn_i;
  assign commit_sq.qp_type = qp_type_e'(commit_sq_type_i);
  assign commit_sq.pmtu = commit_sq_pmtu_i;
  assign commit_sq.dscp = commit_sq_dscp_i;
  assign commit_sq.ecn = commit_sq_ecn_i;
  assign commit_sq.ring_base = commit_sq_ring_base_i;
  assign commit_sq.ring_log2 = commit_sq_ring_log2_i;
  assign commit_sq.sq_psn = commit_sq_sq_psn_i;
  assign commit_addr.src_mac = commit_addr_src_mac_i;
  assign commit_addr.dst_mac = commit_addr_dst_mac_i;
  assign commit_addr.vlan = commit_addr_vlan_i;
  assign commit_addr.vid = commit_addr_vid_i;
  assign commit_addr.ipv6 = commit_addr_ipv6_i;
  assign commit_addr.src_ip = commit_addr_src_ip_i;
  assign commit_addr.dst_ip = commit_addr_dst_ip_i;
  assign commit_addr.ttl = commit_addr_ttl_i;
  assign commit_addr.flow_label = commit_addr_flow_label_i;
  assign commit_addr.udp_src_port = commit_addr_udp_src_port_i;
  assign commit_addr.pkey = commit_addr_pkey_i;
  assign commit_addr.migreq = commit_addr_migreq_i;
  assign look_state_o = look_state;

  qp_cmd_t   cmd;
  addr_ctx_t addr_ctx;
  assign cmd_op_o = cmd.op;
  assign cmd_qp_o = cmd.qp;
  assign cmd_qpn_o = cmd.sq.qpn;
  assign cmd_remote_qpn_o = cmd.sq.remote_qpn;
  assign cmd_type_o = cmd.sq.qp_type;
  assign cmd_pmtu_o = cmd.sq.pmtu;
  assign cmd_dscp_o = cmd.sq.dscp;
  assign cmd_ecn_o = cmd.sq.ecn;
  assign cmd_ring_base_o = cmd.sq.ring_base;
  assign cmd_ring_log2_o = cmd.sq.ring_log2;
  assign cmd_sq_psn_o = cmd.sq.sq_psn;
  assign addr_src_mac_o = addr_ctx.src_mac;
  assign addr_dst_mac_o = addr_ctx.dst_mac;
  assign addr_vlan_o = addr_ctx.vlan;
  assign addr_vid_o = addr_ctx.vid;
  assign addr_ipv6_o = addr_ctx.ipv6;
  assign addr_src_ip_o = addr_ctx.src_ip;
  assign addr_dst_ip_o = addr_ctx.dst_ip;
  assign addr_ttl_o = addr_ctx.ttl;
  assign addr_flow_label_o = addr_ctx.flow_label;
  assign addr_udp_src_port_o = addr_ctx.udp_src_port;
  assign addr_pkey_o = addr_ctx.pkey;
  assign addr_migreq_o = addr_ctx.migreq;

  rnic_qp_table #(.NumQps(NumQps)) u_table (
    .clk_i, .rst_ni, .ready_o,
    .commit_valid_i, .commit_ready_o, .commit_state_i,
    .commit_sq_i(commit_sq), .commit_addr_i(commit_addr), .commit_qkey_i,
    .commit_sq_una_i, .commit_rq_psn_i,
    .commit_pending_o, .commit_result_o,
    .look_qp_i, .look_state_o(look_state), .look_busy_o,
    .look_qpn_o,
    .cmd_fetch_valid_o, .cmd_fetch_ready_i, .cmd_requester_valid_o, .cmd_requester_ready_i,
    .cmd_release_valid_o, .cmd_release_ready_i, .cmd_o(cmd),
    .token_valid_i, .token_qp_i, .error_valid_i, .error_qp_i,
    .addr_qp_i, .addr_ctx_o(addr_ctx),
    .rsp_qp_i, .rsp_qkey_o, .rsp_sq_una_o, .rsp_rq_psn_o
  );

endmodule
