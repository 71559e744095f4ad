// SPDX-License-Identifier: Apache-2.0
// A bank of 64-bit counters that takes two amounts in every clock, for the same counter too.
//
// Each slot has a bank of its own; what is read is their sum. rd_count_o belongs to the rd_index_i
// of 3 clocks before and holds all that was added 4 clocks before that one or earlier. Behind a
// reset the counters are cleared, one a clock; until ready_o is high nothing may be added.
//
// Not promised: saturation; they wrap.

module rnic_counter_pair #(
  parameter int unsigned NumCounters = 256,  // at least 2
  parameter int unsigned AmountBits = 1,
  // Derived; not to be set.
  parameter int unsigned IndexBits = $clog2(NumCounters)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  output logic                       ready_o,

  input  logic [1:0]                 add_valid_i,   // slots
  input  logic [1:0][IndexBits-1:0]  add_index_i,
  input  logic [1:0][AmountBits-1:0] add_amount_i,

  input  logic [IndexBits-1:0]       rd_index_i,
  output logic [63:0]                rd_count_o
);

  logic [1:0]       ready;
  logic [1:0][63:0] count;

  for (genvar s = 0; s < 2; s++) begin : gen_slot
    rnic_counter_bank #(.NumCounters(NumCounters), .AmountBits(AmountBits)) u_bank (
      .clk_i, .rst_ni, .ready_o(ready[s]), .add_valid_i(add_valid_i[s]),
      .add_index_i(add_index_i[s]), .add_amount_i(add_amount_i[s]), .rd_index_i,
      .rd_count_o(count[s])
    );
  end
  assign ready_o = &ready;

  always_ff @(posedge clk_i) rd_count_o <= count[0] + count[1];

endmodule
