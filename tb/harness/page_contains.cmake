# SPDX-License-Identifier: Apache-2.0
# Test step: cmake -DPAGE=… -P page_contains.cmake -- COMMAND
# Passes when the page holds what the command prints, word for word.

set(command "")
set(seen FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(seen)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(seen TRUE)
  endif()
endforeach()

execute_process(COMMAND ${command} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
file(READ ${PAGE} page)
string(FIND "${page}" "${text}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "${PAGE} does not hold this run; put it in:\n${text}")
endif()
