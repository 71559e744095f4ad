// SPDX-License-Identifier: Apache-2.0
// Ring blocks in, packets out: decode, one segmenter a queue, description, wired.
//
//   blocks ► rnic_wqe_decode ► orders, rows ► rnic_segmenter x 8 ► merge ► rnic_tx_describe ► items
//                  └────── heads, verdicts by slot ──────────────────────────────┘  └► rewinds
//
// One block, one WQE and one packet a clock, from one queue and one QP too. A packet of k pieces
// takes k clocks, an empty piece one. Queues share the way behind the merge and nothing else, and
// on that way nothing waits for a queue: a queue whose item_room_i is low is left out.
// Block to item, idle: 27 clocks.
//
// A queue whose block_room_o falls takes 8 blocks more. From a queue whose item_room_i falls come
// at most 64 items more. WQE format and statuses: docs/blocks/sq.md.

`include "assert.svh"

module rnic_requester
  import rnic_roce_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
#(
  parameter int unsigned NumQps = 1024         // power of two, 2 to 1024
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // Configuration
  input  logic        cfg_enable_i,            // low: no WQE is begun, resets go on
  input  logic [15:0] cfg_ackreq_every_i,      // packets, 0: on the last of a message only
  input  logic        cfg_congestion_i,        // packets leave as ECT(0)
  input  dscp_map_t   cfg_map_i,

  // rnic_wqe_fetch
  input  logic        block_valid_i,
  input  queue_t      block_qid_i,
  input  sq_block_t   block_i,
  output queue_mask_t block_room_o,
  output logic        rewind_valid_o,
  input  logic        rewind_ready_i,
  output sq_rewind_t  rewind_o,
  input  queue_mask_t others_waiting_i,

  // rnic_qp_table
  input  logic        cmd_valid_i,
  output logic        cmd_ready_o,
  input  qp_cmd_t     cmd_i,
  input  qp_idx_t     fetched_qp_i,
  output sq_index_t   fetched_index_o,         // 2 clocks later: behind the WQE taken last

  // rnic_tx_sched
  input  logic        failure_valid_i,
  output logic        failure_ready_o,
  input  tx_failure_t failure_i,
  output logic        item_valid_o,
  input  logic        item_ready_i,
  output tx_item_t    item_o,
  input  queue_mask_t item_room_i,

  output logic        idle_o                   // nothing here will make an item now
);

  // --- blocks in ---------------------------------------------------------------------------------
  logic         row_valid, head_valid, order_valid, decode_busy;
  queue_t       row_qid, head_qid, order_qid;
  piece_row_t   row;
  wqe_slot_t    head_slot;
  wqe_head_t    head;
  wqe_order_t   order;
  wqe_verdict_t verdict;
  logic         kept_we;
  qp_idx_t      kept_qp;
  pmtu_code_t   kept_pmtu;

  rnic_wqe_decode #(.NumQps(NumQps)) u_decode (
    .clk_i, .rst_ni, .cfg_map_i,
    .block_valid_i, .block_qid_i, .block_i,
    .kept_we_i(kept_we), .kept_qp_i(kept_qp), .kept_pmtu_i(kept_pmtu),
    .row_valid_o(row_valid), .row_qid_o(row_qid), .row_o(row),
    .head_valid_o(head_valid), .head_qid_o(head_qid), .head_slot_o(head_slot), .head_o(head),
    .order_valid_o(order_valid), .order_qid_o(order_qid), .order_o(order), .verdict_o(verdict),
    .busy_o(decode_busy)
  );

  // Blocks of a queue that are inside: a block is out once its row is taken, a stop or token once
  // its order is. RoomBlocks, the 8 that may still come, and those of the WQEs in work and on the
  // way to the lookup of their slot are fewer than WqeSlots and than the rows of the FIFOs.
  localparam int unsigned RoomBlocks = 40;
  typedef logic [$clog2(WqeSlots)-1:0] level_t;

  // --- a segmenter for each queue ----------------------------------------------------------------
  queue_mask_t   order_valids, order_pops, row_valids, row_pops, lane_busy, room_unused [2];
  wqe_order_t    order_heads [NumTxQueues];
  piece_row_t    row_heads [NumTxQueues];
  queue_mask_t   lane_valid, lane_more, lane_ready;
  segment_step_t lane_step [NumTxQueues];
  logic          decided_valid, decided_good;
  queue_t        decided_qid;
  wqe_slot_t     decided_slot;

  rnic_queue_fifo #(
    .data_t(wqe_order_t), .NumQueues(NumTxQueues), .Depth(WqeSlots), .PushReg(1'b1)
  ) u_orders (
    .clk_i, .rst_ni,
    .push_valid_i(order_valid), .push_qid_i(order_qid), .push_data_i(order),
    .room_o(room_unused[0]),
    .head_valid_o(order_valids), .head_data_o(order_heads), .pop_i(order_pops)
  );

  rnic_queue_fifo #(
    .data_t(piece_row_t), .NumQueues(NumTxQueues), .Depth(WqeSlots), .PushReg(1'b1)
  ) u_rows (
    .clk_i, .rst_ni,
    .push_valid_i(row_valid), .push_qid_i(row_qid), .push_data_i(row),
    .room_o(room_unused[1]),
    .head_valid_o(row_valids), .head_data_o(row_heads), .pop_i(row_pops)
  );

  // While disabled, a reset's token comes through by handing back the orders in front of it, in all
  // queues as long as any token is out: nobody here knows which queue it is in.
  localparam int unsigned KillBits = $clog2(NumQps + 1);
  logic [KillBits-1:0] kills_q;                 // whose tokens have not passed
  logic                hand_back_q;

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_lane
    level_t level_d, level_q;
    logic   comes, row_goes_q, mark_goes_q;
    logic   decided_q, good_q, others_q, waiting_q;
    wqe_slot_t decided_slot_q;

    assign comes   = block_valid_i && block_qid_i == queue_t'(q);
    assign level_d = level_q + level_t'(comes) - level_t'(row_goes_q) - level_t'(mark_goes_q);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        level_q         <= '0;
        row_goes_q      <= 1'b0;
        mark_goes_q     <= 1'b0;
        block_room_o[q] <= 1'b0;
        decided_q       <= 1'b0;
        others_q        <= 1'b0;
        waiting_q       <= 1'b0;
      end else begin
        level_q         <= level_d;
        row_goes_q      <= row_pops[q];
        mark_goes_q     <= order_pops[q] && order_heads[q].has_wqe && order_heads[q].no_row;
        block_room_o[q] <= level_d < level_t'(RoomBlocks);
        decided_q       <= decided_valid && decided_qid == queue_t'(q);
        others_q        <= order_valid && order_qid == queue_t'(q) && order.has_wqe &&
                           order.other_qp;
        waiting_q       <= others_waiting_i[q];
      end
      decided_slot_q <= decided_slot;
      good_q         <= decided_good;
    end

    rnic_segmenter u_segmenter (
      .clk_i, .rst_ni, .cfg_enable_i, .hand_back_i(hand_back_q),
      .order_valid_i(order_valids[q]), .order_pop_o(order_pops[q]), .order_i(order_heads[q]),
      .order_other_qp_i(others_q),
      .row_valid_i(row_valids[q]), .row_pop_o(row_pops[q]), .row_i(row_heads[q]),
      .others_waiting_i(waiting_q),
      .decided_valid_i(decided_q), .decided_slot_i(decided_slot_q), .decided_good_i(good_q),
      .step_valid_o(lane_valid[q]), .step_more_o(lane_more[q]),
      .step_ready_i(lane_ready[q]), .step_o(lane_step[q]),
      .busy_o(lane_busy[q])
    );

    `RNIC_ASSERT(BlocksFit, 32'(level_q) < RoomBlocks + 12, "more blocks came than there is room")
  end

  // --- one stream of steps and events ------------------------------------------------------------
  // Room behind: what is between here and the two FIFOs fits beside what they hold.
  localparam int unsigned ItemDepth = 32, RewindDepth = 32, OnTheWay = 13;
  typedef logic [$clog2(ItemDepth+1)-1:0] depth_t;

  logic          go_d, go_q, lanes_go, step_valid, merge_busy;
  queue_t        step_qid;
  segment_step_t step;
  depth_t        item_level, rewind_level;

  // An event waits in event_q for a clock in which it goes in the place of a step. Failures are
  // taken first.
  requester_event_t event_d, event_q, s1_event_q, s2_event_q;
  logic             event_waits_d, event_waits_q;

  assign failure_ready_o = !event_waits_q;
  assign cmd_ready_o     = !event_waits_q && !failure_valid_i;
  assign event_waits_d   = event_waits_q ? !go_q : event_d.op != OpNone;
  assign lanes_go        = go_d && !event_waits_d;   // in the next clock
  assign go_d            = item_level < depth_t'(ItemDepth - OnTheWay) &&
                           rewind_level < depth_t'(RewindDepth - OnTheWay);

  always_comb begin
    event_d = '{op: OpNone, qp: cmd_i.qp, psn: cmd_i.sq.sq_psn, index: failure_i.index};
    if (failure_valid_i) begin
      event_d.op = failure_i.resume ? OpResume : OpFail;
      event_d.qp = failure_i.qp;
    end else if (cmd_valid_i) begin
      unique case (cmd_i.op)
        QpLoad:  event_d.op = OpLoad;
        QpKill:  event_d.op = OpKill;
        QpFail:  event_d.op = OpFail;
        default: event_d.op = OpNone;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (!event_waits_q) event_q <= event_d;
    s1_event_q <= event_q;
    if (!event_waits_q || !go_q || !rst_ni) s1_event_q.op <= OpNone;
    s2_event_q <= s1_event_q;
    if (!rst_ni) s2_event_q.op <= OpNone;
    if (!rst_ni) begin
      event_waits_q <= 1'b0;
      go_q          <= 1'b0;
    end else begin
      event_waits_q <= event_waits_d;
      go_q          <= go_d;
    end
  end

  rnic_segmenter_merge u_merge (
    .clk_i, .rst_ni,
    .step_valid_i(lane_valid), .step_more_i(lane_more), .step_ready_o(lane_ready),
    .step_i(lane_step), .go_i(lanes_go), .room_i(item_room_i),
    .step_valid_o(step_valid), .step_qid_o(step_qid), .step_o(step),
    .busy_o      (merge_busy)
  );

  // --- descriptions ------------------------------------------------------------------------------
  logic       item_valid, item_ready, rewind_valid, rewind_ready, describe_busy;
  tx_item_t   item;
  sq_rewind_t rewind;

  rnic_tx_describe #(.NumQps(NumQps)) u_describe (
    .clk_i, .rst_ni, .cfg_ackreq_every_i, .cfg_congestion_i,
    .head_valid_i(head_valid), .head_qid_i(head_qid), .head_slot_i(head_slot), .head_i(head),
    .verdict_valid_i(order_valid && order.has_wqe), .verdict_qid_i(order_qid),
    .verdict_slot_i(order.slot), .verdict_i(verdict),
    .step_valid_i(step_valid), .step_qid_i(step_qid), .step_i(step),
    .event_i(s2_event_q),
    .item_valid_o(item_valid), .item_o(item),
    .rewind_valid_o(rewind_valid), .rewind_o(rewind),
    .kept_we_o(kept_we), .kept_qp_o(kept_qp), .kept_pmtu_o(kept_pmtu),
    .decided_valid_o(decided_valid), .decided_qid_o(decided_qid), .decided_slot_o(decided_slot),
    .decided_good_o(decided_good),
    .fetched_qp_i, .fetched_index_o, .busy_o(describe_busy)
  );

  rnic_fifo #(.data_t(tx_item_t), .Depth(ItemDepth)) u_items (
    .clk_i, .rst_ni,
    .in_valid_i (item_valid),   .in_ready_o (item_ready),   .in_data_i (item),
    .out_valid_o(item_valid_o), .out_ready_i(item_ready_i), .out_data_o(item_o),
    .level_o    (item_level)
  );

  rnic_fifo #(.data_t(sq_rewind_t), .Depth(RewindDepth)) u_rewinds (
    .clk_i, .rst_ni,
    .in_valid_i (rewind_valid),   .in_ready_o (rewind_ready),   .in_data_i (rewind),
    .out_valid_o(rewind_valid_o), .out_ready_i(rewind_ready_i), .out_data_o(rewind_o),
    .level_o    (rewind_level)
  );

  // --- resets whose tokens are on their way ------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      kills_q     <= '0;
      hand_back_q <= 1'b0;
    end else begin
      kills_q     <= kills_q + KillBits'(s2_event_q.op == OpKill)
                             - KillBits'(item_valid && item.desc.token);
      hand_back_q <= kills_q != '0;
    end
  end

  // --- idle --------------------------------------------------------------------------------------
  queue_mask_t lane_busy_q;
  logic lanes_quiet_q, way_quiet_q, nothing_comes_q;

  always_ff @(posedge clk_i) begin
    lane_busy_q     <= lane_busy;
    lanes_quiet_q   <= lane_busy_q == '0;
    way_quiet_q     <= !merge_busy && !describe_busy && item_level == '0 &&
                       rewind_level == '0 && kills_q == '0;
    nothing_comes_q <= !cfg_enable_i || !(order_valids != '0 || order_valid || decode_busy ||
                                          block_valid_i);
    if (!rst_ni) idle_o <= 1'b0;
    else         idle_o <= lanes_quiet_q && way_quiet_q && nothing_comes_q;
  end

  logic unused_room, unused_failure;
  assign unused_room = ^{room_unused[0], room_unused[1]};
  assign unused_failure = ^{failure_i.qid, cmd_i.sq};

  `RNIC_ASSERT(ItemFits, item_valid |-> item_ready, "an item meets a full FIFO")
  `RNIC_ASSERT(RewindFits, rewind_valid |-> rewind_ready, "a rewind meets a full FIFO")
  `RNIC_ASSERT(StepOrEvent, !(step_valid && s2_event_q.op != OpNone),
               "a step and an event in a clock")

endmodule
