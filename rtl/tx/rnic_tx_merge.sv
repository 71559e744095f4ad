// SPDX-License-Identifier: Apache-2.0
// Several sources of packets become one stream; a packet's items stay together.
//
// An item taken in a clock is at the output in the next. Sources take turns packet by packet, and
// one alone, or several together, move an item every clock; a source that wakes up while another
// one's turn stands idle waits one clock. src_ready_o comes from flops.
// The output has no ready: who offers items has seen the room for them.

`include "assert.svh"

module rnic_tx_merge
  import rnic_tx_pkg::*;
#(
  parameter int unsigned NumSources = 1          // at least 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic [NumSources-1:0] src_valid_i,
  output logic [NumSources-1:0] src_ready_o,
  input  tx_item_t              src_item_i [NumSources],

  output logic                  item_valid_o,
  output tx_item_t              item_o,
  output logic                  next_valid_o,    // the same a clock earlier, from the ports
  output tx_item_t              next_item_o
);

  if (NumSources < 1) begin : gen_bad_sources
    $fatal(1, "rnic_tx_merge: NumSources is %0d; it must be at least 1", NumSources);
  end

  // --- whose turn it is --------------------------------------------------------------------------
  logic [NumSources-1:0] turn_q, taken;
  tx_item_t              item;

  assign taken = turn_q & src_valid_i;

  if (NumSources == 1) begin : gen_one
    assign turn_q = 1'b1;
    assign item = src_item_i[0];
  end else begin : gen_turns
    logic [NumSources-1:0] others, grant;
    logic                  inside_d, inside_q;   // the one in turn is inside a packet

    always_comb begin
      item = '0;
      for (int s = 0; s < int'(NumSources); s++) item |= turn_q[s] ? src_item_i[s] : '0;
    end

    assign inside_d = (|taken) ? !item.last : inside_q;
    assign others = src_valid_i & ~turn_q;

    rnic_rr_arbiter #(.Width(NumSources)) u_next (
      .clk_i, .rst_ni, .en_i(!inside_d), .req_i(others), .grant_o(grant)
    );

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        turn_q   <= NumSources'(1);
        inside_q <= 1'b0;
      end else begin
        inside_q <= inside_d;
        if (!inside_d && |others) turn_q <= grant;
      end
    end

    `RNIC_ASSERT(OneTurn, $onehot(turn_q), "more or less than one source has the turn")
    `RNIC_ASSERT(FirstBegins, (|taken) |-> item.first != inside_q,
                 "a packet begins inside another, or goes on without its first item")
    `RNIC_COVER(TurnsWithoutGap, (|taken) && item.last && |others)
  end

  // --- the item ----------------------------------------------------------------------------------
  logic     valid_q;
  tx_item_t item_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= |taken;
    item_q <= item;
  end

  assign src_ready_o = turn_q;
  assign item_valid_o = valid_q;
  assign item_o = item_q;
  assign next_valid_o = |taken;
  assign next_item_o = item;

endmodule
