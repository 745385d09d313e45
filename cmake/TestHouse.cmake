# SPDX-License-Identifier: MIT
# The house: rooms call only rooms below them, names and citations hold (tests/house/floors.py has the table of rooms);
# and that the check of it sees what it should.
if(Python3_FOUND)
  set(house ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/house)
  add_test(NAME house/check COMMAND ${house}/check.py ${PROJECT_SOURCE_DIR})
  add_test(NAME house/symbols COMMAND ${house}/symbols.py ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  add_test(NAME house/self COMMAND ${house}/test_check.py)
endif()
