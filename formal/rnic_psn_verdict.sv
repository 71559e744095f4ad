// SPDX-License-Identifier: Apache-2.0
// rnic_psn_verdict: from what was found of a packet and its queue pair to the record, for every
// such finding: the first reason that applies, what to do, what to answer.
//
// Plain statement: the order of docs/verdicts.md, sections 1 to 6 (IBTA 9.6, 9.7.2, 9.7.4.1 and
// 9.8.2). What is found is free here; that it is right is shown for rnic_qp_static_check,
// rnic_packet_check and rnic_responder_state. So no frame that sections 1 and 2 refused, one with a
// wrong ICRC among them, is accepted, whatever the queue pair.

`include "assert.svh"

module formal_psn_verdict
  import rnic_rc_pkg::*;
  import rnic_responder_pkg::view_t;
  import rnic_rx_pkg::*;
(
  input logic        clk_i,
  input logic        rst_ni,
  input logic        valid_i,
  input logic        passed_i,
  input rx_reason_e  early_i,
  input logic [1:0]  ecn_i,
  input static_t     static_i,
  input response_t   response_i,
  input logic [7:0]  opcode_i,
  input logic        ackreq_i,
  input logic        pmtu_ok_i,
  // Of the packet of 4 clocks before
  input logic [23:0] psn_i,
  input view_t       view_i,
  input logic [23:0] msn_i,
  input logic        moved_i,
  input logic        good_i,
  input logic        off_i,
  input logic        bad_before_i
);

  `RNIC_STARTS_IN_RESET

  packet_t packet, packet_9;
  logic    [4:1][$bits(packet_t)-1:0] packet_q;
  always_comb begin
    packet         = '0;
    packet.op      = op_of(opcode_i);
    packet.ackreq  = ackreq_i;
    packet.pmtu_ok = pmtu_ok_i;
  end
  assign packet_9 = packet_t'(packet_q[4]);

  psn_rule_pkg::said_t got;
  logic                got_valid;
  rnic_psn_verdict u_dut (
    .clk_i, .rst_ni, .valid_i, .passed_i, .early_i, .ecn_i, .static_i, .response_i,
    .packet_i(packet), .packet_9_i(packet_9), .psn_9_i(psn_i), .view_9_i(view_i),
    .msn_9_i(msn_i), .moved_9_i(moved_i), .good_9_i(good_i), .off_9_i(off_i),
    .bad_before_9_i(bad_before_i),
    .valid_o(got_valid), .verdict_o(got.verdict), .reason_o(got.reason), .region_o(got.region),
    .action_o(got.action), .answered_o(got.answered), .answer_psn_o(got.answer_psn),
    .msn_o(got.msn), .ce_o(got.ce)
  );

  // What those two can find at all.
  always_comb begin
    Reasons : assume (static_i.reason inside {ReasonNone, ReasonQpType, ReasonAddress, ReasonVlan,
                                              ReasonPkey, ReasonQkey});
    Actions : assume (response_i.action inside {ActionComplete, ActionRetry, ActionFail,
                                                ActionData});
  end

  // ------------------------------------------------------------ the finding, 4 clocks later whole
  typedef struct packed {
    logic       valid;
    logic       passed;
    rx_reason_e early;
    logic [1:0] ecn;
    static_t    qp;
    response_t  response;
    logic [7:0] opcode;
    logic       ackreq;
    logic       pmtu_ok;
  } found_t;
  found_t [4:1] found_q;
  found_t       f;
  logic   [5:1] runs_q = '0;
  always_ff @(posedge clk_i) begin
    packet_q <= {packet_q[3:1], packet};
    found_q  <= {found_q[3:1], found_t'{valid_i, passed_i, early_i, ecn_i, static_i, response_i,
                                        opcode_i, ackreq_i, pmtu_ok_i}};
    runs_q   <= rst_ni ? {runs_q[4:1], 1'b1} : '0;
  end
  assign f = found_q[4];

  // ------------------------------------------------------------ the rule
  psn_rule_pkg::said_t want, want_q;
  rx_reason_e wrong;
  logic       judged_q, comes_q;
  logic [4:0] code;
  logic       response, rc, uc, ud, cnp, read, atomic, data, starts, behind, fits;
  logic [1:0] kind;
  assign code     = f.opcode[4:0];
  assign cnp      = f.opcode == 8'h81;
  assign response = f.opcode inside {[8'h0D:8'h12]};
  assign rc       = f.opcode[7:5] == 3'b000 && !response;
  assign uc       = f.opcode[7:5] == 3'b001;
  assign ud       = f.opcode inside {8'h64, 8'h65};
  assign read     = f.opcode == 8'h0C;
  assign atomic   = f.opcode inside {8'h13, 8'h14};
  assign data     = (rc || uc || ud) && !read && !atomic;
  assign kind     = (code inside {[5'h00:5'h05], 5'h16, 5'h17}) ? 2'd1
                  : (code inside {[5'h06:5'h0B]}) ? 2'd2 : 2'd0;
  assign starts   = !(code inside {5'h01, 5'h02, 5'h03, 5'h07, 5'h08, 5'h09, 5'h16});
  assign behind   = !moved_i && !off_i;
  assign fits     = starts ? (uc || view_i.open == OpenNone) : view_i.open == kind;

  always_comb begin
    wrong = ReasonLengthDma;
    if (atomic)                                              wrong = ReasonAtomicAlign;
    if (!f.pmtu_ok)                                          wrong = ReasonLengthPmtu;
    if (!fits)                                               wrong = ReasonSequence;
    if (uc && !starts && (bad_before_i || off_i))            wrong = ReasonUcGap;

    want         = '0;
    want.verdict = VerdictDrop;
    want.reason  = ReasonNone;
    want.action  = ActionNull;
    want.region  = RegionNull;
    want.msn     = msn_i;
    want.ce      = f.passed && f.qp.in_table && f.ecn == 2'b11 &&
                   (data || f.opcode inside {[8'h0D:8'h10]});
    want.answer_psn = psn_i;
    if (!f.passed) begin
      want.reason = f.early;
      if (psn_rule_pkg::not_roce(f.early)) want.verdict = VerdictNotRoce;
    end else if (f.qp.unknown)                               want.reason = ReasonQpUnknown;
    else if (f.qp.error || (f.qp.is_rc && bad_before_i))     want.reason = ReasonQpError;
    else if (f.qp.reason != ReasonNone)                      want.reason = f.qp.reason;
    else if (cnp)                                            want.action = ActionCnp;
    else if (response) begin
      if (f.response.stale)                                  want.reason = ReasonAckStale;
      else if (f.response.beyond)                            want.reason = ReasonAckBeyond;
      else if (f.response.reserved)                          want.reason = ReasonSyndrome;
      else if (f.opcode <= 8'h10 && !f.pmtu_ok)              want.reason = ReasonLengthPmtu;
      else                                                   want.action = f.response.action;
    end else if (ud) begin
      if (!f.pmtu_ok)                                        want.reason = ReasonLengthPmtu;
      else                                                   want.action = ActionNone;
    end else if (uc) begin
      if (!good_i)                                           want.reason = wrong;
      else                                                   want.action = ActionNone;
    end else if (off_i) begin
      want.region     = RegionAhead;
      want.answer_psn = view_i.expected;
      want.reason     = view_i.mark ? ReasonPsnAheadAgain : ReasonPsnAhead;
      want.action     = view_i.mark ? ActionNull : ActionNakSeq;
    end else if (behind) begin
      want.region = RegionDuplicate;
      want.reason = ReasonPsnDuplicate;
      want.action = read ? ActionReadAgain : atomic ? ActionAtomicAgain : ActionAckAgain;
      if (data) want.answer_psn = view_i.ack;
    end else begin
      want.region = RegionExpected;
      want.reason = good_i ? ReasonNone : wrong;
      want.action = !good_i ? ActionNakInv : read ? ActionRead : atomic ? ActionAtomic
                  : f.ackreq ? ActionAck : ActionNone;
    end
    if (want.reason == ReasonNone)               want.verdict = VerdictAccept;
    if (want.action inside {ActionNakSeq, ActionNakInv}) want.verdict = VerdictRefuse;
    if (want.reason == ReasonPsnDuplicate)       want.verdict = VerdictDuplicate;
    want.answered = want.region != RegionNull && !(want.action inside {ActionNull, ActionNone});
  end

  logic passed_q;
  always_ff @(posedge clk_i) begin
    want_q   <= want;
    passed_q <= f.passed;
    comes_q  <= f.valid;
    judged_q <= runs_q[4] && f.valid && psn_rule_pkg::known_opcode(f.opcode) &&
                (f.passed || psn_rule_pkg::is_early(f.early)) &&
                // Section 3 lets only a queue pair's own kind pass, and RC is where it says so.
                (f.qp.unknown || f.qp.error || f.qp.reason != ReasonNone || cnp ||
                 f.qp.is_rc == (rc || response));
  end

  `RNIC_ASSERT(Comes, !(runs_q[5]) || got_valid == comes_q, "not one record to each frame")
  `RNIC_ASSERT(NeverWhatWasRefused, !judged_q || passed_q || got.verdict inside
               {VerdictDrop, VerdictNotRoce}, "a frame that sections 1 and 2 refused goes on")
  `RNIC_ASSERT(Reason, !judged_q || got.reason == want_q.reason, "not the first reason")
  `RNIC_ASSERT(Verdict, !judged_q || got.verdict == want_q.verdict, "not the rule's verdict")
  `RNIC_ASSERT(Action, !judged_q || got.action == want_q.action, "not the rule's action")
  `RNIC_ASSERT(Region, !judged_q || got.region == want_q.region, "not the rule's region")
  `RNIC_ASSERT(Answer, !judged_q || (got.answered == want_q.answered && (!want_q.answered ||
               (got.answer_psn == want_q.answer_psn && got.msn == want_q.msn))),
               "not the rule's answer")
  `RNIC_ASSERT(Ce, !judged_q || got.ce == want_q.ce, "a CE mark not counted, or counted wrongly")

  `RNIC_COVER(AckAgain, judged_q && got.action == ActionAckAgain)
  `RNIC_COVER(NakInv, judged_q && got.action == ActionNakInv && got.reason == ReasonSequence)
  `RNIC_COVER(UcGap, judged_q && got.reason == ReasonUcGap)
  `RNIC_COVER(Marked, judged_q && got.ce && got.verdict == VerdictAccept)

endmodule
