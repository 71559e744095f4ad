// SPDX-License-Identifier: Apache-2.0
// rtl/prim/assert.svh for proofs: the same names as immediate assertions, which Yosys reads, and
// assumptions. scripts/formal puts it in the place of the other one and rewrites `|->` and `|=>`.
//
//   `RNIC_ASSUME(PopHeld, !pop_i || head_valid_o, "a pop from an empty queue")
//
// All use clk_i and rst_ni and are off while reset is low, as in simulation.

`ifndef RNIC_ASSERT_SVH
`define RNIC_ASSERT_SVH

`define RNIC_ASSERT(Name, Property, Text) \
  always @(posedge clk_i) if (rst_ni) Name : assert (Property);
`define RNIC_ASSUME(Name, Property, Text) \
  always @(posedge clk_i) if (rst_ni) Name : assume (Property);
`define RNIC_COVER(Name, Property) \
  always @(posedge clk_i) if (rst_ni) Name : cover (Property);

// Before holds in one clock and no reset is in it nor in the next: then Property in the next.
`define RNIC_ASSERT_NEXT(Name, Before, Property, Text) \
  logic Name``_before; \
  always_ff @(posedge clk_i) Name``_before <= rst_ni && (Before); \
  always @(posedge clk_i) if (rst_ni) Name : assert (!Name``_before || (Property));
`define RNIC_ASSUME_NEXT(Name, Before, Property, Text) \
  logic Name``_before; \
  always_ff @(posedge clk_i) Name``_before <= rst_ni && (Before); \
  always @(posedge clk_i) if (rst_ni) Name : assume (!Name``_before || (Property));

// A run starts in reset; resets may come later at any time.
`define RNIC_STARTS_IN_RESET \
  logic started_q = 1'b0; \
  always_ff @(posedge clk_i) started_q <= 1'b1; \
  always_comb if (!started_q) StartsInReset : assume (!rst_ni);

`endif
