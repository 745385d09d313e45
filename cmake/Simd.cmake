# SPDX-License-Identifier: MIT
# Compiler options that make kernels faster and change no bit of any answer. Nobody asks math functions for
# errno; asking keeps square roots from being one instruction.
target_compile_options(touchstone_ccd PRIVATE -fno-math-errno)
target_compile_options(touchstone_oracles PRIVATE -fno-math-errno)
target_compile_options(touchstone_mesh PRIVATE -fno-math-errno)
target_compile_options(touchstone_scenes PRIVATE -fno-math-errno)
target_compile_options(touchstone_cipc PRIVATE -fno-math-errno)
target_compile_options(touchstone_ndb PRIVATE -fno-math-errno)

# The loop of accd is one chain of dependent operations; packing pairs of them lengthens it.
set_source_files_properties(ccd/accd.c ccd/accd_float.c PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)

# One source, compiled for what a machine may have; which one runs is asked at run time.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set_source_files_properties(ccd/accd_avx2.c ccd/certified/batch_avx2.c ccd/certified/float_batch_avx2.c
                              ccd/closest_batch_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(ccd/accd_single_avx2.c PROPERTIES COMPILE_OPTIONS "-mavx2;-fno-tree-slp-vectorize")
  set_source_files_properties(benches/machine_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(core/bvh_descend_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(oracles/lanes_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(scenes/collision/extents_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(cipc/contact/pair_hessian_avx2.c cipc/panel_avx2.c cipc/potentials/hinge_avx2.c
                              cipc/potentials/membrane_avx2.c cipc/spd_many_avx2.c cipc/triangle_avx2.c
                              PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(ndb/anderson_avx2.c ndb/contact/probe_avx2.c ndb/gather_avx2.c ndb/strain_avx2.c
                              ndb/subspace_avx2.c ndb/sweep_avx2.c ndb/whole_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
  # Tuned as for the first CPUs that had it: on Zen 4 batches of certified once took 0.81 to 0.98 of the time so, and take
  # the same by any tuning now (docs/certified.md). Haswell's tuning of the AVX2 ones gained nothing that was more than noise.
  set_source_files_properties(ccd/accd_avx512.c ccd/certified/batch_avx512.c ccd/certified/float_batch_avx512.c
                              ccd/closest_batch_avx512.c cipc/contact/pair_hessian_avx512.c
                              cipc/potentials/hinge_avx512.c cipc/potentials/membrane_avx512.c
                              cipc/spd_many_avx512.c ndb/contact/probe_avx512.c
                              ndb/strain_avx512.c PROPERTIES COMPILE_OPTIONS
                               "-mavx512f;-mavx512dq;-mprefer-vector-width=512;-mtune=skylake-avx512")
endif()
