// SPDX-License-Identifier: Apache-2.0
// The front of one queue's fragments: what may be read now, and what is only accounted.
//
// A packet's first fragment reserves its rows. Fragments pass in order, one a clock, while the
// queue has room for any packets still on their way here (96 rows of RowsPerQueue - 1: the row
// behind all others may be written ahead of its turn, see rnic_payload_align). Paused, nothing
// passes but what belongs to a dead QP.
// A packet whose first fragment is met with its QP dead is dead: that fragment passes with dead_o
// set, its others vanish. One begun alive is read whole. A dead QP may come to life again when none
// of its fragments is here, so that its next packet begins a message.
//
// Not promised: that fragments of a queue stop in the clock in which pause_i rises; it is looked at
// as it stands.

`include "assert.svh"

module rnic_payload_gate
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         in_valid_i,
  output logic         in_pop_o,
  input  tx_frag_t     in_frag_i,
  input  logic         in_dead_i,          // looked up for in_frag_i
  input  logic         dead_we_i,          // the newest change, for the fragment held here
  input  qp_idx_t      dead_qp_i,
  input  logic         dead_i,

  input  logic         pause_i,
  input  logic         steer_room_i,       // the aligner can take more
  input  logic         free_valid_i,
  input  packet_rows_t free_rows_i,

  output logic         out_valid_o,        // only with out_ready_i
  input  logic         out_ready_i,
  output tx_frag_t     out_frag_o,
  output logic         out_dead_o,
  output logic         busy_o              // a fragment is held here
);

  localparam int unsigned MaxRows = RowsPerQueue - 1;
  // Three packets may pass before the first of them shows in open_q.
  localparam int unsigned RowsAhead = 3 * MaxPayloadBytes / RowBytes;
  typedef logic [$clog2(RowsPerQueue)-1:0] rows_t;

  tx_frag_t frag_q;
  logic     held_q, dead_q, packet_dead_q, open_q, load, go, pass, dead;

  // --- passing -----------------------------------------------------------------------------------
  assign go   = out_ready_i && open_q && (!pause_i || dead_q);
  assign pass = held_q && go;
  assign load = in_valid_i && (!held_q || go);
  assign dead = frag_q.first ? dead_q : packet_dead_q;

  always_comb begin
    out_frag_o         = frag_q;
    out_frag_o.restart = frag_q.first && frag_q.restart;
  end
  assign out_valid_o = pass && (frag_q.first || !packet_dead_q);
  assign out_dead_o  = dead;
  assign in_pop_o    = load;
  assign busy_o      = held_q;

  // --- rows --------------------------------------------------------------------------------------
  packet_rows_t take_q, give_q;
  rows_t        free_q;

  // --- registers ---------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      take_q <= '0;
      give_q <= '0;
      free_q <= rows_t'(MaxRows);
      open_q <= 1'b0;
    end else begin
      if (load)      held_q <= 1'b1;
      else if (pass) held_q <= 1'b0;
      take_q <= (pass && frag_q.first) ? frag_q.packet_rows : '0;
      give_q <= free_valid_i ? free_rows_i : '0;
      free_q <= free_q + rows_t'(give_q) - rows_t'(take_q);
      open_q <= steer_room_i && free_q >= rows_t'(RowsAhead);
    end
  end

  // A packet's first fragment sets packet_dead_q, its others look at it.
  always_ff @(posedge clk_i) begin
    if (pass && frag_q.first) packet_dead_q <= dead_q;
    if (load) begin
      frag_q <= in_frag_i;
      dead_q <= in_dead_i;
    end else if (dead_we_i && dead_qp_i == frag_q.qp) begin
      dead_q <= dead_i;
    end
  end

  `RNIC_ASSERT(RowsInRange,
               11'(free_q) + 11'(give_q) >= 11'(take_q) &&
               11'(free_q) + 11'(give_q) - 11'(take_q) <= 11'(MaxRows),
               "more rows are reserved, or given back, than the queue has")
  `RNIC_ASSERT(FirstOfPacket, pass && frag_q.first |-> frag_q.packet_rows != '0,
               "a packet with payload has no rows")
  `RNIC_COVER(PausedDead, pass && pause_i)
  `RNIC_COVER(OutOfRows, held_q && !open_q)

endmodule
