// SPDX-License-Identifier: Apache-2.0
// Round robin among Width requesters: grant_o is one of req_i, in the same clock.
//
// Whoever was granted in a clock with en_i becomes the last in line, so a request that stays is
// granted within Width grants. grant_o is one-hot, or zero without a request.
// Not promised: a grant that stays when its request was not served (en_i low).

`include "assert.svh"

module rnic_rr_arbiter #(
  parameter int unsigned Width = 8             // requesters, at least 2
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             en_i,               // the grant is served in this clock
  input  logic [Width-1:0] req_i,
  output logic [Width-1:0] grant_o
);

  if (Width < 2) begin : gen_bad_width
    $fatal(1, "rnic_rr_arbiter: Width is %0d; it must be at least 2", Width);
  end

  // Requesters above the one granted last go first.
  logic [Width-1:0] above_d, above_q, req_above, grant_above, grant_any;

  assign req_above = req_i & above_q;

  for (genvar i = 0; i < int'(Width); i++) begin : gen_first
    if (i == 0) begin : gen_lowest
      assign grant_above[i] = req_above[i];
      assign grant_any[i] = req_i[i];
      assign above_d[i] = 1'b0;
    end else begin : gen_other
      assign grant_above[i] = req_above[i] & ~(|req_above[i-1:0]);
      assign grant_any[i] = req_i[i] & ~(|req_i[i-1:0]);
      assign above_d[i] = |grant_o[i-1:0];
    end
  end
  assign grant_o = (|req_above) ? grant_above : grant_any;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) above_q <= '0;
    else if (en_i && |req_i) above_q <= above_d;
  end

  `RNIC_ASSERT(OneHot, $onehot0(grant_o), "more than one requester is granted")
  `RNIC_ASSERT(OnlyRequesters, (grant_o & ~req_i) == '0, "a grant without a request")
  `RNIC_ASSERT(Works, (|req_i) == (|grant_o), "a request and no grant")
  `RNIC_COVER(AllAtOnce, &req_i)

endmodule
