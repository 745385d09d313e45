# SPDX-License-Identifier: MIT
# `cmake --install`: the command, the libraries a program can link, their headers, a pkg-config file, a
# CMake package, the bundled and recorded queries, the scenes and the licences.

# The permissive rooms; what stands above them is the command's.
set(installed_rooms core ccd oracles datasets)
list(TRANSFORM installed_rooms PREPEND touchstone_ OUTPUT_VARIABLE installed_libraries)

install(TARGETS touchstone RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS ${installed_libraries} EXPORT touchstoneTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/touchstone DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY LICENSES DESTINATION ${CMAKE_INSTALL_DOCDIR})
foreach(queries bundled recorded)
  if(EXISTS ${PROJECT_SOURCE_DIR}/datasets/${queries})
    install(DIRECTORY datasets/${queries} DESTINATION ${CMAKE_INSTALL_DATADIR}/touchstone)
  endif()
endforeach()
install(DIRECTORY datasets/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/touchstone FILES_MATCHING PATTERN "*.json")

# find_package(touchstone): targets touchstone::core, ::ccd, ::oracles, ::datasets.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/touchstone)
install(EXPORT touchstoneTargets NAMESPACE touchstone:: DESTINATION ${package_dir})
configure_package_config_file(cmake/touchstoneConfig.cmake.in ${PROJECT_BINARY_DIR}/touchstoneConfig.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/touchstoneConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/touchstoneConfig.cmake ${PROJECT_BINARY_DIR}/touchstoneConfigVersion.cmake
  DESTINATION ${package_dir})

# pkg-config --cflags --libs touchstone. The file finds its prefix from where it lies, so that an
# installed tree can be moved.
string(REGEX REPLACE "[^/]+" ".." pc_prefix ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_file(cmake/touchstone.pc.in ${PROJECT_BINARY_DIR}/touchstone.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/touchstone.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
