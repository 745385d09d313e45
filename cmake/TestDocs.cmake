# SPDX-License-Identifier: MIT
# The documentation against the tree and the command: links and examples, the guide's commands, the manual page and the
# completion of shells.
foreach(name check guide shells)
  add_test(NAME docs/${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/docs/${name}.sh ${PROJECT_BINARY_DIR})
endforeach()
if(Python3_FOUND)
  add_test(NAME docs/schema COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/docs/schema.py
                                    ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(docs/schema PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT "OMP_WAIT_POLICY=passive")
endif()
