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

  queue_mask_t eligible, grant, last, owner_q;
  logic        inside_q;                       // owner_q has begun a packet

  // --- who goes: of two that may, the one that was not granted last ------------------------------
  queue_mask_t ahead_q [NumTxQueues];          // of each queue: those that go before it

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_queue
    assign eligible[q] = step_valid_i[q] && go_i && (inside_q ? owner_q[q] : room_i[q]);
    assign grant[q]    = eligible[q] && (eligible & ahead_q[q]) == '0;
    assign last[q]     = step_i[q].last;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)       ahead_q[q] <= (NumTxQueues'(1) << q) - 1'b1;
      else if (grant[q]) ahead_q[q] <= ~(NumTxQueues'(1) << q);
      else               ahead_q[q] <= ahead_q[q] & ~grant;
    end
  end
  assign step_ready_o = grant;

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
    if (!rst_ni) begin
      inside_q     <= 1'b0;
      step_valid_o <= 1'b0;
    end else begin
      if (|grant) inside_q <= (grant & last) == '0;
      step_valid_o <= |grant;
    end
    if (|grant) owner_q <= grant;
    step_o     <= step_d;
    step_qid_o <= qid_d;
  end

  `RNIC_ASSERT(OneHot, $onehot0(grant), "two queues are granted")
  `RNIC_ASSERT(Works, (|eligible) == (|grant), "a queue may go and none does")
  `RNIC_COVER(HoldsAnotherBack, inside_q && (step_valid_i & ~owner_q) != '0)

endmodule
