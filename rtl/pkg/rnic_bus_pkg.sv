// SPDX-License-Identifier: Apache-2.0
// The segmented packet bus: 8 segments of 16 bytes a beat, the client format of 400G hard MACs.
//
// Wire byte n of a beat is data[8n+7:8n], so segment i holds bytes 16i..16i+15. A frame starts on
// any segment (sop), fills segments without holes and ends with eop; err counts on eop and means
// "discard all of it". Frames have at least 60 bytes, so a beat holds at most two sop and two eop.
// The rules for either direction stand in docs/interfaces.md; rnic_seg_chk checks them.

package rnic_bus_pkg;

  parameter int unsigned NumSegs = 8;
  parameter int unsigned SegBytes = 16;
  parameter int unsigned SegBits = 8 * SegBytes;
  parameter int unsigned BeatBytes = NumSegs * SegBytes;
  parameter int unsigned BeatBits = 8 * BeatBytes;
  // Shortest frame, without FCS; longer ones than MaxFrameBytes are cut and marked by the MAC
  // adapter.
  parameter int unsigned MinFrameBytes = 60;
  parameter int unsigned MaxFrameBytes = 9600;
  // Frames that can start, or end, in one beat.
  parameter int unsigned NumSlots = 2;

  typedef logic [$clog2(NumSegs)-1:0] seg_idx_t;

  // One beat. A beat without any ena carries nothing; sop, eop, err and mty count where ena is set.
  typedef struct packed {
    logic [NumSegs-1:0]               ena;
    logic [NumSegs-1:0]               sop;
    logic [NumSegs-1:0]               eop;
    logic [NumSegs-1:0]               err;   // on eop only
    logic [NumSegs-1:0][3:0]          mty;   // unused bytes at the segment's end, on eop only
    logic [NumSegs-1:0][SegBits-1:0]  data;
  } seg_beat_t;

endpackage
