# SPDX-License-Identifier: MIT
# The house: rooms call only rooms below them, names and citations hold (tests/house/floors.py has the table of rooms),
# every test has a time limit; and that the checks of it see what they should.
if(Python3_FOUND)
  set(house ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/house)
  ts_test(house/check COMMAND ${house}/check.py ${PROJECT_SOURCE_DIR})
  ts_test(house/symbols COMMAND ${house}/symbols.py ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  ts_test(house/self COMMAND ${house}/test_check.py)
  ts_test(house/timeouts COMMAND ${house}/timeouts.py ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${CMAKE_CTEST_COMMAND})
  ts_test(house/timeouts_self COMMAND ${house}/timeouts.py --self ${CMAKE_CTEST_COMMAND})
endif()
