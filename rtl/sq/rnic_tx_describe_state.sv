// SPDX-License-Identifier: Apache-2.0
// What each QP's state makes of a step: a frame, a record, a rewind or nothing; and its next PSN.
//
// All that changes a QP comes through here in one order, a step or an outside event a clock, of the
// same QP in every clock too: nothing of a QP is known or changed anywhere else in the requester.
//
//   clock 0   a step or event at the input, its QP's state addressed
//   clock 2   the state is there; results that are on their way into the memory take its place
//   clock 3   decision and next state
//   clock 4   outputs; the memory is written
//
// A QP is normal, flushed (each WQE becomes a record), dead (nothing can be read) or killed
// (nothing counts until the token); and a rewind may be under way (drop): nothing counts until its
// run comes.

`include "assert.svh"

module rnic_tx_describe_state
  import rnic_roce_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
#(
  parameter int unsigned NumQps = 1024  // power of two, 2 to 1024
) (
  input  logic          clk_i,
  input  logic          rst_ni,

  input  logic [15:0]   cfg_ackreq_every_i,    // packets, 0: never inside of a message

  // Clock 0: a step, or an event of a QP
  input  logic          step_valid_i,
  input  queue_t        step_qid_i,
  input  segment_step_t step_i,
  input  requester_event_t event_i,            // never together with a step

  // Clock 2: the step's verdict
  input  wqe_verdict_t  verdict_i,

  // Clock 4: what becomes of it
  output logic          frame_o,               // a packet, or a further fragment of one
  output logic          record_o,              // an item without frame: the WQE's end
  output logic          token_o,               // an item without frame: the token
  output logic          rewind_o,
  output logic          taken_o,               // a WQE was begun or ended here
  output logic          flushing_o,
  output status_code_t  status_o,
  output psn_t          psn_o,
  output logic          ack_due_o,             // by count
  output logic          decided_o,             // a packet was judged
  output logic          good_o                 // its order may go on
);

  if (NumQps < 2 || NumQps > MaxQps || (NumQps & (NumQps - 1)) != 0) begin : gen_bad_qps
    $fatal(1, "rnic_tx_describe_state: NumQps is %0d; it must be a power of two from 2 to %0d",
           NumQps, MaxQps);
  end
  localparam int unsigned QpBits = $clog2(NumQps);

  typedef enum logic [1:0] {
    Normal = 2'd0,
    Flush  = 2'd1,
    Dead   = 2'd2,
    Killed = 2'd3
  } mode_e;

  typedef struct packed {
    mode_e       mode;
    logic        drop;
    psn_t        psn;                          // of the next packet
    logic [16:0] ack_wait;                     // packets of the message before the one before the
                                               // next that asks for an ACK; negative: that is next
  } state_t;

  // --- clocks 0 to 2: the memory -----------------------------------------------------------------
  // What is decided by the step alone, ready made for clock 3.
  typedef struct packed {
    requester_op_e op;
    qp_idx_t       qp;
    queue_t        qid;
    logic          is_step;
    logic          first;                      // of its packet
    logic          wqe_first;
    logic          fresh;                      // ends a drop
    logic          block_cut;
    logic          turn_cut;
    logic          message_first;
  } what_t;

  qp_idx_t s0_qp;
  what_t   s1_q, s2_q, s3_q;
  logic    s1_valid_q, s2_valid_q, s3_valid_q, s4_valid_q, s5_valid_q;
  qp_idx_t s4_qp_q, s5_qp_q;
  psn_t    s1_psn_q, s2_psn_q;
  state_t  ram_state, s4_state_q, s5_state_q, s6_state_q, s3_next;

  assign s0_qp = step_valid_i ? step_i.qp : event_i.qp;

  always_ff @(posedge clk_i) begin
    s1_q <= '{op: event_i.op, qp: s0_qp, qid: step_qid_i,
              is_step: step_valid_i, first: step_i.first, wqe_first: step_i.wqe_first,
              fresh: step_valid_i && step_i.wqe_first && step_i.fresh,
              block_cut: step_valid_i && step_i.kind == StepBlockCut,
              turn_cut: step_valid_i && step_i.kind == StepTurnCut,
              message_first: step_i.message_first};
    s2_q <= s1_q;
    s3_q <= s2_q;
    s1_psn_q <= event_i.psn;
    s2_psn_q <= s1_psn_q;
    if (!rst_ni) begin
      s1_valid_q <= 1'b0;
      s2_valid_q <= 1'b0;
      s3_valid_q <= 1'b0;
      s4_valid_q <= 1'b0;
      s5_valid_q <= 1'b0;
    end else begin
      s1_valid_q <= step_valid_i || event_i.op != OpNone;
      s2_valid_q <= s1_valid_q;
      s3_valid_q <= s2_valid_q;
      s4_valid_q <= s3_valid_q;
      s5_valid_q <= s4_valid_q;
    end
  end

  rnic_ram_1r1w #(.Width($bits(state_t)), .NumWords(NumQps), .OutReg(1'b1)) u_states (
    .clk_i, .rst_ni,
    .wr_en_i  (s4_valid_q),
    .wr_addr_i(s4_qp_q[QpBits-1:0]),
    .wr_data_i(s4_state_q),
    .rd_en_i  (1'b1),
    .rd_addr_i(s0_qp[QpBits-1:0]),
    .rd_data_o(ram_state)
  );

  // The read of clock 0 misses what the four before it write: three of them are results by clock 2,
  // the one just before is decided in the clock in which this one waits for its turn.
  logic   s2_same_1_q, s2_same_2_q, s2_same_3_q, s2_same_4_q, s3_same_1_q;
  state_t s2_state, s3_state_q;

  always_ff @(posedge clk_i) begin
    s2_same_1_q <= s2_valid_q && s2_q.qp == s1_q.qp;
    s2_same_2_q <= s3_valid_q && s3_q.qp == s1_q.qp;
    s2_same_3_q <= s4_valid_q && s4_qp_q == s1_q.qp;
    s2_same_4_q <= s5_valid_q && s5_qp_q == s1_q.qp;
  end

  always_comb begin
    s2_state = ram_state;
    if (s2_same_2_q)      s2_state = s4_state_q;
    else if (s2_same_3_q) s2_state = s5_state_q;
    else if (s2_same_4_q) s2_state = s6_state_q;
    if (s2_q.op == OpLoad) s2_state = '{mode: Normal, drop: 1'b0, psn: s2_psn_q, default: '0};
  end

  // --- clock 3: the decision ---------------------------------------------------------------------
  // All that follows from the step and its verdict is made ready a clock earlier.
  typedef struct packed {
    logic         may_count;                   // first step of a packet, no token
    mode_e        after_normal;                // mode, where the step counts in Normal
    mode_e        after_flush;
    logic         can_frame;
    logic         token;
    logic         stop;                        // even a flush ends here
    status_code_t status;
    psn_t         psns;
  } ready_t;

  ready_t s2_ready, s3_r_q;
  logic   s2_dead_end;

  assign s2_dead_end = verdict_i.status inside {status_code_t'(StatusWqeReadError),
                                                status_code_t'(StatusOwner),
                                                status_code_t'(StatusDoorbellOverrun)};
  always_comb begin
    s2_ready.token        = s2_valid_q && s2_q.is_step && verdict_i.token && !s2_q.block_cut;
    s2_ready.may_count    = s2_valid_q && s2_q.is_step && s2_q.first &&
                            (!verdict_i.token || s2_q.block_cut);
    s2_ready.stop         = s2_q.wqe_first && s2_dead_end &&
                            verdict_i.status != status_code_t'(StatusOwner);
    s2_ready.can_frame    = verdict_i.status == '0 && !s2_q.block_cut && !s2_q.turn_cut;
    s2_ready.after_normal = Normal;
    if (verdict_i.status != '0 && !s2_q.block_cut && !s2_q.turn_cut) begin
      s2_ready.after_normal = s2_dead_end ? Dead : Flush;
    end
    s2_ready.after_flush  = (s2_ready.stop && !s2_q.block_cut) ? Dead : Flush;
    s2_ready.status       = verdict_i.status;
    s2_ready.psns         = (verdict_i.op == 3'(WqeRead)) ? verdict_i.psns : psn_t'(1);
  end

  always_ff @(posedge clk_i) begin
    s3_state_q  <= s2_state;
    s3_same_1_q <= s2_same_1_q && s2_q.op != OpLoad;
    s3_r_q      <= s2_ready;
    if (!rst_ni) begin
      s3_r_q.may_count <= 1'b0;
      s3_r_q.token     <= 1'b0;
    end
  end

  // Per queue: the WQE in segmentation is worth nothing more. Of the newest step: its packet
  // leaves.
  queue_mask_t over_q;
  logic        leaving_q;

  state_t st;
  assign st = s3_same_1_q ? s4_state_q : s3_state_q;

  // It counts in Normal and Flush, where nothing stands in its way.
  logic counts, is_over, frame, fails, flushes, rewinds, further;
  assign is_over = over_q[s3_q.qid] && !s3_q.wqe_first;
  assign counts  = s3_r_q.may_count && !st.mode[1] && (!st.drop || s3_q.fresh) && !is_over;
  assign rewinds = counts && (s3_q.block_cut || (s3_q.turn_cut && st.mode == Normal));
  assign frame   = counts && s3_r_q.can_frame && st.mode == Normal;
  assign fails   = counts && s3_r_q.after_normal != Normal && st.mode == Normal;
  assign flushes = counts && !s3_q.block_cut && st.mode == Flush;
  assign further = s3_valid_q && s3_q.is_step && !s3_q.first && leaving_q;

  // What an event from outside, or none, makes of mode and drop.
  mode_e outside_mode;
  logic  outside_drop;
  always_comb begin
    outside_mode = st.mode;
    outside_drop = st.drop && !(s3_q.fresh && !st.mode[1]);
    if (s3_r_q.token) begin
      outside_mode = Normal;
      outside_drop = 1'b0;
    end
    unique case (s3_q.op)
      OpKill:   outside_mode = Killed;
      OpFail:   if (st.mode == Normal) outside_mode = Flush;
      OpResume: if (st.mode != Killed) begin
        outside_mode = Flush;
        outside_drop = 1'b1;
      end
      default: ;
    endcase
  end

  // --- the acknowledgement's turn ----------------------------------------------------------------
  logic [16:0] ack_start_q, ack_wait;
  logic        ack_off_q, ack_due;
  always_ff @(posedge clk_i) begin
    ack_start_q <= {1'b0, cfg_ackreq_every_i} - 17'd2;
    ack_off_q   <= cfg_ackreq_every_i == '0;
  end
  assign ack_wait = s3_q.message_first ? ack_start_q : st.ack_wait;
  assign ack_due  = ack_wait[16];

  always_comb begin
    s3_next.mode = outside_mode;
    s3_next.drop = outside_drop || rewinds;
    if (counts) s3_next.mode = (st.mode == Flush) ? s3_r_q.after_flush : s3_r_q.after_normal;
    s3_next.psn = st.psn + (frame ? s3_r_q.psns : '0);
    s3_next.ack_wait = st.ack_wait;
    if (frame) s3_next.ack_wait = ack_due ? ack_start_q : ack_wait - 1'b1;
  end

  // --- clock 4: results --------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    s4_state_q <= s3_next;
    s5_state_q <= s4_state_q;
    s6_state_q <= s5_state_q;
    s4_qp_q    <= s3_q.qp;
    s5_qp_q    <= s4_qp_q;
    if (s3_valid_q && s3_q.is_step && s3_q.first) begin
      over_q[s3_q.qid] <= !frame;
      leaving_q        <= frame;
    end
    flushing_o <= flushes && s3_q.wqe_first;
    status_o   <= (flushes && !s3_r_q.stop) ? status_code_t'(StatusFlushed) : s3_r_q.status;
    psn_o      <= st.psn;
    good_o     <= frame || s3_q.block_cut || s3_r_q.token;
    ack_due_o  <= ack_due && !ack_off_q;
    if (!rst_ni) begin
      frame_o   <= 1'b0;
      record_o  <= 1'b0;
      token_o   <= 1'b0;
      rewind_o  <= 1'b0;
      taken_o   <= 1'b0;
      decided_o <= 1'b0;
    end else begin
      frame_o   <= frame || further;
      record_o  <= fails || flushes;
      token_o   <= s3_r_q.token;
      rewind_o  <= rewinds || (s3_valid_q && s3_q.op == OpResume && st.mode != Killed);
      taken_o   <= (frame || fails || flushes) && s3_q.wqe_first;
      decided_o <= s3_valid_q && s3_q.is_step && s3_q.first;
    end
  end

  `RNIC_ASSERT(OneOfThem, $countones({frame, fails, flushes, rewinds}) <= 1,
               "a step is decided twice")
  `RNIC_COVER(SameQpTwice, s3_valid_q && s3_same_1_q && frame)
  `RNIC_COVER(FailsInside, flushes && !s3_q.wqe_first)
  `RNIC_COVER(ResumesDeadEnd, s3_valid_q && s3_q.op == OpResume && st.mode == Dead)

endmodule
