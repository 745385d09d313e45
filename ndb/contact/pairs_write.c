/* SPDX-License-Identifier: GPL-2.0-or-later
 * What partial CCD and the local step read of a pair. Normals and closest points are those of the accepted point, or of
 * a hit pair's own toi: never of the trial point, where it may be on the wrong side. */
#include <math.h>
#include <string.h>

#include <touchstone/distance.h>

#include "core/vec3.h"
#include "ndb/contact/pairs.h"

/* Shorter than this a vector has no direction. */
static const double NO_LENGTH = 1e-300;

/* A pair as it is written. */
typedef struct writing {
    const ts_ndb_rebuild *rebuild;
    ts_ccd_kind kind;
    const int32_t *node;
    double toi;
    double xi;
    double here[4][3]; /* rows at the accepted point */
} writing;

/* c of the closest points, and the offset from the second to the first. */
static void offset_of(ts_ccd_kind kind, const ts_closest *closest, const double x[4][3], double share[4],
                      double offset[3]) {
    const int first = ts_ccd_first_vertices(kind), all = ts_ccd_vertices(kind);
    offset[0] = offset[1] = offset[2] = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        share[i] = i >= all ? 0.0 : i < first ? closest->weight[i] : -closest->weight[i];
        ts_axpy(offset, share[i], x[i], offset);
    }
}

static void set_probe(const writing *w, const ts_closest *here, ts_ndb_probe *probe) {
    probe->kind = w->kind;
    memcpy(probe->node, w->node, sizeof probe->node);
    memcpy(probe->projection, here->weight, sizeof probe->projection);
    probe->near = sqrt(here->distance2);
    double share[4];
    offset_of(w->kind, here, w->here, share, probe->direction);
    probe->separation = w->xi + ts_ccd_survey_floor(w->rebuild->floor, probe->near - w->xi);
}

/* Rows of the pair when it is hit. */
static void rows_at_hit(const writing *w, double x[4][3]) {
    const ts_ccd_way *way = w->rebuild->way;
    double to[4][3];
    ts_ndb_rows(w->node, way->x0, x);
    ts_ndb_rows(w->node, way->x1, to);
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        for (int k = 0; k < 3; ++k) x[i][k] = (1.0 - w->toi) * x[i][k] + w->toi * to[i][k];
    }
}

/* n and c of the closest points; false without a normal, which is 0 then. */
static bool set_frame(const writing *w, const ts_closest *closest, const double x[4][3], ts_ndb_plane *plane) {
    double d[3];
    offset_of(w->kind, closest, x, plane->share, d);
    const double length = sqrt(ts_norm2(d));
    memset(plane->normal, 0, sizeof plane->normal);
    if (!(length >= NO_LENGTH)) return false;
    ts_scale(1.0 / length, d, plane->normal);
    return true;
}

/* Compliance, k, and what makes a weight a stiffness. A node counts as much as its mass (NDB's projection is that of
 * equal masses): weights w m_v / (mean of m_v) over the nodes that move. */
static void set_masses(const writing *w, ts_ndb_plane *plane, ts_ndb_growth *growth) {
    const double *diagonal = w->rebuild->settings->diagonal;
    double mass = 0.0, least = INFINITY;
    int moving = 0;
    plane->compliance = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && w->node[i] >= 0; ++i) {
        const double inverse = w->rebuild->inverse_mass[w->node[i]];
        if (inverse == 0.0) continue;
        least = fmin(least, diagonal[w->node[i]]);
        if (plane->share[i] == 0.0) continue;
        plane->compliance += plane->share[i] * plane->share[i] * inverse;
        mass += 1.0 / inverse;
        ++moving;
    }
    growth->k = moving ? w->rebuild->settings->weight * least : 0.0;
    growth->per_weight = moving ? (double)moving / (mass * plane->compliance) : 0.0;
}

/* Rebound: the end of the way, moved along the normal to where the gap is dhat, by masses as in a collision,
 * tangentially not. These are places, not a distance between the two sides: nodes are pulled to them wherever both
 * sides go, so that momentum is not kept. */
static void set_target(const writing *w, const ts_ndb_plane *plane, double target[4][3]) {
    const bool is_hit = w->toi < TS_NDB_NEAR;
    ts_ndb_rows(w->node, is_hit ? w->rebuild->way->x1 : w->rebuild->x, target);
    double off = plane->aim;
    for (int i = 0; i < TS_STENCIL_NODES; ++i) off -= plane->share[i] * ts_dot(plane->normal, target[i]);
    if (plane->compliance == 0.0 || (!is_hit && off <= 0.0)) return;
    for (int i = 0; i < TS_STENCIL_NODES && w->node[i] >= 0; ++i) {
        const double inverse = w->rebuild->inverse_mass[w->node[i]];
        ts_axpy(target[i], plane->share[i] * inverse / plane->compliance * off, plane->normal, target[i]);
    }
}

static double friction_of(const ts_bodies *bodies, int32_t one, int32_t other) {
    if (!bodies->friction) return 0.0;
    return bodies->friction[(size_t)bodies->body_of[one] * bodies->bodies + (size_t)bodies->body_of[other]];
}

bool ts_ndb_pairs_write(ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild, size_t i) {
    const ts_keyed *found = &pairs->found[i];
    const ts_ccd_kind kind = (ts_ccd_kind)(found->key >> 60);
    const int32_t pair[2] = {(int32_t)(found->key >> 28 & 0xFFFFFFF), (int32_t)(found->key & 0xFFFFFFF)};
    ts_ndb_plane *plane = &pairs->plane[i];
    ts_ndb_growth *growth = &pairs->growth[i];
    ts_surface_stencil(rebuild->surface, kind, pair, plane->node);
    const int32_t one = plane->node[0], other = plane->node[ts_ccd_first_vertices(kind)];
    writing w = {rebuild, kind, plane->node, found->value, ts_surface_thickness(rebuild->surface, one, other), {{0}}};
    ts_closest closest;
    ts_ndb_rows(w.node, rebuild->x, w.here);
    ts_closest_points(kind, (const double(*)[3])w.here, &closest);
    set_probe(&w, &closest, &pairs->probe[i]);
    double x[4][3];
    memcpy(x, w.here, sizeof x);
    const bool is_hit = w.toi < TS_NDB_NEAR;
    if (is_hit) {
        rows_at_hit(&w, x);
        ts_closest_points(kind, (const double(*)[3])x, &closest);
    }
    pairs->key[i] = found->key;
    *growth = (ts_ndb_growth){.gap = pairs->probe[i].near - w.xi, .is_hit = is_hit};
    plane->aim = w.xi + rebuild->settings->dhat;
    plane->friction = friction_of(rebuild->surface->bodies, one, other);
    plane->compliance = plane->stiffness = 0.0;
    const bool has_normal = set_frame(&w, &closest, (const double(*)[3])x, plane);
    if (has_normal) set_masses(&w, plane, growth);
    growth->rubs = plane->friction > 0.0 && plane->compliance > 0.0;
    if (pairs->target) set_target(&w, plane, pairs->target[i]);
    return has_normal;
}
