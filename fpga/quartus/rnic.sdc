# SPDX-License-Identifier: Apache-2.0
# Timing of rnic_ftile_top as a block with virtual pins.
#
# 391 MHz (2.557 ns) is the least that carries 400G over 1,024 bits: 390.625 MHz + 100 ppm. Where the
# MAC's o_clk_pll drives its client side, as it does unless asynchronous adapter clocks are enabled
# (Intel 683023, chapter 5, "Clocks"), the clock is half the system PLL's: put that period here.
create_clock -name clk -period 2.557 [get_ports clk_i]
derive_clock_uncertainty

# Neighbours are taken to use half a nanosecond of the clock, wires to and from them included.
set_input_delay -clock [get_clocks clk] 0.500 \
  [remove_from_collection [all_inputs] [get_ports clk_i]]
set_output_delay -clock [get_clocks clk] 0.500 [all_outputs]

# Reset is synchronous, but it may take its time: it lasts many clocks.
set_multicycle_path -setup 4 -from [get_ports rst_ni]
set_multicycle_path -hold 3 -from [get_ports rst_ni]
