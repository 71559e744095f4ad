// SPDX-License-Identifier: Apache-2.0
// The three oldest packets of one queue, known well enough to pick one in every clock.
//
// Of each it is known whether its queue pair is dead (failed or being reset), so that nothing but
// its rows or its record will come of it. That is looked up when the packet enters, and again, for
// the oldest, by whoever gives refresh_i. It may be stale towards "alive"; rnic_tx_release decides.
//
// A packet is complete when the count of rows written has passed its last one. Of a queue's rows
// at most 1,024 are in use, so a count up to 256 behind is told from one ahead in 11 bits; hence
// next_ready_o holds only together with the oldest packet's own completeness.

`include "assert.svh"

module rnic_tx_sched_front
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
#(
  parameter int unsigned NumQps = MaxQps
) (
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

  // Which queue pairs are dead.
  input  logic         dead_we_i,
  input  qp_idx_t      dead_qp_i,
  input  logic         dead_i,
  input  logic         refresh_i,               // the oldest packet's queue pair is dead
  output qp_idx_t      oldest_qp_o,

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
    logic         has_rows;
    packet_rows_t charge;
    logic [1:0]   stall;
    logic         live;                         // a frame, for all we know
    logic         record;                       // nothing but a record or a token comes of it
    logic         token;
  } entry_t;

  // Rows that go unread cost the builder one clock, whatever their number.
  function automatic entry_t deadened(entry_t e);
    entry_t d;
    d = e;
    d.live = 1'b0;
    d.record = !e.has_rows;
    d.charge = e.has_rows ? packet_rows_t'(1) : '0;
    d.stall = '0;
    return d;
  endfunction

  // --- dead or alive -----------------------------------------------------------------------------
  localparam int unsigned QpBits = $clog2(NumQps);
  logic dead_rows [NumQps];
  logic head_dead;

  always_ff @(posedge clk_i) begin
    if (dead_we_i) dead_rows[dead_qp_i[QpBits-1:0]] <= dead_i;
  end
  assign head_dead = dead_rows[head_qp_i[QpBits-1:0]];

  // --- the three ---------------------------------------------------------------------------------
  entry_t head, entry_0_q, entry_1_q, entry_2_q;
  logic   valid_0_q, valid_1_q, valid_2_q, take;

  always_comb begin
    head.qp = head_qp_i;
    head.last_row = head_last_row_i;
    head.has_rows = head_rows_i != '0;
    head.charge = !head_frame_i ? '0 : (head_rows_i == '0) ? packet_rows_t'(1) : head_rows_i;
    head.stall = (head_rows_i >= packet_rows_t'(4)) ? 2'd3
               : (head_rows_i == '0) ? 2'd0 : 2'(head_rows_i - 1'b1);
    head.live = head_frame_i;
    head.record = !head_frame_i;
    head.token = head_token_i;
    if (head_frame_i && head_dead) head = deadened(head);
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

  always_ff @(posedge clk_i) begin
    if (pop_i)           entry_0_q <= valid_1_q ? entry_1_q : head;
    else if (!valid_0_q) entry_0_q <= head;
    else if (refresh_i && !entry_0_q.record)  entry_0_q <= deadened(entry_0_q);
    if (pop_i)           entry_1_q <= valid_2_q ? entry_2_q : head;
    else if (!valid_1_q) entry_1_q <= head;
    if (!valid_2_q)      entry_2_q <= head;
  end

  // --- what may go -------------------------------------------------------------------------------
  function automatic logic is_complete(row_count_t written, row_count_t last_row);
    row_count_t over;
    over = written + ~last_row;                 // written - (last_row + 1)
    return !(&over[$bits(row_count_t)-1-:3]);
  endfunction

  function automatic logic may_go(entry_t e, logic live, logic record, logic discard, logic pause,
                                  logic hold_token);
    return (e.live && live && !pause) || (e.record && record && !(e.token && hold_token)) ||
           (!e.live && !e.record && discard);
  endfunction

  logic here, next;
  assign here = valid_0_q && place_i && is_complete(written_i, entry_0_q.last_row);
  assign next = valid_1_q && place_i && is_complete(written_i, entry_1_q.last_row);

  assign ready_o = here && may_go(entry_0_q, sel_live_i, sel_record_i, sel_discard_i, pause_i,
                                  hold_token_i);
  assign next_ready_o = next && may_go(entry_1_q, sel_live_i, sel_record_i, sel_discard_i, pause_i,
                                       hold_token_i);
  assign live_o = here && entry_0_q.live && !pause_i;
  assign low_o = here && !entry_0_q.live && !(entry_0_q.token && hold_token_i);

  assign oldest_qp_o = entry_0_q.qp;
  assign valid_o = valid_0_q;
  assign last_row_o = entry_0_q.last_row[9:0];
  assign has_rows_o = entry_0_q.has_rows;
  assign charge_o = entry_0_q.charge;
  assign stall_o = entry_0_q.stall;

  `RNIC_ASSERT(PopHeld, pop_i |-> valid_0_q, "a pick from an empty queue")
  `RNIC_ASSERT(PopComplete, pop_i |-> is_complete(written_i, entry_0_q.last_row),
               "a packet is picked before its payload is there")
  `RNIC_ASSERT(NoRowsWithoutFrame, head_valid_i && !head_frame_i |-> head_rows_i == '0,
               "payload without a frame")
  `RNIC_COVER(Full, valid_2_q && head_valid_i)
  `RNIC_COVER(Refreshed, refresh_i && valid_0_q && entry_0_q.live && !pop_i)

endmodule
