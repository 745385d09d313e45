/* SPDX-License-Identifier: MIT
 * The polynomials of a feature pair (oracles/pairs.h) on a piece of the step, in doubles with error bounds, and whether
 * halving the piece can come to anything. */
#ifndef TS_ORACLES_FLOAT_PIECE_H
#define TS_ORACLES_FLOAT_PIECE_H

#include <stdbool.h>

#include "oracles/float_poly.h"

/* The direction is positive wherever all inside conditions are definite: they add up to it. */
typedef struct ts_float_piece {
    ts_bernstein distance, inside[4];
    int inside_count;
    bool is_signed; /* xi = 0: F is w.n, and both its signs are free */
    double lo, hi;
} ts_float_piece;

/* Is it in vain to halve on: is F, or an inside condition where F vanishes, 0 to within its error? Told by plain
 * doubles, without proof. *near: the time of that, in [lo, hi]. */
bool ts_float_is_in_vain(const ts_float_piece *piece, double *near);

/* The one root of F on a piece (ts_has_one_root), in [0, 1]; about, and where it certainly lies. */
typedef struct ts_float_root {
    double about, from, until;
} ts_float_root;

/* False where what lies around the root is not certain. anywhere: the whole piece is narrow enough. */
bool ts_float_enclose_root(const ts_bernstein *f, bool anywhere, ts_float_root *root);

/* What the inside conditions are at that root: 1: all hold, -1: one does not, 0: not known. */
int ts_float_inside_at(const ts_float_piece *piece, const ts_float_root *root);

#endif
