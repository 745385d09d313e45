# SPDX-License-Identifier: MIT
# Fuzz targets tests/fuzz/fuzz_*.c. Their corpus is replayed by the test suite with any compiler; with
# TOUCHSTONE_FUZZ (clang) they also become fuzzers, which write what they find to the first folder:
#   build/fuzz_csv -max_total_time=60 NEW tests/fuzz/corpus/csv
#   ASAN_OPTIONS=detect_leaks=0 build/fuzz_hdf5 -detect_leaks=0 -max_total_time=60 NEW tests/fuzz/corpus/hdf5
set(fuzz_flags -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -g)

if(TOUCHSTONE_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "TOUCHSTONE_FUZZ needs clang: configure with -DCMAKE_C_COMPILER=clang")
  endif()
  get_property(rooms GLOBAL PROPERTY TS_ROOMS)
  foreach(room ${rooms})
    target_compile_options(${room} PRIVATE ${fuzz_flags})
    target_link_options(${room} PUBLIC -fsanitize=address,undefined)
  endforeach()
endif()

foreach(name csv hdf5 mesh vtu)
  set(room touchstone_datasets)
  if(name MATCHES "mesh|vtu")
    set(room touchstone_mesh touchstone_datasets)
  endif()
  set(sources ${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_${name}.c ${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz.c)
  if(TOUCHSTONE_FUZZ)
    add_executable(fuzz_${name} ${sources})
    target_link_libraries(fuzz_${name} PRIVATE ${room})
    target_compile_options(fuzz_${name} PRIVATE ${fuzz_flags})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,address,undefined)
    ts_flags(fuzz_${name})
  endif()
  if(TOUCHSTONE_TESTS)
    add_executable(fuzz_replay_${name} ${sources} ${PROJECT_SOURCE_DIR}/tests/fuzz/replay.c)
    target_link_libraries(fuzz_replay_${name} PRIVATE ${room})
    ts_flags(fuzz_replay_${name})
    ts_test(fuzz/${name} COMMAND fuzz_replay_${name} ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
  endif()
endforeach()
