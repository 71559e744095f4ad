// SPDX-License-Identifier: Apache-2.0
// rnic_skid: no word is lost, made up, changed or overtaken, and what is offered stays.
//
// Any one word may be marked as it enters, as in formal/rnic_fifo.sv.

`include "assert.svh"

module formal_skid #(
  parameter int unsigned Width = 4
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             in_valid_i,
  input logic [Width-1:0] in_data_i,
  input logic             out_ready_i,
  input logic             mark_i
);

  `RNIC_STARTS_IN_RESET

  typedef logic [Width-1:0] data_t;
  logic             in_ready, out_valid;
  logic [Width-1:0] out_data;

  rnic_skid #(.data_t(data_t)) u_dut (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o(in_ready), .in_data_i,
    .out_valid_o(out_valid), .out_ready_i, .out_data_o(out_data)
  );

  // ------------------------------------------------------------ what should be
  logic             push, pop, marked_q;
  logic [1:0]       held_q, ahead_q;
  logic [Width-1:0] word_q;
  assign push = in_valid_i && in_ready;
  assign pop  = out_valid && out_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      marked_q <= 1'b0;
      held_q   <= '0;
    end else begin
      held_q <= held_q + 2'(push) - 2'(pop);
      if (marked_q && pop) begin
        if (ahead_q == '0) marked_q <= 1'b0;
        ahead_q <= ahead_q - 1'b1;
      end else if (!marked_q && push && mark_i) begin
        marked_q <= 1'b1;
        ahead_q  <= held_q - 2'(pop);
        word_q   <= in_data_i;
      end
    end
  end

  // The output of the clock before, not taken.
  logic             waits_q;
  logic [Width-1:0] offered_q;
  always_ff @(posedge clk_i) begin
    waits_q   <= rst_ni && out_valid && !out_ready_i;
    offered_q <= out_data;
  end

  `RNIC_ASSERT(Room, in_ready == (held_q < 2'd2), "ready with two words inside, or not with one")
  `RNIC_ASSERT(Offers, out_valid == (held_q != '0), "valid where empty, or not where a word is")
  `RNIC_ASSERT(Order, !marked_q || ahead_q != '0 || out_data == word_q,
               "a word is not at the output, unchanged, when those before it have left")
  `RNIC_ASSERT(Stable, !waits_q || (out_valid && out_data == offered_q),
               "what was offered changed before it was taken")

  // ------------------------------------------------------------ what makes it inductive
  `RNIC_ASSERT(InvHeld, held_q <= 2'd2, "more words than there is room for")
  `RNIC_ASSERT(InvAhead, !marked_q || ahead_q < held_q, "the marked word is not inside")
  `RNIC_ASSERT(InvSecond, !marked_q || ahead_q != 2'd1 || u_dut.skid_q == word_q,
               "the marked word is not the second")

  // ------------------------------------------------------------ that it is about something
  `RNIC_COVER(Fills, held_q == 2'd2)
  `RNIC_COVER(SecondLeaves, marked_q && pop && ahead_q == '0 && held_q == 2'd2)
  `RNIC_COVER(PushAndPop, push && pop && held_q == 2'd1)

endmodule
