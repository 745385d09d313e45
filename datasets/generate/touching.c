/* SPDX-License-Identifier: MIT
 * Family `touching`: two rigidly translating primitives that are at exactly min_distance at a time k/8 and
 * farther apart before. (The distance of two convex sets under translation is convex in t, so a negative
 * slope at that time makes it the first contact.) */
#include <math.h>
#include <string.h>

#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/frame.h"
#include "datasets/generate/touch.h"

/* A velocity (multiples of 8) that closes the distance. */
static void sample_closing(ts_random *random, const double normal[3], double v[3]) {
    do ts_sample_steps(random, 8, 8.0, v);
    while (ts_dot(v, normal) == 0.0);
    if (ts_dot(v, normal) > 0.0) ts_scale(-1.0, v, v);
}

/* The time of contact, and t_max at it, beyond it, or one double before it (no contact). */
static double sample_time(ts_random *random, double *t_max) {
    *t_max = 1.0;
    switch (ts_random_below(random, 4)) {
    case 0: return 0.0;
    case 1: return 1.0;
    case 2: return ts_sample_integer(random, 1, 7) / 8.0;
    default: break;
    }
    const double at = ts_sample_integer(random, 1, 7) / 8.0;
    *t_max = ts_sample_one_in(random, 2) ? at : nextafter(at, 0.0);
    return at;
}

void ts_generate_touching(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "touching", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    ts_frame frame;
    ts_touch touch;
    ts_exact_motion motion = {0};
    ts_sample_frame(&random, &frame);
    ts_sample_touch(&random, kind, false, &touch);
    const double steps = ts_sample_one_in(&random, 2) ? 0.0 : ts_sample_integer(&random, 1, 4);
    motion.min_distance = steps * touch.length;
    motion.at = sample_time(&random, &made.t_max);
    double closing[3], common[3];
    sample_closing(&random, touch.normal, closing);
    ts_sample_steps(&random, 8, 8.0, common);
    memcpy(motion.x, touch.x, sizeof motion.x);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        memcpy(motion.velocity[i], common, sizeof common);
        if (i >= ts_ccd_first_vertices(kind)) continue;
        ts_axpy(motion.x[i], steps, touch.normal, motion.x[i]);
        ts_add(motion.velocity[i], closing, motion.velocity[i]);
    }
    ts_set_exact_motion(&made, &frame, &motion);
    ts_shuffle_vertices(&random, &made);
    ts_hand_over(&made, query);
}
