// SPDX-License-Identifier: Apache-2.0
// One stream of steps out of the segmenters: round robin per packet, a packet's steps in a row.
//
// Offers are taken in the clock in which they are granted; the granted step stands at the output 1
// clock later, for one clock: there is no ready, go_i says that whatever is taken will find room.
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
  output segment_step_t step_o
);

  queue_mask_t waits, grant, last, owner_q;
  logic        any_goes;
  logic        inside_d, inside_q;             // owner_q has begun a packet
  queue_mask_t may_q;                          // has room, or has begun a packet

  // --- who goes: of two that may, the one that was not granted last ------------------------------
  queue_mask_t ahead_q [NumTxQueues];          // of each queue: those that go before it

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_queue
    // What is compared is short: this is the deepest logic of the requester.
    assign waits[q]  = |(step_valid_i & may_q & ahead_q[q]);
    assign grant[q]  = step_valid_i[q] && may_q[q] && go_i && !waits[q];
    assign last[q]   = step_i[q].last;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)       ahead_q[q] <= (NumTxQueues'(1) << q) - 1'b1;
      else if (grant[q]) ahead_q[q] <= ~(NumTxQueues'(1) << q);
      else               ahead_q[q] <= ahead_q[q] & ~grant;
    end
  end
  assign step_ready_o = grant;
  assign any_goes     = go_i && (step_valid_i & may_q) != '0;

  logic stays, goes_on;                        // in the packet that was begun; in the one granted
  assign goes_on  = |(grant & ~last);
  assign stays    = inside_q && !any_goes;
  assign inside_d = goes_on || stays;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      may_q    <= '0;
    end else begin
      inside_q <= inside_d;
      may_q    <= goes_on ? grant : stays ? owner_q : room_i;
    end
    if (any_goes) owner_q <= grant;
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
    else         step_valid_o <= any_goes;
    step_o     <= step_d;
    step_qid_o <= qid_d;
  end

  `RNIC_ASSERT(OneHot, $onehot0(grant), "two queues are granted")
  `RNIC_ASSERT(Works, any_goes == (|grant), "a queue may go and none does")
  `RNIC_COVER(HoldsAnotherBack, inside_q && (step_valid_i & ~owner_q) != '0)

endmodule
