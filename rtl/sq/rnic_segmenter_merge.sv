// SPDX-License-Identifier: Apache-2.0
// One stream of steps out of the segmenters: round robin per packet, a packet's steps in a row.
//
// Offers are taken in the clock in which they are granted; the granted step stands at the output 1
// clock later, for one clock: there is no ready. go_i says that whatever is taken in the next clock
// will find room. A step that comes to an empty queue is granted 1 clock later at the earliest.
// A queue whose room_i is low begins no packet and finishes the one it has begun.

`include "assert.svh"

module rnic_segmenter_merge
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_ni,

  input  queue_mask_t   step_valid_i,
  input  queue_mask_t   step_more_i,          // another step stands behind it
  output queue_mask_t   step_ready_o,
  input  segment_step_t step_i [NumTxQueues],

  input  logic          go_i,
  input  queue_mask_t   room_i,

  output logic          step_valid_o,
  output queue_t        step_qid_o,
  output segment_step_t step_o
);

  // Who may go is known from the clock before: has a step left, and room or a packet begun. So the
  // choice itself is short: this loop is the deepest logic of the requester.
  queue_mask_t may_q, grant, last, left, owner_q;
  logic        begins, stays, inside_q;        // a packet's further steps follow; of owner_q's

  // With go, for a reset of its own costs this loop a level.
  logic go;
  assign go = go_i && rst_ni;

  assign begins = |(grant & ~last);
  assign stays  = inside_q && may_q == '0;

  // Of two that may go, the one that was not granted last; the order is kept as a matrix.
  queue_mask_t ahead_q [NumTxQueues];          // of each queue: those that go before it

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_queue
    assign grant[q] = may_q[q] && !(|(may_q & ahead_q[q]));
    assign last[q]  = step_i[q].last;
    assign left[q]  = grant[q] ? step_more_i[q] : step_valid_i[q];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) ahead_q[q] <= (NumTxQueues'(1) << q) - 1'b1;
      else         ahead_q[q] <= (ahead_q[q] & ~grant) |
                                 ({NumTxQueues{grant[q]}} & ~(NumTxQueues'(1) << q));
      may_q[q] <= left[q] && go && (begins ? grant[q] : stays ? owner_q[q] : room_i[q]);
    end
  end
  assign step_ready_o = grant;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else         inside_q <= begins || stays;
    if (may_q != '0) owner_q <= grant;
  end

  // --- its step ----------------------------------------------------------------------------------
  segment_step_t step_d;
  queue_t        qid_d;

  always_comb begin
    step_d = '0;
    qid_d  = '0;
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      step_d |= grant[q] ? step_i[q] : '0;
      qid_d  |= grant[q] ? queue_t'(q) : '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) step_valid_o <= 1'b0;
    else         step_valid_o <= may_q != '0;
    step_o     <= step_d;
    step_qid_o <= qid_d;
  end

  `RNIC_ASSERT(OneHot, $onehot0(grant), "two queues are granted")
  `RNIC_ASSERT(Works, (|may_q) == (|grant), "a queue may go and none does")
  `RNIC_ASSERT(GrantsOffers, (grant & ~step_valid_i) == '0, "a step is taken that is not there")
  `RNIC_COVER(HoldsAnotherBack, inside_q && (step_valid_i & ~owner_q) != '0)

endmodule
