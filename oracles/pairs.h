/* SPDX-License-Identifier: MIT
 * The feature pairs of a query and the polynomials in t that decide when one is in contact.
 *
 * The primitives are at distance <= xi exactly when some pair of features (points, lines, plane) is, with
 * its closest points inside both features. With vectors w, u, v that are differences of rows of x(t):
 *   point-point   F = |w|^2 - xi^2
 *   point-line    F = |w x u|^2 - xi^2 |u|^2,     inside: 0 <= w.u <= |u|^2,          direction: |u|^2 > 0
 *   point-plane   n = u x v, F = (w.n)^2 - xi^2 |n|^2 (xi = 0: F = w.n),
 *                 a = (w x v).n, b = (u x w).n,   inside: a, b >= 0, a + b <= |n|^2,  direction: |n|^2 > 0
 *   line-line     the same n, F and a, b = (w x u).n, inside: 0 <= a, b <= |n|^2,     direction: |n|^2 > 0
 * The pair is in contact at t when F <= 0, inside and direction hold. Where the direction vanishes all of
 * them are zero and say nothing: there the closest points lie on lower features, which are pairs themselves. */
#ifndef TS_ORACLES_PAIRS_H
#define TS_ORACLES_PAIRS_H

#include <stddef.h>

#include <touchstone/ccd.h>
#include <touchstone/distance.h>

typedef enum ts_pair_type { TS_PAIR_POINTS = 0, TS_PAIR_POINT_LINE, TS_PAIR_POINT_PLANE, TS_PAIR_LINES } ts_pair_type;

/* A vector between two rows: x[to] - x[from]. */
typedef struct ts_rows {
    unsigned char from, to;
} ts_rows;

typedef struct ts_pair {
    ts_pair_type type;
    ts_feature feature;
    ts_rows w, u, v; /* points: w only; point-line: w, u */
} ts_pair;

#define TS_MAX_PAIRS 9

/* The pairs of a kind, lowest dimension first. */
typedef struct ts_feature_pair_list {
    size_t count;
    ts_pair pairs[TS_MAX_PAIRS];
} ts_feature_pair_list;

const ts_feature_pair_list *ts_pairs_of(ts_ccd_kind kind);

/* What a stage found out about one pair: the first time in [0, t_end] at which it is in contact. */
typedef enum ts_pair_state { TS_PAIR_FREE = 0, TS_PAIR_CONTACT, TS_PAIR_UNDECIDED } ts_pair_state;

typedef struct ts_pair_outcome {
    ts_pair_state state;
    double lo, hi; /* contact: bracket as in ts_oracle_truth; undecided: the pair is free before lo, and the
                    * trouble lies in [lo, hi] */
} ts_pair_outcome;

#endif
