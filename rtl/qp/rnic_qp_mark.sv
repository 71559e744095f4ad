// SPDX-License-Identifier: Apache-2.0
// One bit a queue pair, set by one side and cleared by another, either once in every clock.
//
// The bit is the difference of two memories, of which each side writes one: who sets makes his
// unequal to the other's, who clears makes his equal. Both start out zero by the sweep, which is
// somebody else's.
//
// rd_mark_o belongs to the rd_qp_i of 1 clock before and to all sets and clears of earlier clocks.
// Not promised: anything of a queue pair that is set and cleared in one clock.

`include "assert.svh"

module rnic_qp_mark
  import rnic_qp_pkg::*;
#(
  parameter int unsigned NumQps = 1024,
  parameter int unsigned NumReaders = 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  logic                     sweep_i,       // sweep_qp_i becomes zero
  input  qp_idx_t                  sweep_qp_i,

  input  logic                     set_i,
  input  qp_idx_t                  set_qp_i,
  input  logic                     clear_i,
  input  qp_idx_t                  clear_qp_i,

  input  qp_idx_t [NumReaders-1:0] rd_qp_i,
  output logic    [NumReaders-1:0] rd_mark_o
);

  typedef logic [$clog2(NumQps)-1:0] idx_t;

  logic setters [NumQps];
  logic clearers [NumQps];

  always_ff @(posedge clk_i) begin
    if (sweep_i)      setters[idx_t'(sweep_qp_i)] <= 1'b0;
    else if (set_i)   setters[idx_t'(set_qp_i)] <= !clearers[idx_t'(set_qp_i)];
    if (sweep_i)      clearers[idx_t'(sweep_qp_i)] <= 1'b0;
    else if (clear_i) clearers[idx_t'(clear_qp_i)] <= setters[idx_t'(clear_qp_i)];
  end

  for (genvar r = 0; r < int'(NumReaders); r++) begin : gen_reader
    always_ff @(posedge clk_i) begin
      rd_mark_o[r] <= setters[idx_t'(rd_qp_i[r])] ^ clearers[idx_t'(rd_qp_i[r])];
    end
  end

  `RNIC_ASSERT(NotBoth, !(set_i && clear_i && set_qp_i == clear_qp_i),
               "a queue pair's mark is set and cleared in one clock")
  `RNIC_ASSERT(QuietInSweep, sweep_i |-> !set_i && !clear_i, "a mark changes during the sweep")

endmodule
