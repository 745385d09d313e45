/* SPDX-License-Identifier: MIT
 * Queries with a known time of impact, and the calls around a method that the tests of every method need. */
#ifndef TS_TESTS_MOTIONS_H
#define TS_TESTS_MOTIONS_H

#include <math.h>
#include <string.h>

#include <touchstone/ccd.h>

#include "core/random.h"
#include "tests/support.h"

/* The first primitive hovers 1 above the middle of the second and comes down by 2 in direction 2, while
 * both move together by `drift` in direction 0; lengths times `scale`. Contact at (1 - xi) / 2. */
static inline ts_ccd_query head_on(ts_ccd_kind kind, double xi, double drift, double scale) {
    static const double rows[TS_CCD_KINDS][4][3] = {
        [TS_POINT_TRIANGLE] = {{0.25, 0.25, 1}, {-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}},
        [TS_EDGE_EDGE] = {{-1, 0.25, 1}, {2, 0.25, 1}, {0.25, -3, 0}, {0.25, 1, 0}},
        [TS_POINT_EDGE] = {{0.25, 0, 1}, {-1, 0, 0}, {3, 0, 0}},
        [TS_POINT_POINT] = {{0.25, 0.5, 1}, {0.25, 0.5, 0}},
    };
    ts_ccd_query query = {.kind = kind, .min_distance = scale * xi, .t_max = 1.0};
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        for (int c = 0; c < 3; ++c) query.x0[i][c] = query.x1[i][c] = scale * rows[kind][i][c];
        query.x1[i][0] += scale * drift;
        if (i < ts_ccd_first_vertices(kind)) query.x1[i][2] -= scale * 2.0;
    }
    return query;
}

/* The largest difference of two coordinates, and min_distance. */
static inline double size_of(const ts_ccd_query *query) {
    double size = query->min_distance;
    for (int i = 1; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            size = fmax(size, fabs(query->x0[i][c] - query->x0[0][c]));
            size = fmax(size, fabs(query->x1[i][c] - query->x1[0][c]));
        }
    }
    return size;
}

/* Carries the first primitive, at both ends, so many sizes of the query to a side. */
static inline void move_apart(ts_random *random, double sizes, ts_ccd_query *query) {
    const double size = size_of(query), height = ts_random_between(random, -1.0, 1.0),
                 angle = ts_random_between(random, 0.0, 6.3), level = sqrt(1.0 - height * height);
    const double way[3] = {level * cos(angle), level * sin(angle), height};
    for (int i = 0; i < ts_ccd_first_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            query->x0[i][c] += sizes * size * way[c];
            query->x1[i][c] += sizes * size * way[c];
        }
    }
}

/* Coordinates in another order: what holds for a motion holds for its image. */
static inline void turn(ts_ccd_query *query) {
    for (int i = 0; i < 4; ++i) {
        double *const ends[] = {query->x0[i], query->x1[i]};
        for (int e = 0; e < 2; ++e) {
            const double first = ends[e][0];
            ends[e][0] = ends[e][1];
            ends[e][1] = ends[e][2];
            ends[e][2] = first;
        }
    }
}

/* Unit-size primitives in general position, moving by up to `speed` per vertex. */
static inline ts_ccd_query random_query(ts_random *random, ts_ccd_kind kind, double speed) {
    ts_ccd_query query = {.kind = kind, .t_max = 1.0};
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            query.x0[i][c] = ts_random_between(random, -1.0, 1.0);
            query.x1[i][c] = query.x0[i][c] + ts_random_between(random, -speed, speed);
        }
    }
    return query;
}

/* Any finite doubles: huge, subnormal, equal. */
static inline ts_ccd_query wild_query(ts_random *random, ts_ccd_kind kind) {
    static const double most[] = {1e-300, 1e-150, 1.0, 1e150, 1.7e308};
    ts_ccd_query query = {.kind = kind, .t_max = 1.0};
    const double size = most[ts_random_below(random, 5)];
    if (ts_random_below(random, 2)) query.min_distance = most[ts_random_below(random, 5)] * ts_random_unit(random);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            query.x0[i][c] = size * ts_random_between(random, -1.0, 1.0);
            query.x1[i][c] = ts_random_below(random, 3) ? size * ts_random_between(random, -1.0, 1.0) : query.x0[i][c];
            if (i > 0 && ts_random_below(random, 4) == 0) query.x0[i][c] = query.x0[i - 1][c];
            if (ts_random_below(random, 8) == 0) query.x1[i][c] = 0x1p-1074;
        }
    }
    return query;
}

static inline ts_ccd_method method_with(const char *name, const char *options) {
    ts_ccd_method method = {0};
    ts_error error = {0};
    ck_assert_msg(ts_ccd_register_builtin(&error) == TS_OK, "%s", error.message);
    ck_assert_msg(ts_ccd_method_init(&method, name, options, &error) == TS_OK, "%s", error.message);
    return method;
}

static inline ts_ccd_result answer_of(const ts_ccd_method *method, const ts_ccd_query *query) {
    ts_ccd_result result;
    ts_ccd_answer(method, query, &result);
    return result;
}

#endif
