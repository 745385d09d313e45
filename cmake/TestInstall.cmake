# SPDX-License-Identifier: MIT
# The installed tree, used by a stranger's program. Not with instrumentation, which that program lacks.
if(NOT TOUCHSTONE_SANITIZE AND NOT TOUCHSTONE_COVERAGE)
  ts_test(install/consumers COMMAND ${PROJECT_SOURCE_DIR}/tests/install/run.sh ${PROJECT_BINARY_DIR}
          ENVIRONMENT CC=${CMAKE_C_COMPILER} CMAKE=${CMAKE_COMMAND} CMAKE_GENERATOR=${CMAKE_GENERATOR})
endif()
