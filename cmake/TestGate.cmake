# SPDX-License-Identifier: MIT
# The job of examples/ci with a method that is broken on purpose. It times: nothing else runs beside it.
ts_test(gate/gate COMMAND ${PROJECT_SOURCE_DIR}/tests/gate/gate.sh ${PROJECT_BINARY_DIR} ALONE)
