# SPDX-License-Identifier: Apache-2.0
# Test step: cmake -DSENTENCE=… -P expect_failure.cmake -- TOOL COMMAND
# Passes when the command fails and prints the sentence.

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

execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(status EQUAL 0)
  message(FATAL_ERROR "did not fail: ${command}")
endif()
string(FIND "${text}" "${SENTENCE}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "failed, but without the sentence '${SENTENCE}':\n${text}")
endif()
message(STATUS "failed as it must, with: ${SENTENCE}")
