// SPDX-License-Identifier: Apache-2.0
// Shim: both flavours of the checker on the same pins; tx_i says which one is out of reset.

module tb_rnic_seg_chk
  import rnic_bus_pkg::*;
(
  input logic                clk_i,
  input logic                rst_ni,
  input logic                tx_i,
  input logic                valid_i,
  input logic                ready_i,
  input logic [BeatBits-1:0] data_i,
  input logic [7:0]          ena_i,
  input logic [7:0]          sop_i,
  input logic [7:0]          eop_i,
  input logic [7:0]          err_i,
  input logic [31:0]         mty_i
);

  seg_beat_t beat;
  assign beat = '{ena: ena_i, sop: sop_i, eop: eop_i, err: err_i, mty: mty_i, data: data_i};

  rnic_seg_chk #(.Tx(1'b0)) u_rx (
    .clk_i, .rst_ni(rst_ni & ~tx_i), .valid_i, .ready_i, .beat_i(beat));
  rnic_seg_chk #(.Tx(1'b1)) u_tx (
    .clk_i, .rst_ni(rst_ni & tx_i), .valid_i, .ready_i, .beat_i(beat));

endmodule
