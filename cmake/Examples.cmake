# SPDX-License-Identifier: MIT
# Plug-ins: the examples, and broken ones for the tests. All land in plugins/ of the build folder.

# A plug-in may call the functions of the program that loads it, such as ts_ccd_read_options.
set_target_properties(touchstone PROPERTIES ENABLE_EXPORTS ON)

# ts_plugin(NAME SOURCE): the shared object plugins/NAME.so.
function(ts_plugin name source)
  add_library(plugin_${name} MODULE ${source})
  target_include_directories(plugin_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  set_target_properties(plugin_${name} PROPERTIES
    PREFIX "" OUTPUT_NAME ${name} SUFFIX .so LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plugins)
endfunction()

ts_plugin(axes examples/plugin_c/axes.c)
ts_flags(plugin_axes)

ts_plugin(textbook_barrier examples/term_c/textbook_barrier.c)
ts_flags(plugin_textbook_barrier)

# The least that a method is, which bench-host asks.
ts_plugin(trivial examples/plugin_c/trivial.c)
ts_flags(plugin_trivial)

include(CheckLanguage)
check_language(CXX)
if(CMAKE_CXX_COMPILER)
  enable_language(CXX)
  ts_plugin(spheres examples/plugin_cpp/spheres.cpp)
  target_compile_features(plugin_spheres PRIVATE cxx_std_17)
  target_compile_options(plugin_spheres PRIVATE -Wall -Wextra -Wshadow $<$<BOOL:${TOUCHSTONE_WERROR}>:-Werror>)
  include(cmake/ThirdParty.cmake)
else()
  message(STATUS "No C++ compiler: the example plug-in in C++ is left out.")
endif()

if(TOUCHSTONE_TESTS)
  foreach(broken no_symbol no_backend other_abi taken_name no_query no_function)
    list(APPEND names ${broken})
    list(LENGTH names number)
    math(EXPR number "${number} - 1")
    ts_plugin(broken_${broken} tests/plugins/broken.c)
    ts_flags(plugin_broken_${broken})
    target_compile_definitions(plugin_broken_${broken} PRIVATE BROKEN=${number})
  endforeach()
  # A method that crashes on one kind of query.
  ts_plugin(fragile tests/plugins/fragile.c)
  ts_flags(plugin_fragile)
  # One method as it should be, and broken in three ways, for the test of the gate.
  foreach(broken right late slow crash)
    list(APPEND gates ${broken})
    list(LENGTH gates number)
    math(EXPR number "${number} - 1")
    ts_plugin(gated_${broken} tests/plugins/gated.c)
    ts_flags(plugin_gated_${broken})
    target_compile_definitions(plugin_gated_${broken} PRIVATE GATED=${number})
  endforeach()
  foreach(broken right gradient hessian no_symbol no_term other_abi no_name no_reference other_inputs no_function
          infinite nowhere no_number)
    list(APPEND terms ${broken})
    list(LENGTH terms number)
    math(EXPR number "${number} - 1")
    ts_plugin(term_${broken} tests/plugins/broken_term.c)
    ts_flags(plugin_term_${broken})
    target_compile_definitions(plugin_term_${broken} PRIVATE BROKEN=${number})
  endforeach()
  set(number 0)
  foreach(commented cubic two_stage)
    ts_plugin(commented_${commented} tests/plugins/commented_barrier.c)
    ts_flags(plugin_commented_${commented})
    target_compile_definitions(plugin_commented_${commented} PRIVATE COMMENTED=${number})
    math(EXPR number "${number} + 1")
  endforeach()
  ts_plugin(unproven tests/plugins/unproven.c)
  ts_flags(plugin_unproven)
  include(cmake/Hostile.cmake)
  # The test loads them into itself.
  set_target_properties(plugins_test_plugins PROPERTIES ENABLE_EXPORTS ON)
endif()
