// SPDX-License-Identifier: Apache-2.0
// What the parts of the receive parser hand to each other.
//
// Frames have at least four segments, so at most one starts in segments 0..3 of a beat and one in
// 4..7: two lanes, lo and hi, take all headers. The same holds for ends.
//
// s1, s2, ...: clocks behind the beat in which a frame ends, for a frame that also starts there.

package rnic_rx_parser_pkg;

  import rnic_bus_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_rx_pkg::*;

  // The longest headers, from the UDP header, from the IP header and from the frame's start.
  parameter int unsigned L4Bytes = UdpBytes + BthBytes + MaxExtBytes;
  parameter int unsigned L3Bytes = Ipv6Bytes + L4Bytes;
  parameter int unsigned HeadBytes = EthBytes + VlanTagBytes + L3Bytes;

  parameter int unsigned HalfSegs = NumSegs / 2;

  // Which segment of a half, from its flags (segment 0 is what remains).
  function automatic logic [1:0] half_index(logic [3:1] flags);
    return {flags[3] | flags[2], flags[3] | flags[1]};
  endfunction

  // In wire order, byte 0 first.
  typedef logic [HeadBytes-1:0][7:0] head_t;
  typedef logic [L3Bytes-1:0][7:0] l3_bytes_t;
  typedef logic [L4Bytes-1:0][7:0] l4_bytes_t;

  // A beat without its data; sop, eop, err and mty count where live.
  typedef struct packed {
    logic                    live;
    logic [NumSegs-1:0]      sop;
    logic [NumSegs-1:0]      eop;
    logic [NumSegs-1:0]      err;
    logic [NumSegs-1:0][3:0] mty;
    logic [NumSegs-1:0]      tag;      // bytes 12 and 13 of the segment are a VLAN tag's type
  } lanes_t;

  // Whose end: the frame's that was open when the beat came, or the one's of a lane.
  typedef enum logic [1:0] {
    OwnerOpen = 2'd0,
    OwnerLo   = 2'd1,
    OwnerHi   = 2'd2
  } owner_e;

  // How the headers that come out of the lanes meet the ends of their frames. take_*: the lane's
  // header is of a frame that stays open, and is kept until its end comes.
  typedef struct packed {
    logic   take_lo;
    logic   take_hi;
    logic   valid_0;
    owner_e owner_0;
    logic   valid_1;
    owner_e owner_1;                   // never OwnerOpen: what was open ends first
  } meet_t;

  typedef logic [13:0] frame_bytes_t;

  typedef struct packed {
    frame_bytes_t bytes;
    logic         err;
  } frame_end_t;

  // The Ethernet and IP headers.
  typedef struct packed {
    logic         foreign;             // for another MAC
    logic         roce_v1;
    logic         not_ip;
    logic         ip_header;
    logic         ip_options;
    logic         fragment;
    logic         not_udp;
    logic         vlan;
    logic [15:0]  tci;
    logic         ipv6;
    logic [7:0]   tclass;
    logic [127:0] src_ip;
    logic [127:0] dst_ip;
    logic [15:0]  length;              // IPv4 total length, IPv6 payload length
  } l3_t;

  // What the headers alone say. The IP length is judged when the frame's length is known: between
  // `early` and `late`.
  typedef struct packed {
    rx_reason_e  early;                // up to ReasonNotRocePort
    logic        port_far;             // the UDP ports may lie behind the shortest frames' end
    logic        ip_short;
    logic [16:0] need_bytes;           // of the frame, to hold the IP packet
    rx_reason_e  late;                 // from ReasonIpChecksum on
  } lane_reasons_t;

endpackage
