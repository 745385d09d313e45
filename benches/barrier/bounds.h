/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a term is held to, by its reference and the sweep: the table of docs/barrier-accuracy.md. */
#ifndef TS_BENCHES_BARRIER_BOUNDS_H
#define TS_BENCHES_BARRIER_BOUNDS_H

#include <stddef.h>

#include "benches/barrier/judge.h"
#include "benches/barrier/sweep.h"

typedef struct ts_quantity_bound {
    ts_error_measure measure;
    double most;
} ts_quantity_bound;

typedef struct ts_barrier_bound {
    const char *reference, *sweep; /* a '*' of the reference stands for the name of a barrier */
    ts_quantity_bound of[TS_QUANTITIES];
    double projection; /* of negative eigenvalues and of the distance from the exact projection; 0: not projected */
    const char *why;
} ts_barrier_bound;

size_t ts_barrier_bound_count(void);
const ts_barrier_bound *ts_barrier_bound_at(size_t index);
/* What is asked where the table has no row; NULL for a sweep that is of no reference. */
const ts_barrier_bound *ts_barrier_bound_of(const ts_term_sweep *sweep);

#endif
