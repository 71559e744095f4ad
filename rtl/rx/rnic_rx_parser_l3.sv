// SPDX-License-Identifier: Apache-2.0
// From a frame's first bytes to its Ethernet and IP headers: fields, faults, what stands behind.
//
//   untagged  tagged   Ethernet, one tag (IEEE 802.1Q, 802.1ad)
//   0         0        destination MAC
//   12        12       type; 0x8100 or 0x88A8: the tag's TPID
//   -         14       PCP(3) DEI(1) VID(12)
//   -         16       type
//   14        18       IP header
//
//   IPv4 (RFC 791 3.1)                        IPv6 (RFC 8200 3)
//   0   version 4 (4), IHL (4)                0   version 6 (4), traffic class (8), flow label
//   1   TOS = DSCP(6) ECN(2)                  4   payload length
//   2   total length                          6   next header
//   6   0 DF MF, fragment offset (13)         8   source
//   9   protocol                              24  destination
//   12  source, destination                   40  UDP
//   20  UDP
//
// Latency: l3_o and behind_o 2 clocks, checksum_ok_o 6 clocks; a frame a clock. Each flag says its
// own, whatever the others say: their order is the reader's business (what is no IP has noise in
// its IP flags). Not promised: any look at the frame's length.

module rnic_rx_parser_l3
  import rnic_roce_pkg::*;
  import rnic_rx_parser_pkg::*;
(
  input  logic         clk_i,

  input  logic         cfg_mac_filter_i,
  input  logic [47:0]  cfg_mac_i,

  input  head_t        head_i,         // s3
  input  logic         tag_i,

  output l3_t          l3_o,           // s5
  output l4_bytes_t    behind_o,       // behind the IP header
  output logic         checksum_ok_o   // s9: the IPv4 header's, IHL 5
);

  // ------------------------------------------------------------ s3: MAC, tag, type
  function automatic logic is_type(logic [1:0][7:0] wire_bytes, logic [15:0] ethertype);
    return {wire_bytes[0], wire_bytes[1]} == ethertype;
  endfunction

  localparam int unsigned TagAt = EthTypeOffset + 2;
  localparam int unsigned TypeAt = EthTypeOffset;
  localparam int unsigned TaggedTypeAt = TypeAt + VlanTagBytes;

  logic [5:0][7:0] s3_our_mac;         // as it would stand in the frame
  logic [1:0][7:0] s3_type, s3_tagged_type;

  assign s3_our_mac = {<<8{cfg_mac_i}};
  assign s3_type = head_i[TypeAt +: 2];
  assign s3_tagged_type = head_i[TaggedTypeAt +: 2];

  logic [5:0]  s4_mac_differs_q;       // byte by byte
  logic        s4_filter_q, s4_vlan_q, s4_roce_v1_q, s4_ipv4_q, s4_ipv6_q;
  logic [15:0] s4_tci_q;
  l3_bytes_t   s4_bytes_q;

  always_ff @(posedge clk_i) begin
    for (int k = 0; k < 6; k++) s4_mac_differs_q[k] <= head_i[k] != s3_our_mac[k];
    // Group addresses pass: bit 0 of the first byte (IEEE 802 8.2.2).
    s4_filter_q <= cfg_mac_filter_i & !head_i[0][0];
    s4_vlan_q <= tag_i;
    s4_tci_q <= {head_i[TagAt], head_i[TagAt + 1]};
    s4_roce_v1_q <= tag_i ? is_type(s3_tagged_type, EthertypeRoceV1)
                          : is_type(s3_type, EthertypeRoceV1);
    s4_ipv4_q <= tag_i ? is_type(s3_tagged_type, EthertypeIpv4) : is_type(s3_type, EthertypeIpv4);
    s4_ipv6_q <= tag_i ? is_type(s3_tagged_type, EthertypeIpv6) : is_type(s3_type, EthertypeIpv6);
    s4_bytes_q <= tag_i ? head_i[EthBytes + VlanTagBytes +: L3Bytes] : head_i[EthBytes +: L3Bytes];
  end

  // ------------------------------------------------------------ s4: the IP header
  logic [3:0]      s4_version, s4_ihl;
  logic [1:0][7:0] s4_length;
  logic [127:0]    s4_src6, s4_dst6;
  logic [31:0]     s4_src4, s4_dst4;
  logic            s4_fragment4, s4_fragment6;
  logic [7:0]      s4_protocol;

  assign s4_version = s4_bytes_q[0][7:4];
  assign s4_ihl = s4_bytes_q[0][3:0];
  assign s4_length = s4_bytes_q[s4_ipv6_q ? Ipv6PayloadLengthOffset : Ipv4TotalLengthOffset +: 2];
  assign s4_src6 = {<<8{s4_bytes_q[Ipv6SrcOffset +: 16]}};
  assign s4_dst6 = {<<8{s4_bytes_q[Ipv6DstOffset +: 16]}};
  assign s4_src4 = {<<8{s4_bytes_q[Ipv4SrcOffset +: 4]}};
  assign s4_dst4 = {<<8{s4_bytes_q[Ipv4DstOffset +: 4]}};
  // More fragments, or an offset.
  assign s4_fragment4 = {s4_bytes_q[Ipv4FragmentOffset][5:0],
                         s4_bytes_q[Ipv4FragmentOffset + 1]} != '0;
  assign s4_fragment6 = s4_bytes_q[Ipv6NextHeaderOffset] == IpProtocolFragment;
  assign s4_protocol = s4_ipv6_q ? s4_bytes_q[Ipv6NextHeaderOffset]
                                 : s4_bytes_q[Ipv4ProtocolOffset];

  always_ff @(posedge clk_i) begin
    l3_o.foreign <= s4_filter_q & (|s4_mac_differs_q);
    l3_o.roce_v1 <= s4_roce_v1_q;
    l3_o.not_ip <= !s4_ipv4_q & !s4_ipv6_q;
    l3_o.ip_header <= s4_ipv6_q ? s4_version != 4'd6 : (s4_version != 4'd4) | (s4_ihl < 4'd5);
    l3_o.ip_options <= !s4_ipv6_q & (s4_ihl > 4'd5);
    l3_o.fragment <= s4_ipv6_q ? s4_fragment6 : s4_fragment4;
    l3_o.not_udp <= s4_protocol != IpProtocolUdp;
    l3_o.vlan <= s4_vlan_q;
    l3_o.tci <= s4_tci_q;
    l3_o.ipv6 <= s4_ipv6_q;
    l3_o.tclass <= s4_ipv6_q ? {s4_bytes_q[0][3:0], s4_bytes_q[1][7:4]}
                             : s4_bytes_q[Ipv4TclassOffset];
    l3_o.src_ip <= s4_ipv6_q ? s4_src6 : 128'(s4_src4);
    l3_o.dst_ip <= s4_ipv6_q ? s4_dst6 : 128'(s4_dst4);
    l3_o.length <= {s4_length[0], s4_length[1]};
    behind_o <= s4_ipv6_q ? s4_bytes_q[Ipv6Bytes +: L4Bytes] : s4_bytes_q[Ipv4Bytes +: L4Bytes];
  end

  // ------------------------------------------------------------ s4..s9: IPv4 header checksum
  // The one's complement sum over the header's ten words is 0xFFFF (RFC 1071). Their plain sum is
  // then a multiple of 65,535, 1 to 10 times: the low half is all ones minus the high one.
  localparam int unsigned NumWords = Ipv4Bytes / 2;
  logic [NumWords-1:0][15:0]   s4_word;
  logic [NumWords/2-1:0][16:0] s5_sum_q;
  logic [1:0][17:0]            s6_sum_q;
  logic [16:0]                 s6_rest_q;
  logic [18:0]                 s7_sum_q;
  logic [16:0]                 s7_rest_q;
  logic [19:0]                 s8_sum_q;

  for (genvar w = 0; w < NumWords; w++) begin : gen_word
    assign s4_word[w] = {s4_bytes_q[2*w], s4_bytes_q[2*w + 1]};
  end

  always_ff @(posedge clk_i) begin
    for (int w = 0; w < NumWords / 2; w++)
      s5_sum_q[w] <= 17'(s4_word[2*w]) + 17'(s4_word[2*w + 1]);
    for (int w = 0; w < 2; w++) s6_sum_q[w] <= 18'(s5_sum_q[2*w]) + 18'(s5_sum_q[2*w + 1]);
    s6_rest_q <= s5_sum_q[4];
    s7_sum_q <= 19'(s6_sum_q[0]) + 19'(s6_sum_q[1]);
    s7_rest_q <= s6_rest_q;
    s8_sum_q <= 20'(s7_sum_q) + 20'(s7_rest_q);
    checksum_ok_o <= s8_sum_q[15:0] == ~{12'd0, s8_sum_q[19:16]};
  end

endmodule
