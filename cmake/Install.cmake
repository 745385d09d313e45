# SPDX-License-Identifier: MIT
# `cmake --install`: the command, the libraries a program can link, their headers, a pkg-config file, a
# CMake package, the bundled and recorded queries, the scenes and the licences.

install(TARGETS touchstone RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# With the command, and with each of the libraries below, which start it too.
install(TARGETS touchstone-host RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/touchstone)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY LICENSES DESTINATION ${CMAKE_INSTALL_DOCDIR})
foreach(queries bundled recorded)
  if(EXISTS ${PROJECT_SOURCE_DIR}/datasets/${queries})
    install(DIRECTORY datasets/${queries} DESTINATION ${CMAKE_INSTALL_DATADIR}/touchstone)
  endif()
endforeach()
install(DIRECTORY datasets/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/touchstone FILES_MATCHING PATTERN "*.json")
install(FILES datasets/scene-counts.json DESTINATION ${CMAKE_INSTALL_DATADIR}/touchstone)
install(DIRECTORY reports/plots/templates/ DESTINATION ${CMAKE_INSTALL_DATADIR}/touchstone/plots)

# ---- Libraries ----
# Two components, `static` and `shared`, of which TOUCHSTONE_SHARED chooses the one that is installed without being asked
# for. Each has all that a program is built with: headers, a pkg-config file that finds its prefix from where it lies
# (an installed tree can be moved), and a CMake package with the target touchstone::touchstone.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/touchstone)
string(REGEX REPLACE "[^/]+" ".." pc_prefix ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/touchstoneConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)

# ts_install_library(COMPONENT): what surrounds the library; `chosen` is EXCLUDE_FROM_ALL or nothing.
function(ts_install_library component chosen)
  set(made ${PROJECT_BINARY_DIR}/package-${component})
  configure_file(cmake/touchstone.pc.in ${made}/touchstone.pc @ONLY)
  configure_package_config_file(cmake/touchstoneConfig-${component}.cmake.in ${made}/touchstoneConfig.cmake
    INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
  install(DIRECTORY include/touchstone DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT ${component} ${chosen}
          FILES_MATCHING PATTERN "*.h")
  install(TARGETS touchstone-host RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/touchstone
          COMPONENT ${component} ${chosen})
  install(FILES ${made}/touchstone.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${component} ${chosen})
  install(FILES ${made}/touchstoneConfig.cmake ${PROJECT_BINARY_DIR}/touchstoneConfigVersion.cmake
          DESTINATION ${package_dir} COMPONENT ${component} ${chosen})
  install(EXPORT touchstone-${component} FILE touchstone-${component}-targets.cmake NAMESPACE touchstone::
          DESTINATION ${package_dir} COMPONENT ${component} ${chosen})
endfunction()

set(if_static "")
set(if_shared EXCLUDE_FROM_ALL)
if(TOUCHSTONE_SHARED)
  set(if_static EXCLUDE_FROM_ALL)
  set(if_shared "")
endif()

# Archives: whoever links them needs the libraries below as well, --static or not. Targets touchstone::core, ::ccd,
# ::oracles, ::datasets, and ::touchstone for all.
add_library(touchstone_archives INTERFACE)
target_link_libraries(touchstone_archives INTERFACE ${installed_libraries})
set_target_properties(touchstone_archives PROPERTIES EXPORT_NAME touchstone)
install(TARGETS ${installed_libraries} touchstone_archives EXPORT touchstone-static
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT static ${if_static})
# A plug-in that a program loads into itself calls the program's own copy of the library, which has to be exported.
target_link_options(touchstone_ccd INTERFACE $<INSTALL_INTERFACE:-rdynamic>)
set(pc_requires "mpfr gmp hdf5 zlib libcjson")
set(pc_libs "-ltouchstone_datasets -ltouchstone_oracles -ltouchstone_ccd -ltouchstone_core -fopenmp -rdynamic -lm")
ts_install_library(static "${if_static}")

if(TARGET touchstone_shared)
  install(TARGETS touchstone_shared EXPORT touchstone-shared
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT shared ${if_shared})
  set(pc_requires "")
  set(pc_libs "-ltouchstone")
  ts_install_library(shared "${if_shared}")
endif()
