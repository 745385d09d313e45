/* SPDX-License-Identifier: GPL-2.0-or-later
 * One time step (docs/method.md, 8): prescribed nodes go as far as contact allows, then Newton minimises, again with
 * newer friction or a stronger pull of prescribed nodes that are not there yet. The split model (2.3) minimises without
 * limits first, for the target of all that. */
#include "cipc/step.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "cipc/potentials/extent.h"
#include "cipc/release.h"
#include "cipc/report.h"
#include "cipc/split.h"
#include "core/vec3.h"

/* Augmented Lagrangian of prescribed nodes: stiffness over mass, its growth while it is below the last, when a node
 * counts as arrived, and how often it is tried. */
static const double FIRST_PULL = 1e6, LAST_PULL = 1e8, ARRIVED = 0.999;
enum { MOST_PULLS = 60, MOST_LAGS = 100 };
/* Friction has settled when no lagged force changes by more. */
static const double FRICTION_SETTLED = 1e-3;

typedef struct stepping {
    ts_cipc *s;
    ts_step_report *report;
    double distance2; /* squared length of the displacement that prescribed nodes have to go */
    double pull;      /* kappa_A over mass; 0: prescribed nodes are held */
} stepping;

static const double (*at(double (*rows)[3]))[3] {
    return (const double(*)[3])rows;
}

/* ---- What a displacement met with ---- */

/* A query without an answer allows no step, now or later. */
static void note_answers(ts_cipc *s) {
    if (!s->contact) return;
    const size_t *answers = ts_contact_last(s->contact)->ccd.statuses;
    if (answers[TS_CCD_UNSUPPORTED] > 0)
        s->answer = TS_CCD_UNSUPPORTED;
    else if (answers[TS_CCD_FAILED] > 0)
        s->answer = TS_CCD_FAILED;
}

static void report_displacement(const ts_cipc *s, int iteration, const ts_displacement *displacement) {
    const ts_displacement_listener *displacements = &s->simulation->hooks.displacements;
    if (displacements->listen) displacements->listen(displacements->self, iteration, displacement);
}

/* ---- Prescribed nodes ---- */

static double distance_left2(const ts_cipc *s, int32_t *worst) {
    double sum = 0.0, most = -1.0;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (!s->prescribed[i]) continue;
        double left[3];
        ts_sub(s->target[i], s->x[i], left);
        sum += ts_norm2(left);
        if (worst && ts_norm2(left) > most) {
            most = ts_norm2(left);
            *worst = (int32_t)i;
        }
    }
    return sum;
}

static double prescribed_fraction(const stepping *step, int32_t *worst) {
    const double left2 = distance_left2(step->s, worst);
    return step->distance2 > 0.0 ? 1.0 - sqrt(left2 / step->distance2) : 1.0;
}

/* Obstacles without a condition stay where they are. */
static void prescribe_obstacles(ts_cipc *s) {
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (!s->obstacle[i] || s->prescribed[i]) continue;
        s->prescribed[i] = 1;
        memcpy(s->target[i], s->state->x[i], sizeof s->target[i]);
    }
}

/* The largest fraction of the displacement that potentials admit and at whose end all of them are finite. */
static ts_status admissible_fraction(ts_cipc *s, double *fraction, ts_error *error) {
    ts_status status = ts_objective_max_step(&s->objective, at(s->state->x), at(s->p), fraction, error);
    while (status == TS_OK && *fraction > 0.0) {
        for (size_t i = 0; i < s->bodies->nodes; ++i) ts_axpy(s->state->x[i], *fraction, s->p[i], s->x[i]);
        status = ts_objective_update(&s->objective, at(s->x), error);
        if (status != TS_OK || ts_objective_evaluate(&s->objective, at(s->x)).value < INFINITY) break;
        *fraction = *fraction < DBL_EPSILON ? 0.0 : 0.5 * *fraction;
    }
    return status;
}

static ts_status move_prescribed(stepping *step, ts_error *error) {
    ts_cipc *s = step->s;
    memset(s->p, 0, s->bodies->nodes * sizeof *s->p);
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (s->prescribed[i]) ts_sub(s->target[i], s->state->x[i], s->p[i]);
        step->distance2 += s->prescribed[i] ? ts_norm2(s->p[i]) : 0.0;
    }
    double fraction = 1.0;
    if (step->distance2 > 0.0) {
        const ts_status status = admissible_fraction(s, &fraction, error);
        if (status != TS_OK) return status;
    }
    for (size_t i = 0; i < s->bodies->nodes; ++i) ts_axpy(s->state->x[i], fraction, s->p[i], s->x[i]);
    if (step->distance2 > 0.0) report_displacement(s, -1, &(ts_displacement){at(s->state->x), at(s->p), fraction});
    if (step->distance2 > 0.0) note_answers(s);
    if (s->answer != TS_CCD_FREE) step->report->outcome = TS_STEP_UNANSWERED;
    if (fraction < 1.0) step->pull = FIRST_PULL;
    return TS_OK;
}

/* Prescribed nodes that are pulled are unknowns like the others; those that stay where they are remain held. */
static void set_pull(stepping *step) {
    ts_cipc *s = step->s;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        s->held[i] = s->prescribed[i] && (step->pull == 0.0 || ts_norm2(s->p[i]) == 0.0);
        s->pull[i] = s->prescribed[i] && !s->held[i] ? step->pull * s->bodies->mass[i] : 0.0;
        if (s->pull[i] > 0.0) ts_axpy(s->target[i], 1.0 / s->pull[i], s->lambda[i], s->aim[i]);
    }
}

static void strengthen_pull(stepping *step) {
    ts_cipc *s = step->s;
    if (step->pull < LAST_PULL) {
        step->pull *= 2.0;
    } else {
        for (size_t i = 0; i < s->bodies->nodes; ++i) {
            double left[3];
            ts_sub(s->target[i], s->x[i], left);
            if (s->pull[i] > 0.0) ts_axpy(s->lambda[i], s->pull[i], left, s->lambda[i]);
        }
    }
    set_pull(step);
}

/* ---- The incremental potential of the step ---- */

void ts_cipc_weigh(ts_cipc *s, const ts_predictor *rule) {
    s->objective.inertia_weight = rule->inertia;
    s->objective.elastic_weight = rule->elastic_weight;
    s->objective.beta = rule->beta;
}

static void predict(stepping *step) {
    ts_cipc *s = step->s;
    const ts_integrator integrator = s->simulation->settings.integrator;
    const double h = s->simulation->settings.h;
    const ts_predictor rule = ts_predict_rule(integrator, s->state, h);
    ts_predict(integrator, s->state, h, s->bodies->nodes, s->xtilde);
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        ts_axpy(s->xtilde[i], rule.load_weight, s->simulation->acceleration[i], s->xtilde[i]);
        ts_scale(rule.gamma, s->state->x[i], s->shift[i]);
    }
    ts_cipc_weigh(s, &rule);
    s->objective.shift = rule.gamma == 0.0 ? NULL : at(s->shift);
}

static ts_status lag_friction(stepping *step, double *change, ts_error *error) {
    ts_cipc *s = step->s;
    if (!s->friction) return TS_OK;
    const ts_status status = ts_objective_update(&s->objective, at(s->x), error);
    if (status != TS_OK) return status;
    return ts_friction_lag(s->friction, s->contact, at(s->x), at(s->state->x), change, error);
}

static bool watch_iteration(void *self, const ts_newton_iteration *iteration, const double (*x)[3]) {
    ts_cipc *s = self;
    const ts_contact_pair *pairs;
    const size_t count = s->contact ? ts_contact_pairs(s->contact, &pairs) : 0;
    if (count > s->most_contacts) s->most_contacts = count;
    const ts_displacement displacement = ts_newton_displacement(s->newton);
    report_displacement(s, iteration->iteration, &displacement);
    const bool goes_on = ts_cipc_report_iteration(s, iteration, x);
    note_answers(s);
    if (s->contact) ts_contact_begin_report(s->contact);
    return s->answer == TS_CCD_FREE && goes_on;
}

/* Of the nodes that are unknowns, where they have inertia. */
static double moving_mass(const ts_cipc *s) {
    double sum = 0.0;
    if (s->simulation->settings.integrator == TS_QUASI_STATIC) return 0.0;
    for (size_t i = 0; i < s->bodies->nodes; ++i) sum += s->held[i] ? 0.0 : s->bodies->mass[i];
    return sum;
}

/* A cloth that is about to slip goes much farther than the last increment before says: on a slope as steep as friction
 * holds, 0.97 in place of 4.0 mm/s, with an increment of 0.03 mm/s. */
static bool is_coming_loose(void *self, const double (*x)[3]) {
    static const double MOST = 0.2; /* of friction; cloths that drape have up to a tenth */
    const ts_cipc *s = self;
    return s->friction && ts_friction_loosening(s->friction, x) > MOST;
}

/* From x to x. */
static ts_status minimise_at(stepping *step, double (*x)[3], const ts_newton_observer *observer, ts_error *error) {
    ts_cipc *s = step->s;
    ts_newton_settings settings = s->newton_settings;
    settings.mass = moving_mass(s);
    settings.doubt = (ts_newton_doubt){.exists = is_coming_loose, .self = s};
    settings.minimisation = step->report->minimisations;
    settings.first_iteration = step->report->iterations;
    settings.observer = *observer;
    ts_newton_result newton;
    const ts_status status = ts_newton_minimise(s->newton, &s->objective, &settings, x, &newton, error);
    if (status != TS_OK) return status;
    step->report->iterations += newton.iterations;
    ++step->report->minimisations;
    ts_cipc_report_newton(s, &newton, step->report);
    if (s->answer != TS_CCD_FREE) step->report->outcome = TS_STEP_UNANSWERED;
    return TS_OK;
}

static ts_status minimise(stepping *step, ts_error *error) {
    return minimise_at(step, step->s->x, &(ts_newton_observer){.observe = watch_iteration, .self = step->s}, error);
}

/* Minimises under a growing pull until prescribed nodes have arrived; then they are held. */
static ts_status pull_prescribed(stepping *step, ts_error *error) {
    for (int k = 0; k < MOST_PULLS; ++k) {
        const ts_status status = minimise(step, error);
        if (status != TS_OK || step->report->outcome != TS_STEP_DONE) return status;
        step->report->prescribed_fraction = prescribed_fraction(step, &step->report->prescribed_worst);
        if (step->report->prescribed_fraction >= ARRIVED) {
            step->pull = 0.0;
            set_pull(step);
            return TS_OK;
        }
        strengthen_pull(step);
    }
    step->report->outcome = TS_STEP_UNREACHED;
    return TS_OK;
}

/* Friction as lagged, newer friction, and so on. */
static ts_status minimise_with_friction(stepping *step, ts_error *error) {
    const int lags = step->s->friction_lags;
    const int most = !step->s->friction ? 1 : lags > 0 ? lags : MOST_LAGS;
    for (int k = 0; k < most; ++k) {
        ts_status status = minimise(step, error);
        if (status != TS_OK || step->report->outcome != TS_STEP_DONE || k + 1 == most) return status;
        status = lag_friction(step, &step->report->friction_change, error);
        if (status != TS_OK) return status;
        if (lags == 0 && step->report->friction_change < FRICTION_SETTLED) return TS_OK;
    }
    return TS_OK;
}

/* ---- The split model ---- */

/* No displacement of the state: nothing keeps it out of contact, and nobody goes it. */
static bool watch_unlimited(void *self, const ts_newton_iteration *iteration, const double (*x)[3]) {
    return ts_cipc_report_iteration(self, iteration, x);
}

/* The first solve: the minimum without limits becomes the target of the inertia's term. The iterate of the step stays
 * where it is, which is within the limits, as the second solve has to start. */
static ts_status aim_without_limits(stepping *step, ts_error *error) {
    ts_cipc *s = step->s;
    const size_t bytes = s->bodies->nodes * sizeof *s->x;
    memcpy(s->unlimited, s->x, bytes);
    s->objective.part = TS_SPLIT_UNLIMITED;
    const ts_newton_observer observer = {.observe = watch_unlimited, .self = s};
    const ts_status status = minimise_at(step, s->unlimited, &observer, error);
    s->objective.part = TS_SPLIT_LIMITED;
    memcpy(s->xtilde, s->unlimited, bytes);
    return status;
}

/* ---- The step ---- */

/* Is there a state that may be gone on from? */
static bool is_usable(const stepping *step) {
    return step->report->outcome == TS_STEP_DONE || step->report->outcome == TS_STEP_LIMIT;
}

/* To the minimum, from where prescribed nodes have been moved. */
static ts_status minimise_all(stepping *step, ts_error *error) {
    double since_step_before;
    ts_status status = lag_friction(step, &since_step_before, error);
    if (status == TS_OK && step->pull > 0.0) status = pull_prescribed(step, error);
    if (status != TS_OK) return status;
    const bool is_pulled = step->pull > 0.0; /* not arrived: nothing more to be gained */
    const bool goes_on = step->report->outcome == TS_STEP_DONE && !is_pulled;
    return goes_on ? minimise_with_friction(step, error) : TS_OK;
}

static ts_status solve(stepping *step, ts_error *error) {
    predict(step); /* first: what potentials admit is a matter of where the rule takes them */
    ts_status status = move_prescribed(step, error);
    if (status != TS_OK || step->report->outcome != TS_STEP_DONE) return status;
    memset(step->s->lambda, 0, step->s->bodies->nodes * sizeof *step->s->lambda);
    set_pull(step);
    if (!step->s->split_limits) return minimise_all(step, error);
    status = aim_without_limits(step, error);
    if (status != TS_OK || !is_usable(step)) return status;
    const ts_step_outcome first =
        step->report->outcome; /* a target that is not quite the minimum is one all the same */
    step->report->outcome = TS_STEP_DONE;
    status = minimise_all(step, error);
    if (step->report->outcome == TS_STEP_DONE) step->report->outcome = first;
    return status;
}

static void describe(stepping *step) {
    ts_cipc *s = step->s;
    ts_step_report *report = step->report;
    report->answer = s->answer;
    report->prescribed_fraction = prescribed_fraction(step, &report->prescribed_worst);
    const ts_contact_pair *pairs;
    report->contacts = s->contact ? ts_contact_pairs(s->contact, &pairs) : 0;
    report->least_gap = s->contact ? ts_contact_last(s->contact)->least_gap : INFINITY;
    report->most_contacts = s->most_contacts;
    ts_stretch_extent(s->bodies, at(s->x), &report->most_stretch, &report->least_stretch);
}

/* Potentials drop what depends on the steps before. */
static void forget_history(ts_cipc *s) {
    for (size_t k = 0; k < s->objective.terms; ++k) {
        ts_potential *potential = &s->objective.term[k].potential;
        if (potential->forget) potential->forget(potential);
    }
}

ts_status ts_cipc_step(void *self, ts_step_report *report, ts_error *error) {
    ts_cipc *s = self;
    stepping step = {.s = s, .report = report};
    const double h = s->newton_settings.h, t0 = s->state->time, t1 = (double)(s->state->step + 1) * h;
    const ts_prescribed prescribed = {s->bodies->nodes, s->prescribed, s->target};
    s->most_contacts = 0;
    s->answer = TS_CCD_FREE;
    forget_history(s);
    ts_status status = ts_conditions_at(&s->simulation->conditions, t0, t1, at(s->state->x), &prescribed, error);
    if (status != TS_OK) return status;
    prescribe_obstacles(s);
    status = ts_cipc_let_go(s, error);
    if (status == TS_OK) status = solve(&step, error);
    if (status != TS_OK) return status;
    describe(&step);
    const ts_new_positions moved = {.nodes = s->bodies->nodes, .x = at(s->x), .prescribed = s->prescribed};
    ts_advance_state(s->simulation->settings.integrator, s->state, h, &moved);
    return TS_OK;
}
