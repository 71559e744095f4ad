// SPDX-License-Identifier: Apache-2.0
// Sections 3 to 6 of the verdicts: two judged frames a clock become two records.
//
// Latency 10 clocks (CheckerCycles). Any two queue pairs in a clock, one and the same included,
// slot 1 seeing the state as slot 0 leaves it; no stall. Slot 1 is valid only with slot 0.
//
// A configuration write takes the first clock in which slot 1 is free: it counts for the packets
// of later clocks and not for slot 0 of its own. cfg_load_i: from reset to ready; the moving state
// is as new: rq_psn expected, acknowledged up to before it, MSN 0, no message, no mark, no error.
// The first write of a queue pair, and one that changes QPN, type, PMTU or rq_psn, must be a load;
// the other fields and the state may change while it runs.
//
// Behind a reset the table is swept (ready_o); until then every queue pair is unknown and no write
// is taken. Not judged here: keys, receive buffers, what a READ may ask again. No response moves a
// queue pair's window.

`include "assert.svh"

module rnic_psn_checker
  import rnic_qp_pkg::*;
  import rnic_rc_pkg::*;
  import rnic_responder_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_rx_pkg::*;
#(
  parameter int unsigned NumQps = 1024   // power of two, 4 to 1024
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  output logic       ready_o,

  input  logic       cfg_valid_i,
  output logic       cfg_ready_o,
  input  logic       cfg_load_i,
  input  rx_qp_ctx_t cfg_i,

  input  rx_judged_t judged_0_i,
  input  rx_judged_t judged_1_i,

  output rx_record_t record_0_o,
  output rx_record_t record_1_o
);

  if (NumQps < 4 || NumQps > MaxQps || (NumQps & (NumQps - 1)) != 0) begin : gen_bad_num_qps
    $fatal(1, "rnic_psn_checker: NumQps is %0d; it must be a power of two from 4 to 1024", NumQps);
  end

  localparam int unsigned IdxBits = $clog2(NumQps);
  localparam int unsigned AloneClock = CheckedClock + 1;

  function automatic qp_idx_t idx_of(qpn_t qpn);
    return qp_idx_t'(qpn & qpn_t'(NumQps - 1));
  endfunction

  // ------------------------------------------------------------ configuration
  logic cfg_taken, cfg_loads;
  assign cfg_ready_o = ready_o && !judged_1_i.valid;
  assign cfg_taken   = cfg_valid_i && cfg_ready_o;
  assign cfg_loads   = cfg_taken && cfg_load_i;

  rx_judged_t [1:0] judged;
  rx_qp_ctx_t [1:0] ctx;
  key_t       [1:0] key;
  key_t             load_key;
  logic       [1:0] load;
  assign judged = {judged_1_i, judged_0_i};
  assign load   = {cfg_loads, 1'b0};
  // In the shape of an accepted packet in front of the first expected one (packet_t).
  assign load_key = '{idx: idx_of(cfg_i.qpn), psn: cfg_i.rq_psn - psn_t'(1), chunk: '0};

  rnic_rx_contexts #(.NumQps(NumQps)) u_contexts (
    .clk_i, .rst_ni, .ready_o,
    .wr_en_i(cfg_taken), .wr_ctx_i(cfg_i),
    .idx_0_i(judged_0_i.hdr.qpn[IdxBits-1:0]), .idx_1_i(judged_1_i.hdr.qpn[IdxBits-1:0]),
    .ctx_0_o(ctx[0]), .ctx_1_o(ctx[1])
  );

  // ------------------------------------------------------------ the slots by themselves
  static_t    [1:0] found, found_q;
  response_t  [1:0] response, response_q;
  packet_t    [1:0] packet, packet_q;
  logic       [1:0] valid_5, passed_5, live_q;
  rx_reason_e [1:0] early_5;
  logic [1:0][1:0]  ecn_5;

  for (genvar s = 0; s < 2; s++) begin : gen_slot
    assign key[s] = '{idx: idx_of(judged[s].hdr.qpn), psn: judged[s].hdr.psn,
                      chunk: chunk_t'(judged[s].hdr.payload_bytes - 1'b1)};

    rnic_qp_static_check u_static (
      .clk_i, .ready_i(ready_o), .hdr_i(judged[s].hdr), .ctx_i(ctx[s]), .static_o(found[s])
    );
    rnic_packet_check u_packet (
      .clk_i, .load_i(load[s]), .psn_i(load[s] ? load_key.psn : key[s].psn),
      .hdr_i(judged[s].hdr), .pmtu_i(ctx[s].pmtu), .packet_o(packet[s])
    );
    rnic_response_check u_response (
      .clk_i, .hdr_i(judged[s].hdr), .sq_una_i(ctx[s].sq_una), .sq_psn_i(ctx[s].sq_psn),
      .response_o(response[s])
    );

    rnic_pipe #(.Width(1), .Cycles(AloneClock)) u_valid (
      .clk_i, .rst_ni, .d_i(judged[s].valid), .d_o(valid_5[s])
    );
    // Sections 1 and 2 decided the frame (then live does not), or it goes on.
    typedef struct packed {
      rx_reason_e early;
      logic       passed;
      logic [1:0] ecn;
    } note_t;
    note_t [AloneClock:1] note_q;
    always_ff @(posedge clk_i) begin
      note_q <= {note_q[AloneClock-1:1],
                 note_t'{early:  judged[s].reason,
                         passed: judged[s].valid && judged[s].reason == ReasonNone,
                         ecn:    judged[s].cls.ecn}};
      found_q[s]    <= found[s];
      packet_q[s]   <= packet[s];
      response_q[s] <= response[s];
      live_q[s]     <= note_q[CheckedClock].passed && !found[s].unknown && !found[s].error &&
                       found[s].reason == ReasonNone;
    end
    assign passed_5[s] = note_q[AloneClock].passed;
    assign early_5[s]  = note_q[AloneClock].early;
    assign ecn_5[s]    = note_q[AloneClock].ecn;
  end

  // ------------------------------------------------------------ what moves
  // Nothing of before a reset can reach a row that counts: behind it all queue pairs are unknown
  // until they are loaded, and a load comes behind whatever is still under way.
  packet_t [1:0] packet_9;
  psn_t    [1:0] psn_9, msn_9;
  view_t   [1:0] view_9;
  logic    [1:0] moved_9, good_9, off_9, bad_before_9;

  rnic_responder_state #(.NumQps(NumQps)) u_state (
    .clk_i, .rst_ni, .key_i(key), .load_i(cfg_loads), .load_key_i(load_key),
    .packet_i(packet_q), .live_i(live_q),
    .packet_o(packet_9), .psn_o(psn_9), .view_o(view_9), .msn_o(msn_9),
    .moved_o(moved_9), .good_o(good_9), .off_o(off_9), .bad_before_o(bad_before_9)
  );

  // ------------------------------------------------------------ records
  rx_record_t [1:0] record;
  for (genvar s = 0; s < 2; s++) begin : gen_record
    rnic_psn_verdict u_verdict (
      .clk_i, .rst_ni,
      .valid_i(valid_5[s]), .passed_i(passed_5[s]), .early_i(early_5[s]), .ecn_i(ecn_5[s]),
      .static_i(found_q[s]), .response_i(response_q[s]), .packet_i(packet_q[s]),
      .packet_9_i(packet_9[s]), .psn_9_i(psn_9[s]), .view_9_i(view_9[s]), .msn_9_i(msn_9[s]),
      .moved_9_i(moved_9[s]), .good_9_i(good_9[s]), .off_9_i(off_9[s]),
      .bad_before_9_i(bad_before_9[s]),
      .valid_o(record[s].valid), .verdict_o(record[s].verdict), .reason_o(record[s].reason),
      .region_o(record[s].region), .action_o(record[s].action),
      .answered_o(record[s].answered), .answer_psn_o(record[s].answer_psn),
      .msn_o(record[s].msn), .ce_o(record[s].ce)
    );
    rnic_delay #(.Width($bits(rx_judged_t)), .Cycles(CheckerCycles)) u_frame (
      .clk_i, .rst_ni, .d_i(judged[s]), .d_o(record[s].frame)
    );
  end
  assign record_0_o = record[0];
  assign record_1_o = record[1];

  `RNIC_ASSERT(SlotOrder, judged_1_i.valid |-> judged_0_i.valid,
               "slot 1 holds a frame and slot 0 holds none")
  `RNIC_ASSERT(Latency, CheckerCycles == RecordCycles - JudgedCycles,
               "the record does not come in its clock")
  `RNIC_COVER(SameQpInBothSlots, judged_1_i.valid && judged_0_i.hdr.qpn == judged_1_i.hdr.qpn)
  `RNIC_COVER(LoadBesideAFrame, cfg_loads && judged_0_i.valid)
  `RNIC_COVER(WriteWaits, cfg_valid_i && !cfg_ready_o)

endmodule
