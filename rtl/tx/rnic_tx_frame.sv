// SPDX-License-Identifier: Apache-2.0
// From released packets to frames on the bus: builder, packer, ICRC, output FIFO.
//
// Frames leave in the order of release, back to back, gapless: all payload of a released packet
// must be in the payload buffer. At most one packet a clock, one row of payload a clock, eight
// segments a clock. No clock enable runs through the pipe: rows leave the packer against credits
// for the FIFO's room.
//
// Latency when idle: 28 clocks from the packet taken to its first segment on the bus, 18 of them in
// the ICRC engine. Between the packet taken and its first segment are at most 48 rows of the bus;
// no packet is taken before it begins.
// Not promised: any check of a descriptor, or of the ICRC.

`include "assert.svh"

module rnic_tx_frame
  import rnic_bus_pkg::*;
  import rnic_icrc_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_tx_frame_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic                             clk_i,
  input  logic                             rst_ni,

  input  logic                             rel_valid_i,
  output logic                             rel_ready_o,
  input  tx_release_t                      rel_i,

  output qp_idx_t                          ctx_qp_o,
  input  addr_ctx_t                        ctx_i,            // 2 clocks after ctx_qp_o

  output logic                             row_rd_en_o,
  output queue_t                           row_rd_qid_o,
  output logic [$clog2(RowsPerQueue)-1:0]  row_rd_row_o,
  input  item_data_t                       row_data_i,       // 3 clocks after row_rd_en_o
  output logic                             free_valid_o,     // at the read's edge at the earliest
  output queue_t                           free_qid_o,
  output packet_rows_t                     free_rows_o,

  output logic                             tx_valid_o,
  input  logic                             tx_ready_i,
  output seg_beat_t                        tx_beat_o,
  output logic [1:0]                       left_frames_o,    // last segment taken, a clock before

  output logic                             stat_valid_o,     // a frame was begun
  output logic [13:0]                      stat_bytes_o,     // padded, without FCS
  output opcode_t                          stat_opcode_o,
  output queue_t                           stat_qid_o,
  output logic                             idle_o            // no frame between release and bus
);

  // From a row taken on the bus to the FIFO's output for the row that its credit let go: 24 clocks;
  // the packer leaves one credit unused, and one is to spare.
  localparam int unsigned OutputRows = GenerateCycles + 8;

  logic       begins, items_valid, credit;
  logic [4:0] freed_segs;
  tail_t      tail;
  head_t      head;
  tail_data_t tail_data;
  item_data_t head_data;
  seg_beat_t  row, row_with_icrc;
  verdict_t   unused_verdict_0, unused_verdict_1;

  rnic_tx_packet_builder u_builder (
    .clk_i, .rst_ni,
    .rel_valid_i, .rel_ready_o, .rel_i, .begins_o(begins), .ctx_qp_o, .ctx_i,
    .row_rd_en_o, .row_rd_qid_o, .row_rd_row_o, .row_data_i,
    .free_valid_o, .free_qid_o, .free_rows_o,
    .items_valid_o(items_valid), .tail_o(tail), .head_o(head), .tail_data_o(tail_data),
    .head_data_o(head_data), .freed_segs_i(freed_segs),
    .stat_valid_o, .stat_bytes_o, .stat_opcode_o, .stat_qid_o
  );

  rnic_tx_packer #(.Credits(OutputRows)) u_packer (
    .clk_i, .rst_ni,
    .items_valid_i(items_valid), .tail_i(tail), .head_i(head), .tail_data_i(tail_data),
    .head_data_i(head_data), .freed_segs_o(freed_segs),
    .credit_i(credit), .row_o(row)
  );

  rnic_icrc_engine #(.Generate(1'b1)) u_icrc (
    .clk_i, .rst_ni, .beat_i(row),
    .verdict_0_o(unused_verdict_0), .verdict_1_o(unused_verdict_1), .beat_o(row_with_icrc)
  );

  rnic_tx_output #(.Depth(OutputRows)) u_output (
    .clk_i, .rst_ni, .row_i(row_with_icrc), .credit_o(credit), .left_frames_o,
    .tx_valid_o, .tx_ready_i, .tx_beat_o
  );

  // ------------------------------------------------------------ idle
  localparam int unsigned MaxFrames = 127;   // 26 rows hold at most 2 each, the queue 38
  logic [$clog2(MaxFrames+1)-1:0] frames_d, frames_q;

  assign frames_d = frames_q + $bits(frames_q)'(begins) - $bits(frames_q)'(left_frames_o);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      frames_q <= '0;
      idle_o <= 1'b1;
    end else begin
      frames_q <= frames_d;
      idle_o <= frames_d == '0;
    end
  end

  `RNIC_COVER(Busy, frames_q > 7'd32)

endmodule
