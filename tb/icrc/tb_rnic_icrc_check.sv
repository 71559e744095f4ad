// SPDX-License-Identifier: Apache-2.0
// Shim: the ICRC engine's check form with plain ports, the bus checker beside it.

module tb_rnic_icrc_check
  import rnic_bus_pkg::*;
  import rnic_icrc_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

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
  output logic [15:0]          tclass_o,     // slot 0 in the low half, as in tci_o
  output logic [31:0]          tci_o
);

  seg_beat_t beat;
  assign beat = '{ena: rx_ena_i, sop: rx_sop_i, eop: rx_eop_i, err: rx_err_i, mty: rx_mty_i,
                  data: rx_data_i};

  rnic_seg_chk #(.Tx(1'b0)) u_chk (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(beat)
  );

  verdict_t  verdict_0, verdict_1;
  seg_beat_t unused_beat;

  rnic_icrc_engine #(.Generate(1'b0)) u_dut (
    .clk_i, .rst_ni, .beat_i(beat), .verdict_0_o(verdict_0), .verdict_1_o(verdict_1),
    .beat_o(unused_beat)
  );

  assign valid_o = {verdict_1.valid, verdict_0.valid};
  assign checked_o = {verdict_1.checked, verdict_0.checked};
  assign ok_o = {verdict_1.ok, verdict_0.ok};
  assign vlan_o = {verdict_1.info.vlan, verdict_0.info.vlan};
  assign tclass_o = {verdict_1.info.tclass, verdict_0.info.tclass};
  assign tci_o = {verdict_1.info.tci, verdict_0.info.tci};

endmodule
