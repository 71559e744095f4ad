# SPDX-License-Identifier: Apache-2.0
# Test step: cmake -DBUILD=… -DWORK=… -DEXAMPLE=… -DVECTORS=… -DGENERATOR=… -DCXX=… -DSANITIZE=…
#            -P test_installed_example.cmake
#
# Installs the model from its build folder, builds the example against what was installed, runs it
# and compares what it prints.

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed: ${command}\n${out}")
  endif()
endfunction()

set(flags "")
if(SANITIZE)
  set(flags -DCMAKE_CXX_FLAGS=-fsanitize=address,undefined)
endif()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --component model --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_BUILD_TYPE=Release ${flags})
run(${CMAKE_COMMAND} --build ${WORK}/build)

execute_process(COMMAND ${WORK}/build/write_frame OUTPUT_VARIABLE got COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXAMPLE}/write_frame.expected want)
if(NOT got STREQUAL want)
  message(FATAL_ERROR "write_frame printed\n${got}instead of\n${want}")
endif()

execute_process(COMMAND ${WORK}/build/frame_records ${VECTORS}/rx/bad_icrc_payload.pcap
                OUTPUT_FILE ${WORK}/records.json COMMAND_ERROR_IS_FATAL ANY)
run(${CMAKE_COMMAND} -E compare_files ${WORK}/records.json ${VECTORS}/rx/bad_icrc_payload.json)

execute_process(COMMAND ${WORK}/build/frame_records ${WORK}/missing.pcap
                RESULT_VARIABLE status ERROR_VARIABLE out OUTPUT_QUIET)
if(NOT status EQUAL 2)
  message(FATAL_ERROR "a missing file gives status ${status}: ${out}")
endif()
