# SPDX-License-Identifier: Apache-2.0
# For scripts run as `cmake -D… -P SCRIPT -- ARGUMENTS`: include() this to have the arguments behind
# the dashes as the list behind_dashes.

set(behind_dashes "")
set(seen FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(seen)
    list(APPEND behind_dashes "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(seen TRUE)
  endif()
endforeach()
