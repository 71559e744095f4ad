// SPDX-License-Identifier: Apache-2.0
// Both directions between the segmented bus and Intel's F-Tile 400G MAC, one clock.
//
// Ports are named after those of the MAC they connect to, i_ and o_ turned round:
// tx_mac_data_o goes to i_tx_mac_data. Rules of that bus: rnic_mac_ftile_pkg; what each direction
// promises: rnic_mac_ftile_tx and rnic_mac_ftile_rx. clk_i is i_clk_tx and i_clk_rx of the MAC and
// at least 390.625 MHz + 100 ppm. In reset valid stays low; hold it until o_tx_lanes_stable.

module rnic_mac_ftile
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
#(
  parameter int unsigned ReadyLatency = 3  // clocks from ready to valid, as set in the MAC: 1 to 7
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  // From the core
  input  logic                     tx_valid_i,
  output logic                     tx_ready_o,
  input  seg_beat_t                tx_beat_i,

  // To the core
  output seg_beat_t                rx_beat_o,

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

  output logic [3:0]               stat_dropped_o,
  output logic                     stat_full_o
);

  rnic_mac_ftile_tx #(.ReadyLatency(ReadyLatency)) u_tx (
    .clk_i, .rst_ni, .tx_valid_i, .tx_ready_o, .tx_beat_i, .tx_mac_ready_i, .tx_mac_valid_o,
    .tx_mac_inframe_o, .tx_mac_eop_empty_o, .tx_mac_error_o, .tx_mac_data_o
  );

  rnic_mac_ftile_rx u_rx (
    .clk_i, .rst_ni, .rx_mac_valid_i, .rx_mac_inframe_i, .rx_mac_eop_empty_i, .rx_mac_fcs_error_i,
    .rx_mac_error_i, .rx_mac_data_i, .rx_beat_o, .stat_dropped_o, .stat_full_o
  );

endmodule
