// SPDX-License-Identifier: Apache-2.0
// RoCEv2 as it stands on the wire: opcodes, header offsets and PSN arithmetic.
// Clauses are IBTA volume 1 (BTH 9.2, PSN 9.7.2, RoCEv2 annex A17) unless named otherwise.

package rnic_roce_pkg;

  // ------------------------------------------------------------ Ethernet and IP
  parameter logic [15:0] EthertypeIpv4 = 16'h0800;
  parameter logic [15:0] EthertypeIpv6 = 16'h86DD;
  parameter logic [15:0] EthertypeCTag = 16'h8100;   // IEEE 802.1Q
  parameter logic [15:0] EthertypeSTag = 16'h88A8;   // IEEE 802.1ad
  parameter logic [15:0] EthertypeRoceV1 = 16'h8915;

  parameter int unsigned EthBytes = 14;
  parameter int unsigned VlanTagBytes = 4;
  parameter int unsigned Ipv4Bytes = 20;
  parameter int unsigned Ipv6Bytes = 40;
  parameter int unsigned UdpBytes = 8;
  parameter int unsigned BthBytes = 12;
  parameter int unsigned IcrcBytes = 4;
  // Shortest IP packet that can be RoCEv2: IP + UDP + BTH + ICRC.
  parameter int unsigned MinIpv4PacketBytes = Ipv4Bytes + UdpBytes + BthBytes + IcrcBytes;
  parameter int unsigned MinIpv6PacketBytes = Ipv6Bytes + UdpBytes + BthBytes + IcrcBytes;

  parameter logic [7:0] IpProtocolUdp = 8'd17;
  parameter logic [15:0] UdpPortRoce = 16'd4791;

  parameter logic [7:0] IpProtocolFragment = 8'd44;  // IPv6 fragment header

  // ------------------------------------------------------------ fields, from their header's start
  // Ethernet
  parameter int unsigned EthTypeOffset = 12;
  // IPv4 (RFC 791 3.1)
  parameter int unsigned Ipv4TclassOffset = 1;
  parameter int unsigned Ipv4TotalLengthOffset = 2;
  parameter int unsigned Ipv4FragmentOffset = 6;     // 0 DF MF offset(13)
  parameter int unsigned Ipv4ProtocolOffset = 9;
  parameter int unsigned Ipv4SrcOffset = 12;
  parameter int unsigned Ipv4DstOffset = 16;
  // IPv6 (RFC 8200 3)
  parameter int unsigned Ipv6PayloadLengthOffset = 4;
  parameter int unsigned Ipv6NextHeaderOffset = 6;
  parameter int unsigned Ipv6SrcOffset = 8;
  parameter int unsigned Ipv6DstOffset = 24;
  // UDP (RFC 768)
  parameter int unsigned UdpDstPortOffset = 2;
  parameter int unsigned UdpLengthOffset = 4;
  // BTH (9.2)
  parameter int unsigned BthFlagsOffset = 1;         // SE(1) MigReq(1) PadCnt(2) TVer(4)
  parameter int unsigned BthPkeyOffset = 2;
  parameter int unsigned BthDestQpOffset = 5;
  parameter int unsigned BthAckReqOffset = 8;        // AckReq(1) Resv7(7)
  parameter int unsigned BthPsnOffset = 9;

  // ------------------------------------------------------------ BTH opcodes (9.2.1)
  typedef logic [7:0] opcode_t;

  typedef enum opcode_t {
    RcSendFirst           = 8'h00,
    RcSendMiddle          = 8'h01,
    RcSendLast            = 8'h02,
    RcSendLastImm         = 8'h03,
    RcSendOnly            = 8'h04,
    RcSendOnlyImm         = 8'h05,
    RcWriteFirst          = 8'h06,
    RcWriteMiddle         = 8'h07,
    RcWriteLast           = 8'h08,
    RcWriteLastImm        = 8'h09,
    RcWriteOnly           = 8'h0A,
    RcWriteOnlyImm        = 8'h0B,
    RcReadRequest         = 8'h0C,
    RcReadResponseFirst   = 8'h0D,
    RcReadResponseMiddle  = 8'h0E,
    RcReadResponseLast    = 8'h0F,
    RcReadResponseOnly    = 8'h10,
    RcAcknowledge         = 8'h11,
    RcAtomicAcknowledge   = 8'h12,
    RcCompareSwap         = 8'h13,
    RcFetchAdd            = 8'h14,
    RcSendLastInv         = 8'h16,
    RcSendOnlyInv         = 8'h17,
    UcSendFirst           = 8'h20,
    UcSendMiddle          = 8'h21,
    UcSendLast            = 8'h22,
    UcSendLastImm         = 8'h23,
    UcSendOnly            = 8'h24,
    UcSendOnlyImm         = 8'h25,
    UcWriteFirst          = 8'h26,
    UcWriteMiddle         = 8'h27,
    UcWriteLast           = 8'h28,
    UcWriteLastImm        = 8'h29,
    UcWriteOnly           = 8'h2A,
    UcWriteOnlyImm        = 8'h2B,
    UdSendOnly            = 8'h64,
    UdSendOnlyImm         = 8'h65,
    Cnp                   = 8'h81
  } opcode_e;

  // ------------------------------------------------------------ PSN (24 bits, modulo 2^24)
  parameter int unsigned PsnBits = 24;
  typedef logic [PsnBits-1:0] psn_t;

  function automatic psn_t psn_add(psn_t psn, psn_t count);
    return psn + count;
  endfunction

  // Signed distance a - b, in [-2^23, 2^23 - 1].
  function automatic logic signed [PsnBits-1:0] psn_distance(psn_t a, psn_t b);
    return signed'(a - b);
  endfunction

  // True where a comes before b: the distance a - b is negative.
  function automatic logic psn_before(psn_t a, psn_t b);
    psn_t difference;
    difference = a - b;
    return difference[PsnBits-1];
  endfunction

endpackage
