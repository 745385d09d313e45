/* SPDX-License-Identifier: MIT
 * Family `extreme`: queries of other families scaled by powers of two to the ends of the doubles' range, as
 * a whole, per vertex, per coordinate, or more at one end of the motion. */
#include <math.h>

#include "datasets/generate/families.h"
#include "datasets/generate/sample.h"

static void scale_row(double row[3], int exponent) {
    for (int c = 0; c < 3; ++c) row[c] = ldexp(row[c], exponent);
}

static void scale_all(ts_ccd_query *query, int exponent) {
    for (int i = 0; i < 4; ++i) {
        scale_row(query->x0[i], exponent);
        scale_row(query->x1[i], exponent);
    }
    query->min_distance = ldexp(query->min_distance, exponent);
}

/* Every vertex (or every coordinate) has its own scale, the same at both ends. */
static void scale_apart(ts_random *random, bool coordinates, ts_ccd_query *query) {
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        int exponent = (int)ts_sample_integer(random, -700, 490);
        for (int c = 0; c < 3; ++c) {
            if (coordinates) exponent = (int)ts_sample_integer(random, -300, 200);
            query->x0[i][c] = ldexp(query->x0[i][c], exponent);
            query->x1[i][c] = ldexp(query->x1[i][c], exponent);
        }
    }
}

/* One end of the motion, and min_distance, each have their own scale. */
static void scale_end(ts_random *random, ts_ccd_query *query) {
    double(*end)[3] = ts_sample_one_in(random, 2) ? query->x0 : query->x1;
    const int exponent = (int)ts_sample_integer(random, -700, 490);
    for (int i = 0; i < 4; ++i) scale_row(end[i], exponent);
    query->min_distance = ldexp(query->min_distance, (int)ts_sample_integer(random, -700, 490));
}

void ts_generate_extreme(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    static ts_generator *const bases[] = {ts_generate_generic, ts_generate_cloth_thick, ts_generate_lattice,
                                          ts_generate_touching};
    ts_random random;
    ts_sample_begin(&random, "extreme", seed, index, kind);
    ts_ccd_query made;
    bases[ts_random_below(&random, sizeof bases / sizeof *bases)](~seed, index, kind, &made);
    switch (ts_random_below(&random, 6)) {
    case 0: scale_all(&made, (int)ts_sample_integer(&random, -675, -655)); break;   /* about 1e-200 */
    case 1: scale_all(&made, (int)ts_sample_integer(&random, 480, 496)); break;     /* about 1e150 */
    case 2: scale_all(&made, (int)ts_sample_integer(&random, -1050, -1030)); break; /* subnormal */
    case 3: scale_apart(&random, false, &made); break;
    case 4: scale_apart(&random, true, &made); break;
    default: scale_end(&random, &made); break;
    }
    ts_hand_over(&made, query);
}
