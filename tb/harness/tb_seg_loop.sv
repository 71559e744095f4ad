// SPDX-License-Identifier: Apache-2.0
// Shim: the bench facing itself. What is driven on the RX bus comes out one clock later; what is
// driven on the TX bus passes a skid buffer. A checker watches every bus.

module tb_seg_loop
  import rnic_bus_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic [BeatBits-1:0] rx_in_data_i,
  input  logic [7:0]          rx_in_ena_i,
  input  logic [7:0]          rx_in_sop_i,
  input  logic [7:0]          rx_in_eop_i,
  input  logic [7:0]          rx_in_err_i,
  input  logic [31:0]         rx_in_mty_i,

  output logic [BeatBits-1:0] rx_out_data_o,
  output logic [7:0]          rx_out_ena_o,
  output logic [7:0]          rx_out_sop_o,
  output logic [7:0]          rx_out_eop_o,
  output logic [7:0]          rx_out_err_o,
  output logic [31:0]         rx_out_mty_o,

  input  logic                tx_in_valid_i,
  output logic                tx_in_ready_o,
  input  logic [BeatBits-1:0] tx_in_data_i,
  input  logic [7:0]          tx_in_ena_i,
  input  logic [7:0]          tx_in_sop_i,
  input  logic [7:0]          tx_in_eop_i,
  input  logic [7:0]          tx_in_err_i,
  input  logic [31:0]         tx_in_mty_i,

  output logic                tx_out_valid_o,
  input  logic                tx_out_ready_i,
  output logic [BeatBits-1:0] tx_out_data_o,
  output logic [7:0]          tx_out_ena_o,
  output logic [7:0]          tx_out_sop_o,
  output logic [7:0]          tx_out_eop_o,
  output logic [7:0]          tx_out_err_o,
  output logic [31:0]         tx_out_mty_o
);

  seg_beat_t rx_in, rx_out_q, tx_in, tx_out;

  assign rx_in = '{ena: rx_in_ena_i, sop: rx_in_sop_i, eop: rx_in_eop_i, err: rx_in_err_i,
                   mty: rx_in_mty_i, data: rx_in_data_i};
  assign tx_in = '{ena: tx_in_ena_i, sop: tx_in_sop_i, eop: tx_in_eop_i, err: tx_in_err_i,
                   mty: tx_in_mty_i, data: tx_in_data_i};

  always_ff @(posedge clk_i) begin
    rx_out_q <= rx_in;
    if (!rst_ni) rx_out_q.ena <= '0;
  end

  rnic_skid #(.data_t(seg_beat_t)) u_skid (
    .clk_i, .rst_ni,
    .in_valid_i (tx_in_valid_i),
    .in_ready_o (tx_in_ready_o),
    .in_data_i  (tx_in),
    .out_valid_o(tx_out_valid_o),
    .out_ready_i(tx_out_ready_i),
    .out_data_o (tx_out)
  );

  assign rx_out_data_o = rx_out_q.data;
  assign rx_out_ena_o  = rx_out_q.ena;
  assign rx_out_sop_o  = rx_out_q.sop;
  assign rx_out_eop_o  = rx_out_q.eop;
  assign rx_out_err_o  = rx_out_q.err;
  assign rx_out_mty_o  = rx_out_q.mty;

  assign tx_out_data_o = tx_out.data;
  assign tx_out_ena_o  = tx_out.ena;
  assign tx_out_sop_o  = tx_out.sop;
  assign tx_out_eop_o  = tx_out.eop;
  assign tx_out_err_o  = tx_out.err;
  assign tx_out_mty_o  = tx_out.mty;

  rnic_seg_chk #(.Tx(1'b0)) u_chk_rx_in (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(rx_in));
  rnic_seg_chk #(.Tx(1'b0)) u_chk_rx_out (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(rx_out_q));
  rnic_seg_chk #(.Tx(1'b1)) u_chk_tx_in (
    .clk_i, .rst_ni, .valid_i(tx_in_valid_i), .ready_i(tx_in_ready_o), .beat_i(tx_in));
  rnic_seg_chk #(.Tx(1'b1)) u_chk_tx_out (
    .clk_i, .rst_ni, .valid_i(tx_out_valid_o), .ready_i(tx_out_ready_i), .beat_i(tx_out));

endmodule
