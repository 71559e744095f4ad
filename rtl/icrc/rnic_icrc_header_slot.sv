// SPDX-License-Identifier: Apache-2.0
// From bytes 12..23 of a frame to family, traffic class, tag and the place of the IP packet's end.
//
//   untagged   12 type   14 IP header                     IPv4: +1 TOS, +2 total length
//   tagged     12 TPID   14 TCI   16 type   18 IP header  IPv6: +0 class, +4 payload length
//
// One tag, 0x8100 or 0x88A8. Network byte order is turned here. Latency 3 clocks, a frame a clock.

module rnic_icrc_header_slot
  import rnic_icrc_pkg::*;
  import rnic_roce_pkg::*;
#(
  parameter int FirstSeg = 0           // segment that start_i = 0 means; -1: 7 of the beat before
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         valid_i,
  input  logic [1:0]   start_i,
  input  logic [95:0]  head_i,         // byte 12 + k of the frame in bits 8k+7:8k

  output header_t      header_o
);

  if (FirstSeg < -1 || FirstSeg > 4) begin : gen_bad_first_seg
    $fatal(1, "rnic_icrc_header_slot: FirstSeg must be -1..4");
  end

  function automatic logic [15:0] be16(logic [15:0] wire_bytes);
    return {wire_bytes[7:0], wire_bytes[15:8]};
  endfunction

  // ------------------------------------------------------------ s1: step over the tag
  logic        s1_vlan;
  logic        s2_valid_q, s2_vlan_q;
  logic [1:0]  s2_start_q;
  logic [15:0] s2_tci_q;
  logic [63:0] s2_head_q;              // type, then the IP header's first six bytes

  assign s1_vlan = be16(head_i[15:0]) inside {EthertypeCTag, EthertypeSTag};

  always_ff @(posedge clk_i) begin
    s2_vlan_q <= s1_vlan;
    s2_start_q <= start_i;
    s2_tci_q <= be16(head_i[31:16]);
    s2_head_q <= s1_vlan ? head_i[95:32] : head_i[63:0];
    s2_valid_q <= valid_i & rst_ni;
  end

  // ------------------------------------------------------------ s2: family, length, class
  logic [15:0] s2_type, s2_length4, s2_length6;
  logic [7:0]  s2_ip0, s2_ip1;
  logic        s2_ipv4, s2_ipv6;

  assign s2_type = be16(s2_head_q[15:0]);
  assign s2_ip0 = s2_head_q[23:16];
  assign s2_ip1 = s2_head_q[31:24];
  assign s2_length4 = be16(s2_head_q[16 + 8*Ipv4TotalLengthOffset +: 16]);
  assign s2_length6 = be16(s2_head_q[16 + 8*Ipv6PayloadLengthOffset +: 16]);
  assign s2_ipv4 = s2_type == EthertypeIpv4;
  assign s2_ipv6 = s2_type == EthertypeIpv6;

  // Where a packet of length 0 would have its last byte, from this beat's first byte.
  function automatic logic signed [9:0] base(logic [1:0] start, logic vlan, logic ipv6);
    return 10'(FirstSeg * 16 + int'(EthBytes) - 1) + 10'({start, 4'd0})
         + (vlan ? 10'(VlanTagBytes) : 10'd0) + (ipv6 ? 10'(Ipv6Bytes) : 10'd0);
  endfunction

  logic               s3_valid_q, s3_ipv6_q, s3_checkable_q;
  logic [1:0]         s3_start_q;
  logic [15:0]        s3_length_q;
  logic signed [9:0]  s3_base_q;
  frame_info_t        s3_info_q;

  always_ff @(posedge clk_i) begin
    s3_start_q <= s2_start_q;
    s3_ipv6_q <= s2_ipv6;
    s3_checkable_q <=
      (s2_ipv4 & (s2_ip0 == 8'h45) & (s2_length4 >= 16'(MinIpv4PacketBytes))) |
      (s2_ipv6 & (s2_ip0[7:4] == 4'd6) & (s2_length6 >= 16'(MinIpv6PacketBytes - Ipv6Bytes)));
    s3_length_q <= s2_ipv6 ? s2_length6 : s2_length4;
    s3_base_q <= base(s2_start_q, s2_vlan_q, s2_ipv6);
    s3_info_q.tclass <= s2_ipv6 ? {s2_ip0[3:0], s2_ip1[7:4]} : s2_ip1;
    s3_info_q.vlan <= s2_vlan_q;
    s3_info_q.tci <= s2_tci_q;
    s3_valid_q <= s2_valid_q & rst_ni;
  end

  // ------------------------------------------------------------ s3: the end's place
  always_ff @(posedge clk_i) begin
    header_o.start <= s3_start_q;
    header_o.ipv6 <= s3_ipv6_q;
    header_o.checkable <= s3_checkable_q;
    header_o.last_byte <= 17'(s3_length_q) + 17'(s3_base_q);
    header_o.info <= s3_info_q;
    header_o.valid <= s3_valid_q & rst_ni;
  end

endmodule
