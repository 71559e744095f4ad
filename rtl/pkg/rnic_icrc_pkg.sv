// SPDX-License-Identifier: Apache-2.0
// What the parts of the ICRC engine hand to each other.

package rnic_icrc_pkg;

  import rnic_bus_pkg::*;

  // Clocks from a beat at the engine's input to the verdicts of the frames that end in it, and to
  // the same beat at the output of the generate form (where a frame's beats come without a gap).
  parameter int unsigned CheckCycles = 15;
  parameter int unsigned GenerateCycles = 18;

  // ------------------------------------------------------------ what leaves the engine
  // What the classifier needs of a frame.
  typedef struct packed {
    logic [7:0]  tclass;   // IPv4 TOS or IPv6 traffic class; noise where not IP
    logic        vlan;
    logic [15:0] tci;      // PCP(3) DEI(1) VID(12), where vlan
  } frame_info_t;

  // The verdict on a frame. checked: IPv4 with IHL 5 or IPv6 behind one tag at most, the IP length
  // at least that of an empty RoCEv2 packet (44, 64) and inside the frame. ok: checked, ICRC right.
  typedef struct packed {
    logic        valid;
    logic        checked;
    logic        ok;
    frame_info_t info;
  } verdict_t;

  // ------------------------------------------------------------ inside
  // What is known of a beat's segments from the beat alone. sop and eop are masked with ena.
  typedef struct packed {
    logic                     live;     // the beat carries something
    logic [NumSegs-1:0]       sop;
    logic [NumSegs-1:0]       eop;
    logic [NumSegs-1:0][3:0]  mty;
    logic [NumSegs-1:0]       tag;      // bytes 12 and 13 are a VLAN tag's type
    logic [NumSegs-1:0]       ipv6;     // bytes 12 and 13 are IPv6's type
  } lanes_t;

  // A frame that starts in header slot B (segment 7 of the beat before, 0, 1, 2) or C (3, 4, 5, 6).
  typedef struct packed {
    logic         valid;
    logic [1:0]   start;        // which of the slot's four segments
    logic         ipv6;
    logic         checkable;    // IPv4 with IHL 5 or IPv6, and long enough
    logic [16:0]  last_byte;    // the IP packet's last byte, counted from this beat's first
    frame_info_t  info;
  } header_t;

  // Something that ends in half a beat (segments 0..3 or 4..7). Frames of at least 60 bytes make it
  // at most one frame, and one IP packet, in each half.
  parameter int unsigned HalfBytes = BeatBytes / 2;
  parameter int unsigned HalfSegs = NumSegs / 2;

  typedef struct packed {
    logic        valid;
    logic [1:0]  seg;           // of the half
    logic [3:0]  last;          // index of the last byte in that segment
  } half_end_t;

  typedef struct packed {
    half_end_t hi;
    half_end_t lo;
  } ends_t;

  // The frame's own end (eop), with what the header said.
  typedef struct packed {
    logic         valid;
    frame_info_t  info;
  } frame_end_t;

endpackage
