/* SPDX-License-Identifier: GPL-2.0-or-later
 * Contact as a potential: broad phase and CCD when a step is limited, the active set when x changes, the barrier of
 * each pair, and kappa (docs/method.md, 5). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/contact/active.h"
#include "cipc/contact/pair.h"
#include "core/clock.h"
#include "core/error.h"
#include "scenes/collision/ccd_filter.h"

struct ts_contact {
    const ts_bodies *bodies; /* borrowed */
    const ts_barrier *barrier;
    ts_model_choice choice; /* of it, with its parameters */
    double dhat, kappa, kappa_start;
    ts_surface surface;
    ts_candidates candidates;
    ts_active_set active;
    ts_ccd_filter filter;
    size_t closing_count;
    ts_keyed *closing; /* D of the pairs with D < CLOSING at the last adapt, by key */
    ts_contact_report report;
};

/* ---- The potential ---- */

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const ts_contact *contact = self;
    const ts_barrier_scale scale = ts_contact_scale(contact);
    for (size_t k = 0; k < count; ++k) {
        const ts_contact_pair *pair = &contact->active.pair[first + k];
        double rows[TS_STENCIL_NODES][3] = {{0}};
        for (int i = 0; i < TS_STENCIL_NODES && pair->node[i] >= 0; ++i)
            memcpy(rows[i], x[pair->node[i]], sizeof rows[i]);
        ts_contact_pair_evaluate(pair, &scale, (const double(*)[3])rows, out->value ? &out->value[k] : NULL,
                                 out->gradient ? out->gradient[k] : NULL, out->hessian ? out->hessian[k] : NULL);
    }
}

static ts_status follow(ts_contact *contact, const ts_sweep *motion, ts_error *error) {
    const double start = ts_ccd_filter_clock();
    const ts_status status = ts_candidates_follow(&contact->candidates, motion, error);
    contact->report.broad_seconds += ts_ccd_filter_clock() - start;
    contact->report.candidates = ts_candidates_count(&contact->candidates);
    return status;
}

static ts_status update(ts_potential *potential, const double (*x)[3], ts_error *error) {
    ts_contact *contact = potential->self;
    ts_status status = follow(contact, &(ts_sweep){.x = x}, error);
    if (status != TS_OK) return status;
    const double start = ts_seconds();
    status = ts_active_set_find(&contact->active, &contact->candidates, x, error);
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
    contact->report = (ts_contact_report){.ccd_alpha = 1.0, .least_gap = contact->report.least_gap};
    ts_status status = follow(contact, &motion, error);
    if (status == TS_OK) status = ts_ccd_filter_reserve(&contact->filter, &contact->candidates, error);
    if (status != TS_OK) return status;
    const double start = ts_ccd_filter_clock();
    const double step = ts_ccd_filter_step(&contact->filter, &contact->candidates, &motion, &contact->report.ccd);
    contact->report.broad_seconds += ts_ccd_filter_clock() - start - contact->report.ccd.seconds;
    contact->report.set_up_seconds = contact->report.broad_seconds;
    if (step < *alpha) *alpha = contact->report.ccd_alpha = step;
    return TS_OK;
}

/* ---- kappa ---- */

/* A gap d - xi below 1e-9 m without thickness. */
static const double CLOSING = 1e-18;

/* Is a pair of `now` on the list of before, with a larger D? Both lists ascend by key. */
static bool comes_closer(const ts_keyed *before, size_t count, size_t *at, const ts_keyed *now) {
    while (*at < count && before[*at].key < now->key) ++*at;
    return *at < count && before[*at].key == now->key && now->value < before[*at].value;
}

/* D of an active pair, less than CLOSING where it is nearly closed. */
static double excess_of(const ts_active_set *active, size_t k) {
    return active->found[k].value - active->pair[k].xi * active->pair[k].xi;
}

/* Replaces the list of nearly closed pairs; *closer becomes true when one of them was on it, farther apart. */
static ts_status find_closing(ts_contact *contact, bool *closer, ts_error *error) {
    const ts_active_set *active = &contact->active;
    size_t count = 0, at = 0;
    for (size_t k = 0; k < active->count; ++k) count += excess_of(active, k) < CLOSING;
    ts_keyed *now = malloc((count + 1) * sizeof *now);
    if (!now) return ts_fail_memory(error, "the pairs that are nearly closed");
    count = 0;
    for (size_t k = 0; k < active->count; ++k) {
        const ts_keyed pair = {active->found[k].key, excess_of(active, k)};
        if (!(pair.value < CLOSING)) continue;
        *closer = comes_closer(contact->closing, contact->closing_count, &at, &pair) || *closer;
        now[count++] = pair;
    }
    free(contact->closing);
    contact->closing = now;
    contact->closing_count = count;
    return TS_OK;
}

static ts_status adapt(ts_potential *potential, const double (*x)[3], bool *changed, ts_error *error) {
    (void)x; /* the active set is that of x */
    ts_contact *contact = potential->self;
    const double most = 100.0 * contact->kappa_start;
    bool closer = false;
    const ts_status status = find_closing(contact, &closer, error);
    if (status != TS_OK || !closer || !(contact->kappa < most)) return status;
    contact->kappa = fmin(2.0 * contact->kappa, most);
    *changed = true;
    return TS_OK;
}

/* By the barrier's rule; obstacles do not move. */
static double standard_kappa(const ts_contact *contact) {
    const ts_bodies *bodies = contact->bodies;
    double mass = 0.0;
    size_t nodes = 0;
    for (size_t i = 0; i < bodies->nodes; ++i) {
        if (bodies->body[bodies->body_of[i]].obstacle) continue;
        mass += bodies->mass[i];
        ++nodes;
    }
    return nodes ? contact->barrier->stiffness(mass, nodes, contact->dhat, contact->choice.parameter) : 0.0;
}

static ts_status set_barrier(ts_contact *contact, const ts_model_choice *choice, ts_error *error) {
    contact->barrier = ts_barrier_find(choice->name);
    if (!contact->barrier) return ts_fail(error, TS_ERROR_USAGE, "there is no barrier '%s'", choice->name);
    contact->choice = choice->model ? *choice : ts_model_chosen(&contact->barrier->model);
    return TS_OK;
}

static ts_status set_kappa(ts_contact *contact, const ts_contact_settings *settings, ts_error *error) {
    if (!(settings->dhat > 1e-8) || !isfinite(settings->dhat)) {
        return ts_fail(error, TS_ERROR_USAGE, "the barrier's range dhat is %g m; it must be above 1e-8 m",
                       settings->dhat);
    }
    if (!(settings->kappa >= 0.0) || !isfinite(settings->kappa)) {
        return ts_fail(error, TS_ERROR_USAGE, "the barrier's stiffness kappa is %g J; it must be 0 (chosen) or above",
                       settings->kappa);
    }
    contact->dhat = settings->dhat;
    contact->kappa_start = settings->kappa > 0.0 ? settings->kappa : standard_kappa(contact);
    contact->kappa = contact->kappa_start;
    return TS_OK;
}

/* ---- Life ---- */

ts_status ts_contact_create(const ts_bodies *bodies, const ts_contact_settings *settings, ts_contact **contact,
                            ts_error *error) {
    ts_contact *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "contact");
    made->bodies = bodies;
    made->report = (ts_contact_report){.ccd_alpha = 1.0, .least_gap = INFINITY};
    ts_status status = set_barrier(made, &settings->barrier, error);
    if (status == TS_OK) status = set_kappa(made, settings, error);
    if (status == TS_OK) status = ts_surface_init(&made->surface, bodies, error);
    if (status == TS_OK) status = ts_candidates_init(&made->candidates, &made->surface, settings->dhat, error);
    if (status == TS_OK)
        status = ts_ccd_filter_init(&made->filter, settings->method, &settings->listener, bodies->nodes, error);
    if (status == TS_OK && settings->asking == TS_ASK_PUBLISHED)
        status = ts_ccd_filter_ask_published(&made->filter, &made->candidates, error);
    if (status != TS_OK) {
        ts_contact_destroy(made);
        return status;
    }
    ts_active_set_init(&made->active, &made->surface, settings->dhat);
    *contact = made;
    return TS_OK;
}

void ts_contact_destroy(ts_contact *contact) {
    if (!contact) return;
    ts_active_set_clear(&contact->active);
    ts_ccd_filter_clear(&contact->filter);
    ts_candidates_clear(&contact->candidates);
    ts_surface_clear(&contact->surface);
    free(contact->closing);
    free(contact);
}

static void get_stiffness(const ts_potential *potential, double *value) {
    *value = ((const ts_contact *)potential->self)->kappa;
}

static void set_stiffness(ts_potential *potential, const double *value) {
    ((ts_contact *)potential->self)->kappa = *value;
}

static void forget(ts_potential *potential) {
    ts_contact *contact = potential->self;
    contact->closing_count = 0;
    ts_candidates_forget(&contact->candidates);
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
        .adapt = adapt,
        .forget = forget,
        .stiffnesses = 1,
        .get_stiffness = get_stiffness,
        .set_stiffness = set_stiffness,
        .clear = clear,
    };
}

ts_barrier_scale ts_contact_scale(const ts_contact *contact) {
    return (ts_barrier_scale){.barrier = contact->barrier,
                              .parameter = contact->choice.parameter,
                              .kappa = contact->kappa,
                              .dhat = contact->dhat};
}

double ts_contact_kappa(const ts_contact *contact) {
    return contact->kappa;
}

double ts_contact_dhat(const ts_contact *contact) {
    return contact->dhat;
}

size_t ts_contact_pairs(const ts_contact *contact, const ts_contact_pair **pairs) {
    *pairs = contact->active.pair;
    return contact->active.count;
}

const ts_contact_report *ts_contact_last(const ts_contact *contact) {
    return &contact->report;
}
