// SPDX-License-Identifier: Apache-2.0
// First half of rnic_segmenter: an order and its rows of pieces become single pieces, one a clock.
//
// An order begins with a piece that is marked `start` and carries what the order says; an order
// without pieces gives one empty piece. Rows that no piece needs are taken and thrown away, one a
// clock.

`include "assert.svh"

module rnic_segmenter_feed
  import rnic_qp_pkg::*;
  import rnic_requester_pkg::*;
  import rnic_segmenter_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       order_valid_i,
  output logic       order_pop_o,
  input  wqe_order_t order_i,

  input  logic       row_valid_i,
  output logic       row_pop_o,
  input  piece_row_t row_i,

  output logic       feed_valid_o,
  input  logic       feed_ready_i,
  output feed_t      feed_o,

  output logic       busy_o              // inside an order
);

  // One packet of nothing.
  localparam packet_plan_t NoPayload = '{single: 1'b1, no_bytes: 1'b1, default: '0};

  typedef enum logic [1:0] {
    FeedOrder,                           // an order begins
    FeedPieces,                          // pieces of it are left
    FeedDiscard                          // rows of it are left
  } state_e;

  state_e       state_d, state_q;
  logic         cut_done_d, cut_done_q;  // the order's cut is done, its WQE not
  logic [2:0]   rows_d, rows_q;          // left to discard
  piece_count_t pieces_d, pieces_q;      // left
  logic [1:0]   at_d, at_q;              // piece of the row
  logic         row_end_d, row_end_q;    // it is the row's last: the first row has two, others four
  logic         one_left_d, one_left_q;  // pieces is 1

  logic starts, cuts, piece_goes, start_goes, last_of_row;

  assign starts      = state_q == FeedOrder && order_valid_i && feed_ready_i;
  assign cuts        = order_i.has_cut && !cut_done_q;
  assign start_goes  = starts && (cuts || order_i.no_row || row_valid_i);
  assign piece_goes  = state_q == FeedPieces && row_valid_i && feed_ready_i;
  assign last_of_row = one_left_q || row_end_q;

  always_comb begin
    state_d     = state_q;
    cut_done_d  = cut_done_q;
    rows_d      = rows_q;
    pieces_d    = pieces_q;
    at_d        = at_q;
    row_end_d   = row_end_q;
    one_left_d  = one_left_q;
    order_pop_o = 1'b0;
    row_pop_o   = 1'b0;
    unique case (state_q)
      FeedOrder: begin
        at_d       = 2'd1;
        row_end_d  = 1'b1;
        pieces_d   = order_i.pieces - 1'b1;
        one_left_d = order_i.pieces == piece_count_t'(2);
        if (cuts) begin
          rows_d      = 3'(order_i.cut_rows);
          order_pop_o = start_goes && !order_i.has_wqe;
          if (start_goes) begin
            state_d    = FeedDiscard;
            cut_done_d = order_i.has_wqe;
          end
        end else begin
          rows_d      = order_i.rows - 1'b1;
          order_pop_o = start_goes;
          row_pop_o   = start_goes && !order_i.no_row && !order_i.walks;
          if (start_goes) begin
            cut_done_d = 1'b0;
            if (order_i.walks)           state_d = FeedPieces;
            else if (order_i.spare_rows) state_d = FeedDiscard;
          end
        end
      end
      FeedPieces: begin
        row_pop_o = piece_goes && last_of_row;
        if (piece_goes) begin
          at_d       = last_of_row ? 2'd0 : at_q + 1'b1;
          row_end_d  = !last_of_row && at_q == 2'd2;
          pieces_d   = pieces_q - 1'b1;
          one_left_d = pieces_q == piece_count_t'(2);
          if (one_left_q) state_d = FeedOrder;
        end
      end
      default: begin
        row_pop_o = row_valid_i;
        if (row_valid_i) begin
          rows_d = rows_q - 1'b1;
          if (rows_q == 3'd1) state_d = FeedOrder;
        end
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q    <= FeedOrder;
      cut_done_q <= 1'b0;
    end else begin
      state_q    <= state_d;
      cut_done_q <= cut_done_d;
    end
    rows_q     <= rows_d;
    pieces_q   <= pieces_d;
    at_q       <= at_d;
    row_end_q  <= row_end_d;
    one_left_q <= one_left_d;
  end

  // --- the piece ---------------------------------------------------------------------------------
  logic       in_order;
  logic [1:0] at;
  assign in_order = state_q == FeedOrder;
  assign at       = in_order ? 2'd0 : at_q;

  // By slices: of row_i[at] Verilator 5.006 reads a word behind the row, and masks it away.
  piece_t piece;
  assign piece = at[1] ? (at[0] ? row_i[3] : row_i[2]) : (at[0] ? row_i[1] : row_i[0]);

  always_comb begin
    feed_o.start     = in_order;
    feed_o.last      = in_order ? cuts || !order_i.walks : one_left_q;
    feed_o.needs_enable = in_order && (cuts || !order_i.token);
    feed_o.kind      = cuts ? StepBlockCut : StepPacket;
    feed_o.slot      = order_i.slot - wqe_slot_t'(cuts);
    feed_o.qp        = cuts ? order_i.cut_qp : order_i.qp;
    feed_o.fresh     = cuts ? order_i.cut_fresh : order_i.fresh;
    feed_o.run_first = !cuts && order_i.run_first;
    feed_o.other_qp  = !cuts && order_i.other_qp;
    feed_o.plan      = cuts ? NoPayload : order_i.plan;
    feed_o.piece     = piece;
    if (in_order && (cuts || order_i.bare)) begin
      feed_o.piece.bytes = '0;
      feed_o.piece.empty = 1'b1;
    end
  end
  assign feed_valid_o = start_goes || piece_goes;

  assign busy_o = state_q != FeedOrder || cut_done_q;

  `RNIC_ASSERT(RowsAreExact,
               piece_goes && one_left_q |-> row_pop_o && pieces_q == piece_count_t'(1),
               "the last piece leaves its row in the queue")

endmodule
