// SPDX-License-Identifier: Apache-2.0
// NumQueues FIFOs of Depth words each in one RAM, with every head in view.
//
// One word is pushed a clock, to any queue; in the same clock every queue may give up its head.
// A word pushed into an empty queue is at its head 1 clock later. One queue alone moves a word
// every clock, through the RAM too; all queues together take from the RAM one word a clock.
// There is no ready: room_o falls when fewer than Slack + 1 words fit, so that a source may have
// Slack words on their way. Contents are not reset.
// The partition is fixed: a full queue takes nothing from another.
//
// The oldest words of a queue stand in its stage, a small LUTRAM; the rest in the RAM, from which
// the stages are filled in turn, 4 clocks a word. A push goes past the RAM while it is empty.

`include "assert.svh"

module rnic_queue_fifo #(
  parameter type         data_t    = logic [31:0],
  parameter int unsigned NumQueues = 8,        // power of two, 2 to 16
  parameter int unsigned Depth     = 64,       // words a queue in the RAM, a power of two from 16
  parameter int unsigned Slack     = 4,        // words that still fit in the clock room_o falls
  // Derived; not to be set.
  parameter int unsigned QidBits   = $clog2(NumQueues)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  push_valid_i,
  input  logic [QidBits-1:0]    push_qid_i,
  input  data_t                 push_data_i,
  output logic [NumQueues-1:0]  room_o,

  output logic [NumQueues-1:0]  head_valid_o,
  output data_t                 head_data_o [NumQueues],
  input  logic [NumQueues-1:0]  pop_i          // only where head_valid_o
);

  if (NumQueues < 2 || NumQueues > 16 || (NumQueues & (NumQueues - 1)) != 0) begin : gen_bad_queues
    $fatal(1, "rnic_queue_fifo: NumQueues is %0d; it must be a power of two from 2 to 16",
           NumQueues);
  end
  if (Depth < 16 || (Depth & (Depth - 1)) != 0) begin : gen_bad_depth
    $fatal(1, "rnic_queue_fifo: Depth is %0d; it must be a power of two of at least 16", Depth);
  end
  if (Slack + 2 > Depth) begin : gen_bad_slack
    $fatal(1, "rnic_queue_fifo: Slack is %0d; it must be at most Depth - 2", Slack);
  end

  localparam int unsigned StageWords = 8;      // more than the way from the RAM takes
  localparam int unsigned StageBits  = $clog2(StageWords);
  localparam int unsigned RowBits    = $clog2(Depth);
  localparam int unsigned CountBits  = RowBits + 1;
  typedef logic [RowBits-1:0]   row_t;
  typedef logic [CountBits-1:0] count_t;
  typedef logic [StageBits:0]   stage_count_t;

  logic [NumQueues-1:0] push, to_stage, to_ram, want, fill, refill_done;

  for (genvar q = 0; q < int'(NumQueues); q++) begin : gen_push
    assign push[q] = push_valid_i && push_qid_i == QidBits'(q);
  end

  // --- from the RAM into the stages, one word a clock --------------------------------------------
  logic [QidBits-1:0] fill_qid, s1_fill_qid_q;
  logic               s1_fill_q;
  row_t               read_row [NumQueues], write_row [NumQueues];
  logic [$bits(data_t)-1:0] ram_data;
  logic [NumQueues-1:0] s3_fill_q, s2_fill_q;

  rnic_rr_arbiter #(.Width(NumQueues)) u_fill (
    .clk_i, .rst_ni, .en_i(1'b1), .req_i(want), .grant_o(fill)
  );

  always_comb begin
    fill_qid = '0;
    for (int q = 0; q < int'(NumQueues); q++) fill_qid |= fill[q] ? QidBits'(q) : '0;
  end

  always_ff @(posedge clk_i) begin
    s1_fill_qid_q <= fill_qid;
    if (!rst_ni) begin
      s1_fill_q <= 1'b0;
      s2_fill_q <= '0;
      s3_fill_q <= '0;
    end else begin
      s1_fill_q <= |fill;
      s2_fill_q <= s1_fill_q ? NumQueues'(1) << s1_fill_qid_q : '0;
      s3_fill_q <= s2_fill_q;
    end
  end
  assign refill_done = s3_fill_q;

  rnic_ram_1r1w #(.Width($bits(data_t)), .NumWords(NumQueues * Depth), .OutReg(1'b1)) u_ram (
    .clk_i, .rst_ni,
    .wr_en_i  (|to_ram),
    .wr_addr_i({push_qid_i, write_row[push_qid_i]}),
    .wr_data_i(push_data_i),
    .rd_en_i  (s1_fill_q),
    .rd_addr_i({s1_fill_qid_q, read_row[s1_fill_qid_q]}),
    .rd_data_o(ram_data)
  );

  // --- one queue ---------------------------------------------------------------------------------
  for (genvar q = 0; q < int'(NumQueues); q++) begin : gen_queue
    // In the RAM and not yet on the way out of it; on the way; free places of the stage, those on
    // the way taken off; words in the stage; all words.
    count_t       ram_d, ram_q, all_d, all_q;
    logic [2:0]   way_d, way_q;
    stage_count_t free_d, free_q, held_d, held_q;
    logic         ram_any_q, way_any_q, free_any_q, held_any_q, room_q;
    row_t         read_row_q, write_row_q;
    logic [StageBits-1:0] in_q, out_q;
    data_t        stage [StageWords];

    assign want[q] = ram_any_q && free_any_q;
    assign to_stage[q] = push[q] && !ram_any_q && !way_any_q && free_any_q;
    assign to_ram[q] = push[q] && !to_stage[q];
    assign read_row[q] = read_row_q;
    assign write_row[q] = write_row_q;

    assign ram_d = ram_q + count_t'(to_ram[q]) - count_t'(fill[q]);
    assign way_d = way_q + 3'(fill[q]) - 3'(refill_done[q]);
    assign free_d = free_q + stage_count_t'(pop_i[q]) - stage_count_t'(fill[q] || to_stage[q]);
    assign held_d = held_q + stage_count_t'(refill_done[q] || to_stage[q])
                           - stage_count_t'(pop_i[q]);
    assign all_d = all_q + count_t'(push[q]) - count_t'(pop_i[q]);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        ram_q       <= '0;
        way_q       <= '0;
        free_q      <= stage_count_t'(StageWords);
        held_q      <= '0;
        all_q       <= '0;
        ram_any_q   <= 1'b0;
        way_any_q   <= 1'b0;
        free_any_q  <= 1'b1;
        held_any_q  <= 1'b0;
        room_q      <= 1'b0;
        read_row_q  <= '0;
        write_row_q <= '0;
        in_q        <= '0;
        out_q       <= '0;
      end else begin
        ram_q       <= ram_d;
        way_q       <= way_d;
        free_q      <= free_d;
        held_q      <= held_d;
        all_q       <= all_d;
        ram_any_q   <= ram_d != '0;
        way_any_q   <= way_d != '0;
        free_any_q  <= free_d != '0;
        held_any_q  <= held_d != '0;
        room_q      <= all_d < count_t'(Depth - Slack);
        if (s1_fill_q && s1_fill_qid_q == QidBits'(q)) read_row_q <= read_row_q + 1'b1;
        if (to_ram[q]) write_row_q <= write_row_q + 1'b1;
        if (refill_done[q] || to_stage[q]) in_q <= in_q + 1'b1;
        if (pop_i[q]) out_q <= out_q + 1'b1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (refill_done[q] || to_stage[q])
        stage[in_q] <= refill_done[q] ? data_t'(ram_data) : push_data_i;
    end

    assign head_valid_o[q] = held_any_q;
    assign head_data_o[q] = stage[out_q];
    assign room_o[q] = room_q;

    `RNIC_ASSERT(PopHeld, pop_i[q] |-> held_any_q, "a pop from an empty queue")
    `RNIC_ASSERT(NoOverflow, to_ram[q] |-> ram_q < count_t'(Depth),
                 "a push into a full queue")
    `RNIC_ASSERT(OneSource, !(refill_done[q] && to_stage[q]), "two words enter one stage")
    `RNIC_COVER(ThroughRam, pop_i[q] && ram_any_q)
    `RNIC_COVER(PastRam, to_stage[q] && pop_i[q])
    `RNIC_COVER(NoRoom, !room_q)
  end

endmodule
