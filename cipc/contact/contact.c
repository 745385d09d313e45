/* SPDX-License-Identifier: GPL-2.0-or-later
 * Contact as a potential: broad phase and CCD when a step is limited, the active set when x changes, the barrier of
 * each pair, and its stiffness (docs/method.md, 5). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/contact/active.h"
#include "cipc/contact/areas.h"
#include "cipc/contact/kappa.h"
#include "cipc/contact/pair.h"
#include "cipc/contact/resistance.h"
#include "core/clock.h"
#include "core/error.h"
#include "scenes/collision/ccd_filter.h"

struct ts_contact {
    const ts_bodies *bodies; /* borrowed */
    const ts_barrier *barrier;
    ts_model_choice choice; /* of it, with its parameters */
    double dhat;
    ts_kappa kappa;
    ts_surface surface;
    ts_candidates candidates;
    ts_contact_areas areas; /* where the barrier goes by them */
    ts_active_set active;
    ts_ccd_filter filter;
    ts_contact_report report;
};

/* ---- The potential ---- */

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const ts_contact *contact = self;
    ts_barrier_scale scale = ts_contact_scale(contact);
    scale.unprojected = out->unprojected;
    ts_contact_pairs_evaluate(&contact->active.pair[first], count, &scale, x, out);
}

static ts_status follow(ts_contact *contact, const ts_sweep *motion, ts_error *error) {
    const double start = ts_ccd_filter_clock();
    const ts_status status = ts_candidates_follow(&contact->candidates, motion, error);
    contact->report.broad_seconds += ts_ccd_filter_clock() - start;
    contact->report.candidates = ts_candidates_count(&contact->candidates);
    return status;
}

static ts_status find_active(ts_contact *contact, const double (*x)[3], ts_error *error) {
    ts_status status = ts_kappa_prepare(&contact->kappa, x, error);
    if (status == TS_OK) status = ts_active_set_find(&contact->active, &contact->candidates, x, error);
    if (status == TS_OK) ts_kappa_spread(&contact->kappa, &contact->active);
    return status;
}

static ts_status update(ts_potential *potential, const double (*x)[3], ts_error *error) {
    ts_contact *contact = potential->self;
    ts_status status = follow(contact, &(ts_sweep){.x = x}, error);
    if (status != TS_OK) return status;
    const double start = ts_seconds();
    status = find_active(contact, x, error);
    contact->report.set_seconds += ts_seconds() - start;
    contact->report.least_gap = contact->active.least_gap;
    potential->count = contact->active.count;
    potential->stencil = contact->active.stencil;
    potential->near_count = contact->active.near_count;
    potential->near = contact->active.near;
    return status;
}

static ts_status max_step(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                          ts_error *error) {
    ts_contact *contact = potential->self;
    const ts_sweep motion = {.x = x, .p = p, .alpha = *alpha};
    ts_contact_report *report = &contact->report;
    const double start = ts_ccd_filter_clock(), ccd = report->ccd.seconds;
    double step;
    report->ccd_alpha = 1.0;
    const ts_status status =
        ts_ccd_filter_step(&contact->filter, &contact->candidates, &motion, &report->ccd, &step, error);
    if (status != TS_OK) return status;
    const double broad = ts_ccd_filter_clock() - start - (report->ccd.seconds - ccd);
    report->broad_seconds += broad;
    report->set_up_seconds += broad;
    report->candidates = ts_candidates_count(&contact->candidates);
    if (step < *alpha) *alpha = report->ccd_alpha = step;
    return TS_OK;
}

static ts_status adapt(ts_potential *potential, const double (*x)[3], bool *changed, ts_error *error) {
    ts_contact *contact = potential->self;
    const ts_status status = ts_kappa_adapt(&contact->kappa, contact, &contact->active, x, changed, error);
    if (status != TS_OK || contact->kappa.rule->way != TS_STIFFNESS_EACH) return status;
    return find_active(contact, x, error);
}

static ts_status resist(const ts_potential *potential, const ts_step_trial *trial, ts_resistances *to,
                        ts_error *error) {
    return ts_contact_resist(potential->self, trial, to, error);
}

/* ---- Barrier and stiffness ---- */

static ts_status set_barrier(ts_contact *contact, const ts_contact_settings *settings, ts_error *error) {
    const ts_model_choice *choice = &settings->barrier;
    if (!(settings->dhat > 1e-8) || !isfinite(settings->dhat)) {
        return ts_fail(error, TS_ERROR_USAGE, "the barrier's range dhat is %g m; it must be above 1e-8 m",
                       settings->dhat);
    }
    contact->dhat = settings->dhat;
    contact->barrier = ts_barrier_find(choice->name);
    if (!contact->barrier) return ts_fail(error, TS_ERROR_USAGE, "there is no barrier '%s'", choice->name);
    contact->choice = choice->model ? *choice : ts_model_chosen(&contact->barrier->model);
    return contact->barrier->by_area ? ts_contact_areas_init(&contact->areas, &contact->surface, error) : TS_OK;
}

static ts_status set_kappa(ts_contact *contact, const ts_contact_settings *settings, ts_error *error) {
    const ts_barrier *barrier = contact->barrier;
    const char *name = ts_model_is_none(&settings->stiffness) ? barrier->stiffness : settings->stiffness.name;
    const ts_stiffness_rule *rule = ts_stiffness_find(name);
    if (!rule) return ts_fail(error, TS_ERROR_USAGE, "there is no rule for stiffness '%s'", name);
    const double weight = barrier->by_area ? ts_contact_areas_mean(&contact->areas, &contact->surface) : 1.0;
    const ts_stiffness_scene scene = {
        .bodies = contact->bodies,
        .barrier = barrier,
        .parameter = contact->choice.parameter,
        .dhat = contact->dhat,
        .h = settings->h,
        .weight = weight,
    };
    return ts_kappa_init(&contact->kappa, rule, &scene, &contact->surface, settings, error);
}

static double area_of(const void *self, ts_ccd_kind kind, const int32_t pair[2], const ts_stencil node) {
    const ts_contact *contact = self;
    (void)node;
    return ts_contact_area(&contact->areas, &contact->surface, kind, pair);
}

static ts_candidate_weight weights_of(const ts_contact *contact) {
    if (contact->kappa.rule->way == TS_STIFFNESS_EACH) return (ts_candidate_weight){ts_kappa_weigh, &contact->kappa};
    return (ts_candidate_weight){contact->barrier->by_area ? area_of : NULL, contact};
}

/* ---- Life ---- */

ts_status ts_contact_create(const ts_bodies *bodies, const ts_contact_settings *settings, ts_contact **contact,
                            ts_error *error) {
    ts_contact *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "contact");
    made->bodies = bodies;
    made->report = (ts_contact_report){.ccd_alpha = 1.0, .least_gap = INFINITY};
    ts_status status = ts_surface_init(&made->surface, bodies, error);
    if (status == TS_OK) status = set_barrier(made, settings, error);
    if (status == TS_OK) status = set_kappa(made, settings, error);
    if (status == TS_OK) status = ts_candidates_init(&made->candidates, &made->surface, settings->dhat, error);
    if (status == TS_OK)
        status = ts_ccd_filter_init(&made->filter, settings->method, &settings->listener, bodies->nodes, error);
    if (status == TS_OK && settings->asking == TS_ASK_PUBLISHED)
        status = ts_ccd_filter_ask_published(&made->filter, &made->candidates, error);
    if (status != TS_OK) {
        ts_contact_destroy(made);
        return status;
    }
    ts_active_set_init(&made->active, &made->surface, settings->dhat, weights_of(made));
    *contact = made;
    return TS_OK;
}

void ts_contact_destroy(ts_contact *contact) {
    if (!contact) return;
    ts_active_set_clear(&contact->active);
    ts_ccd_filter_clear(&contact->filter);
    ts_candidates_clear(&contact->candidates);
    ts_surface_clear(&contact->surface);
    ts_contact_areas_clear(&contact->areas);
    ts_kappa_clear(&contact->kappa);
    free(contact);
}

static void get_stiffness(const ts_potential *potential, double *value) {
    const ts_kappa *kappa = &((const ts_contact *)potential->self)->kappa;
    value[0] = kappa->now;
    if (potential->stiffnesses > 1) value[1] = kappa->start;
}

static void set_stiffness(ts_potential *potential, const double *value) {
    ts_kappa *kappa = &((ts_contact *)potential->self)->kappa;
    kappa->now = value[0];
    if (potential->stiffnesses > 1) kappa->start = value[1];
}

static void forget(ts_potential *potential) {
    ts_contact *contact = potential->self;
    ts_kappa_forget(&contact->kappa);
    ts_candidates_forget(&contact->candidates);
    ts_ccd_filter_forget(&contact->filter);
}

/* The caller keeps the contact. */
static void clear(ts_potential *potential) {
    *potential = (ts_potential){0};
}

void ts_contact_potential(ts_contact *contact, ts_potential *potential) {
    *potential = (ts_potential){
        .name = "contact",
        .self = contact,
        .evaluate = evaluate,
        .update = update,
        .max_step = max_step,
        .resist = resist,
        .adapt = adapt,
        .forget = forget,
        .stiffnesses = contact->kappa.rule->way == TS_STIFFNESS_BALANCES ? 2 : 1,
        .get_stiffness = get_stiffness,
        .set_stiffness = set_stiffness,
        .clear = clear,
    };
}

ts_barrier_scale ts_contact_scale(const ts_contact *contact) {
    return (ts_barrier_scale){.barrier = contact->barrier,
                              .parameter = contact->choice.parameter,
                              .kappa = contact->kappa.now,
                              .dhat = contact->dhat};
}

double ts_contact_kappa(const ts_contact *contact) {
    return ts_kappa_largest(&contact->kappa);
}

double ts_contact_dhat(const ts_contact *contact) {
    return contact->dhat;
}

size_t ts_contact_pairs(const ts_contact *contact, const ts_contact_pair **pairs) {
    *pairs = contact->active.pair;
    return contact->active.count;
}

void ts_contact_begin_report(ts_contact *contact) {
    contact->report = (ts_contact_report){.ccd_alpha = 1.0, .least_gap = contact->report.least_gap};
}

const ts_contact_report *ts_contact_last(const ts_contact *contact) {
    return &contact->report;
}
