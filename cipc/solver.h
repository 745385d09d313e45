/* SPDX-License-Identifier: GPL-2.0-or-later
 * The C-IPC solver: a time step is the minimum of an incremental potential, found by projected Newton steps that are
 * filtered by CCD. Li, Kaufman, Jiang 2021, Codimensional Incremental Potential Contact. */
#ifndef TS_CIPC_SOLVER_H
#define TS_CIPC_SOLVER_H

#include "cipc/contact.h"
#include "scenes/solver.h"

extern const ts_solver ts_cipc_solver;

/* Options, "key=value", of the Newton loop as published; ended by NULL. What compares with the authors' program takes
 * them (docs/simulation.md, the loop as published). */
extern const char *const TS_CIPC_AS_PUBLISHED[];

/* The phases of an iteration, in the order of the solver's list. */
typedef enum ts_cipc_phase {
    TS_PHASE_ASSEMBLE = 0,
    TS_PHASE_ANALYSE,
    TS_PHASE_FACTOR,
    TS_PHASE_SOLVE,
    TS_PHASE_FILTER,
    TS_PHASE_BROAD,
    TS_PHASE_CCD,
    TS_PHASE_SEARCH,
    TS_PHASE_CONTACT_SET,
    TS_CIPC_PHASES
} ts_cipc_phase;

/* ---- For measurements and tests, of a simulation that this solver steps ---- */

const ts_contact *ts_cipc_contact(const ts_simulation *simulation); /* NULL without contact */

#endif
