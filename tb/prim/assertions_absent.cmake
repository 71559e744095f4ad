# SPDX-License-Identifier: Apache-2.0
# Test step: cmake -DVERILATOR=… -DINCLUDE=rtl/prim -P assertions_absent.cmake -- SOURCES
# Preprocesses the sources with and without SYNTHESIS: assertions must be there without it (else the
# test looks for the wrong thing) and gone with it.

include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/behind_dashes.cmake)

set(statement "(assert|cover|assume) property")
function(count_assertions out)
  set(total 0)
  foreach(source IN LISTS behind_dashes)
    execute_process(COMMAND ${VERILATOR} -E -P ${ARGN} -I${INCLUDE} ${source}
                    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "${statement}" found "${text}")
    list(LENGTH found n)
    math(EXPR total "${total} + ${n}")
    if(n GREATER 0 AND "${ARGN}" STREQUAL "-DSYNTHESIS")
      message(SEND_ERROR "${source} keeps ${n} assertions in synthesis")
    endif()
  endforeach()
  set(${out} ${total} PARENT_SCOPE)
endfunction()

count_assertions(alive)
count_assertions(kept -DSYNTHESIS)
message(STATUS "${alive} assertions and covers in simulation, ${kept} in synthesis")
if(alive LESS 30)
  message(FATAL_ERROR "only ${alive} assertions found in simulation")
endif()
