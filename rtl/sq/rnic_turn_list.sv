// SPDX-License-Identifier: Apache-2.0
// NumLists lists of QPs in one RAM: first in, first out, each QP in at most one of them.
//
// A list is a chain through next[qp], so all lists together need one word a QP. A QP pushed into an
// empty list is at its head 1 clock later; behind a pop the next head is in view 3 clocks later.
// Not promised: two pops within 3 clocks.

`include "assert.svh"

module rnic_turn_list
  import rnic_qp_pkg::*;
#(
  parameter int unsigned NumQps   = 1024,      // power of two, 2 to 1024
  parameter int unsigned NumLists = 16         // at least 2
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                push_valid_i,
  input  logic [NumLists-1:0] push_list_i,     // one-hot
  input  qp_idx_t             push_qp_i,       // in no list

  input  logic                pop_valid_i,
  input  logic [NumLists-1:0] pop_list_i,      // one-hot; its head is in view
  output qp_idx_t             pop_qp_o,        // in the same clock

  output logic [NumLists-1:0] any_o,           // holds a QP (up to 2 clocks late behind a pop)
  output logic [NumLists-1:0] head_valid_o,    // head in view
  output qp_idx_t             head_o [NumLists],
  output logic [NumLists-1:0] single_o         // head and tail are one
);

  if (NumQps < 2 || NumQps > MaxQps || (NumQps & (NumQps - 1)) != 0) begin : gen_bad_qps
    $fatal(1, "rnic_turn_list: NumQps is %0d; it must be a power of two from 2 to 1024", NumQps);
  end
  if (NumLists < 2) begin : gen_bad_lists
    $fatal(1, "rnic_turn_list: NumLists is %0d; it must be at least 2", NumLists);
  end

  localparam int unsigned QpBits = $clog2(NumQps);
  typedef logic [QpBits-1:0] qp_t;

  logic [NumLists-1:0] push, to_head, s1_pop_q, s2_pop_q;
  qp_t                 tail [NumLists], push_tail, s1_qp_q, next;

  assign push = push_valid_i ? push_list_i : '0;

  always_comb begin
    pop_qp_o = '0;
    push_tail = '0;
    for (int l = 0; l < int'(NumLists); l++) begin
      pop_qp_o |= pop_list_i[l] ? head_o[l] : '0;
      push_tail |= push_list_i[l] ? tail[l] : '0;
    end
  end

  // --- the chain ---------------------------------------------------------------------------------
  // Written where the tail was. An empty list has none: its old one may be in another list by now.
  rnic_ram_1r1w #(.Width(QpBits), .NumWords(NumQps)) u_next (
    .clk_i, .rst_ni,
    .wr_en_i  (|(push & ~to_head)),
    .wr_addr_i(push_tail),
    .wr_data_i(qp_t'(push_qp_i)),
    .rd_en_i  (|s1_pop_q),
    .rd_addr_i(s1_qp_q),
    .rd_data_o(next)
  );

  always_ff @(posedge clk_i) begin
    s1_qp_q <= qp_t'(pop_qp_o);
    if (!rst_ni) s1_pop_q <= '0;
    else         s1_pop_q <= pop_valid_i ? pop_list_i : '0;
  end

  // --- one list ----------------------------------------------------------------------------------
  for (genvar l = 0; l < int'(NumLists); l++) begin : gen_list
    // to_head: the list is empty, or the QP on its way off it was the only one.
    qp_t  head_q, tail_q;
    logic any_q, valid_q, one_q;

    assign to_head[l] = push[l] && (!any_q || ((s1_pop_q[l] || s2_pop_q[l]) && one_q));

    always_ff @(posedge clk_i) begin
      if (push[l]) tail_q <= qp_t'(push_qp_i);
      if (to_head[l]) head_q <= qp_t'(push_qp_i);
      else if (s2_pop_q[l]) head_q <= next;
      if (push[l]) one_q <= to_head[l];
      else if (s2_pop_q[l]) one_q <= next == tail_q;
      if (!rst_ni) begin
        any_q       <= 1'b0;
        valid_q     <= 1'b0;
        s2_pop_q[l] <= 1'b0;
      end else begin
        if (push[l]) any_q <= 1'b1;
        else if (s2_pop_q[l]) any_q <= !one_q;
        if (to_head[l]) valid_q <= 1'b1;
        else if (pop_valid_i && pop_list_i[l]) valid_q <= 1'b0;
        else if (s2_pop_q[l]) valid_q <= !one_q;
        s2_pop_q[l] <= s1_pop_q[l] && !to_head[l];
      end
    end

    assign tail[l] = tail_q;
    assign any_o[l] = any_q;
    assign head_valid_o[l] = valid_q;
    assign head_o[l] = qp_idx_t'(head_q);
    assign single_o[l] = one_q;

    `RNIC_ASSERT(PopInView, pop_valid_i && pop_list_i[l] |-> valid_q,
                 "a pop of a list whose head is not in view")
    `RNIC_COVER(RefilledBehindPop, to_head[l] && any_q)
  end

  `RNIC_ASSERT(PushOneList, push_valid_i |-> $onehot(push_list_i),
               "a push to no list, or to several")
  `RNIC_ASSERT(OneList, pop_valid_i |-> $onehot(pop_list_i), "a pop of no list, or of several")
  `RNIC_ASSERT(PopsApart, pop_valid_i |-> s1_pop_q == '0 && s2_pop_q == '0,
               "two pops within 3 clocks")
  `RNIC_ASSERT(QpInRange, push_valid_i |-> 32'(push_qp_i) < NumQps, "a QP that does not exist")

endmodule
