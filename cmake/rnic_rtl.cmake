# SPDX-License-Identifier: Apache-2.0
# From one RTL module to its lint, its Verilated library and its test.
#
#   rnic_rtl_module(rnic_fifo FOLDER prim TESTS fifo_test.cc [LIBS …] [PARAMS Depth=3 …])
#
# reads rtl/prim/rnic_fifo.sv and the plain-port shim tb/prim/tb_rnic_fifo.sv, and makes
#   test    lint.rnic_fifo     the module alone as top under -Wall, every warning an error
#   library vl_rnic_fifo       the Verilated shim, class Vtb_rnic_fifo, waves compiled in
#   program rnic_fifo_test     the GoogleTest sources TESTS; run by ctest with label rtl
# The three steps are functions of their own, for modules with several shims or none.
#
# The file list of all tools is rtl/rnic.f. Packages are given to Verilator by name, modules are
# found by folder (-y), so that an edit rebuilds only the models that read the edited file.

find_program(VERILATOR verilator REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
find_package(GTest REQUIRED)

# --- the one list of sources ---------------------------------------------------------------------
set(RNIC_RTL_ROOT ${PROJECT_SOURCE_DIR})
if(RNIC_MUTANTS)
  set(RNIC_RTL_ROOT ${RNIC_MUTANTS})
endif()
set(RNIC_RTL_LIST ${RNIC_RTL_ROOT}/rtl/rnic.f)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${RNIC_RTL_LIST})
file(STRINGS ${RNIC_RTL_LIST} rnic_list REGEX "^rtl/.*\\.sv$")
set(RNIC_PACKAGES "")
set(RNIC_SOURCE_ARGS -I${RNIC_RTL_ROOT}/rtl/prim)
foreach(file IN LISTS rnic_list)
  if(file MATCHES "_pkg\\.sv$")
    list(APPEND RNIC_PACKAGES ${RNIC_RTL_ROOT}/${file})
  else()
    cmake_path(GET file PARENT_PATH folder)
    list(APPEND RNIC_SOURCE_ARGS -y ${RNIC_RTL_ROOT}/${folder})
  endif()
endforeach()
list(REMOVE_DUPLICATES RNIC_SOURCE_ARGS)
string(REPLACE "-y;" "" rnic_folders "${RNIC_SOURCE_ARGS}")
list(TRANSFORM rnic_folders PREPEND "-y;" REGEX "^/")
set(RNIC_SOURCE_ARGS ${rnic_folders})
file(GLOB RNIC_WAIVERS CONFIGURE_DEPENDS ${RNIC_RTL_ROOT}/rtl/lint/*.vlt)

# --- one Verilator runtime for all models ---------------------------------------------------------
execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE verilator_root
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(vl_include ${verilator_root}/include)
add_library(verilator_runtime STATIC
  ${vl_include}/verilated.cpp ${vl_include}/verilated_threads.cpp
  ${vl_include}/verilated_fst_c.cpp ${vl_include}/verilated_cov.cpp)
target_include_directories(verilator_runtime SYSTEM PUBLIC ${vl_include} ${vl_include}/vltstd)
target_compile_definitions(verilator_runtime PUBLIC
  VM_COVERAGE=$<BOOL:${RNIC_COVERAGE}> VM_SC=0 VM_TRACE=1 VM_TRACE_FST=1 VM_TRACE_VCD=0)
# Verilator's FST writer, part of it inline in the models, reads and writes unaligned words.
# Coverage counts in it what Verilator counts, not what gcov would.
set(RNIC_VERILATED_OPTIONS -w $<$<BOOL:${RNIC_SANITIZE}>:-fno-sanitize=alignment>
    $<$<BOOL:${RNIC_COVERAGE}>:-fno-profile-arcs> $<$<BOOL:${RNIC_COVERAGE}>:-fno-test-coverage>)
target_compile_options(verilator_runtime PRIVATE ${RNIC_VERILATED_OPTIONS})
if(RNIC_MUTANTS)
  # Built once for a run of some seconds each: to compile costs more than to run.
  list(APPEND RNIC_VERILATED_OPTIONS -O1)
  target_sources(verilator_runtime PRIVATE ${PROJECT_SOURCE_DIR}/tools/mutate/mutant_number.cc)
endif()
target_link_libraries(verilator_runtime PUBLIC ZLIB::ZLIB Threads::Threads)

set(RNIC_VERILATOR_FLAGS -Wall --assert --trace-fst --trace-structs
    --x-assign unique --x-initial unique)
if(RNIC_COVERAGE)
  # Unsplit: a split block asks the conditions once more for the counts, behind what it assigned.
  list(APPEND RNIC_VERILATOR_FLAGS --coverage-line --coverage-user -fno-split)
endif()

# Lints one module alone as top: ctest lint.<module>, with parameters lint.<module>.<Name>=<value>.
# For a quick look; scripts/lint lints every module of rtl/rnic.f, and the forms with parameters
# that are named here.
function(rnic_lint module folder)
  list(JOIN ARGN "," suffix)
  set(name lint.${module})
  if(suffix)
    string(APPEND name .${suffix})
  endif()
  list(TRANSFORM ARGN PREPEND -G OUTPUT_VARIABLE params)
  add_test(NAME ${name}
    COMMAND ${VERILATOR} --lint-only -Wall --assert ${params} ${RNIC_SOURCE_ARGS} ${RNIC_WAIVERS}
            ${RNIC_PACKAGES} --top-module ${module}
            ${RNIC_RTL_ROOT}/rtl/${folder}/${module}.sv)
  set_tests_properties(${name} PROPERTIES LABELS lint TIMEOUT 300)
endfunction()

# All that Verilator makes and nothing more, for tools that read the C++ and build none of it.
add_custom_target(rnic_verilated)

# rnic_verilate(rnic_fifo prim [PARAMS Depth=3 …] [FLAGS -fno-…] [NAME rnic_fifo_3] [SOURCES …]
#               [NO_TOGGLES])
# Verilates the shim tb/<folder>/tb_<shim>.sv into the library vl_<shim>, class Vtb_<shim>. FLAGS go
# to Verilator; NAME takes the shim's place in library and class, for a shim Verilated twice;
# SOURCES are waivers and packages of its own, read behind those of all; NO_TOGGLES leaves toggles
# out of the coverage build.
function(rnic_verilate shim folder)
  cmake_parse_arguments(arg "NO_TOGGLES" "NAME" "PARAMS;FLAGS;SOURCES" ${ARGN})
  set(name ${shim})
  if(arg_NAME)
    set(name ${arg_NAME})
  endif()
  set(source ${PROJECT_SOURCE_DIR}/tb/${folder}/tb_${shim}.sv)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/vl_${name})
  # Toggles are counted where a part has a bench of its own: in a whole path they would be the same
  # signals again, at many times the cost.
  if(RNIC_COVERAGE AND NOT folder STREQUAL "top" AND NOT arg_NO_TOGGLES)
    list(APPEND arg_FLAGS --coverage-toggle)
  endif()
  list(TRANSFORM arg_PARAMS PREPEND -G OUTPUT_VARIABLE params)
  add_custom_command(
    OUTPUT ${dir}/fast.cpp ${dir}/slow.cpp ${dir}/Vtb_${name}.h
    COMMAND ${CMAKE_COMMAND} -DDIR=${dir} -DTOP=tb_${name} -DBUILD=${CMAKE_BINARY_DIR}
            -P ${PROJECT_SOURCE_DIR}/cmake/verilate.cmake --
            ${VERILATOR} --cc ${RNIC_VERILATOR_FLAGS} ${arg_FLAGS} ${params} ${RNIC_SOURCE_ARGS}
            ${RNIC_WAIVERS} ${RNIC_PACKAGES} ${arg_SOURCES} --top-module tb_${shim} ${source}
    DEPENDS ${PROJECT_SOURCE_DIR}/cmake/verilate.cmake
            ${PROJECT_SOURCE_DIR}/cmake/behind_dashes.cmake ${RNIC_WAIVERS} ${source}
    DEPFILE ${dir}/verilate.d
    COMMENT "Verilating tb_${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(verilated_${name} DEPENDS ${dir}/Vtb_${name}.h)
  add_dependencies(rnic_verilated verilated_${name})
  add_library(vl_${name} STATIC ${dir}/fast.cpp ${dir}/slow.cpp)
  # The slow half holds what runs once (reset, trace declarations): optimising it only costs time.
  set_source_files_properties(${dir}/slow.cpp PROPERTIES COMPILE_OPTIONS -O0)
  target_compile_options(vl_${name} PRIVATE ${RNIC_VERILATED_OPTIONS})
  target_include_directories(vl_${name} SYSTEM PUBLIC ${dir})
  target_link_libraries(vl_${name} PUBLIC verilator_runtime)
endfunction()

# GoogleTest program <name>_test from sources, run by ctest with label rtl as <name>.<Suite>.<Test>.
function(rnic_rtl_test name)
  cmake_parse_arguments(arg "" "" "TESTS;LIBS" ${ARGN})
  add_executable(${name}_test ${arg_TESTS})
  target_link_libraries(${name}_test PRIVATE ${arg_LIBS} rnic_harness_main rnic_warnings)
  target_compile_definitions(${name}_test PRIVATE RNIC_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${name}_test TEST_PREFIX ${name}. PROPERTIES LABELS rtl TIMEOUT 300)
endfunction()

function(rnic_rtl_module module)
  cmake_parse_arguments(arg "" "FOLDER" "TESTS;LIBS;PARAMS" ${ARGN})
  rnic_lint(${module} ${arg_FOLDER})
  rnic_verilate(${module} ${arg_FOLDER} PARAMS ${arg_PARAMS})
  if(arg_TESTS)
    rnic_rtl_test(${module} TESTS ${arg_TESTS} LIBS vl_${module} ${arg_LIBS})
  endif()
endfunction()
