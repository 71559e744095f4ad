// SPDX-License-Identifier: Apache-2.0
// Transmit and receive path with the client interface of an AMD Versal DCMAC: one 400GE port.
//
// Wiring only: rnic_tx and rnic_rx behind rnic_mac_dcmac, whose header says which port of the DCMAC
// (AMD PG369) is which part of the bus, and what is to be set in the MAC.
//
// Clock: clk_i is also tx_axi_clk and rx_axi_clk of the DCMAC: at least 390.625 MHz + 100 ppm
// (PG369, "Clocking Relationships"). On parts without a 400G MAC this top serves to see area and
// timing: fpga/README.md.

module rnic_dcmac_top
  import rnic_axi_pkg::*;
  import rnic_bus_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_rx_counters_pkg::*;
  import rnic_rx_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_pkg::*;
#(
  parameter int unsigned NumQps = 1024         // contexts; a power of two, 4 to 1,024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  // DCMAC, transmit client of port 0
  output logic         tx_axis_tvalid_0_o,
  input  logic         tx_axis_tready_0_i,
  output logic [127:0] tx_axis_tdata0_o,
  output logic [127:0] tx_axis_tdata1_o,
  output logic [127:0] tx_axis_tdata2_o,
  output logic [127:0] tx_axis_tdata3_o,
  output logic [127:0] tx_axis_tdata4_o,
  output logic [127:0] tx_axis_tdata5_o,
  output logic [127:0] tx_axis_tdata6_o,
  output logic [127:0] tx_axis_tdata7_o,
  output logic         tx_axis_tuser_ena0_o,
  output logic         tx_axis_tuser_ena1_o,
  output logic         tx_axis_tuser_ena2_o,
  output logic         tx_axis_tuser_ena3_o,
  output logic         tx_axis_tuser_ena4_o,
  output logic         tx_axis_tuser_ena5_o,
  output logic         tx_axis_tuser_ena6_o,
  output logic         tx_axis_tuser_ena7_o,
  output logic         tx_axis_tuser_sop0_o,
  output logic         tx_axis_tuser_sop1_o,
  output logic         tx_axis_tuser_sop2_o,
  output logic         tx_axis_tuser_sop3_o,
  output logic         tx_axis_tuser_sop4_o,
  output logic         tx_axis_tuser_sop5_o,
  output logic         tx_axis_tuser_sop6_o,
  output logic         tx_axis_tuser_sop7_o,
  output logic         tx_axis_tuser_eop0_o,
  output logic         tx_axis_tuser_eop1_o,
  output logic         tx_axis_tuser_eop2_o,
  output logic         tx_axis_tuser_eop3_o,
  output logic         tx_axis_tuser_eop4_o,
  output logic         tx_axis_tuser_eop5_o,
  output logic         tx_axis_tuser_eop6_o,
  output logic         tx_axis_tuser_eop7_o,
  output logic         tx_axis_tuser_err0_o,
  output logic         tx_axis_tuser_err1_o,
  output logic         tx_axis_tuser_err2_o,
  output logic         tx_axis_tuser_err3_o,
  output logic         tx_axis_tuser_err4_o,
  output logic         tx_axis_tuser_err5_o,
  output logic         tx_axis_tuser_err6_o,
  output logic         tx_axis_tuser_err7_o,
  output logic [3:0]   tx_axis_tuser_mty0_o,
  output logic [3:0]   tx_axis_tuser_mty1_o,
  output logic [3:0]   tx_axis_tuser_mty2_o,
  output logic [3:0]   tx_axis_tuser_mty3_o,
  output logic [3:0]   tx_axis_tuser_mty4_o,
  output logic [3:0]   tx_axis_tuser_mty5_o,
  output logic [3:0]   tx_axis_tuser_mty6_o,
  output logic [3:0]   tx_axis_tuser_mty7_o,

  // DCMAC, receive client of port 0
  input  logic         rx_axis_tvalid_0_i,
  input  logic [127:0] rx_axis_tdata0_i,
  input  logic [127:0] rx_axis_tdata1_i,
  input  logic [127:0] rx_axis_tdata2_i,
  input  logic [127:0] rx_axis_tdata3_i,
  input  logic [127:0] rx_axis_tdata4_i,
  input  logic [127:0] rx_axis_tdata5_i,
  input  logic [127:0] rx_axis_tdata6_i,
  input  logic [127:0] rx_axis_tdata7_i,
  input  logic         rx_axis_tuser_ena0_i,
  input  logic         rx_axis_tuser_ena1_i,
  input  logic         rx_axis_tuser_ena2_i,
  input  logic         rx_axis_tuser_ena3_i,
  input  logic         rx_axis_tuser_ena4_i,
  input  logic         rx_axis_tuser_ena5_i,
  input  logic         rx_axis_tuser_ena6_i,
  input  logic         rx_axis_tuser_ena7_i,
  input  logic         rx_axis_tuser_sop0_i,
  input  logic         rx_axis_tuser_sop1_i,
  input  logic         rx_axis_tuser_sop2_i,
  input  logic         rx_axis_tuser_sop3_i,
  input  logic         rx_axis_tuser_sop4_i,
  input  logic         rx_axis_tuser_sop5_i,
  input  logic         rx_axis_tuser_sop6_i,
  input  logic         rx_axis_tuser_sop7_i,
  input  logic         rx_axis_tuser_eop0_i,
  input  logic         rx_axis_tuser_eop1_i,
  input  logic         rx_axis_tuser_eop2_i,
  input  logic         rx_axis_tuser_eop3_i,
  input  logic         rx_axis_tuser_eop4_i,
  input  logic         rx_axis_tuser_eop5_i,
  input  logic         rx_axis_tuser_eop6_i,
  input  logic         rx_axis_tuser_eop7_i,
  input  logic         rx_axis_tuser_err0_i,
  input  logic         rx_axis_tuser_err1_i,
  input  logic         rx_axis_tuser_err2_i,
  input  logic         rx_axis_tuser_err3_i,
  input  logic         rx_axis_tuser_err4_i,
  input  logic         rx_axis_tuser_err5_i,
  input  logic         rx_axis_tuser_err6_i,
  input  logic         rx_axis_tuser_err7_i,
  input  logic [3:0]   rx_axis_tuser_mty0_i,
  input  logic [3:0]   rx_axis_tuser_mty1_i,
  input  logic [3:0]   rx_axis_tuser_mty2_i,
  input  logic [3:0]   rx_axis_tuser_mty3_i,
  input  logic [3:0]   rx_axis_tuser_mty4_i,
  input  logic [3:0]   rx_axis_tuser_mty5_i,
  input  logic [3:0]   rx_axis_tuser_mty6_i,
  input  logic [3:0]   rx_axis_tuser_mty7_i,

  // Registers: AXI4-Lite
  input  logic         s_axil_awvalid_i,
  output logic         s_axil_awready_o,
  input  logic [15:0]  s_axil_awaddr_i,
  input  logic [2:0]   s_axil_awprot_i,
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
  input  logic [2:0]   s_axil_arprot_i,
  output logic         s_axil_rvalid_o,
  input  logic         s_axil_rready_i,
  output logic [31:0]  s_axil_rdata_o,
  output logic [1:0]   s_axil_rresp_o,

  // WQEs: AXI4 read master, one line a read, ID = queue
  output logic         m_axi_sq_arvalid_o,
  input  logic         m_axi_sq_arready_i,
  output axi_ar_t      m_axi_sq_ar_o,
  input  logic         m_axi_sq_rvalid_i,
  output logic         m_axi_sq_rready_o,
  input  axi_r_t       m_axi_sq_r_i,

  // Payload: AXI4 read master, ID = queue
  output logic         m_axi_pl_arvalid_o,
  input  logic         m_axi_pl_arready_i,
  output axi_ar_t      m_axi_pl_ar_o,
  input  logic         m_axi_pl_rvalid_i,
  output logic         m_axi_pl_rready_o,
  input  axi_r_t       m_axi_pl_r_i,

  // Priorities that are to stop at a packet boundary
  input  queue_mask_t  pause_i,

  // Completion records
  output logic         cpl_valid_o,
  input  logic         cpl_ready_i,
  output completion_t  cpl_data_o,

  output logic         rx_ready_o,             // the receive side's tables are swept

  // Configuration: our MAC, the site's DSCP map
  input  logic         cfg_mac_filter_i,
  input  logic [47:0]  cfg_mac_i,
  input  logic         cfg_profile_we_i,
  input  profile_e     cfg_profile_i,
  input  logic         cfg_map_we_i,
  input  logic [5:0]   cfg_map_dscp_i,
  input  prio_t        cfg_map_prio_i,
  input  logic         cfg_lossless_we_i,
  input  prio_mask_t   cfg_lossless_i,

  // Queue pairs, one at a time
  input  logic         cfg_qp_valid_i,
  output logic         cfg_qp_ready_o,
  input  logic         cfg_qp_load_i,          // its moving state begins anew
  input  rx_qp_ctx_t   cfg_qp_i,

  // One record a frame
  output rx_record_t   record_0_o,
  output rx_record_t   record_1_o,

  // Accepted frames in place
  output seg_beat_t    payload_beat_o,

  // Counters: count_o belongs to the index of 5 clocks before
  input  rx_counter_t  counter_index_i,
  output logic [63:0]  counter_count_o
);

  seg_beat_t tx_beat, rx_beat;
  logic      tx_valid, tx_ready;

  rnic_mac_dcmac u_mac (
    .clk_i, .rst_ni, .tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_beat_i(tx_beat),
    .rx_beat_o(rx_beat), .tx_axis_tvalid_0_o, .tx_axis_tready_0_i, .tx_axis_tdata0_o,
    .tx_axis_tdata1_o, .tx_axis_tdata2_o, .tx_axis_tdata3_o, .tx_axis_tdata4_o,
    .tx_axis_tdata5_o, .tx_axis_tdata6_o, .tx_axis_tdata7_o, .tx_axis_tuser_ena0_o,
    .tx_axis_tuser_ena1_o, .tx_axis_tuser_ena2_o, .tx_axis_tuser_ena3_o, .tx_axis_tuser_ena4_o,
    .tx_axis_tuser_ena5_o, .tx_axis_tuser_ena6_o, .tx_axis_tuser_ena7_o, .tx_axis_tuser_sop0_o,
    .tx_axis_tuser_sop1_o, .tx_axis_tuser_sop2_o, .tx_axis_tuser_sop3_o, .tx_axis_tuser_sop4_o,
    .tx_axis_tuser_sop5_o, .tx_axis_tuser_sop6_o, .tx_axis_tuser_sop7_o, .tx_axis_tuser_eop0_o,
    .tx_axis_tuser_eop1_o, .tx_axis_tuser_eop2_o, .tx_axis_tuser_eop3_o, .tx_axis_tuser_eop4_o,
    .tx_axis_tuser_eop5_o, .tx_axis_tuser_eop6_o, .tx_axis_tuser_eop7_o, .tx_axis_tuser_err0_o,
    .tx_axis_tuser_err1_o, .tx_axis_tuser_err2_o, .tx_axis_tuser_err3_o, .tx_axis_tuser_err4_o,
    .tx_axis_tuser_err5_o, .tx_axis_tuser_err6_o, .tx_axis_tuser_err7_o, .tx_axis_tuser_mty0_o,
    .tx_axis_tuser_mty1_o, .tx_axis_tuser_mty2_o, .tx_axis_tuser_mty3_o, .tx_axis_tuser_mty4_o,
    .tx_axis_tuser_mty5_o, .tx_axis_tuser_mty6_o, .tx_axis_tuser_mty7_o, .rx_axis_tvalid_0_i,
    .rx_axis_tdata0_i, .rx_axis_tdata1_i, .rx_axis_tdata2_i, .rx_axis_tdata3_i,
    .rx_axis_tdata4_i, .rx_axis_tdata5_i, .rx_axis_tdata6_i, .rx_axis_tdata7_i,
    .rx_axis_tuser_ena0_i, .rx_axis_tuser_ena1_i, .rx_axis_tuser_ena2_i, .rx_axis_tuser_ena3_i,
    .rx_axis_tuser_ena4_i, .rx_axis_tuser_ena5_i, .rx_axis_tuser_ena6_i, .rx_axis_tuser_ena7_i,
    .rx_axis_tuser_sop0_i, .rx_axis_tuser_sop1_i, .rx_axis_tuser_sop2_i, .rx_axis_tuser_sop3_i,
    .rx_axis_tuser_sop4_i, .rx_axis_tuser_sop5_i, .rx_axis_tuser_sop6_i, .rx_axis_tuser_sop7_i,
    .rx_axis_tuser_eop0_i, .rx_axis_tuser_eop1_i, .rx_axis_tuser_eop2_i, .rx_axis_tuser_eop3_i,
    .rx_axis_tuser_eop4_i, .rx_axis_tuser_eop5_i, .rx_axis_tuser_eop6_i, .rx_axis_tuser_eop7_i,
    .rx_axis_tuser_err0_i, .rx_axis_tuser_err1_i, .rx_axis_tuser_err2_i, .rx_axis_tuser_err3_i,
    .rx_axis_tuser_err4_i, .rx_axis_tuser_err5_i, .rx_axis_tuser_err6_i, .rx_axis_tuser_err7_i,
    .rx_axis_tuser_mty0_i, .rx_axis_tuser_mty1_i, .rx_axis_tuser_mty2_i, .rx_axis_tuser_mty3_i,
    .rx_axis_tuser_mty4_i, .rx_axis_tuser_mty5_i, .rx_axis_tuser_mty6_i, .rx_axis_tuser_mty7_i
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
