# SPDX-License-Identifier: MIT
# The pictures' script, by the Python of the system, which is the one that Debian's VTK is for.
find_program(system_python3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(system_python3 AND NOT TOUCHSTONE_SANITIZE)
  ts_test(render/script COMMAND ${system_python3} -B ${PROJECT_SOURCE_DIR}/tests/render/test_render.py
          ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} MAY_SKIP TIMEOUT 300)
endif()
