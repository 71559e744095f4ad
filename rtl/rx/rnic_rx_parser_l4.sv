// SPDX-License-Identifier: Apache-2.0
// From the bytes behind an IP header to UDP, BTH and the frame's reasons.
//
//   UDP (RFC 768)                  BTH (IBTA 9.2), at 8
//   0  source port                 8   opcode
//   2  destination port, 4791      9   SE(1) MigReq(1) PadCnt(2) TVer(4)
//   4  length                      10  P_Key
//   6  checksum, not looked at     12  FECN BECN Resv6, not looked at
//                                  13  DestQP
//                                  16  AckReq(1) Resv7(7)
//                                  17  PSN
//                                  20  extended headers (IBTA 9.3)
//
// Payload and pad are what the IP length leaves behind the headers and in front of the ICRC.
//
// Latency 5 clocks to reasons_o, sizes 3 clocks; a frame a clock. Not promised: the ICRC, and
// whether the IP packet fits into its frame (need_bytes says what that takes).

module rnic_rx_parser_l4
  import rnic_roce_pkg::*;
  import rnic_rx_parser_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic           clk_i,
  input  logic           rst_ni,

  input  l3_t            l3_i,             // s5
  input  l4_bytes_t      bytes_i,
  input  logic           checksum_ok_i,    // s9: the IPv4 header's

  output logic [6:0]     payload_offset_o, // s8
  output logic [13:0]    payload_bytes_o,
  output lane_reasons_t  reasons_o         // s10
);

  localparam int unsigned BthAt = UdpBytes;
  typedef logic [16:0] bytes_t;            // of an IP packet, and signed where it may go below 0

  // ------------------------------------------------------------ opcodes: layout
  typedef struct packed {
    logic       known;
    logic       payload;                   // may carry payload
    logic [2:0] ext_words;                 // extended headers, in words of 4 bytes
  } opcode_info_t;

  function automatic opcode_info_t info(opcode_t opcode);
    case (opcode)
      RcSendFirst, RcSendMiddle, RcSendLast, RcSendOnly, RcWriteMiddle, RcWriteLast,
      RcReadResponseMiddle, UcSendFirst, UcSendMiddle, UcSendLast, UcSendOnly, UcWriteMiddle,
      UcWriteLast:                    info = '{known: 1'b1, payload: 1'b1, ext_words: 3'd0};
      // ImmDt, IETH or AETH
      RcSendLastImm, RcSendOnlyImm, RcWriteLastImm, RcSendLastInv, RcSendOnlyInv,
      RcReadResponseFirst, RcReadResponseLast, RcReadResponseOnly, UcSendLastImm, UcSendOnlyImm,
      UcWriteLastImm:                 info = '{known: 1'b1, payload: 1'b1, ext_words: 3'd1};
      // DETH, DETH ImmDt
      UdSendOnly:                     info = '{known: 1'b1, payload: 1'b1, ext_words: 3'd2};
      UdSendOnlyImm:                  info = '{known: 1'b1, payload: 1'b1, ext_words: 3'd3};
      // RETH, RETH ImmDt. A READ request with payload is the responder's to refuse.
      RcWriteFirst, RcWriteOnly, RcReadRequest, UcWriteFirst, UcWriteOnly:
                                      info = '{known: 1'b1, payload: 1'b1, ext_words: 3'd4};
      RcWriteOnlyImm, UcWriteOnlyImm: info = '{known: 1'b1, payload: 1'b1, ext_words: 3'd5};
      // AtomicETH; the same of payload
      RcCompareSwap, RcFetchAdd:      info = '{known: 1'b1, payload: 1'b1, ext_words: 3'd7};
      // AETH; AETH AtomicAckETH; 16 reserved bytes
      RcAcknowledge:                  info = '{known: 1'b1, payload: 1'b0, ext_words: 3'd1};
      RcAtomicAcknowledge:            info = '{known: 1'b1, payload: 1'b0, ext_words: 3'd3};
      Cnp:                            info = '{known: 1'b1, payload: 1'b0, ext_words: 3'd4};
      default:                        info = '{known: 1'b0, payload: 1'b0, ext_words: 3'd0};
    endcase
  endfunction

  // ------------------------------------------------------------ s5: ports, opcode, IP lengths
  rx_reason_e s5_l3_reason;

  always_comb begin
    if (l3_i.foreign)         s5_l3_reason = ReasonNotForUs;
    else if (l3_i.roce_v1)    s5_l3_reason = ReasonRoceV1;
    else if (l3_i.not_ip)     s5_l3_reason = ReasonNotIp;
    else if (l3_i.ip_header)  s5_l3_reason = ReasonIpHeader;
    else if (l3_i.ip_options) s5_l3_reason = ReasonIpOptions;
    else if (l3_i.fragment)   s5_l3_reason = ReasonFragment;
    else if (l3_i.not_udp)    s5_l3_reason = ReasonNotUdp;
    else                      s5_l3_reason = ReasonNone;
  end

  rx_reason_e   s6_l3_reason_q;
  logic         s6_other_port_q, s6_port_far_q, s6_ipv6_q, s6_tver_q;
  opcode_info_t s6_info_q;
  logic [1:0]   s6_pad_q;
  logic [15:0]  s6_udp_bytes_q, s6_ip_payload_q;
  bytes_t       s6_need_q, s6_rest_q;      // rest: behind BTH and in front of the ICRC
  logic [6:0]   s6_offset_q;               // of the byte behind BTH, in the frame

  // Bytes in front of the IP packet's payload, and of the headers up to the BTH's end.
  function automatic logic [6:0] l2_l3_bytes(logic vlan, logic ipv6);
    return (vlan ? 7'(EthBytes + VlanTagBytes) : 7'(EthBytes))
         + (ipv6 ? 7'(Ipv6Bytes) : 7'(Ipv4Bytes));
  endfunction

  always_ff @(posedge clk_i) begin
    s6_l3_reason_q <= s5_l3_reason;
    s6_other_port_q <= {bytes_i[UdpDstPortOffset], bytes_i[UdpDstPortOffset + 1]} != UdpPortRoce;
    s6_port_far_q <= l3_i.vlan & l3_i.ipv6;
    s6_ipv6_q <= l3_i.ipv6;
    s6_info_q <= info(bytes_i[BthAt]);
    s6_tver_q <= bytes_i[BthAt + BthFlagsOffset][3:0] != '0;
    s6_pad_q <= bytes_i[BthAt + BthFlagsOffset][5:4];
    s6_udp_bytes_q <= {bytes_i[UdpLengthOffset], bytes_i[UdpLengthOffset + 1]};
    s6_ip_payload_q <= l3_i.length - (l3_i.ipv6 ? 16'd0 : 16'(Ipv4Bytes));
    // An IPv4 total length counts its own header.
    s6_need_q <= bytes_t'(l3_i.length)
               + bytes_t'(l2_l3_bytes(l3_i.vlan, l3_i.ipv6))
               - (l3_i.ipv6 ? '0 : bytes_t'(Ipv4Bytes));
    s6_rest_q <= bytes_t'(l3_i.length)
               - (l3_i.ipv6 ? bytes_t'(MinIpv6PacketBytes - Ipv6Bytes)
                            : bytes_t'(MinIpv4PacketBytes));
    s6_offset_q <= l2_l3_bytes(l3_i.vlan, l3_i.ipv6) + 7'(UdpBytes + BthBytes);
  end

  // ------------------------------------------------------------ s6: extended headers
  rx_reason_e s7_early_q;
  logic       s7_port_far_q, s7_ip_short_q, s7_ipv6_q, s7_udp_q, s7_tver_q, s7_unknown_q;
  logic       s7_payload_allowed_q;
  logic [1:0] s7_pad_q;
  bytes_t     s7_need_q, s7_behind_q;      // behind: payload and pad
  logic [6:0] s7_offset_q;

  always_ff @(posedge clk_i) begin
    if (s6_l3_reason_q != ReasonNone) s7_early_q <= s6_l3_reason_q;
    else s7_early_q <= s6_other_port_q ? ReasonNotRocePort : ReasonNone;
    s7_port_far_q <= s6_port_far_q;
    s7_ip_short_q <= s6_rest_q[16];
    s7_need_q <= s6_need_q;
    s7_ipv6_q <= s6_ipv6_q;
    s7_udp_q <= s6_udp_bytes_q != s6_ip_payload_q;
    s7_tver_q <= s6_tver_q;
    s7_unknown_q <= !s6_info_q.known;
    s7_payload_allowed_q <= s6_info_q.payload;
    s7_pad_q <= s6_pad_q;
    s7_behind_q <= s6_rest_q - bytes_t'({s6_info_q.ext_words, 2'd0});
    s7_offset_q <= s6_offset_q + 7'({s6_info_q.ext_words, 2'd0});
  end

  // ------------------------------------------------------------ s7, s8: payload
  logic   s8_ipv6_q, s8_udp_q, s8_tver_q, s8_unknown_q, s8_misfit_q;
  logic   s9_ipv6_q, s9_udp_q, s9_tver_q, s9_unknown_q, s9_length_q;
  bytes_t s8_payload_q;

  always_ff @(posedge clk_i) begin
    {s8_ipv6_q, s8_udp_q, s8_tver_q, s8_unknown_q}
      <= {s7_ipv6_q, s7_udp_q, s7_tver_q, s7_unknown_q};
    s8_payload_q <= s7_behind_q - bytes_t'(s7_pad_q);
    s8_misfit_q <= (s7_behind_q[1:0] != '0) | (!s7_payload_allowed_q & (s7_behind_q != '0));
    payload_offset_o <= s7_offset_q;
    {s9_ipv6_q, s9_udp_q, s9_tver_q, s9_unknown_q}
      <= {s8_ipv6_q, s8_udp_q, s8_tver_q, s8_unknown_q};
    s9_length_q <= s8_misfit_q | s8_payload_q[16];
  end
  assign payload_bytes_o = 14'(s8_payload_q);

  // ------------------------------------------------------------ s9, s10: reasons
  rx_reason_e s10_late_q;

  always_ff @(posedge clk_i) begin
    if (!s9_ipv6_q & !checksum_ok_i) s10_late_q <= ReasonIpChecksum;
    else if (s9_udp_q)               s10_late_q <= ReasonUdpLength;
    else if (s9_tver_q)              s10_late_q <= ReasonTver;
    else if (s9_unknown_q)           s10_late_q <= ReasonOpcode;
    else if (s9_length_q)            s10_late_q <= ReasonLength;
    else                             s10_late_q <= ReasonNone;
  end

  lane_reasons_t s7_reasons, s10_reasons;
  assign s7_reasons = '{early: s7_early_q, port_far: s7_port_far_q, ip_short: s7_ip_short_q,
                        need_bytes: s7_need_q, late: ReasonNone};

  rnic_delay #(.Width($bits(lane_reasons_t)), .Cycles(3)) u_reasons (
    .clk_i, .rst_ni, .d_i(s7_reasons), .d_o(s10_reasons)
  );
  always_comb begin
    reasons_o = s10_reasons;
    reasons_o.late = s10_late_q;
  end

endmodule
