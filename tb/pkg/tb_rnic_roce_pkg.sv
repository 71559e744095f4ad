// SPDX-License-Identifier: Apache-2.0
// Shim: the numbers and functions of rnic_roce_pkg.

module tb_rnic_roce_pkg
  import rnic_roce_pkg::*;
(
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  opcode_t                    opcode_i,
  output string                      opcode_name_o,     // empty where opcode_e has no member

  input  psn_t                       psn_a_i,
  input  psn_t                       psn_b_i,
  output psn_t                       psn_add_o,
  output logic signed [PsnBits-1:0]  psn_distance_o,
  output logic                       psn_before_o,

  output logic [15:0]                ethertype_ipv4_o,
  output logic [15:0]                ethertype_ipv6_o,
  output logic [15:0]                ethertype_ctag_o,
  output logic [15:0]                ethertype_stag_o,
  output logic [15:0]                ethertype_roce_v1_o,
  output logic [7:0]                 ip_protocol_udp_o,
  output logic [15:0]                udp_port_roce_o,

  output logic [7:0]                 eth_bytes_o,
  output logic [7:0]                 vlan_tag_bytes_o,
  output logic [7:0]                 ipv4_bytes_o,
  output logic [7:0]                 ipv6_bytes_o,
  output logic [7:0]                 udp_bytes_o,
  output logic [7:0]                 bth_bytes_o,
  output logic [7:0]                 icrc_bytes_o,
  output logic [7:0]                 min_ipv4_packet_bytes_o,
  output logic [7:0]                 min_ipv6_packet_bytes_o,
  output logic [7:0]                 ipv4_total_length_offset_o,
  output logic [7:0]                 ipv6_payload_length_offset_o
);

  opcode_e opcode;
  assign opcode = opcode_e'(opcode_i);
  always_comb opcode_name_o = opcode.name();

  assign psn_add_o = psn_add(psn_a_i, psn_b_i);
  assign psn_distance_o = psn_distance(psn_a_i, psn_b_i);
  assign psn_before_o = psn_before(psn_a_i, psn_b_i);

  assign ethertype_ipv4_o = EthertypeIpv4;
  assign ethertype_ipv6_o = EthertypeIpv6;
  assign ethertype_ctag_o = EthertypeCTag;
  assign ethertype_stag_o = EthertypeSTag;
  assign ethertype_roce_v1_o = EthertypeRoceV1;
  assign ip_protocol_udp_o = IpProtocolUdp;
  assign udp_port_roce_o = UdpPortRoce;

  assign eth_bytes_o = 8'(EthBytes);
  assign vlan_tag_bytes_o = 8'(VlanTagBytes);
  assign ipv4_bytes_o = 8'(Ipv4Bytes);
  assign ipv6_bytes_o = 8'(Ipv6Bytes);
  assign udp_bytes_o = 8'(UdpBytes);
  assign bth_bytes_o = 8'(BthBytes);
  assign icrc_bytes_o = 8'(IcrcBytes);
  assign min_ipv4_packet_bytes_o = 8'(MinIpv4PacketBytes);
  assign min_ipv6_packet_bytes_o = 8'(MinIpv6PacketBytes);
  assign ipv4_total_length_offset_o = 8'(Ipv4TotalLengthOffset);
  assign ipv6_payload_length_offset_o = 8'(Ipv6PayloadLengthOffset);

  logic unused_clk_rst_n;
  assign unused_clk_rst_n = clk_i ^ rst_ni;

endmodule
