// SPDX-License-Identifier: Apache-2.0
// rnic_mac_ftile with both buses as plain ports.

module tb_rnic_mac_ftile
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  tx_valid_i,
  output logic                  tx_ready_o,
  input  logic [NumSegs-1:0]    tx_ena_i,
  input  logic [NumSegs-1:0]    tx_sop_i,
  input  logic [NumSegs-1:0]    tx_eop_i,
  input  logic [NumSegs-1:0]    tx_err_i,
  input  logic [4*NumSegs-1:0]  tx_mty_i,
  input  logic [BeatBits-1:0]   tx_data_i,
  input  logic                  tx_mac_ready_i,
  output logic                  tx_mac_valid_o,
  output logic [NumWords-1:0]   tx_mac_inframe_o,
  output logic [3*NumWords-1:0] tx_mac_eop_empty_o,
  output logic [NumWords-1:0]   tx_mac_error_o,
  output logic [BeatBits-1:0]   tx_mac_data_o,

  input  logic                  rx_mac_valid_i,
  input  logic [NumWords-1:0]   rx_mac_inframe_i,
  input  logic [3*NumWords-1:0] rx_mac_eop_empty_i,
  input  logic [NumWords-1:0]   rx_mac_fcs_error_i,
  input  logic [2*NumWords-1:0] rx_mac_error_i,
  input  logic [BeatBits-1:0]   rx_mac_data_i,
  output logic [NumSegs-1:0]    rx_ena_o,
  output logic [NumSegs-1:0]    rx_sop_o,
  output logic [NumSegs-1:0]    rx_eop_o,
  output logic [NumSegs-1:0]    rx_err_o,
  output logic [4*NumSegs-1:0]  rx_mty_o,
  output logic [BeatBits-1:0]   rx_data_o,
  output logic [3:0]            stat_dropped_o,
  output logic                  stat_full_o
);

  seg_beat_t tx_beat, rx_beat;
  assign tx_beat = '{ena: tx_ena_i, sop: tx_sop_i, eop: tx_eop_i, err: tx_err_i, mty: tx_mty_i,
                     data: tx_data_i};
  assign rx_ena_o = rx_beat.ena;
  assign rx_sop_o = rx_beat.sop;
  assign rx_eop_o = rx_beat.eop;
  assign rx_err_o = rx_beat.err;
  assign rx_mty_o = rx_beat.mty;
  assign rx_data_o = rx_beat.data;

  rnic_mac_ftile u_dut (
    .clk_i, .rst_ni, .tx_valid_i, .tx_ready_o, .tx_beat_i(tx_beat), .rx_beat_o(rx_beat),
    .tx_mac_ready_i, .tx_mac_valid_o, .tx_mac_inframe_o, .tx_mac_eop_empty_o, .tx_mac_error_o,
    .tx_mac_data_o, .rx_mac_valid_i, .rx_mac_inframe_i, .rx_mac_eop_empty_i, .rx_mac_fcs_error_i,
    .rx_mac_error_i, .rx_mac_data_i, .stat_dropped_o, .stat_full_o
  );

endmodule
