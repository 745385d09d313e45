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

/* x[to] - x[from] at some t, of all rows. */
typedef struct differences {
    double of[4][4][3]; /* [from][to] */
} differences;

static void set_differences(const ts_float_query *q, int rows, double t, differences *d) {
    for (int from = 0; from < rows; ++from) {
        for (int to = from + 1; to < rows; ++to) {
            ts_guess_row_difference(q, (ts_rows){(unsigned char)from, (unsigned char)to}, t, d->of[from][to]);
            ts_scale(-1.0, d->of[from][to], d->of[to][from]);
        }
    }
}

/* Is a in [0, whole]? False on NaN. */
static bool is_share(double a, double whole) {
    return a >= 0.0 && a <= whole;
}

/* Line-point and plane-point (line-line) vectors of a pair from the formulas of oracles/pairs.h; false where
 * the closest points lie outside, or on NaN. */
static bool pair_direction(const ts_pair *pair, const differences *d, double r[3]) {
    const double *w = d->of[pair->w.from][pair->w.to], *u = d->of[pair->u.from][pair->u.to],
                 *v = d->of[pair->v.from][pair->v.to];
    if (pair->type == TS_PAIR_POINTS) {
        ts_scale(1.0, w, r);
        return true;
    }
    if (pair->type == TS_PAIR_POINT_LINE) {
        const double a = ts_dot(w, u), norm2 = ts_norm2(u);
        if (!is_share(a, norm2)) return false;
        ts_axpy(w, -(a / norm2), u, r);
        return true;
    }
    double n[3], m[3];
    ts_cross(u, v, n);
    const double norm2 = ts_norm2(n);
    ts_cross(w, v, m);
    const double a = ts_dot(m, n);
    if (!is_share(a, norm2)) return false;
    ts_cross(w, u, m);
    const double b = ts_dot(m, n);
    ts_scale(ts_dot(w, n) / norm2, n, r);
    return pair->type == TS_PAIR_POINT_PLANE ? -b >= 0.0 && a - b <= norm2 : is_share(b, norm2);
}

double ts_guess_direction(const ts_float_query *query, ts_ccd_kind kind, double t, double direction[3]) {
    const ts_feature_pair_list *list = ts_pairs_of(kind);
    differences d;
    set_differences(query, ts_ccd_vertices(kind), t, &d);
    double least = INFINITY;
    direction[0] = direction[1] = direction[2] = 0.0;
    for (size_t i = 0; i < list->count; ++i) {
        double r[3];
        if (!pair_direction(&list->pairs[i], &d, r)) continue;
        const double distance2 = ts_norm2(r);
        if (!(distance2 < least)) continue;
        least = distance2;
        ts_scale(1.0, r, direction);
    }
    return sqrt(least);
}
