// SPDX-License-Identifier: Apache-2.0
// The packet builder's first stage: one step a clock, a step being a packet's next row of payload.
//
// A packet without payload takes one step too. A discarded one takes a clock and no step; its rows
// are given back at once, those of the others as they are read. A packet is taken in the clock of
// its first step and not before: nothing waits in here while a long packet is in work, so that a
// pause catches all that has not begun.
//
// Steps stop while InFlightSegs segments or more are between here and the packer's decision, a head
// counting as 8: it may cost a row of its own. What is issued until a step's segments are
// counted comes on top: 4 steps of 16 segments at most.

`include "assert.svh"

module rnic_tx_packet_builder_steps
  import rnic_tx_pkg::*;
#(
  // Segments: at least what the packer takes until a step that it makes room for has arrived.
  parameter int unsigned InFlightSegs = 96
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  input  logic                             rel_valid_i,
  output logic                             rel_ready_o,
  input  logic                             rel_discard_i,
  input  queue_t                           rel_qid_i,
  input  payload_len_t                     rel_payload_bytes_i,
  output logic                             begins_o,        // in this clock: a frame's first step

  // The step, 1 clock later.
  output logic                             step_valid_o,
  output logic                             step_first_o,
  output logic                             step_last_o,
  output logic                             blocked_o,       // no step: for want of room

  output logic                             row_rd_en_o,
  output queue_t                           row_rd_qid_o,
  output logic [$clog2(RowsPerQueue)-1:0]  row_rd_row_o,
  output logic                             free_valid_o,
  output queue_t                           free_qid_o,
  output packet_rows_t                     free_rows_o,

  input  logic [4:0]                       added_segs_i,    // of a step, 3 clocks later
  input  logic [4:0]                       freed_segs_i     // taken by the packer
);

  typedef logic [$clog2(RowsPerQueue)-1:0] row_t;

  // ------------------------------------------------------------ room
  logic [7:0] in_flight_d, in_flight_q;
  logic       room_d, room_q;

  assign in_flight_d = in_flight_q + 8'(added_segs_i) - 8'(freed_segs_i);
  assign room_d = in_flight_d < 8'(InFlightSegs);

  // ------------------------------------------------------------ steps
  logic [4:0] left_d, left_q;          // steps that the packet in work still has, if busy
  logic       busy_d, busy_q;
  logic       ready_d, ready_q;
  logic       take, begins, goes_on, is_long, ends;
  logic [4:0] later_rows;              // behind the packet's first

  assign take = rel_valid_i & ready_q;
  assign begins = take & !rel_discard_i;
  assign goes_on = busy_q & room_q;
  assign is_long = rel_payload_bytes_i > payload_len_t'(RowBytes);
  assign later_rows = 5'((rel_payload_bytes_i - 1'b1) >> $clog2(RowBytes));
  assign ends = begins ? !is_long : left_q == 5'd1;

  assign busy_d = (begins & is_long) | (busy_q & !(room_q & (left_q == 5'd1)));
  assign ready_d = room_d & !busy_d;
  always_comb begin
    left_d = left_q;
    if (begins) left_d = later_rows;
    else if (goes_on) left_d = left_q - 1'b1;
  end

  // ------------------------------------------------------------ rows
  row_t [NumTxQueues-1:0] next_row_q;  // of the first packet not yet taken
  row_t                   first_row, later_row_q;
  packet_rows_t           rows;

  assign first_row = next_row_q[rel_qid_i];
  assign rows = rows_of(rel_payload_bytes_i);

  always_ff @(posedge clk_i) begin
    if (take | goes_on) begin
      row_rd_row_o <= take ? first_row : later_row_q;
      later_row_q <= (take ? first_row : later_row_q) + 1'b1;
    end
    if (take) row_rd_qid_o <= rel_qid_i;
    free_rows_o <= begins | goes_on ? packet_rows_t'(1) : rows;
    step_first_o <= begins;
    step_last_o <= ends;
    blocked_o <= !room_q & rst_ni;
    left_q <= left_d;
    for (int unsigned q = 0; q < NumTxQueues; q++) begin
      if (!rst_ni) next_row_q[q] <= '0;
      else if (take && rel_qid_i == queue_t'(q)) next_row_q[q] <= first_row + row_t'(rows);
    end
    if (!rst_ni) begin
      busy_q <= 1'b0;
      ready_q <= 1'b0;
      room_q <= 1'b0;
      in_flight_q <= '0;
      step_valid_o <= 1'b0;
      row_rd_en_o <= 1'b0;
      free_valid_o <= 1'b0;
    end else begin
      busy_q <= busy_d;
      ready_q <= ready_d;
      room_q <= room_d;
      in_flight_q <= in_flight_d;
      step_valid_o <= begins | goes_on;
      row_rd_en_o <= goes_on | (begins & (rel_payload_bytes_i != '0));
      free_valid_o <= goes_on | (take & (rel_payload_bytes_i != '0));
    end
  end

  assign free_qid_o = row_rd_qid_o;
  assign rel_ready_o = ready_q;
  assign begins_o = begins;

  `RNIC_ASSERT(InFlightInRange, in_flight_q <= 8'(InFlightSegs + 64),
               "more segments are in flight than the packer's queue has room for")
  `RNIC_COVER(WaitsInFrame, busy_q && !room_q)
  `RNIC_COVER(Discards, take && rel_discard_i)

endmodule
