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

  // The requester above the one granted last is asked first. Of the requests, written twice in a
  // row, the lowest from there on is where a borrow ends: a carry chain instead of levels of logic.
  logic [Width-1:0]   first_q;                  // one-hot
  logic [2*Width-1:0] twice, borrowed, lowest;
  assign twice    = {req_i, req_i};
  assign borrowed = twice - (2 * Width)'(first_q);
  assign lowest   = twice & ~borrowed;
  assign grant_o  = lowest[Width-1:0] | lowest[2*Width-1:Width];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= Width'(1);
    else if (en_i && |req_i) first_q <= {grant_o[Width-2:0], grant_o[Width-1]};
  end

  `RNIC_ASSERT(OneHot, $onehot0(grant_o), "more than one requester is granted")
  `RNIC_ASSERT(OnlyRequesters, (grant_o & ~req_i) == '0, "a grant without a request")
  `RNIC_ASSERT(Works, (|req_i) == (|grant_o), "a request and no grant")
  `RNIC_COVER(AllAtOnce, &req_i)

endmodule
