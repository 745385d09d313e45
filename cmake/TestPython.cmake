# SPDX-License-Identifier: MIT
# The Python module over the shared library; python3-numpy may be that of the system beside another Python.
find_program(system_python3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(system_python3 AND NOT TOUCHSTONE_SANITIZE) # its interpreter has no sanitizers to load the library with
  ts_test(python/module COMMAND ${system_python3} -B ${PROJECT_SOURCE_DIR}/tests/python/test_touchstone.py
          ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} MAY_SKIP TIMEOUT 300)
endif()
