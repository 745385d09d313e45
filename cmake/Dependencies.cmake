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
ts_require(CJSON libcjson libcjson-dev)
if(TOUCHSTONE_TESTS)
  ts_require(CHECK check check)
endif()
find_package(OpenMP REQUIRED COMPONENTS C)
