// SPDX-License-Identifier: Apache-2.0
// One queue's segmenter: orders and rows of pieces become steps, each a packet or a part of one.
//
// One step a clock, also where every order is one packet. Steps of a packet follow one another.
// While cfg_enable_i is low no order is begun but a reset's token; one that was begun is finished.
// With hand_back_i orders do not wait for cfg_enable_i then: they go to be read again, so that a
// token that stands behind them comes through. Both inputs act 1 clock late.
// A turn is over after 64 KiB of payload since the last run began, in front of the next packet, if
// another QP waits: in the orders that stand behind, or (others_waiting_i) not yet read.
// Not known here: whether a QP failed, was reset, or is flushed. rnic_tx_describe knows, makes of
// the steps what they are worth, and tells of every packet whether it leaves (decided); where it
// does not, the order is left.

module rnic_segmenter
  import rnic_requester_pkg::*;
  import rnic_segmenter_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_ni,

  input  logic          cfg_enable_i,
  input  logic          hand_back_i,

  input  logic          order_valid_i,
  output logic          order_pop_o,
  input  wqe_order_t    order_i,
  input  logic          order_other_qp_i,     // one with other_qp has entered the queue

  input  logic          row_valid_i,
  output logic          row_pop_o,
  input  piece_row_t    row_i,

  input  logic          others_waiting_i,

  input  logic          decided_valid_i,
  input  wqe_slot_t     decided_slot_i,
  input  logic          decided_good_i,

  output logic          step_valid_o,
  output logic          step_more_o,          // another one stands behind it
  input  logic          step_ready_i,
  output segment_step_t step_o,

  output logic          busy_o                // an order is in work, or will be, or a step waits
);

  logic          feed_valid, feed_ready, piece_valid, piece_ready, walk_valid, walk_ready;
  logic          feed_busy, walk_busy;
  feed_t         feed, piece;
  segment_step_t walk_step;

  rnic_segmenter_feed u_feed (
    .clk_i, .rst_ni,
    .order_valid_i, .order_pop_o, .order_i,
    .row_valid_i, .row_pop_o, .row_i,
    .feed_valid_o(feed_valid), .feed_ready_i(feed_ready), .feed_o(feed),
    .busy_o      (feed_busy)
  );

  rnic_skid #(.data_t(feed_t)) u_feed_skid (
    .clk_i, .rst_ni,
    .in_valid_i (feed_valid),  .in_ready_o (feed_ready),  .in_data_i (feed),
    .out_valid_o(piece_valid), .out_ready_i(piece_ready), .out_data_o(piece)
  );

  rnic_segmenter_walk u_walk (
    .clk_i, .rst_ni, .cfg_enable_i, .hand_back_i,
    .feed_valid_i(piece_valid), .feed_ready_o(piece_ready), .feed_i(piece),
    .others_waiting_i, .order_other_qp_i, .decided_valid_i, .decided_slot_i, .decided_good_i,
    .step_valid_o(walk_valid), .step_ready_i(walk_ready), .step_o(walk_step),
    .busy_o      (walk_busy)
  );

  // Four steps deep: whoever takes them needs to know a clock ahead whether there is another.
  logic [2:0] num_steps;
  rnic_fifo #(.data_t(segment_step_t), .Depth(4)) u_steps (
    .clk_i, .rst_ni,
    .in_valid_i (walk_valid),   .in_ready_o (walk_ready),   .in_data_i (walk_step),
    .out_valid_o(step_valid_o), .out_ready_i(step_ready_i), .out_data_o(step_o),
    .level_o    (num_steps)
  );
  assign step_more_o = num_steps >= 3'd2;

  assign busy_o = walk_busy || step_valid_o || (cfg_enable_i && (feed_busy || piece_valid));

endmodule
