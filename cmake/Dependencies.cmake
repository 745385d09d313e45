# SPDX-License-Identifier: MIT
# The libraries Touchstone stands on; scripts/install-deps.sh installs them.
find_package(PkgConfig REQUIRED)

function(ts_require target module package)
  pkg_check_modules(${target} IMPORTED_TARGET ${module})
  if(NOT ${target}_FOUND)
    message(FATAL_ERROR "${module} was not found. Run scripts/install-deps.sh, or install the Debian package ${package}.")
  endif()
endfunction()

ts_require(GMP gmp libgmp-dev)
ts_require(MPFR mpfr libmpfr-dev)
ts_require(HDF5 hdf5 libhdf5-dev)
ts_require(ZLIB zlib zlib1g-dev)
ts_require(CJSON libcjson libcjson-dev)
ts_require(OPENBLAS openblas libopenblas-dev)

# SuiteSparse of Debian 12 brings no pkg-config file.
find_path(CHOLMOD_INCLUDE_DIR suitesparse/cholmod.h)
find_library(CHOLMOD_LIBRARY cholmod)
if(NOT CHOLMOD_INCLUDE_DIR OR NOT CHOLMOD_LIBRARY)
  message(FATAL_ERROR "CHOLMOD was not found. Run scripts/install-deps.sh, or install the Debian package libsuitesparse-dev.")
endif()
add_library(touchstone_cholmod INTERFACE)
target_include_directories(touchstone_cholmod INTERFACE ${CHOLMOD_INCLUDE_DIR})
target_link_libraries(touchstone_cholmod INTERFACE ${CHOLMOD_LIBRARY})
if(TOUCHSTONE_TESTS)
  ts_require(CHECK check check)
endif()
find_package(OpenMP REQUIRED COMPONENTS C)
if(TOUCHSTONE_MPI)
  find_package(MPI REQUIRED COMPONENTS C) # the Debian package libopenmpi-dev
endif()
