# SPDX-License-Identifier: Apache-2.0
# Runs a vendor's build script without the vendor's tool: commands are recorded and checked.
#
# usage: tclsh vendor_stub.tcl vivado|quartus SCRIPT TOP PORTS SLACK [ARGUMENT...]
#
#   TOP    the module that the script must build
#   PORTS  a file with the ports of TOP, a line each: input|output NAME
#   SLACK  what the timing of the result is said to be, in nanoseconds
#
# A command or option that is not in the tables below, a file that is not there, a port or clock
# that the top does not have: each is a problem. Constraints are read as the tool reads them, by an
# interpreter that knows no other command. Nothing is built and no folder made.
#
# Prints what happened, a line each: read FILE, include FOLDER, define NAME, top NAME, part NAME,
# constraints FILE, clock NAME PERIOD PORT, step NAME, result FILE, status NUMBER, and problem TEXT.

if {[llength $argv] < 5} {
  puts stderr "vendor_stub.tcl: five arguments at least"
  exit 2
}
lassign $argv flow script top portsFile slack
set arguments [lrange $argv 5 end]

# ---- the tables: option -> number of words behind it; files and names in front or behind ----
set commands(vivado) {
  read_verilog {-sv 0}
  read_xdc {-mode 1}
  synth_design {-top 1 -part 1 -mode 1 -flatten_hierarchy 1 -include_dirs 1 -verilog_define 1}
  opt_design {}
  place_design {-directive 1}
  phys_opt_design {-directive 1}
  route_design {-directive 1}
  write_checkpoint {-force 0}
  report_utilization {-hierarchical 0 -file 1}
  report_timing_summary {-delay_type 1 -max_paths 1 -file 1}
  report_clock_utilization {-file 1}
  report_drc {-file 1}
  get_timing_paths {-setup 0 -max_paths 1}
  get_property {}
}
set commands(quartus) {
  project_new {-overwrite 0 -revision 1}
  set_global_assignment {-name 1}
  set_instance_assignment {-name 1 -to 1}
  export_assignments {}
  execute_flow {-compile 0}
  project_close {}
}
set constraints(vivado) {
  create_clock {-name 1 -period 1}
  set_input_delay {-clock 1}
  set_output_delay {-clock 1}
  set_multicycle_path {-setup 0 -hold 0 -from 1}
  get_ports {}
  get_clocks {}
  all_inputs {}
  all_outputs {}
  filter {}
}
set constraints(quartus) [dict merge [dict remove $constraints(vivado) filter] {
  remove_from_collection {}
  derive_clock_uncertainty {}
}]

# ---- the record ----
set problems 0
set steps {}
array set ports {}
array set clocks {}
set sdc {}

proc note {kind args} { puts "$kind [join $args]" }

proc problem {text} {
  incr ::problems
  note problem $text
}

proc need_file {what path} {
  if {![file isfile $path]} {
    problem "$what: no such file: $path"
    return 0
  }
  return 1
}

proc step {name} {
  lappend ::steps $name
  note step $name
}

# Splits the words of a command into options, given as a dictionary, and the rest.
proc parse {command table words} {
  set options {}
  set rest {}
  while {[llength $words]} {
    set words [lassign $words word]
    if {[dict exists $table $word]} {
      set count [dict get $table $word]
      if {[llength $words] < $count} {
        problem "$command: $word needs a value"
      }
      dict set options $word [lrange $words 0 [expr {$count - 1}]]
      set words [lrange $words $count end]
    } elseif {[regexp {^-[a-zA-Z]} $word]} {
      problem "$command: unknown option $word"
    } else {
      lappend rest $word
    }
  }
  return [list $options $rest]
}

proc option {options name {default ""}} {
  if {[dict exists $options $name]} {
    return [lindex [dict get $options $name] 0]
  }
  return $default
}

proc match {what known patterns} {
  set found {}
  foreach pattern $patterns {
    set matching [lsearch -all -inline -glob $known $pattern]
    if {![llength $matching]} {
      problem "$what $pattern: $::top has none of that name"
    }
    lappend found {*}$matching
  }
  return $found
}

proc ports_of {direction} {
  set found {}
  foreach name [lsort [array names ::ports]] {
    if {$::ports($name) eq $direction} {
      lappend found $name
    }
  }
  return $found
}

# ---- what the commands do ----
proc do_read_verilog {options rest} {
  foreach path $rest {
    need_file read_verilog $path
    note read $path
  }
}

proc do_read_xdc {options rest} {
  foreach path $rest {
    read_constraints $path
  }
}

proc do_synth_design {options rest} {
  note top [option $options -top]
  note part [option $options -part]
  note define [option $options -verilog_define]
  foreach folder [lindex [dict get $options -include_dirs] 0] {
    if {![file isdirectory $folder]} {
      problem "synth_design: no such folder: $folder"
    }
    note include $folder
  }
  step synth_design
}

proc do_get_timing_paths {options rest} { return the_worst_path }

proc do_get_property {options rest} {
  if {$rest ne {SLACK the_worst_path}} {
    problem "get_property: only SLACK of a timing path is known, not $rest"
  }
  return $::slack
}

proc do_project_new {options rest} {
  note project $rest
}

proc do_set_global_assignment {options rest} {
  set value [lindex $rest 0]
  switch -- [option $options -name] {
    SYSTEMVERILOG_FILE {
      need_file set_global_assignment $value
      note read $value
    }
    SDC_FILE { lappend ::sdc $value }
    SEARCH_PATH {
      if {![file isdirectory $value]} {
        problem "set_global_assignment: no such folder: $value"
      }
      note include $value
    }
    VERILOG_MACRO { note define [lindex [split $value =] 0] }
    TOP_LEVEL_ENTITY { note top $value }
    DEVICE { note part $value }
    FAMILY - PROJECT_OUTPUT_DIRECTORY - OPTIMIZATION_MODE {}
    default { problem "set_global_assignment: unknown name [option $options -name]" }
  }
}

proc do_set_instance_assignment {options rest} {
  if {[option $options -name] ne "VIRTUAL_PIN"} {
    problem "set_instance_assignment: unknown name [option $options -name]"
  }
  match "set_instance_assignment -to" [array names ::ports] [list [option $options -to]]
}

proc do_execute_flow {options rest} {
  foreach path $::sdc {
    read_constraints $path
  }
  step execute_flow
}

proc do_create_clock {options rest} {
  set name [option $options -name]
  set ::clocks($name) $rest
  note clock $name [option $options -period 0] $rest
}

proc do_get_ports {options rest} { match "port" [array names ::ports] [concat {*}$rest] }
proc do_get_clocks {options rest} { match "clock" [array names ::clocks] [concat {*}$rest] }
proc do_all_inputs {options rest} { ports_of input }
proc do_all_outputs {options rest} { ports_of output }

proc do_filter {options rest} {
  lassign $rest from expression
  if {[scan $expression {NAME != %s} name] != 1} {
    problem "filter: only NAME != PORT is known, not $expression"
    return $from
  }
  match "port" $from [list $name]
  return [lsearch -all -inline -not -exact $from $name]
}

proc do_remove_from_collection {options rest} {
  lassign $rest from what
  foreach name $what {
    set from [lsearch -all -inline -not -exact $from $name]
  }
  return $from
}

# Every other command of the tables: a step, and a result where it writes one.
proc do_other {command options rest} {
  set path [option $options -file [lindex $rest 0]]
  if {$path ne "" && [regexp {^(write|report)_} $command]} {
    note result $path
  }
  step $command
}

proc vendor {command table args} {
  lassign [parse $command $table $args] options rest
  if {[info procs do_$command] ne ""} {
    return [do_$command $options $rest]
  }
  if {[regexp {^(set_|derive_)} $command]} {
    return
  }
  do_other $command $options $rest
}

proc unknown_command {interpreter command args} {
  problem "$interpreter: unknown command: $command"
}

# An interpreter that knows the commands of the table, besides or instead of Tcl's own.
proc make {name table tcl} {
  interp create $name
  if {$tcl ne "all"} {
    foreach command [$name eval {info commands}] {
      if {$command ni $tcl} {
        $name hide $command
      }
    }
  }
  dict for {command options} $table {
    interp alias $name $command {} vendor $command $options
  }
  interp alias $name unknown {} unknown_command $name
}

proc read_constraints {path} {
  if {![need_file constraints $path]} return
  note constraints $path
  set file [open $path]
  set text [read $file]
  close $file
  make constraints $::constraints($::flow) {set list expr}
  if {[catch {constraints invokehidden eval $text} message]} {
    problem "$path: $message"
  }
  interp delete constraints
}

# ---- the run ----
set file [open $portsFile]
foreach line [split [string trim [read $file]] "\n"] {
  lassign $line direction name
  set ports($name) $direction
}
close $file

make build $commands($flow) all
foreach command {exec socket load} {
  build hide $command
}
build hide file
interp alias build file {} build_file
build hide package
interp alias build package {} build_package
build hide exit
interp alias build exit {} build_exit
build hide cd
interp alias build cd {} note folder
build hide puts
interp alias build puts {} build_puts

proc build_file {sub args} {
  if {$sub in {mkdir delete copy rename}} {
    note folder {*}$args
    return
  }
  build invokehidden file $sub {*}$args
}
proc build_package {sub args} {
  if {$sub ne "require" || $args ni {::quartus::project ::quartus::flow}} {
    problem "unknown package: $args"
  }
}
proc build_exit {{status 0}} { return -code error -errorcode [list STATUS $status] "exit $status" }
proc build_puts {args} { note said [lindex $args end] }

build eval [list set argv $arguments]
build eval [list array set quartus [list args $arguments]]
set status 0
if {[catch {build eval [list source $script]} message options]} {
  if {[lindex [dict get $options -errorcode] 0] eq "STATUS"} {
    set status [lindex [dict get $options -errorcode] 1]
  } else {
    problem "$script: $message"
  }
}
note status $status
exit [expr {$problems > 0}]
