// SPDX-License-Identifier: Apache-2.0
// Steps of the segmenters into items for the scheduler: what a packet says beside its payload.
//
// A step or an event of a QP every clock, never held back; 7 clocks to the item. The steps' WQEs
// are looked up by slot: the verdict first, on which the decision (rnic_tx_describe_state) rests,
// the rest of it for whatever the decision is (rnic_tx_describe_build).

module rnic_tx_describe
  import rnic_roce_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
#(
  parameter int unsigned NumQps = 1024         // power of two, 2 to 1024
) (
  input  logic          clk_i,
  input  logic          rst_ni,

  input  logic [15:0]   cfg_ackreq_every_i,
  input  logic          cfg_congestion_i,

  // From rnic_wqe_decode
  input  logic          head_valid_i,
  input  queue_t        head_qid_i,
  input  wqe_slot_t     head_slot_i,
  input  wqe_head_t     head_i,
  input  logic          verdict_valid_i,
  input  queue_t        verdict_qid_i,
  input  wqe_slot_t     verdict_slot_i,
  input  wqe_verdict_t  verdict_i,

  // A step, or an event of a QP
  input  logic          step_valid_i,
  input  queue_t        step_qid_i,
  input  segment_step_t step_i,
  input  requester_event_t event_i,            // never together with a step

  output logic          item_valid_o,          // no ready
  output tx_item_t      item_o,

  output logic          rewind_valid_o,        // no ready
  output sq_rewind_t    rewind_o,
  output logic          kept_we_o,             // with a rewind of a message: its PMTU
  output qp_idx_t       kept_qp_o,
  output pmtu_code_t    kept_pmtu_o,

  output logic          decided_valid_o,       // a packet was judged
  output queue_t        decided_qid_o,
  output wqe_slot_t     decided_slot_o,
  output logic          decided_good_o,        // its order may go on

  input  qp_idx_t       fetched_qp_i,
  output sq_index_t     fetched_index_o,       // 2 clocks later

  output logic          busy_o
);

  localparam int unsigned QpBits = $clog2(NumQps);
  localparam int unsigned SlotBits = $bits(queue_t) + $bits(wqe_slot_t);
  localparam int unsigned NumSlots = NumTxQueues * WqeSlots;

  // --- what belongs to the step, beside the decision ---------------------------------------------
  segment_step_t s1_step_q, s2_step_q, s3_step_q, s4_step_q;
  queue_t        s1_qid_q, s2_qid_q, s3_qid_q, s4_qid_q;
  wqe_verdict_t  s2_verdict, s3_verdict_q, s4_verdict_q;
  wqe_head_t     s4_head;
  requester_event_t s1_event_q, s2_event_q, s3_event_q, s4_event_q;
  logic [4:1]    moving_q;                     // a step or event is in that stage

  always_ff @(posedge clk_i) begin
    s1_step_q    <= step_i;
    s2_step_q    <= s1_step_q;
    s3_step_q    <= s2_step_q;
    s4_step_q    <= s3_step_q;
    s1_qid_q     <= step_qid_i;
    s2_qid_q     <= s1_qid_q;
    s3_qid_q     <= s2_qid_q;
    s4_qid_q     <= s3_qid_q;
    s3_verdict_q <= s2_verdict;
    s4_verdict_q <= s3_verdict_q;
    s1_event_q   <= event_i;
    s2_event_q   <= s1_event_q;
    s3_event_q   <= s2_event_q;
    s4_event_q   <= s3_event_q;
    if (!rst_ni) moving_q <= '0;
    else         moving_q <= {moving_q[3:1], step_valid_i || event_i.op != OpNone};
  end

  rnic_ram_1r1w #(.Width($bits(wqe_verdict_t)), .NumWords(NumSlots), .OutReg(1'b1)) u_verdicts (
    .clk_i, .rst_ni,
    .wr_en_i  (verdict_valid_i),
    .wr_addr_i({verdict_qid_i, verdict_slot_i}),
    .wr_data_i(verdict_i),
    .rd_en_i  (1'b1),
    .rd_addr_i({step_qid_i, step_i.slot}),
    .rd_data_o(s2_verdict)
  );

  logic [SlotBits-1:0] s2_slot;
  assign s2_slot = {s2_qid_q, s2_step_q.slot};

  rnic_ram_1r1w #(.Width($bits(wqe_head_t)), .NumWords(NumSlots), .OutReg(1'b1)) u_heads (
    .clk_i, .rst_ni,
    .wr_en_i  (head_valid_i),
    .wr_addr_i({head_qid_i, head_slot_i}),
    .wr_data_i(head_i),
    .rd_en_i  (1'b1),
    .rd_addr_i(s2_slot),
    .rd_data_o(s4_head)
  );

  // --- decision ----------------------------------------------------------------------------------
  logic         s4_frame, s4_record, s4_token, s4_rewind, s4_taken, s4_flushing, s4_ack_due;
  status_code_t s4_status;
  psn_t         s4_psn;

  rnic_tx_describe_state #(.NumQps(NumQps)) u_state (
    .clk_i, .rst_ni, .cfg_ackreq_every_i,
    .step_valid_i, .step_qid_i, .step_i, .event_i,
    .verdict_i(s2_verdict),
    .frame_o(s4_frame), .record_o(s4_record), .token_o(s4_token), .rewind_o(s4_rewind),
    .taken_o(s4_taken), .flushing_o(s4_flushing), .status_o(s4_status), .psn_o(s4_psn),
    .ack_due_o(s4_ack_due), .decided_o(decided_valid_o), .good_o(decided_good_o)
  );

  assign decided_qid_o  = s4_qid_q;
  assign decided_slot_o = s4_step_q.slot;

  // --- the item ----------------------------------------------------------------------------------
  logic s5_item_q, s6_item_q;

  rnic_tx_describe_build u_build (
    .clk_i, .cfg_congestion_i,
    .qid_i(s4_qid_q), .step_i(s4_step_q), .head_i(s4_head), .verdict_i(s4_verdict_q),
    .frame_i(s4_frame), .token_i(s4_token), .flushing_i(s4_flushing), .status_i(s4_status),
    .psn_i(s4_psn), .ack_due_i(s4_ack_due), .item_o
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s5_item_q <= 1'b0;
      s6_item_q <= 1'b0;
    end else begin
      s5_item_q <= s4_frame || s4_record || s4_token;
      s6_item_q <= s5_item_q;
    end
  end
  assign item_valid_o = s6_item_q;
  assign busy_o = moving_q != '0 || s5_item_q || s6_item_q;

  // --- rewinds -----------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rewind_valid_o <= 1'b0;
      kept_we_o      <= 1'b0;
    end else begin
      rewind_valid_o <= s4_rewind;
      kept_we_o      <= s4_rewind && s4_event_q.op == OpNone && s4_step_q.kind == StepTurnCut;
    end
    kept_pmtu_o <= s4_head.pmtu;
    if (s4_event_q.op == OpResume) begin
      rewind_o <= '{qp: s4_event_q.qp, index: s4_event_q.index, resume_bytes: '0, need: 3'd1};
    end else begin
      rewind_o <= '{qp: s4_step_q.qp, index: s4_head.index,
                    resume_bytes: (s4_step_q.kind == StepTurnCut) ? s4_step_q.addr[31:0] :
                                  s4_head.resume_bytes,
                    need: s4_head.blocks};
    end
  end

  assign kept_qp_o = rewind_o.qp;

  // --- index behind the WQE taken last -----------------------------------------------------------
  wqe_status_e s4_end;
  assign s4_end = s4_frame ? StatusOk : wqe_status_e'({4'd0, s4_status});

  logic      s5_fetched_we_q;
  qp_idx_t   s5_fetched_qp_q;
  sq_index_t s5_fetched_q;
  logic      s4_loads;
  assign s4_loads = s4_event_q.op == OpLoad && moving_q[4];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s5_fetched_we_q <= 1'b0;
    else         s5_fetched_we_q <= s4_loads || (s4_taken && !is_dead_end(s4_end));
    s5_fetched_qp_q <= s4_loads ? s4_event_q.qp : s4_step_q.qp;
    s5_fetched_q    <= s4_loads ? '0 : s4_head.index + sq_index_t'(s4_head.blocks);
  end

  rnic_ram_1r1w #(.Width($bits(sq_index_t)), .NumWords(NumQps), .OutReg(1'b1)) u_fetched (
    .clk_i, .rst_ni,
    .wr_en_i  (s5_fetched_we_q),
    .wr_addr_i(s5_fetched_qp_q[QpBits-1:0]),
    .wr_data_i(s5_fetched_q),
    .rd_en_i  (1'b1),
    .rd_addr_i(fetched_qp_i[QpBits-1:0]),
    .rd_data_o(fetched_index_o)
  );

endmodule
