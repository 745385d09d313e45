/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver keeps of a simulation; for solver.c, step.c and solver_report.c alone. */
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

    ts_objective objective; /* inertia, pull, load, elastic potentials, contact, friction */
    ts_newton *newton;
    ts_contact *contact;   /* NULL: none */
    ts_friction *friction; /* NULL: none */
    double *stiffness;     /* for checkpoints: what potentials adapt */

    /* Of the step under way, rows of nodes. */
    double (*x)[3];      /* the iterate */
    double (*xtilde)[3]; /* target of the inertia */
    double (*shift)[3];  /* gamma x^n */
    double (*target)[3]; /* where prescribed nodes are to be */
    double (*aim)[3];    /* target of the pull: target + lambda / (kappa m) */
    double (*lambda)[3]; /* multipliers of the augmented Lagrangian */
    double (*p)[3];      /* the displacement of prescribed nodes */
    double *pull;        /* kappa_A m of prescribed nodes that are not there, else 0 */
    uint8_t *prescribed, *held, *obstacle;
    size_t most_contacts;
    ts_ccd_status answer; /* UNSUPPORTED or FAILED once a query of the step was answered so, else FREE */
} ts_cipc;

/* Gives the objective's terms the weights of the rule. */
void ts_cipc_weigh(ts_cipc *solver, const ts_predictor *rule);

/* ts_solver.step: step.c. */
ts_status ts_cipc_step(void *self, ts_step_report *report, ts_error *error);

/* What the simulation's observer is told of an iteration; false: stop. solver_report.c, as what follows. */
bool ts_cipc_report_iteration(ts_cipc *solver, const ts_newton_iteration *iteration, const double (*x)[3]);
/* The outcome of the last minimisation, with the words for it. */
void ts_cipc_report_newton(const ts_cipc *solver, const ts_newton_result *newton, ts_step_report *report);

extern const ts_solver_phase ts_cipc_phases[TS_CIPC_PHASES];
size_t ts_cipc_figures(const void *self, ts_figure list[TS_SOLVER_MOST_FIGURES]);
void ts_cipc_remark(const void *self, const double *phase_seconds, char *text, size_t size);

#endif
