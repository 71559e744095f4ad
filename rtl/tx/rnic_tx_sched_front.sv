// SPDX-License-Identifier: Apache-2.0
// The three oldest packets of one queue, known well enough to pick one in every clock.
//
// Of each it is known whether its queue pair is dead (failed or being reset), so that nothing but
// its rows or its record will come of it: found when the packet came, and looked up again while it
// is the oldest or the next. That may be late; rnic_tx_release decides.
//
// A packet is complete when the count of rows written has passed its last one. Of a queue's rows
// at most 1,024 are in use, so a count up to 256 behind is told from one ahead in 11 bits; hence
// next_ready_o holds only together with the oldest packet's own completeness.

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

  // Which queue pairs are dead: asked for the oldest and the next, answered in the same clock.
  output qp_idx_t      oldest_qp_o,
  output qp_idx_t      next_qp_o,
  input  logic         oldest_dead_i,
  input  logic         next_dead_i,

  // What may go.
  input  row_count_t   written_i,
  input  logic         pause_i,                 // no live packet
  input  logic         hold_token_i,
  input  logic         place_i,                 // a place for a completion is left
  input  logic         sel_live_i,              // whose turn it is: live packets, those that give
  input  logic         sel_record_i,            // no more than a record, those that free rows
  input  logic         sel_discard_i,
  output logic         ready_o,                 // the oldest may go
  output logic         next_ready_o,            // the next may go behind it
  output logic         live_o,                  // the oldest may go in its turn: is live
  output logic         low_o,                   //   is not

  // The oldest, and how it goes.
  input  logic         pop_i,
  output logic         valid_o,
  output logic [9:0]   last_row_o,              // in the buffer
  output logic         has_rows_o,
  output packet_rows_t charge_o,                // clocks of the builder, at least 1 for a frame
  output logic [1:0]   stall_o                  // clocks without a pick behind it
);

  typedef struct packed {
    qp_idx_t      qp;
    row_count_t   last_row;
    packet_rows_t charge;                       // alive
    logic [1:0]   stall;                        // alive
    logic         has_rows;
    logic         frame;
    logic         token;
    logic         dead;
  } entry_t;

  function automatic entry_t looked_up(entry_t e, logic dead);
    entry_t d;
    d = e;
    d.dead = e.dead || dead;
    return d;
  endfunction

  // --- the three ---------------------------------------------------------------------------------
  entry_t head, entry_0_q, entry_1_q, entry_2_q;
  logic   valid_0_q, valid_1_q, valid_2_q, take;

  always_comb begin
    head.qp = head_qp_i;
    head.last_row = head_last_row_i;
    head.charge = !head_frame_i ? '0 : (head_rows_i == '0) ? packet_rows_t'(1) : head_rows_i;
    head.stall = (head_rows_i >= packet_rows_t'(4)) ? 2'd3
               : (head_rows_i == '0) ? 2'd0 : 2'(head_rows_i - 1'b1);
    head.has_rows = head_rows_i != '0;
    head.frame = head_frame_i;
    head.token = head_token_i;
    head.dead = head_dead_i;
  end

  assign take = head_valid_i && !valid_2_q;
  assign head_ready_o = !valid_2_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_0_q <= 1'b0;
      valid_1_q <= 1'b0;
      valid_2_q <= 1'b0;
    end else if (pop_i) begin
      valid_0_q <= valid_1_q || take;
      valid_1_q <= valid_2_q || (take && valid_1_q);
      valid_2_q <= 1'b0;
    end else begin
      valid_0_q <= valid_0_q || take;
      valid_1_q <= valid_1_q || (take && valid_0_q);
      valid_2_q <= valid_2_q || (take && valid_1_q);
    end
  end

  // What moves up takes the answer of its old place with it.
  always_ff @(posedge clk_i) begin
    if (pop_i) entry_0_q <= valid_1_q ? looked_up(entry_1_q, next_dead_i) : head;
    else       entry_0_q <= valid_0_q ? looked_up(entry_0_q, oldest_dead_i) : head;
    if (pop_i) entry_1_q <= valid_2_q ? entry_2_q : head;
    else       entry_1_q <= valid_1_q ? looked_up(entry_1_q, next_dead_i) : head;
    if (!valid_2_q) entry_2_q <= head;
  end

  // --- what may go -------------------------------------------------------------------------------
  function automatic logic is_complete(row_count_t written, row_count_t last_row);
    row_count_t over;
    over = written + ~last_row;                 // written - (last_row + 1)
    return !(&over[$bits(row_count_t)-1-:3]);
  endfunction

  // Live packets, those that give no more than a record or a token, those that free rows.
  function automatic logic may_go(entry_t e, logic live, logic record, logic discard, logic pause,
                                  logic hold_token);
    if (e.frame && !e.dead)         return live && !pause;
    else if (e.frame && e.has_rows) return discard;
    else                            return record && !(e.token && hold_token);
  endfunction

  logic here, next;
  assign here = valid_0_q && place_i && is_complete(written_i, entry_0_q.last_row);
  assign next = valid_1_q && place_i && is_complete(written_i, entry_1_q.last_row);

  assign ready_o = here && may_go(entry_0_q, sel_live_i, sel_record_i, sel_discard_i, pause_i,
                                  hold_token_i);
  assign next_ready_o = next && may_go(entry_1_q, sel_live_i, sel_record_i, sel_discard_i, pause_i,
                                       hold_token_i);
  assign live_o = here && entry_0_q.frame && !entry_0_q.dead && !pause_i;
  assign low_o = here && !(entry_0_q.frame && !entry_0_q.dead) &&
                 !(entry_0_q.token && hold_token_i);

  // Rows that go unread cost the builder one clock, whatever their number.
  assign charge_o = !entry_0_q.dead ? entry_0_q.charge
                  : packet_rows_t'(entry_0_q.frame && entry_0_q.has_rows);
  assign stall_o = entry_0_q.dead ? '0 : entry_0_q.stall;

  assign oldest_qp_o = entry_0_q.qp;
  assign next_qp_o = entry_1_q.qp;
  assign valid_o = valid_0_q;
  assign last_row_o = entry_0_q.last_row[9:0];
  assign has_rows_o = entry_0_q.has_rows;

  `RNIC_ASSERT(PopHeld, pop_i |-> valid_0_q, "a pick from an empty queue")
  `RNIC_ASSERT(PopComplete, pop_i |-> is_complete(written_i, entry_0_q.last_row),
               "a packet is picked before its payload is there")
  `RNIC_ASSERT(NoRowsWithoutFrame, head_valid_i && !head_frame_i |-> head_rows_i == '0,
               "payload without a frame")
  `RNIC_COVER(Full, valid_2_q && head_valid_i)
  `RNIC_COVER(DiesHere, oldest_dead_i && valid_0_q && !entry_0_q.dead && !pop_i)

endmodule
