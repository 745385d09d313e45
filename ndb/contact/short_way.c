/* SPDX-License-Identifier: GPL-2.0-or-later
 * Short ways, which need no method: all pairs that are near are known, and so is a direction in which each is apart. */
#include <math.h>
#include <string.h>

#include <touchstone/distance.h>

#include "core/share.h"
#include "core/vec3.h"
#include "ndb/contact/state.h"

/* Of the distance of pairs that are not in P: what nodes may move against each other. */
static const double SHARE = 0.5;

/* What rounding may do to a distance along a direction, over the largest coordinate; generously. */
static const double ROUNDING = 0x1p-44;

/* How far apart the primitives of a pair are along a direction at x, negative if they are not, less what rounding may
 * do to that. On a way along which nodes move straight it is nowhere less than at one of the ends: the least of linear
 * functions less the largest of others is concave. */
static double apart(const ts_ndb_probe *probe, const double normal[3], const double (*x)[3]) {
    const int second = ts_ccd_first_vertices(probe->kind);
    double least = INFINITY, most = -INFINITY, largest = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && probe->node[i] >= 0; ++i) {
        const double *at = x[probe->node[i]], along = ts_dot(normal, at);
        largest = fmax(largest, fmax(fabs(at[0]), fmax(fabs(at[1]), fabs(at[2]))));
        if (i < second)
            least = fmin(least, along);
        else
            most = fmax(most, along);
    }
    return least - most - ROUNDING * largest;
}

/* Do the closest points show a direction along which a pair keeps what full CCD keeps, on the whole way? */
static bool stays_apart(const ts_ndb_probe *probe, const double (*from)[3], const double (*to)[3]) {
    const double length = sqrt(ts_norm2(probe->direction));
    if (!(length > 0.0)) return false;
    double normal[3];
    ts_scale(1.0 / length, probe->direction, normal);
    return apart(probe, normal, from) > probe->separation && apart(probe, normal, to) > probe->separation;
}

static double moved(const double (*from)[3], const double (*to)[3], size_t node) {
    double d[3];
    ts_sub(to[node], from[node], d);
    return sqrt(ts_norm2(d));
}

/* Two of any nodes; NAN where one is no number. */
static double most_closing(const ts_ndb_contact *contact, const double (*from)[3], const double (*to)[3]) {
    double most = 0.0;
    for (size_t i = 0; i < contact->bodies->nodes; ++i) {
        const double here = moved(from, to, i);
        if (!(here <= most)) most = here;
        if (isnan(here)) return NAN;
    }
    return 2.0 * most;
}

static double gap_of(const ts_ndb_contact *contact, size_t i, const double (*x)[3]) {
    const ts_ndb_probe *probe = &contact->pairs.probe[i];
    double rows[4][3];
    ts_ndb_rows(probe->node, x, rows);
    const double xi =
        ts_surface_thickness(&contact->surface, probe->node[0], probe->node[ts_ccd_first_vertices(probe->kind)]);
    return sqrt(ts_distance2(probe->kind, (const double(*)[3])rows)) - xi;
}

bool ts_ndb_contact_pass(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3],
                         ts_ndb_way *way) {
    const ts_ndb_pairs *pairs = &contact->pairs;
    const double dhat = contact->settings.dhat;
    const double may_close = SHARE * (dhat - contact->floor);
    const bool others_pass = most_closing(contact, x_minus, x_plus) <= may_close;
    if (!contact->has_gaps || !contact->is_way_free || !others_pass) return false;
    bool all_pass = true;
    double least = INFINITY;
#pragma omp parallel for schedule(static) reduction(&& : all_pass) reduction(min : least) if (ts_pays_to_share(pairs->count, 20))
    for (size_t i = 0; i < pairs->count; ++i) {
        all_pass = all_pass && stays_apart(&pairs->probe[i], x_minus, x_plus);
        least = fmin(least, gap_of(contact, i, x_plus));
    }
    if (!all_pass) return false;
    contact->has_gaps = false;
    contact->known_gap = fmin(least, dhat - may_close);
    memcpy(contact->accepted, x_plus, contact->bodies->nodes * sizeof *contact->accepted);
    *way = (ts_ndb_way){.toi = 1.0, .fraction = 1.0, .answer = TS_CCD_FREE, .least_gap = least, .pairs = pairs->count};
    contact->report.least_gap = least;
    ++contact->report.passes;
    return true;
}
