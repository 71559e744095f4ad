// SPDX-License-Identifier: Apache-2.0
// What the packet builder hands to the packer: frames cut into items of one beat at most.
//
// An item is the part of a frame that starts at a multiple of 128 bytes of it. All headers lie in
// its first item, the head of the packet's first step. Every further row of payload makes one more
// head; where the frame goes on behind its last row, one tail follows, in the next clock.

package rnic_tx_frame_pkg;

  import rnic_bus_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_tx_pkg::*;

  // Bytes of all headers: 54 to 110, in steps of 4.
  parameter int unsigned MinHeaderBytes = EthBytes + Ipv4Bytes + UdpBytes + BthBytes;
  parameter int unsigned MaxHeaderBytes =
    EthBytes + VlanTagBytes + Ipv6Bytes + UdpBytes + BthBytes + MaxExtBytes;
  typedef logic [MaxHeaderBytes-1:0][7:0] header_bytes_t;    // wire order, byte 0 first

  // A tail ends at the latest with the ICRC behind as many bytes as the header has.
  parameter int unsigned MaxTailBytes = MaxHeaderBytes + IcrcBytes;
  typedef logic [BeatBits-1:0] item_data_t;
  typedef logic [8*MaxTailBytes-1:0] tail_data_t;

  typedef logic [3:0] item_segs_t;               // 1..8; 0 where there is no item

  // The tail of a frame always ends it; a head may begin it, end it, or both. One that does not end
  // its frame is full.
  typedef struct packed {
    item_segs_t segs;
    logic [3:0] mty;                             // of the last segment
  } tail_t;

  typedef struct packed {
    item_segs_t segs;
    logic       sop;
    logic       eop;
    logic [3:0] mty;                             // of the last segment, with eop
  } head_t;

endpackage
