# SPDX-License-Identifier: MIT
# The installed tree, used by a stranger's program. Not with instrumentation, which that program lacks.
if(NOT TOUCHSTONE_SANITIZE AND NOT TOUCHSTONE_COVERAGE)
  add_test(NAME install/consumers COMMAND ${PROJECT_SOURCE_DIR}/tests/install/run.sh ${PROJECT_BINARY_DIR})
  set_tests_properties(install/consumers PROPERTIES ENVIRONMENT "CC=${CMAKE_C_COMPILER};CMAKE=${CMAKE_COMMAND};CMAKE_GENERATOR=${CMAKE_GENERATOR}")
endif()
