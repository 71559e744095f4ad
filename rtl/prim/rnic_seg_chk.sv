// SPDX-License-Identifier: Apache-2.0
// Checks one segmented packet bus: every rule of docs/interfaces.md is an assertion of its own.
//
// Sits beside the bus in simulation and is empty in synthesis. Tx = 0 is the bus from the wire (no
// ready: tie valid_i and ready_i to 1), Tx = 1 the bus toward the wire. Beats are checked in every
// clock in which they are offered and counted when they are taken. Not checked: data bytes, which
// are free where no frame covers them.

`include "assert.svh"

module rnic_seg_chk
  import rnic_bus_pkg::*;
#(
  parameter bit Tx = 1'b0
) (
  input logic      clk_i,
  input logic      rst_ni,

  input logic      valid_i,
  input logic      ready_i,
  input seg_beat_t beat_i
);

`ifndef SYNTHESIS

  // Long enough for one segment more than the longest frame.
  localparam int unsigned LenBits = $clog2(MaxFrameBytes + BeatBytes + 1);
  typedef logic [LenBits-1:0] len_t;

  logic [NumSegs-1:0] ena, sop, eop;
  assign ena = beat_i.ena;
  assign sop = beat_i.sop & ena;
  assign eop = beat_i.eop & ena;

  // --- walk through the segments in wire order ---------------------------------------------------
  // open: a frame has begun and not ended; len_bytes: its bytes so far.
  logic open_d, open_q;
  len_t len_bytes_d, len_bytes_q;
  logic hole, sop_in_frame, eop_outside, seg_outside, too_short, too_long;

  always_comb begin
    open_d       = open_q;
    len_bytes_d  = len_bytes_q;
    hole         = 1'b0;
    sop_in_frame = 1'b0;
    eop_outside  = 1'b0;
    seg_outside  = 1'b0;
    too_short    = 1'b0;
    too_long     = 1'b0;
    for (int k = 0; k < int'(NumSegs); k++) begin
      if (!ena[k]) begin
        // From the wire a beat without any segment may come inside a frame.
        hole |= open_d & (Tx | (|ena));
      end else begin
        sop_in_frame |= sop[k] & open_d;
        eop_outside  |= ~sop[k] & ~open_d & eop[k];
        seg_outside  |= ~sop[k] & ~open_d & ~eop[k];
        if (sop[k]) len_bytes_d = '0;
        open_d |= sop[k];
        if (open_d) begin
          len_bytes_d += len_t'(SegBytes) - (eop[k] ? len_t'(beat_i.mty[k]) : '0);
          too_short |= eop[k] & (len_bytes_d < len_t'(MinFrameBytes));
          if (len_bytes_d > len_t'(MaxFrameBytes)) begin
            too_long    = 1'b1;
            len_bytes_d = len_t'(MaxFrameBytes);  // said once for each segment too many
          end
        end
        open_d &= ~eop[k];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q      <= 1'b0;
      len_bytes_q <= '0;
    end else if (valid_i && ready_i) begin
      open_q      <= open_d;
      len_bytes_q <= len_bytes_d;
    end
  end

  logic mty_without_eop;
  always_comb begin
    mty_without_eop = 1'b0;
    for (int k = 0; k < int'(NumSegs); k++) mty_without_eop |= (|beat_i.mty[k]) & ~beat_i.eop[k];
  end

  // --- rules of both directions ------------------------------------------------------------------
  `RNIC_ASSERT(SopOnEna, valid_i |-> (beat_i.sop & ~ena) == '0,
               "sop is set on a segment that is not enabled")
  `RNIC_ASSERT(EopOnEna, valid_i |-> (beat_i.eop & ~ena) == '0,
               "eop is set on a segment that is not enabled")
  `RNIC_ASSERT(ErrOnEop, valid_i |-> (beat_i.err & ~beat_i.eop) == '0,
               "err is set on a segment without eop")
  `RNIC_ASSERT(MtyOnEop, valid_i |-> !mty_without_eop,
               "mty is not zero on a segment without eop")
  `RNIC_ASSERT(NoHole, valid_i |-> !hole,
               "a segment inside a frame is not enabled")
  `RNIC_ASSERT(SopOutside, valid_i |-> !sop_in_frame,
               "sop comes before the eop of the frame that is open")
  `RNIC_ASSERT(EopInFrame, valid_i |-> !eop_outside,
               "eop comes where no frame is open")
  `RNIC_ASSERT(SegInFrame, valid_i |-> !seg_outside,
               "a segment is enabled where no frame is open")
  `RNIC_ASSERT(MinBytes, valid_i |-> !too_short,
               "a frame ends with fewer than 60 bytes")
  `RNIC_ASSERT(MaxBytes, valid_i |-> !too_long,
               "a frame is longer than 9,600 bytes")
  `RNIC_ASSERT(TwoSops, valid_i |-> $countones(sop) <= int'(NumSlots),
               "more than two frames start in one beat")
  `RNIC_ASSERT(TwoEops, valid_i |-> $countones(eop) <= int'(NumSlots),
               "more than two frames end in one beat")

  // --- rules of one direction --------------------------------------------------------------------
  if (Tx) begin : gen_tx
    logic      waiting_q;  // a beat was offered in the clock before and not taken
    seg_beat_t offered_q;  // that beat

    always_ff @(posedge clk_i) begin
      if (!rst_ni) waiting_q <= 1'b0;
      else         waiting_q <= valid_i & ~ready_i;
      if (valid_i && !ready_i) offered_q <= beat_i;
    end

    logic is_changed;
    assign is_changed = waiting_q && (beat_i != offered_q);

    `RNIC_ASSERT(SopAfterEop, valid_i |-> (sop & ~{eop[NumSegs-2:0], 1'b1}) == '0,
                 "sop is on a segment above 0 and the segment before it has no eop")
    `RNIC_ASSERT(NoGap, open_q |-> valid_i,
                 "no beat is offered between the sop and the eop of a frame")
    `RNIC_ASSERT(ValidHeld, waiting_q |-> valid_i,
                 "valid fell before the beat was taken")
    `RNIC_ASSERT(BeatStable, valid_i |-> !is_changed,
                 "a beat changed before it was taken")
  end else begin : gen_rx
    logic unused_data;  // nothing to check in it
    assign unused_data = ^beat_i.data;

    `RNIC_ASSERT(NoReady, valid_i && ready_i,
                 "the bus from the wire has no handshake: valid_i and ready_i must be tied to 1")
    `RNIC_COVER(IdleBeatInFrame, open_q && ena == '0)
  end

  // --- covers: the checklist of a bus that has seen everything -----------------------------------
  logic taken;
  assign taken = valid_i & ready_i;
  `RNIC_COVER(TwoFramesStart, taken && $countones(sop) == 2)
  `RNIC_COVER(TwoFramesEnd, taken && $countones(eop) == 2)
  `RNIC_COVER(FrameInOneBeat, taken && !open_q && sop[0] && eop[7])
  `RNIC_COVER(Marked, taken && beat_i.err != '0)
  for (genvar k = 0; k < int'(NumSegs); k++) begin : gen_cover
    `RNIC_COVER(SopHere, taken && sop[k])
    `RNIC_COVER(EopHere, taken && eop[k])
  end

`endif

endmodule
