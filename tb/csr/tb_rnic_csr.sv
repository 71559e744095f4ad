// SPDX-License-Identifier: Apache-2.0
// Shim: the registers with the tables behind them, the queue pairs' and the transmit counters, with
// plain ports.

module tb_rnic_csr
  import rnic_qp_pkg::*;
#(
  parameter int unsigned NumQps = 64
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         idle_i,

  // AXI4-Lite
  input  logic         s_axil_awvalid_i,
  output logic         s_axil_awready_o,
  input  logic [15:0]  s_axil_awaddr_i,
  input  logic         s_axil_wvalid_i,
  output logic         s_axil_wready_o,
  input  logic [31:0]  s_axil_wdata_i,
  input  logic [3:0]   s_axil_wstrb_i,
  output logic         s_axil_bvalid_o,
  input  logic         s_axil_bready_i,
  output logic [1:0]   s_axil_bresp_o,
  input  logic         s_axil_arvalid_i,
  output logic         s_axil_arready_o,
  input  logic [15:0]  s_axil_araddr_i,
  output logic         s_axil_rvalid_o,
  input  logic         s_axil_rready_i,
  output logic [31:0]  s_axil_rdata_o,
  output logic [1:0]   s_axil_rresp_o,

  // Configuration
  output logic         cfg_enable_o,
  output logic         cfg_congestion_o,
  output logic [15:0]  cfg_ackreq_every_o,
  output logic [191:0] cfg_map_o,
  output logic [7:0]   cfg_lossless_o,

  // Doorbells
  output logic         db_valid_o,
  input  logic         db_ready_i,
  output logic [23:0]  db_qpn_o,
  output logic [15:0]  db_count_o,

  // Send queue indices: what the test says of the queue pair asked for, 2 clocks later
  output logic [9:0]   fetched_qp_o,
  input  logic [15:0]  fetched_index_i,
  output logic [9:0]   free_qp_o,
  input  logic [15:0]  free_index_i,

  // Events to count
  input  logic         stat_valid_i,
  input  logic [13:0]  stat_bytes_i,
  input  logic [7:0]   stat_opcode_i,
  input  logic [2:0]   stat_qid_i,
  input  logic         stat_status_valid_i,
  input  logic [7:0]   stat_status_i,
  input  logic         stat_db_ignored_i,

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

  logic        table_ready, counters_ready;
  logic        commit_valid, commit_ready, commit_pending, look_busy;
  logic [1:0]  commit_state;
  logic [2:0]  commit_result;
  sq_ctx_t     commit_sq;
  addr_ctx_t   commit_addr;
  logic [31:0] commit_qkey;
  logic [23:0] commit_sq_una, commit_rq_psn;
  qp_idx_t     look_qp;
  qp_state_e   look_state;
  qpn_t        look_qpn;
  logic [9:0]  counter_index;
  logic [63:0] counter_count;

  rnic_csr #(.NumQps(NumQps)) u_dut (
    .clk_i, .rst_ni, .tables_ready_i(table_ready && counters_ready), .idle_i,
    .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_wvalid_i, .s_axil_wready_o,
    .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_bresp_o,
    .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i, .s_axil_rvalid_o, .s_axil_rready_i,
    .s_axil_rdata_o, .s_axil_rresp_o,
    .cfg_enable_o, .cfg_congestion_o, .cfg_ackreq_every_o, .cfg_map_o, .cfg_lossless_o,
    .db_valid_o, .db_ready_i, .db_qpn_o, .db_count_o,
    .commit_valid_o(commit_valid), .commit_ready_i(commit_ready), .commit_state_o(commit_state),
    .commit_sq_o(commit_sq), .commit_addr_o(commit_addr), .commit_qkey_o(commit_qkey),
    .commit_sq_una_o(commit_sq_una), .commit_rq_psn_o(commit_rq_psn),
    .commit_pending_i(commit_pending), .commit_result_i(commit_result),
    .look_qp_o(look_qp), .look_state_i(look_state), .look_busy_i(look_busy),
    .look_qpn_i(look_qpn),
    .fetched_qp_o, .fetched_index_i, .free_qp_o, .free_index_i,
    .counter_index_o(counter_index), .counter_count_i(counter_count)
  );

  rnic_qp_table #(.NumQps(NumQps)) u_table (
    .clk_i, .rst_ni, .ready_o(table_ready),
    .commit_valid_i(commit_valid), .commit_ready_o(commit_ready), .commit_state_i(commit_state),
    .commit_sq_i(commit_sq), .commit_addr_i(commit_addr), .commit_qkey_i(commit_qkey),
    .commit_sq_una_i(commit_sq_una), .commit_rq_psn_i(commit_rq_psn),
    .commit_pending_o(commit_pending), .commit_result_o(commit_result),
    .look_qp_i(look_qp), .look_state_o(look_state), .look_busy_o(look_busy),
    .look_qpn_o(look_qpn),
    .cmd_fetch_valid_o, .cmd_fetch_ready_i, .cmd_requester_valid_o, .cmd_requester_ready_i,
    .cmd_release_valid_o, .cmd_release_ready_i, .cmd_o(cmd),
    .token_valid_i, .token_qp_i, .error_valid_i, .error_qp_i,
    .addr_qp_i, .addr_ctx_o(addr_ctx),
    .rsp_qp_i, .rsp_qkey_o, .rsp_sq_una_o, .rsp_rq_psn_o
  );

  rnic_tx_counters u_counters (
    .clk_i, .rst_ni, .ready_o(counters_ready),
    .stat_valid_i, .stat_bytes_i, .stat_opcode_i, .stat_qid_i,
    .stat_status_valid_i, .stat_status_i, .stat_db_ignored_i,
    .index_i(counter_index), .count_o(counter_count)
  );

endmodule
