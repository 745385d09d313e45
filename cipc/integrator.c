/* SPDX-License-Identifier: GPL-2.0-or-later
 * Implicit Euler, implicit midpoint, Newmark (1/4, 1/2), BDF2 and the quasi-static limit. */
#include "cipc/integrator.h"

#include <string.h>

#include "core/vec3.h"

/* The first step of BDF2 has no step before it. */
static ts_integrator rule_of(ts_integrator integrator, const ts_state *state) {
    return integrator == TS_BDF2 && state->step == 0 ? TS_IMPLICIT_EULER : integrator;
}

ts_predictor ts_predict_rule(ts_integrator integrator, const ts_state *state, double h) {
    const double h2 = h * h;
    ts_predictor rule = {.inertia = 1.0, .elastic_weight = h2, .beta = 1.0, .load_weight = h2};
    switch (rule_of(integrator, state)) {
    case TS_IMPLICIT_EULER: break;
    case TS_IMPLICIT_MIDPOINT: /* alpha beta = 1/2 */
        rule.beta = rule.gamma = 0.5;
        rule.load_weight = 0.5 * h2;
        break;
    case TS_NEWMARK: rule.elastic_weight = rule.load_weight = 0.25 * h2; break;
    case TS_BDF2: rule.elastic_weight = rule.load_weight = 4.0 / 9.0 * h2; break;
    case TS_QUASI_STATIC: rule.inertia = 0.0; break;
    }
    return rule;
}

ts_predictor ts_predict_rule_before(ts_integrator integrator, const ts_state *state, double h) {
    const ts_state before = {.step = state->step > 0 ? state->step - 1 : 0}; /* all that a rule depends on */
    return ts_predict_rule(integrator, &before, h);
}

void ts_predict(ts_integrator integrator, const ts_state *state, double h, size_t nodes, double (*xtilde)[3]) {
    const ts_integrator rule = rule_of(integrator, state);
    for (size_t i = 0; i < nodes; ++i) {
        double *out = xtilde[i];
        switch (rule) {
        case TS_IMPLICIT_EULER:
        case TS_IMPLICIT_MIDPOINT: ts_axpy(state->x[i], h, state->v[i], out); break;
        case TS_NEWMARK:
            ts_axpy(state->x[i], h, state->v[i], out);
            ts_axpy(out, 0.25 * h * h, state->a[i], out);
            break;
        case TS_BDF2:
            for (int c = 0; c < 3; ++c) {
                out[c] = (4.0 * state->x[i][c] - state->x_before[i][c]) / 3.0 +
                         h * (8.0 * state->v[i][c] - 2.0 * state->v_before[i][c]) / 9.0;
            }
            break;
        case TS_QUASI_STATIC: memcpy(out, state->x[i], 3 * sizeof *out); break;
        }
    }
}

static void advance_node(ts_integrator rule, ts_state *state, double h, size_t i, const double x[3]) {
    double *v = state->v[i], *a = state->a[i];
    for (int c = 0; c < 3; ++c) {
        const double moved = x[c] - state->x[i][c], v_n = v[c];
        switch (rule) {
        case TS_IMPLICIT_EULER: v[c] = moved / h; break;
        case TS_IMPLICIT_MIDPOINT: v[c] = 2.0 * moved / h - v_n; break;
        case TS_NEWMARK: {
            const double a_n = a[c];
            a[c] = 4.0 * (moved - h * v_n) / (h * h) - a_n;
            v[c] = v_n + 0.5 * h * (a_n + a[c]);
            break;
        }
        case TS_BDF2: v[c] = (3.0 * x[c] - 4.0 * state->x[i][c] + state->x_before[i][c]) / (2.0 * h); break;
        case TS_QUASI_STATIC: v[c] = 0.0; break;
        }
        if (rule != TS_NEWMARK) a[c] = (v[c] - v_n) / h;
        state->x_before[i][c] = state->x[i][c];
        state->v_before[i][c] = v_n;
        state->x[i][c] = x[c];
    }
}

void ts_advance_state(ts_integrator integrator, ts_state *state, double h, const ts_new_positions *moved) {
    const ts_integrator rule = rule_of(integrator, state);
    for (size_t i = 0; i < moved->nodes; ++i) {
        const bool by_difference = moved->prescribed[i] && rule != TS_QUASI_STATIC;
        advance_node(by_difference ? TS_IMPLICIT_EULER : rule, state, h, i, moved->x[i]);
    }
    ++state->step;
    state->time = (double)state->step * h;
}
