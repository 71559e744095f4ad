// SPDX-License-Identifier: Apache-2.0
// One stream of steps out of the segmenters: round robin per packet, a packet's steps in a row.
//
// Offers are taken in the clock in which they are granted; the granted step stands at the output 2
// clocks later, for one clock: there is no ready. go_i says that whatever is taken in the next
// clock will find room. A step that comes to an empty queue is granted 1 clock later at the
// earliest. A queue whose room_i is low begins no packet and finishes the one it has begun.

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
  output segment_step_t step_o,

  output logic          busy_o                // a step is on its way to the output
);

  // Who may go is known from the clock before: has a step left, and room or a packet begun. The
  // loop from who may go to who may go next is the deepest logic of the requester; two carry
  // chains keep it short.
  queue_mask_t may_q, grant, last, more, left, may_next, owner_q;
  logic        begins, stays, inside_q;        // a packet's further steps follow; of owner_q's

  // The queue behind the one granted last is asked first; from_q: it and those behind it.
  queue_mask_t first_q, from_q;

  // Granted is where a borrow from first_q ends, in what may go, written twice in a row.
  logic [2*NumTxQueues-1:0] twice, borrowed, lowest;
  assign twice    = {may_q, may_q};
  assign borrowed = twice - (2 * NumTxQueues)'(first_q);
  assign lowest   = twice & ~borrowed;
  assign grant    = lowest[NumTxQueues-1:0] | lowest[2*NumTxQueues-1:NumTxQueues];

  // Whether more of its packet follows: a carry that starts at the queue asked last, goes past
  // those that may not go and is set anew by each that may, comes out as the first one's.
  logic [2*NumTxQueues-1:0] asked, unfinished;
  logic [2*NumTxQueues:0]   sum;
  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_asked
    localparam int unsigned Place = NumTxQueues - 1 - q;
    assign last[q] = step_i[q].last;
    assign {asked[NumTxQueues+Place], asked[Place]} = {may_q[q] && from_q[q], may_q[q]};
    assign {unfinished[NumTxQueues+Place], unfinished[Place]} = {2{!last[q]}};
  end
  assign sum    = {1'b0, ~asked | unfinished} + {1'b0, asked & unfinished};
  assign begins = sum[2*NumTxQueues];
  assign stays  = inside_q && may_q == '0;

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_queue
    assign more[q]     = grant[q] && step_more_i[q];
    assign left[q]     = grant[q] ? step_more_i[q] : step_valid_i[q];
    assign may_next[q] = begins ? more[q] : left[q] && (stays ? owner_q[q] : room_i[q]);
  end
  assign step_ready_o = grant;

  // A reset comes with go_i, for one of its own costs the loop a level.
  logic go;
  assign go = go_i && rst_ni;

  always_ff @(posedge clk_i) begin
    may_q <= go ? may_next : '0;
    if (!rst_ni) begin
      inside_q <= 1'b0;
      first_q  <= queue_mask_t'(1);
      from_q   <= '1;
    end else begin
      inside_q <= begins || stays;
      if (may_q != '0) begin
        first_q <= {grant[NumTxQueues-2:0], grant[NumTxQueues-1]};
        from_q  <= grant[NumTxQueues-1] ? '1 : ~((grant << 1) - 1'b1);
      end
    end
    if (may_q != '0) owner_q <= grant;
  end

  // --- its step: out of each pair of queues, then out of the pairs -------------------------------
  localparam int unsigned NumPairs = NumTxQueues / 2;
  segment_step_t s1_pair_q [NumPairs], step_d;
  queue_mask_t   s1_grant_q;
  queue_t        qid_d;

  for (genvar p = 0; p < int'(NumPairs); p++) begin : gen_pair
    always_ff @(posedge clk_i) begin
      s1_pair_q[p] <= (grant[2*p] ? step_i[2*p] : '0) | (grant[2*p+1] ? step_i[2*p+1] : '0);
    end
  end

  always_comb begin
    step_d = '0;
    qid_d  = '0;
    for (int p = 0; p < int'(NumPairs); p++) step_d |= s1_pair_q[p];
    for (int q = 0; q < int'(NumTxQueues); q++) qid_d |= s1_grant_q[q] ? queue_t'(q) : '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s1_grant_q   <= '0;
      step_valid_o <= 1'b0;
    end else begin
      s1_grant_q   <= grant;
      step_valid_o <= s1_grant_q != '0;
    end
    step_o     <= step_d;
    step_qid_o <= qid_d;
  end
  assign busy_o = s1_grant_q != '0 || step_valid_o;

  `RNIC_ASSERT(OneHot, $onehot0(grant), "two queues are granted")
  `RNIC_ASSERT(BeginsFits, begins == |(grant & ~last), "the carry is not the granted queue's")
  `RNIC_ASSERT(Works, (|may_q) == (|grant), "a queue may go and none does")
  `RNIC_ASSERT(GrantsOffers, (grant & ~step_valid_i) == '0, "a step is taken that is not there")
  `RNIC_COVER(HoldsAnotherBack, inside_q && (step_valid_i & ~owner_q) != '0)

endmodule
