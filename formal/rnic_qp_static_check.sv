// SPDX-License-Identifier: Apache-2.0
// rnic_qp_static_check and rnic_response_check: sections 3 and 6 of docs/verdicts.md, for every
// header, context and window, at full widths.
//
// Plain statement: section_3 of psn_rule_pkg (IBTA 9.6.1, 10.9; a queue pair's own error comes
// beside it and is not asked here), and below the window and the syndromes (IBTA 9.7.5.1).

`include "assert.svh"

module formal_qp_static_check
  import psn_rule_pkg::*;
  import rnic_rc_pkg::*;
  import rnic_rx_pkg::*;
(
  input logic       clk_i,
  input logic       ready_i,
  input rx_hdr_t    hdr_i,
  input rx_qp_ctx_t ctx_i              // of the packet of 2 clocks before
);

  logic rst_ni;
  assign rst_ni = 1'b1;
  always_comb TypeExists : assume (ctx_i.qp_type != rnic_qp_pkg::qp_type_e'(2'd2));

  static_t   got;
  response_t answer;
  rnic_qp_static_check u_static (.clk_i, .ready_i, .hdr_i, .ctx_i, .static_o(got));
  rnic_response_check u_response (
    .clk_i, .hdr_i, .sq_una_i(ctx_i.sq_una), .sq_psn_i(ctx_i.sq_psn), .response_o(answer)
  );

  logic       [4:1] runs_q = '0, ready_q;
  rx_hdr_t    [4:1] hdr_q;
  rx_qp_ctx_t [2:1] ctx_q;
  always_ff @(posedge clk_i) begin
    runs_q  <= {runs_q[3:1], 1'b1};
    ready_q <= {ready_q[3:1], ready_i};
    hdr_q   <= {hdr_q[3:1], hdr_i};
    ctx_q   <= {ctx_q[1], ctx_i};
  end

  // ------------------------------------------------------------ section 3
  rx_qp_ctx_t qp;
  rx_hdr_t    h;
  rx_reason_e wanted, found;
  logic       here;
  assign h = hdr_q[4];
  always_comb begin
    qp       = ctx_q[2];
    qp.known = qp.known && ready_q[4];
    wanted   = section_3(qp, 1'b0, h);
    found    = got.unknown ? ReasonQpUnknown : got.error ? ReasonQpError : got.reason;
    here     = qp.known && qp.qpn == h.qpn;
  end
  `RNIC_ASSERT(Section3, !runs_q[4] || !known_opcode(h.opcode) || found == wanted,
               "not the first reason of section 3")
  `RNIC_ASSERT(InTable, !runs_q[4] || got.in_table == here, "in the table, or not")
  `RNIC_ASSERT(IsRc, !runs_q[4] || got.is_rc == (qp.qp_type == rnic_qp_pkg::QpRc), "an RC one")

  // ------------------------------------------------------------ section 6
  logic [23:0] from_una, to_next;
  logic [7:0]  syndrome;
  rx_action_e  action;
  logic        reserved;
  assign from_una = h.psn - qp.sq_una;
  assign to_next  = h.psn - qp.sq_psn;
  assign syndrome = h.ext[7:0];
  always_comb begin
    action   = ActionData;
    reserved = 1'b0;
    if (h.opcode == 8'h11) begin
      if (syndrome <= 8'h1F)                                    action = ActionComplete;
      else if (syndrome <= 8'h3F || syndrome == 8'h60)          action = ActionRetry;
      else if (syndrome inside {[8'h61:8'h63]})                 action = ActionFail;
      else                                                      reserved = 1'b1;
    end
  end
  `RNIC_ASSERT(Window, !runs_q[4] || (answer.stale == from_una[23] &&
               answer.beyond == !to_next[23]),
               "in the window, or not")
  `RNIC_ASSERT(Syndrome, !runs_q[4] || (answer.reserved == reserved &&
               (reserved || answer.action == action)), "a syndrome's meaning")

  `RNIC_COVER(Passes, runs_q[4] && wanted == ReasonNone && qp.check_src && qp.check_dst &&
              qp.check_vlan)
  `RNIC_COVER(Address, runs_q[4] && wanted == ReasonAddress && h.ipv6)
  `RNIC_COVER(Qkey, runs_q[4] && wanted == ReasonQkey)
  `RNIC_COVER(InWindow, runs_q[4] && !answer.stale && !answer.beyond && answer.reserved)

endmodule
