/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver keeps of a simulation; for solver.c, step.c, report.c and tests alone. */
#ifndef TS_CIPC_SOLVER_PARTS_H
#define TS_CIPC_SOLVER_PARTS_H

#include "cipc/integrator.h"
#include "cipc/newton.h"
#include "cipc/objective.h"
#include "cipc/solver.h"

typedef struct ts_cipc {
    ts_simulation *simulation; /* borrowed */
    const ts_bodies *bodies;   /* of it */
    ts_state *state;
    ts_newton_settings newton_settings;
    int friction_lags;
    bool split_limits; /* strain limits, contact and friction in a solve of their own (cipc/split.h) */

    ts_objective objective; /* inertia, pull, load, elastic potentials, contact, friction */
    ts_newton *newton;
    ts_contact *contact;   /* NULL: none */
    ts_friction *friction; /* NULL: none */
    double *stiffness;     /* for checkpoints: what potentials adapt */

    /* Of the step under way, rows of nodes. */
    double (*x)[3];         /* the iterate */
    double (*xtilde)[3];    /* target of the inertia; of the split model's second solve, what the first one found */
    double (*shift)[3];     /* gamma x^n */
    double (*target)[3];    /* where prescribed nodes are to be */
    double (*aim)[3];       /* target of the pull: target + lambda / (kappa m) */
    double (*lambda)[3];    /* multipliers of the augmented Lagrangian */
    double (*p)[3];         /* the displacement of prescribed nodes */
    double (*unlimited)[3]; /* the iterate of the split model's first solve */
    double *pull;           /* kappa_A m of prescribed nodes that are not there, else 0 */
    uint8_t *prescribed, *held, *obstacle;
    uint8_t *let_go; /* prescribed in the step before, and not in this one */
    size_t most_contacts;
    ts_ccd_status answer; /* UNSUPPORTED or FAILED once a query of the step was answered so, else FREE */
} ts_cipc;

#endif
