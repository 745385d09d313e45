/* SPDX-License-Identifier: MIT
 * Separating directions on pieces of the step. The direction is a guess (that of the closest pair, plainly
 * computed, in the middle of the piece); only the test of it is error-bounded. */
#include "oracles/separation.h"

#include <math.h>

#include "core/vec3.h"
#include "oracles/float_poly.h"
#include "oracles/guess.h"

enum { MOST_PIECES = 12 };

typedef struct search {
    const ts_float_query *query;
    ts_ccd_kind kind;
    int pieces;
} search;

/* n.(b - a) at t for all vertices: all above xi |n| (1), all below its negative (-1), neither (0). */
static int side_at(const search *s, const double n[3], double t) {
    const int first = ts_ccd_first_vertices(s->kind), count = ts_ccd_vertices(s->kind);
    const double norm2 = ts_norm2(n);
    if (norm2 < 0x1p-900) return 0; /* near underflow it would be no bound of |n| */
    const double reach = s->query->xi * sqrt(norm2) * (1.0 + 0x1p-40);
    int above = 1, below = 1;
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < count; ++b) {
            double r[3], bound = 0.0;
            ts_guess_row_difference(s->query, (ts_rows){(unsigned char)a, (unsigned char)b}, t, r);
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
    ts_guess_direction(s->query, s->kind, 0.5 * (lo + hi), n);
    const int side = side_at(s, n, lo);
    if (side != 0 && side_at(s, n, hi) == side) return true;
    const double middle = 0.5 * (lo + hi);
    double at_lo[3];
    ts_guess_direction(s->query, s->kind, lo, at_lo);
    return separated(s, lo, middle, side_at(s, at_lo, lo), at_lo) && separated(s, middle, hi, side_at(s, n, middle), n);
}

bool ts_float_separated(const ts_float_query *query, ts_ccd_kind kind) {
    search s = {query, kind, MOST_PIECES};
    double n[3];
    ts_guess_direction(query, kind, 0.0, n);
    const int side = side_at(&s, n, 0.0);
    return side != 0 && separated(&s, 0.0, 1.0, side, n);
}
