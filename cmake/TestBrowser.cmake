# SPDX-License-Identifier: MIT
# The page of `touchstone report` in a headless Chromium, where there is one.
ts_test(browser/report COMMAND ${PROJECT_SOURCE_DIR}/tests/browser/browser.sh ${PROJECT_BINARY_DIR} MAY_SKIP TIMEOUT 300)
