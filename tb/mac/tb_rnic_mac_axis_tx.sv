// SPDX-License-Identifier: Apache-2.0
// rnic_mac_axis_tx with the bus as plain ports.

module tb_rnic_mac_axis_tx
  import rnic_bus_pkg::*;
(
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  logic                                tx_valid_i,
  output logic                                tx_ready_o,
  input  logic [NumSegs-1:0]                  tx_ena_i,
  input  logic [NumSegs-1:0]                  tx_sop_i,
  input  logic [NumSegs-1:0]                  tx_eop_i,
  input  logic [NumSegs-1:0]                  tx_err_i,
  input  logic [4*NumSegs-1:0]                tx_mty_i,
  input  logic [BeatBits-1:0]                 tx_data_i,
  output logic                                m_axis_tvalid_o,
  input  logic                                m_axis_tready_i,
  output logic [BeatBits-1:0]                 m_axis_tdata_o,
  output logic [BeatBytes-1:0]                m_axis_tkeep_o,
  output logic                                m_axis_tlast_o,
  output logic                                m_axis_tuser_o
);

  seg_beat_t tx_beat;
  assign tx_beat = '{ena: tx_ena_i, sop: tx_sop_i, eop: tx_eop_i, err: tx_err_i, mty: tx_mty_i,
                     data: tx_data_i};

  rnic_mac_axis_tx u_dut (
    .clk_i, .rst_ni, .tx_valid_i, .tx_ready_o, .tx_beat_i(tx_beat), .m_axis_tvalid_o,
    .m_axis_tready_i, .m_axis_tdata_o, .m_axis_tkeep_o, .m_axis_tlast_o, .m_axis_tuser_o
  );

endmodule
