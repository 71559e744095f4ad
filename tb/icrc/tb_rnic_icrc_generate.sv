// SPDX-License-Identifier: Apache-2.0
// Shim: the ICRC engine's generate form with plain ports, the bus checker on either side (RX rules:
// inside the pipe beats may pause).

module tb_rnic_icrc_generate
  import rnic_bus_pkg::*;
  import rnic_icrc_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic [NumSegs-1:0]   in_ena_i,
  input  logic [NumSegs-1:0]   in_sop_i,
  input  logic [NumSegs-1:0]   in_eop_i,
  input  logic [NumSegs-1:0]   in_err_i,
  input  logic [4*NumSegs-1:0] in_mty_i,
  input  logic [BeatBits-1:0]  in_data_i,

  output logic [NumSegs-1:0]   out_ena_o,
  output logic [NumSegs-1:0]   out_sop_o,
  output logic [NumSegs-1:0]   out_eop_o,
  output logic [NumSegs-1:0]   out_err_o,
  output logic [4*NumSegs-1:0] out_mty_o,
  output logic [BeatBits-1:0]  out_data_o
);

  seg_beat_t in, out;
  assign in = '{ena: in_ena_i, sop: in_sop_i, eop: in_eop_i, err: in_err_i, mty: in_mty_i,
                data: in_data_i};
  assign {out_ena_o, out_sop_o, out_eop_o, out_err_o, out_mty_o, out_data_o} = out;

  rnic_seg_chk #(.Tx(1'b0)) u_chk_in (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(in)
  );
  rnic_seg_chk #(.Tx(1'b0)) u_chk_out (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(out)
  );

  verdict_t unused_verdict_0, unused_verdict_1;

  rnic_icrc_engine #(.Generate(1'b1)) u_dut (
    .clk_i, .rst_ni, .beat_i(in), .verdict_0_o(unused_verdict_0), .verdict_1_o(unused_verdict_1),
    .beat_o(out)
  );

endmodule
