/* SPDX-License-Identifier: GPL-2.0-or-later
 * Accelerations at the start, and what nodes that are let go begin with. */
#include "cipc/release.h"

#include <stdlib.h>
#include <string.h>

#include "cipc/step.h"
#include "core/error.h"
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

static bool any_let_go(const ts_cipc *s, const ts_stencil stencil) {
    bool any = false;
    for (int i = 0; i < ts_stencil_size(stencil); ++i) any |= s->let_go[stencil[i]] != 0;
    return any;
}

/* What the elements at nodes that are let go have stored, less what their forces would give these nodes in a step; of
 * each body. */
static void find_surplus(const ts_cipc *s, double *surplus) {
    const double h = s->simulation->settings.h;
    const double(*x)[3] = (const double(*)[3])s->state->x;
    memset(surplus, 0, s->bodies->bodies * sizeof *surplus);
    for (size_t k = 0; k < s->objective.terms; ++k) {
        const ts_objective_term *term = &s->objective.term[k];
        const ts_potential *potential = &term->potential;
        if (term->role != TS_ROLE_ELASTIC && term->role != TS_ROLE_LIMIT) continue;
        for (size_t e = 0; e < potential->count; ++e) {
            double value;
            if (!any_let_go(s, potential->stencil[e])) continue;
            potential->evaluate(potential->self, x, e, 1, &(ts_locals){.value = &value});
            surplus[s->bodies->body_of[potential->stencil[e][0]]] += value;
        }
    }
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        double elastic[3];
        ts_sub(s->state->a[i], s->simulation->acceleration[i], elastic);
        if (s->let_go[i]) surplus[s->bodies->body_of[i]] -= 0.5 * s->bodies->mass[i] * h * h * ts_norm2(elastic);
    }
}

/* Elastic forces that move a body's nodes within a step by more than they have stored are none that the step resolves:
 * of a spring of frequency w they are where h w > 1. A way before by them would be work that nobody did. */
static ts_status drop_unresolved(ts_cipc *s, ts_error *error) {
    double *surplus = malloc((s->bodies->bodies + 1) * sizeof *surplus);
    if (!surplus) return ts_fail_memory(error, "the energies of what is let go");
    find_surplus(s, surplus);
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (s->let_go[i] && surplus[s->bodies->body_of[i]] < 0.0)
            memcpy(s->state->a[i], s->simulation->acceleration[i], sizeof s->state->a[i]);
    }
    free(surplus);
    return TS_OK;
}

ts_status ts_cipc_let_go(ts_cipc *s, ts_error *error) {
    const ts_integrator integrator = s->simulation->settings.integrator;
    const bool is_second_order =
        integrator == TS_NEWMARK || integrator == TS_BDF2 || integrator == TS_IMPLICIT_MIDPOINT;
    const double h = s->simulation->settings.h, t0 = s->state->time;
    if (!is_second_order || s->state->step == 0 || list_let_go(s) == 0) return TS_OK;
    ts_conditions_end_velocity(&s->simulation->conditions, t0 - h, t0, s->let_go, s->state->v);
    if (integrator == TS_IMPLICIT_MIDPOINT) return TS_OK;
    ts_status status = ts_cipc_find_acceleration(s, s->let_go, error);
    if (status == TS_OK && integrator == TS_BDF2) status = drop_unresolved(s, error);
    for (size_t i = 0; i < s->bodies->nodes && status == TS_OK && integrator == TS_BDF2; ++i) {
        if (s->let_go[i]) look_back(s->state, h, i);
    }
    return status;
}
