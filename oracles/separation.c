/* SPDX-License-Identifier: MIT
 * Separating directions on pieces of the step. The direction is a guess (that of the closest pair, plainly
 * computed, in the middle of the piece); only the test of it is error-bounded. */
#include "oracles/separation.h"

#include <math.h>

#include "core/vec3.h"
#include "oracles/float_poly.h"
#include "oracles/guess.h"

enum { MOST_PIECES = 12, MOST_TRIES = 4 };

/* A gap below this part of the largest offset is hardly more than rounding. */
static const double TOUCHING = 0x1p-46;

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

bool ts_float_seems_touching(const ts_float_query *query, ts_ccd_kind kind, double t) {
    if (!(t <= 1.0)) return false;
    double most = 0.0, n[3];
    for (int i = 1; i < ts_ccd_vertices(kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            most = fmax(most, fabs(query->x0[i][c] - query->x0[0][c]));
            most = fmax(most, fabs(query->x1[i][c] - query->x1[0][c]));
        }
    }
    return ts_guess_direction(query, kind, t, n) - query->xi <= TOUCHING * most;
}

bool ts_float_separated(const ts_float_query *query, ts_ccd_kind kind) {
    search s = {query, kind, MOST_PIECES};
    double n[3];
    ts_guess_direction(query, kind, 0.0, n);
    const int side = side_at(&s, n, 0.0);
    return side != 0 && separated(&s, 0.0, 1.0, side, n);
}

/* ---- At length ---- */

/* About the time in (t, end] at which the first n.(b - a) comes down to xi |n| on that side. */
static double lasts_until(const search *s, const double n[3], int side, double t, double end) {
    const int first = ts_ccd_first_vertices(s->kind), count = ts_ccd_vertices(s->kind);
    const double reach = s->query->xi * sqrt(ts_norm2(n));
    double until = end;
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < count; ++b) {
            const ts_rows rows = {(unsigned char)a, (unsigned char)b};
            double now[3], then[3];
            ts_guess_row_difference(s->query, rows, t, now);
            ts_guess_row_difference(s->query, rows, end, then);
            const double room = side * ts_dot(n, now) - reach, left = side * ts_dot(n, then) - reach;
            if (left < 0.0) until = fmin(until, t + room / (room - left) * (end - t));
        }
    }
    return until;
}

/* The end of a piece from t on that the direction certainly keeps apart, t when none is found. */
static double piece_end(const search *s, const double n[3], double t, double end) {
    const int side = side_at(s, n, t);
    if (side == 0) return t;
    const double about = lasts_until(s, n, side, t, end);
    if (about >= end && side_at(s, n, end) == side) return end;
    double length = (about - t) * (1.0 - 0x1p-20);
    for (int tries = 0; tries < MOST_TRIES && t + length > t; ++tries, length *= 0.5) {
        if (side_at(s, n, t + length) == side) return t + length;
    }
    return t;
}

bool ts_float_separated_at_length(const ts_float_query *query, ts_ccd_kind kind, double end, int most_pieces) {
    const search s = {query, kind, most_pieces};
    double t = 0.0, ahead = 0.0, n[3];
    for (int pieces = 0; pieces < most_pieces && t < end; ++pieces) {
        ts_guess_direction(query, kind, fmin(t + ahead, end), n);
        double next = piece_end(&s, n, t, end);
        if (next == t && ahead > 0.0) {
            ts_guess_direction(query, kind, t, n);
            next = piece_end(&s, n, t, end);
        }
        if (next == t) return false;
        ahead = 0.5 * (next - t);
        t = next;
    }
    return t >= end;
}
