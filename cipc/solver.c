/* SPDX-License-Identifier: GPL-2.0-or-later
 * The C-IPC solver behind the face of solvers: the objective of its time steps, what a checkpoint carries, energies. */
#include "cipc/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/models.h"
#include "cipc/potentials/anchor.h"
#include "cipc/potentials/extent.h"
#include "cipc/potentials/load.h"
#include "cipc/potentials/table.h"
#include "cipc/release.h"
#include "cipc/report.h"
#include "cipc/split.h"
#include "cipc/step.h"
#include "core/error.h"
#include "core/vec3.h"

/* ---- Options ---- */

enum {
    OPTION_TOLERANCE = 0,
    OPTION_ITERATIONS,
    OPTION_LAGS,
    OPTION_EXACT,
    OPTION_ENERGY,
    OPTION_CORRECTED,
    OPTION_SPLIT,
    OPTION_LARGEST,
    OPTION_TRUST,
    OPTION_OLDER,
    OPTION_BODIES,
    OPTION_PUBLISHED,
    OPTIONS
};

static const ts_ccd_option DECLARED[OPTIONS] = {
    {"tolerance", TS_OPTION_REAL, 0.0, 0.0, 1e6, "of the Newton increment over the time step, m/s; 0: the scene's"},
    {"most_iterations", TS_OPTION_INTEGER, 0.0, 0.0, 1e6, "of a minimisation; 0: the scene's"},
    {"lags", TS_OPTION_INTEGER, -1.0, -1.0, 1e4,
     "minimisations a step with newer friction; 0: until it has settled; -1: the scene's"},
    {"exact_below", TS_OPTION_REAL, 0.0, 0.0, 1e6,
     "below this residual, m/s, the Hessian is projected no more than it needs; 0: always in full"},
    {"energy_settles", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0,
     "one iteration below the tolerance, in the energy's norm too, ends a minimisation; false: three"},
    {"corrected", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0,
     "increments that fail or are cut are corrected for contact, limits, turning rods, friction; limits leave more"},
    {"split_limits", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0,
     "a step solves for elasticity first, then for strain limits and contact near to that: the split model"},
    {"largest_component", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0,
     "the residual is the largest component of the increment over the time step, not the root mean square"},
    {"trust_region", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0,
     "after an increment that passed in full the next is by the Hessian as it is, in a region"},
    {"older_factor", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0,
     "increments by conjugate gradients with the factor of an earlier Hessian, where that is less work than a new one"},
    {"by_body", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0,
     "increments by conjugate gradients with the factors of bodies by themselves, where that is less work than of all"},
    {"published_loop", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0,
     "Newton's loop as published: energy_settles, corrected, trust_region and by_body are false, whatever they say"},
};

const char *const TS_CIPC_AS_PUBLISHED[] = {"published_loop=true", NULL};

/* The scene's settings, or the options' where they say something else. */
static void choose_settings(ts_cipc *s) {
    const ts_simulation_settings *scene = &s->simulation->settings;
    const double *option = s->simulation->choice.option;
    const bool is_ours = option[OPTION_PUBLISHED] == 0.0;
    s->newton_settings = ts_newton_standard(scene->h);
    s->newton_settings.tolerance = option[OPTION_TOLERANCE] > 0.0 ? option[OPTION_TOLERANCE] : scene->tolerance;
    s->newton_settings.most_iterations =
        option[OPTION_ITERATIONS] > 0.0 ? (int)option[OPTION_ITERATIONS] : scene->most_iterations;
    s->newton_settings.exact_below = option[OPTION_EXACT];
    s->newton_settings.energy_settles = is_ours && option[OPTION_ENERGY] != 0.0;
    s->newton_settings.corrected = is_ours && option[OPTION_CORRECTED] != 0.0;
    s->newton_settings.trust_region = is_ours && option[OPTION_TRUST] != 0.0;
    s->newton_settings.older_factor = option[OPTION_OLDER] != 0.0;
    s->newton_settings.by_body = is_ours && option[OPTION_BODIES] != 0.0;
    s->newton_settings.largest_component = option[OPTION_LARGEST] != 0.0;
    s->split_limits = option[OPTION_SPLIT] != 0.0;
    s->friction_lags = option[OPTION_LAGS] >= 0.0 ? (int)option[OPTION_LAGS] : scene->friction_lags;
}

/* ---- Memory ---- */

static bool allocate_rows(ts_cipc *s) {
    const size_t n = s->bodies->nodes + 1;
    double(**const rows[])[3] = {&s->x, &s->xtilde, &s->shift, &s->target, &s->aim, &s->lambda, &s->p, &s->unlimited};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        *rows[k] = calloc(n, sizeof **rows[k]);
        if (!*rows[k]) return false;
    }
    s->pull = calloc(n, sizeof *s->pull);
    s->prescribed = calloc(n, 1);
    s->let_go = calloc(n, 1);
    s->held = calloc(n, 1);
    s->obstacle = calloc(n, 1);
    if (!s->pull || !s->prescribed || !s->let_go || !s->held || !s->obstacle) return false;
    for (size_t i = 0; i + 1 < n; ++i) s->obstacle[i] = s->bodies->body[s->bodies->body_of[i]].obstacle;
    return true;
}

static void destroy(void *self) {
    ts_cipc *s = self;
    if (!s) return;
    ts_objective_clear(&s->objective);
    ts_newton_destroy(s->newton);
    ts_friction_destroy(s->friction);
    ts_contact_destroy(s->contact);
    double(*const rows[])[3] = {s->x, s->xtilde, s->shift, s->target, s->aim, s->lambda, s->p, s->unlimited};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) free(rows[k]);
    free(s->pull);
    free(s->prescribed);
    free(s->let_go);
    free(s->held);
    free(s->obstacle);
    free(s->stiffness);
    free(s);
}

/* ---- The objective ---- */

static ts_status add_elastic(ts_cipc *s, ts_error *error) {
    const ts_potential_entry *entry;
    ts_status status = TS_OK;
    for (size_t k = 0; (entry = ts_potential_at(k)) != NULL && status == TS_OK; ++k) {
        ts_potential potential = {0};
        status = entry->init(s->bodies, &potential, error);
        if (status == TS_OK) status = ts_objective_add(&s->objective, &potential, entry->role, error);
    }
    return status;
}

static ts_status add_anchors(ts_cipc *s, ts_error *error) {
    const size_t n = s->bodies->nodes;
    ts_potential potential = {0};
    ts_status status = ts_anchor_init("inertia", n, s->bodies->mass, (const double(*)[3])s->xtilde, &potential, error);
    if (status == TS_OK) status = ts_objective_add(&s->objective, &potential, TS_ROLE_INERTIA, error);
    if (status == TS_OK) status = ts_anchor_init("pull", n, s->pull, (const double(*)[3])s->aim, &potential, error);
    if (status == TS_OK) status = ts_objective_add(&s->objective, &potential, TS_ROLE_PULL, error);
    if (status != TS_OK || s->simulation->settings.integrator != TS_QUASI_STATIC) return status;
    status = ts_load_init(n, s->bodies->mass, (const double(*)[3])s->simulation->acceleration, &potential, error);
    return status == TS_OK ? ts_objective_add(&s->objective, &potential, TS_ROLE_LOAD, error) : status;
}

static bool has_friction(const ts_bodies *bodies) {
    for (size_t k = 0; k < bodies->bodies * bodies->bodies; ++k) {
        if (bodies->friction[k] > 0.0) return true;
    }
    return false;
}

static ts_status gradient_beside_contact(void *self, const double (*x)[3], double (*out)[3], ts_error *error) {
    (void)error;
    return ts_objective_gradient_beside_contact(&((ts_cipc *)self)->objective, x, out);
}

static ts_status elastic_hessian(void *self, const double (*x)[3], ts_block_matrix *out, ts_error *error) {
    ts_cipc *s = self;
    const double h = s->newton_settings.h;
    return ts_objective_elastic_hessian(&s->objective, x, h * h, out, error);
}

/* Of the box around all nodes. */
static double diagonal_of(const ts_cipc *s) {
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY}, size[3];
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        for (int c = 0; c < 3; ++c) {
            lo[c] = fmin(lo[c], s->state->x[i][c]);
            hi[c] = fmax(hi[c], s->state->x[i][c]);
        }
    }
    ts_sub(hi, lo, size);
    return sqrt(ts_norm2(size));
}

static ts_status add_contact(ts_cipc *s, ts_error *error) {
    if (!s->simulation->settings.contact) return TS_OK;
    const ts_contact_settings settings = {
        .dhat = s->simulation->settings.dhat,
        .kappa = s->simulation->settings.kappa,
        .h = s->simulation->settings.h,
        .diagonal = diagonal_of(s),
        .barrier = s->simulation->settings.barrier,
        .stiffness = s->simulation->settings.stiffness,
        .around = {s, s->held, gradient_beside_contact, elastic_hessian},
        .method = s->simulation->hooks.method,
        .listener = s->simulation->hooks.listener,
        .asking = s->simulation->settings.asking,
    };
    ts_potential potential = {0};
    ts_status status = ts_contact_create(s->bodies, &settings, &s->contact, error);
    if (status != TS_OK) return status;
    ts_contact_potential(s->contact, &potential);
    status = ts_objective_add(&s->objective, &potential, TS_ROLE_CONTACT, error);
    if (status != TS_OK || !has_friction(s->bodies)) return status;
    const ts_friction_settings friction = {.eps_v = s->simulation->settings.eps_v, .h = s->simulation->settings.h};
    status = ts_friction_create(s->bodies, &friction, &s->friction, error);
    if (status != TS_OK) return status;
    ts_friction_potential(s->friction, &potential);
    return ts_objective_add(&s->objective, &potential, TS_ROLE_FRICTION, error);
}

/* ---- The start ---- */

/* "3, 4, 5" */
static void list_nodes(const ts_stencil stencil, char *text, size_t size) {
    size_t used = 0;
    for (int i = 0; i < ts_stencil_size(stencil) && used < size; ++i)
        used += (size_t)snprintf(text + used, size - used, "%s%d", i > 0 ? ", " : "", (int)stencil[i]);
}

/* Names the first element whose potential is infinite. */
static ts_status name_infinite(const ts_cipc *s, ts_error *error) {
    for (size_t k = 0; k < s->objective.terms; ++k) {
        const ts_potential *potential = &s->objective.term[k].potential;
        for (size_t e = 0; e < potential->count; ++e) {
            double value;
            char nodes[64];
            potential->evaluate(potential->self, (const double(*)[3])s->state->x, e, 1, &(ts_locals){.value = &value});
            if (value < INFINITY) continue;
            list_nodes(potential->stencil[e], nodes, sizeof nodes);
            return ts_fail(error, TS_ERROR_DATA,
                           "the initial state breaks a limit: the %s of nodes %s of object '%s' is not finite; start "
                           "from a state within the limits",
                           potential->name, nodes, s->bodies->body[s->bodies->body_of[potential->stencil[e][0]]].name);
        }
    }
    return TS_OK;
}

/* ---- What a checkpoint carries ---- */

static size_t count_stiffnesses(const ts_cipc *s) {
    size_t count = 0;
    for (size_t k = 0; k < s->objective.terms; ++k) count += s->objective.term[k].potential.stiffnesses;
    return count;
}

static size_t carried(void *self, ts_carried list[TS_SOLVER_MOST_CARRIED]) {
    ts_cipc *s = self;
    double *value = s->stiffness;
    for (size_t k = 0; k < s->objective.terms; ++k) {
        const ts_potential *potential = &s->objective.term[k].potential;
        if (potential->stiffnesses > 0) potential->get_stiffness(potential, value);
        value += potential->stiffnesses;
    }
    list[0] = (ts_carried){.name = "stiffness", .count = (size_t)(value - s->stiffness), .value = s->stiffness};
    return 1;
}

static void restore(void *self) {
    ts_cipc *s = self;
    const double *value = s->stiffness;
    for (size_t k = 0; k < s->objective.terms; ++k) {
        ts_potential *potential = &s->objective.term[k].potential;
        if (potential->stiffnesses > 0) potential->set_stiffness(potential, value);
        value += potential->stiffnesses;
    }
}

static ts_status make_stiffness(ts_cipc *s, ts_error *error) {
    s->stiffness = calloc(count_stiffnesses(s) + 1, sizeof *s->stiffness);
    return s->stiffness ? TS_OK : ts_fail_memory(error, "the stiffnesses of potentials");
}

static ts_status forget(void *self, ts_error *error) {
    return ts_newton_forget(((ts_cipc *)self)->newton, error);
}

static void describe(const void *self, char *text, size_t size) {
    const ts_cipc *s = self;
    const ts_newton_settings *newton = &s->newton_settings;
    char exact[64] = "";
    if (newton->exact_below > 0.0) snprintf(exact, sizeof exact, ", exact below %.17g m/s", newton->exact_below);
    snprintf(text, size, "the integrator %s, h %.17g s, tolerance %.17g m/s, %d iterations, %d lags%s%s%s%s%s%s%s%s",
             TS_INTEGRATOR_NAMES[s->simulation->settings.integrator], newton->h, newton->tolerance,
             newton->most_iterations, s->friction_lags, exact, newton->energy_settles ? ", settled by energy" : "",
             newton->corrected ? ", corrected" : "", s->split_limits ? ", split limits" : "",
             newton->largest_component ? ", by the largest component" : "",
             newton->trust_region ? ", trust region" : "", newton->older_factor ? ", older factors" : "",
             newton->by_body ? ", bodies' factors" : "");
}

/* ---- Life ---- */

static ts_status create(ts_simulation *simulation, void **self, ts_error *error) {
    ts_cipc *s = calloc(1, sizeof *s);
    if (!s) return ts_fail_memory(error, "the solver");
    s->simulation = simulation;
    s->bodies = &simulation->bodies;
    s->state = &simulation->state;
    choose_settings(s);
    ts_status status = s->split_limits ? ts_split_check(simulation, error) : TS_OK;
    if (status == TS_OK && !allocate_rows(s)) status = ts_fail_memory(error, "the state of the solver");
    if (status == TS_OK) status = ts_newton_create(s->bodies->nodes, &s->newton, error);
    if (status == TS_OK) status = ts_objective_init(&s->objective, s->bodies->nodes, s->held, error);
    if (status == TS_OK) s->objective.bisects = s->newton_settings.corrected;
    if (status == TS_OK && s->split_limits) s->objective.part = TS_SPLIT_LIMITED;
    if (status == TS_OK) status = add_anchors(s, error);
    if (status == TS_OK) status = add_elastic(s, error);
    if (status == TS_OK) status = add_contact(s, error);
    if (status == TS_OK) status = make_stiffness(s, error);
    if (status == TS_OK) status = ts_objective_update(&s->objective, (const double(*)[3])s->state->x, error);
    if (status == TS_OK) status = name_infinite(s, error);
    /* Newmark goes on from the acceleration at the start of a step. */
    if (status == TS_OK && simulation->settings.integrator == TS_NEWMARK)
        status = ts_cipc_find_acceleration(s, NULL, error);
    if (status != TS_OK) {
        destroy(s);
        return status;
    }
    *self = s;
    return TS_OK;
}

/* ---- What others ask ---- */

static ts_status ask_again(void *self, const ts_displacement *displacement, ts_error *error) {
    double allowed;
    return ts_objective_max_step(&((ts_cipc *)self)->objective, displacement->from, displacement->p, &allowed, error);
}

/* The barrier's force on the time step's minimum, h^2 and all, made one of the continuous problem. */
static void contact_forces(void *self, double (*force)[3]) {
    const ts_cipc *s = self;
    if (!s->contact) return;
    const ts_predictor rule =
        ts_predict_rule_before(s->simulation->settings.integrator, s->state, s->newton_settings.h);
    ts_contact_forces(s->contact, (const double(*)[3])s->state->x, force);
    for (size_t i = 0; i < s->bodies->nodes; ++i) ts_scale(1.0 / rule.load_weight, force[i], force[i]);
}

static ts_energies energies_of(void *self) {
    const ts_cipc *s = self;
    const double(*x)[3] = (const double(*)[3])s->state->x;
    ts_energies energies = {0};
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (s->obstacle[i]) continue;
        energies.kinetic += 0.5 * s->bodies->mass[i] * ts_norm2(s->state->v[i]);
        energies.gravity -= s->bodies->mass[i] * ts_dot(s->simulation->acceleration[i], x[i]);
    }
    const double weight =
        ts_predict_rule_before(s->simulation->settings.integrator, s->state, s->simulation->settings.h).load_weight;
    for (size_t k = 0; k < s->objective.terms; ++k) {
        const ts_objective_term *term = &s->objective.term[k];
        if (term->role == TS_ROLE_ELASTIC || term->role == TS_ROLE_LIMIT) {
            energies.elastic += ts_potential_value(&term->potential, x);
        } else if (term->role == TS_ROLE_CONTACT) {
            energies.contact += ts_potential_value(&term->potential, x) / weight;
        }
    }
    return energies;
}

static void stretch(const void *self, const double (*x)[3], double *most, double *least) {
    ts_stretch_extent(((const ts_cipc *)self)->bodies, x, most, least);
}

const ts_contact *ts_cipc_contact(const ts_simulation *simulation) {
    return ((const ts_cipc *)simulation->self)->contact;
}

const ts_solver ts_cipc_solver = {
    .name = "cipc",
    .summary = "the minimum of an incremental potential, by projected Newton steps that CCD filters",
    .source = "Li, Kaufman, Jiang 2021: Codimensional Incremental Potential Contact",
    .options = DECLARED,
    .option_count = OPTIONS,
    .models = ts_cipc_model_at,
    .phases = ts_cipc_phases,
    .phase_count = TS_CIPC_PHASES,
    .create = create,
    .destroy = destroy,
    .step = ts_cipc_step,
    .carried = carried,
    .restore = restore,
    .forget = forget,
    .describe = describe,
    .ask_again = ask_again,
    .energies = energies_of,
    .contact_forces = contact_forces,
    .stretch = stretch,
    .figures = ts_cipc_figures,
    .remark = ts_cipc_remark,
};
