// SPDX-License-Identifier: Apache-2.0
// Shim: the DSCP classifier with plain ports. Slot 0 lies in the low part of each port.

module tb_rnic_dscp_classifier
  import rnic_qos_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         cfg_profile_we_i,
  input  logic         cfg_profile_i,
  input  logic         cfg_map_we_i,
  input  logic [5:0]   cfg_map_dscp_i,
  input  logic [2:0]   cfg_map_prio_i,
  input  logic         cfg_lossless_we_i,
  input  logic [7:0]   cfg_lossless_i,

  input  logic [1:0]   frame_valid_i,
  input  logic [15:0]  frame_tclass_i,
  input  logic [1:0]   frame_vlan_i,
  input  logic [5:0]   frame_pcp_i,

  output logic [1:0]   class_valid_o,
  output logic [5:0]   class_prio_o,
  output logic [1:0]   class_pcp_mismatch_o,
  output logic [1:0]   class_lossy_o,
  output logic [3:0]   class_ecn_o
);

  class_t class_0, class_1;

  rnic_dscp_classifier u_dut (
    .clk_i, .rst_ni,
    .cfg_profile_we_i, .cfg_profile_i(profile_e'(cfg_profile_i)),
    .cfg_map_we_i, .cfg_map_dscp_i, .cfg_map_prio_i, .cfg_lossless_we_i, .cfg_lossless_i,
    .frame_0_valid_i(frame_valid_i[0]), .frame_0_tclass_i(frame_tclass_i[7:0]),
    .frame_0_vlan_i(frame_vlan_i[0]), .frame_0_pcp_i(frame_pcp_i[2:0]),
    .frame_1_valid_i(frame_valid_i[1]), .frame_1_tclass_i(frame_tclass_i[15:8]),
    .frame_1_vlan_i(frame_vlan_i[1]), .frame_1_pcp_i(frame_pcp_i[5:3]),
    .class_0_o(class_0), .class_1_o(class_1)
  );

  assign class_valid_o = {class_1.valid, class_0.valid};
  assign class_prio_o = {class_1.prio, class_0.prio};
  assign class_pcp_mismatch_o = {class_1.pcp_mismatch, class_0.pcp_mismatch};
  assign class_lossy_o = {class_1.lossy, class_0.lossy};
  assign class_ecn_o = {class_1.ecn, class_0.ecn};

endmodule
