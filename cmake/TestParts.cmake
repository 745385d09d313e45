# SPDX-License-Identifier: MIT
# Replays in pieces.
add_test(NAME parts/parts COMMAND ${PROJECT_SOURCE_DIR}/tests/parts/parts.sh ${PROJECT_BINARY_DIR})
set_tests_properties(parts/parts PROPERTIES ENVIRONMENT "OMP_WAIT_POLICY=passive")
