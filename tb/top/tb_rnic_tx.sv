// SPDX-License-Identifier: Apache-2.0
// rnic_tx with every struct of its ports as plain ports.

module tb_rnic_tx
  import rnic_axi_pkg::*;
  import rnic_bus_pkg::*;
#(
  parameter int unsigned NumQps = 1024
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  logic                    s_axil_awvalid_i,
  output logic                    s_axil_awready_o,
  input  logic [15:0]             s_axil_awaddr_i,
  input  logic [2:0]              s_axil_awprot_i,
  input  logic                    s_axil_wvalid_i,
  output logic                    s_axil_wready_o,
  input  logic [31:0]             s_axil_wdata_i,
  input  logic [3:0]              s_axil_wstrb_i,
  output logic                    s_axil_bvalid_o,
  input  logic                    s_axil_bready_i,
  output logic [1:0]              s_axil_bresp_o,
  input  logic                    s_axil_arvalid_i,
  output logic                    s_axil_arready_o,
  input  logic [15:0]             s_axil_araddr_i,
  input  logic [2:0]              s_axil_arprot_i,
  output logic                    s_axil_rvalid_o,
  input  logic                    s_axil_rready_i,
  output logic [31:0]             s_axil_rdata_o,
  output logic [1:0]              s_axil_rresp_o,

  output logic                    m_axi_sq_arvalid_o,
  input  logic                    m_axi_sq_arready_i,
  output logic [2:0]              m_axi_sq_arid_o,
  output logic [63:0]             m_axi_sq_araddr_o,
  output logic [7:0]              m_axi_sq_arlen_o,
  output logic [2:0]              m_axi_sq_arsize_o,
  output logic [1:0]              m_axi_sq_arburst_o,
  input  logic                    m_axi_sq_rvalid_i,
  output logic                    m_axi_sq_rready_o,
  input  logic [2:0]              m_axi_sq_rid_i,
  input  logic [AxiDataBits-1:0]  m_axi_sq_rdata_i,
  input  logic [1:0]              m_axi_sq_rresp_i,
  input  logic                    m_axi_sq_rlast_i,

  output logic                    m_axi_pl_arvalid_o,
  input  logic                    m_axi_pl_arready_i,
  output logic [2:0]              m_axi_pl_arid_o,
  output logic [63:0]             m_axi_pl_araddr_o,
  output logic [7:0]              m_axi_pl_arlen_o,
  output logic [2:0]              m_axi_pl_arsize_o,
  output logic [1:0]              m_axi_pl_arburst_o,
  input  logic                    m_axi_pl_rvalid_i,
  output logic                    m_axi_pl_rready_o,
  input  logic [2:0]              m_axi_pl_rid_i,
  input  logic [AxiDataBits-1:0]  m_axi_pl_rdata_i,
  input  logic [1:0]              m_axi_pl_rresp_i,
  input  logic                    m_axi_pl_rlast_i,

  input  logic [7:0]              pause_i,

  output logic                    cpl_valid_o,
  input  logic                    cpl_ready_i,
  output logic [255:0]            cpl_data_o,

  output logic                    tx_valid_o,
  input  logic                    tx_ready_i,
  output logic [NumSegs-1:0]      tx_ena_o,
  output logic [NumSegs-1:0]      tx_sop_o,
  output logic [NumSegs-1:0]      tx_eop_o,
  output logic [NumSegs-1:0]      tx_err_o,
  output logic [4*NumSegs-1:0]    tx_mty_o,
  output logic [BeatBits-1:0]     tx_data_o,

  // For waves: number, from 1, of the packet that is released, and of the frames that start in the
  // beat; 0: none
  output logic [31:0]             rel_packet_o,
  output logic [31:0]             tx_packet_0_o,
  output logic [31:0]             tx_packet_1_o
);

  axi_ar_t   sq_ar, pl_ar;
  axi_r_t    sq_r, pl_r;
  seg_beat_t tx_beat;

  assign {m_axi_sq_arid_o, m_axi_sq_araddr_o, m_axi_sq_arlen_o} = sq_ar;
  assign {m_axi_pl_arid_o, m_axi_pl_araddr_o, m_axi_pl_arlen_o} = pl_ar;
  assign {m_axi_sq_arsize_o, m_axi_sq_arburst_o} = {AxiSize128, AxiBurstIncr};
  assign {m_axi_pl_arsize_o, m_axi_pl_arburst_o} = {AxiSize128, AxiBurstIncr};
  assign sq_r = '{id: m_axi_sq_rid_i, resp: m_axi_sq_rresp_i, last: m_axi_sq_rlast_i,
                  data: m_axi_sq_rdata_i};
  assign pl_r = '{id: m_axi_pl_rid_i, resp: m_axi_pl_rresp_i, last: m_axi_pl_rlast_i,
                  data: m_axi_pl_rdata_i};
  assign {tx_ena_o, tx_sop_o, tx_eop_o, tx_err_o, tx_mty_o, tx_data_o} = tx_beat;

  rnic_tx #(.NumQps(NumQps)) u_dut (
    .clk_i, .rst_ni,
    .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_awprot_i, .s_axil_wvalid_i,
    .s_axil_wready_o, .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i,
    .s_axil_bresp_o, .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i, .s_axil_arprot_i,
    .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o,
    .m_axi_sq_arvalid_o, .m_axi_sq_arready_i, .m_axi_sq_ar_o(sq_ar),
    .m_axi_sq_rvalid_i, .m_axi_sq_rready_o, .m_axi_sq_r_i(sq_r),
    .m_axi_pl_arvalid_o, .m_axi_pl_arready_i, .m_axi_pl_ar_o(pl_ar),
    .m_axi_pl_rvalid_i, .m_axi_pl_rready_o, .m_axi_pl_r_i(pl_r),
    .pause_i, .cpl_valid_o, .cpl_ready_i, .cpl_data_o, .tx_valid_o, .tx_ready_i,
    .tx_beat_o(tx_beat)
  );

  // ------------------------------------------------------------ packet numbers, for waves
  // Frames leave in the order in which their packets are released.
  logic        releases, is_released;
  logic [1:0]  starts;
  logic [31:0] released_q, started_q;

  assign releases = u_dut.rel_valid & u_dut.rel.desc.frame & !u_dut.rel.discard;
  assign starts = {2{tx_valid_o}} & {|(tx_sop_o & (tx_sop_o - 1'b1)), |tx_sop_o};
  assign is_released = releases & u_dut.rel_ready;
  assign rel_packet_o = releases ? released_q + 1 : '0;
  assign tx_packet_0_o = starts[0] ? started_q + 1 : '0;
  assign tx_packet_1_o = starts[1] ? started_q + 2 : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      released_q <= '0;
      started_q <= '0;
    end else begin
      released_q <= released_q + 32'(is_released);
      if (tx_ready_i) started_q <= started_q + 32'(starts[0]) + 32'(starts[1]);
    end
  end

endmodule
