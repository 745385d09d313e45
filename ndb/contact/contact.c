/* SPDX-License-Identifier: GPL-2.0-or-later
 * Life and settings of contact, and the beginning of a step. */
#include "ndb/contact/contact.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "ndb/contact/state.h"
#include "scenes/collision/collision_weight.h"

const char *const TS_NDB_TARGET_NAMES[] = {"halfspace", "rebound", NULL};
const char *const TS_NDB_RELEASE_NAMES[] = {"keep", "decay", "drop", NULL};
const char *const TS_NDB_BARRIER_NAMES[] = {"ndb", "dbb", NULL};
const char *const TS_NDB_RECHECK_NAMES[] = {"needed", "always", "never", NULL};

/* Of a weight to its first one: beyond, the global matrix is rounding for the most part. */
static const double MOST_RATIO = 0x1p20;

ts_ndb_contact_settings ts_ndb_contact_standard(void) {
    return (ts_ndb_contact_settings){
        .stay = 1.0,
        .weight = 0.1,
        .growth = 2.0,
        .most_growth = 20,
        .floor = 1e-2,
        .alpha = 0.8,
        .samples = 3,
        .projection = true,
    };
}

/* The n of n (n + 1) / 2 samples; -1: there is none. */
static int order_of(int samples) {
    int order = 0;
    while (order * (order + 1) / 2 < samples) ++order;
    return order * (order + 1) / 2 == samples ? order : -1;
}

typedef struct range {
    const char *name, *unit;
    double value, least, most;
} range;

bool ts_ndb_contact_takes(int samples, bool projection) {
    return order_of(samples) >= 0 && (samples > 0 || projection);
}

bool ts_ndb_contact_rubs(const ts_bodies *bodies) {
    for (size_t k = 0; k < bodies->bodies * bodies->bodies && bodies->friction; ++k)
        if (bodies->friction[k] > 0.0) return true;
    return false;
}

static ts_status check_ranges(const ts_ndb_contact_settings *s, bool has_friction, ts_error *error) {
    const range ranges[] = {
        {"time step h", " s", s->h, TS_NDB_LEAST_H, TS_NDB_MOST_H},
        {"range dhat", " m", s->dhat, TS_NDB_LEAST_DHAT, TS_NDB_MOST_DHAT},
        {"range over dhat that pairs stay in", "", s->stay, 1.0, 1e3},
        {"friction's speed eps_v", " m/s", has_friction ? s->eps_v : TS_NDB_LEAST_EPS_V, TS_NDB_LEAST_EPS_V,
         TS_NDB_MOST_EPS_V},
        {"weight c", "", s->weight, 1e-12, 1e12},
        {"growth K", "", s->growth, 1.0, 1e3},
        {"largest growth", "", s->most_growth, 0.0, TS_NDB_MOST_GROWTH},
        {"floor", "", s->floor, 0.0, 0.5},
        {"alpha", "", s->alpha, 0x1p-10, 1.0},
    };
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; ++k) {
        const range *r = &ranges[k];
        if (r->value >= r->least && r->value <= r->most) continue;
        return ts_fail(error, TS_ERROR_USAGE, "the %s of contact is %g%s; it must be from %g to %g", r->name, r->value,
                       r->unit, r->least, r->most);
    }
    if (!s->bernstein && !ts_ndb_contact_takes(s->samples, s->projection)) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "partial CCD is to take %d samples; it takes 1, 3, 6, 10, ... of a triangle, or 0 with the "
                       "closest points",
                       s->samples);
    }
    return TS_OK;
}

/* Without min_distance a method filters surfaces without thickness alone, and keeps no floor. */
static ts_status choose_floor(ts_ndb_contact *contact, ts_error *error) {
    const ts_ccd_backend *backend = contact->settings.method->backend;
    contact->floor = contact->settings.floor * contact->settings.dhat;
    if (backend->capabilities & TS_CCD_CAN_MIN_DISTANCE) return TS_OK;
    contact->floor = 0.0;
    for (size_t b = 0; b < contact->bodies->bodies; ++b) {
        if (!(contact->bodies->body[b].offset > 0.0)) continue;
        return ts_fail(
            error, TS_ERROR_USAGE,
            "the CCD method '%s' knows no thickness, and body '%s' has %g m of it; choose another method, or "
            "bodies without offset",
            backend->name, contact->bodies->body[b].name ? contact->bodies->body[b].name : "",
            contact->bodies->body[b].offset);
    }
    return TS_OK;
}

static ts_status allocate(ts_ndb_contact *contact, ts_error *error) {
    const size_t n = contact->bodies->nodes + 1;
    contact->inverse_mass = calloc(n, sizeof *contact->inverse_mass);
    contact->p = calloc(n, sizeof *contact->p);
    contact->accepted = calloc(n, sizeof *contact->accepted);
    const bool complete = contact->inverse_mass && contact->p && contact->accepted;
    return complete ? TS_OK : ts_fail_memory(error, "contact");
}

static ts_status build(ts_ndb_contact *contact, ts_error *error) {
    const ts_ndb_contact_settings *s = &contact->settings;
    const ts_bodies *bodies = contact->bodies;
    ts_status status = check_ranges(s, ts_ndb_contact_rubs(bodies), error);
    if (status == TS_OK) status = choose_floor(contact, error);
    if (status == TS_OK) status = allocate(contact, error);
    if (status == TS_OK) status = ts_surface_init(&contact->surface, bodies, error);
    if (status == TS_OK) status = ts_candidates_init(&contact->candidates, &contact->surface, s->stay * s->dhat, error);
    if (status == TS_OK) status = ts_ccd_filter_init(&contact->filter, s->method, &s->listener, bodies->nodes, error);
    if (status == TS_OK) status = ts_ccd_survey_init(&contact->survey, &contact->filter, contact->floor, error);
    if (status == TS_OK) status = ts_ndb_pairs_init(&contact->pairs, bodies, s->target == TS_NDB_REBOUND, error);
    return status;
}

ts_status ts_ndb_contact_create(const ts_bodies *bodies, const ts_ndb_contact_settings *settings,
                                ts_ndb_contact **contact, ts_error *error) {
    ts_ndb_contact *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "contact");
    made->bodies = bodies;
    made->settings = *settings;
    made->e = settings->eps_v * settings->h;
    made->order = order_of(settings->samples);
    made->report.least_gap = INFINITY;
    const ts_status status = build(made, error);
    if (status != TS_OK) {
        ts_ndb_contact_destroy(made);
        return status;
    }
    for (int a = 0; a <= TS_NDB_MOST_GROWTH; ++a)
        made->power[a] = fmin(ts_collision_weight(1.0, settings->growth, a, NULL, NULL), MOST_RATIO);
    *contact = made;
    return TS_OK;
}

void ts_ndb_contact_destroy(ts_ndb_contact *contact) {
    if (!contact) return;
    ts_ndb_pairs_clear(&contact->pairs);
    ts_ccd_survey_clear(&contact->survey);
    ts_ccd_filter_clear(&contact->filter);
    ts_candidates_clear(&contact->candidates);
    ts_surface_clear(&contact->surface);
    free(contact->inverse_mass);
    free(contact->p);
    free(contact->accepted);
    free(contact->pull);
    free(contact->piece_sum);
    free(contact);
}

void ts_ndb_contact_begin(ts_ndb_contact *contact, const double (*x_star)[3], const uint8_t *told) {
    const ts_bodies *bodies = contact->bodies;
    contact->x_star = x_star;
    ts_ndb_pairs_forget(&contact->pairs);
    for (size_t i = 0; i < bodies->nodes; ++i) {
        const bool is_told = (told && told[i]) || bodies->body[bodies->body_of[i]].obstacle;
        contact->inverse_mass[i] = is_told ? 0.0 : 1.0 / bodies->mass[i];
    }
    contact->report.pairs = contact->report.active = 0;
    contact->report.most_growth = 0;
    contact->is_way_free = true;
    contact->has_gaps = false;
    contact->report.has_changed = contact->report.has_new_weights = true;
}

const ts_ndb_contact_report *ts_ndb_contact_last(const ts_ndb_contact *contact) {
    return &contact->report;
}

void ts_ndb_contact_forget(ts_ndb_contact *contact) {
    ts_ndb_pairs_forget(&contact->pairs);
    ts_candidates_forget(&contact->candidates);
}
