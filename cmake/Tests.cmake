# SPDX-License-Identifier: MIT
# Every tests/ROOM/test_*.c is one Check program that may call the rooms up to reports.
file(GLOB test_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/test_*.c)
# Hundreds of programs, of which nobody times one: by the linker that takes half as long, where there is one.
include(CheckLinkerFlag)
check_linker_flag(C -fuse-ld=gold TS_GOLD_LINKS)
# Programs that take several seconds.
set(long_tests
    test_barrier_command test_children test_compared_scenes test_failures test_files test_friction_answers
    test_generators test_hostile test_known_answers test_locks test_names test_ndb_scenes test_other_scenes test_outputs
    test_pair test_plot_texts test_plots test_published_positions test_resting test_resume test_scan test_scene test_step
    test_terms_solver test_threads test_wrong_energies)
foreach(source ${test_sources})
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(room ${source} DIRECTORY)
  get_filename_component(room ${room} NAME)
  set(target ${room}_${name})
  if(TOUCHSTONE_COMPILE_TESTS)
    add_library(${target} OBJECT EXCLUDE_FROM_ALL ${source}) # for clang-tidy, which has clang's warnings as well
  else()
    add_executable(${target} ${source})
  endif()
  target_link_libraries(${target} PRIVATE touchstone_reports PkgConfig::CHECK)
  target_link_options(${target} PRIVATE $<$<BOOL:${TS_GOLD_LINKS}>:-fuse-ld=gold>)
  target_compile_definitions(${target} PRIVATE
    TS_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TS_BINARY_DIR="${PROJECT_BINARY_DIR}")
  ts_flags(${target})
  add_dependencies(${target} touchstone) # some run the command
  set(limit ${TOUCHSTONE_TEST_TIMEOUT})
  if(name IN_LIST long_tests)
    set(limit 600)
  endif()
  set(environment CK_FORK=no)
  if(TOUCHSTONE_SANITIZE AND room STREQUAL "hostile") # programs crash there on purpose, and names for their reports take long
    list(APPEND environment ASAN_OPTIONS=symbolize=0 UBSAN_OPTIONS=symbolize=0)
  endif()
  if(NOT TOUCHSTONE_COMPILE_TESTS)
    ts_test(${room}/${name} COMMAND ${target} TIMEOUT ${limit} ENVIRONMENT ${environment})
  endif()
endforeach()
