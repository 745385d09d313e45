/* SPDX-License-Identifier: MIT
 * Family `lattice`: coordinates are small integers times a power of two. */
#include <math.h>

#include "datasets/generate/families.h"
#include "datasets/generate/sample.h"

static void sample_lattice_point(ts_random *random, int most, int exponent, double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = ldexp(ts_sample_integer(random, -most, most), exponent);
}

/* In lattice units: integers, halves, and lengths of Pythagorean diagonals, which are integers too. */
static double sample_min_distance(ts_random *random) {
    static const double values[] = {0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.5, 2.0, 3.0, 5.0};
    return values[ts_random_below(random, sizeof values / sizeof *values)];
}

void ts_generate_lattice(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    static const int sizes[] = {1, 2, 3, 5, 8};
    ts_random random;
    ts_sample_begin(&random, "lattice", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    const int most = sizes[ts_random_below(&random, sizeof sizes / sizeof *sizes)];
    const int exponent = ts_sample_one_in(&random, 2) ? 0 : (int)ts_sample_integer(&random, -10, 10);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        sample_lattice_point(&random, most, exponent, made.x0[i]);
        sample_lattice_point(&random, most, exponent, made.x1[i]);
    }
    made.min_distance = ldexp(sample_min_distance(&random), exponent);
    if (ts_sample_one_in(&random, 4)) made.t_max = ts_sample_integer(&random, 1, 7) / 8.0;
    ts_hand_over(&made, query);
}
