/* SPDX-License-Identifier: GPL-2.0-or-later
 * A barrier as terms: by d^2, and by the nodes of every kind of pair. */
#ifndef TS_CIPC_TERMS_BARRIER_TERMS_H
#define TS_CIPC_TERMS_BARRIER_TERMS_H

#include "cipc/barriers/barrier.h"
#include "cipc/terms/solver_term.h"

enum { TS_BARRIER_FORMS = 6 };

/* A form of a barrier, with room for what the term points to. */
typedef struct ts_barrier_term {
    ts_solver_term term;
    char reference[64], like[64];
    ts_term_range range[TS_MODEL_MOST_PARAMETERS];
} ts_barrier_term;

/* Form number `form`; a barrier other than the standard one is asked where that is. `made` is not to be moved. */
void ts_barrier_term_init(const ts_barrier *barrier, int form, ts_barrier_term *made);

#endif
