// SPDX-License-Identifier: Apache-2.0
// The record's verdict, reason, region, action and answer for one slot, out of all that was found.
//
// What the packet alone says in clock 5, what its queue pair says in clock 9, the record in clock
// 10 (CheckerCycles). Every clock one. The first that applies decides: sections 1 and 2, queue
// pair unknown, in error, the rest of section 3; then the section that the packet is of.

module rnic_psn_verdict
  import rnic_qos_pkg::*;
  import rnic_rc_pkg::*;
  import rnic_responder_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,

  // Clock 5
  input  logic       valid_i,
  input  logic       passed_i,     // sections 1 and 2 did
  input  rx_reason_e early_i,      //   if not: the reason
  input  logic [1:0] ecn_i,
  input  static_t    static_i,
  input  response_t  response_i,
  input  packet_t    packet_i,

  // Clock 9
  input  packet_t    packet_9_i,
  input  psn_t       psn_9_i,
  input  view_t      view_9_i,
  input  psn_t       msn_9_i,
  input  logic       moved_9_i,
  input  logic       good_9_i,
  input  logic       off_9_i,
  input  logic       bad_before_9_i,

  // Clock 10; the frame beside it is not this module's
  output logic        valid_o,
  output rx_verdict_e verdict_o,
  output rx_reason_e  reason_o,
  output rx_region_e  region_o,
  output rx_action_e  action_o,
  output logic        answered_o,
  output psn_t        answer_psn_o,
  output psn_t        msn_o,
  output logic        ce_o
);

  typedef struct packed {
    rx_verdict_e verdict;
    rx_reason_e  reason;
    rx_action_e  action;
  } outcome_t;

  localparam outcome_t Taken = '{verdict: VerdictAccept, reason: ReasonNone, action: ActionNone};

  function automatic outcome_t dropped(rx_reason_e reason);
    return '{verdict: VerdictDrop, reason: reason, action: ActionNull};
  endfunction

  // ------------------------------------------------------------ 5, 6: all but RC and UC requests
  // Section 3 or what comes before it decided; or the packet's own section did, without state.
  outcome_t checked_d, checked_q, own_d, own_q;
  logic     is_checked_d, is_checked_q, is_own_d, is_own_q, is_first_d, is_first_q;
  always_comb begin
    checked_d    = dropped(ReasonNone);
    is_checked_d = 1'b1;
    is_first_d   = 1'b1;         // even a queue pair's own error comes behind it
    if (!passed_i) begin
      checked_d.verdict = early_verdict(early_i);
      checked_d.reason  = early_i;
    end else if (static_i.unknown) begin
      checked_d.reason = ReasonQpUnknown;
    end else if (static_i.error) begin
      checked_d.reason = ReasonQpError;
    end else begin
      checked_d.reason = static_i.reason;
      is_checked_d     = static_i.reason != ReasonNone;
      is_first_d       = 1'b0;
    end
  end

  always_comb begin
    own_d    = Taken;
    is_own_d = !(packet_i.op.rc || packet_i.op.uc);
    if (packet_i.op.cnp) begin
      own_d.action = ActionCnp;
    end else if (packet_i.op.response) begin
      own_d.action = response_i.action;
      if (response_i.stale)         own_d = dropped(ReasonAckStale);
      else if (response_i.beyond)   own_d = dropped(ReasonAckBeyond);
      else if (response_i.reserved) own_d = dropped(ReasonSyndrome);
      else if (packet_i.op.read_response && !packet_i.pmtu_ok) begin
        own_d = dropped(ReasonLengthPmtu);
      end
    end else if (!packet_i.pmtu_ok) begin
      own_d = dropped(ReasonLengthPmtu);   // of UD
    end
  end

  localparam logic [1:0] EcnCe = 2'd3;
  logic marked, ce_q, is_rc_q;
  assign marked = passed_i && static_i.in_table && ecn_i == EcnCe &&
                  (packet_i.op.kind != OpenNone || packet_i.op.read_response);

  always_ff @(posedge clk_i) begin
    checked_q    <= checked_d;
    is_checked_q <= is_checked_d;
    is_first_q   <= is_first_d;
    own_q        <= own_d;
    is_own_q     <= is_own_d;
    ce_q         <= marked;
    is_rc_q      <= static_i.is_rc;
  end

  // ------------------------------------------------------------ 7 to 9
  typedef struct packed {
    outcome_t alone;
    logic     is_first;
    logic     is_alone;
    logic     is_rc;
    logic     ce;
  } note_t;
  note_t [WriteClock:7] note_q;
  logic                 valid_9;
  always_ff @(posedge clk_i) begin
    note_q <= {note_q[WriteClock-1:7],
               note_t'{alone: is_checked_q ? checked_q : own_q, is_first: is_first_q,
                       is_alone: is_checked_q || is_own_q, is_rc: is_rc_q, ce: ce_q}};
  end
  rnic_pipe #(.Width(1), .Cycles(WriteClock - 5)) u_valid (
    .clk_i, .rst_ni, .d_i(valid_i), .d_o(valid_9)
  );
  note_t note;
  assign note = note_q[WriteClock];

  // ------------------------------------------------------------ 9: what was wrong with a request
  op_t        op;
  logic       sends, ahead, behind;
  rx_reason_e wrong;
  assign op     = packet_9_i.op;
  assign sends  = op.kind != OpenNone;
  assign ahead  = off_9_i;
  assign behind = !moved_9_i && !off_9_i;

  always_comb begin
    if (op.uc && (bad_before_9_i || off_9_i) && !starts(op)) wrong = ReasonUcGap;
    else if (!in_sequence(op, view_9_i.open))                wrong = ReasonSequence;
    else if (!packet_9_i.pmtu_ok)                            wrong = ReasonLengthPmtu;
    else if (op.atomic)                                      wrong = ReasonAtomicAlign;
    else                                                     wrong = ReasonLengthDma;
  end

  // ------------------------------------------------------------ 9: RC and UC requests
  outcome_t request;
  always_comb begin
    request = Taken;
    if (op.uc) begin
      if (!good_9_i) request = dropped(wrong);
    end else if (ahead) begin
      request = '{verdict: VerdictRefuse, reason: ReasonPsnAhead, action: ActionNakSeq};
      if (view_9_i.mark) request = dropped(ReasonPsnAheadAgain);
    end else if (behind) begin
      request = '{verdict: VerdictDuplicate, reason: ReasonPsnDuplicate, action: ActionAckAgain};
      if (op.read)   request.action = ActionReadAgain;
      if (op.atomic) request.action = ActionAtomicAgain;
    end else if (!good_9_i) begin
      request = '{verdict: VerdictRefuse, reason: wrong, action: ActionNakInv};
    end else begin
      if (packet_9_i.ackreq) request.action = ActionAck;
      if (op.read)           request.action = ActionRead;
      if (op.atomic)         request.action = ActionAtomic;
    end
  end

  logic     in_error, is_rc_request;
  outcome_t outcome;
  assign in_error      = note.is_rc && bad_before_9_i && !note.is_first;
  assign is_rc_request = !note.is_alone && !in_error && op.rc;
  always_comb begin
    outcome = request;
    if (in_error)           outcome = dropped(ReasonQpError);
    else if (note.is_alone) outcome = note.alone;
  end

  // ------------------------------------------------------------ 10: the record
  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_o <= 1'b0;
    else         valid_o <= valid_9;
  end
  always_ff @(posedge clk_i) begin
    verdict_o    <= outcome.verdict;
    reason_o     <= outcome.reason;
    action_o     <= outcome.action;
    region_o     <= RegionNull;
    if (is_rc_request) begin
      region_o <= ahead ? RegionAhead : behind ? RegionDuplicate : RegionExpected;
    end
    answered_o   <= is_rc_request && !(outcome.action inside {ActionNull, ActionNone});
    answer_psn_o <= psn_9_i;
    if (ahead)            answer_psn_o <= view_9_i.expected;
    if (behind && sends)  answer_psn_o <= view_9_i.ack;
    msn_o        <= msn_9_i;
    ce_o         <= note.ce;
  end

endmodule
