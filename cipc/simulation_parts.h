/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a simulation is made of; for simulation.c and step.c alone. */
#ifndef TS_CIPC_SIMULATION_PARTS_H
#define TS_CIPC_SIMULATION_PARTS_H

#include "cipc/integrator.h"
#include "cipc/objective.h"
#include "cipc/simulation.h"

struct ts_simulation {
    ts_bodies bodies;
    ts_state state;
    ts_conditions conditions;
    ts_simulation_settings settings;
    ts_simulation_hooks hooks;
    double (*acceleration)[3]; /* of each node: gravity and its body's own */

    ts_objective objective; /* inertia, pull, load, elastic potentials, contact, friction */
    ts_newton *newton;
    ts_contact *contact;   /* NULL: none */
    ts_friction *friction; /* NULL: none */

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
};

/* Gives the objective's terms the weights of the rule. */
void ts_simulation_weigh(ts_simulation *simulation, const ts_predictor *rule);

/* Potentials drop what depends on the steps before. */
void ts_simulation_forget_history(ts_simulation *simulation);

#endif
