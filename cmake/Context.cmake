# SPDX-License-Identifier: MIT
# What a results file says of the build: compiler, flags, commit. Only benches/context.c is told, so that a
# new commit recompiles one file.
find_package(Git QUIET)
set(commit unknown)
if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12 --exclude=*
                  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                  OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(commit ${described})
  endif()
  if(EXISTS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
  endif()
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}} -ffp-contract=off" build_flags)
if(TOUCHSTONE_SANITIZE)
  string(APPEND build_flags " -fsanitize=${TOUCHSTONE_SANITIZE}")
endif()
set_source_files_properties(${PROJECT_SOURCE_DIR}/benches/context.c PROPERTIES COMPILE_DEFINITIONS
  "TS_BUILD_COMPILER=\"${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}\";TS_BUILD_FLAGS=\"${build_flags}\";TS_BUILD_TYPE=\"${CMAKE_BUILD_TYPE}\";TS_BUILD_COMMIT=\"${commit}\"")
