/* SPDX-License-Identifier: MIT
 * Family `generic`: positions at both ends uniform in a cube of side 2. */
#include "datasets/generate/families.h"
#include "datasets/generate/sample.h"

void ts_generate_generic(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "generic", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        ts_sample_cube(&random, 1.0, made.x0[i]);
        ts_sample_cube(&random, 1.0, made.x1[i]);
    }
    if (ts_sample_one_in(&random, 2)) made.min_distance = ts_random_log(&random, 1e-4, 0.25);
    made.t_max = ts_sample_t_max(&random);
    ts_hand_over(&made, query);
}
