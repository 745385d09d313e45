/* SPDX-License-Identifier: GPL-2.0-or-later
 * Nodes of whole bodies for AVX2; compiled for it (cmake/Simd.cmake), called only where the machine has it. */
#define WHOLE_SUM ts_ndb_whole_sum_avx2
#define WHOLE_MOVE ts_ndb_whole_move_avx2
#include "ndb/whole_lanes.inc"
