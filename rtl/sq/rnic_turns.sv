// SPDX-License-Identifier: Apache-2.0
// Whose turn it is to have its ring read: QPs of a queue in order, queues round robin.
//
// Each queue has two lists, one of them for QPs in error: while any other QP could take a turn,
// those get one of FlushShare turns, so that a flush of thousands of WQEs costs the others nothing.
// A turn is offered only for a queue with room. It was taken off its list when it is offered;
// whoever has had it and wants another pushes it again.
// Not promised: room that was there when the turn was chosen is checked again when it is taken.

`include "assert.svh"

module rnic_turns
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_fetch_pkg::*;
#(
  parameter int unsigned NumQps = 1024
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        push_valid_i,
  input  queue_mask_t push_i,                  // one-hot, or push_flush_i: list of QPs in error
  input  queue_mask_t push_flush_i,
  input  qp_idx_t     push_qp_i,

  input  queue_mask_t room_i,                  // for the runs of a turn, see TurnSlack...
  input  queue_mask_t flush_room_i,            // for QPs in error while their share is not due

  output logic        turn_valid_o,
  input  logic        turn_ready_i,            // not in two clocks that are next to each other
  output qp_idx_t     turn_qp_o,
  output queue_t      turn_qid_o,
  output logic        turn_flushing_o,

  // Of each queue, QPs in error left out: some wait, the oldest of them, and whether it is alone.
  output queue_mask_t waits_o,
  output qp_idx_t     waits_qp_o [NumTxQueues],
  output queue_mask_t waits_alone_o
);

  localparam int unsigned NumLists = 2 * NumTxQueues;
  localparam int unsigned ShareBits = $clog2(FlushShare);

  logic [NumLists-1:0] any, head_valid, single, pop_list;
  qp_idx_t             head [NumLists], pop_qp;
  logic                s2_valid_q;

  rnic_turn_list #(.NumQps(NumQps), .NumLists(NumLists)) u_list (
    .clk_i, .rst_ni,
    .push_valid_i, .push_list_i({push_flush_i, push_i}), .push_qp_i,
    .pop_valid_i (s2_valid_q), .pop_list_i(pop_list), .pop_qp_o(pop_qp),
    .any_o       (any), .head_valid_o(head_valid), .head_o(head), .single_o(single)
  );

  // --- 1: which class, then which of its queues --------------------------------------------------
  queue_mask_t could, could_flush, s1_normal_q, s1_flush_q, grant, flush_grant;
  queue_mask_t s2_normal_q, s2_flush_q;
  logic        take_flush, share_due_q, choose;
  logic [ShareBits-1:0] share_q;               // turns of others since the last of a QP in error

  assign could = head_valid[NumTxQueues-1:0] & room_i;
  assign could_flush = head_valid[NumLists-1:NumTxQueues] & (share_due_q ? room_i : flush_room_i);
  assign take_flush = (|could_flush) && (!(|could) || share_due_q);
  assign choose = !s2_valid_q && !turn_valid_o;

  rnic_rr_arbiter #(.Width(NumTxQueues)) u_normal (
    .clk_i, .rst_ni, .en_i(choose), .req_i(s1_normal_q), .grant_o(grant)
  );
  rnic_rr_arbiter #(.Width(NumTxQueues)) u_flush (
    .clk_i, .rst_ni, .en_i(choose), .req_i(s1_flush_q), .grant_o(flush_grant)
  );

  // --- 2: off its list, into the offer -----------------------------------------------------------
  assign pop_list = {s2_flush_q, s2_normal_q};

  always_ff @(posedge clk_i) begin
    s1_normal_q <= take_flush ? '0 : could;
    s1_flush_q  <= take_flush ? could_flush : '0;
    if (choose) {s2_flush_q, s2_normal_q} <= {flush_grant, grant};
    if (s2_valid_q) begin
      turn_qp_o       <= pop_qp;
      turn_flushing_o <= |s2_flush_q;
      for (int q = 0; q < int'(NumTxQueues); q++) begin
        if (s2_normal_q[q] || s2_flush_q[q]) turn_qid_o <= queue_t'(q);
      end
    end
    if (!rst_ni) begin
      s1_normal_q  <= '0;
      s1_flush_q   <= '0;
      s2_valid_q   <= 1'b0;
      turn_valid_o <= 1'b0;
      share_q      <= '0;
      share_due_q  <= 1'b0;
    end else begin
      s2_valid_q <= choose && |{s1_normal_q, s1_flush_q};
      if (s2_valid_q) turn_valid_o <= 1'b1;
      else if (turn_ready_i) turn_valid_o <= 1'b0;
      if (s2_valid_q && |s2_flush_q) begin
        share_q     <= '0;
        share_due_q <= 1'b0;
      end else if (s2_valid_q) begin
        share_q     <= share_q + 1'b1;
        share_due_q <= share_due_q || &share_q;
      end
    end
  end

  assign waits_o = any[NumTxQueues-1:0];
  assign waits_alone_o = single[NumTxQueues-1:0];
  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_waits
    assign waits_qp_o[q] = head[q];
  end

  `RNIC_ASSERT(OneClass, s1_normal_q == '0 || s1_flush_q == '0, "both classes are asked")
  `RNIC_COVER(FlushDue, share_due_q && |could_flush && |could)

endmodule
