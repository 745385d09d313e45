/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the turning of elements of two nodes, the segments of rods, does to their length. */
#ifndef TS_CIPC_TURNING_H
#define TS_CIPC_TURNING_H

#include "cipc/objective.h"

/* The segments of an objective, and room for what threads find of them. Zero before the first use. */
typedef struct ts_turning {
    const ts_objective *objective;
    uint32_t terms; /* bit k: term k has segments */
    int threads;
    double (*laid_out)[3]; /* of each thread: a row for each node */
    size_t rows;
    double (*found)[6]; /* of each element of a term */
    size_t capacity;
} ts_turning;

_Static_assert(TS_MOST_TERMS <= 32, "a bit for each term");

/* Takes the segments of this objective, whose elements may have changed. */
ts_status ts_turning_take(ts_turning *turning, const ts_objective *objective, ts_error *error);
void ts_turning_clear(ts_turning *turning);
bool ts_turning_has_segments(const ts_turning *turning);

/* An increment p that turns a segment e = x1 - x0 lengthens it: |e + d| - |e| is more than d . e/|e|, which is all that
 * a quadratic model sees. `pull` (3n): the gradient that comes of this difference, along e, where the part `reach` of p
 * is gone, over reach; zero at held nodes. */
void ts_turning_pull(const ts_turning *turning, const double (*x)[3], const double (*p)[3], double reach,
                     double (*pull)[3]);
/* The energy that comes of it where p is gone, J s^2. */
double ts_turning_excess(const ts_turning *turning, const double (*x)[3], const double (*p)[3]);

#endif
