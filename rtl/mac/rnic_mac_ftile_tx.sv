// SPDX-License-Identifier: Apache-2.0
// From the segmented bus to the transmit side of Intel's F-Tile 400G MAC.
//
// A segment becomes two words of 8 bytes. A frame that ends in the first half of a segment leaves
// the second half outside of frames; more is not needed between two frames (rnic_mac_ftile_pkg has
// the rules). A beat every clock in which the MAC is ready; latency 1 clock from tx_beat_i.
//
// The MAC's ready is no handshake: valid follows it by exactly ReadyLatency clocks, whether or not
// there is a frame to send, and everything stands still while valid is low (683023, 7.4). The MAC
// pads, adds the FCS, and sends what is marked err as damaged; skip_crc is to be tied to 0.

`include "assert.svh"

module rnic_mac_ftile_tx
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
#(
  parameter int unsigned ReadyLatency = 3  // clocks from ready to valid, as set in the MAC: 1 to 7
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // From the core
  input  logic        tx_valid_i,
  output logic        tx_ready_o,
  input  seg_beat_t   tx_beat_i,

  // To the MAC
  input  logic        tx_mac_ready_i,
  output logic        tx_mac_valid_o,
  output word_mask_t  tx_mac_inframe_o,
  output word_empty_t tx_mac_eop_empty_o,
  output word_mask_t  tx_mac_error_o,
  output word_data_t  tx_mac_data_o
);

  if (ReadyLatency < 1 || ReadyLatency > 7) begin : gen_bad_ready_latency
    $fatal(1, "rnic_mac_ftile_tx: ReadyLatency is %0d; it must be from 1 to 7", ReadyLatency);
  end

  // ------------------------------------------------------------ ready, on its way to valid
  logic go;                            // valid in the next clock: a beat is taken

  if (ReadyLatency == 1) begin : gen_no_wait
    assign go = tx_mac_ready_i;
  end else begin : gen_wait
    rnic_pipe #(.Width(1), .Cycles(ReadyLatency - 1)) u_ready (
      .clk_i, .rst_ni, .d_i(tx_mac_ready_i), .d_o(go)
    );
  end
  assign tx_ready_o = go;

  // ------------------------------------------------------------ segments to words
  word_mask_t  inframe, error;
  word_empty_t eop_empty;

  for (genvar s = 0; s < int'(NumSegs); s++) begin : gen_seg
    logic ena, ends, ends_low;         // ends_low: in the segment's first half
    assign ena = tx_valid_i & tx_beat_i.ena[s];
    assign ends = tx_beat_i.eop[s];
    assign ends_low = ends & tx_beat_i.mty[s][3];
    assign inframe[2*s] = ena & !ends_low;
    assign inframe[2*s+1] = ena & !ends;
    assign eop_empty[2*s] = (ena & ends_low) ? tx_beat_i.mty[s][2:0] : '0;
    assign eop_empty[2*s+1] = (ena & ends & !ends_low) ? tx_beat_i.mty[s][2:0] : '0;
    assign error[2*s] = ena & ends_low & tx_beat_i.err[s];
    assign error[2*s+1] = ena & ends & !ends_low & tx_beat_i.err[s];
  end

  // ------------------------------------------------------------ registers
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tx_mac_valid_o <= 1'b0;
      tx_mac_inframe_o <= '0;
    end else begin
      tx_mac_valid_o <= go;
      if (go) tx_mac_inframe_o <= inframe;
    end
    if (go) begin
      tx_mac_eop_empty_o <= eop_empty;
      tx_mac_error_o <= error;
      tx_mac_data_o <= tx_beat_i.data;
    end
  end

  rnic_seg_chk #(.Tx(1'b1)) u_tx_chk (
    .clk_i, .rst_ni, .valid_i(tx_valid_i), .ready_i(tx_ready_o), .beat_i(tx_beat_i)
  );

  `RNIC_COVER(Paused, tx_valid_i && !go)
  `RNIC_COVER(IdleBeat, tx_mac_valid_o && tx_mac_inframe_o == '0)

endmodule
