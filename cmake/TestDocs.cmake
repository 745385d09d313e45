# SPDX-License-Identifier: MIT
# The documentation against the tree and the command: links and options, examples, the guide's commands, the manual page
# and the completion of shells.
foreach(name examples guide shells)
  ts_test(docs/${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/docs/${name}.sh ${PROJECT_BINARY_DIR} TIMEOUT 600)
endforeach()
ts_test(docs/field COMMAND ${PROJECT_SOURCE_DIR}/tests/docs/guide.sh ${PROJECT_BINARY_DIR} field TIMEOUT 600)
if(Python3_FOUND)
  ts_test(docs/pages COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/docs/pages.py
          ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  ts_test(docs/schema COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/docs/schema.py
          ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} MAY_SKIP)
endif()
