// SPDX-License-Identifier: Apache-2.0
// Between the segmented bus and the client interface of an AMD Versal DCMAC: one 400GE port.
//
// Port for port as AMD PG369 (DCMAC product guide, "AXI4-Stream Interface Signaling for 400G
// Operation") names them, with _i or _o behind; that is this bus, segment by segment:
//
//   DCMAC, segment M = 0..7     here              meaning
//   t/rx_axis_tdata<M>[127:0]   data[M]           bytes 16M to 16M+15 of the beat, little endian:
//                                                 the first byte on the wire in bits 7:0
//   t/rx_axis_tuser_ena<M>      ena[M]            the segment holds bytes
//   t/rx_axis_tuser_sop<M>      sop[M]            a frame starts with its first byte
//   t/rx_axis_tuser_eop<M>      eop[M]            a frame ends in it
//   t/rx_axis_tuser_err<M>      err[M]            with eop: discard the frame
//   t/rx_axis_tuser_mty<M>[3:0] mty[M]            with eop: unused bytes at the end
//   tx_axis_tvalid_0, tready_0  tx_valid, tx_ready
//   rx_axis_tvalid_0            gates ena: 0 is a beat that carries nothing; there is no ready
//
// Both ask the same of a transmitter (PG369, "Transmit Segmented AXI4-Stream"): a frame starts on
// segment 0 or right behind the eop of another, without idle segments between. A DCMAC receiver
// does the same, which is a part of what this bus allows.
//
// To be set in the DCMAC: FCS inserted on transmit and deleted on receive (the bus knows none),
// frames of 64 to 9,604 bytes with FCS. It drops shorter ones itself and marks longer ones with err
// (PG369, "Frame Receive with Errors"). Its inputs that are not listed here are not driven here:
// preamble, PTP, the other ports' segments (0 where unused, PG369). tx_axis_taf_0, almost full, is
// not needed.
//
// Clock: clk_i is also tx_axi_clk and rx_axi_clk of the DCMAC: at least 390.625 MHz + 100 ppm
// (PG369, "Clocking Relationships"); it wants no phase to anything. Latency: one clock on receive,
// none on transmit.
//
// Not promised: a frame longer than 9,600 bytes without FCS, should the DCMAC pass its bytes.

module rnic_mac_dcmac
  import rnic_bus_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  // From the core
  input  logic         tx_valid_i,
  output logic         tx_ready_o,
  input  seg_beat_t    tx_beat_i,

  // To the core
  output seg_beat_t    rx_beat_o,

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
  input  logic [3:0]   rx_axis_tuser_mty7_i
);

  // ------------------------------------------------------------ transmit: segment by segment
  assign tx_axis_tvalid_0_o = tx_valid_i;
  assign tx_ready_o = tx_axis_tready_0_i;

  assign {
    tx_axis_tdata7_o, tx_axis_tdata6_o, tx_axis_tdata5_o, tx_axis_tdata4_o, tx_axis_tdata3_o,
    tx_axis_tdata2_o, tx_axis_tdata1_o, tx_axis_tdata0_o
  } = tx_beat_i.data;
  assign {
    tx_axis_tuser_ena7_o, tx_axis_tuser_ena6_o, tx_axis_tuser_ena5_o, tx_axis_tuser_ena4_o,
    tx_axis_tuser_ena3_o, tx_axis_tuser_ena2_o, tx_axis_tuser_ena1_o, tx_axis_tuser_ena0_o
  } = tx_beat_i.ena;
  assign {
    tx_axis_tuser_sop7_o, tx_axis_tuser_sop6_o, tx_axis_tuser_sop5_o, tx_axis_tuser_sop4_o,
    tx_axis_tuser_sop3_o, tx_axis_tuser_sop2_o, tx_axis_tuser_sop1_o, tx_axis_tuser_sop0_o
  } = tx_beat_i.sop;
  assign {
    tx_axis_tuser_eop7_o, tx_axis_tuser_eop6_o, tx_axis_tuser_eop5_o, tx_axis_tuser_eop4_o,
    tx_axis_tuser_eop3_o, tx_axis_tuser_eop2_o, tx_axis_tuser_eop1_o, tx_axis_tuser_eop0_o
  } = tx_beat_i.eop;
  assign {
    tx_axis_tuser_err7_o, tx_axis_tuser_err6_o, tx_axis_tuser_err5_o, tx_axis_tuser_err4_o,
    tx_axis_tuser_err3_o, tx_axis_tuser_err2_o, tx_axis_tuser_err1_o, tx_axis_tuser_err0_o
  } = tx_beat_i.err;
  assign {
    tx_axis_tuser_mty7_o, tx_axis_tuser_mty6_o, tx_axis_tuser_mty5_o, tx_axis_tuser_mty4_o,
    tx_axis_tuser_mty3_o, tx_axis_tuser_mty2_o, tx_axis_tuser_mty1_o, tx_axis_tuser_mty0_o
  } = tx_beat_i.mty;

  // ------------------------------------------------------------ receive: the same, and a flop
  // What is there without ena may be anything; on the bus it is 0. The flop: a hard block's outputs
  // are late in the clock, and the path behind begins with logic.
  seg_beat_t          rx_beat;
  logic [NumSegs-1:0] rx_eop;

  assign rx_beat.data = {
    rx_axis_tdata7_i, rx_axis_tdata6_i, rx_axis_tdata5_i, rx_axis_tdata4_i, rx_axis_tdata3_i,
    rx_axis_tdata2_i, rx_axis_tdata1_i, rx_axis_tdata0_i
  };
  assign rx_beat.ena = {
    rx_axis_tuser_ena7_i, rx_axis_tuser_ena6_i, rx_axis_tuser_ena5_i, rx_axis_tuser_ena4_i,
    rx_axis_tuser_ena3_i, rx_axis_tuser_ena2_i, rx_axis_tuser_ena1_i, rx_axis_tuser_ena0_i
  } & {NumSegs{rx_axis_tvalid_0_i}};
  assign rx_beat.sop = {
    rx_axis_tuser_sop7_i, rx_axis_tuser_sop6_i, rx_axis_tuser_sop5_i, rx_axis_tuser_sop4_i,
    rx_axis_tuser_sop3_i, rx_axis_tuser_sop2_i, rx_axis_tuser_sop1_i, rx_axis_tuser_sop0_i
  };
  assign rx_beat.eop = {
    rx_axis_tuser_eop7_i, rx_axis_tuser_eop6_i, rx_axis_tuser_eop5_i, rx_axis_tuser_eop4_i,
    rx_axis_tuser_eop3_i, rx_axis_tuser_eop2_i, rx_axis_tuser_eop1_i, rx_axis_tuser_eop0_i
  };
  assign rx_beat.err = {
    rx_axis_tuser_err7_i, rx_axis_tuser_err6_i, rx_axis_tuser_err5_i, rx_axis_tuser_err4_i,
    rx_axis_tuser_err3_i, rx_axis_tuser_err2_i, rx_axis_tuser_err1_i, rx_axis_tuser_err0_i
  };
  assign rx_beat.mty = {
    rx_axis_tuser_mty7_i, rx_axis_tuser_mty6_i, rx_axis_tuser_mty5_i, rx_axis_tuser_mty4_i,
    rx_axis_tuser_mty3_i, rx_axis_tuser_mty2_i, rx_axis_tuser_mty1_i, rx_axis_tuser_mty0_i
  };

  assign rx_eop = rx_beat.eop & rx_beat.ena;

  always_ff @(posedge clk_i) begin
    rx_beat_o.ena <= rst_ni ? rx_beat.ena : '0;
    rx_beat_o.sop <= rx_beat.sop & rx_beat.ena;
    rx_beat_o.eop <= rx_eop;
    rx_beat_o.err <= rx_beat.err & rx_eop;
    for (int s = 0; s < int'(NumSegs); s++) rx_beat_o.mty[s] <= rx_beat.mty[s] & {4{rx_eop[s]}};
    rx_beat_o.data <= rx_beat.data;
  end

  rnic_seg_chk #(.Tx(1'b1)) u_tx_chk (
    .clk_i, .rst_ni, .valid_i(tx_valid_i), .ready_i(tx_ready_o), .beat_i(tx_beat_i)
  );

  rnic_seg_chk #(.Tx(1'b0)) u_rx_chk (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(rx_beat_o)
  );

endmodule
