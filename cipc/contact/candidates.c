/* SPDX-License-Identifier: GPL-2.0-or-later
 * Boxes of swept primitives, a tree of boxes for each kind of primitive, and the pairs whose boxes meet.
 *
 * Each box is inflated by half of its body's offset and half of dhat, so that two of them meet whenever their
 * primitives come within xi + dhat. A box tree rather than a spatial hash: it needs no cell size, which no single
 * value suits when a scene has needles beside cloth or one node moves far. Trees keep their order for MOST_AGE broad
 * phases and are only refitted: within a time step nodes move little relative to each other. */
#include "cipc/contact/candidates.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"

enum { MOST_AGE = 16 };

static void box_of_node(const ts_sweep *motion, size_t node, ts_box *box) {
    for (int k = 0; k < 3; ++k) {
        const double from = motion->x[node][k];
        const double to = motion->p ? from + motion->alpha * motion->p[node][k] : from;
        box->lo[k] = from < to ? from : to;
        box->hi[k] = from < to ? to : from;
    }
}

/* How far beyond their way nodes may go before there is another broad phase, as a share of dhat: the last iterations
 * of a step move less than that and need none. */
static const double SLACK = 0.5;

/* Boxes of nodes, and 16 units of rounding at the largest coordinate. */
static void sweep_nodes(ts_candidates *candidates, const ts_sweep *motion) {
    const size_t nodes = candidates->surface->bodies->nodes;
    const double slack = SLACK * candidates->dhat;
    double most = 0.0;
#pragma omp parallel for schedule(static) reduction(max : most) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) {
        ts_box *box = &candidates->swept[i];
        box_of_node(motion, i, box);
        for (int k = 0; k < 3; ++k) {
            most = -box->lo[k] > most ? -box->lo[k] : most;
            most = box->hi[k] > most ? box->hi[k] : most;
            box->lo[k] -= slack;
            box->hi[k] += slack;
        }
    }
    candidates->pad = 0x1p-48 * most;
}

/* Boxes of swept primitives, inflated by half their offset and `reach`. */
static void fit_boxes(const ts_candidates *candidates, ts_primitive kind, const ts_sweep *motion, double reach,
                      ts_box *boxes) {
    const ts_surface *surface = candidates->surface;
    const ts_bodies *bodies = surface->bodies;
    const size_t count = surface->count[kind];
#pragma omp parallel for schedule(static) if (count > 2048)
    for (size_t i = 0; i < count; ++i) {
        int32_t node[3];
        const int size = ts_surface_nodes(surface, kind, (int32_t)i, node);
        const double offset = bodies->body[bodies->body_of[node[0]]].offset;
        const double radius = (0.5 * offset + reach) * (1.0 + 0x1p-40) + 2.0 * candidates->pad;
        ts_box box;
        box_of_node(motion, (size_t)node[0], &box);
        for (int a = 1; a < size; ++a) {
            ts_box add;
            box_of_node(motion, (size_t)node[a], &add);
            for (int k = 0; k < 3; ++k) {
                box.lo[k] = add.lo[k] < box.lo[k] ? add.lo[k] : box.lo[k];
                box.hi[k] = add.hi[k] > box.hi[k] ? add.hi[k] : box.hi[k];
            }
        }
        for (int k = 0; k < 3; ++k) {
            box.lo[k] -= radius;
            box.hi[k] += radius;
        }
        boxes[i] = box;
    }
}

void ts_candidates_tighten(ts_candidates *candidates, const ts_sweep *motion, double reach) {
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        fit_boxes(candidates, (ts_primitive)kind, motion, reach, candidates->tight[kind]);
    }
}

static ts_status fit_trees(ts_candidates *candidates, const ts_sweep *motion, ts_error *error) {
    const bool old = candidates->age >= MOST_AGE;
    const double reach = (0.5 + SLACK) * candidates->dhat;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        fit_boxes(candidates, (ts_primitive)kind, motion, reach, candidates->box[kind]);
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

ts_status ts_candidates_find(ts_candidates *candidates, const ts_sweep *motion, ts_error *error) {
    static ts_pair_keep *const keep[TS_CCD_KINDS] = {
        [TS_POINT_TRIANGLE] = ts_surface_keep_point_triangle,
        [TS_EDGE_EDGE] = ts_surface_keep_edge_edge,
        [TS_POINT_EDGE] = ts_surface_keep_point_edge,
        [TS_POINT_POINT] = ts_surface_keep_point_point,
    };
    candidates->valid = false;
    sweep_nodes(candidates, motion);
    ts_status status = fit_trees(candidates, motion, error);
    for (int kind = 0; kind < TS_CCD_KINDS && status == TS_OK; ++kind) {
        const ts_bvh *one = candidates->tree[ts_surface_side((ts_ccd_kind)kind, 0)];
        const ts_bvh *other = candidates->tree[ts_surface_side((ts_ccd_kind)kind, 1)];
        status = ts_bvh_pairs(one, other, keep[kind], candidates->surface, &candidates->list[kind], error);
    }
    candidates->valid = status == TS_OK;
    return status;
}

bool ts_candidates_cover(const ts_candidates *candidates, const double (*x)[3]) {
    if (!candidates->valid) return false;
    const size_t nodes = candidates->surface->bodies->nodes;
    const double pad = candidates->pad;
    int outside = 0;
#pragma omp parallel for schedule(static) reduction(| : outside) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) {
        const ts_box *box = &candidates->swept[i];
        for (int k = 0; k < 3; ++k) outside |= x[i][k] < box->lo[k] - pad || x[i][k] > box->hi[k] + pad;
    }
    return !outside;
}

bool ts_candidates_cover_way(const ts_candidates *candidates, const ts_sweep *motion) {
    if (!candidates->valid) return false;
    const size_t nodes = candidates->surface->bodies->nodes;
    int outside = 0;
#pragma omp parallel for schedule(static) reduction(| : outside) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) {
        const ts_box *box = &candidates->swept[i];
        ts_box way;
        box_of_node(motion, i, &way);
        for (int k = 0; k < 3; ++k) outside |= way.lo[k] < box->lo[k] || way.hi[k] > box->hi[k];
    }
    return !outside;
}

void ts_candidates_forget(ts_candidates *candidates) {
    candidates->valid = false;
    candidates->age = MOST_AGE;
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
    ts_candidates made = {.surface = surface, .dhat = dhat};
    made.swept = malloc((surface->bodies->nodes + 1) * sizeof *made.swept);
    bool complete = made.swept != NULL;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        made.box[kind] = malloc((surface->count[kind] + 1) * sizeof *made.box[kind]);
        made.tight[kind] = malloc((surface->count[kind] + 1) * sizeof *made.tight[kind]);
        complete = complete && made.box[kind] && made.tight[kind];
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
        free(candidates->tight[kind]);
        ts_bvh_destroy(candidates->tree[kind]);
    }
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) ts_pair_list_clear(&candidates->list[kind]);
    free(candidates->swept);
    *candidates = (ts_candidates){0};
}
