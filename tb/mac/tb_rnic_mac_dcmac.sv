// SPDX-License-Identifier: Apache-2.0
// rnic_mac_dcmac with the bus on one side and vectors on the MAC's, segment 0 lowest.
//
// From the MAC comes noise where it says nothing: in segments without ena everything else, in
// beats without tvalid ena too.

module tb_rnic_mac_dcmac
  import rnic_bus_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                tx_valid_i,
  output logic                tx_ready_o,
  input  logic [BeatBits-1:0] tx_data_i,
  input  logic [7:0]          tx_ena_i,
  input  logic [7:0]          tx_sop_i,
  input  logic [7:0]          tx_eop_i,
  input  logic [7:0]          tx_err_i,
  input  logic [31:0]         tx_mty_i,

  output logic                mac_tx_valid_o,
  input  logic                mac_tx_ready_i,
  output logic [BeatBits-1:0] mac_tx_data_o,
  output logic [7:0]          mac_tx_ena_o,
  output logic [7:0]          mac_tx_sop_o,
  output logic [7:0]          mac_tx_eop_o,
  output logic [7:0]          mac_tx_err_o,
  output logic [31:0]         mac_tx_mty_o,

  input  logic [7:0]          noise_i,
  input  logic [BeatBits-1:0] mac_rx_data_i,
  input  logic [7:0]          mac_rx_ena_i,
  input  logic [7:0]          mac_rx_sop_i,
  input  logic [7:0]          mac_rx_eop_i,
  input  logic [7:0]          mac_rx_err_i,
  input  logic [31:0]         mac_rx_mty_i,

  output logic [BeatBits-1:0] rx_data_o,
  output logic [7:0]          rx_ena_o,
  output logic [7:0]          rx_sop_o,
  output logic [7:0]          rx_eop_o,
  output logic [7:0]          rx_err_o,
  output logic [31:0]         rx_mty_o
);

  seg_beat_t tx_beat, rx_beat;
  assign tx_beat = '{ena: tx_ena_i, sop: tx_sop_i, eop: tx_eop_i, err: tx_err_i, mty: tx_mty_i,
                     data: tx_data_i};
  assign rx_data_o = rx_beat.data;
  assign rx_ena_o = rx_beat.ena;
  assign rx_sop_o = rx_beat.sop;
  assign rx_eop_o = rx_beat.eop;
  assign rx_err_o = rx_beat.err;
  assign rx_mty_o = rx_beat.mty;

  logic        rx_valid;
  logic [7:0]  rx_ena, rx_sop, rx_eop, rx_err;
  logic [31:0] rx_mty;

  assign rx_valid = |mac_rx_ena_i;
  assign rx_ena = rx_valid ? mac_rx_ena_i : noise_i;
  assign rx_sop = mac_rx_sop_i | (noise_i & ~mac_rx_ena_i);
  assign rx_eop = mac_rx_eop_i | (noise_i & ~mac_rx_ena_i);
  assign rx_err = mac_rx_err_i | (noise_i & ~mac_rx_eop_i);
  always_comb begin
    for (int s = 0; s < 8; s++)
      rx_mty[4*s +: 4] = mac_rx_eop_i[s] ? mac_rx_mty_i[4*s +: 4] : noise_i[3:0];
  end

  rnic_mac_dcmac u_dut (
    .clk_i, .rst_ni, .tx_valid_i, .tx_ready_o, .tx_beat_i(tx_beat), .rx_beat_o(rx_beat),
    .tx_axis_tvalid_0_o(mac_tx_valid_o), .tx_axis_tready_0_i(mac_tx_ready_i),
    .rx_axis_tvalid_0_i(rx_valid),
    .tx_axis_tdata0_o(mac_tx_data_o[0 +: 128]), .tx_axis_tuser_mty0_o(mac_tx_mty_o[0 +: 4]),
    .tx_axis_tuser_ena0_o(mac_tx_ena_o[0]), .tx_axis_tuser_sop0_o(mac_tx_sop_o[0]),
    .tx_axis_tuser_eop0_o(mac_tx_eop_o[0]), .tx_axis_tuser_err0_o(mac_tx_err_o[0]),
    .rx_axis_tdata0_i(mac_rx_data_i[0 +: 128]), .rx_axis_tuser_mty0_i(rx_mty[0 +: 4]),
    .rx_axis_tuser_ena0_i(rx_ena[0]), .rx_axis_tuser_sop0_i(rx_sop[0]),
    .rx_axis_tuser_eop0_i(rx_eop[0]), .rx_axis_tuser_err0_i(rx_err[0]),
    .tx_axis_tdata1_o(mac_tx_data_o[128 +: 128]), .tx_axis_tuser_mty1_o(mac_tx_mty_o[4 +: 4]),
    .tx_axis_tuser_ena1_o(mac_tx_ena_o[1]), .tx_axis_tuser_sop1_o(mac_tx_sop_o[1]),
    .tx_axis_tuser_eop1_o(mac_tx_eop_o[1]), .tx_axis_tuser_err1_o(mac_tx_err_o[1]),
    .rx_axis_tdata1_i(mac_rx_data_i[128 +: 128]), .rx_axis_tuser_mty1_i(rx_mty[4 +: 4]),
    .rx_axis_tuser_ena1_i(rx_ena[1]), .rx_axis_tuser_sop1_i(rx_sop[1]),
    .rx_axis_tuser_eop1_i(rx_eop[1]), .rx_axis_tuser_err1_i(rx_err[1]),
    .tx_axis_tdata2_o(mac_tx_data_o[256 +: 128]), .tx_axis_tuser_mty2_o(mac_tx_mty_o[8 +: 4]),
    .tx_axis_tuser_ena2_o(mac_tx_ena_o[2]), .tx_axis_tuser_sop2_o(mac_tx_sop_o[2]),
    .tx_axis_tuser_eop2_o(mac_tx_eop_o[2]), .tx_axis_tuser_err2_o(mac_tx_err_o[2]),
    .rx_axis_tdata2_i(mac_rx_data_i[256 +: 128]), .rx_axis_tuser_mty2_i(rx_mty[8 +: 4]),
    .rx_axis_tuser_ena2_i(rx_ena[2]), .rx_axis_tuser_sop2_i(rx_sop[2]),
    .rx_axis_tuser_eop2_i(rx_eop[2]), .rx_axis_tuser_err2_i(rx_err[2]),
    .tx_axis_tdata3_o(mac_tx_data_o[384 +: 128]), .tx_axis_tuser_mty3_o(mac_tx_mty_o[12 +: 4]),
    .tx_axis_tuser_ena3_o(mac_tx_ena_o[3]), .tx_axis_tuser_sop3_o(mac_tx_sop_o[3]),
    .tx_axis_tuser_eop3_o(mac_tx_eop_o[3]), .tx_axis_tuser_err3_o(mac_tx_err_o[3]),
    .rx_axis_tdata3_i(mac_rx_data_i[384 +: 128]), .rx_axis_tuser_mty3_i(rx_mty[12 +: 4]),
    .rx_axis_tuser_ena3_i(rx_ena[3]), .rx_axis_tuser_sop3_i(rx_sop[3]),
    .rx_axis_tuser_eop3_i(rx_eop[3]), .rx_axis_tuser_err3_i(rx_err[3]),
    .tx_axis_tdata4_o(mac_tx_data_o[512 +: 128]), .tx_axis_tuser_mty4_o(mac_tx_mty_o[16 +: 4]),
    .tx_axis_tuser_ena4_o(mac_tx_ena_o[4]), .tx_axis_tuser_sop4_o(mac_tx_sop_o[4]),
    .tx_axis_tuser_eop4_o(mac_tx_eop_o[4]), .tx_axis_tuser_err4_o(mac_tx_err_o[4]),
    .rx_axis_tdata4_i(mac_rx_data_i[512 +: 128]), .rx_axis_tuser_mty4_i(rx_mty[16 +: 4]),
    .rx_axis_tuser_ena4_i(rx_ena[4]), .rx_axis_tuser_sop4_i(rx_sop[4]),
    .rx_axis_tuser_eop4_i(rx_eop[4]), .rx_axis_tuser_err4_i(rx_err[4]),
    .tx_axis_tdata5_o(mac_tx_data_o[640 +: 128]), .tx_axis_tuser_mty5_o(mac_tx_mty_o[20 +: 4]),
    .tx_axis_tuser_ena5_o(mac_tx_ena_o[5]), .tx_axis_tuser_sop5_o(mac_tx_sop_o[5]),
    .tx_axis_tuser_eop5_o(mac_tx_eop_o[5]), .tx_axis_tuser_err5_o(mac_tx_err_o[5]),
    .rx_axis_tdata5_i(mac_rx_data_i[640 +: 128]), .rx_axis_tuser_mty5_i(rx_mty[20 +: 4]),
    .rx_axis_tuser_ena5_i(rx_ena[5]), .rx_axis_tuser_sop5_i(rx_sop[5]),
    .rx_axis_tuser_eop5_i(rx_eop[5]), .rx_axis_tuser_err5_i(rx_err[5]),
    .tx_axis_tdata6_o(mac_tx_data_o[768 +: 128]), .tx_axis_tuser_mty6_o(mac_tx_mty_o[24 +: 4]),
    .tx_axis_tuser_ena6_o(mac_tx_ena_o[6]), .tx_axis_tuser_sop6_o(mac_tx_sop_o[6]),
    .tx_axis_tuser_eop6_o(mac_tx_eop_o[6]), .tx_axis_tuser_err6_o(mac_tx_err_o[6]),
    .rx_axis_tdata6_i(mac_rx_data_i[768 +: 128]), .rx_axis_tuser_mty6_i(rx_mty[24 +: 4]),
    .rx_axis_tuser_ena6_i(rx_ena[6]), .rx_axis_tuser_sop6_i(rx_sop[6]),
    .rx_axis_tuser_eop6_i(rx_eop[6]), .rx_axis_tuser_err6_i(rx_err[6]),
    .tx_axis_tdata7_o(mac_tx_data_o[896 +: 128]), .tx_axis_tuser_mty7_o(mac_tx_mty_o[28 +: 4]),
    .tx_axis_tuser_ena7_o(mac_tx_ena_o[7]), .tx_axis_tuser_sop7_o(mac_tx_sop_o[7]),
    .tx_axis_tuser_eop7_o(mac_tx_eop_o[7]), .tx_axis_tuser_err7_o(mac_tx_err_o[7]),
    .rx_axis_tdata7_i(mac_rx_data_i[896 +: 128]), .rx_axis_tuser_mty7_i(rx_mty[28 +: 4]),
    .rx_axis_tuser_ena7_i(rx_ena[7]), .rx_axis_tuser_sop7_i(rx_sop[7]),
    .rx_axis_tuser_eop7_i(rx_eop[7]), .rx_axis_tuser_err7_i(rx_err[7])
  );

endmodule
