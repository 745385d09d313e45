/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the parts of a local-global iteration of the solver ndb cannot do without: bytes and operations, and the least
 * time of a machine for them. */
#ifndef TS_BENCHES_NDB_COSTS_H
#define TS_BENCHES_NDB_COSTS_H

#include "benches/machine.h"
#include "ndb/solver_parts.h"

typedef enum ts_ndb_work {
    TS_NDB_WORK_LOCAL = 0, /* membranes and flat hinges: springs and curved ones are not counted */
    TS_NDB_WORK_SUBSPACE,  /* without contact */
    TS_NDB_WORK_SWEEPS,    /* of damped Jacobi; one of Chebyshev takes as many */
    TS_NDB_WORK_GRADIENTS, /* steps of conjugate gradients */
    TS_NDB_WORK_PARTIAL,   /* partial CCD by samples, of all pairs of P */
    TS_NDB_WORKS
} ts_ndb_work;

typedef struct ts_ndb_cost {
    double passes; /* over the same bytes */
    double bytes;  /* of what is stored, read or written once in each pass; all passes */
    double flops;  /* additions, subtractions and multiplications of components that count */
    double divisions, roots;
} ts_ndb_cost;

/* sweeps: how many sweeps or steps. */
ts_ndb_cost ts_ndb_cost_of(const ts_ndb *solver, ts_ndb_work work, int sweeps);

/* Divisions and roots share a unit; additions and multiplications go on beside it. */
double ts_ndb_arithmetic_seconds(const ts_ndb_cost *cost, const ts_machine_rates *rates);

#endif
