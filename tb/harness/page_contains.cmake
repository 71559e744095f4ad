# SPDX-License-Identifier: Apache-2.0
# Test step: cmake -DPAGE=… -P page_contains.cmake -- COMMAND
# Passes when the page holds what the command prints, word for word.

include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/behind_dashes.cmake)

execute_process(COMMAND ${behind_dashes} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
file(READ ${PAGE} page)
string(FIND "${page}" "${text}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "${PAGE} does not hold this run; put it in:\n${text}")
endif()
