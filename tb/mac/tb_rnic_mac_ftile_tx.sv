// SPDX-License-Identifier: Apache-2.0
// rnic_mac_ftile_tx once for each ready latency; latency_i chooses the one that is connected.

module tb_rnic_mac_ftile_tx
  import rnic_bus_pkg::*;
  import rnic_mac_ftile_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            latency_i,  // 1 to 7, constant

  input  logic                  tx_valid_i,
  output logic                  tx_ready_o,
  input  logic [NumSegs-1:0]    tx_ena_i,
  input  logic [NumSegs-1:0]    tx_sop_i,
  input  logic [NumSegs-1:0]    tx_eop_i,
  input  logic [NumSegs-1:0]    tx_err_i,
  input  logic [4*NumSegs-1:0]  tx_mty_i,
  input  logic [BeatBits-1:0]   tx_data_i,
  input  logic                  tx_mac_ready_i,
  output logic                  tx_mac_valid_o,
  output logic [NumWords-1:0]   tx_mac_inframe_o,
  output logic [3*NumWords-1:0] tx_mac_eop_empty_o,
  output logic [NumWords-1:0]   tx_mac_error_o,
  output logic [BeatBits-1:0]   tx_mac_data_o
);

  seg_beat_t tx_beat;
  assign tx_beat = '{ena: tx_ena_i, sop: tx_sop_i, eop: tx_eop_i, err: tx_err_i, mty: tx_mty_i,
                     data: tx_data_i};

  typedef struct packed {
    logic        ready;
    logic        valid;
    word_mask_t  inframe;
    word_empty_t eop_empty;
    word_mask_t  error;
    word_data_t  data;
  } out_t;
  out_t [7:0] outs;
  out_t       out;

  assign outs[0] = '0;
  for (genvar n = 1; n <= 7; n++) begin : gen_latency
    out_t mine;
    rnic_mac_ftile_tx #(.ReadyLatency(n)) u_dut (
      .clk_i, .rst_ni, .tx_valid_i(tx_valid_i && latency_i == 3'(n)), .tx_ready_o(mine.ready),
      .tx_beat_i(tx_beat), .tx_mac_ready_i, .tx_mac_valid_o(mine.valid),
      .tx_mac_inframe_o(mine.inframe), .tx_mac_eop_empty_o(mine.eop_empty),
      .tx_mac_error_o(mine.error), .tx_mac_data_o(mine.data)
    );
    assign outs[n] = mine;
  end

  assign out = outs[latency_i];
  assign tx_ready_o = out.ready;
  assign tx_mac_valid_o = out.valid;
  assign tx_mac_inframe_o = out.inframe;
  assign tx_mac_eop_empty_o = out.eop_empty;
  assign tx_mac_error_o = out.error;
  assign tx_mac_data_o = out.data;

endmodule
