// SPDX-License-Identifier: Apache-2.0
// Packs items end to end onto the segmented bus: a queue of them in front, a row a clock behind.
//
// A row leaves in every clock in which there is a credit and anything to send: full, or ending with
// the end of a frame. Waiting for more would make gaps inside frames. Without a credit, items that
// do not fill a row are still taken, so that at least every other row of a slow bus is full.
//
// Only the write position (0..7 segments pend) and the queue's head are in the decision's loop; the
// data follows 1 clock later by a registered pointer and is turned, selected, merged feed-forward.
// Latency: items 4 clocks, their data 3, to row_o. The queue has no ready: whoever fills it counts
// segments, by freed_segs_o. Credits: one for each row that the sink has room for; all but one are
// used.

`include "assert.svh"

module rnic_tx_packer
  import rnic_bus_pkg::*;
  import rnic_tx_frame_pkg::*;
#(
  parameter int unsigned QueueDepth = 32,  // entries of a tail and a head; 2 to 32
  parameter int unsigned Credits = 26      // rows, at least 2
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        items_valid_i,
  input  tail_t       tail_i,
  input  head_t       head_i,
  input  tail_data_t  tail_data_i,     // 1 clock later, and so the head's
  input  item_data_t  head_data_i,
  output logic [4:0]  freed_segs_o,    // taken from the queue, a head as 8; 1 clock late

  input  logic        credit_i,        // a row left the sink
  output seg_beat_t   row_o            // nothing enabled where no row leaves
);

  if (QueueDepth < 2 || QueueDepth > 32) begin : gen_bad_queue_depth
    $fatal(1, "rnic_tx_packer: QueueDepth is %0d; it must be from 2 to 32", QueueDepth);
  end
  if (Credits < 2) begin : gen_bad_credits
    $fatal(1, "rnic_tx_packer: Credits is %0d; it must be at least 2", Credits);
  end

  // ------------------------------------------------------------ the queue
  typedef logic [4:0] pair_segs_t;     // 0..16
  typedef struct packed {
    tail_t      tail;
    head_t      head;
    pair_segs_t both;                  // segments of the two
  } entry_t;

  localparam int unsigned PtrBits = $clog2(QueueDepth);
  typedef logic [PtrBits-1:0] ptr_t;

  function automatic ptr_t next_ptr(ptr_t ptr);
    return (ptr == ptr_t'(QueueDepth - 1)) ? '0 : ptr + 1'b1;
  endfunction

  entry_t entry_in, entry;
  logic   entry_valid, entry_pop, queue_ready;
  logic [$clog2(QueueDepth+1)-1:0] unused_level;

  assign entry_in = '{tail: tail_i, head: head_i,
                      both: pair_segs_t'(tail_i.segs) + pair_segs_t'(head_i.segs)};

  rnic_fifo #(.data_t(entry_t), .Depth(QueueDepth)) u_queue (
    .clk_i, .rst_ni,
    .in_valid_i(items_valid_i), .in_ready_o(queue_ready), .in_data_i(entry_in),
    .out_valid_o(entry_valid), .out_ready_i(entry_pop), .out_data_o(entry),
    .level_o(unused_level)
  );

  // The data of the entries, a clock behind them.
  tail_data_t tail_rows [QueueDepth];
  item_data_t head_rows [QueueDepth];
  logic       data_valid_q;
  ptr_t       write_ptr_q, read_ptr_q;

  always_ff @(posedge clk_i) begin
    if (data_valid_q) begin
      tail_rows[write_ptr_q] <= tail_data_i;
      head_rows[write_ptr_q] <= head_data_i;
    end
    if (!rst_ni) begin
      data_valid_q <= 1'b0;
      write_ptr_q <= '0;
      read_ptr_q <= '0;
    end else begin
      data_valid_q <= items_valid_i;
      if (data_valid_q) write_ptr_q <= next_ptr(write_ptr_q);
      if (entry_valid & entry_pop) read_ptr_q <= next_ptr(read_ptr_q);
    end
  end

  // ------------------------------------------------------------ credits
  // credit_q does not know of the row decided in its own clock: it stands for two credits.
  localparam int unsigned CreditBits = $clog2(Credits + 1);
  logic [CreditBits-1:0] credits_d, credits_q;
  logic                  credit_q;
  logic                  emit, s1_emit_q;

  assign credits_d = credits_q + CreditBits'(credit_i) - CreditBits'(s1_emit_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      credits_q <= CreditBits'(Credits);
      credit_q <= 1'b0;
    end else begin
      credits_q <= credits_d;
      credit_q <= credits_d > CreditBits'(1);
    end
  end

  // ------------------------------------------------------------ s0: decide
  logic [2:0] pend_d, pend_q;          // segments that pend
  logic       pend_ends_d, pend_ends_q;        // the last of them ends a frame
  logic       tail_taken_d, tail_taken_q;      // of the entry at the head of the queue
  logic       has_tail, both_fit, take, take_head, is_full;
  logic [4:0] amount, total;

  assign has_tail = (entry.tail.segs != '0) & !tail_taken_q;
  assign both_fit = {2'b0, pend_q} + entry.both <= 5'd15;
  assign amount = !has_tail ? {1'b0, entry.head.segs}
                : both_fit ? entry.both : {1'b0, entry.tail.segs};
  assign total = {2'b0, pend_q} + amount;
  assign is_full = total >= 5'(NumSegs);

  // What does not fill a row ends with the end of a frame: an item that doesn't has 8 segments.
  assign take = entry_valid & (credit_q | !is_full);
  assign take_head = take & (entry.head.segs != '0) & (!has_tail | both_fit);
  assign entry_pop = take & (!has_tail | both_fit);
  assign emit = credit_q & (entry_valid | (pend_q != '0 & pend_ends_q));

  always_comb begin
    pend_d = pend_q;
    pend_ends_d = pend_ends_q;
    tail_taken_d = tail_taken_q;
    if (take) begin
      pend_d = (emit & !is_full) ? '0 : total[2:0];
      pend_ends_d = !take_head | entry.head.eop;
      tail_taken_d = !entry_pop;
    end else if (emit) pend_d = '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pend_q <= '0;
      tail_taken_q <= 1'b0;
    end else begin
      pend_q <= pend_d;
      tail_taken_q <= tail_taken_d;
    end
    pend_ends_q <= pend_ends_d;
  end

  // ------------------------------------------------------------ s1: read, turn by 0..3 segments
  typedef logic [NumSegs-1:0][SegBits-1:0] segs_t;

  // Segment c goes to (c + n) mod 8.
  function automatic segs_t turn(segs_t s, int unsigned n);
    return (s << (SegBits * n)) | (s >> (BeatBits - SegBits * n));
  endfunction

  ptr_t       s1_ptr_q;
  logic       s1_sop_q, s1_eop_q;      // of the head
  logic [3:0] s1_tail_mty_q, s1_head_mty_q;
  logic [2:0] s1_tail_end_q, s1_head_end_q;    // columns of their last segments
  logic       s1_take_q, s1_full_q;
  logic [2:0] s1_pend_q;               // before this clock's items
  logic [3:0] s1_split_q;              // position of the head
  logic [4:0] s1_total_q;

  always_ff @(posedge clk_i) begin
    s1_ptr_q <= read_ptr_q;
    s1_sop_q <= entry.head.sop;
    s1_eop_q <= entry.head.eop;
    s1_tail_mty_q <= entry.tail.mty;
    s1_head_mty_q <= entry.head.mty;
    s1_tail_end_q <= pend_q + entry.tail.segs[2:0] - 1'b1;
    s1_head_end_q <= pend_q + (has_tail ? entry.both[2:0] : entry.head.segs[2:0]) - 1'b1;
    s1_full_q <= is_full;
    s1_pend_q <= pend_q;
    s1_split_q <= {1'b0, pend_q} + (has_tail ? entry.tail.segs : 4'd0);
    s1_total_q <= take ? total : {2'b0, pend_q};
    freed_segs_o <= (take_head ? 5'd8 : 5'd0) + (take & has_tail ? {1'b0, entry.tail.segs} : 5'd0);
    s1_take_q <= take & rst_ni;
    s1_emit_q <= emit & rst_ni;
    if (!rst_ni) freed_segs_o <= '0;
  end

  segs_t              s1_tail, s1_head, s2_tail_q, s2_head_q;
  logic [NumSegs-1:0] s2_sop_q, s2_tail_eop_q, s2_head_eop_q;
  logic [3:0]         s2_tail_mty_q, s2_head_mty_q;

  assign s1_tail = segs_t'(tail_rows[s1_ptr_q]);
  assign s1_head = head_rows[s1_ptr_q];

  always_ff @(posedge clk_i) begin
    unique case (s1_pend_q[1:0])
      2'd0: s2_tail_q <= s1_tail;
      2'd1: s2_tail_q <= turn(s1_tail, 1);
      2'd2: s2_tail_q <= turn(s1_tail, 2);
      2'd3: s2_tail_q <= turn(s1_tail, 3);
    endcase
    unique case (s1_split_q[1:0])
      2'd0: s2_head_q <= s1_head;
      2'd1: s2_head_q <= turn(s1_head, 1);
      2'd2: s2_head_q <= turn(s1_head, 2);
      2'd3: s2_head_q <= turn(s1_head, 3);
    endcase
    for (int unsigned c = 0; c < NumSegs; c++) begin
      s2_sop_q[c] <= s1_sop_q & (s1_split_q[2:0] == 3'(c));
      s2_tail_eop_q[c] <= s1_tail_end_q == 3'(c);
      s2_head_eop_q[c] <= s1_eop_q & (s1_head_end_q == 3'(c));
    end
    s2_tail_mty_q <= s1_tail_mty_q;
    s2_head_mty_q <= s1_head_mty_q;
  end

  // Position c goes into the row, position c + 8 pends behind it; without a row to leave, c pends.
  logic               s2_tail_turn_q, s2_head_turn_q;
  logic [NumSegs-1:0] s2_ena_q, s2_old_q, s2_row_head_q, s2_pend_head_q, s2_pend_we_q;

  always_ff @(posedge clk_i) begin
    s2_tail_turn_q <= s1_pend_q[2];
    s2_head_turn_q <= s1_split_q[2];
    for (int unsigned c = 0; c < NumSegs; c++) begin
      s2_ena_q[c] <= s1_emit_q & (5'(c) < s1_total_q) & rst_ni;
      s2_old_q[c] <= 3'(c) < s1_pend_q;
      s2_row_head_q[c] <= 4'(c) >= s1_split_q;
      s2_pend_head_q[c] <= {s1_emit_q, 3'(c)} >= s1_split_q;
      s2_pend_we_q[c] <= s1_take_q & (s1_emit_q ? s1_full_q : 3'(c) >= s1_pend_q);
    end
  end

  // ------------------------------------------------------------ s2: turn by 0 or 4, select, merge
  typedef struct packed {
    logic       sop;
    logic       eop;
    logic [3:0] mty;
  } mark_t;

  segs_t               s2_tail, s2_head, s2_pend_q;
  mark_t [NumSegs-1:0] s2_pend_mark_q;
  seg_beat_t           s2_row;
  logic [NumSegs-1:0]  s2_ena;

  assign s2_tail = s2_tail_turn_q ? turn(s2_tail_q, 4) : s2_tail_q;
  assign s2_head = s2_head_turn_q ? turn(s2_head_q, 4) : s2_head_q;
  assign s2_ena = s2_ena_q & {NumSegs{rst_ni}};
  assign s2_row.ena = s2_ena;
  assign s2_row.err = '0;

  for (genvar c = 0; c < NumSegs; c++) begin : gen_seg
    mark_t tail_mark, head_mark, mark;
    assign tail_mark = '{sop: 1'b0, eop: s2_tail_eop_q[c],
                         mty: s2_tail_mty_q & {4{s2_tail_eop_q[c]}}};
    assign head_mark = '{sop: s2_sop_q[c], eop: s2_head_eop_q[c],
                         mty: s2_head_mty_q & {4{s2_head_eop_q[c]}}};
    assign mark = s2_old_q[c] ? s2_pend_mark_q[c] : s2_row_head_q[c] ? head_mark : tail_mark;

    assign s2_row.data[c] = s2_old_q[c] ? s2_pend_q[c]
                          : s2_row_head_q[c] ? s2_head[c] : s2_tail[c];
    assign s2_row.sop[c] = mark.sop & s2_ena[c];
    assign s2_row.eop[c] = mark.eop & s2_ena[c];
    assign s2_row.mty[c] = mark.mty & {4{s2_ena[c]}};

    always_ff @(posedge clk_i) begin
      if (s2_pend_we_q[c]) begin
        s2_pend_q[c] <= s2_pend_head_q[c] ? s2_head[c] : s2_tail[c];
        s2_pend_mark_q[c] <= s2_pend_head_q[c] ? head_mark : tail_mark;
      end
    end
  end

  always_ff @(posedge clk_i) row_o <= s2_row;

  `RNIC_ASSERT(QueueHasRoom, items_valid_i |-> queue_ready, "an item meets a full queue")
  `RNIC_ASSERT(CreditsInRange, 32'(credits_q) <= Credits, "more credits than there are rows")
  `RNIC_ASSERT(PartRowEnds, take && !is_full |-> pend_ends_d,
               "what does not fill a row does not end a frame")
  `RNIC_COVER(TailThenHead, take && has_tail && !both_fit)
  `RNIC_COVER(PendsWithoutCredit, take && !credit_q)
  `RNIC_COVER(PartRow, emit && !is_full)

endmodule
