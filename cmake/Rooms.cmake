# SPDX-License-Identifier: MIT
# How a room (a folder of sources that becomes one library) is built.

# ts_sources(VARIABLE FOLDER): the C files of a folder and of the folders in it, without micro-benchmarks.
function(ts_sources variable folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.c)
  list(FILTER sources EXCLUDE REGEX "/micro/")
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# ts_flags(TARGET): warnings, reproducible arithmetic, sanitizers.
function(ts_flags target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes
    # The same bits everywhere: no fused operation that the source does not ask for.
    -ffp-contract=off -fno-fast-math)
  if(TOUCHSTONE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TOUCHSTONE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TOUCHSTONE_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${TOUCHSTONE_SANITIZE})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      # Where a program may lie anywhere, each of its starts first writes to the 12 MB that describe places to sanitizers.
      target_link_options(${target} PRIVATE -no-pie)
    endif()
  endif()
  if(TOUCHSTONE_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage)
    target_link_options(${target} PRIVATE --coverage)
  endif()
endfunction()

# ts_room(NAME LINK ...): the library touchstone_NAME from the sources in NAME/.
function(ts_room name)
  cmake_parse_arguments(room "" "" "LINK" ${ARGN})
  ts_sources(sources ${name})
  add_library(touchstone_${name} STATIC ${sources})
  add_library(touchstone::${name} ALIAS touchstone_${name})
  target_include_directories(touchstone_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(touchstone_${name} PUBLIC ${room_LINK})
  set_target_properties(touchstone_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  ts_flags(touchstone_${name})
  set_property(GLOBAL APPEND PROPERTY TS_ROOMS touchstone_${name})
endfunction()
