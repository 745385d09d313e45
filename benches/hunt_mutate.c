/* SPDX-License-Identifier: GPL-2.0-or-later
 * Random small changes of a query: one function for each sort. */
#include "benches/hunt_mutate.h"

#include <math.h>
#include <string.h>

#include "core/vec3.h"
#include "datasets/generate/sample.h"
#include <touchstone/distance.h>

typedef void mutation(ts_random *random, ts_ccd_query *query);

/* ---- Picking ---- */

static int pick_vertex(ts_random *random, const ts_ccd_query *query) {
    return (int)ts_random_below(random, (uint64_t)ts_ccd_vertices(query->kind));
}

static double *pick_end(ts_random *random, ts_ccd_query *query, int vertex) {
    return ts_sample_one_in(random, 2) ? query->x0[vertex] : query->x1[vertex];
}

static double *pick_coordinate(ts_random *random, ts_ccd_query *query) {
    double *x = pick_end(random, query, pick_vertex(random, query));
    return &x[ts_random_below(random, 3)];
}

static double pick_sign(ts_random *random) {
    return ts_sample_one_in(random, 2) ? 1.0 : -1.0;
}

/* Start, end, or both (3). */
static unsigned pick_ends(ts_random *random) {
    return 1u + (unsigned)ts_random_below(random, 3);
}

/* The largest difference of two coordinates along an axis, at the start; 1 when there is none. */
static double size_of(const ts_ccd_query *query) {
    double size = 0.0;
    for (int i = 1; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) size = fmax(size, fabs(query->x0[i][c] - query->x0[0][c]));
    }
    return size > 0.0 && size < 1e300 ? size : 1.0;
}

/* ---- Single numbers ---- */

/* A few units in the last place, or some power of two of them. */
static void nudge(ts_random *random, ts_ccd_query *query) {
    double *x = pick_coordinate(random, query);
    const double ulp = nextafter(fabs(*x), INFINITY) - fabs(*x);
    *x += pick_sign(random) * ldexp(ulp, (int)ts_random_below(random, 40));
}

static void jitter(ts_random *random, ts_ccd_query *query) {
    double *x = pick_coordinate(random, query);
    *x += pick_sign(random) * size_of(query) * ts_random_log(random, 0x1p-40, 1.0);
}

static void copy_coordinate(ts_random *random, ts_ccd_query *query) {
    const uint64_t axis = ts_random_below(random, 3);
    const double *from = pick_end(random, query, pick_vertex(random, query));
    double *to = pick_end(random, query, pick_vertex(random, query));
    to[axis] = from[axis];
}

static void round_coordinate(ts_random *random, ts_ccd_query *query) {
    double *x = pick_coordinate(random, query);
    int exponent;
    const double mantissa = frexp(*x, &exponent);
    const int bits = (int)ts_random_below(random, 30);
    *x = ldexp(nearbyint(ldexp(mantissa, bits)), exponent - bits);
}

/* ---- Vertices ---- */

static void copy_vertex(ts_random *random, ts_ccd_query *query) {
    const double *from = pick_end(random, query, pick_vertex(random, query));
    double *to = pick_end(random, query, pick_vertex(random, query));
    memmove(to, from, 3 * sizeof *to);
}

static void jitter_vertex(ts_random *random, ts_ccd_query *query) {
    double direction[3];
    double *x = pick_end(random, query, pick_vertex(random, query));
    ts_sample_direction(random, direction);
    ts_axpy(x, size_of(query) * ts_random_log(random, 0x1p-40, 4.0), direction, x);
}

/* Faster, slower or backwards: one vertex, or all of them. */
static void scale_motion(ts_random *random, ts_ccd_query *query) {
    const int only = ts_sample_one_in(random, 2) ? pick_vertex(random, query) : -1;
    const double factor = pick_sign(random) * ts_random_log(random, 0x1p-10, 0x1p5);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        double p[3];
        if (only >= 0 && i != only) continue;
        ts_sub(query->x1[i], query->x0[i], p);
        ts_axpy(query->x0[i], factor, p, query->x1[i]);
    }
}

/* ---- Shapes ---- */

/* v comes nearer to the line through a and b, or to a when that has no direction. */
static void flatten_onto(const double a[3], const double b[3], double factor, double v[3]) {
    double u[3], w[3], off[3];
    ts_sub(b, a, u);
    ts_sub(v, a, w);
    const double along = ts_norm2(u) > 0.0 ? ts_dot(w, u) / ts_norm2(u) : 0.0;
    ts_axpy(w, -along, u, off);
    ts_sub(v, off, v);
    ts_axpy(v, factor, off, v);
}

/* The second edge turned towards the first one's direction about its row 2. */
static void make_parallel(double x[4][3], double factor) {
    double direction[3], parallel[3];
    ts_sub(x[1], x[0], direction);
    ts_add(x[2], direction, parallel);
    flatten_onto(x[2], parallel, factor, x[3]);
}

static void make_thin(double x[4][3], double factor, int corner) {
    flatten_onto(x[1 + (corner + 1) % 3], x[1 + (corner + 2) % 3], factor, x[1 + corner]);
}

static void flatten_ends(ts_random *random, ts_ccd_query *query) {
    const unsigned ends = pick_ends(random);
    const double factor = pick_sign(random) * ts_random_log(random, 0x1p-40, 1.0);
    const int corner = (int)ts_random_below(random, 3);
    for (int end = 0; end < 2; ++end) {
        double(*x)[3] = end ? query->x1 : query->x0;
        if (!(ends & (1u << end))) continue;
        if (query->kind == TS_EDGE_EDGE) make_parallel(x, factor);
        if (query->kind == TS_POINT_TRIANGLE) make_thin(x, factor, corner);
        if (query->kind == TS_POINT_EDGE) flatten_onto(x[1], x[2], factor, x[0]);
    }
}

/* The first primitive moved along the line of the closest points, so that the gap is multiplied. */
static void scale_gap_of(const ts_ccd_query *query, double x[4][3], double factor) {
    const int first = ts_ccd_first_vertices(query->kind);
    ts_closest closest;
    double apart[3] = {0.0, 0.0, 0.0};
    ts_closest_points(query->kind, x, &closest);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        ts_axpy(apart, i < first ? closest.weight[i] : -closest.weight[i], x[i], apart);
    }
    const double distance = sqrt(closest.distance2);
    if (!(distance > 0.0 && distance < INFINITY)) return;
    const double move = (factor - 1.0) * (distance - query->min_distance) / distance;
    for (int i = 0; i < first; ++i) ts_axpy(x[i], move, apart, x[i]);
}

static void scale_gap(ts_random *random, ts_ccd_query *query) {
    const unsigned ends = pick_ends(random);
    const double factor = ts_random_log(random, 0x1p-12, 0x1p4);
    /* Through the other primitive now and then, at the end of the motion only. */
    const double sign = ends == 2 ? pick_sign(random) : 1.0;
    if (ends & 1u) scale_gap_of(query, query->x0, factor);
    if (ends & 2u) scale_gap_of(query, query->x1, sign * factor);
}

/* ---- The whole ---- */

static void translate(ts_random *random, ts_ccd_query *query) {
    double offset[3];
    ts_sample_direction(random, offset);
    ts_scale(size_of(query) * ts_random_log(random, 0x1p-4, 0x1p30), offset, offset);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        ts_add(query->x0[i], offset, query->x0[i]);
        ts_add(query->x1[i], offset, query->x1[i]);
    }
}

static void scale_all(ts_random *random, ts_ccd_query *query) {
    const double factor = ldexp(1.0, (int)ts_random_below(random, 41) - 20);
    for (int i = 0; i < 4; ++i) {
        ts_scale(factor, query->x0[i], query->x0[i]);
        ts_scale(factor, query->x1[i], query->x1[i]);
    }
    query->min_distance *= factor;
}

/* The first primitive slides off by the same vector at the end. */
static void push_first(ts_random *random, ts_ccd_query *query) {
    double push[3];
    ts_sample_direction(random, push);
    ts_scale(size_of(query) * ts_random_log(random, 0x1p-20, 0x1p4), push, push);
    for (int i = 0; i < ts_ccd_first_vertices(query->kind); ++i) ts_add(query->x1[i], push, query->x1[i]);
}

static void swap_ends(ts_random *random, ts_ccd_query *query) {
    double start[4][3];
    (void)random;
    memcpy(start, query->x0, sizeof start);
    memcpy(query->x0, query->x1, sizeof start);
    memcpy(query->x1, start, sizeof start);
}

static void change_t_max(ts_random *random, ts_ccd_query *query) {
    query->t_max = ts_sample_one_in(random, 2) ? 1.0 : 1.0 - ts_random_unit(random);
}

static void change_min_distance(ts_random *random, ts_ccd_query *query) {
    switch (ts_random_below(random, 4)) {
    case 0: query->min_distance = 0.0; break;
    case 1: query->min_distance = size_of(query) * ts_random_log(random, 0x1p-40, 1.0); break;
    case 2: query->min_distance *= ts_random_log(random, 0x1p-4, 0x1p4); break;
    default: /* just less than the distance at the start */
        query->min_distance = sqrt(ts_distance2(query->kind, query->x0)) * (1.0 - ts_random_log(random, 0x1p-40, 1.0));
        break;
    }
}

/* The last needs a method that knows min_distance. */
static mutation *const MUTATIONS[] = {
    nudge,         nudge,        jitter,     copy_coordinate, round_coordinate, copy_vertex,
    jitter_vertex, scale_motion, translate,  scale_all,       flatten_ends,     flatten_ends,
    scale_gap,     scale_gap,    push_first, swap_ends,       change_t_max,     change_min_distance,
};

void ts_hunt_mutate(ts_random *random, bool thick, ts_ccd_query *query) {
    const size_t sorts = sizeof MUTATIONS / sizeof *MUTATIONS - !thick;
    ts_ccd_query changed = *query;
    const uint64_t changes = 1 + ts_random_below(random, 3);
    for (uint64_t i = 0; i < changes; ++i) MUTATIONS[ts_random_below(random, sorts)](random, &changed);
    ts_ccd_query tidy;
    ts_hand_over(&changed, &tidy);
    if (ts_ccd_query_check(&tidy, NULL) == TS_OK) *query = tidy;
}
