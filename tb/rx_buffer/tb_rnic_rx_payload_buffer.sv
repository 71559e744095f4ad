// SPDX-License-Identifier: Apache-2.0
// Shim: the receive payload buffer with plain ports, the bus checker on either side. Decisions of
// slot 0 and slot 1 lie in bits 0 and 1.

module tb_rnic_rx_payload_buffer
  import rnic_bus_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic [NumSegs-1:0]   rx_ena_i,
  input  logic [NumSegs-1:0]   rx_sop_i,
  input  logic [NumSegs-1:0]   rx_eop_i,
  input  logic [NumSegs-1:0]   rx_err_i,
  input  logic [4*NumSegs-1:0] rx_mty_i,
  input  logic [BeatBits-1:0]  rx_data_i,

  input  logic [1:0]           decided_valid_i,
  input  logic [1:0]           decided_accept_i,

  output logic [NumSegs-1:0]   out_ena_o,
  output logic [NumSegs-1:0]   out_sop_o,
  output logic [NumSegs-1:0]   out_eop_o,
  output logic [NumSegs-1:0]   out_err_o,
  output logic [4*NumSegs-1:0] out_mty_o,
  output logic [BeatBits-1:0]  out_data_o
);

  seg_beat_t beat, payload;
  assign beat = '{ena: rx_ena_i, sop: rx_sop_i, eop: rx_eop_i, err: rx_err_i, mty: rx_mty_i,
                  data: rx_data_i};
  assign {out_ena_o, out_sop_o, out_eop_o, out_err_o, out_mty_o, out_data_o} = payload;

  rnic_seg_chk #(.Tx(1'b0)) u_chk_in (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(beat)
  );
  rnic_seg_chk #(.Tx(1'b0)) u_chk_out (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(payload)
  );

  rnic_rx_payload_buffer u_dut (
    .clk_i, .rst_ni, .beat_i(beat),
    .decided_0_valid_i(decided_valid_i[0]), .decided_0_accept_i(decided_accept_i[0]),
    .decided_1_valid_i(decided_valid_i[1]), .decided_1_accept_i(decided_accept_i[1]),
    .payload_beat_o(payload)
  );

endmodule
