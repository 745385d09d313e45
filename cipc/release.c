/* SPDX-License-Identifier: GPL-2.0-or-later
 * Accelerations at the start, and what nodes that are let go begin with. */
#include "cipc/release.h"

#include <string.h>

#include "cipc/step.h"
#include "core/vec3.h"

ts_status ts_cipc_find_acceleration(ts_cipc *s, const uint8_t *nodes, ts_error *error) {
    const ts_predictor rule = ts_predict_rule(s->simulation->settings.integrator, s->state, s->simulation->settings.h);
    const double(*x)[3] = (const double(*)[3])s->state->x;
    memcpy(s->xtilde, s->state->x, s->bodies->nodes * sizeof *s->xtilde); /* no inertia in the gradient */
    ts_cipc_weigh(s, &rule);
    ts_status status = ts_objective_update(&s->objective, x, error);
    if (status == TS_OK && s->simulation->settings.integrator == TS_BDF2)
        status = ts_objective_gradient_beside_contact(&s->objective, x, s->p);
    else if (status == TS_OK)
        status = ts_objective_assemble(&s->objective, x, &(ts_derivatives){.gradient = s->p}, error);
    for (size_t i = 0; i < s->bodies->nodes && status == TS_OK; ++i) {
        if (nodes && !nodes[i]) continue;
        ts_axpy(s->simulation->acceleration[i], -1.0 / (rule.load_weight * s->bodies->mass[i]), s->p[i],
                s->state->a[i]);
    }
    return status;
}

/* Into s->let_go; returns how many. They are unknowns from here on. */
static size_t list_let_go(ts_cipc *s) {
    const double h = s->simulation->settings.h, t0 = s->state->time;
    size_t count = 0;
    ts_conditions_hold(&s->simulation->conditions, t0 - h, t0, s->bodies->nodes, s->let_go);
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        s->let_go[i] = s->let_go[i] && !s->prescribed[i];
        if (!s->let_go[i]) continue;
        s->held[i] = 0;
        ++count;
    }
    return count;
}

/* The node's way before, had the acceleration been the same. */
static void look_back(ts_state *state, double h, size_t i) {
    ts_axpy(state->v[i], -h, state->a[i], state->v_before[i]);
    ts_axpy(state->x[i], -h, state->v[i], state->x_before[i]);
    ts_axpy(state->x_before[i], 0.5 * h * h, state->a[i], state->x_before[i]);
}

/* Elastic forces that move a node within a step by more than they have stored are none that the step resolves: of a
 * spring of frequency w they are where h w > 1. A way before by them would be work that nobody did. */
static void drop_unresolved(ts_cipc *s) {
    const double h = s->simulation->settings.h;
    double stored = 0.0, gained = 0.0;
    for (size_t k = 0; k < s->objective.terms; ++k) {
        const ts_objective_term *term = &s->objective.term[k];
        if (term->role == TS_ROLE_ELASTIC || term->role == TS_ROLE_LIMIT)
            stored += ts_potential_value(&term->potential, (const double(*)[3])s->state->x);
    }
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        double elastic[3];
        ts_sub(s->state->a[i], s->simulation->acceleration[i], elastic);
        if (s->let_go[i]) gained += 0.5 * s->bodies->mass[i] * h * h * ts_norm2(elastic);
    }
    for (size_t i = 0; i < s->bodies->nodes && gained > stored; ++i) {
        if (s->let_go[i]) memcpy(s->state->a[i], s->simulation->acceleration[i], sizeof s->state->a[i]);
    }
}

ts_status ts_cipc_let_go(ts_cipc *s, ts_error *error) {
    const ts_integrator integrator = s->simulation->settings.integrator;
    const bool is_second_order =
        integrator == TS_NEWMARK || integrator == TS_BDF2 || integrator == TS_IMPLICIT_MIDPOINT;
    const double h = s->simulation->settings.h, t0 = s->state->time;
    if (!is_second_order || s->state->step == 0 || list_let_go(s) == 0) return TS_OK;
    ts_conditions_end_velocity(&s->simulation->conditions, t0 - h, t0, s->let_go, s->state->v);
    if (integrator == TS_IMPLICIT_MIDPOINT) return TS_OK;
    const ts_status status = ts_cipc_find_acceleration(s, s->let_go, error);
    if (status == TS_OK && integrator == TS_BDF2) drop_unresolved(s);
    for (size_t i = 0; i < s->bodies->nodes && status == TS_OK && integrator == TS_BDF2; ++i) {
        if (s->let_go[i]) look_back(s->state, h, i);
    }
    return status;
}
