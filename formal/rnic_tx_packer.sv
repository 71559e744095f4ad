// SPDX-License-Identifier: Apache-2.0
// rnic_tx_packer: given legal items, the rows obey the rules of the bus, and what goes in comes
// out: every segment once, in order, with its bytes and its marks.
//
// The rules are rnic_seg_chk's, and that a row begins in its first segment and has no hole before a
// sop. In the row of beats in front of the output FIFO a clock without a row may come anywhere
// (the FIFO behind closes it), so it is held against the rules of both directions.
//
// Segments are SegBytes = 2 bytes here instead of 16 (proofs.toml): all that the packer does, it
// does to whole segments. Any one segment may be marked as it comes in, as in formal/rnic_fifo.sv.
// The source never overruns the queue (it counts freed_segs_o); the sink gives a credit for a row
// that it holds.

`include "assert.svh"

module formal_tx_packer
  import rnic_bus_pkg::*;
  import rnic_tx_frame_pkg::*;
#(
  parameter int unsigned QueueDepth = 4,
  parameter int unsigned Credits    = 4
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                items_valid_i,
  input tail_t               tail_i,
  input head_t               head_i,
  input logic [BeatBits-1:0] tail_bits_i,      // of the clock before's items
  input logic [BeatBits-1:0] head_bits_i,
  input logic                credit_i,
  input logic                mark_i,
  input logic                mark_head_i,
  input logic [2:0]          mark_seg_i
);

  // One reset, at the start.
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb OneReset : assume (rst_ni == started_q);

  logic [4:0] freed_segs;
  seg_beat_t  row;
  rnic_tx_packer #(.QueueDepth(QueueDepth), .Credits(Credits)) u_dut (
    .clk_i, .rst_ni, .items_valid_i, .tail_i, .head_i, .tail_data_i(tail_data_t'(tail_bits_i)),
    .head_data_i(head_bits_i), .freed_segs_o(freed_segs), .credit_i, .row_o(row)
  );
  rnic_seg_chk #(.Tx(1'b0)) u_chk (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(row)
  );

  // ------------------------------------------------------------ legal items
  // A frame is a head with sop, further heads, and a tail where the last head has no eop. A head
  // that does not end its frame is full. 60 bytes are 4 segments at least.
  logic open_q, open_behind_tail, has_tail, has_head, legal;
  assign has_tail = tail_i.segs != '0;
  assign has_head = head_i.segs != '0;
  assign open_behind_tail = open_q && !has_tail;
  assign legal = (has_tail || has_head) && 32'(tail_i.segs) <= NumSegs &&
                 32'(head_i.segs) <= NumSegs && (!has_tail || open_q) &&
                 (!has_head || head_i.sop == !open_behind_tail) &&
                 (!has_head || head_i.eop || 32'(head_i.segs) == NumSegs) &&
                 (!has_head || !head_i.sop || 32'(head_i.segs) >= 4) &&
                 32'(tail_i.mty) < SegBytes && 32'(head_i.mty) < SegBytes;
  `RNIC_ASSUME(Legal, !items_valid_i || legal, "no item of a frame")
  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (items_valid_i) open_q <= has_head ? !head_i.eop : open_behind_tail;
  end

  // ------------------------------------------------------------ credits
  localparam int unsigned HeldBits = $clog2(Credits + 2);
  logic [HeldBits-1:0] rows_held_q;    // by the sink
  logic                row_leaves;
  assign row_leaves = row.ena != '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) rows_held_q <= '0;
    else rows_held_q <= rows_held_q + HeldBits'(row_leaves) - HeldBits'(credit_i);
  end
  `RNIC_ASSUME(CreditOfARow, !credit_i || rows_held_q != '0, "a credit for no row")
  `RNIC_ASSERT(SinkHasRoom, 32'(rows_held_q) <= Credits, "more rows than credits")

  // ------------------------------------------------------------ the marked segment
  typedef logic [9:0] count_t;
  typedef struct packed {
    logic               sop;
    logic               eop;
    logic [3:0]         mty;
    logic [SegBits-1:0] data;
  } seg_t;

  count_t inside_q, ahead_q, taken, given, first_seg;
  logic   marked_q, fresh_q, fresh_head_q;
  logic [2:0] fresh_seg_q;
  seg_t   want_q, want;
  assign taken = items_valid_i ? count_t'(tail_i.segs) + count_t'(head_i.segs) : '0;
  assign given = count_t'($countones(row.ena));
  assign first_seg = mark_head_i ? count_t'(tail_i.segs) : '0;

  logic marks;
  item_segs_t last_seg;
  assign last_seg = (mark_head_i ? head_i.segs : tail_i.segs) - 1'b1;
  assign marks = items_valid_i && mark_i && !marked_q &&
                 {1'b0, mark_seg_i} < (mark_head_i ? head_i.segs : tail_i.segs);

  logic [NumSegs-1:0][SegBits-1:0] fresh_bits;
  assign fresh_bits = fresh_head_q ? head_bits_i : tail_bits_i;
  always_comb begin
    want = want_q;
    if (fresh_q) want.data = fresh_bits[fresh_seg_q];
  end

  always_ff @(posedge clk_i) begin
    fresh_q      <= marks && rst_ni;
    fresh_head_q <= mark_head_i;
    fresh_seg_q  <= mark_seg_i;
    if (!rst_ni) begin
      inside_q <= '0;
      marked_q <= 1'b0;
    end else begin
      inside_q <= inside_q + taken - given;
      ahead_q  <= ahead_q - given;
      want_q   <= want;
      if (marks) begin
        marked_q   <= 1'b1;
        ahead_q    <= inside_q - given + first_seg + count_t'(mark_seg_i);
        want_q.sop <= mark_head_i && head_i.sop && mark_seg_i == '0;
        want_q.eop <= {1'b0, mark_seg_i} == last_seg && (!mark_head_i || head_i.eop);
        want_q.mty <= mark_head_i ? head_i.mty : tail_i.mty;
      end else if (marked_q && ahead_q < given) begin
        marked_q <= 1'b0;
      end
    end
  end

  logic       comes_out;
  logic [2:0] at;
  seg_t       got;
  assign comes_out = marked_q && ahead_q < given;
  assign at = ahead_q[2:0];
  assign got = '{sop: row.sop[at], eop: row.eop[at], mty: row.mty[at], data: row.data[at]};

  `RNIC_ASSERT(NotMore, given <= inside_q, "more segments come out than went in")
  `RNIC_ASSERT(Bytes, !comes_out || got.data == want.data, "a segment's bytes are others")
  `RNIC_ASSERT(Marks, !comes_out || (got.sop == want.sop && got.eop == want.eop &&
               got.mty == (want.eop ? want.mty : 4'd0)), "a segment's marks are others")

  // ------------------------------------------------------------ rules of the bus toward the wire
  logic [NumSegs-1:0] not_ended;
  assign not_ended = row.sop & ~{row.eop[NumSegs-2:0], 1'b1};
  `RNIC_ASSERT(SopAfterEop, not_ended == '0, "a sop behind no eop and not in front")
  `RNIC_ASSERT(FilledFromZero, (row.ena & (row.ena + 1'b1)) == '0, "a hole in a row")
  `RNIC_ASSERT(FullOrEnds, row.ena == '0 || (&row.ena) ||
               (row.eop & ~(row.ena >> 1)) != '0, "a row is not full and ends no frame")

  // ------------------------------------------------------------ nothing stays inside
  // Whole frames inside, a row's credit at hand: a row leaves within a bounded time.
  logic [3:0] stuck_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || row_leaves || inside_q == '0 || open_q || items_valid_i ||
        32'(rows_held_q) + 2 > Credits) stuck_q <= '0;
    else if (stuck_q != '1) stuck_q <= stuck_q + 1'b1;
  end
  `RNIC_ASSERT(Leaves, stuck_q < 4'd7, "frames stay inside though there is a credit")

  // ------------------------------------------------------------ that it is about something
  `RNIC_COVER(TwoFramesInARow, comes_out && $countones(row.sop) == 2 && at > 3'd4)
  `RNIC_COVER(TailSplitOverRows, comes_out && got.eop && at == '0 && row.ena[1])
  `RNIC_COVER(SinkFull, 32'(rows_held_q) + 1 == Credits && u_dut.entry_valid && !u_dut.entry_pop)
  `RNIC_COVER(LongFrame, comes_out && got.eop && ahead_q == '0 && inside_q == count_t'(1))

endmodule
