// SPDX-License-Identifier: Apache-2.0
// All headers of one lane: from a frame's first bytes to its reasons and its fields.
//
// Latency from head_i: reasons_o 7 clocks, hdr_o 9 clocks; a frame a clock. hdr_o.frame_bytes is 0:
// only the frame's end knows.

module rnic_rx_parser_lane
  import rnic_roce_pkg::*;
  import rnic_rx_parser_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic           clk_i,
  input  logic           rst_ni,

  input  logic           cfg_mac_filter_i,
  input  logic [47:0]    cfg_mac_i,

  input  head_t          head_i,       // s3
  input  logic           tag_i,

  output lane_reasons_t  reasons_o,    // s10
  output rx_hdr_t        hdr_o         // s12
);

  l3_t           s5_l3;
  l4_bytes_t     s5_bytes;
  logic          s9_checksum_ok;
  logic [6:0]    s8_payload_offset;
  logic [13:0]   s8_payload_bytes;

  rnic_rx_parser_l3 u_l3 (
    .clk_i, .cfg_mac_filter_i, .cfg_mac_i, .head_i, .tag_i,
    .l3_o(s5_l3), .behind_o(s5_bytes), .checksum_ok_o(s9_checksum_ok)
  );

  rnic_rx_parser_l4 u_l4 (
    .clk_i, .rst_ni, .l3_i(s5_l3), .bytes_i(s5_bytes), .checksum_ok_i(s9_checksum_ok),
    .payload_offset_o(s8_payload_offset), .payload_bytes_o(s8_payload_bytes), .reasons_o
  );

  // ------------------------------------------------------------ fields to s12
  // Behind the UDP header, whose ports and length have been looked at.
  localparam int unsigned BthAt = UdpBytes;

  typedef struct packed {
    logic         vlan;
    logic [15:0]  tci;
    logic         ipv6;
    logic [7:0]   tclass;
    logic [127:0] src_ip;
    logic [127:0] dst_ip;
    logic [L4Bytes-BthAt-1:0][7:0] bth;
  } fields_t;

  fields_t     s12_fields;
  logic [6:0]  s12_payload_offset;
  logic [13:0] s12_payload_bytes;

  rnic_delay #(.Width($bits(fields_t)), .Cycles(7)) u_fields (
    .clk_i, .rst_ni,
    .d_i({s5_l3.vlan, s5_l3.tci, s5_l3.ipv6, s5_l3.tclass, s5_l3.src_ip, s5_l3.dst_ip,
          s5_bytes[L4Bytes-1:BthAt]}),
    .d_o(s12_fields)
  );
  rnic_delay #(.Width(7 + 14), .Cycles(4)) u_sizes (
    .clk_i, .rst_ni, .d_i({s8_payload_offset, s8_payload_bytes}),
    .d_o({s12_payload_offset, s12_payload_bytes})
  );

  assign hdr_o = '{
    frame_bytes: '0,
    vlan: s12_fields.vlan, tci: s12_fields.tci, ipv6: s12_fields.ipv6, tclass: s12_fields.tclass,
    src_ip: s12_fields.src_ip, dst_ip: s12_fields.dst_ip,
    opcode: s12_fields.bth[0],
    solicited: s12_fields.bth[BthFlagsOffset][7],
    ackreq: s12_fields.bth[BthAckReqOffset][7],
    pkey: {<<8{s12_fields.bth[BthPkeyOffset +: 2]}},
    qpn: {<<8{s12_fields.bth[BthDestQpOffset +: 3]}},
    psn: {<<8{s12_fields.bth[BthPsnOffset +: 3]}},
    ext: s12_fields.bth[BthBytes +: MaxExtBytes],
    payload_offset: s12_payload_offset,
    payload_bytes: s12_payload_bytes,
    pad: s12_fields.bth[BthFlagsOffset][5:4]
  };

endmodule
