# SPDX-License-Identifier: Apache-2.0
# Timing of rnic_dcmac_top out of context.
#
# The DCMAC wants at least 390.625 MHz + 100 ppm on its AXI4-Stream clocks (AMD PG369, "Clocking
# Relationships"): 390.664 MHz. 391 MHz is 2.557 ns.
create_clock -name clk -period 2.557 [get_ports clk_i]

# Neighbours are taken to use half a nanosecond of the clock, wires to and from them included.
set_input_delay -clock [get_clocks clk] 0.500 [filter [all_inputs] {NAME != clk_i}]
set_output_delay -clock [get_clocks clk] 0.500 [all_outputs]

# Reset is synchronous, but it may take its time: it lasts many clocks.
set_multicycle_path -setup 4 -from [get_ports rst_ni]
set_multicycle_path -hold 3 -from [get_ports rst_ni]
