// SPDX-License-Identifier: Apache-2.0
// The end of the transmit path: rows wait for the MAC, and each that leaves gives a credit back.
//
// Rows leave as they came. There is no ready toward them: who sends them has as many credits as
// there is depth.

`include "assert.svh"

module rnic_tx_output
  import rnic_bus_pkg::*;
#(
  parameter int unsigned Depth = 26    // rows
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  seg_beat_t   row_i,           // nothing enabled where there is none

  output logic        credit_o,        // a row left, 1 clock late
  output logic [1:0]  left_frames_o,   // frames whose last segment left, 1 clock late

  output logic        tx_valid_o,
  input  logic        tx_ready_i,
  output seg_beat_t   tx_beat_o
);

  logic room;
  logic [$clog2(Depth+1)-1:0] unused_level;

  rnic_fifo #(.data_t(seg_beat_t), .Depth(Depth)) u_fifo (
    .clk_i, .rst_ni,
    .in_valid_i(row_i.ena[0]), .in_ready_o(room), .in_data_i(row_i),
    .out_valid_o(tx_valid_o), .out_ready_i(tx_ready_i), .out_data_o(tx_beat_o),
    .level_o(unused_level)
  );

  // Frames have four segments at least, so each half of a beat holds one end at most.
  logic leaves, ends_lo, ends_hi;
  assign leaves = tx_valid_o & tx_ready_i;
  assign ends_lo = |tx_beat_o.eop[NumSegs/2-1:0];
  assign ends_hi = |tx_beat_o.eop[NumSegs-1:NumSegs/2];

  always_ff @(posedge clk_i) begin
    credit_o <= leaves & rst_ni;
    left_frames_o <= {leaves & ends_lo & ends_hi & rst_ni, leaves & (ends_lo ^ ends_hi) & rst_ni};
  end

  `RNIC_ASSERT(HasRoom, row_i.ena[0] |-> room, "a row meets a full FIFO")
  `RNIC_ASSERT(FilledFromZero, row_i.ena != '0 |-> row_i.ena[0], "a row begins with a hole")
  `RNIC_COVER(TwoLeave, left_frames_o == 2'd2)

endmodule
