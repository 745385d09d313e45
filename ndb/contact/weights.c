/* SPDX-License-Identifier: GPL-2.0-or-later
 * Weights that grow while partial CCD finds a pair active (Lan et al. 2024, eq. 7), and those of the distance-based
 * barrier, which stay from one full CCD to the next. */
#include "ndb/contact/weights.h"

#include <math.h>

#include "ccd/partial.h"

/* The least weight of the distance-based barrier, over k. */
static const double LEAST_DISTANCE_WEIGHT = 0.01;

/* w of a pair; a dropped one has none. */
static double weight_of(const ts_ndb_contact *contact, const ts_ndb_growth *growth) {
    if (contact->settings.barrier == TS_NDB_DISTANCE) {
        const double gap = fmax(growth->gap / contact->settings.dhat, 0x1p-1000);
        return growth->k * fmax(-log(gap), LEAST_DISTANCE_WEIGHT);
    }
    return growth->is_dropped ? 0.0 : growth->k * contact->power[growth->a];
}

void ts_ndb_weights_set(ts_ndb_contact *contact) {
    ts_ndb_pairs *pairs = &contact->pairs;
    int most = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        const ts_ndb_growth *growth = &pairs->growth[i];
        pairs->plane[i].stiffness = growth->per_weight * weight_of(contact, growth);
        most = growth->a > most ? growth->a : most;
    }
    contact->report.most_growth = most;
}

void ts_ndb_contact_reset_weights(ts_ndb_contact *contact) {
    for (size_t i = 0; i < contact->pairs.count; ++i) {
        contact->pairs.growth[i].a = 0;
        contact->pairs.growth[i].is_dropped = false;
    }
    ts_ndb_weights_set(contact);
    contact->report.has_changed = true;
}

/* ---- Partial CCD ---- */

static bool is_active(const ts_ndb_contact *contact, const ts_ndb_probe *probe, const ts_ccd_way *way) {
    ts_ccd_query query = {.kind = probe->kind, .min_distance = probe->separation, .t_max = 1.0};
    ts_ndb_rows(probe->node, way->x0, query.x0);
    ts_ndb_rows(probe->node, way->x1, query.x1);
    if (contact->settings.bernstein)
        return !ts_partial_form_is_separated(&query, probe->direction) && ts_partial_form_may_meet(&query, probe->near);
    return (contact->settings.projection && ts_partial_meets_at(&query, probe->projection)) ||
           ts_partial_meets_at_samples(&query, contact->order);
}

/* a of a pair that has been found active or not; true when its weight is another. */
static bool grow(const ts_ndb_contact_settings *settings, ts_ndb_growth *growth, bool active) {
    const int a = growth->a;
    const bool was_dropped = growth->is_dropped;
    growth->is_active = active;
    if (active) {
        growth->a = was_dropped ? 0 : a < settings->most_growth ? a + 1 : a;
        growth->is_dropped = false;
    } else if (settings->release == TS_NDB_DECAY) {
        growth->a = a > 0 ? a - 1 : 0;
    } else if (settings->release == TS_NDB_DROP) {
        growth->a = 0;
        growth->is_dropped = true;
    }
    return growth->a != a || growth->is_dropped != was_dropped;
}

size_t ts_ndb_contact_partial(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3]) {
    const double start = ts_ccd_filter_clock();
    ts_ndb_pairs *pairs = &contact->pairs;
    const ts_ccd_way way = {x_minus, x_plus, NULL};
    const bool grows = contact->settings.barrier == TS_NDB_NONDISTANCE;
    size_t active = 0, changed = 0;
    int most = 0;
#pragma omp parallel for schedule(static) reduction(+ : active, changed) reduction(max : most) if (pairs->count > 256)
    for (size_t i = 0; i < pairs->count; ++i) {
        ts_ndb_growth *growth = &pairs->growth[i];
        const bool here = is_active(contact, &pairs->probe[i], &way);
        active += here;
        if (grows && grow(&contact->settings, growth, here)) {
            pairs->plane[i].stiffness = growth->per_weight * weight_of(contact, growth);
            ++changed;
        }
        most = growth->a > most ? growth->a : most;
    }
    contact->report.active = active;
    contact->report.has_changed = changed > 0;
    contact->report.most_growth = most;
    ++contact->report.partials;
    contact->report.partial_seconds += ts_ccd_filter_clock() - start;
    return active;
}
