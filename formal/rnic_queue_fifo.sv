// SPDX-License-Identifier: Apache-2.0
// rnic_queue_fifo: each queue by itself is a FIFO whatever the others do, no word is without a
// place as long as the source keeps to room_o, and a head comes into view in a bounded time.
//
// In each queue any one word may be marked as it is pushed, as in formal/rnic_fifo.sv. The source
// may push Slack words from the clock in which room_o falls until it rises again.

`include "assert.svh"

module formal_queue_fifo #(
  parameter int unsigned NumQueues = 2,
  parameter int unsigned Depth     = 16,
  parameter int unsigned Slack     = 4,
  parameter bit          PushReg   = 1'b0,
  parameter int unsigned Width     = 2,
  localparam int unsigned QidBits  = $clog2(NumQueues)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 push_valid_i,
  input logic [QidBits-1:0]   push_qid_i,
  input logic [Width-1:0]     push_data_i,
  input logic [NumQueues-1:0] pop_i,
  input logic [NumQueues-1:0] mark_i
);

  `RNIC_STARTS_IN_RESET

  typedef logic [Width-1:0] data_t;
  logic [NumQueues-1:0] room, head_valid;
  data_t                head_data [NumQueues];

  rnic_queue_fifo #(.data_t(data_t), .NumQueues(NumQueues), .Depth(Depth), .Slack(Slack),
                    .PushReg(PushReg)) u_dut (
    .clk_i, .rst_ni, .push_valid_i, .push_qid_i, .push_data_i, .room_o(room),
    .head_valid_o(head_valid), .head_data_o(head_data), .pop_i
  );

  // Clocks that a head may be out of view: its turn at the RAM, and 5 on the way.
  localparam int unsigned MaxHidden = NumQueues + 5;
  localparam int unsigned CountBits = $clog2(Depth + 16);
  localparam int unsigned RowBits   = $clog2(Depth);
  typedef logic [CountBits-1:0] count_t;
  typedef logic [RowBits-1:0]   row_t;

  function automatic logic one_hot0(logic [NumQueues-1:0] mask);
    return (mask & (mask - 1'b1)) == '0;
  endfunction
  `RNIC_ASSERT(InvOneHot, one_hot0(u_dut.s1_fill_q) && one_hot0(u_dut.s2_fill_q) &&
               one_hot0(u_dut.s3_fill_q) && one_hot0(u_dut.pick_q) && one_hot0(u_dut.first_q) &&
               u_dut.first_q != '0, "two queues are filled at once")

  for (genvar q = 0; q < int'(NumQueues); q++) begin : gen_queue
    // ---------------------------------------------------------- what should be
    logic       push, pop, marked_q, was_empty_q, shows_q, shows_2_q;
    count_t     held_q, ahead_q, late_q;
    logic [3:0] hidden_q;
    data_t      word_q, pushed_q, pushed_2_q;
    assign push = push_valid_i && push_qid_i == QidBits'(q);
    assign pop  = pop_i[q];

    always_ff @(posedge clk_i) begin
      pushed_q   <= push_data_i;
      pushed_2_q <= pushed_q;
      if (!rst_ni) begin
        marked_q  <= 1'b0;
        held_q    <= '0;
        late_q    <= '0;
        hidden_q  <= '0;
        shows_q   <= 1'b0;
        shows_2_q <= 1'b0;
      end else begin
        held_q    <= held_q + count_t'(push) - count_t'(pop);
        late_q    <= room[q] ? '0 : late_q + count_t'(push);
        hidden_q  <= (held_q == '0 || head_valid[q]) ? '0 : hidden_q + 1'b1;
        shows_q   <= push && held_q == '0;
        shows_2_q <= shows_q;
        if (marked_q && pop) begin
          if (ahead_q == '0) marked_q <= 1'b0;
          ahead_q <= ahead_q - 1'b1;
        end else if (!marked_q && push && mark_i[q]) begin
          marked_q <= 1'b1;
          ahead_q  <= held_q - count_t'(pop);
          word_q   <= push_data_i;
        end
      end
    end

    `RNIC_ASSUME(KeepsToRoom, !(push && !room[q]) || late_q < count_t'(Slack),
                 "more than Slack words on their way when room_o fell")
    `RNIC_ASSERT(Fits, held_q <= count_t'(Depth), "more words than there is room for")
    `RNIC_ASSERT(Offers, !head_valid[q] || held_q != '0, "a head in an empty queue")
    `RNIC_ASSERT(Order, !marked_q || !head_valid[q] || ahead_q != '0 || head_data[q] == word_q,
                 "a word is not at the head, unchanged, when those before it have left")
    `RNIC_ASSERT(ComesIntoView, 32'(hidden_q) <= MaxHidden, "a head stays out of view")
    `RNIC_ASSERT(Shows, !(PushReg ? shows_2_q : shows_q) || (head_valid[q] &&
                 head_data[q] == (PushReg ? pushed_2_q : pushed_q)),
                 "a word that met an empty queue is not at its head when it should be")

    // ---------------------------------------------------------- what makes it inductive
    logic   s1, s2, s3, in_flop;
    count_t ram, free, stage, total, in_ram, way;
    assign s1      = u_dut.s1_fill_q[q];
    assign s2      = u_dut.s2_fill_q[q];
    assign s3      = u_dut.s3_fill_q[q];
    assign way     = count_t'(s1) + count_t'(s2) + count_t'(s3);
    assign in_flop = PushReg && u_dut.push[q];
    assign ram     = count_t'(u_dut.ram_q[q]);
    assign free    = count_t'(u_dut.free_q[q]);
    assign stage   = count_t'(u_dut.held_q[q]);
    assign total   = count_t'(u_dut.all_q[q]);

    `RNIC_ASSERT(InvCounts, total == ram + way + stage && held_q == total + count_t'(in_flop) &&
                 free + stage + way == count_t'(8) && stage <= count_t'(8) &&
                 ram <= count_t'(Depth), "the counts do not add up")
    `RNIC_ASSERT(InvRows, u_dut.write_row_q[q] == row_t'(u_dut.read_row_q[q] + row_t'(s1) +
                 row_t'(ram)) && u_dut.in_q[q] == 3'(u_dut.out_q[q] + 3'(stage)),
                 "the rows in use are not those between the pointers")
    `RNIC_ASSERT(InvFlags, u_dut.ram_any_q[q] == (ram != '0) &&
                 u_dut.ram_more_q[q] == (ram > count_t'(1)) &&
                 u_dut.free_any_q[q] == (free != '0) &&
                 u_dut.free_more_q[q] == (free > count_t'(1)) &&
                 u_dut.held_any_q[q] == (stage != '0) &&
                 u_dut.held_more_q[q] == (stage > count_t'(1)), "a flag differs from its count")
    `RNIC_ASSERT(InvRoom, room[q] ? held_q < count_t'(Depth - Slack)
                 : late_q <= count_t'(Slack) &&
                 held_q + count_t'(Slack) <= count_t'(Depth) + late_q,
                 "room_o fell too late")
    `RNIC_ASSERT(InvAhead, !marked_q || ahead_q < held_q, "the marked word is not inside")
    `RNIC_ASSERT(InvShows, !shows_q || (held_q == count_t'(1) && (PushReg ? in_flop &&
                 u_dut.push_data == pushed_q : stage == count_t'(1))), "where it should be shown")

    // Where the marked word is: in the stage, on its way from the RAM, in the RAM, before it.
    count_t     n3, n2, n1;
    logic [2:0] place;
    data_t      there;
    assign n3     = ahead_q - stage;
    assign n2     = n3 - count_t'(s3);
    assign n1     = n2 - count_t'(s2);
    assign in_ram = n1 - count_t'(s1);
    assign place  = u_dut.out_q[q] + 3'(ahead_q);
    always_comb begin
      there = u_dut.u_ram.words[{QidBits'(q), row_t'(u_dut.read_row_q[q] + row_t'(n1))}];
      if (ahead_q < stage)      there = u_dut.gen_stage[q].stage[place];
      else if (s3 && n3 == '0)  there = u_dut.u_ram.gen_out_reg.out_q;
      else if (s2 && n2 == '0)  there = u_dut.u_ram.read_q;
      else if (!(s1 && n1 == '0) && in_ram >= ram) there = u_dut.push_data;
    end
    `RNIC_ASSERT(InvWord, !marked_q || there == word_q, "the marked word is not in its place")

    // ---------------------------------------------------------- that it is about something
    `RNIC_COVER(MarkedThroughRam, marked_q && pop && ahead_q == '0 && held_q > count_t'(8))
    `RNIC_COVER(NoRoom, !room[q] && late_q == count_t'(Slack))
    `RNIC_COVER(Full, held_q == count_t'(Depth))
    `RNIC_COVER(Hidden, hidden_q != '0)
    `RNIC_COVER(EmptiesAgain, pop && held_q == count_t'(1) && late_q == '0)
  end

endmodule
