/* SPDX-License-Identifier: MIT
 * Family `grazing`: the distance comes down to min_distance and turns back, so that its polynomial has a
 * double root; in half of the queries a last digit is then changed, so that it has two roots or none. */
#include <math.h>
#include <string.h>

#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/frame.h"
#include "datasets/generate/touch.h"

/* min_distance > 0 (or a meeting of vertices, or of vertex and edge): rigid translation across the normal. By
 * convexity the distance is least at that time. */
static void graze_at_distance(ts_random *random, ts_ccd_kind kind, double steps, ts_exact_motion *motion) {
    ts_touch touch;
    double v[3], across[3], common[3];
    ts_sample_touch(random, kind, true, &touch);
    do {
        /* The first component makes the motion leave an edge that runs along x. */
        ts_sample_steps(random, 3, 8.0, v);
        ts_cross(touch.normal, v, across);
    } while (v[0] == 0.0 || ts_norm2(across) == 0.0);
    ts_sample_steps(random, 8, 8.0, common);
    memcpy(motion->x, touch.x, sizeof motion->x);
    motion->min_distance = steps * touch.length;
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        memcpy(motion->velocity[i], common, sizeof common);
        if (i >= ts_ccd_first_vertices(kind)) continue;
        ts_axpy(motion->x[i], steps, touch.normal, motion->x[i]);
        ts_add(motion->velocity[i], across, motion->velocity[i]);
    }
}

/* min_distance 0, a triangle (0,0,0), (b,0,0), (0,c,k tau) that turns about its first edge and a point
 * (px, py + qy tau, pz tau): its volume with them is b tau (c pz - k py - k qy tau), so k py = c pz makes the
 * root at tau = 0 double. */
static void graze_turning_triangle(ts_random *random, ts_exact_motion *motion) {
    const double py = 4.0 * ts_sample_integer(random, 1, 4);
    const double px = 4.0 * ts_sample_integer(random, 1, 4);
    const double multiple = ts_sample_integer(random, 2, 4);
    const double pz = 8.0 * ts_sample_integer(random, 1, 4);
    const double turn = ts_sample_integer(random, 1, 4);
    motion->x[0][0] = px;
    motion->x[0][1] = py;
    motion->velocity[0][1] = ts_sample_one_in(random, 2) ? 8.0 * turn : -8.0 * turn;
    motion->velocity[0][2] = pz;
    motion->x[2][0] = 4.0 * px; /* (px, py) / (4 px, multiple py) sums to at most 1/4 + 1/2: inside */
    motion->x[3][1] = multiple * py;
    motion->velocity[3][2] = multiple * pz;
}

/* min_distance 0, an edge along x and one from (x,-p,p k tau) to (x,q + m tau,-q k tau): they cross at
 * tau = 0, where its height over the first, tau k p m tau / (p + q + m tau), has a double root. */
static void graze_turning_edges(ts_random *random, ts_exact_motion *motion) {
    const double p = 4.0 * ts_sample_integer(random, 4, 8);
    const double q = 4.0 * ts_sample_integer(random, 4, 8);
    const double k = 8.0 * ts_sample_integer(random, 1, 3);
    const double m = ts_sample_one_in(random, 2) ? 8.0 : -8.0;
    motion->x[0][0] = -4.0 * ts_sample_integer(random, 1, 8);
    motion->x[1][0] = 4.0 * ts_sample_integer(random, 1, 8);
    motion->x[2][1] = -p;
    motion->velocity[2][2] = p * k;
    motion->x[3][1] = q;
    motion->velocity[3][1] = m;
    motion->velocity[3][2] = -q * k;
}

/* Changes min_distance, or one coordinate when it is 0, by a relative 2^-52 to 2^-30. */
static void perturb(ts_random *random, ts_ccd_query *query) {
    const double sign = ts_sample_one_in(random, 2) ? 1.0 : -1.0;
    const double factor = 1.0 + ldexp(sign, -(int)ts_sample_integer(random, 30, 52));
    if (query->min_distance > 0.0) {
        query->min_distance *= factor;
        return;
    }
    double *changed;
    do {
        const int row = (int)ts_random_below(random, (uint64_t)ts_ccd_vertices(query->kind));
        double(*end)[3] = ts_sample_one_in(random, 2) ? query->x0 : query->x1;
        changed = &end[row][ts_random_below(random, 3)];
    } while (*changed == 0.0 && ts_sample_one_in(random, 2));
    *changed *= factor;
}

void ts_generate_grazing(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "grazing", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    ts_frame frame;
    ts_exact_motion motion = {.at = 0.0};
    ts_sample_frame(&random, &frame);
    motion.at = ts_sample_integer(&random, 1, 7) / 8.0;
    const double steps = ts_sample_one_in(&random, 3) ? 0.0 : ts_sample_integer(&random, 1, 4);
    if (steps == 0.0 && kind == TS_POINT_TRIANGLE) {
        graze_turning_triangle(&random, &motion);
    } else if (steps == 0.0 && kind == TS_EDGE_EDGE) {
        graze_turning_edges(&random, &motion);
    } else {
        graze_at_distance(&random, kind, steps, &motion);
    }
    ts_set_exact_motion(&made, &frame, &motion);
    ts_shuffle_vertices(&random, &made);
    if (ts_sample_one_in(&random, 2)) perturb(&random, &made);
    ts_hand_over(&made, query);
}
