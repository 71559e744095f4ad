// SPDX-License-Identifier: Apache-2.0
// The registers: AXI4-Lite in, configuration, doorbells, commits and looks at tables out.
//
// The map is rnic_csr.rdl (docs/registers.md). Its plain registers are rnic_csr_nic, generated from
// it; every window is a module here. Nothing is taken before the tables behind the registers are
// cleared (tables_ready_i), so no commit, doorbell or count meets a table in its reset.
//
// Promised: one access at a time, in the order in which they were taken; cfg_* come from flops.

`include "assert.svh"

module rnic_csr
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_csr_map_pkg::*;
#(
  parameter int unsigned NumQps = 1024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         tables_ready_i,
  input  logic         idle_i,              // nothing is under way in the transmit path

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
  output dscp_map_t    cfg_map_o,
  output prio_mask_t   cfg_lossless_o,

  // Doorbells, to rnic_wqe_fetch
  output logic         db_valid_o,
  input  logic         db_ready_i,
  output logic [23:0]  db_qpn_o,
  output logic [15:0]  db_count_o,

  // Commits and looks, to rnic_qp_table
  output logic         commit_valid_o,
  input  logic         commit_ready_i,
  output logic [1:0]   commit_state_o,
  output sq_ctx_t      commit_sq_o,
  output addr_ctx_t    commit_addr_o,
  output logic [31:0]  commit_qkey_o,
  output psn_t         commit_sq_una_o,
  output psn_t         commit_rq_psn_o,
  input  logic         commit_pending_i,
  input  logic [2:0]   commit_result_i,
  output qp_idx_t      look_qp_o,
  input  qp_state_e    look_state_i,
  input  logic         look_busy_i,
  input  qpn_t         look_qpn_i,

  // Send queue indices, of rnic_requester and rnic_tx_sched; 2 clocks later
  output qp_idx_t      fetched_qp_o,
  input  logic [15:0]  fetched_index_i,
  output qp_idx_t      free_qp_o,
  input  logic [15:0]  free_index_i,

  // Counters, of rnic_tx_counters; 4 clocks later
  output logic [9:0]   counter_index_o,
  input  logic [63:0]  counter_count_i
);

  localparam int unsigned Nic = 0;
  localparam int unsigned Qos = 1;
  localparam int unsigned Doorbell = 2;
  localparam int unsigned Qp = 3;
  localparam int unsigned TxCounters = 4;
  localparam int unsigned NumWindows = 5;

  // ------------------------------------------------------------ access
  logic [15:2]                 addr;
  logic                        write;
  logic [31:0]                 wdata;
  logic [NumWindows-1:0]       select, req, ack, err;
  logic [NumWindows-1:0][31:0] rdata;

  assign select[Nic]        = addr[15:NicBits] == NicPage;
  assign select[Qos]        = addr[15:QosBits] == QosPage;
  assign select[Doorbell]   = addr[15:DoorbellBits] == DoorbellPage;
  assign select[Qp]         = addr[15:QpBits] == QpPage;
  assign select[TxCounters] = addr[15:TxCountersBits] == TxCountersPage;

  rnic_csr_axil #(.NumWindows(NumWindows)) u_axil (
    .clk_i, .rst_ni, .open_i(tables_ready_i),
    .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_wvalid_i, .s_axil_wready_o,
    .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_bresp_o,
    .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i, .s_axil_rvalid_o, .s_axil_rready_i,
    .s_axil_rdata_o, .s_axil_rresp_o,
    .addr_o(addr), .select_i(select), .req_o(req), .write_o(write), .wdata_o(wdata),
    .ack_i(ack), .err_i(err), .rdata_i(rdata)
  );

  // ------------------------------------------------------------ plain registers
  rnic_csr_nic_pkg::nic__in_t  nic_in;
  rnic_csr_nic_pkg::nic__out_t nic_out;
  logic nic_rd_ack, nic_wr_ack, nic_rd_err, nic_wr_err;
  logic nic_stall_wr, nic_stall_rd;

  assign nic_in.capacity.num_qps.next = 16'(NumQps);
  assign nic_in.status.idle.next      = idle_i;

  rnic_csr_nic u_nic (
    .clk(clk_i), .rst_n(rst_ni),
    .s_cpuif_req(req[Nic]), .s_cpuif_req_is_wr(write), .s_cpuif_addr({addr[NicBits-1:2], 2'b00}),
    .s_cpuif_wr_data(wdata), .s_cpuif_wr_biten('1),
    .s_cpuif_req_stall_wr(nic_stall_wr), .s_cpuif_req_stall_rd(nic_stall_rd),
    .s_cpuif_rd_ack(nic_rd_ack), .s_cpuif_rd_err(nic_rd_err), .s_cpuif_rd_data(rdata[Nic]),
    .s_cpuif_wr_ack(nic_wr_ack), .s_cpuif_wr_err(nic_wr_err),
    .hwif_in(nic_in), .hwif_out(nic_out)
  );
  assign ack[Nic] = nic_rd_ack || nic_wr_ack;
  assign err[Nic] = (nic_rd_ack && nic_rd_err) || (nic_wr_ack && nic_wr_err);

  assign cfg_enable_o       = nic_out.control.enable.value;
  assign cfg_congestion_o   = nic_out.control.congestion_control.value;
  assign cfg_ackreq_every_o = nic_out.ackreq.every.value;

  // ------------------------------------------------------------ windows
  rnic_csr_qos u_qos (
    .clk_i, .rst_ni, .req_i(req[Qos]), .write_i(write), .addr_i(addr[QosBits-1:2]),
    .wdata_i(wdata), .ack_o(ack[Qos]), .err_o(err[Qos]), .rdata_o(rdata[Qos]),
    .cfg_map_o, .cfg_lossless_o
  );

  rnic_csr_doorbell u_doorbell (
    .clk_i, .rst_ni, .req_i(req[Doorbell]), .write_i(write), .addr_i(addr[DoorbellBits-1:2]),
    .wdata_i(wdata), .ack_o(ack[Doorbell]), .err_o(err[Doorbell]), .rdata_o(rdata[Doorbell]),
    .db_valid_o, .db_ready_i, .db_qpn_o, .db_count_o
  );

  qpn_t look_qpn;
  rnic_csr_qp u_qp (
    .clk_i, .rst_ni, .req_i(req[Qp]), .write_i(write), .addr_i(addr[QpBits-1:2]),
    .wdata_i(wdata), .ack_o(ack[Qp]), .err_o(err[Qp]), .rdata_o(rdata[Qp]),
    .commit_valid_o, .commit_ready_i, .commit_state_o, .commit_sq_o, .commit_addr_o,
    .commit_qkey_o, .commit_sq_una_o, .commit_rq_psn_o, .commit_pending_i, .commit_result_i,
    .look_qpn_o(look_qpn), .look_state_i, .look_busy_i, .look_holder_i(look_qpn_i),
    .look_fetched_i(fetched_index_i), .look_free_i(free_index_i)
  );
  assign look_qp_o    = qp_idx_t'(look_qpn & qpn_t'(NumQps - 1));
  assign fetched_qp_o = look_qp_o;
  assign free_qp_o    = look_qp_o;

  rnic_csr_counters #(.Bits(TxCountersBits), .ReadCycles(4)) u_tx_counters (
    .clk_i, .rst_ni, .req_i(req[TxCounters]), .write_i(write),
    .addr_i(addr[TxCountersBits-1:2]), .ack_o(ack[TxCounters]), .err_o(err[TxCounters]),
    .rdata_o(rdata[TxCounters]), .index_o(counter_index_o), .count_i(counter_count_i)
  );

  `RNIC_ASSERT(NicNeverStalls, !nic_stall_wr && !nic_stall_rd,
               "the plain registers do not take an access at once")

endmodule
