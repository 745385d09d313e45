/* SPDX-License-Identifier: GPL-2.0-or-later
 * Projective dynamics with a non-distance barrier: a time step alternates a local step, in which every element and
 * every pair in contact finds the place it wants, and a global one, which a subspace of modes and a smoother solve.
 * Full CCD decides how far the accepted state follows. Lan et al. 2024, Efficient GPU Cloth Simulation with
 * Non-distance Barriers and Subspace Reuse; docs/ndb.md. */
#ifndef TS_NDB_SOLVER_H
#define TS_NDB_SOLVER_H

#include "scenes/solver.h"

extern const ts_solver ts_ndb_solver;

/* The phases of an iteration, in the order of the solver's list. */
typedef enum ts_ndb_phase {
    TS_NDB_PHASE_LOCAL = 0,
    TS_NDB_PHASE_GATHER,
    TS_NDB_PHASE_SUBSPACE,
    TS_NDB_PHASE_SMOOTH,
    TS_NDB_PHASE_ACCELERATION,
    TS_NDB_PHASE_PARTIAL,
    TS_NDB_PHASE_FULL,
    TS_NDB_PHASE_BROAD,
    TS_NDB_PHASE_CCD,
    TS_NDB_PHASE_SET,
    TS_NDB_PHASE_WARM,
    TS_NDB_PHASE_FORWARD,
    TS_NDB_PHASES
} ts_ndb_phase;

#endif
