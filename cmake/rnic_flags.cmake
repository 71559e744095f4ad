# SPDX-License-Identifier: Apache-2.0
# Compiler settings every target of the project shares.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# Debug information in line tables only: full DWARF of the Verilated models doubles the build time.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g1")

add_library(rnic_warnings INTERFACE)
target_compile_options(rnic_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Werror)

if(RNIC_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -O1)
  add_link_options(-fsanitize=address,undefined)
endif()

if(RNIC_COVERAGE)
  # Written out: what --coverage stands for could not be taken back for the Verilated models.
  add_compile_options(-fprofile-arcs -ftest-coverage)
  add_link_options(--coverage)
  # Between GCC's counters an empty std::optional looks uninitialised to it.
  target_compile_options(rnic_warnings INTERFACE -Wno-uninitialized -Wno-maybe-uninitialized)
endif()

if(RNIC_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "RNIC_FUZZ needs clang, found ${CMAKE_CXX_COMPILER_ID}: preset fuzz")
  endif()
  # Everything is instrumented; the fuzzer's main comes with each target (tb/fuzz).
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -O1)
  add_link_options(-fsanitize=address,undefined)
endif()
