/* SPDX-License-Identifier: GPL-2.0-or-later
 * Making a simulation of a setup, refusing states it cannot start from, and access to its parts. */
#include "cipc/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/potentials.h"
#include "cipc/simulation_parts.h"
#include "core/error.h"
#include "core/vec3.h"
#include "scenes/run/verify.h"

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

/* ---- Memory ---- */

static bool allocate_rows(ts_simulation *s) {
    const size_t n = s->bodies.nodes + 1;
    double(**const rows[])[3] = {&s->state.x,      &s->state.v, &s->state.a, &s->state.x_before, &s->state.v_before,
                                 &s->acceleration, &s->x,       &s->xtilde,  &s->shift,          &s->target,
                                 &s->aim,          &s->lambda,  &s->p};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        *rows[k] = calloc(n, sizeof **rows[k]);
        if (!*rows[k]) return false;
    }
    s->pull = calloc(n, sizeof *s->pull);
    s->prescribed = calloc(n, 1);
    s->held = calloc(n, 1);
    s->obstacle = calloc(n, 1);
    return s->pull && s->prescribed && s->held && s->obstacle;
}

void ts_simulation_destroy(ts_simulation *s) {
    if (!s) return;
    ts_objective_clear(&s->objective);
    ts_newton_destroy(s->newton);
    ts_friction_destroy(s->friction);
    ts_contact_destroy(s->contact);
    ts_conditions_clear(&s->conditions);
    ts_bodies_clear(&s->bodies);
    double(*const rows[])[3] = {s->state.x,      s->state.v, s->state.a, s->state.x_before, s->state.v_before,
                                s->acceleration, s->x,       s->xtilde,  s->shift,          s->target,
                                s->aim,          s->lambda,  s->p};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) free(rows[k]);
    free(s->pull);
    free(s->prescribed);
    free(s->held);
    free(s->obstacle);
    free(s);
}

/* ---- The objective ---- */

typedef ts_status init_of_bodies(const ts_bodies *bodies, ts_potential *potential, ts_error *error);

static ts_status add_elastic(ts_simulation *s, ts_error *error) {
    init_of_bodies *const inits[] = {
        ts_fixed_corotated_init,      ts_neo_hookean_init,          ts_membrane_stvk_init,
        ts_membrane_neo_hookean_init, ts_membrane_orthotropic_init, ts_bending_init,
        ts_rod_stretch_init,          ts_rod_bending_init,          ts_stitch_init,
    };
    ts_potential potential = {0};
    for (size_t k = 0; k < sizeof inits / sizeof *inits; ++k) {
        ts_status status = inits[k](&s->bodies, &potential, error);
        if (status == TS_OK) status = ts_objective_add(&s->objective, &potential, true, error);
        if (status != TS_OK) return status;
        potential = (ts_potential){0};
    }
    /* A barrier like that of contact: it keeps the end of the step within the limit, whatever the integrator. */
    const ts_status status = ts_strain_limit_init(&s->bodies, &potential, error);
    return status == TS_OK ? ts_objective_add(&s->objective, &potential, false, error) : status;
}

static ts_status add_anchors(ts_simulation *s, ts_error *error) {
    const size_t n = s->bodies.nodes;
    ts_potential potential = {0};
    ts_status status = ts_anchor_init("inertia", n, s->bodies.mass, (const double(*)[3])s->xtilde, &potential, error);
    if (status == TS_OK) status = ts_objective_add(&s->objective, &potential, false, error);
    if (status == TS_OK) status = ts_anchor_init("pull", n, s->pull, (const double(*)[3])s->aim, &potential, error);
    if (status == TS_OK) status = ts_objective_add(&s->objective, &potential, false, error);
    if (status != TS_OK || s->settings.integrator != TS_QUASI_STATIC) return status;
    status = ts_load_init(n, s->bodies.mass, (const double(*)[3])s->acceleration, &potential, error);
    return status == TS_OK ? ts_objective_add(&s->objective, &potential, true, error) : status;
}

static bool has_friction(const ts_bodies *bodies) {
    for (size_t k = 0; k < bodies->bodies * bodies->bodies; ++k) {
        if (bodies->friction[k] > 0.0) return true;
    }
    return false;
}

static ts_status add_contact(ts_simulation *s, ts_error *error) {
    if (!s->settings.contact) return TS_OK;
    const ts_contact_settings settings = {
        .dhat = s->settings.dhat,
        .kappa = s->settings.kappa,
        .method = s->hooks.method,
        .listener = s->hooks.listener,
    };
    ts_potential potential = {0};
    ts_status status = ts_contact_create(&s->bodies, &settings, &s->contact, error);
    if (status != TS_OK) return status;
    ts_contact_potential(s->contact, &potential);
    status = ts_objective_add(&s->objective, &potential, false, error);
    if (status != TS_OK || !has_friction(&s->bodies)) return status;
    const ts_friction_settings friction = {.eps_v = s->settings.eps_v, .h = s->settings.h};
    status = ts_friction_create(&s->bodies, &friction, &s->friction, error);
    if (status != TS_OK) return status;
    ts_friction_potential(s->friction, &potential);
    return ts_objective_add(&s->objective, &potential, false, error);
}

/* ---- The start ---- */

static void copy_start(ts_simulation *s, const ts_setup *setup) {
    const size_t n = s->bodies.nodes;
    memcpy(s->state.x, setup->x, n * sizeof *s->state.x);
    memcpy(s->state.v, setup->v, n * sizeof *s->state.v);
    memcpy(s->state.x_before, setup->x, n * sizeof *s->state.x);
    memcpy(s->state.v_before, setup->v, n * sizeof *s->state.v);
    for (size_t i = 0; i < n; ++i) {
        const int32_t body = s->bodies.body_of[i];
        memcpy(s->acceleration[i], s->settings.gravity, sizeof s->acceleration[i]);
        if (setup->acceleration) ts_add(s->acceleration[i], setup->acceleration[body], s->acceleration[i]);
        s->obstacle[i] = s->bodies.body[body].obstacle;
    }
    memcpy(s->state.a, s->acceleration, n * sizeof *s->state.a);
}

/* Names the first element whose potential is infinite. */
static ts_status name_infinite(const ts_simulation *s, ts_error *error) {
    for (size_t k = 0; k < s->objective.terms; ++k) {
        const ts_potential *potential = &s->objective.term[k].potential;
        for (size_t e = 0; e < potential->count; ++e) {
            double value;
            potential->evaluate(potential->self, (const double(*)[3])s->state.x, e, 1, &(ts_locals){.value = &value});
            if (value < INFINITY) continue;
            const int32_t *node = potential->stencil[e];
            return ts_fail(error, TS_ERROR_DATA,
                           "the initial state breaks a limit: the %s of nodes %d, %d, %d, %d of object '%s' is not "
                           "finite; start from a state within the limits",
                           potential->name, (int)node[0], (int)node[1], (int)node[2], (int)node[3],
                           s->bodies.body[s->bodies.body_of[node[0]]].name);
        }
    }
    return TS_OK;
}

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

static ts_status check_start(ts_simulation *s, ts_error *error) {
    const double(*x)[3] = (const double(*)[3])s->state.x;
    ts_status status = TS_OK;
    if (s->contact) status = ts_contact_check_start(s->contact, x, error);
    if (s->contact && status == TS_OK) status = check_intersections(s, error);
    if (status == TS_OK) status = ts_conditions_check(&s->conditions, s->bodies.nodes, error);
    if (status == TS_OK) status = ts_objective_update(&s->objective, x, error);
    return status == TS_OK ? name_infinite(s, error) : status;
}

void ts_simulation_weigh(ts_simulation *s, const ts_predictor *rule) {
    ts_objective_term *limit = ts_objective_find(&s->objective, "strain limit");
    if (limit) limit->weight = rule->elastic_weight;
    ts_objective_find(&s->objective, "inertia")->weight = rule->inertia;
    s->objective.elastic_weight = rule->elastic_weight;
    s->objective.beta = rule->beta;
}

/* Newmark goes on from the acceleration at the start of a step: the first one's is that of all forces there. */
static ts_status find_start_acceleration(ts_simulation *s, ts_error *error) {
    if (s->settings.integrator != TS_NEWMARK) return TS_OK;
    const ts_predictor rule = ts_predict_rule(TS_NEWMARK, &s->state, s->settings.h);
    const double(*x)[3] = (const double(*)[3])s->state.x;
    memcpy(s->xtilde, s->state.x, s->bodies.nodes * sizeof *s->xtilde); /* no inertia in the gradient */
    ts_simulation_weigh(s, &rule);
    const ts_status status = ts_objective_assemble(&s->objective, x, s->p, NULL, error);
    for (size_t i = 0; i < s->bodies.nodes && status == TS_OK; ++i) {
        ts_axpy(s->acceleration[i], -1.0 / (rule.load_weight * s->bodies.mass[i]), s->p[i], s->state.a[i]);
    }
    return status;
}

ts_status ts_simulation_create(ts_setup *setup, const ts_simulation_hooks *hooks, ts_simulation **simulation,
                               ts_error *error) {
    ts_simulation *s = calloc(1, sizeof *s);
    if (!s) return ts_fail_memory(error, "the simulation");
    s->bodies = setup->bodies; /* the setup's again when anything fails */
    s->conditions = setup->conditions;
    s->settings = setup->settings;
    s->hooks = *hooks;
    ts_status status = allocate_rows(s) ? TS_OK : ts_fail_memory(error, "the state of the simulation");
    if (status == TS_OK) copy_start(s, setup);
    if (status == TS_OK) status = ts_newton_create(s->bodies.nodes, &s->newton, error);
    if (status == TS_OK) status = ts_objective_init(&s->objective, s->bodies.nodes, s->held, error);
    if (status == TS_OK) status = add_anchors(s, error);
    if (status == TS_OK) status = add_elastic(s, error);
    if (status == TS_OK) status = add_contact(s, error);
    if (status == TS_OK) status = check_start(s, error);
    if (status == TS_OK) status = find_start_acceleration(s, error);
    if (status != TS_OK) {
        s->bodies = (ts_bodies){0};
        s->conditions = (ts_conditions){0};
        ts_simulation_destroy(s);
        return status;
    }
    setup->bodies = (ts_bodies){0};
    setup->conditions = (ts_conditions){0};
    ts_setup_clear(setup);
    *simulation = s;
    return TS_OK;
}

/* ---- Access ---- */

const ts_bodies *ts_simulation_bodies(const ts_simulation *s) {
    return &s->bodies;
}

const ts_state *ts_simulation_state(const ts_simulation *s) {
    return &s->state;
}

ts_state *ts_simulation_state_mutable(ts_simulation *s) {
    return &s->state;
}

ts_conditions *ts_simulation_conditions(ts_simulation *s) {
    return &s->conditions;
}

const ts_simulation_settings *ts_simulation_settings_of(const ts_simulation *s) {
    return &s->settings;
}

const ts_contact *ts_simulation_contact(const ts_simulation *s) {
    return s->contact;
}

const ts_newton *ts_simulation_newton(const ts_simulation *s) {
    return s->newton;
}

const ts_linear_report *ts_simulation_linear(const ts_simulation *s) {
    return ts_newton_linear_report(s->newton);
}

size_t ts_simulation_stiffnesses(const ts_simulation *s) {
    size_t count = 0;
    for (size_t k = 0; k < s->objective.terms; ++k) count += s->objective.term[k].potential.stiffnesses;
    return count;
}

void ts_simulation_get_stiffness(const ts_simulation *s, double *value) {
    for (size_t k = 0; k < s->objective.terms; ++k) {
        const ts_potential *potential = &s->objective.term[k].potential;
        if (potential->stiffnesses > 0) potential->get_stiffness(potential, value);
        value += potential->stiffnesses;
    }
}

void ts_simulation_set_stiffness(ts_simulation *s, const double *value) {
    for (size_t k = 0; k < s->objective.terms; ++k) {
        ts_potential *potential = &s->objective.term[k].potential;
        if (potential->stiffnesses > 0) potential->set_stiffness(potential, value);
        value += potential->stiffnesses;
    }
}

void ts_simulation_forget_history(ts_simulation *s) {
    for (size_t k = 0; k < s->objective.terms; ++k) {
        ts_potential *potential = &s->objective.term[k].potential;
        if (potential->forget) potential->forget(potential);
    }
}

ts_status ts_simulation_forget(ts_simulation *s, ts_error *error) {
    return ts_newton_forget(s->newton, error);
}

ts_status ts_simulation_ask_again(ts_simulation *s, const ts_displacement *displacement, ts_error *error) {
    double allowed;
    return ts_objective_max_step(&s->objective, displacement->from, displacement->p, &allowed, error);
}

ts_energies ts_simulation_energies(ts_simulation *s) {
    const double(*x)[3] = (const double(*)[3])s->state.x;
    ts_energies energies = {0};
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        if (s->obstacle[i]) continue;
        energies.kinetic += 0.5 * s->bodies.mass[i] * ts_norm2(s->state.v[i]);
        energies.gravity -= s->bodies.mass[i] * ts_dot(s->acceleration[i], x[i]);
    }
    const double weight = ts_predict_rule(s->settings.integrator, &s->state, s->settings.h).load_weight;
    for (size_t k = 0; k < s->objective.terms; ++k) {
        const ts_objective_term *term = &s->objective.term[k];
        const bool is_limit = strcmp(term->potential.name, "strain limit") == 0;
        if (is_limit || (term->elastic && strcmp(term->potential.name, "load") != 0)) {
            energies.elastic += ts_potential_value(&term->potential, x);
        } else if (strcmp(term->potential.name, "contact") == 0) {
            energies.contact += ts_potential_value(&term->potential, x) / weight;
        }
    }
    return energies;
}
