// SPDX-License-Identifier: Apache-2.0
// Shim: rnic_tx_packer with plain ports.

module tb_rnic_tx_packer
  import rnic_bus_pkg::*;
  import rnic_tx_frame_pkg::*;
(
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      items_valid_i,
  input  logic [3:0]                tail_segs_i,
  input  logic [3:0]                tail_mty_i,
  input  logic [3:0]                head_segs_i,
  input  logic                      head_sop_i,
  input  logic                      head_eop_i,
  input  logic [3:0]                head_mty_i,
  input  logic [8*MaxTailBytes-1:0] tail_data_i,     // 1 clock later
  input  logic [BeatBits-1:0]       head_data_i,
  output logic [4:0]                freed_segs_o,

  input  logic                      credit_i,
  output logic [NumSegs-1:0]        row_ena_o,
  output logic [NumSegs-1:0]        row_sop_o,
  output logic [NumSegs-1:0]        row_eop_o,
  output logic [NumSegs-1:0]        row_err_o,
  output logic [4*NumSegs-1:0]      row_mty_o,
  output logic [BeatBits-1:0]       row_data_o
);

  seg_beat_t row;

  rnic_tx_packer u_dut (
    .clk_i, .rst_ni, .items_valid_i,
    .tail_i('{segs: tail_segs_i, mty: tail_mty_i}),
    .head_i('{segs: head_segs_i, sop: head_sop_i, eop: head_eop_i, mty: head_mty_i}),
    .tail_data_i, .head_data_i, .freed_segs_o,
    .credit_i, .row_o(row)
  );

  assign {row_ena_o, row_sop_o, row_eop_o, row_err_o, row_mty_o, row_data_o} = row;

endmodule
