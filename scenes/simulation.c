/* SPDX-License-Identifier: MIT
 * Making a simulation of a setup, refusing states that nothing can start from, and handing steps to the solver. */
#include "scenes/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/vec3.h"
#include "scenes/collision/start_check.h"
#include "scenes/run/verify.h"
#include "scenes/solver.h"

const char *const TS_INTEGRATOR_NAMES[TS_INTEGRATORS + 1] = {"implicit-euler", "implicit-midpoint", "newmark",
                                                             "bdf2",           "quasi-static",      NULL};

const char *ts_step_outcome_name(ts_step_outcome outcome) {
    static const char *const NAMES[TS_STEP_OUTCOMES] = {
        "done",    "iteration limit", "tiny toi",  "infinite line search", "linear solver failed",
        "stopped", "unreached",       "unanswered"};
    return NAMES[outcome];
}

ts_simulation_settings ts_simulation_standard(void) {
    return (ts_simulation_settings){
        .h = 0.01,
        .gravity = {0.0, -9.81, 0.0},
        .tolerance = 1e-3,
        .most_iterations = 10000,
        .contact = true,
        .dhat = 1e-3,
        .eps_v = 1e-3,
        .friction_lags = 1,
    };
}

void ts_setup_clear(ts_setup *setup) {
    ts_bodies_clear(&setup->bodies);
    ts_conditions_clear(&setup->conditions);
    free(setup->x);
    free(setup->v);
    free(setup->acceleration);
    *setup = (ts_setup){0};
}

/* ---- The state ---- */

static bool make_room(ts_simulation *s) {
    double(**const rows[])[3] = {&s->state.x,        &s->state.v,        &s->state.a,
                                 &s->state.x_before, &s->state.v_before, &s->acceleration};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        *rows[k] = calloc(s->bodies.nodes + 1, sizeof **rows[k]);
        if (!*rows[k]) return false;
    }
    return true;
}

static void copy_start(ts_simulation *s, const ts_setup *setup) {
    const size_t n = s->bodies.nodes;
    memcpy(s->state.x, setup->x, n * sizeof *s->state.x);
    memcpy(s->state.v, setup->v, n * sizeof *s->state.v);
    memcpy(s->state.x_before, setup->x, n * sizeof *s->state.x);
    memcpy(s->state.v_before, setup->v, n * sizeof *s->state.v);
    for (size_t i = 0; i < n; ++i) {
        memcpy(s->acceleration[i], s->settings.gravity, sizeof s->acceleration[i]);
        const int32_t body = s->bodies.body_of[i];
        if (setup->acceleration) ts_add(s->acceleration[i], setup->acceleration[body], s->acceleration[i]);
    }
    memcpy(s->state.a, s->acceleration, n * sizeof *s->state.a);
}

/* ---- The start ---- */

/* An edge may pierce a face far from its rim, a body lie wholly inside another: no pair of primitives that contact
 * knows is close then. */
static ts_status check_intersections(const ts_simulation *s, ts_error *error) {
    ts_verify_report report;
    ts_verify_report_init(&report);
    const ts_status status = ts_verify_bodies(&s->bodies, (const double(*)[3])s->state.x,
                                              TS_VERIFY_INTERSECTIONS | TS_VERIFY_CONTAINMENT, &report, error);
    if (status != TS_OK || ts_verify_report_total(&report) == 0) return status;
    char text[400];
    ts_verify_text(&s->bodies, &report.list[0], text, sizeof text);
    return ts_fail(error, TS_ERROR_DATA, "the initial state intersects itself: %s", text);
}

/* Those of bodies and settings that were chosen by name alone. */
static ts_status find_models(ts_simulation *s, ts_error *error) {
    ts_model_list *models = s->choice.solver->models;
    if (!models) return TS_OK;
    const ts_status status = ts_bodies_find_models(&s->bodies, models, error);
    if (status != TS_OK) return status;
    if (!ts_model_look_up(models, TS_MODEL_BARRIER, &s->settings.barrier))
        return ts_fail(error, TS_ERROR_DATA, "this solver has no barrier '%s'", s->settings.barrier.name);
    if (!ts_model_look_up(models, TS_MODEL_STIFFNESS, &s->settings.stiffness))
        return ts_fail(error, TS_ERROR_DATA, "this solver has no rule for stiffness '%s'", s->settings.stiffness.name);
    return TS_OK;
}

static ts_status check_start(const ts_simulation *s, ts_error *error) {
    ts_status status = TS_OK;
    if (s->settings.contact && !s->hooks.method) {
        return ts_fail(error, TS_ERROR_USAGE, "contact needs a CCD method");
    }
    if (s->settings.contact) {
        status = ts_check_start(&s->bodies, s->settings.dhat, (const double(*)[3])s->state.x, error);
        if (status == TS_OK) status = check_intersections(s, error);
    }
    return status == TS_OK ? ts_conditions_check(&s->conditions, s->bodies.nodes, error) : status;
}

/* ---- Life ---- */

void ts_simulation_destroy(ts_simulation *s) {
    if (!s) return;
    if (s->self) s->choice.solver->destroy(s->self);
    double(*const rows[])[3] = {s->state.x,        s->state.v,        s->state.a,
                                s->state.x_before, s->state.v_before, s->acceleration};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) free(rows[k]);
    ts_conditions_clear(&s->conditions);
    ts_bodies_clear(&s->bodies);
    free(s);
}

/* The bodies and conditions are the setup's again. */
static void hand_back(ts_simulation *s) {
    if (s->self) s->choice.solver->destroy(s->self);
    s->self = NULL;
    s->bodies = (ts_bodies){0};
    s->conditions = (ts_conditions){0};
    ts_simulation_destroy(s);
}

ts_status ts_simulation_create(ts_setup *setup, const ts_simulation_hooks *hooks, ts_simulation **simulation,
                               ts_error *error) {
    if (!setup->solver.solver) return ts_fail(error, TS_ERROR_USAGE, "a simulation needs a solver; none was chosen");
    ts_simulation *s = calloc(1, sizeof *s);
    if (!s) return ts_fail_memory(error, "the simulation");
    s->bodies = setup->bodies;
    s->conditions = setup->conditions;
    s->settings = setup->settings;
    s->choice = setup->solver;
    s->hooks = *hooks;
    ts_status status = make_room(s) ? TS_OK : ts_fail_memory(error, "the state of the simulation");
    if (status == TS_OK) status = find_models(s, error);
    if (status == TS_OK) copy_start(s, setup);
    if (status == TS_OK) status = check_start(s, error);
    if (status == TS_OK) status = s->choice.solver->create(s, &s->self, error);
    if (status != TS_OK) {
        hand_back(s);
        return status;
    }
    setup->bodies = (ts_bodies){0};
    setup->conditions = (ts_conditions){0};
    ts_setup_clear(setup);
    *simulation = s;
    return TS_OK;
}

ts_status ts_simulation_step(ts_simulation *s, ts_step_report *report, ts_error *error) {
    const double start = ts_seconds();
    ts_step_report made = {.friction_change = NAN, .prescribed_worst = -1, .prescribed_fraction = 1.0};
    const ts_status status = s->choice.solver->step(s->self, &made, error);
    if (status != TS_OK) return status;
    made.seconds = ts_seconds() - start;
    *report = made;
    return TS_OK;
}
