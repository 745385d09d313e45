# SPDX-License-Identifier: MIT
# The shared library against the lists of the last release. They are of machines with pointers of 64 bits; libraries
# with instrumentation export more.
if(Python3_FOUND AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT TOUCHSTONE_SANITIZE AND NOT TOUCHSTONE_COVERAGE)
  set(abi ${PROJECT_SOURCE_DIR} $<TARGET_FILE:touchstone_shared> ${CMAKE_C_COMPILER})
  ts_test(abi/check COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/abi/abi.py --check ${abi})
  ts_test(abi/self COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/abi/test_abi.py ${abi})
endif()
