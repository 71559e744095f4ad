// SPDX-License-Identifier: Apache-2.0
// The self-test on the Lattice ECP5 Evaluation Board (LFE5UM5G-85F-EVN): clock, buttons, lamps.
//
// Lamps, lit when the output is low:
//
//   0  alive: changes every 2^23 clocks     4  a frame was refused for its ICRC
//   1  passed: 2^PassLog2 frames right      5  a frame was refused for another reason
//   2  failed: a frame was judged wrongly   6  two frames ended in one beat
//   3  a frame with a good ICRC was seen    7  the clock is locked
//
// A pressed reset button (rst_ni low) begins anew. While the other button is pressed (inject_ni
// low) frames are broken and nobody is told: lamp 2 must light, and lamp 1 goes out for good.
//
// The PLL makes 12 MHz * ClockMul / ClockDiv; its oscillator, 12 MHz * ClockMul, runs at 400 to
// 800 MHz.

module rnic_ecp5_top #(
  parameter int unsigned PassLog2 = 24,        // frames to pass, as a power of two
  parameter int unsigned ClockMul = 50,
  parameter int unsigned ClockDiv = 10
) (
  input  logic        clk_i,                   // 12 MHz
  input  logic        rst_ni,
  input  logic        inject_ni,
  output logic [7:0]  led_no
);

  // ------------------------------------------------------------ clock
  logic clk, locked;

  // Phase: half a period of the output counts as none where the output is the feedback. The four
  // analog settings are those that Project Trellis's ecppll gives a PLL of this kind.
  (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
    .CLKI_DIV(1), .CLKFB_DIV(int'(ClockMul / ClockDiv)), .CLKOP_DIV(int'(ClockDiv)),
    .CLKOP_CPHASE(int'(ClockDiv / 2) - 1), .CLKOP_FPHASE(0), .CLKOP_ENABLE("ENABLED"),
    .FEEDBK_PATH("CLKOP"), .OUTDIVIDER_MUXA("DIVA"), .PLLRST_ENA("DISABLED"),
    .STDBY_ENABLE("DISABLED"), .INTFB_WAKE("DISABLED"), .DPHASE_SOURCE("DISABLED")
  ) u_pll (
    .CLKI(clk_i), .CLKFB(clk), .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0),
    .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0),
    .CLKOP(clk), .LOCK(locked)
  );

  // ------------------------------------------------------------ buttons and reset
  // Two flops for what comes from outside; reset lasts 16 clocks beyond its cause, and begins with
  // the configuration, which sets flops to their initial values.
  logic [1:0] rst_sync_q, inject_sync_q, locked_sync_q;
  logic [3:0] hold_q;
  logic       rst_n_q;

  initial begin
    hold_q = '0;
    rst_n_q = 1'b0;
  end

  // No always_ff: it would be the only one to write, and there are the initial values.
  always @(posedge clk) begin
    rst_sync_q <= {rst_sync_q[0], rst_ni};
    inject_sync_q <= {inject_sync_q[0], ~inject_ni};
    locked_sync_q <= {locked_sync_q[0], locked};
    if (!rst_sync_q[1] || !locked_sync_q[1]) hold_q <= '0;
    else if (!(&hold_q)) hold_q <= hold_q + 1'b1;
    rst_n_q <= &hold_q;
  end

  // ------------------------------------------------------------ test and lamps
  rnic_selftest_pkg::seen_t seen;
  logic [23:0] alive_q;

  rnic_selftest #(.PassLog2(PassLog2)) u_selftest (
    .clk_i(clk), .rst_ni(rst_n_q), .inject_i(inject_sync_q[1]), .seen_o(seen)
  );

  always_ff @(posedge clk) begin
    if (!rst_n_q) alive_q <= '0;
    else          alive_q <= alive_q + 1'b1;
    led_no <= ~{locked_sync_q[1], seen.pair, seen.refused, seen.icrc_bad, seen.icrc_ok, seen.failed,
                seen.passed, alive_q[23]};
  end

endmodule
