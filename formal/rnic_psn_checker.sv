// SPDX-License-Identifier: Apache-2.0
// rnic_psn_checker: two frames a clock are judged as psn_rule_pkg judges them one after the other.
//
// `mine` is any one queue pair's index. What it was configured as and what it remembers is kept
// here as the rule says, slot 0 before slot 1, in the clock in which the frames come; what should
// be said of them waits for the record. Frames of the other queue pairs are any.

`include "assert.svh"

module formal_psn_checker
  import psn_rule_pkg::*;
  import rnic_rx_pkg::*;
#(
  parameter int unsigned NumQps = 4,
  localparam int unsigned IdxBits = $clog2(NumQps)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             cfg_valid_i,
  input logic             cfg_load_i,
  input rx_qp_ctx_t       cfg_i,
  input rx_judged_t [1:0] judged_i
);

  // One reset, at the start.
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb OneReset : assume (rst_ni == started_q);

  logic             cfg_ready;
  logic             ready;
  rx_record_t [1:0] record;
  rnic_psn_checker #(.NumQps(NumQps)) u_dut (
    .clk_i, .rst_ni, .ready_o(ready), .cfg_valid_i, .cfg_ready_o(cfg_ready), .cfg_load_i, .cfg_i,
    .judged_0_i(judged_i[0]), .judged_1_i(judged_i[1]),
    .record_0_o(record[0]), .record_1_o(record[1])
  );

  // ------------------------------------------------------------ the rule, in the frames' clock
  logic [IdxBits-1:0] mine_q;          // any, the same all the time
  always_ff @(posedge clk_i) mine_q <= mine_q;

  rx_qp_ctx_t       qp_q;
  moving_t          moving_q;
  logic             loaded_q;
  logic       [1:0] is_mine;
  logic             cfg_mine;
  judgement_t [1:0] judgement;
  moving_t          between, behind;
  always_comb begin
    for (int s = 0; s < 2; s++) begin
      is_mine[s] = judged_i[s].valid && judged_i[s].hdr.qpn[IdxBits-1:0] == mine_q;
    end
    judgement[0] = judge(qp_q, moving_q, judged_i[0]);
    between      = is_mine[0] ? judgement[0].after : moving_q;
    judgement[1] = judge(qp_q, between, judged_i[1]);
    behind       = is_mine[1] ? judgement[1].after : between;
    cfg_mine     = cfg_valid_i && cfg_ready && cfg_i.qpn[IdxBits-1:0] == mine_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      qp_q.known <= 1'b0;
      loaded_q   <= 1'b0;
    end else begin
      moving_q <= behind;
      if (cfg_mine) begin
        qp_q <= cfg_i;
        if (cfg_load_i) begin
          moving_q <= fresh(cfg_i);
          loaded_q <= 1'b1;
        end
      end
    end
  end

  // ------------------------------------------------------------ what comes is legal
  for (genvar s = 0; s < 2; s++) begin : gen_legal
    `RNIC_ASSUME(OpcodeExists, !judged_i[s].valid || judged_i[s].reason != ReasonNone ||
                 known_opcode(judged_i[s].hdr.opcode), "an opcode that the parser drops")
    `RNIC_ASSUME(ReasonIsEarly, judged_i[s].reason == ReasonNone ||
                 psn_rule_pkg::is_early(judged_i[s].reason), "a reason of a later stage")
  end
  `RNIC_ASSUME(CodesExist, !cfg_valid_i || (cfg_i.pmtu inside {[3'd1:3'd5]} &&
               cfg_i.qp_type != rnic_qp_pkg::qp_type_e'(2'd2)), "a PMTU or type without meaning")
  `RNIC_ASSUME(LoadsWhatMustBe, !cfg_mine || cfg_load_i || (loaded_q && cfg_i.qpn == qp_q.qpn &&
               cfg_i.qp_type == qp_q.qp_type && cfg_i.pmtu == qp_q.pmtu &&
               cfg_i.rq_psn == qp_q.rq_psn), "a write that must be a load is none")

  // ------------------------------------------------------------ what was said
  localparam int unsigned Latency = 10;
  typedef struct packed {
    logic        valid;
    logic        mine;
    said_t       said;
    logic [23:0] qpn;
    logic [23:0] psn;
  } due_t;
  due_t [Latency:1][1:0] due_q;
  always_ff @(posedge clk_i) begin
    for (int s = 0; s < 2; s++) begin
      due_q[1][s] <= due_t'{judged_i[s].valid, is_mine[s], judgement[s].said,
                            judged_i[s].hdr.qpn, judged_i[s].hdr.psn};
    end
    due_q[Latency:2] <= due_q[Latency-1:1];
    if (!rst_ni) for (int c = 1; c <= int'(Latency); c++) begin
        due_q[c][0].valid <= 1'b0;
        due_q[c][1].valid <= 1'b0;
      end
  end

  for (genvar s = 0; s < 2; s++) begin : gen_slot
    due_t  due;
    said_t got;
    logic  mine;
    assign due  = due_q[Latency][s];
    assign mine = due.valid && due.mine;
    assign got  = '{verdict: record[s].verdict, reason: record[s].reason, region: record[s].region,
                    action: record[s].action, answered: record[s].answered,
                    answer_psn: record[s].answer_psn, msn: record[s].msn, ce: record[s].ce};
    `RNIC_ASSERT(Comes, record[s].valid == due.valid, "not one record to each frame")
    `RNIC_ASSERT(Verdict, !mine || got.verdict == due.said.verdict, "not the rule's verdict")
    `RNIC_ASSERT(Reason, !mine || got.reason == due.said.reason, "not the rule's reason")
    `RNIC_ASSERT(Region, !mine || got.region == due.said.region, "not the rule's region")
    `RNIC_ASSERT(Action, !mine || got.action == due.said.action, "not the rule's action")
    `RNIC_ASSERT(Answered, !mine || got.answered == due.said.answered, "an answer too many, or few")
    `RNIC_ASSERT(AnswerPsn, !mine || !due.said.answered ||
                 got.answer_psn == due.said.answer_psn, "not the rule's PSN to answer with")
    `RNIC_ASSERT(Msn, !mine || !due.said.answered || got.msn == due.said.msn, "not the rule's MSN")
    `RNIC_ASSERT(Ce, !mine || got.ce == due.said.ce, "a CE mark not counted, or counted wrongly")
    `RNIC_ASSERT(Frame, !due.valid || (record[s].frame.hdr.qpn == due.qpn &&
                 record[s].frame.hdr.psn == due.psn), "another frame's header")
  end

  // ------------------------------------------------------------ that it is about something
  `RNIC_COVER(BothAccepted, gen_slot[0].mine && gen_slot[1].mine &&
              gen_slot[0].got.verdict == VerdictAccept &&
              gen_slot[1].got.verdict == VerdictAccept &&
              gen_slot[0].got.region == RegionExpected)
  `RNIC_COVER(SecondRefused, gen_slot[0].mine && gen_slot[1].mine &&
              gen_slot[0].got.reason == ReasonPsnAhead &&
              gen_slot[1].got.reason == ReasonPsnAheadAgain)

endmodule
