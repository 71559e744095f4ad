// SPDX-License-Identifier: Apache-2.0
// rnic_ecp5_top as it is on the board, and what its lamps do not show. While fault_i is high the
// ICRC engine finds every frame right that ends first in its beat, as a broken one might.

module tb_rnic_ecp5_top #(
  parameter int unsigned PassLog2 = 12
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       inject_ni,
  input  logic       fault_i,
  output logic [7:0] led_no,
  output logic [1:0] judged_o,         // frames that are judged in this clock
  output logic [1:0] ok_o,             // with a good ICRC
  output logic [1:0] bad_o,            // with a bad one
  output logic [5:0] reason_0_o,
  output logic [5:0] reason_1_o,
  output logic [7:0] sop_o,            // where frames start on the bus
  output logic       idle_o            // an idle beat
);
  import rnic_rx_pkg::*;

  rnic_ecp5_top #(.PassLog2(PassLog2)) u_dut (.clk_i, .rst_ni, .inject_ni, .led_no);

  assign judged_o = {u_dut.u_selftest.judged_1.valid, u_dut.u_selftest.judged_0.valid};
  assign ok_o = judged_o & {u_dut.u_selftest.judged_1.icrc == IcrcOk,
                            u_dut.u_selftest.judged_0.icrc == IcrcOk};
  assign bad_o = judged_o & {u_dut.u_selftest.judged_1.icrc == IcrcBad,
                             u_dut.u_selftest.judged_0.icrc == IcrcBad};
  assign reason_0_o = u_dut.u_selftest.judged_0.reason;
  assign reason_1_o = u_dut.u_selftest.judged_1.reason;
  assign sop_o = u_dut.u_selftest.beat.sop;
  assign idle_o = u_dut.u_selftest.beat.ena == '0;

  always_comb begin
    if (fault_i) force u_dut.u_selftest.icrc_0.ok = 1'b1;
    else release u_dut.u_selftest.icrc_0.ok;
  end

  rnic_seg_chk u_chk (
    .clk_i, .rst_ni(u_dut.rst_n_q), .valid_i(1'b1), .ready_i(1'b1), .beat_i(u_dut.u_selftest.beat)
  );

endmodule
