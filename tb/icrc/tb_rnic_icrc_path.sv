// SPDX-License-Identifier: Apache-2.0
// Shim: the receive side as far as it goes, ICRC check and DSCP classifier behind one another, with
// plain ports. A frame's verdict and class leave together, CheckCycles + 2 clocks after its eop.
// Fields of slot 0 lie in the low part of each port, those of slot 1 above.

module tb_rnic_icrc_path
  import rnic_bus_pkg::*;
  import rnic_icrc_pkg::*;
  import rnic_qos_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 cfg_profile_we_i,
  input  logic                 cfg_profile_i,
  input  logic                 cfg_map_we_i,
  input  logic [5:0]           cfg_map_dscp_i,
  input  logic [2:0]           cfg_map_prio_i,
  input  logic                 cfg_lossless_we_i,
  input  logic [7:0]           cfg_lossless_i,

  input  logic [NumSegs-1:0]   rx_ena_i,
  input  logic [NumSegs-1:0]   rx_sop_i,
  input  logic [NumSegs-1:0]   rx_eop_i,
  input  logic [NumSegs-1:0]   rx_err_i,
  input  logic [4*NumSegs-1:0] rx_mty_i,
  input  logic [BeatBits-1:0]  rx_data_i,

  output logic [1:0]           valid_o,
  output logic [1:0]           checked_o,
  output logic [1:0]           ok_o,
  output logic [1:0]           vlan_o,
  output logic [15:0]          tclass_o,
  output logic [31:0]          tci_o,
  output logic [5:0]           prio_o,
  output logic [1:0]           pcp_mismatch_o,
  output logic [1:0]           lossy_o,
  output logic [3:0]           ecn_o
);

  seg_beat_t beat, unused_beat;
  assign beat = '{ena: rx_ena_i, sop: rx_sop_i, eop: rx_eop_i, err: rx_err_i, mty: rx_mty_i,
                  data: rx_data_i};

  rnic_seg_chk #(.Tx(1'b0)) u_chk (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(beat)
  );

  verdict_t verdict_0, verdict_1, late_0, late_1;
  class_t   class_0, class_1;

  rnic_icrc_engine #(.Generate(1'b0)) u_icrc (
    .clk_i, .rst_ni, .beat_i(beat), .verdict_0_o(verdict_0), .verdict_1_o(verdict_1),
    .beat_o(unused_beat)
  );

  rnic_dscp_classifier u_classifier (
    .clk_i, .rst_ni,
    .cfg_profile_we_i, .cfg_profile_i(profile_e'(cfg_profile_i)),
    .cfg_map_we_i, .cfg_map_dscp_i, .cfg_map_prio_i, .cfg_lossless_we_i, .cfg_lossless_i,
    .frame_0_valid_i(verdict_0.valid), .frame_0_tclass_i(verdict_0.info.tclass),
    .frame_0_vlan_i(verdict_0.info.vlan), .frame_0_pcp_i(verdict_0.info.tci[15:13]),
    .frame_1_valid_i(verdict_1.valid), .frame_1_tclass_i(verdict_1.info.tclass),
    .frame_1_vlan_i(verdict_1.info.vlan), .frame_1_pcp_i(verdict_1.info.tci[15:13]),
    .class_0_o(class_0), .class_1_o(class_1)
  );

  rnic_pipe #(.Width(2 * $bits(verdict_t)), .Cycles(2)) u_late (
    .clk_i, .rst_ni, .d_i({verdict_1, verdict_0}), .d_o({late_1, late_0})
  );

  assign valid_o = {late_1.valid & class_1.valid, late_0.valid & class_0.valid};
  assign checked_o = {late_1.checked, late_0.checked};
  assign ok_o = {late_1.ok, late_0.ok};
  assign vlan_o = {late_1.info.vlan, late_0.info.vlan};
  assign tclass_o = {late_1.info.tclass, late_0.info.tclass};
  assign tci_o = {late_1.info.tci, late_0.info.tci};
  assign prio_o = {class_1.prio, class_0.prio};
  assign pcp_mismatch_o = {class_1.pcp_mismatch, class_0.pcp_mismatch};
  assign lossy_o = {class_1.lossy, class_0.lossy};
  assign ecn_o = {class_1.ecn, class_0.ecn};

endmodule
