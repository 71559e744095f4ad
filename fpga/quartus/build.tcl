# SPDX-License-Identifier: Apache-2.0
# Compiles rnic_ftile_top for an Agilex 7 with Quartus Prime Pro, as a block with virtual pins.
#
# usage: quartus_sh -t fpga/quartus/build.tcl [DEVICE]
#
#   DEVICE   with F-Tiles, as Quartus calls it; without: that of the Agilex 7 I-Series development
#            kit (two F-Tile QSFP-DD cages)
#
# Leaves the project and its reports in build/fpga/quartus/DEVICE; the fitter and the Timing
# Analyzer write theirs there into output_files.

package require ::quartus::project
package require ::quartus::flow

set root [file normalize [file join [file dirname [info script]] .. ..]]
source [file join $root fpga sources.tcl]

set top rnic_ftile_top
set device AGIB027R29A1E2VR0
if {[llength $quartus(args)] > 1} {
  puts stderr "build.tcl: one argument at most, a device"
  exit 2
}
if {[llength $quartus(args)] == 1} {
  set device [lindex $quartus(args) 0]
}
set results [rnic_results $root [file join quartus $device]]

cd $results
project_new -overwrite -revision rnic rnic

set_global_assignment -name FAMILY "Agilex 7"
set_global_assignment -name DEVICE $device
set_global_assignment -name TOP_LEVEL_ENTITY $top
set_global_assignment -name PROJECT_OUTPUT_DIRECTORY output_files

# ---- sources ----
foreach source [rnic_sources $root] {
  set_global_assignment -name SYSTEMVERILOG_FILE $source
}
set_global_assignment -name SEARCH_PATH [file join $root rtl prim]
# The assertions of the RTL are for simulators: SYNTHESIS leaves them out.
set_global_assignment -name VERILOG_MACRO "SYNTHESIS=1"
set_global_assignment -name SDC_FILE [file join $root fpga quartus rnic.sdc]

# ---- a block, not a chip ----
# More ports than a package has pins: all but the clock stay inside.
set_instance_assignment -name VIRTUAL_PIN ON -to *
set_instance_assignment -name VIRTUAL_PIN OFF -to clk_i

# ---- for speed ----
set_global_assignment -name OPTIMIZATION_MODE "HIGH PERFORMANCE EFFORT"

export_assignments
execute_flow -compile
project_close
