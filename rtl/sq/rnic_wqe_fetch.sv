// SPDX-License-Identifier: Apache-2.0
// From doorbells to blocks of work queue elements: the front half of the send queue.
//
// A QP with work waits in the list of its queue (= priority, by its DSCP). Turn by turn runs of at
// most 8 blocks are read ahead from the rings into the queue's part of a line store, and come out
// in that order, with what the QP's context says of them. A queue whose room is used up, or whose
// reads are not answered, holds no other.
// One QP or many give one block a clock, if their blocks fill memory lines and the doorbells come
// for 16 blocks or more each.
// Not promised: whole WQEs in a run. A rewind asks for what was cut.

`include "assert.svh"

module rnic_wqe_fetch
  import rnic_axi_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_fetch_pkg::*;
#(
  parameter int unsigned NumQps = 1024         // power of two, 2 to 1024
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  dscp_map_t   cfg_map_i,

  input  logic        db_valid_i,
  output logic        db_ready_o,
  input  logic [23:0] db_qpn_i,
  input  logic [15:0] db_count_i,
  output logic        stat_db_ignored_o,

  input  logic        cmd_valid_i,
  output logic        cmd_ready_o,
  input  qp_cmd_t     cmd_i,

  input  logic        error_valid_i,           // the QP moved to the error state; in any clock
  input  qp_idx_t     error_qp_i,

  input  logic        rewind_valid_i,
  output logic        rewind_ready_o,
  input  sq_rewind_t  rewind_i,

  output qp_idx_t     free_qp_o,
  input  sq_index_t   free_index_i,            // sq_free of the free_qp_o of 2 clocks before

  output logic        ar_valid_o,
  input  logic        ar_ready_i,
  output axi_ar_t     ar_o,
  input  logic        r_valid_i,
  output logic        r_ready_o,               // always
  input  axi_r_t      r_i,

  output logic        block_valid_o,
  output queue_t      block_qid_o,
  output sq_block_t   block_o,
  input  queue_mask_t block_room_i,            // low: at most 8 more blocks of the queue come

  output queue_mask_t others_waiting_o,        // behind the QP whose blocks were given last is
                                               // work of another (low for up to 16 clocks while
                                               // that goes from list to run to block)
  output logic        idle_o                   // no read is under way
);

  logic        turn_valid, turn_ready, turn_flushing;
  qp_idx_t     turn_qp;
  queue_t      turn_qid;
  logic        push_valid;
  queue_mask_t push, push_flush;
  qp_idx_t     push_qp;
  queue_mask_t waits, waits_alone;
  qp_idx_t     waits_qp [NumTxQueues], newest_qp [NumTxQueues];
  logic        run_valid, read_valid, read_room;
  fetch_run_t  run;
  fetch_read_t read;
  queue_mask_t run_room, line_room, line_flush_room, turn_room_q, turn_flush_room_q, others;
  queue_mask_t line_here, line_here_two, line_take;
  logic        rd_en, line_error;
  queue_t      rd_qid;
  line_row_t   rd_row;
  logic [AxiDataBits-1:0] line;

  rnic_wqe_fetch_ctl #(.NumQps(NumQps)) u_ctl (
    .clk_i, .rst_ni, .cfg_map_i,
    .db_valid_i, .db_ready_o, .db_qpn_i, .db_count_i, .stat_db_ignored_o,
    .cmd_valid_i, .cmd_ready_o, .cmd_i,
    .error_valid_i, .error_qp_i,
    .rewind_valid_i, .rewind_ready_o, .rewind_i,
    .free_qp_o, .free_index_i,
    .turn_valid_i   (turn_valid), .turn_ready_o(turn_ready), .turn_qp_i(turn_qp),
    .turn_qid_i   (turn_qid), .turn_flushing_i(turn_flushing), .others_i(waits),
    .push_valid_o   (push_valid), .push_o(push), .push_flush_o(push_flush),
    .push_qp_o      (push_qp),
    .run_valid_o    (run_valid), .run_o(run), .read_valid_o(read_valid), .read_o(read)
  );

  rnic_turns #(.NumQps(NumQps)) u_turns (
    .clk_i, .rst_ni,
    .push_valid_i(push_valid), .push_i(push), .push_flush_i(push_flush),
    .push_qp_i   (push_qp),
    .room_i      (turn_room_q), .flush_room_i(turn_flush_room_q),
    .turn_valid_o(turn_valid), .turn_ready_i(turn_ready), .turn_qp_o(turn_qp),
    .turn_qid_o(turn_qid), .turn_flushing_o(turn_flushing),
    .waits_o     (waits), .waits_qp_o(waits_qp), .waits_alone_o(waits_alone)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      turn_room_q       <= '0;
      turn_flush_room_q <= '0;
    end else begin
      turn_room_q       <= run_room & line_room & {NumTxQueues{read_room}};
      turn_flush_room_q <= run_room & line_flush_room & {NumTxQueues{read_room}};
    end
  end

  rnic_line_reader u_reader (
    .clk_i, .rst_ni,
    .read_valid_i(read_valid), .read_i(read), .room_o(read_room),
    .ar_valid_o, .ar_ready_i, .ar_o
  );

  rnic_line_store u_store (
    .clk_i, .rst_ni,
    .reserve_valid_i(read_valid), .reserve_qid_i(read.qid), .reserve_lines_i(read.lines),
    .room_o         (line_room), .flush_room_o(line_flush_room),
    .r_valid_i, .r_i,
    .here_o         (line_here), .here_two_o(line_here_two), .take_i(line_take),
    .rd_en_i        (rd_en), .rd_qid_i(rd_qid), .rd_row_i(rd_row),
    .line_error_o   (line_error), .line_o(line),
    .idle_o
  );
  assign r_ready_o = 1'b1;

  rnic_block_stream u_stream (
    .clk_i, .rst_ni,
    .run_valid_i(run_valid), .run_i(run), .room_o(run_room),
    .others_o   (others), .newest_qp_o(newest_qp),
    .here_i     (line_here), .here_two_i(line_here_two), .take_o(line_take),
    .rd_en_o    (rd_en), .rd_qid_o(rd_qid), .rd_row_o(rd_row),
    .line_error_i(line_error), .line_i(line),
    .block_room_i, .block_valid_o, .block_qid_o, .block_o
  );

  // --- work of another QP: in a run read ahead, or in the list -----------------------------------
  // QPs in error count from the run on that their share gave them: long messages of others are not
  // interrupted for a flush more often than that.
  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_others
    logic list_q;

    always_ff @(posedge clk_i) begin
      list_q <= waits[q] && !(waits_alone[q] && waits_qp[q] == newest_qp[q]);
      if (!rst_ni) others_waiting_o[q] <= 1'b0;
      else         others_waiting_o[q] <= others[q] || list_q;
    end
  end

endmodule
