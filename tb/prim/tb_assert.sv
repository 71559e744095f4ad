// SPDX-License-Identifier: Apache-2.0
// Shim for the assertion macros: low_i must stay low, after_i must follow before_i.

`include "assert.svh"

module tb_assert (
  input logic clk_i,
  input logic rst_ni,
  input logic low_i,
  input logic before_i,
  input logic after_i
);

  `RNIC_ASSERT(StaysLow, !low_i, "low_i is high")
  `RNIC_ASSERT(Follows, before_i |=> after_i, "after_i does not follow before_i")
  `RNIC_COVER(BothHigh, before_i && after_i)

endmodule
