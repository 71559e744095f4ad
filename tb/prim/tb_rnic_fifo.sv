// SPDX-License-Identifier: Apache-2.0
// Shim: FIFOs of several depths side by side, each with its own handshake.

module tb_rnic_fifo (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [5:0]       in_valid_i,
  output logic [5:0]       in_ready_o,
  input  logic [5:0][31:0] in_data_i,
  output logic [5:0]       out_valid_o,
  input  logic [5:0]       out_ready_i,
  output logic [5:0][31:0] out_data_o,
  output logic [5:0][7:0]  level_o
);

  // The test holds the same list.
  localparam int unsigned Depths [6] = '{2, 3, 4, 7, 16, 33};

  for (genvar i = 0; i < 6; i++) begin : gen_fifo
    logic [$clog2(Depths[i]+1)-1:0] level;
    assign level_o[i] = 8'(level);

    rnic_fifo #(.data_t(logic [31:0]), .Depth(Depths[i])) u_dut (
      .clk_i, .rst_ni,
      .in_valid_i (in_valid_i[i]),
      .in_ready_o (in_ready_o[i]),
      .in_data_i  (in_data_i[i]),
      .out_valid_o(out_valid_o[i]),
      .out_ready_i(out_ready_i[i]),
      .out_data_o (out_data_o[i]),
      .level_o    (level)
    );
  end

endmodule
