// SPDX-License-Identifier: Apache-2.0
// Transmit and receive path with the client interface of an Intel F-Tile Ethernet 400G hard IP.
//
// Wiring only: rnic_tx and rnic_rx behind rnic_mac_ftile, whose MAC side these ports are: *_mac_*
// here is what the MAC calls i_*_mac_* and o_*_mac_* (Intel 683023, F-Tile Ethernet user guide).
// What the MAC is to be set to: docs/blocks/mac.md.
//
// Clock: clk_i is i_clk_tx and i_clk_rx of the MAC, at least 390.625 MHz + 100 ppm; its o_clk_pll
// is faster. rst_ni is to stay low until the MAC's lanes are stable.

module rnic_ftile_top
  import rnic_axi_pkg::*;
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_rx_counters_pkg::*;
  import rnic_rx_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_pkg::*;
#(
  parameter int unsigned NumQps = 1024,    // contexts; a power of two, 4 to 1,024
  parameter int unsigned ReadyLatency = 3  // clocks from ready to valid, as set in the MAC: 1 to 7
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  // To the MAC
  input  logic                     tx_mac_ready_i,
  output logic                     tx_mac_valid_o,
  output word_mask_t               tx_mac_inframe_o,
  output word_empty_t              tx_mac_eop_empty_o,
  output word_mask_t               tx_mac_error_o,
  output word_data_t               tx_mac_data_o,

  // From the MAC
  input  logic                     rx_mac_valid_i,
  input  word_mask_t               rx_mac_inframe_i,
  input  word_empty_t              rx_mac_eop_empty_i,
  input  word_mask_t               rx_mac_fcs_error_i,
  input  logic [NumWords-1:0][1:0] rx_mac_error_i,
  input  word_data_t               rx_mac_data_i,

  // Frames that the adapter gave up: rnic_mac_ftile_rx
  output logic [3:0]               stat_dropped_o,
  output logic                     stat_full_o,

  // Registers: AXI4-Lite
  input  logic                     s_axil_awvalid_i,
  output logic                     s_axil_awready_o,
  input  logic [15:0]              s_axil_awaddr_i,
  input  logic [2:0]               s_axil_awprot_i,
  input  logic                     s_axil_wvalid_i,
  output logic                     s_axil_wready_o,
  input  logic [31:0]              s_axil_wdata_i,
  input  logic [3:0]               s_axil_wstrb_i,
  output logic                     s_axil_bvalid_o,
  input  logic                     s_axil_bready_i,
  output logic [1:0]               s_axil_bresp_o,
  input  logic                     s_axil_arvalid_i,
  output logic                     s_axil_arready_o,
  input  logic [15:0]              s_axil_araddr_i,
  input  logic [2:0]               s_axil_arprot_i,
  output logic                     s_axil_rvalid_o,
  input  logic                     s_axil_rready_i,
  output logic [31:0]              s_axil_rdata_o,
  output logic [1:0]               s_axil_rresp_o,

  // WQEs: AXI4 read master, one line a read, ID = queue
  output logic                     m_axi_sq_arvalid_o,
  input  logic                     m_axi_sq_arready_i,
  output axi_ar_t                  m_axi_sq_ar_o,
  input  logic                     m_axi_sq_rvalid_i,
  output logic                     m_axi_sq_rready_o,
  input  axi_r_t                   m_axi_sq_r_i,

  // Payload: AXI4 read master, ID = queue
  output logic                     m_axi_pl_arvalid_o,
  input  logic                     m_axi_pl_arready_i,
  output axi_ar_t                  m_axi_pl_ar_o,
  input  logic                     m_axi_pl_rvalid_i,
  output logic                     m_axi_pl_rready_o,
  input  axi_r_t                   m_axi_pl_r_i,

  // Priorities that are to stop at a packet boundary
  input  queue_mask_t              pause_i,

  // Completion records
  output logic                     cpl_valid_o,
  input  logic                     cpl_ready_i,
  output completion_t              cpl_data_o,

  output logic                     rx_ready_o,  // the receive side's tables are swept

  // Configuration: our MAC, the site's DSCP map
  input  logic                     cfg_mac_filter_i,
  input  logic [47:0]              cfg_mac_i,
  input  logic                     cfg_profile_we_i,
  input  profile_e                 cfg_profile_i,
  input  logic                     cfg_map_we_i,
  input  logic [5:0]               cfg_map_dscp_i,
  input  prio_t                    cfg_map_prio_i,
  input  logic                     cfg_lossless_we_i,
  input  prio_mask_t               cfg_lossless_i,

  // Queue pairs, one at a time
  input  logic                     cfg_qp_valid_i,
  output logic                     cfg_qp_ready_o,
  input  logic                     cfg_qp_load_i,  // its moving state begins anew
  input  rx_qp_ctx_t               cfg_qp_i,

  // One record a frame
  output rx_record_t               record_0_o,
  output rx_record_t               record_1_o,

  // Accepted frames in place
  output seg_beat_t                payload_beat_o,

  // Counters: count_o belongs to the index of 5 clocks before
  input  rx_counter_t              counter_index_i,
  output logic [63:0]              counter_count_o
);

  seg_beat_t tx_beat, rx_beat;
  logic      tx_valid, tx_ready;

  rnic_mac_ftile #(.ReadyLatency(ReadyLatency)) u_mac (
    .clk_i, .rst_ni, .tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_beat_i(tx_beat),
    .rx_beat_o(rx_beat), .tx_mac_ready_i, .tx_mac_valid_o, .tx_mac_inframe_o, .tx_mac_eop_empty_o,
    .tx_mac_error_o, .tx_mac_data_o, .rx_mac_valid_i, .rx_mac_inframe_i, .rx_mac_eop_empty_i,
    .rx_mac_fcs_error_i, .rx_mac_error_i, .rx_mac_data_i, .stat_dropped_o, .stat_full_o
  );

  rnic_tx #(.NumQps(NumQps)) u_tx (
    .clk_i, .rst_ni, .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_awprot_i,
    .s_axil_wvalid_i, .s_axil_wready_o, .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o,
    .s_axil_bready_i, .s_axil_bresp_o, .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i,
    .s_axil_arprot_i, .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o,
    .m_axi_sq_arvalid_o, .m_axi_sq_arready_i, .m_axi_sq_ar_o, .m_axi_sq_rvalid_i,
    .m_axi_sq_rready_o, .m_axi_sq_r_i, .m_axi_pl_arvalid_o, .m_axi_pl_arready_i, .m_axi_pl_ar_o,
    .m_axi_pl_rvalid_i, .m_axi_pl_rready_o, .m_axi_pl_r_i, .pause_i, .cpl_valid_o, .cpl_ready_i,
    .cpl_data_o, .tx_valid_o(tx_valid), .tx_ready_i(tx_ready),
    .tx_beat_o(tx_beat)
  );

  rnic_rx #(.NumQps(NumQps)) u_rx (
    .clk_i, .rst_ni, .ready_o(rx_ready_o), .rx_beat_i(rx_beat), .cfg_mac_filter_i, .cfg_mac_i,
    .cfg_profile_we_i, .cfg_profile_i, .cfg_map_we_i, .cfg_map_dscp_i, .cfg_map_prio_i,
    .cfg_lossless_we_i, .cfg_lossless_i, .cfg_qp_valid_i, .cfg_qp_ready_o, .cfg_qp_load_i,
    .cfg_qp_i, .record_0_o, .record_1_o, .payload_beat_o, .counter_index_i, .counter_count_o
  );

endmodule
