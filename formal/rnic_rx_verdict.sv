// SPDX-License-Identifier: Apache-2.0
// rnic_rx_verdict: no frame with a bad ICRC passes, and nothing else is judged.
//
// Plain statement (docs/verdicts.md, sections 1 and 2; IBTA A17.3.3): the first reason decides, and
// the ICRC comes last. So a frame that is wrong otherwise keeps its reason and its ICRC is not
// looked at; any other passes with the ICRC right and is dropped for `icrc` with the ICRC wrong.
// Whatever the header said, without a right ICRC no frame leaves with the reason `none`.
//
// The parser's word is two clocks older than the ICRC's verdict, the header three older than the
// outcome.

`include "assert.svh"

module formal_rx_verdict
  import rnic_rx_pkg::*;
(
  input logic                         clk_i,
  input logic                         rst_ni,
  input rx_parsed_t             [1:0] parsed_i,
  input rnic_qos_pkg::class_t   [1:0] class_i,
  input rnic_icrc_pkg::verdict_t [1:0] icrc_i
);

  `RNIC_STARTS_IN_RESET

  rx_judged_t [1:0] judged;
  rnic_rx_verdict u_dut (
    .clk_i, .rst_ni, .parsed_0_i(parsed_i[0]), .parsed_1_i(parsed_i[1]),
    .class_0_i(class_i[0]), .class_1_i(class_i[1]), .icrc_0_i(icrc_i[0]), .icrc_1_i(icrc_i[1]),
    .judged_0_o(judged[0]), .judged_1_o(judged[1])
  );

  for (genvar s = 0; s < 2; s++) begin : gen_slot
    // ---------------------------------------------------------- what should be
    typedef struct packed {
      logic       valid;
      rx_reason_e reason;
      logic       roce;
      logic       sized;
      rx_hdr_t    hdr;
    } word_t;
    word_t [3:1]          was_q;
    logic                 right_q;           // the ICRC
    rnic_qos_pkg::class_t class_q;
    logic [3:1]           runs_q = '0;       // out of reset for as many clocks
    always_ff @(posedge clk_i) begin
      was_q   <= {was_q[2:1], word_t'{parsed_i[s].valid, parsed_i[s].reason, parsed_i[s].roce,
                                      parsed_i[s].sized, parsed_i[s].hdr}};
      right_q <= icrc_i[s].ok;
      class_q <= class_i[s];
      runs_q  <= rst_ni ? {runs_q[2:1], 1'b1} : '0;
    end

    logic       judges, clean;
    rx_reason_e reason;
    icrc_e      icrc;
    assign judges = runs_q[3] && was_q[3].valid;
    assign clean  = was_q[3].reason == ReasonNone;
    always_comb begin
      reason = was_q[3].reason;
      icrc   = IcrcNull;
      if (clean && right_q) icrc = IcrcOk;
      if (clean && !right_q) begin
        reason = ReasonIcrc;
        icrc   = IcrcBad;
      end
    end

    `RNIC_ASSERT(NoBadIcrcPasses, !(judged[s].valid && runs_q[3] && !right_q) ||
                 judged[s].reason != ReasonNone, "a frame with a wrong ICRC passes")
    `RNIC_ASSERT(Comes, !runs_q[3] || judged[s].valid == was_q[3].valid,
                 "not one verdict to each frame, 3 clocks later")
    `RNIC_ASSERT(Reason, !judges || (judged[s].reason == reason && judged[s].icrc == icrc),
                 "not the first reason, or not what is known of the ICRC")
    `RNIC_ASSERT(Kept, !judges || (judged[s].roce == was_q[3].roce &&
                 judged[s].sized == was_q[3].sized && judged[s].cls == class_q),
                 "what was found otherwise is lost")
    `RNIC_ASSERT(Header, !judges || judged[s].hdr == was_q[3].hdr, "another frame's header")

    // ---------------------------------------------------------- that it is about something
    `RNIC_COVER(Passes, judged[s].valid && judged[s].reason == ReasonNone)
    `RNIC_COVER(BadIcrc, judged[s].valid && judged[s].icrc == IcrcBad)
    `RNIC_COVER(OtherReason, judged[s].valid && judged[s].icrc == IcrcNull && right_q)
  end

endmodule
