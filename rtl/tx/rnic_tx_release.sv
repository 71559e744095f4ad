// SPDX-License-Identifier: Apache-2.0
// What becomes of each picked packet: a frame, rows to free, a record, nothing.
//
// One packet or command a clock, decided in the order in which they come; decided one clock behind
// in_valid_i, at rel_valid_o two clocks behind it, at the end_ ports likewise. There is no ready:
// who picks packets leaves room for what is on its way.
//
// What it becomes depends on the mode of its queue pair: rnic_tx_release_pkg. The decision is made
// for every mode beforehand and chosen when the mode is known: the loop from mode to mode is short.

`include "assert.svh"

module rnic_tx_release
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_tx_release_pkg::*;
#(
  parameter int unsigned NumQps = MaxQps
) (
  input  logic           clk_i,
  input  logic           rst_ni,

  // A packet, or a command between packets.
  input  logic           in_valid_i,
  input  logic           in_cmd_i,
  input  qp_op_e         in_cmd_op_i,
  input  qp_idx_t        in_cmd_qp_i,
  input  logic           in_ctl_i,              // packet of a control source: no WQE behind it
  input  queue_t         in_qid_i,
  input  queue_t         next_qid_i,            // of what comes in the next clock
  input  logic           in_has_rows_i,
  input  packet_rows_t   in_charge_i,           // what its pick was charged
  input  tx_pkt_desc_t   in_desc_i,
  input  logic [7:0]     in_err_count_i,        // of its queue up to its last row

  // To the builder.
  output logic           rel_valid_o,
  input  logic           rel_ready_i,
  output tx_release_t    rel_o,
  output packet_rows_t   taken_o,               // charge of what is taken in this clock
  output packet_rows_t   refund_o,              // charge given up in this clock

  // To the send queue, the QP table, the payload fetch.
  output logic           failure_valid_o,
  input  logic           failure_ready_i,
  output tx_failure_t    failure_o,
  output logic           failure_room_o,
  output logic           error_valid_o,
  output qp_idx_t        error_qp_o,
  output logic           dead_we_o,
  output qp_idx_t        dead_qp_o,
  output logic           dead_o,

  // To completion.
  output logic           end_valid_o,           // a WQE's end, or a token
  output logic           end_token_o,
  output logic           end_record_o,
  output logic           end_free_o,            // its blocks become free
  output qp_idx_t        end_qp_o,
  output wqe_end_t       end_o,
  output logic           no_end_o,              // a data packet without one
  output logic           frame_o,               // a frame goes to the builder

  output logic           idle_o
);

  // --- s0: mode and errors are looked up; the decision for every mode ----------------------------
  localparam int unsigned QpBits = $clog2(NumQps);
  mode_e      mode_rows [NumQps];
  mode_e      s2_mode_q;                        // written a clock behind the decision
  logic       s2_mode_we_q;
  qp_idx_t    s0_qp, s1_qp_q, s2_qp_q;
  logic [7:0] errors_q [NumTxQueues];           // of each queue up to its newest packet
  logic       s1_valid_q;

  assign s0_qp = in_cmd_i ? in_cmd_qp_i : in_desc_i.qp;

  always_ff @(posedge clk_i) begin
    if (s2_mode_we_q) mode_rows[s2_qp_q[QpBits-1:0]] <= s2_mode_q;
  end

  // Those of the next packet's queue are looked up a clock ahead.
  logic       s0_counts;
  logic [7:0] s0_errors_q;
  assign s0_counts = in_valid_i && !in_cmd_i && !in_ctl_i && in_has_rows_i;

  always_ff @(posedge clk_i) begin
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      if (!rst_ni) errors_q[q] <= '0;
      else if (s0_counts && in_qid_i == queue_t'(q)) errors_q[q] <= in_err_count_i;
    end
    s0_errors_q <= s0_counts && in_qid_i == next_qid_i ? in_err_count_i : errors_q[next_qid_i];
  end

  event_t s0_event;
  assign s0_event = '{
    cmd: in_cmd_i, cmd_op: in_cmd_op_i, ctl: in_ctl_i, frame: in_desc_i.frame,
    token: in_desc_i.token, last: in_desc_i.last, flushing: in_desc_i.flushing,
    dead_end: is_dead_end(in_desc_i.wqe.status), rows: s0_counts
  };

  // --- s1: decided by the mode -------------------------------------------------------------------
  logic         s1_data_q, s1_packet_q, s1_dead_end_q, s1_follows_q, s1_is_late_q;
  queue_t       s1_qid_q;
  packet_rows_t s1_charge_q, s1_charge_less_q;
  tx_pkt_desc_t s1_desc_q;
  mode_e        s1_read_mode_q, s1_mode, s3_mode_q;
  decision_t    s1_if_alive_q, s1_if_error_q, s1_if_failed_q, s1_if_flushed_q, s1_if_killed_q, s1;
  logic         s1_read_error_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s1_valid_q  <= 1'b0;
      s1_packet_q <= 1'b0;
      s1_data_q   <= 1'b0;
    end else begin
      s1_valid_q  <= in_valid_i;
      s1_packet_q <= in_valid_i && !in_cmd_i;
      s1_data_q   <= in_valid_i && !in_cmd_i && !in_ctl_i;
    end
    s1_if_alive_q    <= decide(Alive, 1'b0, s0_event);
    s1_if_error_q    <= decide(Alive, 1'b1, s0_event);
    s1_if_failed_q   <= decide(Failed, 1'b0, s0_event);
    s1_if_flushed_q  <= decide(Flushed, 1'b0, s0_event);
    s1_if_killed_q   <= decide(Killed, 1'b0, s0_event);
    s1_read_error_q  <= s0_counts && in_err_count_i != s0_errors_q;
    s1_qid_q         <= in_qid_i;
    s1_charge_q      <= in_charge_i;
    s1_charge_less_q <= in_charge_i - 1'b1;
    s1_desc_q        <= in_desc_i;
    s1_qp_q          <= s0_qp;
    s1_dead_end_q    <= s0_event.dead_end;
    s1_read_mode_q   <= mode_rows[s0_qp[QpBits-1:0]];
    s1_is_late_q     <= s2_mode_we_q && s0_qp == s2_qp_q;
    s1_follows_q     <= s1_valid_q && s0_qp == s1_qp_q;
    s2_mode_q        <= s1.mode;
    s3_mode_q        <= s2_mode_q;
  end

  // The two decisions before this one were not in the memory when it was read.
  assign s1_mode = s1_follows_q ? s2_mode_q : s1_is_late_q ? s3_mode_q : s1_read_mode_q;

  always_comb begin
    unique case (s1_mode)
      Alive:   s1 = s1_read_error_q ? s1_if_error_q : s1_if_alive_q;
      Failed:  s1 = s1_if_failed_q;
      Flushed: s1 = s1_if_flushed_q;
      default: s1 = s1_if_killed_q;
    endcase
  end

  logic s1_frame, s1_discard;
  assign s1_frame   = s1_packet_q && s1.frame;
  assign s1_discard = s1_packet_q && s1.discard;

  // --- to the builder ----------------------------------------------------------------------------
  typedef struct packed {
    packet_rows_t charge;
    tx_release_t  release_;
  } rel_t;

  localparam int unsigned RelDepth = 16;        // more than the picks that MaxAhead lets go
  localparam int unsigned RelLevelBits = $clog2(RelDepth + 1);
  rel_t rel_in, rel_out;
  logic rel_ready, rel_out_valid;
  logic [RelLevelBits-1:0] unused_rel_level;

  always_comb begin
    rel_in.charge = s1.discard ? packet_rows_t'(1) : s1_charge_q;
    rel_in.release_.discard = s1.discard;
    rel_in.release_.qid = s1_qid_q;
    rel_in.release_.desc = s1_desc_q;
  end

  rnic_fifo #(.data_t(rel_t), .Depth(RelDepth)) u_rel (
    .clk_i, .rst_ni,
    .in_valid_i(s1_frame || s1_discard), .in_ready_o(rel_ready), .in_data_i(rel_in),
    .out_valid_o(rel_out_valid), .out_ready_i(rel_ready_i), .out_data_o(rel_out),
    .level_o(unused_rel_level)
  );

  assign rel_valid_o = rel_out_valid;
  assign rel_o = rel_out.release_;
  assign taken_o = (rel_out_valid && rel_ready_i) ? rel_out.charge : '0;
  assign refund_o = (!s1_packet_q || s1.frame) ? '0
                  : s1.discard ? s1_charge_less_q : s1_charge_q;

  // --- s2: told to the others --------------------------------------------------------------------
  logic        s2_end_q, s2_token_q, s2_record_q, s2_free_q, s2_no_end_q, s2_frame_q;
  logic        s2_error_q, s2_failure_q, s2_dead_q;
  wqe_end_t    s1_wqe, s2_wqe_q;
  tx_failure_t s2_failure_data_q;

  always_comb begin
    s1_wqe = s1_desc_q.wqe;
    unique case (s1.ending)
      EndDone:
        s1_wqe.status = (s1_desc_q.opcode[7:5] == 3'd0) ? StatusSent : StatusOk;
      EndReadError: s1_wqe.status = StatusReadError;
      EndFlushed:   s1_wqe.status = StatusFlushed;
      default: ;
    endcase
    if (s1.ending != EndDone) s1_wqe.length = '0;
    if (!s1_desc_q.frame && s1_dead_end_q) begin
      s1_wqe.wr_id = '0;
      s1_wqe.opcode = '1;
      s1_wqe.signaled = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s2_end_q     <= 1'b0;
      s2_no_end_q  <= 1'b0;
      s2_frame_q   <= 1'b0;
      s2_error_q   <= 1'b0;
      s2_failure_q <= 1'b0;
      s2_mode_we_q <= 1'b0;
    end else begin
      s2_end_q     <= s1_data_q && s1.ending != EndNone;
      s2_no_end_q  <= s1_data_q && s1.ending == EndNone;
      s2_frame_q   <= s1_frame;
      s2_error_q   <= s1_data_q && s1.ending inside {EndReadError, EndFlushed, EndAsSaid};
      s2_failure_q <= s1_data_q && (s1.fails || s1.resumes);
      s2_mode_we_q <= s1_valid_q && s1.mode_we;
    end
    s2_token_q  <= s1_desc_q.token;
    s2_record_q <= s1.frame ? s1_desc_q.wqe.signaled : !s1_desc_q.token;
    s2_free_q   <= !s1_desc_q.token && (s1_desc_q.frame || !s1_dead_end_q);
    s2_qp_q     <= s1_qp_q;
    s2_dead_q   <= s1.mode != Alive;
    s2_wqe_q    <= s1_wqe;
    s2_failure_data_q <= '{resume: s1.resumes, qp: s1_qp_q, qid: s1_qid_q,
                           index: s1_desc_q.wqe.index};
  end

  assign end_valid_o = s2_end_q;
  assign end_token_o = s2_token_q;
  assign end_record_o = s2_record_q;
  assign end_free_o = s2_free_q;
  assign end_qp_o = s2_qp_q;
  assign end_o = s2_wqe_q;
  assign no_end_o = s2_no_end_q;
  assign frame_o = s2_frame_q;
  assign error_valid_o = s2_error_q;
  assign error_qp_o = s2_qp_q;
  assign dead_we_o = s2_mode_we_q;
  assign dead_qp_o = s2_qp_q;
  assign dead_o = s2_dead_q;

  // --- failures wait here; picking stops while they are many -------------------------------------
  localparam int unsigned FailureDepth = 16;
  localparam int unsigned FailureLevelBits = $clog2(FailureDepth + 1);
  logic failure_ready, failure_room_q;
  logic [FailureLevelBits-1:0] failure_level;

  rnic_fifo #(.data_t(tx_failure_t), .Depth(FailureDepth)) u_failures (
    .clk_i, .rst_ni,
    .in_valid_i(s2_failure_q), .in_ready_o(failure_ready), .in_data_i(s2_failure_data_q),
    .out_valid_o(failure_valid_o), .out_ready_i(failure_ready_i), .out_data_o(failure_o),
    .level_o(failure_level)
  );

  // Behind the clock in which the level is seen, at most 8 packets are on their way.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) failure_room_q <= 1'b0;
    else         failure_room_q <= failure_level < FailureLevelBits'(FailureDepth - 9);
  end

  assign failure_room_o = failure_room_q;
  assign idle_o = !s1_valid_q && !rel_out_valid && !s2_end_q && !s2_no_end_q && !s2_failure_q &&
                  !s2_mode_we_q && !failure_valid_o;

  `RNIC_ASSERT(RelRoom, s1_frame || s1_discard |-> rel_ready, "a release finds no room")
  `RNIC_ASSERT(FailureRoom, s2_failure_q |-> failure_ready, "a failure finds no room")
  `RNIC_ASSERT(LastWithoutFrame, in_valid_i && !in_cmd_i && !in_desc_i.frame |-> in_desc_i.last,
               "an item without a frame ends its WQE")
  `RNIC_COVER(ReadErrorInside, s1_data_q && s1.ending == EndReadError && !s1_desc_q.last)
  `RNIC_COVER(DeadEndUndone, s1_data_q && s1.resumes)
  `RNIC_COVER(Follows, s1_data_q && s1_follows_q && s2_mode_q != s1_read_mode_q)

endmodule
