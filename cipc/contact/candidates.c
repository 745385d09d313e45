/* SPDX-License-Identifier: GPL-2.0-or-later
 * Boxes of swept primitives, a tree of boxes for each kind of primitive, and the pairs whose boxes meet.
 *
 * Each box is inflated by half of its body's offset and half of dhat, so that two of them meet whenever their
 * primitives come within xi + dhat; so are extents along six diagonals, because boxes of tilted sheets that lie close
 * together meet all over. A box tree rather than a spatial hash: there is no cell size to choose, and refitted it was
 * never slower in one thread than a uniform grid, even one of the cells that suit the scene best (bench-broad,
 * docs/benchmarks.md). Trees keep their order for MOST_AGE broad phases and are only refitted: within a time step
 * nodes move little relative to each other. */
#include "cipc/contact/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/outward.h"

enum { MOST_AGE = 16 };

/* ---- Extents ---- */

static void project(const double x[3], double along[TS_DIRECTIONS]) {
    for (int k = 0; k < 3; ++k) {
        along[k] = x[k];
        along[3 + 2 * k] = x[k] + x[(k + 1) % 3];
        along[4 + 2 * k] = x[k] - x[(k + 1) % 3];
    }
}

static void extents_of_way(const ts_sweep *motion, size_t node, ts_extents *way) {
    project(motion->x[node], way->lo);
    if (!motion->p) {
        memcpy(way->hi, way->lo, sizeof way->hi);
        return;
    }
    double end[3], to[TS_DIRECTIONS];
    for (int k = 0; k < 3; ++k) end[k] = motion->x[node][k] + motion->alpha * motion->p[node][k];
    project(end, to);
    for (int d = 0; d < TS_DIRECTIONS; ++d) {
        const double from = way->lo[d];
        way->lo[d] = from < to[d] ? from : to[d];
        way->hi[d] = from < to[d] ? to[d] : from;
    }
}

static void round_outward(const ts_extents *extents, ts_slabs *slabs) {
    float lo[4 * TS_SLAB_VECTORS] = {0}, hi[4 * TS_SLAB_VECTORS] = {0};
    for (int d = 0; d < TS_DIRECTIONS; ++d) {
        lo[d] = ts_float_below(extents->lo[d]);
        hi[d] = ts_float_above(extents->hi[d]);
    }
    memcpy(slabs->lo, lo, sizeof lo);
    memcpy(slabs->hi, hi, sizeof hi);
}

/* What the ways of a primitive's nodes take up, inflated by half its offset and `reach`. */
static void fit_slabs(const ts_candidates *candidates, ts_primitive kind, double reach) {
    const ts_bodies *bodies = candidates->surface->bodies;
    const size_t count = candidates->surface->count[kind];
#pragma omp parallel for schedule(static) if (count > 2048)
    for (size_t i = 0; i < count; ++i) {
        int32_t node[3];
        const int size = ts_surface_nodes(candidates->surface, kind, (int32_t)i, node);
        const double offset = bodies->body[bodies->body_of[node[0]]].offset;
        ts_slabs slabs = candidates->node[node[0]];
        for (int a = 1; a < size; ++a) ts_slabs_unite(&slabs, &candidates->node[node[a]]);
        ts_slabs_inflate(&slabs, 0.5 * offset + reach + 2.0 * candidates->pad);
        candidates->slabs[kind][i] = slabs;
    }
}

/* ---- The narrower test ---- */

static bool pays_to_tighten(const ts_candidates *candidates) {
    size_t primitives = 0;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) primitives += candidates->surface->count[kind];
    return ts_candidates_count(candidates) > primitives;
}

void ts_candidates_tighten(ts_candidates *candidates, const ts_sweep *motion, double reach) {
    const size_t nodes = candidates->surface->bodies->nodes;
    if (!pays_to_tighten(candidates)) return;
#pragma omp parallel for schedule(static) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) {
        ts_extents way;
        extents_of_way(motion, i, &way);
        round_outward(&way, &candidates->node[i]);
    }
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) fit_slabs(candidates, (ts_primitive)kind, reach);
}

/* ---- The broad phase ---- */

/* The slack, as a share of dhat: the last iterations of a step move less than that and need no broad phase. The more
 * slack, the more candidates; where these are few there may be more of it. */
static const double LEAST_SLACK = 0.5, MOST_SLACK = 2.0;

static void adapt_slack(ts_candidates *candidates) {
    if (pays_to_tighten(candidates))
        candidates->slack = fmax(0.5 * candidates->slack, LEAST_SLACK * candidates->dhat);
    else
        candidates->slack = fmin(2.0 * candidates->slack, MOST_SLACK * candidates->dhat);
}

/* Ways of nodes, and 16 units of rounding at the largest coordinate. */
static void sweep_nodes(ts_candidates *candidates, const ts_sweep *motion) {
    const size_t nodes = candidates->surface->bodies->nodes;
    double most = 0.0;
#pragma omp parallel for schedule(static) reduction(max : most) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) {
        ts_extents *way = &candidates->swept[i];
        extents_of_way(motion, i, way);
        for (int k = 0; k < 3; ++k) {
            most = -way->lo[k] > most ? -way->lo[k] : most;
            most = way->hi[k] > most ? way->hi[k] : most;
        }
        for (int d = 0; d < TS_DIRECTIONS; ++d) {
            way->lo[d] -= candidates->slack;
            way->hi[d] += candidates->slack;
        }
        round_outward(way, &candidates->node[i]);
    }
    candidates->pad = 0x1p-48 * most;
}

static void fit_boxes(const ts_candidates *candidates, ts_primitive kind) {
    const size_t count = candidates->surface->count[kind];
#pragma omp parallel for schedule(static) if (count > 2048)
    for (size_t i = 0; i < count; ++i) {
        const ts_slabs *slabs = &candidates->slabs[kind][i];
        for (int k = 0; k < 3; ++k) {
            candidates->box[kind][i].lo[k] = (double)slabs->lo[0][k];
            candidates->box[kind][i].hi[k] = (double)slabs->hi[0][k];
        }
    }
}

static ts_status fit_trees(ts_candidates *candidates, ts_error *error) {
    const bool old = candidates->age >= MOST_AGE;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        fit_slabs(candidates, (ts_primitive)kind, 0.5 * candidates->dhat);
        fit_boxes(candidates, (ts_primitive)kind);
        const ts_box *box = candidates->box[kind];
        ts_bvh **tree = &candidates->tree[kind];
        if (!*tree) {
            const ts_status status = ts_bvh_create(candidates->surface->count[kind], box, tree, error);
            if (status != TS_OK) return status;
        } else if (old) {
            ts_bvh_rebuild(*tree, box);
        } else {
            ts_bvh_refit(*tree, box);
        }
    }
    candidates->age = old ? 1 : candidates->age + 1;
    return TS_OK;
}

static bool keep_point_triangle(const void *self, int32_t point, int32_t face) {
    const ts_candidates *candidates = self;
    return ts_candidates_meet(candidates, TS_POINT_TRIANGLE, (int32_t[2]){point, face}) &&
           ts_surface_keep_point_triangle(candidates->surface, point, face);
}

static bool keep_edge_edge(const void *self, int32_t edge, int32_t other) {
    const ts_candidates *candidates = self;
    return ts_candidates_meet(candidates, TS_EDGE_EDGE, (int32_t[2]){edge, other}) &&
           ts_surface_keep_edge_edge(candidates->surface, edge, other);
}

static bool keep_point_edge(const void *self, int32_t point, int32_t rod) {
    const ts_candidates *candidates = self;
    return ts_candidates_meet(candidates, TS_POINT_EDGE, (int32_t[2]){point, rod}) &&
           ts_surface_keep_point_edge(candidates->surface, point, rod);
}

static bool keep_point_point(const void *self, int32_t particle, int32_t other) {
    const ts_candidates *candidates = self;
    return ts_candidates_meet(candidates, TS_POINT_POINT, (int32_t[2]){particle, other}) &&
           ts_surface_keep_point_point(candidates->surface, particle, other);
}

ts_status ts_candidates_find(ts_candidates *candidates, const ts_sweep *motion, ts_error *error) {
    static ts_pair_keep *const keep[TS_CCD_KINDS] = {
        [TS_POINT_TRIANGLE] = keep_point_triangle,
        [TS_EDGE_EDGE] = keep_edge_edge,
        [TS_POINT_EDGE] = keep_point_edge,
        [TS_POINT_POINT] = keep_point_point,
    };
    candidates->valid = false;
    sweep_nodes(candidates, motion);
    ts_status status = fit_trees(candidates, error);
    for (int kind = 0; kind < TS_CCD_KINDS && status == TS_OK; ++kind) {
        const ts_bvh *one = candidates->tree[ts_surface_side((ts_ccd_kind)kind, 0)];
        const ts_bvh *other = candidates->tree[ts_surface_side((ts_ccd_kind)kind, 1)];
        status = ts_bvh_pairs(one, other, keep[kind], candidates, &candidates->list[kind], error);
    }
    candidates->valid = status == TS_OK;
    if (candidates->valid) adapt_slack(candidates);
    return status;
}

/* Is the way of a node within what the last broad phase made of it, up to pad? */
static bool covers_node(const ts_candidates *candidates, const ts_sweep *motion, size_t node, double pad) {
    const ts_extents *known = &candidates->swept[node];
    ts_extents way;
    extents_of_way(motion, node, &way);
    bool covered = true;
    for (int d = 0; d < TS_DIRECTIONS; ++d)
        covered &= (way.lo[d] >= known->lo[d] - pad) & (way.hi[d] <= known->hi[d] + pad);
    return covered;
}

static bool covers(const ts_candidates *candidates, const ts_sweep *motion, double pad) {
    if (!candidates->valid) return false;
    const size_t nodes = candidates->surface->bodies->nodes;
    bool covered = true;
#pragma omp parallel for schedule(static) reduction(&& : covered) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) covered = covered && covers_node(candidates, motion, i, pad);
    return covered;
}

bool ts_candidates_cover(const ts_candidates *candidates, const double (*x)[3]) {
    return covers(candidates, &(ts_sweep){.x = x}, candidates->pad);
}

bool ts_candidates_cover_way(const ts_candidates *candidates, const ts_sweep *motion) {
    return covers(candidates, motion, 0.0);
}

void ts_candidates_forget(ts_candidates *candidates) {
    candidates->valid = false;
    candidates->age = MOST_AGE;
    candidates->slack = LEAST_SLACK * candidates->dhat;
}

/* ---- Runs of candidates ---- */

size_t ts_candidates_count(const ts_candidates *candidates) {
    size_t count = 0;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) count += candidates->list[kind].count;
    return count;
}

static size_t chunks_of(size_t count) {
    return (count + TS_CANDIDATE_CHUNK - 1) / TS_CANDIDATE_CHUNK;
}

size_t ts_candidates_chunks(const ts_candidates *candidates) {
    size_t count = 0;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) count += chunks_of(candidates->list[kind].count);
    return count;
}

ts_candidate_chunk ts_candidates_chunk(const ts_candidates *candidates, size_t index) {
    int kind = 0;
    while (index >= chunks_of(candidates->list[kind].count)) index -= chunks_of(candidates->list[kind++].count);
    const ts_pair_list *list = &candidates->list[kind];
    const size_t first = index * TS_CANDIDATE_CHUNK, left = list->count - first;
    return (ts_candidate_chunk){
        .kind = (ts_ccd_kind)kind,
        .count = left < TS_CANDIDATE_CHUNK ? left : TS_CANDIDATE_CHUNK,
        .pair = (const int32_t(*)[2])list->pair + first,
    };
}

/* ---- Life ---- */

ts_status ts_candidates_init(ts_candidates *candidates, const ts_surface *surface, double dhat, ts_error *error) {
    ts_candidates made = {.surface = surface, .dhat = dhat, .slack = LEAST_SLACK * dhat};
    const size_t nodes = surface->bodies->nodes;
    made.swept = malloc((nodes + 1) * sizeof *made.swept);
    made.node = malloc((nodes + 1) * sizeof *made.node);
    bool complete = made.swept && made.node;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        made.box[kind] = malloc((surface->count[kind] + 1) * sizeof *made.box[kind]);
        made.slabs[kind] = malloc((surface->count[kind] + 1) * sizeof *made.slabs[kind]);
        complete = complete && made.box[kind] && made.slabs[kind];
    }
    if (!complete) {
        ts_candidates_clear(&made);
        return ts_fail_memory(error, "the boxes of the broad phase");
    }
    *candidates = made;
    return TS_OK;
}

void ts_candidates_clear(ts_candidates *candidates) {
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        free(candidates->box[kind]);
        free(candidates->slabs[kind]);
        ts_bvh_destroy(candidates->tree[kind]);
    }
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) ts_pair_list_clear(&candidates->list[kind]);
    free(candidates->swept);
    free(candidates->node);
    *candidates = (ts_candidates){0};
}
