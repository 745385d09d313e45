/* SPDX-License-Identifier: GPL-2.0-or-later
 * Time integrators as the minimisation of 1/2 |x - xtilde|_M^2 + alpha h^2 Psi(beta x + gamma x^n) (docs/method.md,
 * 2.1): what xtilde, the weight and beta, gamma are, and the velocity afterwards. */
#ifndef TS_CIPC_INTEGRATOR_H
#define TS_CIPC_INTEGRATOR_H

#include "scenes/simulation.h"

typedef struct ts_predictor {
    double inertia;        /* weight of 1/2 |x - xtilde|_M^2: 1, or 0 when there is no inertia */
    double elastic_weight; /* alpha h^2 */
    double beta, gamma;
    double load_weight; /* c h^2: external accelerations move xtilde by this times them */
} ts_predictor;

/* The rule of the step that follows `state`; BDF2 begins with a step of implicit Euler. */
ts_predictor ts_predict_rule(ts_integrator integrator, const ts_state *state, double h);

/* That of the step which ended in `state`; at the start of all, of the first one. */
ts_predictor ts_predict_rule_before(ts_integrator integrator, const ts_state *state, double h);

/* xtilde (rows nodes) without external accelerations. */
void ts_predict(ts_integrator integrator, const ts_state *state, double h, size_t nodes, double (*xtilde)[3]);

/* Where a step ended. */
typedef struct ts_new_positions {
    size_t nodes;
    const double (*x)[3];
    const uint8_t *prescribed; /* of each node, nonzero: prescribed. No force brought it there, so that rules that
                            make velocities from accelerations would let them swing; theirs is the way over the time */
} ts_new_positions;

/* The state at the end of the step: positions, velocity, acceleration, history, step and time. */
void ts_advance_state(ts_integrator integrator, ts_state *state, double h, const ts_new_positions *moved);

#endif
