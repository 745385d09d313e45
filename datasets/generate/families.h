/* SPDX-License-Identifier: MIT
 * The generator of every family, one file each; docs/generators.md says what each stresses. */
#ifndef TS_DATASETS_GENERATE_FAMILIES_H
#define TS_DATASETS_GENERATE_FAMILIES_H

#include <touchstone/ccd.h>

typedef void ts_generator(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query);

ts_generator ts_generate_generic, ts_generate_cloth, ts_generate_cloth_thick, ts_generate_lattice, ts_generate_coplanar,
    ts_generate_parallel, ts_generate_degenerate, ts_generate_far, ts_generate_extreme, ts_generate_touching,
    ts_generate_needle, ts_generate_grazing, ts_generate_sliding, ts_generate_even;

#endif
