/* SPDX-License-Identifier: MIT
 * Plain floating-point guesses of distances and directions. */
#include "oracles/guess.h"

#include <math.h>
#include <stdbool.h>

#include "core/vec3.h"

void ts_guess_row_difference(const ts_float_query *q, ts_rows rows, double t, double r[3]) {
    for (int i = 0; i < 3; ++i) {
        r[i] = (1.0 - t) * (q->x0[rows.to][i] - q->x0[rows.from][i]) + t * (q->x1[rows.to][i] - q->x1[rows.from][i]);
    }
}

/* Line-point and plane-point (line-line) vectors of a pair from the formulas of oracles/pairs.h; false where
 * the closest points lie outside, or on NaN. */
static bool pair_direction(const ts_pair *pair, const double w[3], const double u[3], const double v[3], double r[3]) {
    if (pair->type == TS_PAIR_POINTS) {
        ts_scale(1.0, w, r);
        return true;
    }
    if (pair->type == TS_PAIR_POINT_LINE) {
        const double a = ts_dot(w, u) / ts_norm2(u);
        ts_axpy(w, -a, u, r);
        return a >= 0.0 && a <= 1.0;
    }
    double n[3], m[3];
    ts_cross(u, v, n);
    const double norm2 = ts_norm2(n);
    ts_cross(w, v, m);
    const double a = ts_dot(m, n) / norm2;
    ts_cross(w, u, m);
    const double b = ts_dot(m, n) / norm2;
    ts_scale(ts_dot(w, n) / norm2, n, r);
    if (pair->type == TS_PAIR_POINT_PLANE) return a >= 0.0 && -b >= 0.0 && a - b <= 1.0;
    return a >= 0.0 && a <= 1.0 && b >= 0.0 && b <= 1.0;
}

double ts_guess_direction(const ts_float_query *query, ts_ccd_kind kind, double t, double direction[3]) {
    const ts_feature_pair_list *list = ts_pairs_of(kind);
    double least = INFINITY;
    direction[0] = direction[1] = direction[2] = 0.0;
    for (size_t i = 0; i < list->count; ++i) {
        double w[3], u[3], v[3], r[3];
        ts_guess_row_difference(query, list->pairs[i].w, t, w);
        ts_guess_row_difference(query, list->pairs[i].u, t, u);
        ts_guess_row_difference(query, list->pairs[i].v, t, v);
        if (pair_direction(&list->pairs[i], w, u, v, r) && ts_norm2(r) < least) {
            least = ts_norm2(r);
            ts_scale(1.0, r, direction);
        }
    }
    return sqrt(least);
}
