# SPDX-License-Identifier: MIT
# The permissive rooms as one shared library, libtouchstone.so, which offers what include/touchstone/ declares with
# TS_API and nothing else. The command and the tests are linked with the archives of the rooms: they use what is inside.

# The rooms that are installed; what stands above them is the command's. The same objects are in both libraries.
set(installed_rooms core ccd oracles datasets)
list(TRANSFORM installed_rooms PREPEND touchstone_ OUTPUT_VARIABLE installed_libraries)
set_target_properties(${installed_libraries} PROPERTIES C_VISIBILITY_PRESET hidden)

# Raised by hand when a public function goes or a public struct changes (scripts/abi.sh).
set(TOUCHSTONE_SOVERSION 0)

if(TOUCHSTONE_SHARED OR TOUCHSTONE_TESTS)
  list(TRANSFORM installed_libraries REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(touchstone_shared SHARED ${objects})
  target_link_libraries(touchstone_shared PRIVATE
    PkgConfig::CJSON PkgConfig::HDF5 PkgConfig::ZLIB PkgConfig::MPFR PkgConfig::GMP OpenMP::OpenMP_C m)
  target_include_directories(touchstone_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(touchstone_shared PROPERTIES OUTPUT_NAME touchstone EXPORT_NAME touchstone LINKER_LANGUAGE C
    VERSION ${PROJECT_VERSION} SOVERSION ${TOUCHSTONE_SOVERSION})
  ts_flags(touchstone_shared)
  if(NOT TOUCHSTONE_SANITIZE)
    target_link_options(touchstone_shared PRIVATE -Wl,-z,defs)
  endif()
endif()
