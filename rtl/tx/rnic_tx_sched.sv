// SPDX-License-Identifier: Apache-2.0
// The only way into the packet part of TX: from descriptors of several sources to released packets.
//
//   sources ─► merge ─► queues ─► 8 x front ─► pick ─► release ─► builder
//                         │                              │
//                         └─► fragments (payload fetch)  └─► completion ─► records
//
// A packet is released when all its payload is in the buffer, its queue is not paused, a place for
// its WQE's completion is reserved and the builder has not too much before it; whether its QP was
// reset or has failed is looked at then. Packets of one queue keep their order; control packets go
// before their queue's data. What a pause finds before the builder is at most some 12 rows.
//
// Latency: payload written (written_i) to rel_valid_o 7 clocks; item taken to rel_valid_o 10 where
// there is no payload; pause_i to the last pick 2. Rate: one packet a clock, from one queue too.
// room_o of a queue: 64 further items of each source fit behind the clock in which it falls.
// A command is taken at once and works between two packets, within some clocks.

`include "assert.svh"

module rnic_tx_sched
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
#(
  parameter int unsigned NumQps     = MaxQps,
  parameter int unsigned NumSources = 1,
  parameter int unsigned Places     = 128        // completions decided and not yet read
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // Packets with payload or of WQEs, and control packets.
  input  logic [NumSources-1:0] src_valid_i,
  output logic [NumSources-1:0] src_ready_o,
  input  tx_item_t              src_item_i [NumSources],
  output queue_mask_t           room_o,
  input  logic                  ctl_valid_i,
  output logic                  ctl_ready_o,
  input  queue_t                ctl_qid_i,
  input  tx_pkt_desc_t          ctl_desc_i,

  // Payload fetch.
  output logic                  frag_valid_o,
  output queue_t                frag_qid_o,
  output tx_frag_t              frag_o,
  input  queue_mask_t           frag_room_i,
  input  row_count_t            written_i [NumTxQueues],
  output queue_t                err_rd_qid_o,
  output logic [9:0]            err_rd_row_o,
  input  logic [7:0]            err_count_i,     // 2 clocks later
  output logic                  dead_we_o,
  output qp_idx_t               dead_qp_o,
  output logic                  dead_o,

  // What happens to queues and QPs.
  input  queue_mask_t           pause_i,
  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  qp_cmd_t               cmd_i,
  output logic                  failure_valid_o,
  input  logic                  failure_ready_i,
  output tx_failure_t           failure_o,
  output logic                  token_valid_o,
  output qp_idx_t               token_qp_o,
  output logic                  error_valid_o,
  output qp_idx_t               error_qp_o,

  // Builder and bus.
  output logic                  rel_valid_o,
  input  logic                  rel_ready_i,
  output tx_release_t           rel_o,
  input  logic [1:0]            left_frames_i,

  // Completions.
  output logic                  cpl_valid_o,
  input  logic                  cpl_ready_i,
  output wqe_end_t              cpl_o,
  input  qp_idx_t               free_qp_i,
  output sq_index_t             free_index_o,    // 2 clocks later
  input  qp_idx_t               look_qp_i,       // the same, for registers
  output sq_index_t             look_index_o,
  output logic                  stat_status_valid_o,
  output wqe_status_e           stat_status_o,

  output logic                  idle_o
);

  if (NumQps < 2 || NumQps > MaxQps || (NumQps & (NumQps - 1)) != 0) begin : gen_bad_qps
    $fatal(1, "rnic_tx_sched: NumQps is %0d; it must be a power of two from 2 to %0d", NumQps,
           MaxQps);
  end

  // --- dead or alive: of what comes in, of the oldest packet of each queue, of the next ----------
  localparam int unsigned NumLooks = 2 * NumTxQueues + 1;
  qp_idx_t             look_qp [NumLooks];
  logic [NumLooks-1:0] look_dead;

  // --- items into queues -------------------------------------------------------------------------
  logic         item_valid, next_valid, queues_idle, s1_valid, s1_ctl;
  tx_item_t     item, next_item;
  queue_t       s1_qid;
  tx_pkt_desc_t s3_data_desc, s3_ctl_desc;
  queue_mask_t  ctl_any, ctl_more, pop_ctl, pop_data, head_valid, head_ready, head_frame;
  queue_mask_t  head_token;
  queue_mask_t  head_dead;
  qp_idx_t      head_qp [NumTxQueues], push_qp;
  row_count_t   head_last_row [NumTxQueues];
  packet_rows_t head_rows [NumTxQueues];

  rnic_tx_merge #(.NumSources(NumSources)) u_merge (
    .clk_i, .rst_ni, .src_valid_i, .src_ready_o, .src_item_i,
    .item_valid_o(item_valid), .item_o(item), .next_valid_o(next_valid), .next_item_o(next_item)
  );

  rnic_tx_sched_queues #(.NumSources(NumSources)) u_queues (
    .clk_i, .rst_ni,
    .item_valid_i(item_valid), .item_i(item), .next_valid_i(next_valid), .next_item_i(next_item),
    .room_o,
    .ctl_valid_i, .ctl_ready_o, .ctl_qid_i, .ctl_desc_i,
    .ctl_any_o(ctl_any), .ctl_more_o(ctl_more), .ctl_pop_i(pop_ctl),
    .head_valid_o(head_valid), .head_pop_i(head_valid & head_ready), .head_qp_o(head_qp),
    .head_last_row_o(head_last_row), .head_rows_o(head_rows), .head_frame_o(head_frame),
    .head_token_o(head_token), .head_dead_o(head_dead),
    .push_qp_o(push_qp), .push_dead_i(look_dead[2*NumTxQueues]),
    .read_valid_i(s1_valid), .read_ctl_i(s1_ctl), .read_qid_i(s1_qid),
    .data_desc_o(s3_data_desc), .ctl_desc_o(s3_ctl_desc),
    .frag_valid_o, .frag_qid_o, .frag_o, .frag_room_i,
    .idle_o(queues_idle)
  );

  // --- s0: a pick, or a command in its place -----------------------------------------------------
  queue_mask_t  pause_q, ready, next_ready, live, record, discard, front_any, s1_with_rows;
  logic [9:0]   s1_rows [NumTxQueues];
  packet_rows_t s1_charges [NumTxQueues];
  logic [1:0]   stall [NumTxQueues];
  queue_mask_t  sel_live;
  logic         sel_record, sel_discard, place, failure_room, closed, none_ahead;
  packet_rows_t s1_charge, s2_charge_q, taken, refund;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) pause_q <= '0;
    else         pause_q <= pause_i;
  end

  assign look_qp[2*NumTxQueues] = push_qp;

  rnic_tx_sched_dead #(.NumQps(NumQps), .NumLooks(NumLooks)) u_dead (
    .clk_i, .we_i(dead_we_o), .qp_i(dead_qp_o), .dead_i(dead_o),
    .look_qp_i(look_qp), .look_dead_o(look_dead)
  );

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_front
    rnic_tx_sched_front u_front (
      .clk_i, .rst_ni,
      .head_valid_i(head_valid[q]), .head_ready_o(head_ready[q]), .head_qp_i(head_qp[q]),
      .head_last_row_i(head_last_row[q]), .head_rows_i(head_rows[q]), .head_frame_i(head_frame[q]),
      .head_token_i(head_token[q]), .head_dead_i(head_dead[q]),
      .look_0_qp_o(look_qp[2*q]), .look_1_qp_o(look_qp[2*q+1]),
      .look_0_dead_i(look_dead[2*q]), .look_1_dead_i(look_dead[2*q+1]),
      .written_i(written_i[q]), .pause_i(pause_q[q]), .hold_token_i(ctl_any[q]),
      .sel_live_i(sel_live[q]), .sel_record_i(sel_record), .sel_discard_i(sel_discard),
      .ready_o(ready[q]), .next_ready_o(next_ready[q]),
      .live_o(live[q]), .record_o(record[q]), .discard_o(discard[q]),
      .stall_o(stall[q]), .pick_i(pop_data[q]), .last_row_o(s1_rows[q]),
      .has_rows_o(s1_with_rows[q]), .charge_o(s1_charges[q]), .any_o(front_any[q])
    );
  end

  logic cmd_held_q, cmd_goes;
  qp_op_e  cmd_op_q;
  qp_idx_t cmd_qp_q;

  rnic_tx_sched_pick u_pick (
    .clk_i, .rst_ni,
    .ready_i(ready), .next_ready_i(next_ready), .live_i(live), .record_i(record),
    .discard_i(discard), .stall_i(stall),
    .ctl_any_i(ctl_any & ~pause_q), .ctl_more_i(ctl_more & ~pause_q),
    .pause_i, .sel_live_o(sel_live), .sel_record_o(sel_record), .sel_discard_o(sel_discard),
    .enable_i(failure_room && (!cmd_held_q || closed)), .place_i(place),
    .pop_data_o(pop_data), .pop_ctl_o(pop_ctl), .closed_o(closed),
    .charge_i(s2_charge_q), .taken_i(taken), .refund_i(refund), .none_ahead_o(none_ahead)
  );

  assign cmd_ready_o = !cmd_held_q;
  assign cmd_goes = cmd_held_q && closed;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)       cmd_held_q <= 1'b0;
    else if (cmd_goes) cmd_held_q <= 1'b0;
    else               cmd_held_q <= cmd_held_q || cmd_valid_i;
    if (!cmd_held_q) begin
      cmd_op_q <= cmd_i.op;
      cmd_qp_q <= cmd_i.qp;
    end
  end

  // --- s1: which one it was; its descriptor is read ----------------------------------------------
  queue_mask_t  s1_data_q, s1_ctl_q;
  logic         s1_cmd_q, s1_data, s1_has_rows;
  logic [9:0]   s1_last_row;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s1_data_q <= '0;
      s1_ctl_q  <= '0;
      s1_cmd_q  <= 1'b0;
    end else begin
      s1_data_q <= pop_data;
      s1_ctl_q  <= pop_ctl;
      s1_cmd_q  <= cmd_goes;
    end
  end

  assign s1_data     = |s1_data_q;
  assign s1_ctl      = |s1_ctl_q;
  assign s1_valid    = |(s1_data_q | s1_ctl_q);
  assign s1_has_rows = |(s1_data_q & s1_with_rows);

  always_comb begin
    s1_qid = '0;
    s1_last_row = '0;
    s1_charge = packet_rows_t'(s1_ctl);
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      s1_qid      |= s1_data_q[q] || s1_ctl_q[q] ? queue_t'(q) : '0;
      s1_last_row |= s1_data_q[q] ? s1_rows[q] : '0;
      s1_charge   |= s1_data_q[q] ? s1_charges[q] : '0;
    end
  end

  // --- s2, s3, s4: until descriptor and error count are there ------------------------------------
  logic         s2_valid_q, s2_cmd_q, s2_ctl_q, s2_has_rows_q;
  logic         s3_valid_q, s3_cmd_q, s3_ctl_q, s3_has_rows_q;
  logic         s4_valid_q, s4_cmd_q, s4_ctl_q, s4_has_rows_q;
  queue_t       s2_qid_q, s3_qid_q, s4_qid_q;
  logic [9:0]   s2_last_row_q;
  packet_rows_t s3_charge_q, s4_charge_q;
  tx_pkt_desc_t s4_desc_q;
  qp_op_e       s1_op_q, s2_op_q, s3_op_q, s4_op_q;
  qp_idx_t      s1_qp_q, s2_qp_q, s3_qp_q, s4_qp_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s2_valid_q  <= 1'b0;
      s3_valid_q  <= 1'b0;
      s4_valid_q  <= 1'b0;
      s2_charge_q <= '0;
    end else begin
      s2_valid_q  <= s1_valid || s1_cmd_q;
      s3_valid_q  <= s2_valid_q;
      s4_valid_q  <= s3_valid_q;
      s2_charge_q <= s1_charge;
    end
    {s2_cmd_q, s3_cmd_q, s4_cmd_q} <= {s1_cmd_q, s2_cmd_q, s3_cmd_q};
    {s2_ctl_q, s3_ctl_q, s4_ctl_q} <= {s1_ctl, s2_ctl_q, s3_ctl_q};
    {s2_has_rows_q, s3_has_rows_q, s4_has_rows_q} <= {s1_has_rows, s2_has_rows_q, s3_has_rows_q};
    {s2_qid_q, s3_qid_q, s4_qid_q} <= {s1_qid, s2_qid_q, s3_qid_q};
    {s3_charge_q, s4_charge_q} <= {s2_charge_q, s3_charge_q};
    s1_op_q <= cmd_op_q;
    s2_op_q <= s1_op_q;
    s3_op_q <= s2_op_q;
    s4_op_q <= s3_op_q;
    {s1_qp_q, s2_qp_q, s3_qp_q, s4_qp_q} <= {cmd_qp_q, s1_qp_q, s2_qp_q, s3_qp_q};
    s2_last_row_q <= s1_last_row;
    s4_desc_q     <= s3_ctl_q ? s3_ctl_desc : s3_data_desc;
  end

  assign err_rd_qid_o = s2_qid_q;
  assign err_rd_row_o = s2_last_row_q;

  // --- release and completion --------------------------------------------------------------------
  logic     end_valid, end_token, end_record, end_free, no_end, frame, release_idle;
  logic     load_q, none_reserved, idle_q;
  qp_idx_t  end_qp, load_qp_q;
  wqe_end_t wqe_end;

  rnic_tx_release #(.NumQps(NumQps)) u_release (
    .clk_i, .rst_ni,
    .in_valid_i(s4_valid_q), .in_cmd_i(s4_cmd_q), .in_cmd_op_i(s4_op_q), .in_cmd_qp_i(s4_qp_q),
    .in_ctl_i(s4_ctl_q), .in_qid_i(s4_qid_q), .next_qid_i(s3_qid_q),
    .in_has_rows_i(s4_has_rows_q),
    .in_charge_i(s4_charge_q), .in_desc_i(s4_desc_q), .in_err_count_i(err_count_i),
    .rel_valid_o, .rel_ready_i, .rel_o, .taken_o(taken), .refund_o(refund),
    .failure_valid_o, .failure_ready_i, .failure_o, .failure_room_o(failure_room),
    .error_valid_o, .error_qp_o, .dead_we_o, .dead_qp_o, .dead_o,
    .end_valid_o(end_valid), .end_token_o(end_token), .end_record_o(end_record),
    .end_free_o(end_free), .end_qp_o(end_qp), .end_o(wqe_end), .no_end_o(no_end),
    .frame_o(frame), .idle_o(release_idle)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) load_q <= 1'b0;
    else         load_q <= cmd_valid_i && cmd_ready_o && cmd_i.op == QpLoad;
    load_qp_q <= cmd_i.qp;
  end

  rnic_tx_completion #(.NumQps(NumQps), .Places(Places)) u_completion (
    .clk_i, .rst_ni,
    .reserve_i(s1_data), .place_o(place), .none_reserved_o(none_reserved),
    .no_end_i(no_end), .end_valid_i(end_valid), .end_token_i(end_token), .end_record_i(end_record),
    .end_free_i(end_free), .end_qp_i(end_qp), .end_i(wqe_end),
    .frame_i(frame), .left_frames_i,
    .load_valid_i(load_q), .load_qp_i(load_qp_q), .free_qp_i, .free_index_o,
    .look_qp_i, .look_index_o,
    .token_valid_o, .token_qp_o, .cpl_valid_o, .cpl_ready_i, .cpl_o,
    .stat_status_valid_o, .stat_status_o
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) idle_q <= 1'b0;
    else idle_q <= queues_idle && front_any == '0 && !cmd_held_q && !s1_valid && !s1_cmd_q &&
                   !s2_valid_q && !s3_valid_q && !s4_valid_q && none_ahead && release_idle &&
                   none_reserved;
  end
  assign idle_o = idle_q;

endmodule
