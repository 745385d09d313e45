/* SPDX-License-Identifier: GPL-2.0-or-later
 * Partial CCD of many pairs for AVX-512; compiled for it (cmake/Simd.cmake), called only where the machine has it. */
#define PROBE_ASK ts_ndb_probe_avx512
#include "ndb/contact/probe_lanes.inc"
