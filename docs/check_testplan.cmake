# SPDX-License-Identifier: Apache-2.0
# Does every test that the test plan names exist?
#
#   cmake -DPLAN=docs/testplan.md -DBUILD=build -DWORK=FOLDER -P docs/check_testplan.cmake
#
# Named are the words in backticks in the last column of the plan's tables, without the program's
# prefix and without parameters: IcrcCheckRandom.AgreesWithTheModelOnRandomFrames stands for
# icrc_check.Packings/IcrcCheckRandom.AgreesWithTheModelOnRandomFrames/BackToBack and its siblings,
# MacTopTest.FiltersByMac for mac_top.MacTopTest.FiltersByMac<Vtb_rnic_mac_top_dcmac> and its.
# Existing tests are those that ctest lists for BUILD. It lists them from WORK, since a ctest in
# BUILD itself would write into the log of the one that runs this.

file(WRITE ${WORK}/CTestTestfile.cmake "subdirs(\"${BUILD}\")\n")
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} -N WORKING_DIRECTORY ${WORK}
                OUTPUT_VARIABLE tests COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " +# [^\n]*" "" tests "${tests}")   # "# GetParam() = …"

file(READ ${PLAN} plan)
string(REGEX REPLACE "[][;]" " " plan "${plan}")         # would upset CMake's lists
string(REGEX MATCHALL "[|][^|\n]*[|]\n" cells "${plan}")
string(REGEX MATCHALL "`[^`]+`" names "${cells}")
list(REMOVE_DUPLICATES names)
list(LENGTH names count)
if(count EQUAL 0)
  message(FATAL_ERROR "${PLAN} names no test")
endif()

set(missing "")
foreach(name IN LISTS names)
  string(REPLACE "`" "" name "${name}")
  string(REGEX REPLACE "([.+*?()^$\\])" "\\\\\\1" pattern "${name}")
  if(NOT tests MATCHES "[ ./]${pattern}([/<][^\n]*)?\n")
    string(APPEND missing "\n  ${name}")
  endif()
endforeach()
if(missing)
  message(FATAL_ERROR "${PLAN} names tests that do not exist:${missing}")
endif()
message(STATUS "${count} tests named, all exist")
