# SPDX-License-Identifier: MIT
# How a test is added: none without a time limit, after which CTest ends it and counts it as failed. (Check's own limits
# need a process for each case, which the suite does without.)
set(TOUCHSTONE_TEST_TIMEOUT 120 CACHE STRING "Seconds that a test may take, unless it says more")
set(TOUCHSTONE_TEST_PATIENCE 1 CACHE STRING "Multiplies every test's time limit, for slow machines and more random cases")

# ts_test(NAME COMMAND ... [TIMEOUT seconds] [ENVIRONMENT ...] [MAY_SKIP] [ALONE])
# Threads of OpenMP wait without spinning, and OpenBLAS has none of its own: other tests run beside. A command that finds
# both in its environment need not start again either (cli/start.h), which is half of a short one's time.
# MAY_SKIP: exit code 77 says that what the test needs is not there. ALONE: it times, nothing else runs beside it.
function(ts_test name)
  cmake_parse_arguments(test "MAY_SKIP;ALONE" "TIMEOUT" "COMMAND;ENVIRONMENT" ${ARGN})
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT ${TOUCHSTONE_TEST_TIMEOUT})
  endif()
  set(patience ${TOUCHSTONE_TEST_PATIENCE})
  if(TOUCHSTONE_SANITIZE OR TOUCHSTONE_COVERAGE)
    math(EXPR patience "5 * ${patience}")
  endif()
  math(EXPR seconds "${patience} * ${test_TIMEOUT}")
  add_test(NAME ${name} COMMAND ${test_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${seconds}
    ENVIRONMENT "OMP_WAIT_POLICY=passive;OPENBLAS_NUM_THREADS=1;${test_ENVIRONMENT}")
  if(test_MAY_SKIP)
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  if(test_ALONE)
    set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
  endif()
endfunction()
