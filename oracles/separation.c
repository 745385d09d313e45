/* SPDX-License-Identifier: MIT
 * Separating directions on pieces of the step. The direction is a guess (that of the closest pair, plainly
 * computed, in the middle of the piece); only the test of it is error-bounded. */
#include "oracles/separation.h"

#include <math.h>

#include "core/vec3.h"
#include "oracles/float_poly.h"

enum { MOST_PIECES = 12 };

typedef struct search {
    const ts_float_query *query;
    ts_ccd_kind kind;
    int pieces;
} search;

static void row_difference(const ts_float_query *q, ts_rows rows, double t, double r[3]) {
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

/* The vector between the closest points at t, whichever way it points. */
static void closest_direction(const search *s, double t, double direction[3]) {
    const ts_pair_list *list = ts_pairs_of(s->kind);
    double least = INFINITY;
    for (size_t i = 0; i < list->count; ++i) {
        double w[3], u[3], v[3], r[3];
        row_difference(s->query, list->pairs[i].w, t, w);
        row_difference(s->query, list->pairs[i].u, t, u);
        row_difference(s->query, list->pairs[i].v, t, v);
        if (pair_direction(&list->pairs[i], w, u, v, r) && ts_norm2(r) < least) {
            least = ts_norm2(r);
            ts_scale(1.0, r, direction);
        }
    }
    if (!(least < INFINITY)) direction[0] = direction[1] = direction[2] = 0.0;
}

/* n.(b - a) at t for all vertices: all above xi |n| (1), all below its negative (-1), neither (0). */
static int side_at(const search *s, const double n[3], double t) {
    const int first = ts_ccd_first_vertices(s->kind), count = ts_ccd_vertices(s->kind);
    const double reach = s->query->xi * sqrt(ts_norm2(n)) * (1.0 + 0x1p-40);
    int above = 1, below = 1;
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < count; ++b) {
            double r[3], bound = 0.0;
            row_difference(s->query, (ts_rows){(unsigned char)a, (unsigned char)b}, t, r);
            for (int i = 0; i < 3; ++i) {
                const double term = (1.0 - t) * fabs(s->query->x0[b][i] - s->query->x0[a][i]) +
                                    t * fabs(s->query->x1[b][i] - s->query->x1[a][i]);
                bound += fabs(n[i]) * term;
            }
            /* Per term: 2 (difference, 1 - t) + 2 (products) + 1 (sum) + 1 (times n) + 2 (sums) roundings. */
            const double margin = FLOAT_BOUND(reach + 12.0 * FLOAT_U * bound), value = ts_dot(n, r);
            above &= value > margin;
            below &= value < -margin;
        }
    }
    return above - below;
}

static bool separated(search *s, double lo, double hi, int side_of_lo, const double from_lo[3]) {
    if (s->pieces-- == 0) return false;
    double n[3];
    if (side_of_lo != 0 && side_at(s, from_lo, hi) == side_of_lo) return true;
    closest_direction(s, 0.5 * (lo + hi), n);
    const int side = side_at(s, n, lo);
    if (side != 0 && side_at(s, n, hi) == side) return true;
    const double middle = 0.5 * (lo + hi);
    double at_lo[3];
    closest_direction(s, lo, at_lo);
    return separated(s, lo, middle, side_at(s, at_lo, lo), at_lo) && separated(s, middle, hi, side_at(s, n, middle), n);
}

bool ts_float_separated(const ts_float_query *query, ts_ccd_kind kind) {
    search s = {query, kind, MOST_PIECES};
    double n[3];
    closest_direction(&s, 0.0, n);
    const int side = side_at(&s, n, 0.0);
    return side != 0 && separated(&s, 0.0, 1.0, side, n);
}
