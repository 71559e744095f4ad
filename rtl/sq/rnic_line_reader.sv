// SPDX-License-Identifier: Apache-2.0
// Reads the lines of runs over AXI, one single-beat read a line and at most one a clock, in order.
//
// There is no ready on the runs' side: room_o falls while runs of several turns still fit.

`include "assert.svh"

module rnic_line_reader
  import rnic_axi_pkg::*;
  import rnic_wqe_fetch_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        read_valid_i,
  input  fetch_read_t read_i,
  output logic        room_o,

  output logic        ar_valid_o,
  input  logic        ar_ready_i,
  output axi_ar_t     ar_o                     // ID = queue
);

  localparam int unsigned Depth = 16;
  localparam int unsigned Slack = 8;           // runs of turns under way when room_o falls
  localparam int unsigned LevelBits = $clog2(Depth + 1);

  fetch_read_t          run;
  logic                 run_valid, run_pop, skid_ready, taken, fifo_ready;
  logic [LevelBits-1:0] level;

  rnic_fifo #(.data_t(fetch_read_t), .Depth(Depth)) u_runs (
    .clk_i, .rst_ni,
    .in_valid_i (read_valid_i), .in_ready_o(fifo_ready), .in_data_i(read_i),
    .out_valid_o(run_valid), .out_ready_i(run_pop), .out_data_o(run), .level_o(level)
  );

  // --- one read a line ---------------------------------------------------------------------------
  axi_ar_t    ar;
  run_lines_t line_q;                          // of the run, from 0

  assign taken = run_valid && skid_ready;
  assign run_pop = skid_ready && line_q == run.lines - 1'b1;
  assign ar = '{
    id: run.qid,
    addr: {run.line + line_addr_t'(line_q), AxiLineShift'(0)},
    len: '0
  };

  rnic_skid #(.data_t(axi_ar_t)) u_ar (
    .clk_i, .rst_ni,
    .in_valid_i (run_valid), .in_ready_o(skid_ready), .in_data_i(ar),
    .out_valid_o(ar_valid_o), .out_ready_i(ar_ready_i), .out_data_o(ar_o)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      line_q <= '0;
      room_o <= 1'b0;
    end else begin
      if (taken) line_q <= run_pop ? '0 : line_q + 1'b1;
      room_o <= level < LevelBits'(Depth - Slack);
    end
  end

  `RNIC_ASSERT(RunFits, read_valid_i |-> fifo_ready, "a run for which there is no room")

endmodule
