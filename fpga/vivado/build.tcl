# SPDX-License-Identifier: Apache-2.0
# Synthesis, placement and routing of rnic_dcmac_top out of context, without a project.
#
# usage: vivado -mode batch -source fpga/vivado/build.tcl -tclargs [PART]
#
#   PART   vp1202 (default), vu9p, vu13p, or a part as Vivado calls it
#
# Versal Premium has the DCMAC that the ports are made for. VU9P and VU13P have no 400G MAC: what
# comes out for them is area and timing, no design that could be put on a link.
#
# Leaves reports and a checkpoint in build/fpga/vivado/PART. Status 1 when timing is not met.

set root [file normalize [file join [file dirname [info script]] .. ..]]
source [file join $root fpga sources.tcl]

set top rnic_dcmac_top
array set parts {
  vp1202 xcvp1202-vsva2785-2MP-e-S
  vu9p   xcvu9p-flga2104-2-e
  vu13p  xcvu13p-fhga2104-2-e
}

set part vp1202
if {[llength $argv] > 1} {
  puts stderr "build.tcl: one argument at most, a part"
  exit 2
}
if {[llength $argv] == 1} {
  set part [lindex $argv 0]
}
if {[info exists parts($part)]} {
  set part $parts($part)
}
set results [rnic_results $root [file join vivado $part]]

# ---- read ----
foreach source [rnic_sources $root] {
  read_verilog -sv $source
}
read_xdc -mode out_of_context [file join $root fpga vivado rnic.xdc]

# ---- synthesise ----
# The assertions of the RTL are for simulators: SYNTHESIS leaves them out.
synth_design -top $top -part $part -mode out_of_context -flatten_hierarchy rebuilt \
  -include_dirs [file join $root rtl prim] -verilog_define SYNTHESIS
write_checkpoint -force [file join $results synth.dcp]
report_utilization -hierarchical -file [file join $results synth_utilization.txt]

# ---- place and route ----
opt_design
place_design -directive Explore
phys_opt_design -directive AggressiveExplore
route_design -directive Explore
phys_opt_design -directive AggressiveExplore

# ---- report ----
write_checkpoint -force [file join $results route.dcp]
report_utilization -file [file join $results utilization.txt]
report_utilization -hierarchical -file [file join $results utilization_hierarchical.txt]
report_timing_summary -delay_type min_max -max_paths 20 -file [file join $results timing.txt]
report_clock_utilization -file [file join $results clocks.txt]
report_drc -file [file join $results drc.txt]

# ---- judge ----
set worst [get_timing_paths -setup -max_paths 1]
set slack [get_property SLACK $worst]
puts "build.tcl: $top on $part: worst setup slack $slack ns"
if {$slack < 0} {
  puts stderr "build.tcl: timing is not met: [file join $results timing.txt]"
  exit 1
}
