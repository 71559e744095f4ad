// SPDX-License-Identifier: Apache-2.0
// What the parts of the self-test hand to each other: rows of the ROM, what is wanted of a frame.

package rnic_selftest_pkg;

  import rnic_bus_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_rx_pkg::*;

  // Of one frame that ends in a beat: what is wanted, and what was said. The fields named behind
  // roce and sized mean nothing where these are 0.
  typedef struct packed {
    logic         valid;
    rx_reason_e   reason;
    icrc_e        icrc;
    logic         roce;          // opcode, qpn, psn
    opcode_t      opcode;
    qpn_t         qpn;
    psn_t         psn;
    logic         sized;         // payload_bytes
    logic [13:0]  payload_bytes;
  } word_t;

  // One beat of the bus, without err, and what is wanted of the frames that end in it. may_break:
  // any changed bit of the frame's last segment's first byte makes its ICRC wrong, no more.
  typedef struct packed {
    logic [NumSegs-1:0]               ena;
    logic [NumSegs-1:0]               sop;
    logic [NumSegs-1:0]               eop;
    logic [NumSegs-1:0][3:0]          mty;
    logic [NumSlots-1:0]              may_break;
    word_t [NumSlots-1:0]             want;
    logic [NumSegs-1:0][SegBits-1:0]  data;
  } row_t;

  // What has been seen since reset, one bit a lamp.
  typedef struct packed {
    logic pair;                  // two frames that end in one beat
    logic refused;               // a frame refused for another reason than its ICRC
    logic icrc_bad;
    logic icrc_ok;
    logic failed;                // a frame was judged otherwise than wanted
    logic passed;                // enough frames were judged, all as wanted
  } seen_t;

endpackage
