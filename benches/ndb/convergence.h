/* SPDX-License-Identifier: GPL-2.0-or-later
 * How a global solve of the solver ndb converges, with the subspace and without (Lan et al. 2024, Fig. 2, 3, 5, 6). */
#ifndef TS_BENCHES_NDB_CONVERGENCE_H
#define TS_BENCHES_NDB_CONVERGENCE_H

#include <stddef.h>

#include <touchstone/status.h>

enum { TS_NDB_POINTS = 15, TS_NDB_MOST_MODES = 100 };

/* What is solved with. Modes: the first 30 of the rest shape. */
typedef enum ts_ndb_curve {
    TS_NDB_CURVE_DAMPED = 0, /* damped Jacobi */
    TS_NDB_CURVE_DAMPED_MODES,
    TS_NDB_CURVE_PCG,
    TS_NDB_CURVE_PCG_MODES,
    TS_NDB_CURVES
} ts_ndb_curve;

/* Whose residual is taken apart by modes. */
typedef enum ts_ndb_stage {
    TS_NDB_STAGE_START = 0,
    TS_NDB_STAGE_SMOOTHED,       /* by 200 sweeps of damped Jacobi: 100 A-Jacobi */
    TS_NDB_STAGE_MODES,          /* by the subspace */
    TS_NDB_STAGE_MODES_SMOOTHED, /* and 40 sweeps: 20 A-Jacobi */
    TS_NDB_STAGES
} ts_ndb_stage;

extern const char *const TS_NDB_CURVE_NAMES[TS_NDB_CURVES], *const TS_NDB_STAGE_NAMES[TS_NDB_STAGES];
/* Numbers of sweeps that errors are taken after. */
extern const int ts_ndb_sweeps_at[TS_NDB_POINTS];

typedef struct ts_ndb_convergence {
    char scene[64];
    size_t step, nodes, touched;                /* touched: nodes that contact pulls at */
    double error[TS_NDB_CURVES][TS_NDB_POINTS]; /* of dx in the norm of H + dH, over that of dx = 0 */
    double sweeps[TS_NDB_CURVES];               /* until 5 % are left; NaN: more than the last point */
    size_t modes;
    double residual[TS_NDB_STAGES][TS_NDB_MOST_MODES]; /* N: the length of its part along each mode */
} ts_ndb_convergence;

/* Runs the scene of that file to the end of time step `step` (0: its last one) and takes the system that a global solve
 * would have at the place where the last step would have gone without forces: softly bent, in contact with the pairs
 * and weights that the step ended with. TS_ERROR_USAGE: the scene cannot be run by the solver. */
ts_status ts_ndb_converge(const char *path, const char *size, size_t step, ts_ndb_convergence *out, ts_error *error);

#endif
