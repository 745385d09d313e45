# SPDX-License-Identifier: MIT
# The page of `touchstone report` in a headless Chromium, where there is one.
add_test(NAME browser/report COMMAND ${PROJECT_SOURCE_DIR}/tests/browser/browser.sh ${PROJECT_BINARY_DIR})
set_tests_properties(browser/report PROPERTIES SKIP_RETURN_CODE 77)
