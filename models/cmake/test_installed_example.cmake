# SPDX-License-Identifier: Apache-2.0
# Test step: cmake -DBUILD=… -DWORK=… -DEXAMPLE=… -DVECTORS=… -DGENERATOR=… -DCXX=…
#            -DFLAGS=… -P test_installed_example.cmake
#
# Installs the model from its build folder, builds the examples against what was installed, runs
# them and compares what they print. FLAGS: what the model was instrumented with.

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed: ${command}\n${out}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --component model --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=${FLAGS}")
run(${CMAKE_COMMAND} --build ${WORK}/build)

# expect_output(NAME ARGUMENTS…): what the program prints is NAME.expected.
function(expect_output name)
  execute_process(COMMAND ${WORK}/build/${name} ${ARGN}
                  OUTPUT_VARIABLE got COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${EXAMPLE}/${name}.expected want)
  if(NOT got STREQUAL want)
    message(FATAL_ERROR "${name} printed\n${got}instead of\n${want}")
  endif()
endfunction()

expect_output(write_frame)
expect_output(frame_records ${VECTORS}/rx/bad_icrc_payload.pcap)
expect_output(verdicts ${VECTORS}/rx/lost_first.pcap 0x2d6 1024 0x100)

execute_process(COMMAND ${WORK}/build/frame_records ${WORK}/missing.pcap
                RESULT_VARIABLE status ERROR_VARIABLE out OUTPUT_QUIET)
if(NOT status EQUAL 2)
  message(FATAL_ERROR "a missing file gives status ${status}: ${out}")
endif()
