// SPDX-License-Identifier: Apache-2.0
// Which queue's packet goes next: round robin, one pick a clock, one queue alone every clock too.
//
// Three kinds of turns. A live turn is for packets that will be frames; a queue's control packet
// goes before its data. While the builder has enough before it, turns are for what gives only a
// record. What frees rows of dead queue pairs costs the builder a clock; it has turns while no live
// packet could go, and three, in exchange with records, every LowClocks clocks: so failing queues
// take less than a hundredth from the others, and are not held for ever by them.
//
// Between pick and builder there are never more rows than MaxAhead and the few of picks not yet
// counted (a pick of several rows is followed by clocks without one): that is what a pause waits
// for. Not promised: that a picked packet becomes a frame.

`include "assert.svh"

module rnic_tx_sched_pick
  import rnic_tx_pkg::*;
#(
  parameter int unsigned MaxAhead  = 10,         // rows; picks go on below it
  parameter int unsigned LowClocks = 512         // a power of two
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  // The queues: data, and control packets.
  input  queue_mask_t  ready_i,                  // oldest packet may go
  input  queue_mask_t  next_ready_i,             // and the one behind it
  input  queue_mask_t  live_i,                   // oldest packet could go in a live turn,
  input  queue_mask_t  record_i,                 //   in one for records,
  input  queue_mask_t  discard_i,                //   in one for rows to free
  input  logic [1:0]   stall_i [NumTxQueues],    // clocks without a pick behind it
  input  queue_mask_t  ctl_any_i,                // control packets that may go: any,
  input  queue_mask_t  ctl_more_i,               //   more than one
  input  queue_mask_t  pause_i,                  // no live turn from the next clock on
  output queue_mask_t  sel_live_o,
  output logic         sel_record_o,
  output logic         sel_discard_o,

  // The pick of this clock.
  input  logic         enable_i,                 // of the clock before
  input  logic         place_i,                  // of two before: a completion of data has a place
  output queue_mask_t  pop_data_o,
  output queue_mask_t  pop_ctl_o,
  output logic         closed_o,                 // no pick in this clock

  // Rows before the builder: what picks add, what was taken or dropped.
  input  packet_rows_t charge_i,
  input  packet_rows_t taken_i,
  input  packet_rows_t refund_i,
  output logic         none_ahead_o
);

  if (MaxAhead < 4 || MaxAhead > 32) begin : gen_bad_ahead
    $fatal(1, "rnic_tx_sched_pick: MaxAhead is %0d; it must be from 4 to 32", MaxAhead);
  end
  if (LowClocks < 4 || (LowClocks & (LowClocks - 1)) != 0) begin : gen_bad_low
    $fatal(1, "rnic_tx_sched_pick: LowClocks is %0d; it must be a power of two of at least 4",
           LowClocks);
  end

  // --- rows ahead --------------------------------------------------------------------------------
  typedef logic [7:0] ahead_t;
  ahead_t       ahead_d, ahead_q;
  logic [6:0]   back_q;                          // taken or dropped in the clock before
  logic         full_d, full_q;

  assign full_d = ahead_d >= ahead_t'(MaxAhead);
  assign ahead_d = ahead_q + ahead_t'(charge_i) - ahead_t'(back_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ahead_q <= '0;
      back_q  <= '0;
      full_q  <= 1'b0;
    end else begin
      ahead_q <= ahead_d;
      back_q  <= 7'(taken_i) + 7'(refund_i);
      full_q  <= full_d;
    end
  end

  // --- clocks without a pick behind one of several rows ------------------------------------------
  logic [1:0] stall, stall_d, stall_q;
  logic       open_q;                            // picks may be made

  always_comb begin
    stall = '0;
    for (int q = 0; q < int'(NumTxQueues); q++) stall |= pop_data_o[q] ? stall_i[q] : '0;
  end
  // Where a pick is made, no stall is left of an earlier one.
  assign stall_d = stall | ((|stall_q) ? stall_q - 1'b1 : '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stall_q <= '0;
      open_q  <= 1'b0;
    end else begin
      stall_q <= stall_d;
      open_q  <= enable_i && stall == '0 && stall_q <= 2'd1;
    end
  end

  // --- whose turn --------------------------------------------------------------------------------
  localparam int unsigned LowBits = $clog2(LowClocks);
  logic [LowBits-1:0] timer_q;
  logic owed_d, owed_q;                          // a pick to those that are not live
  logic to_discard_d, to_discard_q;              //   now to one that frees rows, now to a record
  logic low_d, low_q, asked_q, picked_q;         // asked: the requests are theirs; picked: were

  queue_mask_t waits_live_q, waits_record_q, waits_discard_q;  // as of the clock before
  logic        records_go, discards_go;          // in the turn of those that are not live

  // For whom the requests of the next clock are.
  queue_mask_t sel_live_q;
  logic        sel_record_q, sel_discard_q, sel_ctl_q;

  assign sel_live_o = sel_live_q;
  assign sel_record_o = sel_record_q;
  assign sel_discard_o = sel_discard_q;

  // What is owed is asked for until a pick was made of it; by then two more are on their way.
  logic served;
  assign served = owed_q && picked_q;
  assign to_discard_d = to_discard_q ^ served;

  assign owed_d = owed_q && !served;
  assign low_d  = (|(waits_record_q | waits_discard_q)) && (owed_d || !(|waits_live_q));

  // What is owed goes to one kind; to the other where only that waits.
  assign records_go  = !owed_d || !to_discard_d || waits_discard_q == '0;
  assign discards_go = !owed_d || to_discard_d || waits_record_q == '0;

  always_ff @(posedge clk_i) begin
    waits_live_q    <= live_i | ctl_any_i;
    waits_record_q  <= record_i;
    waits_discard_q <= discard_i;
    if (!rst_ni) begin
      timer_q      <= '0;
      owed_q       <= 1'b0;
      to_discard_q <= 1'b0;
      low_q        <= 1'b0;
      asked_q      <= 1'b0;
      picked_q     <= 1'b0;
    end else begin
      timer_q      <= timer_q + 1'b1;
      owed_q       <= owed_d || (&timer_q);
      to_discard_q <= to_discard_d;
      low_q        <= low_d;
      asked_q      <= !full_q && low_q;
      picked_q     <= asked_q && open_q;
    end
    sel_ctl_q     <= !full_d && !low_d;
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      if (pause_i[q]) sel_live_q[q] <= 1'b0;
      else            sel_live_q[q] <= place_i && !full_d && !low_d;
    end
    sel_record_q  <= place_i && (full_d || (low_d && records_go));
    sel_discard_q <= place_i && !full_d && low_d && discards_go;
  end

  // --- the pick ----------------------------------------------------------------------------------
  // Requests of the next clock know of the pick in this one, so that one queue can go every clock.
  queue_mask_t request_d, request_q, ctl_request_d, ctl_request_q, grant;
  queue_mask_t goes_data, goes_ctl, ctl_here, ctl_behind;

  rnic_rr_arbiter #(.Width(NumTxQueues)) u_turn (
    .clk_i, .rst_ni, .en_i(open_q), .req_i(request_q), .grant_o(grant)
  );

  assign pop_data_o = grant & goes_data;
  assign pop_ctl_o  = grant & goes_ctl;

  // A grant counts where picks are open. Everything but the grant is ready beforehand.
  assign goes_data  = ~ctl_request_q & {NumTxQueues{open_q}};
  assign goes_ctl   = ctl_request_q & {NumTxQueues{open_q}};
  assign ctl_here   = ctl_any_i & {NumTxQueues{sel_ctl_q}};
  assign ctl_behind = (ctl_more_i & goes_ctl | ctl_any_i & ~goes_ctl) & {NumTxQueues{sel_ctl_q}};

  always_comb begin
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      ctl_request_d[q] = grant[q] ? ctl_behind[q] : ctl_here[q];
      request_d[q] = grant[q] ? ctl_behind[q] || (goes_data[q] ? next_ready_i[q] : ready_i[q])
                              : ctl_here[q] || ready_i[q];
    end
  end

  // Requests need no reset: picks open some clocks behind it.
  always_ff @(posedge clk_i) begin
    request_q     <= request_d;
    ctl_request_q <= ctl_request_d;
  end

  assign closed_o     = !open_q;
  assign none_ahead_o = ahead_q == '0;

  `RNIC_ASSERT(AheadInRange, ahead_q < ahead_t'(MaxAhead + 40), "more rows ahead than were let go")
  `RNIC_ASSERT(OneGrant, $onehot0(grant) && (|grant) == (|request_q), "not one queue is granted")
  `RNIC_ASSERT(NoStallAtPick, open_q |-> stall_q == '0, "picks are open in a stall")
  `RNIC_COVER(AllLive, &request_q)
  `RNIC_COVER(Owed, owed_q && |live_i && |(record_i | discard_i))
  `RNIC_COVER(Ahead, full_q)

endmodule
