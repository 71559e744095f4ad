# SPDX-License-Identifier: Apache-2.0
# What the vendors' build scripts share: the list of sources, and the places of results.

# The files of rtl/rnic.f in its order, as paths from the current folder.
proc rnic_sources {root} {
  set file [open [file join $root rtl rnic.f]]
  set sources {}
  foreach line [split [read $file] "\n"] {
    set line [string trim $line]
    if {[string match "rtl/*" $line]} {
      lappend sources [file join $root $line]
    }
  }
  close $file
  return $sources
}

# A folder for results, made if it is not there: build/fpga/NAME.
proc rnic_results {root name} {
  set folder [file join $root build fpga $name]
  file mkdir $folder
  return $folder
}
