// SPDX-License-Identifier: Apache-2.0
// A bank of 64-bit counters in a RAM: one takes an amount in every clock, the same one as often as
// it comes.
//
// Read, add, write is a pipeline: an amount for a counter whose last sums are not in the RAM yet
// is added to the newest of them. rd_count_o belongs to the rd_index_i of 2 clocks before, and
// holds all that was added 4 clocks before that one or earlier. Behind a reset the counters are
// cleared, one a clock; until ready_o is high nothing may be added.
//
// Not promised: saturation; they wrap.

`include "assert.svh"

module rnic_counter_bank #(
  parameter int unsigned NumCounters = 256,  // at least 2
  parameter int unsigned AmountBits = 14,
  // Derived; not to be set.
  parameter int unsigned IndexBits = $clog2(NumCounters)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  output logic                  ready_o,

  input  logic                  add_valid_i,
  input  logic [IndexBits-1:0]  add_index_i,
  input  logic [AmountBits-1:0] add_amount_i,

  input  logic [IndexBits-1:0]  rd_index_i,
  output logic [63:0]           rd_count_o
);

  localparam int unsigned Width = 64;
  typedef logic [IndexBits-1:0] index_t;
  typedef logic [Width-1:0] count_t;

  if (NumCounters < 2) begin : gen_bad_num_counters
    $fatal(1, "rnic_counter_bank: NumCounters is %0d; it must be at least 2", NumCounters);
  end

  // ------------------------------------------------------------ sweep behind a reset
  logic   ready_q;
  index_t sweep_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      sweep_q <= '0;
    end else if (!ready_q) begin
      ready_q <= sweep_q == index_t'(NumCounters - 1);
      sweep_q <= sweep_q + 1'b1;
    end
  end
  assign ready_o = ready_q;

  // ------------------------------------------------------------ s1: read; s2: add; s3: write
  // s4 is the sum that a read in the clock of its write has missed.
  logic                  s1_valid_q, s2_valid_q, s3_valid_q;
  index_t                s1_index_q, s2_index_q, s3_index_q;
  logic [AmountBits-1:0] s1_amount_q, s2_amount_q;
  logic                  s2_from_s3_q, s2_from_s4_q;
  count_t                s2_stored, s3_sum_q, s4_sum_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s1_valid_q <= 1'b0;
      s2_valid_q <= 1'b0;
      s3_valid_q <= 1'b0;
    end else begin
      s1_valid_q <= add_valid_i;
      s2_valid_q <= s1_valid_q;
      s3_valid_q <= s2_valid_q;
    end
  end

  // A sum that s1's read misses: of the event before, now in s2, or of the one before that, in s3.
  always_ff @(posedge clk_i) begin
    s1_index_q   <= add_index_i;
    s2_index_q   <= s1_index_q;
    s3_index_q   <= s2_index_q;
    s1_amount_q  <= add_amount_i;
    s2_amount_q  <= s1_amount_q;
    s2_from_s3_q <= s2_valid_q && s2_index_q == s1_index_q;
    s2_from_s4_q <= s3_valid_q && s3_index_q == s1_index_q;
    s3_sum_q     <= (s2_from_s3_q ? s3_sum_q : s2_from_s4_q ? s4_sum_q : s2_stored) +
                    count_t'(s2_amount_q);
    s4_sum_q     <= s3_sum_q;
  end

  // ------------------------------------------------------------ the RAM, twice for two readers
  logic   wr_en;
  index_t wr_index;
  count_t wr_count;
  assign wr_en    = s3_valid_q || !ready_q;
  assign wr_index = ready_q ? s3_index_q : sweep_q;
  assign wr_count = ready_q ? s3_sum_q : '0;

  rnic_ram_1r1w #(.Width(Width), .NumWords(NumCounters)) u_add (
    .clk_i, .rst_ni, .wr_en_i(wr_en), .wr_addr_i(wr_index), .wr_data_i(wr_count),
    .rd_en_i(1'b1), .rd_addr_i(s1_index_q), .rd_data_o(s2_stored)
  );
  rnic_ram_1r1w #(.Width(Width), .NumWords(NumCounters), .OutReg(1'b1)) u_look (
    .clk_i, .rst_ni, .wr_en_i(wr_en), .wr_addr_i(wr_index), .wr_data_i(wr_count),
    .rd_en_i(1'b1), .rd_addr_i(rd_index_i), .rd_data_o(rd_count_o)
  );

  `RNIC_ASSERT(QuietInSweep, !ready_q |-> !add_valid_i, "something is counted during the sweep")
  `RNIC_ASSERT(IndexInRange, add_valid_i |-> 32'(add_index_i) < NumCounters,
               "a counter is named that is not there")
  `RNIC_COVER(SameCounterAtOnce, s2_valid_q && s2_from_s3_q)
  `RNIC_COVER(SameCounterOneBetween, s2_valid_q && s2_from_s4_q && !s2_from_s3_q)

endmodule
