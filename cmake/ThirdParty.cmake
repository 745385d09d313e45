# SPDX-License-Identifier: MIT
# Methods of other libraries as plug-ins, where Debian's packages of these are installed (docs/third-party.md). Their
# headers are theirs: warnings in them are not looked at.

# ts_third_party(NAME PACKAGE): plugins/NAME.so over what pkg-config calls PACKAGE.
function(ts_third_party name package)
  pkg_check_modules(TS_${name} QUIET IMPORTED_TARGET ${package})
  if(NOT TARGET PkgConfig::TS_${name})
    return()
  endif()
  ts_plugin(${name} examples/third_party/${name}.cpp)
  target_compile_features(plugin_${name} PRIVATE cxx_std_17)
  set_target_properties(plugin_${name} PROPERTIES SYSTEM TRUE)
  target_link_libraries(plugin_${name} PRIVATE PkgConfig::TS_${name})
  target_compile_options(plugin_${name} PRIVATE -Wall -Wextra $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(TOUCHSTONE_TESTS)
    ts_test(third_party/${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/third_party/run.sh ${PROJECT_BINARY_DIR} ${name})
  endif()
endfunction()

ts_third_party(fcl fcl)
ts_third_party(fcl-advance fcl)
ts_third_party(bullet bullet-float64)
ts_third_party(bullet-cast bullet-float64)
ts_third_party(accd-eigen eigen3)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # The flags of the program whose speed it stands for: GCC fuses products and sums then.
  set_source_files_properties(examples/third_party/accd-eigen.cpp PROPERTIES COMPILE_OPTIONS
                              "-O3;-mfma;-mbmi2;-mavx2;-ffp-contract=fast")
endif()

# Adaptors for libraries that Debian does not have, over stand-ins of their headers.
if(TOUCHSTONE_TESTS AND NOT TOUCHSTONE_SANITIZE)
  ts_test(third_party/installed COMMAND ${PROJECT_SOURCE_DIR}/tests/third_party/installed.sh ${PROJECT_BINARY_DIR}
          TIMEOUT 300)
endif()
