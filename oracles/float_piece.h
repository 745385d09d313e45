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

#endif
