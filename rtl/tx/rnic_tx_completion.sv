// SPDX-License-Identifier: Apache-2.0
// Ends of WQEs wait until every frame released before them has left; then blocks become free and
// records are given out, in the order of release.
//
// One end a clock. Ends wait in one FIFO, records for their reader in another of the same depth:
// a place that was reserved for an end at its pick (places_o) holds through both, so a reader that
// does not read stops picks and nothing else, and no record is lost. Tokens wait for the frames
// too: a reset is over when the last frame of the QP is gone. Records not read do not hold them.

`include "assert.svh"

module rnic_tx_completion
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
#(
  parameter int unsigned NumQps = MaxQps,
  parameter int unsigned Places = 128           // ends picked and not yet read, at least 32
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // Places: one is taken by each pick of a data packet.
  input  logic        reserve_i,
  output logic        place_o,                  // more picks may be made
  output logic        none_reserved_o,

  // What came of it.
  input  logic        no_end_i,
  input  logic        end_valid_i,
  input  logic        end_token_i,
  input  logic        end_record_i,
  input  logic        end_free_i,
  input  qp_idx_t     end_qp_i,
  input  wqe_end_t    end_i,

  // Frames: released (with or before the end of this clock), and gone.
  input  logic        frame_i,
  input  logic [1:0]  left_frames_i,

  // A QP starts anew: none of its blocks is free.
  input  logic        load_valid_i,
  input  qp_idx_t     load_qp_i,
  input  qp_idx_t     free_qp_i,                // sq_free, for the send queue
  output sq_index_t   free_index_o,             // 2 clocks later
  input  qp_idx_t     look_qp_i,                // the same, for registers
  output sq_index_t   look_index_o,

  output logic        token_valid_o,
  output qp_idx_t     token_qp_o,
  output logic        cpl_valid_o,
  input  logic        cpl_ready_i,
  output wqe_end_t    cpl_o,
  output logic        stat_status_valid_o,
  output wqe_status_e stat_status_o
);

  if (Places < 32) begin : gen_bad_places
    $fatal(1, "rnic_tx_completion: Places is %0d; it must be at least 32", Places);
  end

  // --- frames on their way -----------------------------------------------------------------------
  // At most some hundred are: half the circle tells before from behind.
  typedef logic [9:0] frame_count_t;
  frame_count_t released_d, released_q, left_q;

  assign released_d = released_q + frame_count_t'(frame_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      released_q <= '0;
      left_q     <= '0;
    end else begin
      released_q <= released_d;
      left_q     <= left_q + frame_count_t'(left_frames_i);
    end
  end

  // --- ends that wait for them -------------------------------------------------------------------
  typedef struct packed {
    frame_count_t frames;
    logic         token;
    logic         record;
    logic         free;
    qp_idx_t      qp;
    wqe_end_t     wqe;
  } waiting_t;

  localparam int unsigned LevelBits = $clog2(Places + 1);
  waiting_t     in, head;
  logic         in_ready, head_valid, pop, out_ready;
  frame_count_t over;
  logic [LevelBits-1:0] unused_waiting_level, unused_out_level;

  assign in = '{frames: released_d, token: end_token_i, record: end_record_i, free: end_free_i,
                qp: end_qp_i, wqe: end_i};

  rnic_fifo #(.data_t(waiting_t), .Depth(Places)) u_waiting (
    .clk_i, .rst_ni,
    .in_valid_i(end_valid_i), .in_ready_o(in_ready), .in_data_i(in),
    .out_valid_o(head_valid), .out_ready_i(pop), .out_data_o(head),
    .level_o(unused_waiting_level)
  );

  assign over = left_q - head.frames;
  assign pop  = head_valid && !over[$bits(frame_count_t)-1] && !load_valid_i;

  // --- done: blocks, tokens, records -------------------------------------------------------------
  logic        free_we_q, token_q, record_q;
  qp_idx_t     free_qp_q;
  sq_index_t   free_index_q;
  wqe_end_t    record_wqe_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      free_we_q <= 1'b0;
      token_q   <= 1'b0;
      record_q  <= 1'b0;
    end else begin
      free_we_q <= load_valid_i || (pop && head.free);
      token_q   <= pop && head.token;
      record_q  <= pop && head.record;
    end
    free_qp_q    <= load_valid_i ? load_qp_i : head.qp;
    free_index_q <= load_valid_i ? '0 : head.wqe.index + sq_index_t'(head.wqe.blocks);
    record_wqe_q <= head.wqe;
  end

  localparam int unsigned QpBits = $clog2(NumQps);
  rnic_ram_1r1w #(.Width($bits(sq_index_t)), .NumWords(NumQps), .OutReg(1'b1)) u_free (
    .clk_i, .rst_ni,
    .wr_en_i(free_we_q), .wr_addr_i(free_qp_q[QpBits-1:0]), .wr_data_i(free_index_q),
    .rd_en_i(1'b1), .rd_addr_i(free_qp_i[QpBits-1:0]), .rd_data_o(free_index_o)
  );
  rnic_ram_1r1w #(.Width($bits(sq_index_t)), .NumWords(NumQps), .OutReg(1'b1)) u_look (
    .clk_i, .rst_ni,
    .wr_en_i(free_we_q), .wr_addr_i(free_qp_q[QpBits-1:0]), .wr_data_i(free_index_q),
    .rd_en_i(1'b1), .rd_addr_i(look_qp_i[QpBits-1:0]), .rd_data_o(look_index_o)
  );

  rnic_fifo #(.data_t(wqe_end_t), .Depth(Places)) u_records (
    .clk_i, .rst_ni,
    .in_valid_i(record_q), .in_ready_o(out_ready), .in_data_i(record_wqe_q),
    .out_valid_o(cpl_valid_o), .out_ready_i(cpl_ready_i), .out_data_o(cpl_o),
    .level_o(unused_out_level)
  );

  assign token_valid_o = token_q;
  assign token_qp_o = free_qp_q;
  assign stat_status_valid_o = record_q;
  assign stat_status_o = record_wqe_q.status;

  // --- places ------------------------------------------------------------------------------------
  // A pick is counted some clocks after place_o let it go: as many are kept back.
  localparam int unsigned Kept = 8;
  logic [LevelBits-1:0] used_q;
  logic [1:0]           back_q;
  logic                 place_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q  <= '0;
      back_q  <= '0;
      place_q <= 1'b0;
    end else begin
      used_q  <= used_q + LevelBits'(reserve_i) - LevelBits'(back_q);
      back_q  <= 2'(no_end_i) + 2'(pop && !head.record) + 2'(cpl_valid_o && cpl_ready_i);
      place_q <= used_q < LevelBits'(Places - Kept);
    end
  end

  assign place_o = place_q;
  assign none_reserved_o = used_q == '0;

  `RNIC_ASSERT(PlaceForEnd, end_valid_i |-> in_ready, "a WQE's end finds no place")
  `RNIC_ASSERT(PlaceForRecord, record_q |-> out_ready, "a record finds no place")
  `RNIC_ASSERT(PlacesInRange, used_q <= LevelBits'(Places), "more places are taken than there are")
  `RNIC_COVER(NoPlace, !place_q)
  `RNIC_COVER(WaitsForFrames, head_valid && over[$bits(frame_count_t)-1])

endmodule
