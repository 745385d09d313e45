/* SPDX-License-Identifier: GPL-2.0-or-later
 * Weights that grow while partial CCD finds a pair active (Lan et al. 2024, eq. 7), and those of the distance-based
 * barrier, which stay from one full CCD to the next. */
#include "ndb/contact/weights.h"

#include <math.h>

#include "core/share.h"

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
        pairs->plane[i].looseness = ldexp(1.0, -growth->b);
        most = growth->a > most ? growth->a : most;
    }
    contact->report.most_growth = most;
}

void ts_ndb_contact_reset_weights(ts_ndb_contact *contact) {
    for (size_t i = 0; i < contact->pairs.count; ++i) {
        contact->pairs.growth[i].a = contact->pairs.growth[i].b = 0;
        contact->pairs.growth[i].is_dropped = false;
    }
    ts_ndb_weights_set(contact);
    contact->report.has_changed = contact->report.has_new_weights = true;
}

/* ---- Partial CCD ---- */

/* Pairs that one call asks about; of b. */
enum { PROBES = 64, MOST_TIGHTENING = 12 };

/* The end of the kind's run of pairs from `first`, which are sorted by kind. */
static size_t end_of_kind(const ts_ndb_pairs *pairs, size_t first) {
    size_t lo = first, hi = pairs->count;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (pairs->probe[mid].kind == pairs->probe[first].kind)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* meets of every pair. */
static void ask_all(const ts_ndb_contact *contact, const ts_ndb_probing *probing) {
    const ts_ndb_pairs *pairs = &contact->pairs;
    for (size_t first = 0; first < pairs->count;) {
        const size_t end = end_of_kind(pairs, first);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(end - first, 10))
        for (size_t i = first; i < end; i += PROBES)
            ts_ndb_probe_ask(probing, end - i < PROBES ? end - i : PROBES, pairs->probe + i, pairs->meets + i);
        first = end;
    }
}

/* a of a pair that has been found active or not; true when its weight is another. */
static bool grow(const ts_ndb_contact_settings *settings, ts_ndb_growth *growth, bool active) {
    const int a = growth->a;
    const bool was_dropped = growth->is_dropped;
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

/* Friction of a pair that rests, free and under load, comes nearer to what it is to be; of one that is on its way out
 * of the other side it is loose, so as not to hold it back. It stays as it is while ways are cut: pairs that press
 * against each other all look at rest, as their own friction lets none of them give way. True when it has changed. */
static bool tighten(const ts_ndb_contact *contact, ts_ndb_plane *plane, ts_ndb_growth *growth, const double (*x)[3]) {
    if (!growth->rubs) return false; /* and the plane, three lines of the cache, is not looked at */
    const int before = growth->b;
    if (growth->is_active)
        growth->b = 0;
    else if (contact->is_way_free && before < MOST_TIGHTENING && ts_ndb_shortfall(plane, x) > 0.0)
        ++growth->b;
    if (growth->b == before) return false;
    plane->looseness = ldexp(1.0, -growth->b);
    return true;
}

size_t ts_ndb_contact_partial(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3]) {
    const double start = ts_ccd_filter_clock();
    ts_ndb_pairs *pairs = &contact->pairs;
    const bool grows = contact->settings.barrier == TS_NDB_NONDISTANCE;
    const ts_ndb_contact_settings *settings = &contact->settings;
    ask_all(contact, &(ts_ndb_probing){x_minus, x_plus, settings->bernstein, settings->projection, contact->order});
    size_t active = 0, heavier = 0, tighter = 0;
    int most = 0;
#pragma omp parallel for schedule(static) reduction(+ : active, heavier, tighter) reduction(max : most) if (ts_pays_to_share(pairs->count, 5))
    for (size_t i = 0; i < pairs->count; ++i) {
        ts_ndb_growth *growth = &pairs->growth[i];
        const bool here = pairs->meets[i] != 0;
        active += here;
        growth->is_active = here;
        if (grows && grow(settings, growth, here)) {
            pairs->plane[i].stiffness = growth->per_weight * weight_of(contact, growth);
            ++heavier;
        }
        tighter += tighten(contact, &pairs->plane[i], growth, x_plus);
        most = growth->a > most ? growth->a : most;
    }
    contact->report.active = active;
    contact->report.has_changed = heavier + tighter > 0;
    contact->report.has_new_weights = heavier > 0;
    contact->report.most_growth = most;
    ++contact->report.partials;
    contact->report.partial_seconds += ts_ccd_filter_clock() - start;
    return active;
}
