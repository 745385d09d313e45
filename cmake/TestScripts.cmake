# SPDX-License-Identifier: MIT
# scripts/paper-size.py, at the size `tiny`; scripts/pulled-edge.py; scripts/with-option.py;
# scripts/split-and-coupled.py; scripts/time-steps.py; scripts/scene-figures.py; scripts/compare-trajectories.py.
if(Python3_FOUND)
  ts_test(scripts/paper_size COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/paper_size/test_paper_size.py
          ${PROJECT_BINARY_DIR} TIMEOUT 600)
  ts_test(scripts/pulled_edge COMMAND ${Python3_EXECUTABLE} -B
          ${PROJECT_SOURCE_DIR}/tests/pulled_edge/test_pulled_edge.py)
  ts_test(scripts/with_option COMMAND ${Python3_EXECUTABLE} -B
          ${PROJECT_SOURCE_DIR}/tests/with_option/test_with_option.py)
  ts_test(scripts/split_and_coupled COMMAND ${Python3_EXECUTABLE} -B
          ${PROJECT_SOURCE_DIR}/tests/split_and_coupled/test_split_and_coupled.py ${PROJECT_BINARY_DIR})
  ts_test(scripts/time_steps COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/time_steps/test_time_steps.py
          ${PROJECT_BINARY_DIR})
  ts_test(scripts/scene_figures COMMAND ${Python3_EXECUTABLE} -B
          ${PROJECT_SOURCE_DIR}/tests/scene_figures/test_scene_figures.py ${PROJECT_BINARY_DIR})
  ts_test(scripts/compare_trajectories COMMAND ${Python3_EXECUTABLE} -B
          ${PROJECT_SOURCE_DIR}/tests/compare_trajectories/test_compare_trajectories.py ${PROJECT_BINARY_DIR})
endif()
