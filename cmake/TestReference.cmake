# SPDX-License-Identifier: MIT
# The reference in Python checks itself, where there is a Python (3.9: gcd and lcm of several numbers).
find_package(Python3 3.9 QUIET COMPONENTS Interpreter)
if(Python3_FOUND)
  ts_test(reference/exact_toi
          COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/reference/test_exact_toi.py)
endif()
if(Python3_FOUND)
  # Proofs of animations, checked by the command and by a program that shares nothing with it.
  ts_test(reference/check_proof
          COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/reference/test_check_proof.py
                  $<TARGET_FILE:touchstone>
          TIMEOUT 600)
endif()
