# SPDX-License-Identifier: MIT
# The job of examples/ci with a method that is broken on purpose. It times: nothing else runs beside it.
ts_test(gate/gate COMMAND ${PROJECT_SOURCE_DIR}/tests/gate/gate.sh ${PROJECT_BINARY_DIR} ALONE)
# The C++ example as its users build it; once is enough, as it needs the header and the command alone.
if(CMAKE_CXX_COMPILER AND NOT TOUCHSTONE_SANITIZE)
  ts_test(gate/cpp COMMAND ${PROJECT_SOURCE_DIR}/tests/gate/cpp.sh ${PROJECT_BINARY_DIR} TIMEOUT 300)
endif()
