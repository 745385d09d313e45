/* SPDX-License-Identifier: MIT
 * Family `needle`: features that are almost smaller by a dimension: triangles with a sine of 1e-16 to 1e-3,
 * edges that cross at such an angle, edges shorter than the rest by that factor, points that meet almost
 * head on. In near contact as in cloth. */
#include <string.h>

#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/near.h"

/* Orthogonal directions: u along the needle, v across it, n out of its plane. */
typedef struct ts_axes {
    double u[3], v[3], n[3];
} ts_axes;

static void sample_axes(ts_random *random, ts_axes *axes) {
    ts_sample_direction(random, axes->u);
    ts_sample_perpendicular(random, axes->u, axes->v);
    ts_cross(axes->u, axes->v, axes->n);
}

/* out = a u + b v + c n */
static void combine(const ts_axes *axes, double a, double b, double c, double out[3]) {
    ts_scale(a, axes->u, out);
    ts_axpy(out, b, axes->v, out);
    ts_axpy(out, c, axes->n, out);
}

static void pose_sliver(ts_random *random, const ts_axes *axes, double sine, double distance, ts_query_pose *pose) {
    const double tip = ts_random_between(random, -0.2, 1.2);
    const double first = ts_random_between(random, 0.05, 0.9);
    const double second = ts_random_between(random, 0.0, 0.95 - first);
    combine(axes, 0.0, 0.0, 0.0, pose->x[1]);
    combine(axes, 1.0, 0.0, 0.0, pose->x[2]);
    combine(axes, tip, sine, 0.0, pose->x[3]);
    combine(axes, first + second * tip, second * sine, distance, pose->x[0]);
}

static void pose_shallow_crossing(ts_random *random, const ts_axes *axes, double sine, double distance,
                                  ts_query_pose *pose) {
    const double before = ts_random_between(random, 0.0, 1.0);
    const double after = ts_random_between(random, 0.0, 1.0);
    combine(axes, -before, 0.0, distance, pose->x[0]);
    combine(axes, 1.0 - before, 0.0, distance, pose->x[1]);
    combine(axes, -after, -after * sine, 0.0, pose->x[2]);
    combine(axes, 1.0 - after, (1.0 - after) * sine, 0.0, pose->x[3]);
}

static void pose_short_edge(ts_random *random, const ts_axes *axes, double sine, double distance, ts_query_pose *pose) {
    const double before = ts_random_between(random, -0.5, 1.5);
    combine(axes, 0.0, 0.0, distance, pose->x[0]);
    combine(axes, -before * sine, 0.0, 0.0, pose->x[1]);
    combine(axes, (1.0 - before) * sine, 0.0, 0.0, pose->x[2]);
}

static void sample_needle(ts_random *random, ts_ccd_kind kind, double distance, ts_query_pose *pose) {
    ts_axes axes;
    sample_axes(random, &axes);
    memset(pose, 0, sizeof *pose);
    memcpy(pose->normal, axes.n, sizeof axes.n);
    const double sine = ts_random_log(random, 1e-16, 1e-3);
    switch (kind) {
    case TS_POINT_TRIANGLE: pose_sliver(random, &axes, sine, distance, pose); break;
    case TS_EDGE_EDGE: pose_shallow_crossing(random, &axes, sine, distance, pose); break;
    case TS_POINT_EDGE: pose_short_edge(random, &axes, sine, distance, pose); break;
    case TS_POINT_POINT: combine(&axes, distance * sine, 0.0, distance, pose->x[0]); break;
    }
}

void ts_generate_needle(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "needle", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    if (ts_sample_one_in(&random, 2)) made.min_distance = ts_random_log(&random, 1e-5, 1e-3);
    ts_near near;
    ts_query_pose pose;
    ts_motion motion = {0};
    ts_sample_near(&random, made.min_distance, &near);
    sample_needle(&random, kind, near.pose_distance, &pose);
    ts_sample_near_motion(&random, kind, &near, &pose, &motion);
    ts_set_motion(&made, &pose, &motion);
    made.t_max = ts_sample_t_max(&random);
    ts_hand_over(&made, query);
}
