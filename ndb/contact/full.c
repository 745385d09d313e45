/* SPDX-License-Identifier: GPL-2.0-or-later
 * The step filter: how much of a way full CCD allows, and the point that is accepted.
 *
 * The accepted point is rounded, so the way to it is another one than was asked about. Where every pair was asked about
 * with more than the rounding beyond its thickness, the new way is free as well: proved. Else it is asked about. */
#include "ndb/contact/full.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"
#include "ndb/contact/weights.h"
#include "ndb/diverged.h"
#include "ndb/rows.h"

enum { MOST_HALVINGS = 20 };

/* What is taken of the toi when the way to the accepted point is asked about: the gap that the method has kept on the
 * whole way must not count as a hit on this one. */
static const double JUST_SHORT = 1.0 - 0x1p-6;

static const double (*at(double (*rows)[3]))[3] {
    return (const double(*)[3])rows;
}

static ts_status follow(ts_ndb_contact *contact, const ts_ccd_way *way, ts_error *error) {
    const ts_status status =
        ts_candidates_follow(&contact->candidates, &(ts_sweep){.x = way->x0, .p = way->p, .alpha = 1.0}, error);
    contact->report.candidates += ts_candidates_count(&contact->candidates);
    return status;
}

void ts_ndb_contact_set_way(const ts_ndb_contact *contact, const double (*from)[3], const double (*to)[3],
                            ts_ccd_way *way) {
#pragma omp parallel for schedule(static) if (ts_pays_to_share(contact->bodies->nodes, 3))
    for (size_t i = 0; i < contact->bodies->nodes; ++i) ts_sub(to[i], from[i], contact->p[i]);
    *way = (ts_ccd_way){from, to, at(contact->p)};
}

/* What is known of all gaps at x, at the least. */
static double known_gap_at(const ts_ndb_contact *contact, const double (*x)[3]) {
    const size_t size = contact->bodies->nodes * sizeof *x;
    return memcmp(x, contact->accepted, size) == 0 ? contact->known_gap : 0.0;
}

static ts_status survey(ts_ndb_contact *contact, const ts_ccd_way *way, ts_error *error) {
    const double start = ts_ccd_filter_clock(), before = contact->report.ccd.seconds;
    ts_status status = follow(contact, way, error);
    if (status == TS_OK)
        status = ts_ccd_survey_ask(&contact->survey, &contact->candidates, way, &contact->report.ccd, error);
    contact->report.broad_seconds += ts_ccd_filter_clock() - start - (contact->report.ccd.seconds - before);
    return status;
}

/* x0 + f (x1 - x0), and x1 itself for f = 1. */
static void accept(ts_ndb_contact *contact, const ts_ccd_way *way, double f) {
    if (f >= 1.0) {
        memcpy(contact->accepted, way->x1, contact->bodies->nodes * sizeof *contact->accepted);
        return;
    }
#pragma omp parallel for schedule(static) if (ts_pays_to_share(contact->bodies->nodes, 3))
    for (size_t i = 0; i < contact->bodies->nodes; ++i) {
        for (int k = 0; k < 3; ++k)
            contact->accepted[i][k] = f > 0.0 ? (1.0 - f) * way->x0[i][k] + f * way->x1[i][k] : way->x0[i][k];
    }
}

/* Rounding moves a coordinate by less than 4 units of 2^-53 of the largest, so points of two primitives by less than
 * 16 of them against each other. */
static double rounding_of(const ts_ndb_contact *contact, const ts_ccd_way *way) {
    double most = 0.0;
    for (size_t i = 0; i < contact->bodies->nodes; ++i) {
        for (int k = 0; k < 3; ++k) most = fmax(most, fmax(fabs(way->x0[i][k]), fabs(way->x1[i][k])));
    }
    return 0x1p-47 * most;
}

static bool is_recheck_due(const ts_ndb_contact *contact, const ts_ccd_way *way, double f) {
    if (f >= 1.0 || f <= 0.0 || contact->settings.recheck == TS_NDB_RECHECK_NEVER) return false;
    return contact->settings.recheck == TS_NDB_RECHECK_ALWAYS ||
           !(contact->survey.least_floor > rounding_of(contact, way));
}

/* Halves f until the way to the rounded point is free. The hits of the way itself are kept. */
static ts_status recheck(ts_ndb_contact *contact, const ts_ccd_way *way, ts_ndb_way *found, ts_error *error) {
    ts_ccd_survey kept = contact->survey;
    contact->survey.hit = NULL;
    contact->survey.hits = contact->survey.capacity = 0;
    ts_status status = TS_OK;
    found->was_rechecked = true;
    found->fraction *= JUST_SHORT;
    accept(contact, way, found->fraction);
    for (;;) {
        ts_ccd_way shorter;
        ts_ndb_contact_set_way(contact, way->x0, at(contact->accepted), &shorter);
        status = survey(contact, &shorter, error);
        ++contact->report.rechecks;
        if (status != TS_OK || contact->survey.hits == 0) break;
        found->fraction = ++found->halvings < MOST_HALVINGS ? 0.5 * found->fraction : 0.0;
        accept(contact, way, found->fraction);
        if (found->fraction == 0.0) break;
    }
    free(contact->survey.hit);
    contact->survey = kept;
    ts_ndb_contact_set_way(contact, way->x0, way->x1, &(ts_ccd_way){0});
    return status;
}

static double fraction_of(const ts_ndb_contact *contact) {
    const ts_ccd_survey *found = &contact->survey;
    if (found->answer != TS_CCD_FREE) return 0.0;
    if (found->hits == 0) return 1.0;
    return contact->settings.method->kept_gap > 0.0 ? found->toi : contact->settings.alpha * found->toi;
}

static ts_status reserve_pulls(ts_ndb_contact *contact, ts_error *error) {
    if (contact->pairs.count <= contact->pull_capacity) return TS_OK;
    free(contact->pull);
    free(contact->piece_sum);
    contact->pull_capacity = 2 * contact->pairs.count;
    contact->pull = malloc(contact->pull_capacity * sizeof *contact->pull);
    contact->piece_sum = malloc(ts_ndb_pieces(contact->pull_capacity) * sizeof *contact->piece_sum);
    if (contact->pull && contact->piece_sum) return TS_OK;
    contact->pull_capacity = 0;
    return ts_fail_memory(error, "the forces of contact");
}

ts_status ts_ndb_contact_rebuild(ts_ndb_contact *contact, const ts_ccd_way *way, ts_ndb_way *found, ts_error *error) {
    const double start = ts_ccd_filter_clock();
    const ts_ndb_rebuild all = {
        .settings = &contact->settings,
        .surface = &contact->surface,
        .candidates = &contact->candidates,
        .survey = &contact->survey,
        .inverse_mass = contact->inverse_mass,
        .way = way,
        .x = at(contact->accepted),
        .floor = contact->floor,
    };
    const ts_status status = ts_ndb_pairs_rebuild(&contact->pairs, &all, &contact->report.without_normal, error);
    if (status != TS_OK) return status;
    contact->is_way_free = found->fraction >= 1.0;
    contact->has_gaps = true;
    ts_ndb_weights_set(contact);
    found->least_gap = INFINITY;
    for (size_t i = 0; i < contact->pairs.count; ++i) {
        found->least_gap = fmin(found->least_gap, contact->pairs.growth[i].gap);
        found->hits += contact->pairs.growth[i].is_hit;
    }
    contact->known_gap = fmin(found->least_gap, contact->settings.dhat); /* a pair that P has not is farther apart */
    found->pairs = contact->report.pairs = contact->pairs.count;
    contact->report.least_gap = found->least_gap;
    contact->report.has_changed = contact->report.has_new_weights = true;
    contact->report.set_seconds += ts_ccd_filter_clock() - start;
    return reserve_pulls(contact, error);
}

ts_status ts_ndb_contact_full(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3],
                              double (*x_accepted)[3], ts_ndb_way *way, ts_error *error) {
    ts_ccd_way gone;
    ts_status status = ts_ndb_check_trial(contact->bodies->nodes, x_plus, error);
    if (status != TS_OK) return status;
    ts_ndb_contact_set_way(contact, x_minus, x_plus, &gone);
    contact->survey.known_gap = known_gap_at(contact, x_minus);
    contact->known_gap = 0.0; /* until P is that of the point that is accepted now */
    ++contact->report.fulls;
    status = survey(contact, &gone, error);
    if (status != TS_OK) return status;
    ts_ndb_way found = {.toi = contact->survey.toi, .fraction = fraction_of(contact), .answer = contact->survey.answer};
    accept(contact, &gone, found.fraction);
    if (is_recheck_due(contact, &gone, found.fraction)) status = recheck(contact, &gone, &found, error);
    if (status == TS_OK) status = ts_ndb_contact_rebuild(contact, &gone, &found, error);
    if (status != TS_OK) return status;
    memcpy(x_accepted, contact->accepted, contact->bodies->nodes * sizeof *x_accepted);
    *way = found;
    return TS_OK;
}

ts_status ts_ndb_contact_ask_again(ts_ndb_contact *contact, const double (*from)[3], const double (*to)[3],
                                   ts_error *error) {
    ts_ccd_way way;
    ts_ndb_contact_set_way(contact, from, to, &way);
    contact->survey.known_gap = 0.0;
    return survey(contact, &way, error);
}
