// SPDX-License-Identifier: Apache-2.0
// From the receive side of Intel's F-Tile 400G MAC to the segmented bus.
//
// Frames begin on any 8-byte word at the MAC and on a 16-byte segment of the bus: they are moved
// together in rows (rnic_mac_ftile_rx_place says how far). Takes a beat every clock for ever, as
// long as frames take no more than their time on the wire, on average over 8 rows; what comes
// faster is dropped by whole frames and said on stat_full_o. Order is kept.
// Bytes, FCS stripped, and err come out as the MAC gave them; runts and giants: see
// rnic_mac_ftile_rx_limits. stat_dropped_o counts frames that do not reach the bus.
//
// Latency 16 clocks for a frame that needs no moving, a clock more for each 16 words it is moved;
// a beat waits for the MAC's next one while its last frame is open.

`include "assert.svh"

module rnic_mac_ftile_rx
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
(
  input  logic                     clk_i,
  input  logic                     rst_ni,

  // From the MAC, without a ready
  input  logic                     rx_mac_valid_i,
  input  word_mask_t               rx_mac_inframe_i,
  input  word_empty_t              rx_mac_eop_empty_i,
  input  word_mask_t               rx_mac_fcs_error_i,
  input  logic [NumWords-1:0][1:0] rx_mac_error_i,
  input  word_data_t               rx_mac_data_i,

  // To the core
  output seg_beat_t                rx_beat_o,

  output logic [3:0]               stat_dropped_o,  // frames dropped, in this clock
  output logic                     stat_full_o      // frames come faster than a wire brings them
);

  word_beat_t beat;
  words_t     words;
  placing_t   placing;
  logic       full;

  logic         next_valid;
  word_mask_t   next_ena, next_sop, next_eop, next_err;
  word_groups_t next_group_sop;
  word_empty_t  next_empty;
  word_data_t   next_data;

  rnic_mac_ftile_rx_edges u_edges (
    .clk_i, .rst_ni, .rx_mac_valid_i, .rx_mac_inframe_i, .rx_mac_eop_empty_i, .rx_mac_fcs_error_i,
    .rx_mac_error_i, .rx_mac_data_i, .next_valid_o(next_valid), .next_ena_o(next_ena),
    .next_sop_o(next_sop), .next_eop_o(next_eop), .next_group_sop_o(next_group_sop),
    .next_err_o(next_err), .next_empty_o(next_empty), .next_data_o(next_data)
  );

  rnic_mac_ftile_rx_limits u_limits (
    .clk_i, .rst_ni, .next_valid_i(next_valid), .next_ena_i(next_ena), .next_sop_i(next_sop),
    .next_eop_i(next_eop), .next_group_sop_i(next_group_sop), .next_err_i(next_err),
    .next_empty_i(next_empty), .next_data_i(next_data), .full_i(full), .beat_o(beat),
    .words_o(words), .stat_dropped_o
  );

  rnic_mac_ftile_rx_place u_place (
    .clk_i, .rst_ni, .beat_i(beat), .full_o(full), .placing_o(placing)
  );

  rnic_mac_ftile_rx_rows u_rows (
    .clk_i, .rst_ni, .words_i(words), .placing_i(placing), .row_o(rx_beat_o)
  );

  assign stat_full_o = full;

  rnic_seg_chk #(.Tx(1'b0)) u_rx_chk (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(rx_beat_o)
  );

endmodule
