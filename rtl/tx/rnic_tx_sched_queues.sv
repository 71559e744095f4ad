// SPDX-License-Identifier: Apache-2.0
// Where packets wait: descriptors of data in 1,024 places a queue, control packets in 16, fragments
// of payload until the payload fetch has room.
//
// An item is stored in the clock in which it comes; its packet's head is in view one clock later.
// Descriptors are read in the order of their queue, 2 clocks behind read_valid_i.
// room_o of a queue falls early enough for 64 more items of each source.
// Control packets have a ready, their queue's.

`include "assert.svh"

module rnic_tx_sched_queues
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
#(
  parameter int unsigned NumSources = 1
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         item_valid_i,
  input  tx_item_t     item_i,
  input  logic         next_valid_i,            // the item of the next clock
  input  tx_item_t     next_item_i,
  output queue_mask_t  room_o,

  // Control packets; any, more than one (as at the clock's begin).
  input  logic         ctl_valid_i,
  output logic         ctl_ready_o,
  input  queue_t       ctl_qid_i,
  input  tx_pkt_desc_t ctl_desc_i,
  output queue_mask_t  ctl_any_o,
  output queue_mask_t  ctl_more_o,
  input  queue_mask_t  ctl_pop_i,

  // Heads of data.
  output queue_mask_t  head_valid_o,
  input  queue_mask_t  head_pop_i,
  output qp_idx_t      head_qp_o       [NumTxQueues],
  output row_count_t   head_last_row_o [NumTxQueues],
  output packet_rows_t head_rows_o     [NumTxQueues],
  output queue_mask_t  head_frame_o,
  output queue_mask_t  head_token_o,
  output queue_mask_t  head_dead_o,

  // Whether the QP of what comes in is dead, answered in the same clock.
  output qp_idx_t      push_qp_o,
  input  logic         push_dead_i,

  // The next descriptor of a queue.
  input  logic         read_valid_i,
  input  logic         read_ctl_i,
  input  queue_t       read_qid_i,
  output tx_pkt_desc_t data_desc_o,
  output tx_pkt_desc_t ctl_desc_o,

  // Fragments.
  output logic         frag_valid_o,
  output queue_t       frag_qid_o,
  output tx_frag_t     frag_o,
  input  queue_mask_t  frag_room_i,

  output logic         idle_o                   // no item, no control packet, no fragment held
);

  localparam int unsigned DescDepth = 1024;
  localparam int unsigned CtlDepth = 16;
  localparam int unsigned FlightItems = 64 * NumSources;
  // Items that come until a source sees room_o fall, beyond what it promises; heads in the fronts.
  localparam int unsigned LateItems = 12;

  if (NumSources < 1 || NumSources > 8) begin : gen_bad_sources
    $fatal(1, "rnic_tx_sched_queues: NumSources is %0d; it must be from 1 to 8", NumSources);
  end

  typedef logic [$clog2(DescDepth)-1:0] desc_row_t;
  typedef logic [$clog2(CtlDepth)-1:0]  ctl_row_t;
  typedef logic [$clog2(CtlDepth):0]    ctl_level_t;

  // --- heads -------------------------------------------------------------------------------------
  typedef struct packed {
    qp_idx_t      qp;
    row_count_t   last_row;
    packet_rows_t rows;
    logic         frame;
    logic         token;
    logic         dead;
  } head_t;

  logic         push, next_push;
  packet_rows_t rows;
  row_count_t   rows_q [NumTxQueues], rows_d;     // of all packets of a queue
  head_t        push_head, head [NumTxQueues];
  queue_mask_t  desc_room;

  // Heads go in by the item of the next clock, as the FIFO has a flop in front.
  assign next_push = next_valid_i && next_item_i.first;
  assign push_qp_o = next_item_i.desc.qp;
  assign rows   = rows_of(next_item_i.desc.payload_bytes);
  assign rows_d = rows_q[next_item_i.qid] + row_count_t'(rows);

  always_comb begin
    push_head.qp = next_item_i.desc.qp;
    push_head.rows = rows;
    push_head.last_row = rows_d - 1'b1;
    push_head.frame = next_item_i.desc.frame;
    push_head.token = next_item_i.desc.token;
    push_head.dead = push_dead_i;
  end

  always_ff @(posedge clk_i) begin
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      if (!rst_ni) rows_q[q] <= '0;
      else if (next_push && next_item_i.qid == queue_t'(q)) rows_q[q] <= rows_d;
    end
  end

  rnic_queue_fifo #(.data_t(head_t), .NumQueues(NumTxQueues), .Depth(DescDepth),
                    .Slack(FlightItems + LateItems), .PushReg(1'b1)) u_heads (
    .clk_i, .rst_ni,
    .push_valid_i(next_push), .push_qid_i(next_item_i.qid), .push_data_i(push_head),
    .room_o(desc_room),
    .head_valid_o, .head_data_o(head), .pop_i(head_pop_i)
  );

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_head
    assign head_qp_o[q] = head[q].qp;
    assign head_last_row_o[q] = head[q].last_row;
    assign head_rows_o[q] = head[q].rows;
    assign head_frame_o[q] = head[q].frame;
    assign head_token_o[q] = head[q].token;
    assign head_dead_o[q] = head[q].dead;
  end

  // --- descriptors -------------------------------------------------------------------------------
  desc_row_t write_row_q [NumTxQueues], read_row_q [NumTxQueues];

  assign push = item_valid_i && item_i.first;

  always_ff @(posedge clk_i) begin
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      if (!rst_ni) begin
        write_row_q[q] <= '0;
        read_row_q[q]  <= '0;
      end else begin
        if (push && item_i.qid == queue_t'(q)) write_row_q[q] <= write_row_q[q] + 1'b1;
        if (read_valid_i && !read_ctl_i && read_qid_i == queue_t'(q))
          read_row_q[q] <= read_row_q[q] + 1'b1;
      end
    end
  end

  rnic_ram_1r1w #(.Width($bits(tx_pkt_desc_t)), .NumWords(NumTxQueues * DescDepth),
                  .OutReg(1'b1)) u_descs (
    .clk_i, .rst_ni,
    .wr_en_i(push), .wr_addr_i({item_i.qid, write_row_q[item_i.qid]}), .wr_data_i(item_i.desc),
    .rd_en_i(read_valid_i && !read_ctl_i), .rd_addr_i({read_qid_i, read_row_q[read_qid_i]}),
    .rd_data_o(data_desc_o)
  );

  // --- control packets ---------------------------------------------------------------------------
  ctl_row_t    ctl_write_q [NumTxQueues], ctl_read_q [NumTxQueues];
  queue_mask_t ctl_push, ctl_full_q, ctl_any_q, ctl_more_q;

  assign ctl_ready_o = !ctl_full_q[ctl_qid_i];

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_ctl
    ctl_level_t kept, level_d, level_q;         // kept: without a pop, which comes late

    assign ctl_push[q] = ctl_valid_i && ctl_qid_i == queue_t'(q) && !ctl_full_q[q];
    assign kept = level_q + ctl_level_t'(ctl_push[q]);
    assign level_d = ctl_pop_i[q] ? kept - 1'b1 : kept;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        level_q        <= '0;
        ctl_full_q[q]  <= 1'b0;
        ctl_any_q[q]   <= 1'b0;
        ctl_more_q[q]  <= 1'b0;
        ctl_write_q[q] <= '0;
        ctl_read_q[q]  <= '0;
      end else begin
        level_q       <= level_d;
        ctl_full_q[q] <= !ctl_pop_i[q] && kept == ctl_level_t'(CtlDepth);
        ctl_any_q[q]  <= kept > ctl_level_t'(ctl_pop_i[q]);
        ctl_more_q[q] <= ctl_pop_i[q] ? kept > ctl_level_t'(2) : kept > ctl_level_t'(1);
        if (ctl_push[q]) ctl_write_q[q] <= ctl_write_q[q] + 1'b1;
        if (read_valid_i && read_ctl_i && read_qid_i == queue_t'(q))
          ctl_read_q[q] <= ctl_read_q[q] + 1'b1;
      end
    end
  end

  rnic_ram_1r1w #(.Width($bits(tx_pkt_desc_t)), .NumWords(NumTxQueues * CtlDepth),
                  .OutReg(1'b1)) u_ctl_descs (
    .clk_i, .rst_ni,
    .wr_en_i(|ctl_push), .wr_addr_i({ctl_qid_i, ctl_write_q[ctl_qid_i]}), .wr_data_i(ctl_desc_i),
    .rd_en_i(read_valid_i && read_ctl_i), .rd_addr_i({read_qid_i, ctl_read_q[read_qid_i]}),
    .rd_data_o(ctl_desc_o)
  );

  assign ctl_any_o = ctl_any_q;
  assign ctl_more_o = ctl_more_q;

  // --- fragments ---------------------------------------------------------------------------------
  localparam int unsigned FragDepth = 2 * (1 << $clog2(FlightItems));
  queue_mask_t frag_head_valid, frag_waits_q, frag_next, frag_turn_q, frag_pop;
  queue_mask_t frag_room;
  tx_frag_t    frag_head [NumTxQueues], frag_d, frag_q;
  queue_t      frag_qid_d, frag_qid_q;
  logic        frag_valid_q;

  rnic_queue_fifo #(.data_t(tx_frag_t), .NumQueues(NumTxQueues), .Depth(FragDepth),
                    .Slack(FlightItems + LateItems), .PushReg(1'b1)) u_frags (
    .clk_i, .rst_ni,
    .push_valid_i(item_valid_i && item_i.has_frag), .push_qid_i(item_i.qid),
    .push_data_i(item_i.frag), .room_o(frag_room),
    .head_valid_o(frag_head_valid), .head_data_o(frag_head), .pop_i(frag_pop)
  );

  // A queue keeps its turn until another has a fragment that may go.
  assign frag_pop = frag_turn_q & frag_head_valid & frag_room_i;

  rnic_rr_arbiter #(.Width(NumTxQueues)) u_frag_turn (
    .clk_i, .rst_ni, .en_i(1'b1), .req_i(frag_waits_q), .grant_o(frag_next)
  );

  // Which queues have a fragment behind the one that goes is known from counts.
  localparam int unsigned FragCountBits = $clog2(FragDepth) + 2;
  typedef logic [FragCountBits-1:0] frag_count_t;
  queue_mask_t frag_any_q, frag_more_q;

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_frag
    frag_count_t kept, count_q;                 // kept: without a pop

    assign kept = count_q + frag_count_t'(item_valid_i && item_i.has_frag &&
                                          item_i.qid == queue_t'(q));
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        count_q        <= '0;
        frag_any_q[q]  <= 1'b0;
        frag_more_q[q] <= 1'b0;
      end else begin
        count_q        <= frag_pop[q] ? kept - 1'b1 : kept;
        frag_any_q[q]  <= kept > frag_count_t'(frag_pop[q]);
        frag_more_q[q] <= frag_pop[q] ? kept > frag_count_t'(2) : kept > frag_count_t'(1);
      end
    end
  end

  always_comb begin
    frag_d = '0;
    frag_qid_d = '0;
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      frag_d |= frag_turn_q[q] ? frag_head[q] : '0;
      frag_qid_d |= frag_turn_q[q] ? queue_t'(q) : '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      frag_waits_q <= '0;
      frag_turn_q  <= queue_mask_t'(1);
      frag_valid_q <= 1'b0;
    end else begin
      frag_waits_q <= frag_room_i & (frag_pop & frag_more_q | ~frag_pop & frag_any_q);
      if (|frag_waits_q) frag_turn_q <= frag_next;
      frag_valid_q <= |frag_pop;
    end
    frag_q     <= frag_d;
    frag_qid_q <= frag_qid_d;
  end

  assign frag_valid_o = frag_valid_q;
  assign frag_qid_o = frag_qid_q;
  assign frag_o = frag_q;

  // --- room --------------------------------------------------------------------------------------
  queue_mask_t room_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) room_q <= '0;
    else         room_q <= desc_room & frag_room;
  end
  assign room_o = room_q;
  assign idle_o = !item_valid_i && head_valid_o == '0 && ctl_any_q == '0 &&
                  frag_any_q == '0 && !frag_valid_q;

  `RNIC_ASSERT(CtlIsFrame, ctl_valid_i |-> ctl_desc_i.frame && ctl_desc_i.payload_bytes == '0,
               "a control packet is a frame without payload")
  `RNIC_COVER(NoRoom, room_q != '1)
  `RNIC_COVER(CtlFull, ctl_full_q != '0)

endmodule
