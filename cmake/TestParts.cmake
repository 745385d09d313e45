# SPDX-License-Identifier: MIT
# Replays in pieces.
ts_test(parts/parts COMMAND ${PROJECT_SOURCE_DIR}/tests/parts/parts.sh ${PROJECT_BINARY_DIR} TIMEOUT 600)
