// SPDX-License-Identifier: Apache-2.0
// Assertions that are alive in every simulation and absent in synthesis (SYNTHESIS defined).
//
//   `RNIC_ASSERT(LevelInRange, level_q <= Depth, "the FIFO holds more words than it has room for")
//
// All use the module's clk_i and rst_ni, are off while reset is low, and look at the values that
// the clock edge sees. A failing one prints its path, its name and the sentence. No semicolon
// behind the macro.

`ifndef RNIC_ASSERT_SVH
`define RNIC_ASSERT_SVH

`ifdef SYNTHESIS
`define RNIC_ASSERT(Name, Property, Text)
`define RNIC_COVER(Name, Property)
`else
// Property must hold at every rising clock edge; Text says in one sentence what was broken.
`define RNIC_ASSERT(Name, Property, Text) \
  Name : assert property (@(posedge clk_i) disable iff (!rst_ni) (Property)) \
    else $error("%s", Text);
// Property should be seen true at least once in a regression (coverage build).
`define RNIC_COVER(Name, Property) \
  Name : cover property (@(posedge clk_i) disable iff (!rst_ni) (Property));
`endif

`endif
