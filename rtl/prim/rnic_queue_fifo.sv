// SPDX-License-Identifier: Apache-2.0
// NumQueues FIFOs of Depth words each in one RAM, with every head in view.
//
// One word is pushed a clock, to any queue; in the same clock every queue may give up its head.
// A word pushed into an empty queue is at its head 1 clock later, 2 with PushReg, which puts a flop
// behind the push's decoding, for pushes that come late in their clock. One queue alone moves a
// word every clock, through the RAM too; all queues together take from the RAM one word a clock.
// There is no ready: room_o falls while Slack words still fit, at least, so that a source may have
// Slack words on their way. Contents are not reset.
// The partition is fixed: a full queue takes nothing from another.
//
// The oldest words of a queue stand in its stage, a small LUTRAM; the rest in the RAM, from which
// the stages are filled in turn, 5 clocks a word. A push goes past the RAM while it is empty.

`include "assert.svh"

module rnic_queue_fifo #(
  parameter type         data_t    = logic [31:0],
  parameter int unsigned NumQueues = 8,        // power of two, 2 to 16
  parameter int unsigned Depth     = 64,       // words a queue in the RAM, a power of two from 16
  parameter int unsigned Slack     = 4,        // words that still fit in the clock room_o falls
  parameter bit          PushReg   = 1'b0,     // a flop more in front
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
  if (Slack + 3 > Depth) begin : gen_bad_slack
    $fatal(1, "rnic_queue_fifo: Slack is %0d; it must be at most Depth - 3", Slack);
  end

  localparam int unsigned StageWords = 8;      // more than the way from the RAM takes
  localparam int unsigned StageBits  = $clog2(StageWords);
  localparam int unsigned RowBits    = $clog2(Depth);
  typedef logic [RowBits-1:0]   row_t;
  typedef logic [RowBits:0]     count_t;
  typedef logic [StageBits:0]   stage_count_t;
  typedef logic [NumQueues-1:0] mask_t;

  // What is true of each queue stands in masks, which logic and simulation work on whole.
  mask_t push, to_stage, to_ram, want, again;

  logic [QidBits-1:0] push_qid;
  data_t              push_data;
  mask_t              push_d;

  for (genvar q = 0; q < int'(NumQueues); q++) begin : gen_decode
    assign push_d[q] = push_valid_i && push_qid_i == QidBits'(q);
  end

  if (PushReg) begin : gen_push_reg
    always_ff @(posedge clk_i) begin
      push      <= rst_ni ? push_d : '0;
      push_qid  <= push_qid_i;
      push_data <= push_data_i;
    end
  end else begin : gen_no_push_reg
    assign push = push_d;
    assign push_qid = push_qid_i;
    assign push_data = push_data_i;
  end

  // --- from the RAM into the stages, one word a clock --------------------------------------------
  // The queue that is asked first moves on by one in every clock. pick: chosen; fill: and still
  // wants; s1: address at the RAM; s3: its word enters the stage.
  mask_t first_q, pick_d, pick_q, fill, s1_fill_q, s2_fill_q, s3_fill_q;
  logic [$bits(data_t)-1:0] ram_data;
  row_t                     read_row_q [NumQueues], write_row_q [NumQueues], fill_row;
  logic [QidBits-1:0]       fill_qid;

  // Of the wishes, written twice in a row, the lowest from first_q on is the one that a borrow from
  // there ends at: a carry chain instead of levels of logic.
  logic [2*NumQueues-1:0] twice, borrowed, lowest;
  assign twice    = {again, again};
  assign borrowed = twice - (2 * NumQueues)'(first_q);
  assign lowest   = twice & ~borrowed;
  assign pick_d   = lowest[NumQueues-1:0] | lowest[2*NumQueues-1:NumQueues];

  assign fill = pick_q & want;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q   <= mask_t'(1);
      pick_q    <= '0;
      s1_fill_q <= '0;
      s2_fill_q <= '0;
      s3_fill_q <= '0;
    end else begin
      first_q   <= {first_q[NumQueues-2:0], first_q[NumQueues-1]};
      pick_q    <= pick_d;
      s1_fill_q <= fill;
      s2_fill_q <= s1_fill_q;
      s3_fill_q <= s2_fill_q;
    end
  end

  always_comb begin
    fill_qid = '0;
    fill_row = '0;
    for (int q = 0; q < int'(NumQueues); q++) begin
      fill_qid |= s1_fill_q[q] ? QidBits'(q) : '0;
      fill_row |= s1_fill_q[q] ? read_row_q[q] : '0;
    end
  end

  rnic_ram_1r1w #(.Width($bits(data_t)), .NumWords(NumQueues * Depth), .OutReg(1'b1)) u_ram (
    .clk_i, .rst_ni,
    .wr_en_i  (|to_ram),
    .wr_addr_i({push_qid, write_row_q[push_qid]}),
    .wr_data_i(push_data),
    .rd_en_i  (|s1_fill_q),
    .rd_addr_i({fill_qid, fill_row}),
    .rd_data_o(ram_data)
  );

  // --- counts ------------------------------------------------------------------------------------
  // Words in the RAM that are not chosen yet; places of the stage for which none is on its way;
  // words in the stage; words in all. Beside the first three stand two flags, kept one step ahead:
  // any (not 0) and more (over 1).
  count_t       ram_q [NumQueues], all_q [NumQueues];
  stage_count_t free_q [NumQueues], held_q [NumQueues];
  mask_t        ram_any_q, ram_more_q, free_any_q, free_more_q, held_any_q, held_more_q, room_q;
  mask_t        on_way, takes, enters, leaves;  // takes: a place of the stage
  mask_t        ram_up, ram_down, free_up, free_down, held_up, held_down, all_up, all_down;
  logic [StageBits-1:0] in_q [NumQueues], out_q [NumQueues];

  assign on_way   = s1_fill_q | s2_fill_q | s3_fill_q;
  assign want     = ram_any_q & free_any_q;
  // Also behind the pick that is under way.
  assign again    = want & (~pick_q | (ram_more_q & free_more_q));
  assign to_stage = push & ~ram_any_q & ~on_way & free_any_q;
  assign to_ram   = push & ~to_stage;
  assign takes    = fill | to_stage;
  assign enters   = s3_fill_q | to_stage;
  assign leaves   = pop_i;

  assign ram_up    = to_ram & ~fill;
  assign ram_down  = fill & ~to_ram;
  assign free_up   = leaves & ~takes;
  assign free_down = takes & ~leaves;
  assign held_up   = enters & ~leaves;
  assign held_down = leaves & ~enters;
  assign all_up    = push & ~leaves;
  assign all_down  = leaves & ~push;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ram_any_q   <= '0;
      ram_more_q  <= '0;
      free_any_q  <= '1;
      free_more_q <= '1;
      held_any_q  <= '0;
      held_more_q <= '0;
      room_q      <= '0;
      for (int q = 0; q < int'(NumQueues); q++) begin
        ram_q[q]       <= '0;
        free_q[q]      <= stage_count_t'(StageWords);
        held_q[q]      <= '0;
        all_q[q]       <= '0;
        read_row_q[q]  <= '0;
        write_row_q[q] <= '0;
        in_q[q]        <= '0;
        out_q[q]       <= '0;
      end
    end else begin
      ram_any_q  <= ram_up | (ram_any_q & ~ram_down) | (ram_more_q & ram_down);
      free_any_q <= free_up | (free_any_q & ~free_down) | (free_more_q & free_down);
      held_any_q <= held_up | (held_any_q & ~held_down) | (held_more_q & held_down);
      for (int q = 0; q < int'(NumQueues); q++) begin
        if (ram_up[q] || ram_down[q]) begin
          ram_q[q]      <= ram_up[q] ? ram_q[q] + 1'b1 : ram_q[q] - 1'b1;
          ram_more_q[q] <= ram_up[q] ? ram_any_q[q] : ram_q[q] > count_t'(2);
        end
        if (free_up[q] || free_down[q]) begin
          free_q[q]      <= free_up[q] ? free_q[q] + 1'b1 : free_q[q] - 1'b1;
          free_more_q[q] <= free_up[q] ? free_any_q[q] : free_q[q] > stage_count_t'(2);
        end
        if (held_up[q] || held_down[q]) begin
          held_q[q]      <= held_up[q] ? held_q[q] + 1'b1 : held_q[q] - 1'b1;
          held_more_q[q] <= held_up[q] ? held_any_q[q] : held_q[q] > stage_count_t'(2);
        end
        if (all_up[q] || all_down[q]) begin
          all_q[q] <= all_up[q] ? all_q[q] + 1'b1 : all_q[q] - 1'b1;
        end
        // Late by a clock, or two, hence as many words early.
        room_q[q] <= all_q[q] < count_t'(Depth - Slack - 1 - int'(PushReg));
        if (s1_fill_q[q]) read_row_q[q] <= read_row_q[q] + 1'b1;
        if (to_ram[q]) write_row_q[q] <= write_row_q[q] + 1'b1;
        if (enters[q]) in_q[q] <= in_q[q] + 1'b1;
        if (leaves[q]) out_q[q] <= out_q[q] + 1'b1;
      end
    end
  end

  // --- stages ------------------------------------------------------------------------------------
  for (genvar q = 0; q < int'(NumQueues); q++) begin : gen_stage
    data_t stage [StageWords];

    always_ff @(posedge clk_i) begin
      if (enters[q]) stage[in_q[q]] <= s3_fill_q[q] ? data_t'(ram_data) : push_data;
    end
    assign head_data_o[q] = stage[out_q[q]];

    `RNIC_COVER(ThroughRam, pop_i[q] && ram_any_q[q])
    `RNIC_COVER(PastRam, to_stage[q] && pop_i[q])
    `RNIC_COVER(NoRoom, !room_q[q])
  end
  assign head_valid_o = held_any_q;
  assign room_o       = room_q;

  // --- assertions --------------------------------------------------------------------------------
  // Flags and counts are compared for one queue a clock, in turn.
  mask_t              stage_full;
  logic               flags_fit, push_fits;
  logic [QidBits-1:0] compared;

  always_comb begin
    compared = '0;
    for (int q = 0; q < int'(NumQueues); q++) begin
      compared |= first_q[q] ? QidBits'(q) : '0;
      stage_full[q] = held_q[q][StageBits];
    end
    flags_fit = ram_any_q[compared] == (ram_q[compared] != '0) &&
                free_any_q[compared] == (free_q[compared] != '0) &&
                held_any_q[compared] == (held_q[compared] != '0);
    push_fits = all_q[push_qid] < count_t'(Depth);
  end

  `RNIC_ASSERT(PopHeld, (pop_i & ~held_any_q) == '0, "a pop from an empty queue")
  `RNIC_ASSERT(NoOverflow, push != '0 |-> push_fits, "a push into a full queue")
  `RNIC_ASSERT(OneSource, (s3_fill_q & to_stage) == '0, "two words enter one stage")
  `RNIC_ASSERT(StageHolds, (held_up & stage_full) == '0, "a word enters a full stage")
  `RNIC_ASSERT(FlagsFit, flags_fit, "a flag differs from its count")

endmodule
