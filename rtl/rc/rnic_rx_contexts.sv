// SPDX-License-Identifier: Apache-2.0
// What was configured of every queue pair, for two packets a clock.
//
// ctx_*_o belongs to the idx_*_i of 2 clocks before, and to the writes of the clocks before those.
// Behind a reset the entries are swept out, one a clock: ready_o. Not promised: anything of ctx_*_o
// for an idx_*_i that came before ready_o.

module rnic_rx_contexts
  import rnic_qp_pkg::*;
  import rnic_rx_pkg::*;
#(
  parameter int unsigned NumQps = 1024,
  // Derived; not to be set.
  parameter int unsigned IdxBits = $clog2(NumQps)
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  output logic               ready_o,

  input  logic               wr_en_i,     // with ready_o only
  input  rx_qp_ctx_t         wr_ctx_i,    // index: QPN mod NumQps

  input  logic [IdxBits-1:0] idx_0_i,
  input  logic [IdxBits-1:0] idx_1_i,
  output rx_qp_ctx_t         ctx_0_o,
  output rx_qp_ctx_t         ctx_1_o
);

  // ------------------------------------------------------------ sweep
  logic               ready_q;
  logic [IdxBits-1:0] sweep_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      sweep_q <= '0;
    end else if (!ready_q) begin
      ready_q <= &sweep_q;
      sweep_q <= sweep_q + 1'b1;
    end
  end
  assign ready_o = ready_q;

  // ------------------------------------------------------------ one copy for each slot
  logic               wr_en;
  logic [IdxBits-1:0] wr_idx;
  rx_qp_ctx_t         wr_ctx;
  assign wr_en  = wr_en_i || !ready_q;
  assign wr_idx = ready_q ? wr_ctx_i.qpn[IdxBits-1:0] : sweep_q;
  always_comb begin
    wr_ctx       = wr_ctx_i;
    wr_ctx.known = wr_ctx_i.known && ready_q;
  end

  rnic_ram_1r1w #(.Width($bits(rx_qp_ctx_t)), .NumWords(NumQps), .OutReg(1'b1)) u_slot_0 (
    .clk_i, .rst_ni, .wr_en_i(wr_en), .wr_addr_i(wr_idx), .wr_data_i(wr_ctx),
    .rd_en_i(1'b1), .rd_addr_i(idx_0_i), .rd_data_o(ctx_0_o)
  );
  rnic_ram_1r1w #(.Width($bits(rx_qp_ctx_t)), .NumWords(NumQps), .OutReg(1'b1)) u_slot_1 (
    .clk_i, .rst_ni, .wr_en_i(wr_en), .wr_addr_i(wr_idx), .wr_data_i(wr_ctx),
    .rd_en_i(1'b1), .rd_addr_i(idx_1_i), .rd_data_o(ctx_1_o)
  );

endmodule
