/* SPDX-License-Identifier: MIT
 * Family `coplanar`: all vertices exactly in one plane at t = 0 and in one at t = 1. The plane stays, is
 * translated, or is another one at the end. */
#include <string.h>

#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/frame.h"

enum { MOST = 24 };

/* A point of the plane origin + a u + b v with whole a and b. */
static void sample_in_plane(ts_random *random, const double origin[3], const double u[3], const double v[3],
                            double out[3]) {
    const double a = ts_sample_integer(random, -MOST, MOST);
    const double b = ts_sample_integer(random, -MOST, MOST);
    ts_axpy(origin, a, u, out);
    ts_axpy(out, b, v, out);
}

void ts_generate_coplanar(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    ts_random random;
    ts_sample_begin(&random, "coplanar", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    ts_frame frame;
    ts_exact_motion motion = {0};
    ts_sample_frame(&random, &frame);
    double lift[3] = {0.0, 0.0, 0.0}, slope[3];
    const uint64_t mode = ts_random_below(&random, 4);
    if (mode == 2) ts_sample_steps(&random, 8, 1.0, lift);
    memcpy(slope, unit[1], sizeof slope);
    if (mode == 3) slope[2] = ts_sample_integer(&random, -4, 4);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        static const double origin[3] = {0.0, 0.0, 0.0};
        double end[3];
        sample_in_plane(&random, origin, unit[0], unit[1], motion.x[i]);
        sample_in_plane(&random, lift, unit[0], slope, end);
        ts_sub(end, motion.x[i], motion.velocity[i]);
    }
    if (ts_sample_one_in(&random, 3)) motion.min_distance = ts_sample_integer(&random, 1, 8) / 2.0;
    ts_set_exact_motion(&made, &frame, &motion);
    made.t_max = ts_sample_t_max(&random);
    ts_hand_over(&made, query);
}
