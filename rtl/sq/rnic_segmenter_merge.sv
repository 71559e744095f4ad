// SPDX-License-Identifier: Apache-2.0
// One stream of steps out of the segmenters: round robin per packet, a packet's steps in a row.
//
// Offers are taken in the clock in which they are granted; the granted step stands at the output 2
// clocks later, for one clock: there is no ready, go_i says that whatever is taken will find room.
// A queue whose room_i is low begins no packet and finishes the one it has begun.

`include "assert.svh"

module rnic_segmenter_merge
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_ni,

  input  queue_mask_t   step_valid_i,
  output queue_mask_t   step_ready_o,
  input  segment_step_t step_i [NumTxQueues],

  input  logic          go_i,
  input  queue_mask_t   room_i,

  output logic          step_valid_o,
  output queue_t        step_qid_o,
  output segment_step_t step_o,

  output logic          busy_o
);

  queue_mask_t eligible, grant, last, owner_q;
  logic        inside_q;                       // owner_q has begun a packet

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_eligible
    assign eligible[q] = step_valid_i[q] && go_i && (inside_q ? owner_q[q] : room_i[q]);
    assign last[q]     = step_i[q].last;
  end

  rnic_rr_arbiter #(.Width(NumTxQueues)) u_arbiter (
    .clk_i, .rst_ni, .en_i(1'b1), .req_i(eligible), .grant_o(grant)
  );
  assign step_ready_o = grant;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)     inside_q <= 1'b0;
    else if (|grant) inside_q <= (grant & last) == '0;
    if (|grant)      owner_q  <= grant;
  end

  // --- the granted one, chosen in two clocks: of three queues each, then of those ----------------
  localparam int unsigned Groups = 3;
  segment_step_t s1_step_d [Groups], s1_step_q [Groups];
  segment_step_t s1_any;
  queue_mask_t   s1_grant_q;
  queue_t        s1_qid;

  always_comb begin
    for (int g = 0; g < int'(Groups); g++) s1_step_d[g] = '0;
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      s1_step_d[q/3] = s1_step_d[q/3] | (grant[q] ? step_i[q] : '0);
    end
    s1_any = s1_step_q[0] | s1_step_q[1] | s1_step_q[2];
    s1_qid = '0;
    for (int q = 0; q < int'(NumTxQueues); q++) s1_qid |= s1_grant_q[q] ? queue_t'(q) : '0;
  end

  always_ff @(posedge clk_i) begin
    s1_step_q <= s1_step_d;
    if (!rst_ni) begin
      s1_grant_q   <= '0;
      step_valid_o <= 1'b0;
    end else begin
      s1_grant_q   <= grant;
      step_valid_o <= |s1_grant_q;
    end
    step_o     <= s1_any;
    step_qid_o <= s1_qid;
  end

  assign busy_o = s1_grant_q != '0 || step_valid_o;

  `RNIC_COVER(HoldsAnotherBack, inside_q && (step_valid_i & ~owner_q) != '0)

endmodule
