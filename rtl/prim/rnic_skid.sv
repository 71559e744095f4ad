// SPDX-License-Identifier: Apache-2.0
// Skid buffer: cuts valid, data and ready of a stream with flops, at full throughput.
//
// One clock of latency, two words of room. out_valid_o, out_data_o and in_ready_o come from flops,
// so no path runs through in either direction. Data flops are not reset.
// Not promised: more room than the two words; that is rnic_fifo.

`include "assert.svh"

module rnic_skid #(
  parameter type data_t = logic [31:0]
) (
  input  logic  clk_i,
  input  logic  rst_ni,

  input  logic  in_valid_i,
  output logic  in_ready_o,
  input  data_t in_data_i,

  output logic  out_valid_o,
  input  logic  out_ready_i,
  output data_t out_data_o
);

  // ready_q is low exactly while the second word, skid_q, is in use.
  logic  valid_d, valid_q, ready_d, ready_q;
  data_t out_q, skid_q;

  logic out_moves, in_taken;
  assign out_moves = !valid_q || out_ready_i;
  assign in_taken  = in_valid_i && ready_q;

  assign valid_d = !out_moves || !ready_q || in_valid_i;
  assign ready_d = out_moves || (ready_q && !in_taken);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      ready_q <= 1'b1;
    end else begin
      valid_q <= valid_d;
      ready_q <= ready_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (out_moves) out_q  <= ready_q ? in_data_i : skid_q;
    if (ready_q)   skid_q <= in_data_i;
  end

  assign in_ready_o  = ready_q;
  assign out_valid_o = valid_q;
  assign out_data_o  = out_q;

  `RNIC_ASSERT(InHeld, in_valid_i && !ready_q |=> in_valid_i,
               "in_valid_i fell before the word was taken")
  `RNIC_ASSERT(SkidNeedsOut, !ready_q |-> valid_q, "the second word is in use and the first is not")
  `RNIC_COVER(Full, !ready_q)
  `RNIC_COVER(Drain, !ready_q && out_ready_i)

endmodule
