// SPDX-License-Identifier: Apache-2.0
// The headers of a RoCEv2 frame: Ethernet, one VLAN tag, IPv4 or IPv6, UDP, BTH, extended headers.
//
// Takes a packet every clock. Latency: the context 2 clocks behind the descriptor, the header 6
// clocks behind it, in a flop. Bytes behind the header are zero.
// Not made here: the ICRC (rnic_icrc_engine), pad and payload (the packet builder).
//
//   untagged/tagged    IPv4: what (RFC 791)              IPv6: what (RFC 8200)
//   0        0         destination MAC, source MAC       the same
//   -        12        0x8100, PCP DEI=0 VID (802.1Q)    the same
//   12       16        0x0800                            0x86DD
//   14       18        4 5, TOS                          6, traffic class, flow label
//   16       20        total length                      +4 payload length
//   18       22        identification 0, DF, offset 0    +6 next header 17, hop limit
//   22       26        TTL, protocol 17, checksum        +8 source
//   26       30        source, destination               +24 destination
//   34       38        UDP (RFC 768): ports, length, checksum 0        +20 for IPv6 from here on
//   42       46        BTH (IBTA 9.2): opcode | SE MigReq PadCnt TVer=0 | P_Key | BECN DestQP |
//                      AckReq PSN
//   54       58        extended headers (IBTA 9.3), as the descriptor brings them

module rnic_tx_header
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_tx_frame_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic           clk_i,
  input  logic           rst_ni,

  input  tx_pkt_desc_t   desc_i,
  input  addr_ctx_t      ctx_i,        // 2 clocks later

  output header_bytes_t  header_o      // 6 clocks after desc_i
);

  // ------------------------------------------------------------ s0, s1: lengths
  typedef logic [15:0] length_t;

  logic [10:0] s1_words_q;             // of extended headers, payload and pad
  logic [7:0]  s1_tclass_q;
  length_t     s2_udp_bytes_q;
  logic [16:0] s2_sum_q;               // of the IPv4 words that the descriptor determines

  always_ff @(posedge clk_i) begin
    s1_words_q <= 11'((desc_i.payload_bytes + payload_len_t'(3)) >> 2) + 11'(desc_i.ext_words);
    s1_tclass_q <= {desc_i.dscp, desc_i.ecn};
    s2_udp_bytes_q <= {3'd0, s1_words_q, 2'd0} + length_t'(UdpBytes + BthBytes + IcrcBytes);
    s2_sum_q <= 17'({s1_words_q, 2'd0}) + 17'(s1_tclass_q)
              + 17'('h4500 + 'h4000 + MinIpv4PacketBytes);
  end

  // ------------------------------------------------------------ s2..s4: IPv4 header checksum
  logic [16:0] s3_src_q, s3_dst_q, s5_sum_q;
  logic [17:0] s3_rest_q;
  logic [18:0] s4_sum_q;

  always_ff @(posedge clk_i) begin
    s3_src_q <= 17'(ctx_i.src_ip[31:16]) + 17'(ctx_i.src_ip[15:0]);
    s3_dst_q <= 17'(ctx_i.dst_ip[31:16]) + 17'(ctx_i.dst_ip[15:0]);
    s3_rest_q <= 18'(s2_sum_q) + 18'({ctx_i.ttl, IpProtocolUdp});
    s4_sum_q <= 19'(s3_src_q) + 19'(s3_dst_q) + 19'(s3_rest_q);
    s5_sum_q <= 17'(s4_sum_q[15:0]) + 17'(s4_sum_q[18:16]);
  end

  // ------------------------------------------------------------ to s5: all fields meet
  typedef struct packed {
    opcode_t                     opcode;
    logic                        solicited;
    logic                        ack_req;
    logic                        becn;
    qpn_t                        dest_qp;
    psn_t                        psn;
    logic [7:0]                  tclass;
    logic [2:0]                  pcp;
    logic [1:0]                  pad;
    logic [MaxExtBytes-1:0][7:0] ext;
  } fields_t;

  fields_t   s0_fields, s5_fields;
  addr_ctx_t s5_ctx;
  length_t   s5_udp_bytes;

  assign s0_fields = '{
    opcode: desc_i.opcode, solicited: desc_i.solicited, ack_req: desc_i.ack_req,
    becn: desc_i.becn, dest_qp: desc_i.dest_qp, psn: desc_i.psn,
    tclass: {desc_i.dscp, desc_i.ecn}, pcp: desc_i.prio, pad: -desc_i.payload_bytes[1:0],
    ext: desc_i.ext
  };

  rnic_delay #(.Width($bits(fields_t)), .Cycles(5)) u_fields (
    .clk_i, .rst_ni, .d_i(s0_fields), .d_o(s5_fields)
  );
  rnic_delay #(.Width($bits(addr_ctx_t)), .Cycles(3)) u_ctx (
    .clk_i, .rst_ni, .d_i(ctx_i), .d_o(s5_ctx)
  );
  rnic_delay #(.Width($bits(length_t)), .Cycles(3)) u_udp_bytes (
    .clk_i, .rst_ni, .d_i(s2_udp_bytes_q), .d_o(s5_udp_bytes)
  );

  // ------------------------------------------------------------ s5: the four layouts
  // As numbers, the first byte on the wire on top; turned once, at the end.
  localparam int unsigned HeaderBits = 8 * MaxHeaderBytes;
  localparam int unsigned RoceBytes = UdpBytes + BthBytes + MaxExtBytes;

  logic [8*MaxExtBytes-1:0] s5_ext;
  for (genvar n = 0; n < int'(MaxExtBytes); n++) begin : gen_ext
    assign s5_ext[8*(MaxExtBytes-1-n) +: 8] = s5_fields.ext[n];
  end

  logic [15:0]              s5_checksum;
  logic [95:0]              s5_macs;
  logic [31:0]              s5_tag;
  logic [8*Ipv4Bytes-1:0]   s5_ipv4;
  logic [8*Ipv6Bytes-1:0]   s5_ipv6;
  logic [8*RoceBytes-1:0]   s5_roce;
  logic [HeaderBits-1:0]    s5_header;
  header_bytes_t            s6_header_d;

  // The sum of at most 0x1FFFE folds without a carry left over.
  assign s5_checksum = ~(s5_sum_q[15:0] + 16'(s5_sum_q[16]));

  assign s5_macs = {s5_ctx.dst_mac, s5_ctx.src_mac};
  assign s5_tag = {EthertypeCTag, s5_fields.pcp, 1'b0, s5_ctx.vid};
  assign s5_ipv4 = {8'h45, s5_fields.tclass, length_t'(s5_udp_bytes + length_t'(Ipv4Bytes)),
                    16'h0000, 16'h4000, s5_ctx.ttl, IpProtocolUdp, s5_checksum,
                    s5_ctx.src_ip[31:0], s5_ctx.dst_ip[31:0]};
  assign s5_ipv6 = {4'h6, s5_fields.tclass, s5_ctx.flow_label, s5_udp_bytes, IpProtocolUdp,
                    s5_ctx.ttl, s5_ctx.src_ip, s5_ctx.dst_ip};
  assign s5_roce = {s5_ctx.udp_src_port, UdpPortRoce, s5_udp_bytes, 16'h0000,
                    s5_fields.opcode, s5_fields.solicited, s5_ctx.migreq, s5_fields.pad, 4'h0,
                    s5_ctx.pkey, 1'b0, s5_fields.becn, 6'h0, s5_fields.dest_qp,
                    s5_fields.ack_req, 7'h0, s5_fields.psn, s5_ext};

  always_comb begin
    unique case ({s5_ctx.vlan, s5_ctx.ipv6})
      2'b00: s5_header = {s5_macs, EthertypeIpv4, s5_ipv4, s5_roce, {8*24{1'b0}}};
      2'b01: s5_header = {s5_macs, EthertypeIpv6, s5_ipv6, s5_roce, {8*4{1'b0}}};
      2'b10: s5_header = {s5_macs, s5_tag, EthertypeIpv4, s5_ipv4, s5_roce, {8*20{1'b0}}};
      2'b11: s5_header = {s5_macs, s5_tag, EthertypeIpv6, s5_ipv6, s5_roce};
    endcase
  end
  // Not in a loop: that one is simulated many times slower.
  for (genvar n = 0; n < int'(MaxHeaderBytes); n++) begin : gen_turned
    assign s6_header_d[n] = s5_header[8*(MaxHeaderBytes-1-n) +: 8];
  end

  always_ff @(posedge clk_i) header_o <= s6_header_d;

endmodule
