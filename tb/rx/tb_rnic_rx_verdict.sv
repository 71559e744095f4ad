// SPDX-License-Identifier: Apache-2.0
// Shim: parser, ICRC engine, classifier and verdict as rnic_rx wires them, with plain ports and the
// bus checker beside. Of two slots' values, slot 0's is in the low half.

module tb_rnic_rx_verdict
  import rnic_bus_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 cfg_mac_filter_i,
  input  logic [47:0]          cfg_mac_i,

  input  logic [NumSegs-1:0]   rx_ena_i,
  input  logic [NumSegs-1:0]   rx_sop_i,
  input  logic [NumSegs-1:0]   rx_eop_i,
  input  logic [NumSegs-1:0]   rx_err_i,
  input  logic [4*NumSegs-1:0] rx_mty_i,
  input  logic [BeatBits-1:0]  rx_data_i,

  // The parser's words
  output logic [1:0]           parsed_valid_o,
  output logic [15:0]          parsed_reason_o,
  output logic [1:0]           parsed_roce_o,
  output logic [1:0]           parsed_sized_o,
  output logic [31:0]          parsed_bytes_o,

  // The judged frames
  output logic [1:0]           valid_o,
  output logic [15:0]          reason_o,
  output logic [1:0]           roce_o,
  output logic [1:0]           sized_o,
  output logic [3:0]           icrc_o,
  output logic [5:0]           prio_o,
  output logic [1:0]           pcp_mismatch_o,
  output logic [1:0]           lossy_o,
  output logic [3:0]           ecn_o,
  output logic [31:0]          bytes_o,
  output logic [1:0]           vlan_o,
  output logic [31:0]          tci_o,
  output logic [1:0]           ipv6_o,
  output logic [15:0]          tclass_o,
  output logic [255:0]         src_ip_o,
  output logic [255:0]         dst_ip_o,
  output logic [15:0]          opcode_o,
  output logic [1:0]           solicited_o,
  output logic [1:0]           ackreq_o,
  output logic [31:0]          pkey_o,
  output logic [63:0]          qpn_o,
  output logic [63:0]          psn_o,
  output logic [447:0]         ext_o,
  output logic [15:0]          payload_offset_o,
  output logic [31:0]          payload_bytes_o,
  output logic [3:0]           pad_o,

  // What a reason's number is called
  input  logic [5:0]           name_of_i,
  output string                name_o
);

  seg_beat_t beat, unused_beat;
  assign beat = '{ena: rx_ena_i, sop: rx_sop_i, eop: rx_eop_i, err: rx_err_i, mty: rx_mty_i,
                  data: rx_data_i};

  rnic_seg_chk #(.Tx(1'b0)) u_chk (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(beat)
  );

  rx_parsed_t              p0, p1;
  rx_judged_t              j0, j1;
  class_t                  class_0, class_1;
  rnic_icrc_pkg::verdict_t icrc_0, icrc_1;

  rnic_rx_parser u_parser (
    .clk_i, .rst_ni, .cfg_mac_filter_i, .cfg_mac_i, .beat_i(beat), .frame_0_o(p0), .frame_1_o(p1)
  );
  rnic_icrc_engine #(.Generate(1'b0)) u_icrc (
    .clk_i, .rst_ni, .beat_i(beat), .verdict_0_o(icrc_0), .verdict_1_o(icrc_1),
    .beat_o(unused_beat)
  );
  rnic_dscp_classifier u_classifier (
    .clk_i, .rst_ni,
    .cfg_profile_we_i(1'b0), .cfg_profile_i(Basepod), .cfg_map_we_i(1'b0), .cfg_map_dscp_i('0),
    .cfg_map_prio_i('0), .cfg_lossless_we_i(1'b0), .cfg_lossless_i('0),
    .frame_0_valid_i(p0.valid), .frame_0_tclass_i(p0.hdr.tclass), .frame_0_vlan_i(p0.hdr.vlan),
    .frame_0_pcp_i(p0.hdr.tci[15:13]),
    .frame_1_valid_i(p1.valid), .frame_1_tclass_i(p1.hdr.tclass), .frame_1_vlan_i(p1.hdr.vlan),
    .frame_1_pcp_i(p1.hdr.tci[15:13]),
    .class_0_o(class_0), .class_1_o(class_1)
  );
  rnic_rx_verdict u_verdict (
    .clk_i, .rst_ni, .parsed_0_i(p0), .parsed_1_i(p1), .class_0_i(class_0), .class_1_i(class_1),
    .icrc_0_i(icrc_0), .icrc_1_i(icrc_1), .judged_0_o(j0), .judged_1_o(j1)
  );

  assign parsed_valid_o = {p1.valid, p0.valid};
  assign parsed_reason_o = {8'(p1.reason), 8'(p0.reason)};
  assign parsed_roce_o = {p1.roce, p0.roce};
  assign parsed_sized_o = {p1.sized, p0.sized};
  assign parsed_bytes_o = {16'(p1.hdr.frame_bytes), 16'(p0.hdr.frame_bytes)};

  assign valid_o = {j1.valid, j0.valid};
  assign reason_o = {8'(j1.reason), 8'(j0.reason)};
  assign roce_o = {j1.roce, j0.roce};
  assign sized_o = {j1.sized, j0.sized};
  assign icrc_o = {j1.icrc, j0.icrc};
  assign prio_o = {j1.cls.prio, j0.cls.prio};
  assign pcp_mismatch_o = {j1.cls.pcp_mismatch, j0.cls.pcp_mismatch};
  assign lossy_o = {j1.cls.lossy, j0.cls.lossy};
  assign ecn_o = {j1.cls.ecn, j0.cls.ecn};
  assign bytes_o = {16'(j1.hdr.frame_bytes), 16'(j0.hdr.frame_bytes)};
  assign vlan_o = {j1.hdr.vlan, j0.hdr.vlan};
  assign tci_o = {j1.hdr.tci, j0.hdr.tci};
  assign ipv6_o = {j1.hdr.ipv6, j0.hdr.ipv6};
  assign tclass_o = {j1.hdr.tclass, j0.hdr.tclass};
  assign src_ip_o = {j1.hdr.src_ip, j0.hdr.src_ip};
  assign dst_ip_o = {j1.hdr.dst_ip, j0.hdr.dst_ip};
  assign opcode_o = {j1.hdr.opcode, j0.hdr.opcode};
  assign solicited_o = {j1.hdr.solicited, j0.hdr.solicited};
  assign ackreq_o = {j1.hdr.ackreq, j0.hdr.ackreq};
  assign pkey_o = {j1.hdr.pkey, j0.hdr.pkey};
  assign qpn_o = {32'(j1.hdr.qpn), 32'(j0.hdr.qpn)};
  assign psn_o = {32'(j1.hdr.psn), 32'(j0.hdr.psn)};
  assign ext_o = {j1.hdr.ext, j0.hdr.ext};
  assign payload_offset_o = {8'(j1.hdr.payload_offset), 8'(j0.hdr.payload_offset)};
  assign payload_bytes_o = {16'(j1.hdr.payload_bytes), 16'(j0.hdr.payload_bytes)};
  assign pad_o = {j1.hdr.pad, j0.hdr.pad};

  rx_reason_e name_of;
  assign name_of = rx_reason_e'(name_of_i);
  always_comb name_o = name_of.name();

  logic unused_valids;
  assign unused_valids = class_0.valid ^ class_1.valid;

endmodule
