// SPDX-License-Identifier: Apache-2.0
// Headers out of the lanes meet the ends of their frames: a word of each, in wire order.
//
// The word of a frame that stays open waits here; the next one can't come before that frame's end.
// Latency 1 clock, two frames a clock. Only data: valid_* of meet_i goes another way.

module rnic_rx_parser_slots
  import rnic_rx_parser_pkg::*;
#(
  parameter int unsigned Width = 1     // bits of a word
) (
  input  logic              clk_i,

  input  meet_t             meet_i,    // with the words
  input  logic [Width-1:0]  lo_i,
  input  logic [Width-1:0]  hi_i,

  output logic [Width-1:0]  slot_0_o,
  output logic [Width-1:0]  slot_1_o
);

  logic [Width-1:0] open_q;

  always_ff @(posedge clk_i) begin
    if (meet_i.take_lo)      open_q <= lo_i;
    else if (meet_i.take_hi) open_q <= hi_i;
    case (meet_i.owner_0)
      OwnerLo: slot_0_o <= lo_i;
      OwnerHi: slot_0_o <= hi_i;
      default: slot_0_o <= open_q;
    endcase
    slot_1_o <= (meet_i.owner_1 == OwnerHi) ? hi_i : lo_i;
  end

endmodule
