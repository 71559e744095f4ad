// SPDX-License-Identifier: Apache-2.0
// rnic_rr_arbiter: one grant, to a requester, and nobody waits longer than Width grants.
//
// `who` is any one requester. `passed` counts the served grants to others since it asked without a
// pause: with Width requesters, Width - 1 at most before its own.

`include "assert.svh"

module formal_rr_arbiter #(
  parameter int unsigned Width = 4
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             en_i,
  input logic [Width-1:0] req_i
);

  `RNIC_STARTS_IN_RESET

  logic [Width-1:0] grant;
  rnic_rr_arbiter #(.Width(Width)) u_dut (.clk_i, .rst_ni, .en_i, .req_i, .grant_o(grant));

  // ------------------------------------------------------------ what should be
  localparam int unsigned WhoBits = $clog2(Width);
  localparam int unsigned CountBits = $clog2(Width + 1);
  typedef logic [CountBits-1:0] count_t;

  logic [WhoBits-1:0] who_q;           // any, the same all the time
  always_ff @(posedge clk_i) who_q <= who_q;
  always_comb WhoExists : assume (32'(who_q) < Width);

  count_t passed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !req_i[who_q] || (en_i && grant[who_q])) passed_q <= '0;
    else if (en_i && |grant) passed_q <= passed_q + 1'b1;
  end

  `RNIC_ASSERT(OneGrant, (grant & (grant - 1'b1)) == '0, "more than one requester is granted")
  `RNIC_ASSERT(GrantIsAsked, (grant & ~req_i) == '0, "a grant without a request")
  `RNIC_ASSERT(SomeoneIsServed, (grant != '0) == (req_i != '0), "a request and no grant")
  `RNIC_ASSERT(Fair, passed_q < count_t'(Width), "others were served Width times before")

  // ------------------------------------------------------------ what makes it inductive
  // Steps from the one that is asked first to `who`.
  logic [WhoBits:0]   distance;
  logic [Width-1:0]   first;
  logic [WhoBits-1:0] first_idx;
  assign first = u_dut.first_q;
  always_comb begin
    first_idx = '0;
    for (int unsigned i = 0; i < Width; i++) if (first[i]) first_idx = WhoBits'(i);
    distance = (who_q >= first_idx) ? (WhoBits + 1)'(who_q) - (WhoBits + 1)'(first_idx)
             : (WhoBits + 1)'(who_q) + (WhoBits + 1)'(Width) - (WhoBits + 1)'(first_idx);
  end
  `RNIC_ASSERT(InvFirst, first != '0 && (first & (first - 1'b1)) == '0, "not one is asked first")
  `RNIC_ASSERT(InvNearer, 32'(passed_q) + 32'(distance) < Width, "it does not come nearer")

  // ------------------------------------------------------------ that it is about something
  `RNIC_COVER(WaitsLongest, passed_q == count_t'(Width - 1) && grant[who_q])
  `RNIC_COVER(AllServedInTurn, &req_i && en_i && grant[Width-1])
  `RNIC_COVER(NotServed, |grant && !en_i)

endmodule
