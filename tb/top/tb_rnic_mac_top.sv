// SPDX-License-Identifier: Apache-2.0
// rnic_dcmac_top or rnic_ftile_top with plain ports, and for a MAC a wire that leads back: what is
// sent is received a clock later. Ports have the names of tb_rnic_tx and tb_rnic_rx.
//
// mac_ready_i: the MAC takes a beat (DCMAC), or will in ReadyLatency clocks (F-Tile).
// mac_damage_i: frames come back marked: [0] err, or fcs_error; [1] the same, or rx_mac_error.

`include "assert.svh"

module tb_rnic_mac_top
  import rnic_axi_pkg::*;
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_rx_pkg::*;
#(
  parameter bit          Ftile = 1'b0,
  parameter int unsigned NumQps = 1024,
  parameter int unsigned ReadyLatency = 3
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       mac_ready_i,
  input  logic [1:0]                 mac_damage_i,
  output logic [3:0]                 stat_dropped_o,
  output logic                       stat_full_o,

  input  logic                       s_axil_awvalid_i,
  output logic                       s_axil_awready_o,
  input  logic [15:0]                s_axil_awaddr_i,
  input  logic [2:0]                 s_axil_awprot_i,
  input  logic                       s_axil_wvalid_i,
  output logic                       s_axil_wready_o,
  input  logic [31:0]                s_axil_wdata_i,
  input  logic [3:0]                 s_axil_wstrb_i,
  output logic                       s_axil_bvalid_o,
  input  logic                       s_axil_bready_i,
  output logic [1:0]                 s_axil_bresp_o,
  input  logic                       s_axil_arvalid_i,
  output logic                       s_axil_arready_o,
  input  logic [15:0]                s_axil_araddr_i,
  input  logic [2:0]                 s_axil_arprot_i,
  output logic                       s_axil_rvalid_o,
  input  logic                       s_axil_rready_i,
  output logic [31:0]                s_axil_rdata_o,
  output logic [1:0]                 s_axil_rresp_o,

  output logic                       m_axi_sq_arvalid_o,
  input  logic                       m_axi_sq_arready_i,
  output logic [2:0]                 m_axi_sq_arid_o,
  output logic [63:0]                m_axi_sq_araddr_o,
  output logic [7:0]                 m_axi_sq_arlen_o,
  output logic [2:0]                 m_axi_sq_arsize_o,
  output logic [1:0]                 m_axi_sq_arburst_o,
  input  logic                       m_axi_sq_rvalid_i,
  output logic                       m_axi_sq_rready_o,
  input  logic [2:0]                 m_axi_sq_rid_i,
  input  logic [AxiDataBits-1:0]     m_axi_sq_rdata_i,
  input  logic [1:0]                 m_axi_sq_rresp_i,
  input  logic                       m_axi_sq_rlast_i,

  output logic                       m_axi_pl_arvalid_o,
  input  logic                       m_axi_pl_arready_i,
  output logic [2:0]                 m_axi_pl_arid_o,
  output logic [63:0]                m_axi_pl_araddr_o,
  output logic [7:0]                 m_axi_pl_arlen_o,
  output logic [2:0]                 m_axi_pl_arsize_o,
  output logic [1:0]                 m_axi_pl_arburst_o,
  input  logic                       m_axi_pl_rvalid_i,
  output logic                       m_axi_pl_rready_o,
  input  logic [2:0]                 m_axi_pl_rid_i,
  input  logic [AxiDataBits-1:0]     m_axi_pl_rdata_i,
  input  logic [1:0]                 m_axi_pl_rresp_i,
  input  logic                       m_axi_pl_rlast_i,

  input  logic [7:0]                 pause_i,

  output logic                       cpl_valid_o,
  input  logic                       cpl_ready_i,
  output logic [255:0]               cpl_data_o,

  output logic                       ready_o,

  input  logic                       cfg_mac_filter_i,
  input  logic [47:0]                cfg_mac_i,
  input  logic                       cfg_profile_we_i,
  input  logic                       cfg_profile_i,
  input  logic                       cfg_map_we_i,
  input  logic [5:0]                 cfg_map_dscp_i,
  input  logic [2:0]                 cfg_map_prio_i,
  input  logic                       cfg_lossless_we_i,
  input  logic [7:0]                 cfg_lossless_i,

  input  logic                       cfg_qp_valid_i,
  output logic                       cfg_qp_ready_o,
  input  logic                       cfg_qp_load_i,
  input  logic [1:0]                 cfg_qp_state_i,
  input  logic [23:0]                cfg_qp_qpn_i,
  input  logic [1:0]                 cfg_qp_type_i,
  input  logic [2:0]                 cfg_qp_pmtu_i,
  input  logic [15:0]                cfg_qp_pkey_i,
  input  logic [31:0]                cfg_qp_qkey_i,
  input  logic                       cfg_qp_check_src_i,
  input  logic                       cfg_qp_check_dst_i,
  input  logic                       cfg_qp_src_ipv6_i,
  input  logic                       cfg_qp_dst_ipv6_i,
  input  logic [127:0]               cfg_qp_src_ip_i,
  input  logic [127:0]               cfg_qp_dst_ip_i,
  input  logic                       cfg_qp_check_vlan_i,
  input  logic [11:0]                cfg_qp_vid_i,
  input  logic [23:0]                cfg_qp_sq_una_i,
  input  logic [23:0]                cfg_qp_sq_psn_i,
  input  logic [23:0]                cfg_qp_rq_psn_i,

  output logic [1:0]                 valid_o,  // of the records
  output logic [5:0]                 verdict_o,
  output logic [11:0]                reason_o,
  output logic [3:0]                 region_o,
  output logic [7:0]                 action_o,
  output logic [1:0]                 answered_o,
  output logic [47:0]                answer_psn_o,
  output logic [47:0]                msn_o,
  output logic [1:0]                 ce_o,
  output logic [1:0]                 roce_o,
  output logic [1:0]                 sized_o,
  output logic [3:0]                 icrc_o,
  output logic [5:0]                 prio_o,
  output logic [1:0]                 pcp_mismatch_o,
  output logic [1:0]                 lossy_o,
  output logic [3:0]                 ecn_o,
  output logic [15:0]                opcode_o,
  output logic [47:0]                qpn_o,
  output logic [47:0]                psn_o,
  output logic [13:0]                payload_offset_o,
  output logic [27:0]                payload_bytes_o,
  output logic [3:0]                 pad_o,

  output logic [NumSegs-1:0]         payload_ena_o,
  output logic [NumSegs-1:0]         payload_sop_o,
  output logic [NumSegs-1:0]         payload_eop_o,
  output logic [NumSegs-1:0]         payload_err_o,
  output logic [4*NumSegs-1:0]       payload_mty_o,
  output logic [BeatBits-1:0]        payload_data_o,

  input  logic [8:0]                 counter_index_i,
  output logic [63:0]                counter_count_o
);

  axi_ar_t    sq_ar, pl_ar;
  axi_r_t     sq_r, pl_r;
  rx_qp_ctx_t cfg_qp;
  rx_record_t r0, r1;
  seg_beat_t  payload_beat;

  assign {m_axi_sq_arid_o, m_axi_sq_araddr_o, m_axi_sq_arlen_o} = sq_ar;
  assign {m_axi_pl_arid_o, m_axi_pl_araddr_o, m_axi_pl_arlen_o} = pl_ar;
  assign {m_axi_sq_arsize_o, m_axi_sq_arburst_o} = {AxiSize128, AxiBurstIncr};
  assign {m_axi_pl_arsize_o, m_axi_pl_arburst_o} = {AxiSize128, AxiBurstIncr};
  assign sq_r = '{id: m_axi_sq_rid_i, resp: m_axi_sq_rresp_i, last: m_axi_sq_rlast_i,
                  data: m_axi_sq_rdata_i};
  assign pl_r = '{id: m_axi_pl_rid_i, resp: m_axi_pl_rresp_i, last: m_axi_pl_rlast_i,
                  data: m_axi_pl_rdata_i};
  assign cfg_qp = '{known: 1'b1, state: qp_state_e'(cfg_qp_state_i), qpn: cfg_qp_qpn_i,
                    qp_type: qp_type_e'(cfg_qp_type_i), pmtu: cfg_qp_pmtu_i, pkey: cfg_qp_pkey_i,
                    qkey: cfg_qp_qkey_i, check_src: cfg_qp_check_src_i,
                    check_dst: cfg_qp_check_dst_i, src_ipv6: cfg_qp_src_ipv6_i,
                    dst_ipv6: cfg_qp_dst_ipv6_i, src_ip: cfg_qp_src_ip_i, dst_ip: cfg_qp_dst_ip_i,
                    check_vlan: cfg_qp_check_vlan_i, vid: cfg_qp_vid_i, sq_una: cfg_qp_sq_una_i,
                    sq_psn: cfg_qp_sq_psn_i, rq_psn: cfg_qp_rq_psn_i};

  rnic_seg_chk #(.Tx(1'b0)) u_chk_payload (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(payload_beat)
  );

  // ------------------------------------------------------------ Intel F-Tile
  if (Ftile) begin : gen_ftile
    logic        valid, valid_q;
    word_mask_t  inframe, inframe_q, error, error_q;
    word_empty_t empty, empty_q;
    word_data_t  data, data_q;

    rnic_ftile_top #(.NumQps(NumQps), .ReadyLatency(ReadyLatency)) u_dut (
      .clk_i, .rst_ni,
      .tx_mac_ready_i(mac_ready_i), .tx_mac_valid_o(valid), .tx_mac_inframe_o(inframe),
      .tx_mac_eop_empty_o(empty), .tx_mac_error_o(error), .tx_mac_data_o(data),
      .rx_mac_valid_i(valid_q), .rx_mac_inframe_i(inframe_q), .rx_mac_eop_empty_i(empty_q),
      .rx_mac_fcs_error_i(error_q | {NumWords{mac_damage_i[0]}}),
      .rx_mac_error_i({NumWords{mac_damage_i[1], 1'b0}}), .rx_mac_data_i(data_q),
      .stat_dropped_o, .stat_full_o,
      .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_awprot_i, .s_axil_wvalid_i,
      .s_axil_wready_o, .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i,
      .s_axil_bresp_o, .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i, .s_axil_arprot_i,
      .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o,
      .m_axi_sq_arvalid_o, .m_axi_sq_arready_i, .m_axi_sq_ar_o(sq_ar),
      .m_axi_sq_rvalid_i, .m_axi_sq_rready_o, .m_axi_sq_r_i(sq_r),
      .m_axi_pl_arvalid_o, .m_axi_pl_arready_i, .m_axi_pl_ar_o(pl_ar),
      .m_axi_pl_rvalid_i, .m_axi_pl_rready_o, .m_axi_pl_r_i(pl_r),
      .pause_i, .cpl_valid_o, .cpl_ready_i, .cpl_data_o,
      .rx_ready_o(ready_o), .cfg_mac_filter_i, .cfg_mac_i, .cfg_profile_we_i,
      .cfg_profile_i(profile_e'(cfg_profile_i)), .cfg_map_we_i, .cfg_map_dscp_i, .cfg_map_prio_i,
      .cfg_lossless_we_i, .cfg_lossless_i, .cfg_qp_valid_i, .cfg_qp_ready_o, .cfg_qp_load_i,
      .cfg_qp_i(cfg_qp), .record_0_o(r0), .record_1_o(r1), .payload_beat_o(payload_beat),
      .counter_index_i, .counter_count_o
    );

    always_ff @(posedge clk_i) begin
      valid_q <= valid & rst_ni;
      {inframe_q, error_q, empty_q, data_q} <= {inframe, error, empty, data};
    end

    // The MAC takes what is there in these clocks, and in no others.
    logic [ReadyLatency-1:0] ready_q;
    always_ff @(posedge clk_i) ready_q <= rst_ni ? ReadyLatency'({ready_q, mac_ready_i}) : '0;
    `RNIC_ASSERT(ValidWhenTaken, valid == ready_q[ReadyLatency-1],
                 "tx_mac_valid does not follow tx_mac_ready by ReadyLatency clocks")

  // ------------------------------------------------------------ AMD DCMAC
  end else begin : gen_dcmac
    seg_beat_t mac, mac_q;
    logic      valid, valid_q;

    rnic_dcmac_top #(.NumQps(NumQps)) u_dut (
      .clk_i, .rst_ni,
      .tx_axis_tvalid_0_o(valid), .tx_axis_tready_0_i(mac_ready_i),
      .rx_axis_tvalid_0_i(valid_q),
      .tx_axis_tdata0_o(mac.data[0]), .tx_axis_tuser_mty0_o(mac.mty[0]),
      .tx_axis_tuser_ena0_o(mac.ena[0]), .tx_axis_tuser_sop0_o(mac.sop[0]),
      .tx_axis_tuser_eop0_o(mac.eop[0]), .tx_axis_tuser_err0_o(mac.err[0]),
      .rx_axis_tdata0_i(mac_q.data[0]), .rx_axis_tuser_mty0_i(mac_q.mty[0]),
      .rx_axis_tuser_ena0_i(mac_q.ena[0]), .rx_axis_tuser_sop0_i(mac_q.sop[0]),
      .rx_axis_tuser_eop0_i(mac_q.eop[0]), .rx_axis_tuser_err0_i(mac_q.err[0]),
      .tx_axis_tdata1_o(mac.data[1]), .tx_axis_tuser_mty1_o(mac.mty[1]),
      .tx_axis_tuser_ena1_o(mac.ena[1]), .tx_axis_tuser_sop1_o(mac.sop[1]),
      .tx_axis_tuser_eop1_o(mac.eop[1]), .tx_axis_tuser_err1_o(mac.err[1]),
      .rx_axis_tdata1_i(mac_q.data[1]), .rx_axis_tuser_mty1_i(mac_q.mty[1]),
      .rx_axis_tuser_ena1_i(mac_q.ena[1]), .rx_axis_tuser_sop1_i(mac_q.sop[1]),
      .rx_axis_tuser_eop1_i(mac_q.eop[1]), .rx_axis_tuser_err1_i(mac_q.err[1]),
      .tx_axis_tdata2_o(mac.data[2]), .tx_axis_tuser_mty2_o(mac.mty[2]),
      .tx_axis_tuser_ena2_o(mac.ena[2]), .tx_axis_tuser_sop2_o(mac.sop[2]),
      .tx_axis_tuser_eop2_o(mac.eop[2]), .tx_axis_tuser_err2_o(mac.err[2]),
      .rx_axis_tdata2_i(mac_q.data[2]), .rx_axis_tuser_mty2_i(mac_q.mty[2]),
      .rx_axis_tuser_ena2_i(mac_q.ena[2]), .rx_axis_tuser_sop2_i(mac_q.sop[2]),
      .rx_axis_tuser_eop2_i(mac_q.eop[2]), .rx_axis_tuser_err2_i(mac_q.err[2]),
      .tx_axis_tdata3_o(mac.data[3]), .tx_axis_tuser_mty3_o(mac.mty[3]),
      .tx_axis_tuser_ena3_o(mac.ena[3]), .tx_axis_tuser_sop3_o(mac.sop[3]),
      .tx_axis_tuser_eop3_o(mac.eop[3]), .tx_axis_tuser_err3_o(mac.err[3]),
      .rx_axis_tdata3_i(mac_q.data[3]), .rx_axis_tuser_mty3_i(mac_q.mty[3]),
      .rx_axis_tuser_ena3_i(mac_q.ena[3]), .rx_axis_tuser_sop3_i(mac_q.sop[3]),
      .rx_axis_tuser_eop3_i(mac_q.eop[3]), .rx_axis_tuser_err3_i(mac_q.err[3]),
      .tx_axis_tdata4_o(mac.data[4]), .tx_axis_tuser_mty4_o(mac.mty[4]),
      .tx_axis_tuser_ena4_o(mac.ena[4]), .tx_axis_tuser_sop4_o(mac.sop[4]),
      .tx_axis_tuser_eop4_o(mac.eop[4]), .tx_axis_tuser_err4_o(mac.err[4]),
      .rx_axis_tdata4_i(mac_q.data[4]), .rx_axis_tuser_mty4_i(mac_q.mty[4]),
      .rx_axis_tuser_ena4_i(mac_q.ena[4]), .rx_axis_tuser_sop4_i(mac_q.sop[4]),
      .rx_axis_tuser_eop4_i(mac_q.eop[4]), .rx_axis_tuser_err4_i(mac_q.err[4]),
      .tx_axis_tdata5_o(mac.data[5]), .tx_axis_tuser_mty5_o(mac.mty[5]),
      .tx_axis_tuser_ena5_o(mac.ena[5]), .tx_axis_tuser_sop5_o(mac.sop[5]),
      .tx_axis_tuser_eop5_o(mac.eop[5]), .tx_axis_tuser_err5_o(mac.err[5]),
      .rx_axis_tdata5_i(mac_q.data[5]), .rx_axis_tuser_mty5_i(mac_q.mty[5]),
      .rx_axis_tuser_ena5_i(mac_q.ena[5]), .rx_axis_tuser_sop5_i(mac_q.sop[5]),
      .rx_axis_tuser_eop5_i(mac_q.eop[5]), .rx_axis_tuser_err5_i(mac_q.err[5]),
      .tx_axis_tdata6_o(mac.data[6]), .tx_axis_tuser_mty6_o(mac.mty[6]),
      .tx_axis_tuser_ena6_o(mac.ena[6]), .tx_axis_tuser_sop6_o(mac.sop[6]),
      .tx_axis_tuser_eop6_o(mac.eop[6]), .tx_axis_tuser_err6_o(mac.err[6]),
      .rx_axis_tdata6_i(mac_q.data[6]), .rx_axis_tuser_mty6_i(mac_q.mty[6]),
      .rx_axis_tuser_ena6_i(mac_q.ena[6]), .rx_axis_tuser_sop6_i(mac_q.sop[6]),
      .rx_axis_tuser_eop6_i(mac_q.eop[6]), .rx_axis_tuser_err6_i(mac_q.err[6]),
      .tx_axis_tdata7_o(mac.data[7]), .tx_axis_tuser_mty7_o(mac.mty[7]),
      .tx_axis_tuser_ena7_o(mac.ena[7]), .tx_axis_tuser_sop7_o(mac.sop[7]),
      .tx_axis_tuser_eop7_o(mac.eop[7]), .tx_axis_tuser_err7_o(mac.err[7]),
      .rx_axis_tdata7_i(mac_q.data[7]), .rx_axis_tuser_mty7_i(mac_q.mty[7]),
      .rx_axis_tuser_ena7_i(mac_q.ena[7]), .rx_axis_tuser_sop7_i(mac_q.sop[7]),
      .rx_axis_tuser_eop7_i(mac_q.eop[7]), .rx_axis_tuser_err7_i(mac_q.err[7]),
      .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_awprot_i, .s_axil_wvalid_i,
      .s_axil_wready_o, .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i,
      .s_axil_bresp_o, .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i, .s_axil_arprot_i,
      .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o,
      .m_axi_sq_arvalid_o, .m_axi_sq_arready_i, .m_axi_sq_ar_o(sq_ar),
      .m_axi_sq_rvalid_i, .m_axi_sq_rready_o, .m_axi_sq_r_i(sq_r),
      .m_axi_pl_arvalid_o, .m_axi_pl_arready_i, .m_axi_pl_ar_o(pl_ar),
      .m_axi_pl_rvalid_i, .m_axi_pl_rready_o, .m_axi_pl_r_i(pl_r),
      .pause_i, .cpl_valid_o, .cpl_ready_i, .cpl_data_o,
      .rx_ready_o(ready_o), .cfg_mac_filter_i, .cfg_mac_i, .cfg_profile_we_i,
      .cfg_profile_i(profile_e'(cfg_profile_i)), .cfg_map_we_i, .cfg_map_dscp_i, .cfg_map_prio_i,
      .cfg_lossless_we_i, .cfg_lossless_i, .cfg_qp_valid_i, .cfg_qp_ready_o, .cfg_qp_load_i,
      .cfg_qp_i(cfg_qp), .record_0_o(r0), .record_1_o(r1), .payload_beat_o(payload_beat),
      .counter_index_i, .counter_count_o
    );

    always_ff @(posedge clk_i) begin
      valid_q <= valid & mac_ready_i & rst_ni;
      mac_q <= mac;
      mac_q.err <= mac.err | {NumSegs{|mac_damage_i}};
    end

    assign stat_dropped_o = '0;
    assign stat_full_o = 1'b0;
  end

  assign valid_o = {r1.valid, r0.valid};
  assign verdict_o = {r1.verdict, r0.verdict};
  assign reason_o = {r1.reason, r0.reason};
  assign region_o = {r1.region, r0.region};
  assign action_o = {r1.action, r0.action};
  assign answered_o = {r1.answered, r0.answered};
  assign answer_psn_o = {r1.answer_psn, r0.answer_psn};
  assign msn_o = {r1.msn, r0.msn};
  assign ce_o = {r1.ce, r0.ce};
  assign roce_o = {r1.frame.roce, r0.frame.roce};
  assign sized_o = {r1.frame.sized, r0.frame.sized};
  assign icrc_o = {r1.frame.icrc, r0.frame.icrc};
  assign prio_o = {r1.frame.cls.prio, r0.frame.cls.prio};
  assign pcp_mismatch_o = {r1.frame.cls.pcp_mismatch, r0.frame.cls.pcp_mismatch};
  assign lossy_o = {r1.frame.cls.lossy, r0.frame.cls.lossy};
  assign ecn_o = {r1.frame.cls.ecn, r0.frame.cls.ecn};
  assign opcode_o = {r1.frame.hdr.opcode, r0.frame.hdr.opcode};
  assign qpn_o = {r1.frame.hdr.qpn, r0.frame.hdr.qpn};
  assign psn_o = {r1.frame.hdr.psn, r0.frame.hdr.psn};
  assign payload_offset_o = {r1.frame.hdr.payload_offset, r0.frame.hdr.payload_offset};
  assign payload_bytes_o = {r1.frame.hdr.payload_bytes, r0.frame.hdr.payload_bytes};
  assign pad_o = {r1.frame.hdr.pad, r0.frame.hdr.pad};
  assign {payload_ena_o, payload_sop_o, payload_eop_o, payload_err_o, payload_mty_o,
          payload_data_o} = payload_beat;

endmodule
