# SPDX-License-Identifier: MIT
# The documentation against the tree and the command.
add_test(NAME docs/check COMMAND ${PROJECT_SOURCE_DIR}/tests/docs/check.sh ${PROJECT_BINARY_DIR})
