// SPDX-License-Identifier: Apache-2.0
// Holds received beats until each frame in them is decided, and lets accepted frames out in place.
//
// Decisions come in wire order, up to two a clock, RecordCycles behind the beat with a frame's eop.
// A beat leaves when every frame that has a segment in it is decided: 4 clocks behind the decision,
// or one clock behind the beat before it, whichever is later. Frames that are not accepted leave
// without ena, also where they share a beat with others; beats keep their order, segments their
// place. Rows are counted in beats that carry something, so pauses cost no room.
//
// Takes a beat every clock, whatever the frames, and can't overflow: a row waits for the end of a
// frame that starts in it, at most LongestBeats further beats, and RecordCycles clocks for the
// decision, each of which brings at most one beat; from then on a row leaves with every clock.
//
// Not promised: anything for frames that are longer than MaxFrameBytes or never end. What is left
// of a frame that was open at a reset has no decision and leaves without ena.

`include "assert.svh"

module rnic_rx_payload_buffer
  import rnic_bus_pkg::*;
  import rnic_rx_pkg::*;
#(
  parameter int unsigned NumRows = 128    // beats; a power of two
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  seg_beat_t  beat_i,

  // Decisions, in wire order; slot 1 only with slot 0
  input  logic       decided_0_valid_i,
  input  logic       decided_0_accept_i,
  input  logic       decided_1_valid_i,
  input  logic       decided_1_accept_i,

  output seg_beat_t  payload_beat_o
);

  // A frame's beats behind the one in which it starts, on that one's last segment.
  localparam int unsigned LongestBeats = (MaxFrameBytes - SegBytes + BeatBytes - 1) / BeatBytes;
  localparam int unsigned MostRows = LongestBeats + RecordCycles;

  if (NumRows < MostRows || (NumRows & (NumRows - 1)) != 0) begin : gen_bad_num_rows
    $fatal(1, "rnic_rx_payload_buffer: NumRows is %0d; it must be a power of two from %0d on",
           NumRows, MostRows);
  end

  localparam int unsigned RowBits = $clog2(NumRows);
  typedef logic [RowBits-1:0] row_t;

  // Frames are numbered as they start. Two start in a row at most, so the numbers that are alive
  // fit into RowBits + 1 bits, and one bit more tells behind from ahead.
  localparam int unsigned NumberBits = RowBits + 1;
  typedef logic [NumberBits:0] count_t;
  typedef logic [NumberBits-1:0] number_t;

  typedef struct packed {
    count_t     started;       // frames, this row's included
    logic [1:0] sops;          // of this row
  } head_t;

  typedef struct packed {
    logic [NumSegs-1:0]      ena;
    logic [NumSegs-1:0]      sop;
    logic [NumSegs-1:0]      eop;
    logic [NumSegs-1:0]      err;
    logic [NumSegs-1:0][3:0] mty;
  } flags_t;

  // ------------------------------------------------------------ in: s0 writes the row, s1 counts
  // A beat without ena writes the next row too and is overwritten by the beat behind it.
  row_t               write_row_q;
  logic               live, s1_live_q;
  logic [1:0]         s1_sops_q;
  logic [NumSegs-1:0] sop;
  count_t             started_q;
  head_t              s1_head;
  flags_t             flags;

  assign live = |beat_i.ena;
  assign sop = beat_i.sop & beat_i.ena;
  assign flags = '{ena: beat_i.ena, sop: sop, eop: beat_i.eop, err: beat_i.err,
                   mty: beat_i.mty};
  assign s1_head.sops = s1_sops_q;
  assign s1_head.started = started_q + count_t'(s1_sops_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_row_q <= '0;
      s1_live_q   <= 1'b0;
      s1_sops_q   <= '0;
      started_q   <= '0;
    end else begin
      if (live) write_row_q <= write_row_q + 1'b1;
      s1_live_q <= live;
      // Frames have at least four segments: each half of a beat starts one at most.
      s1_sops_q <= 2'(|sop[3:0]) + 2'(|sop[7:4]);
      started_q <= s1_head.started;
    end
  end

  // ------------------------------------------------------------ decisions, by number
  // Frames with even and with odd numbers have a memory each, so that two a clock can be written.
  count_t  decided_q;
  row_t    even_decided, odd_decided; // their places there; slot 0's number is decided_q
  logic    even_we, even_accept, odd_we, odd_accept;

  assign odd_decided  = decided_q[NumberBits-1:1];
  assign even_decided = odd_decided + row_t'(decided_q[0]);
  assign even_we     = decided_q[0] ? decided_1_valid_i  : decided_0_valid_i;
  assign even_accept = decided_q[0] ? decided_1_accept_i : decided_0_accept_i;
  assign odd_we      = decided_q[0] ? decided_0_valid_i  : decided_1_valid_i;
  assign odd_accept  = decided_q[0] ? decided_0_accept_i : decided_1_accept_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) decided_q <= '0;
    else decided_q <= decided_q + count_t'(decided_0_valid_i) + count_t'(decided_1_valid_i);
  end

  // ------------------------------------------------------------ r0: is the oldest row decided?
  logic   head_valid, row_room, pop;
  head_t  head;
  count_t ahead;                      // negative: a frame of the row isn't decided
  logic [$clog2(NumRows + 1)-1:0] rows;

  rnic_fifo #(.data_t(head_t), .Depth(NumRows)) u_heads (
    .clk_i, .rst_ni, .in_valid_i(s1_live_q), .in_ready_o(row_room), .in_data_i(s1_head),
    .out_valid_o(head_valid), .out_ready_i(pop), .out_data_o(head), .level_o(rows)
  );
  assign ahead = decided_q - head.started;
  assign pop = head_valid && !ahead[NumberBits];

  // ------------------------------------------------------------ r1: look up its frames
  logic       r1_valid_q;
  row_t       r1_row_q;
  number_t    r1_first_q;             // the first frame that starts in the row
  logic [1:0] r1_sops_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      r1_valid_q <= 1'b0;
      r1_row_q   <= '0;
    end else begin
      r1_valid_q <= pop;
      if (r1_valid_q) r1_row_q <= r1_row_q + 1'b1;
    end
    r1_first_q <= head.started[NumberBits-1:0] - number_t'(head.sops);
    r1_sops_q  <= head.sops;
  end

  row_t r1_even, r1_odd;              // the places of the two frames that may start in the row
  assign r1_odd  = r1_first_q[NumberBits-1:1];
  assign r1_even = r1_odd + row_t'(r1_first_q[0]);

  logic   r2_even, r2_odd;
  flags_t r2_flags;

  rnic_ram_1r1w #(.Width(1), .NumWords(NumRows)) u_even (
    .clk_i, .rst_ni, .wr_en_i(even_we), .wr_addr_i(even_decided), .wr_data_i(even_accept),
    .rd_en_i(1'b1), .rd_addr_i(r1_even), .rd_data_o(r2_even)
  );
  rnic_ram_1r1w #(.Width(1), .NumWords(NumRows)) u_odd (
    .clk_i, .rst_ni, .wr_en_i(odd_we), .wr_addr_i(odd_decided), .wr_data_i(odd_accept),
    .rd_en_i(1'b1), .rd_addr_i(r1_odd), .rd_data_o(r2_odd)
  );
  rnic_ram_1r1w #(.Width($bits(flags_t)), .NumWords(NumRows)) u_flags (
    .clk_i, .rst_ni, .wr_en_i(1'b1), .wr_addr_i(write_row_q), .wr_data_i(flags),
    .rd_en_i(1'b1), .rd_addr_i(r1_row_q), .rd_data_o(r2_flags)
  );
  rnic_ram_1r1w #(.Width(BeatBits), .NumWords(NumRows), .OutReg(1'b1)) u_data (
    .clk_i, .rst_ni, .wr_en_i(1'b1), .wr_addr_i(write_row_q), .wr_data_i(beat_i.data),
    .rd_en_i(1'b1), .rd_addr_i(r1_row_q), .rd_data_o(payload_beat_o.data)
  );

  // ------------------------------------------------------------ r2: keep what is accepted
  logic       r2_valid_q, r2_first_odd_q;
  logic [1:0] r2_sops_q;
  logic       open_accept_q;          // of the frame that is open in front of this row
  logic       r2_accept_0, r2_accept_1;
  logic [NumSegs-1:0] r2_keep;
  flags_t     r2_kept, kept_q;

  always_ff @(posedge clk_i) begin
    r2_valid_q     <= r1_valid_q & rst_ni;
    r2_first_odd_q <= r1_first_q[0];
    r2_sops_q      <= r1_sops_q;
  end

  assign r2_accept_0 = r2_first_odd_q ? r2_odd : r2_even;
  assign r2_accept_1 = r2_first_odd_q ? r2_even : r2_odd;

  always_comb begin
    for (int k = 0; k < int'(NumSegs); k++) begin
      logic lo, hi;                   // a frame has started in the half, up to here
      lo = |(r2_flags.sop[3:0] & 4'((1 << (k + 1)) - 1));
      hi = |(r2_flags.sop[7:4] & 4'(((1 << (k + 1)) - 1) >> 4));
      if (lo && hi)      r2_keep[k] = r2_accept_1;
      else if (lo || hi) r2_keep[k] = r2_accept_0;
      else               r2_keep[k] = open_accept_q;
      r2_keep[k] &= r2_valid_q;
      r2_kept.ena[k] = r2_flags.ena[k] & r2_keep[k];
      r2_kept.sop[k] = r2_flags.sop[k] & r2_keep[k];
      r2_kept.eop[k] = r2_flags.eop[k] & r2_keep[k];
      r2_kept.err[k] = r2_flags.err[k] & r2_keep[k];
      r2_kept.mty[k] = r2_flags.mty[k] & {4{r2_keep[k]}};
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_accept_q <= 1'b0;
      kept_q        <= '0;
    end else begin
      if (r2_valid_q && r2_sops_q != '0) open_accept_q <= r2_sops_q[1] ? r2_accept_1 : r2_accept_0;
      kept_q <= r2_kept;
    end
  end

  assign {payload_beat_o.ena, payload_beat_o.sop, payload_beat_o.eop, payload_beat_o.err,
          payload_beat_o.mty} = kept_q;

  // ------------------------------------------------------------ assertions and covers
  count_t undecided;                  // frames
  assign undecided = started_q - decided_q - count_t'(decided_0_valid_i) -
                     count_t'(decided_1_valid_i);

  `RNIC_ASSERT(RoomForEveryRow, s1_live_q |-> row_room, "a beat comes and no row is free")
  `RNIC_ASSERT(RowsWithinBound, 32'(rows) <= MostRows,
               "more rows wait than the longest frame and its decision explain")
  `RNIC_ASSERT(SlotsInOrder, decided_1_valid_i |-> decided_0_valid_i,
               "slot 1 decides a frame and slot 0 none")
  `RNIC_ASSERT(DecidedHasStarted, !undecided[NumberBits], "a frame is decided that never started")
  `RNIC_COVER(BoundReached, 32'(rows) == MostRows)
  `RNIC_COVER(ThreeFramesInARow,
              r2_valid_q && r2_sops_q == 2'd2 && r2_flags.ena[0] && !r2_flags.sop[0])

endmodule
