/* SPDX-License-Identifier: GPL-2.0-or-later
 * Ways that need no method. Nodes move straight, so that a pair that is apart along one direction at both ends of a way
 * is so on all of it. Of the pairs of P the directions of their closest points at the beginning are known; all others
 * are dhat apart there, and where their nodes move too little to make up for that nobody looks at them. Where nothing
 * is known each candidate is looked at. */
#include <math.h>
#include <string.h>

#include <touchstone/distance.h>

#include "core/share.h"
#include "core/vec3.h"
#include "ndb/contact/full.h"

/* What rounding may do to a distance along a direction, over the largest coordinate; generously. */
static const double ROUNDING = 0x1p-44;

/* What pairs that are not in P may close by where P is not found anew, over what lies between dhat and the floor; and
 * otherwise, over that which the method leaves to them. So rounding cannot matter. */
static const double BY_HALF = 0.5, BY_ALL = 1.0 - 0x1p-6;

/* A method may stop a little before a pair is as near as it allows. */
static const double EARLIER = 1.1;

typedef struct short_way {
    ts_ndb_contact *contact;
    const double (*from)[3], (*to)[3];
    double kept;      /* what the method keeps of how much more than its min_distance a pair begins with */
    double closing;   /* that pairs which are not in P may come nearer by, m; 0: nothing is known of them */
    size_t fast;      /* nodes that move by more than half of it */
    double least_gap; /* of P at its end */
} short_way;

/* ---- A pair ---- */

/* How far apart the primitives of a pair are along a direction at x, negative if they are not, less what rounding may
 * do to that. On a way it is nowhere less than at one of the ends: the least of linear functions less the largest of
 * others is concave. */
static double apart(ts_ccd_kind kind, const ts_stencil node, const double normal[3], const double (*x)[3]) {
    const int second = ts_ccd_first_vertices(kind);
    double least = INFINITY, most = -INFINITY, largest = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) {
        const double *at = x[node[i]], along = ts_dot(normal, at);
        largest = fmax(largest, fmax(fabs(at[0]), fmax(fabs(at[1]), fabs(at[2]))));
        if (i < second)
            least = fmin(least, along);
        else
            most = fmax(most, along);
    }
    return least - most - ROUNDING * largest;
}

/* Does the direction of the closest points show that the method would find all of the way free? */
static bool stays_apart(const short_way *way, const ts_ndb_probe *pair) {
    const double length = sqrt(ts_norm2(pair->direction));
    const double wanted = pair->separation + way->kept * (pair->near - pair->separation);
    if (!(length > 0.0)) return false;
    double normal[3];
    ts_scale(1.0 / length, pair->direction, normal);
    return apart(pair->kind, pair->node, normal, way->from) > wanted &&
           apart(pair->kind, pair->node, normal, way->to) > wanted;
}

static double gap_of(const ts_ndb_contact *contact, size_t i, const double (*x)[3]) {
    const ts_ndb_probe *probe = &contact->pairs.probe[i];
    double rows[4][3];
    ts_ndb_rows(probe->node, x, rows);
    const double xi =
        ts_surface_thickness(&contact->surface, probe->node[0], probe->node[ts_ccd_first_vertices(probe->kind)]);
    return sqrt(ts_distance2(probe->kind, (const double(*)[3])rows)) - xi;
}

/* ---- The pairs of P ---- */

static bool known_pairs_pass(short_way *way) {
    const ts_ndb_pairs *pairs = &way->contact->pairs;
    bool all_pass = true;
    double least = INFINITY;
#pragma omp parallel for schedule(static) reduction(&& : all_pass) reduction(min : least) if (ts_pays_to_share(pairs->count, 20))
    for (size_t i = 0; i < pairs->count; ++i) {
        all_pass = all_pass && stays_apart(way, &pairs->probe[i]);
        least = fmin(least, gap_of(way->contact, i, way->to));
    }
    way->least_gap = least;
    return all_pass;
}

/* ---- The others: none that may come near is no candidate ---- */

static double moved(const short_way *way, int32_t node) {
    double d[3];
    ts_sub(way->to[node], way->from[node], d);
    return sqrt(ts_norm2(d));
}

/* Counts the fast nodes; false where one is no number. */
static bool count_fast(short_way *way) {
    const size_t nodes = way->contact->bodies->nodes;
    size_t fast = 0, numbers = 0;
#pragma omp parallel for schedule(static) reduction(+ : fast, numbers) if (ts_pays_to_share(nodes, 5))
    for (size_t i = 0; i < nodes; ++i) {
        const double here = moved(way, (int32_t)i);
        fast += 2.0 * here > way->closing;
        numbers += isnan(here) ? 0 : 1;
    }
    way->fast = fast;
    return numbers == nodes;
}

/* The farthest that points of the two primitives may come nearer to each other. */
static double most_closing(const short_way *way, ts_ccd_kind kind, const ts_stencil node) {
    const int second = ts_ccd_first_vertices(kind);
    double one = 0.0, other = 0.0;
    for (int i = 0; i < second; ++i) one = fmax(one, moved(way, node[i]));
    for (int i = second; i < TS_STENCIL_NODES && node[i] >= 0; ++i) other = fmax(other, moved(way, node[i]));
    return one + other;
}

/* What a pair keeps of the distance `near`. The more, the farther it is away: an upper bound of it will do. */
static void keep(const short_way *way, ts_ndb_probe *pair, double near) {
    const double xi =
        ts_surface_thickness(&way->contact->surface, pair->node[0], pair->node[ts_ccd_first_vertices(pair->kind)]);
    pair->near = near;
    pair->separation = xi + ts_ccd_survey_floor(way->contact->floor, near - xi);
}

/* The direction from a point of the second primitive to one of the first. weight: of their nodes. */
static void look_along(ts_ndb_probe *pair, const double weight[4], const double (*rows)[3]) {
    memset(pair->direction, 0, sizeof pair->direction);
    for (int i = 0; i < ts_ccd_vertices(pair->kind); ++i) {
        const double sign = i < ts_ccd_first_vertices(pair->kind) ? 1.0 : -1.0;
        ts_axpy(pair->direction, sign * weight[i], rows[i], pair->direction);
    }
}

/* Most are so far apart that any direction will do, such as that of the middles. */
static bool middles_show_it(const short_way *way, ts_ndb_probe *pair, const double (*rows)[3]) {
    const int first = ts_ccd_first_vertices(pair->kind), all = ts_ccd_vertices(pair->kind);
    double weight[4];
    for (int i = 0; i < all; ++i) weight[i] = 1.0 / (i < first ? first : all - first);
    look_along(pair, weight, rows);
    keep(way, pair, sqrt(ts_norm2(pair->direction)));
    return stays_apart(way, pair);
}

static bool closest_show_it(const short_way *way, ts_ndb_probe *pair, const double (*rows)[3]) {
    ts_closest closest;
    ts_closest_points(pair->kind, rows, &closest);
    look_along(pair, closest.weight, rows);
    keep(way, pair, sqrt(closest.distance2));
    return stays_apart(way, pair);
}

static bool other_passes(const short_way *way, ts_ccd_kind kind, const int32_t pair[2]) {
    if (!ts_candidates_meet(&way->contact->candidates, kind, pair)) return true;
    ts_ndb_probe other = {.kind = kind};
    double rows[4][3];
    ts_surface_stencil(&way->contact->surface, kind, pair, other.node);
    if (most_closing(way, kind, other.node) <= way->closing) return true;
    ts_ndb_rows(other.node, way->from, rows);
    return middles_show_it(way, &other, (const double(*)[3])rows) ||
           closest_show_it(way, &other, (const double(*)[3])rows);
}

/* Those of the way, and their boxes as full CCD has them, which asks about those alone that meet. */
static ts_status find_candidates(const short_way *way, const ts_ccd_way *gone, ts_error *error) {
    const double start = ts_ccd_filter_clock();
    const ts_sweep motion = {gone->x0, gone->p, 1.0};
    ts_candidates *candidates = &way->contact->candidates;
    const ts_status status = ts_candidates_follow(candidates, &motion, error);
    if (status == TS_OK && way->fast > 0)
        ts_candidates_tighten(candidates, &motion, 0.5 * way->contact->floor, ts_candidates_count(candidates));
    way->contact->report.broad_seconds += ts_ccd_filter_clock() - start;
    return status;
}

static bool others_pass(const short_way *way) {
    if (way->fast == 0) return true;
    const ts_candidates *candidates = &way->contact->candidates;
    const size_t chunks = ts_candidates_chunks(candidates);
    bool all_pass = true;
#pragma omp parallel for schedule(static) reduction(&& : all_pass) if (ts_pays_to_share(chunks, 10 * TS_CANDIDATE_CHUNK))
    for (size_t k = 0; k < chunks; ++k) {
        const ts_candidate_chunk chunk = ts_candidates_chunk(candidates, k);
        for (size_t c = 0; c < chunk.count && all_pass; ++c) all_pass = other_passes(way, chunk.kind, chunk.pair[c]);
    }
    return all_pass;
}

/* ---- Ways ---- */

static double kept_by(const ts_ndb_contact *contact) {
    return fmin(EARLIER * contact->settings.method->kept_gap, 1.0);
}

/* What is known at the beginning of a way. */
static bool knows_gaps(const ts_ndb_contact *contact, const double (*x)[3]) {
    return contact->has_gaps && memcmp(x, contact->accepted, contact->bodies->nodes * sizeof *x) == 0;
}

/* False where a node of it is no number. */
static bool set_way(ts_ndb_contact *contact, const double (*from)[3], const double (*to)[3], double closing,
                    short_way *way) {
    *way = (short_way){contact, from, to, kept_by(contact), closing, 0, INFINITY};
    return count_fast(way);
}

static void accept(ts_ndb_contact *contact, const short_way *way, ts_ndb_way *found) {
    memcpy(contact->accepted, way->to, contact->bodies->nodes * sizeof *contact->accepted);
    *found = (ts_ndb_way){
        .toi = 1.0, .fraction = 1.0, .answer = TS_CCD_FREE, .least_gap = way->least_gap, .pairs = contact->pairs.count};
    contact->report.least_gap = way->least_gap;
    ++contact->report.passes;
}

bool ts_ndb_contact_pass(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3],
                         ts_ndb_way *found) {
    short_way way;
    const double closing = BY_HALF * (contact->settings.dhat - contact->floor);
    if (!contact->is_way_free || !knows_gaps(contact, x_minus) || !set_way(contact, x_minus, x_plus, closing, &way))
        return false;
    if (way.fast > 0 || !known_pairs_pass(&way)) return false;
    contact->has_gaps = false;
    contact->known_gap = fmin(way.least_gap, contact->settings.dhat - way.closing);
    accept(contact, &way, found);
    return true;
}

ts_status ts_ndb_contact_pass_on(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3],
                                 ts_ndb_way *found, bool *passes, ts_error *error) {
    short_way way;
    ts_ccd_way gone;
    const bool knows = knows_gaps(contact, x_minus);
    const double spare = contact->settings.dhat - contact->floor;
    const double closing = knows ? BY_ALL * (1.0 - kept_by(contact)) * spare : 0.0;
    *passes = set_way(contact, x_minus, x_plus, closing, &way) && (!knows || known_pairs_pass(&way));
    if (!*passes) return TS_OK;
    ts_ndb_contact_set_way(contact, x_minus, x_plus, &gone);
    const ts_status status = find_candidates(&way, &gone, error);
    *passes = status == TS_OK && others_pass(&way);
    if (!*passes) return status;
    accept(contact, &way, found);
    contact->survey.hits = 0;
    return ts_ndb_contact_rebuild(contact, &gone, found, error);
}
