// SPDX-License-Identifier: Apache-2.0
// The PLL of the ECP5, as far as rnic_ecp5_top uses it: for synthesis a box, in simulation a wire.
//
// Names and meaning of ports and parameters: Lattice FPGA-TN-02200, ECP5 sysCLOCK PLL/DLL.
// In simulation CLKOP is CLKI, whatever the dividers say, and LOCK is high.

(* blackbox *)
module EHXPLLL #(
  parameter int CLKI_DIV = 1,
  parameter int CLKFB_DIV = 1,
  parameter int CLKOP_DIV = 8,
  parameter int CLKOP_CPHASE = 0,
  parameter int CLKOP_FPHASE = 0,
  parameter     CLKOP_ENABLE = "ENABLED",
  parameter     FEEDBK_PATH = "CLKOP",
  parameter     OUTDIVIDER_MUXA = "DIVA",
  parameter     PLLRST_ENA = "DISABLED",
  parameter     STDBY_ENABLE = "DISABLED",
  parameter     INTFB_WAKE = "DISABLED",
  parameter     DPHASE_SOURCE = "DISABLED"
) (
  input  logic CLKI,
  input  logic CLKFB,
  input  logic RST,
  input  logic STDBY,
  input  logic PHASESEL0,
  input  logic PHASESEL1,
  input  logic PHASEDIR,
  input  logic PHASESTEP,
  input  logic PHASELOADREG,
  input  logic PLLWAKESYNC,
  input  logic ENCLKOP,
  output logic CLKOP,
  output logic LOCK
);

`ifndef SYNTHESIS
  assign CLKOP = CLKI;
  assign LOCK = 1'b1;
`endif

endmodule
