// SPDX-License-Identifier: Apache-2.0
// The three oldest packets of one queue, known well enough to pick one in every clock.
//
// What is picked in a clock (pick_i) stands in the front and leaves it in the next, in which
// another may be picked already: the candidate is the oldest behind what leaves.
//
// A packet whose queue pair is dead (failed or being reset) will be no frame: nothing but its rows
// or its record will come of it. That is found when the packet comes, and looked up again while it
// is the oldest or the next here, known two clocks later. It may be late; rnic_tx_release decides.
//
// A packet is complete when the count of rows written has passed its last one. Of a queue's rows
// at most 1,024 are in use, so a count up to 256 behind is told from one ahead in 11 bits; hence
// a packet is known to be complete only when those before it are.

`include "assert.svh"

module rnic_tx_sched_front
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  // From the queue.
  input  logic         head_valid_i,
  output logic         head_ready_o,
  input  qp_idx_t      head_qp_i,
  input  row_count_t   head_last_row_i,         // count of the queue's rows before its last one
  input  packet_rows_t head_rows_i,
  input  logic         head_frame_i,
  input  logic         head_token_i,
  input  logic         head_dead_i,

  // Which queue pairs are dead: asked for the two oldest, answered in the same clock.
  output qp_idx_t      look_0_qp_o,
  output qp_idx_t      look_1_qp_o,
  input  logic         look_0_dead_i,
  input  logic         look_1_dead_i,

  // What may go.
  input  row_count_t   written_i,
  input  logic         pause_i,                 // no live packet could go
  input  logic         hold_token_i,            // no token
  input  logic         sel_live_i,              // whose turn it is: live packets, those that give
  input  logic         sel_record_i,            // no more than a record, those that free rows
  input  logic         sel_discard_i,
  output logic         ready_o,                 // the candidate may go
  output logic         next_ready_o,            // and the one behind it
  output logic         live_o,                  // the candidate could go in its turn: live,
  output logic         record_o,                //   record
  output logic         discard_o,               //   or discard
  output logic [1:0]   stall_o,                 // clocks without a pick behind it

  // The pick; in the clock behind it, what was picked.
  input  logic         pick_i,
  output logic [9:0]   last_row_o,              // in the buffer
  output logic         has_rows_o,
  output packet_rows_t charge_o,                // clocks of the builder, at least 1 for a frame
  output logic         any_o                    // the front is not empty
);

  // A packet is for one kind of turn.
  typedef struct packed {
    qp_idx_t      qp;
    row_count_t   last_row;
    packet_rows_t charge;
    logic [1:0]   stall;
    logic         has_rows;
    logic         token;
    logic         live;
    logic         record;
    logic         discard;
  } entry_t;

  // Rows that go unread cost the builder one clock, whatever their number.
  function automatic entry_t looked_up(entry_t e, logic dead);
    entry_t d;
    d = e;
    if (dead && e.live) begin
      d.charge  = packet_rows_t'(e.has_rows);
      d.stall   = '0;
      d.live    = 1'b0;
      d.record  = !e.has_rows;
      d.discard = e.has_rows;
    end
    return d;
  endfunction

  // --- the three ---------------------------------------------------------------------------------
  entry_t fresh, head, entry_0_q, entry_1_q, entry_2_q;
  logic   valid_0_q, valid_1_q, valid_2_q, after_0, after_1, after_2, take;
  logic   gone_q;                               // the oldest was picked in the clock before

  always_comb begin
    fresh.qp = head_qp_i;
    fresh.last_row = head_last_row_i;
    fresh.charge = !head_frame_i ? '0 : (head_rows_i == '0) ? packet_rows_t'(1) : head_rows_i;
    fresh.stall = (head_rows_i == '0) ? 2'd0
                : (head_rows_i >= packet_rows_t'(4)) ? 2'd3 : 2'(head_rows_i - 1'b1);
    fresh.has_rows = head_rows_i != '0;
    fresh.token = head_token_i;
    fresh.live = head_frame_i;
    fresh.record = !head_frame_i;
    fresh.discard = 1'b0;
  end
  assign head = looked_up(fresh, head_dead_i);

  // What leaves is out of the way of what moves up; what moves takes the answer of its old place.
  assign after_0 = gone_q ? valid_1_q : valid_0_q;
  assign after_1 = gone_q ? valid_2_q : valid_1_q;
  assign after_2 = !gone_q && valid_2_q;
  assign take = head_valid_i && !after_2;
  assign head_ready_o = !after_2;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      gone_q    <= 1'b0;
      valid_0_q <= 1'b0;
      valid_1_q <= 1'b0;
      valid_2_q <= 1'b0;
    end else begin
      gone_q    <= pick_i;
      valid_0_q <= after_0 || take;
      valid_1_q <= after_1 || (take && after_0);
      valid_2_q <= after_2 || (take && after_1);
    end
  end

  // The answers of the clock before, of what stands in these places now.
  logic   dead_0_q, dead_1_q;
  entry_t looked_0, looked_1;
  assign looked_0 = looked_up(entry_0_q, dead_0_q);
  assign looked_1 = looked_up(entry_1_q, dead_1_q);

  always_ff @(posedge clk_i) begin
    dead_0_q  <= after_0 && (gone_q ? look_1_dead_i : look_0_dead_i);
    dead_1_q  <= after_1 && !gone_q && look_1_dead_i;
    entry_0_q <= !after_0 ? head : gone_q ? looked_1 : looked_0;
    entry_1_q <= !after_1 ? head : gone_q ? entry_2_q : looked_1;
    if (!after_2) entry_2_q <= head;
  end

  // --- what may go -------------------------------------------------------------------------------
  function automatic logic is_complete(row_count_t written, row_count_t last_row);
    row_count_t over;
    over = written + ~last_row;                 // written - (last_row + 1)
    return !(&over[$bits(row_count_t)-1-:3]);
  endfunction

  logic [2:0] here, in_turn;

  function automatic logic is_here(logic valid, entry_t e, row_count_t written, logic hold_token);
    return valid && is_complete(written, e.last_row) && !(e.token && hold_token);
  endfunction

  function automatic logic is_in_turn(entry_t e, logic live, logic record, logic discard);
    return (e.live && live) || (e.record && record) || (e.discard && discard);
  endfunction

  assign here = {is_here(valid_2_q, entry_2_q, written_i, hold_token_i),
                 is_here(valid_1_q, entry_1_q, written_i, hold_token_i),
                 is_here(valid_0_q, entry_0_q, written_i, hold_token_i)};
  assign in_turn = {is_in_turn(entry_2_q, sel_live_i, sel_record_i, sel_discard_i),
                    is_in_turn(entry_1_q, sel_live_i, sel_record_i, sel_discard_i),
                    is_in_turn(entry_0_q, sel_live_i, sel_record_i, sel_discard_i)};

  assign ready_o      = gone_q ? here[1] && in_turn[1] : here[0] && in_turn[0];
  assign next_ready_o = gone_q ? here[2] && in_turn[2] : here[1] && in_turn[1];
  assign live_o       = !pause_i && (gone_q ? here[1] && entry_1_q.live
                                            : here[0] && entry_0_q.live);
  assign record_o     = gone_q ? here[1] && entry_1_q.record : here[0] && entry_0_q.record;
  assign discard_o    = gone_q ? here[1] && entry_1_q.discard : here[0] && entry_0_q.discard;

  assign stall_o = gone_q ? entry_1_q.stall : entry_0_q.stall;

  assign look_0_qp_o = entry_0_q.qp;
  assign look_1_qp_o = entry_1_q.qp;
  assign last_row_o = entry_0_q.last_row[9:0];
  assign has_rows_o = entry_0_q.has_rows;
  assign charge_o = entry_0_q.charge;
  assign any_o = valid_0_q;

  `RNIC_ASSERT(PickHeld, pick_i |-> gone_q ? valid_1_q : valid_0_q, "a pick from an empty queue")
  `RNIC_ASSERT(PickComplete,
               pick_i |-> is_complete(written_i, gone_q ? entry_1_q.last_row : entry_0_q.last_row),
               "a packet is picked before its payload is there")
  `RNIC_ASSERT(NoRowsWithoutFrame, head_valid_i && !head_frame_i |-> head_rows_i == '0,
               "payload without a frame")
  `RNIC_COVER(Full, valid_2_q && head_valid_i)
  `RNIC_ASSERT(OneKind,
               valid_0_q |-> $onehot({entry_0_q.live, entry_0_q.record, entry_0_q.discard}),
               "a packet is for no turn, or for several")
  `RNIC_COVER(DiesHere, dead_0_q && valid_0_q && entry_0_q.live && !gone_q)

endmodule
