# SPDX-License-Identifier: Apache-2.0
# Test step: cmake -DSENTENCE=… -P expect_failure.cmake -- TOOL COMMAND
# Passes when the command fails and prints the sentence.

include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/behind_dashes.cmake)

execute_process(COMMAND ${behind_dashes}
                RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(status EQUAL 0)
  message(FATAL_ERROR "did not fail: ${behind_dashes}")
endif()
string(FIND "${text}" "${SENTENCE}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "failed, but without the sentence '${SENTENCE}':\n${text}")
endif()
message(STATUS "failed as it must, with: ${SENTENCE}")
