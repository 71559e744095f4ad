# SPDX-License-Identifier: Apache-2.0
# Build step: cmake -DDIR=… -DTOP=… -DBUILD=… -P verilate.cmake -- VERILATOR COMMAND
#
# Runs Verilator and bundles what it wrote into fast.cpp and slow.cpp, whose names are known before
# Verilator has run (its own file names depend on the design). Writes verilate.d, the dependencies.

include(${CMAKE_CURRENT_LIST_DIR}/behind_dashes.cmake)

execute_process(COMMAND ${behind_dashes} --Mdir ${DIR} --prefix V${TOP} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  list(JOIN behind_dashes " " text)
  message(FATAL_ERROR "Verilator refused ${TOP}; repeat with:\n  ${text}")
endif()

# The list of generated files: one make variable a kind, names on continued lines.
file(READ ${DIR}/V${TOP}_classes.mk listing)
function(bundle kind output)
  set(text "// Bundle of the generated files, one translation unit.\n")
  foreach(variable VM_CLASSES_${kind} VM_SUPPORT_${kind})
    if(listing MATCHES "\n${variable} \\+?= \\\\\n([^#]*)\n\n")
      string(REGEX MATCHALL "[A-Za-z0-9_]+" names "${CMAKE_MATCH_1}")
      foreach(name IN LISTS names)
        if(EXISTS ${DIR}/${name}.cpp)
          string(APPEND text "#include \"${name}.cpp\"\n")
        endif()
      endforeach()
    endif()
  endforeach()
  file(WRITE ${output} "${text}")
endfunction()
bundle(FAST ${DIR}/fast.cpp)
bundle(SLOW ${DIR}/slow.cpp)

# Verilator's own dependency file names many targets and relative paths: keep the prerequisites.
file(READ ${DIR}/V${TOP}__ver.d deps)
string(REGEX REPLACE "^[^:]*:" "" deps "${deps}")
string(REGEX MATCHALL "[^ \n\\]+" deps "${deps}")
list(FILTER deps EXCLUDE REGEX "^:$|verilator_bin")
set(text "${DIR}/fast.cpp ${DIR}/slow.cpp ${DIR}/V${TOP}.h:")
foreach(dep IN LISTS deps)
  cmake_path(ABSOLUTE_PATH dep BASE_DIRECTORY ${BUILD})
  if(EXISTS ${dep})
    string(APPEND text " ${dep}")
  endif()
endforeach()
file(WRITE ${DIR}/verilate.d "${text}\n")
