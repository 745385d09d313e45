/* SPDX-License-Identifier: GPL-2.0-or-later
 * Boxes of swept primitives, a tree of boxes for each kind of primitive, and the pairs whose boxes meet.
 *
 * Each box is inflated by half of its body's offset and half of dhat, so that two of them meet whenever their
 * primitives come within xi + dhat; so are extents along six diagonals, because boxes of tilted sheets that lie close
 * together meet all over. A box tree rather than a spatial hash: it needs no cell size, which no single
 * value suits when a scene has needles beside cloth or one node moves far. Trees keep their order for MOST_AGE broad
 * phases and are only refitted: within a time step nodes move little relative to each other. */
#include "cipc/contact/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/outward.h"

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

static void diagonals_of_point(const double x[3], double along[6]) {
    for (int k = 0; k < 3; ++k) {
        along[2 * k] = x[k] + x[(k + 1) % 3];
        along[2 * k + 1] = x[k] - x[(k + 1) % 3];
    }
}

static void diagonals_of_node(const ts_sweep *motion, size_t node, double range[2][6]) {
    double end[3], from[6], to[6];
    for (int k = 0; k < 3; ++k) {
        end[k] = motion->p ? motion->x[node][k] + motion->alpha * motion->p[node][k] : motion->x[node][k];
    }
    diagonals_of_point(motion->x[node], from);
    diagonals_of_point(end, to);
    for (int d = 0; d < 6; ++d) {
        range[0][d] = from[d] < to[d] ? from[d] : to[d];
        range[1][d] = from[d] < to[d] ? to[d] : from[d];
    }
}

/* Ways of nodes, and 16 units of rounding at the largest coordinate. */
static void sweep_nodes(ts_candidates *candidates, const ts_sweep *motion) {
    const size_t nodes = candidates->surface->bodies->nodes;
    const double slack = SLACK * candidates->dhat;
    double most = 0.0;
#pragma omp parallel for schedule(static) reduction(max : most) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) {
        ts_box *box = &candidates->swept[i];
        box_of_node(motion, i, box);
        diagonals_of_node(motion, i, candidates->diagonal[i]);
        for (int k = 0; k < 3; ++k) {
            most = -box->lo[k] > most ? -box->lo[k] : most;
            most = box->hi[k] > most ? box->hi[k] : most;
            box->lo[k] -= slack;
            box->hi[k] += slack;
        }
        for (int d = 0; d < 6; ++d) {
            candidates->diagonal[i][0][d] -= 2.0 * slack;
            candidates->diagonal[i][1][d] += 2.0 * slack;
        }
    }
    candidates->pad = 0x1p-48 * most;
}

/* ---- Primitives: what their nodes take up, inflated by half their offset and `reach` ---- */

typedef struct fitting {
    const ts_candidates *candidates;
    ts_primitive kind;
    double reach;
} fitting;

static double radius_of(const fitting *fit, int32_t node) {
    const ts_bodies *bodies = fit->candidates->surface->bodies;
    const double offset = bodies->body[bodies->body_of[node]].offset;
    return (0.5 * offset + fit->reach) * (1.0 + 0x1p-40) + 2.0 * fit->candidates->pad;
}

static void fit_box(const fitting *fit, const ts_box *of_node, size_t i, ts_box *box) {
    int32_t node[3];
    const int size = ts_surface_nodes(fit->candidates->surface, fit->kind, (int32_t)i, node);
    const double radius = radius_of(fit, node[0]);
    *box = of_node[node[0]];
    for (int a = 1; a < size; ++a) {
        const ts_box *add = &of_node[node[a]];
        for (int k = 0; k < 3; ++k) {
            box->lo[k] = add->lo[k] < box->lo[k] ? add->lo[k] : box->lo[k];
            box->hi[k] = add->hi[k] > box->hi[k] ? add->hi[k] : box->hi[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        box->lo[k] -= radius;
        box->hi[k] += radius;
    }
}

/* Along diagonals, which are sqrt(2) long, so is the radius. */
static void fit_diagonals(const fitting *fit, size_t i, ts_slabs slabs[2]) {
    double(*of_node)[2][6] = fit->candidates->diagonal;
    int32_t node[3];
    const int size = ts_surface_nodes(fit->candidates->surface, fit->kind, (int32_t)i, node);
    const double radius = 1.4142135623731 * radius_of(fit, node[0]);
    double lo[8] = {0}, hi[8] = {0};
    memcpy(lo, of_node[node[0]][0], sizeof of_node[0][0]);
    memcpy(hi, of_node[node[0]][1], sizeof of_node[0][1]);
    for (int a = 1; a < size; ++a) {
        for (int d = 0; d < 6; ++d) {
            const double *range = &of_node[node[a]][0][d];
            lo[d] = range[0] < lo[d] ? range[0] : lo[d];
            hi[d] = range[6] > hi[d] ? range[6] : hi[d];
        }
    }
    for (int d = 0; d < 8; ++d) {
        slabs[d / 4].lo[d % 4] = ts_float_below(lo[d] - radius);
        slabs[d / 4].hi[d % 4] = ts_float_above(hi[d] + radius);
    }
}

static void fit_primitives(const fitting *fit) {
    const ts_candidates *candidates = fit->candidates;
    const size_t count = candidates->surface->count[fit->kind];
#pragma omp parallel for schedule(static) if (count > 2048)
    for (size_t i = 0; i < count; ++i) {
        fit_box(fit, candidates->swept, i, &candidates->box[fit->kind][i]);
        fit_diagonals(fit, i, candidates->diagonals[fit->kind][i]);
    }
}

static void tighten_primitives(const fitting *fit) {
    const size_t count = fit->candidates->surface->count[fit->kind];
    ts_slabs *tight = fit->candidates->tight[fit->kind];
#pragma omp parallel for schedule(static) if (count > 2048)
    for (size_t i = 0; i < count; ++i) {
        ts_box box;
        fit_box(fit, fit->candidates->node, i, &box);
        tight[i] = (ts_slabs){
            {ts_float_below(box.lo[0]), ts_float_below(box.lo[1]), ts_float_below(box.lo[2]), 0.0f},
            {ts_float_above(box.hi[0]), ts_float_above(box.hi[1]), ts_float_above(box.hi[2]), 0.0f},
        };
    }
}

void ts_candidates_tighten(ts_candidates *candidates, const ts_sweep *motion, double reach) {
    const size_t nodes = candidates->surface->bodies->nodes;
#pragma omp parallel for schedule(static) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) box_of_node(motion, i, &candidates->node[i]);
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        tighten_primitives(&(fitting){candidates, (ts_primitive)kind, reach});
    }
}

/* ---- The broad phase ---- */

static ts_status fit_trees(ts_candidates *candidates, ts_error *error) {
    const bool old = candidates->age >= MOST_AGE;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        fit_primitives(&(fitting){candidates, (ts_primitive)kind, 0.5 * candidates->dhat});
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

/* Boxes meet where tilted primitives do not: diagonals tell most of these apart. */
static bool diagonals_meet(const ts_candidates *candidates, ts_ccd_kind kind, int32_t i, int32_t j) {
    const ts_slabs *a = candidates->diagonals[ts_surface_side(kind, 0)][i];
    const ts_slabs *b = candidates->diagonals[ts_surface_side(kind, 1)][j];
    return ts_slabs_meet(&a[0], &b[0]) && ts_slabs_meet(&a[1], &b[1]);
}

static bool keep_point_triangle(const void *self, int32_t point, int32_t face) {
    const ts_candidates *candidates = self;
    return diagonals_meet(candidates, TS_POINT_TRIANGLE, point, face) &&
           ts_surface_keep_point_triangle(candidates->surface, point, face);
}

static bool keep_edge_edge(const void *self, int32_t edge, int32_t other) {
    const ts_candidates *candidates = self;
    return diagonals_meet(candidates, TS_EDGE_EDGE, edge, other) &&
           ts_surface_keep_edge_edge(candidates->surface, edge, other);
}

static bool keep_point_edge(const void *self, int32_t point, int32_t rod) {
    const ts_candidates *candidates = self;
    return diagonals_meet(candidates, TS_POINT_EDGE, point, rod) &&
           ts_surface_keep_point_edge(candidates->surface, point, rod);
}

static bool keep_point_point(const void *self, int32_t particle, int32_t other) {
    const ts_candidates *candidates = self;
    return diagonals_meet(candidates, TS_POINT_POINT, particle, other) &&
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
    return status;
}

/* Is the way of a node within what the last broad phase made of it, up to pad? */
static bool covers_node(const ts_candidates *candidates, const ts_sweep *motion, size_t node, double pad) {
    ts_box way;
    double range[2][6];
    bool covered = true;
    box_of_node(motion, node, &way);
    const ts_box *box = &candidates->swept[node];
    for (int k = 0; k < 3; ++k) covered &= way.lo[k] >= box->lo[k] - pad && way.hi[k] <= box->hi[k] + pad;
    if (!covered) return false;
    diagonals_of_node(motion, node, range);
    const double(*along)[6] = (const double(*)[6])candidates->diagonal[node];
    for (int d = 0; d < 6; ++d) covered &= range[0][d] >= along[0][d] - pad && range[1][d] <= along[1][d] + pad;
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
    const size_t nodes = surface->bodies->nodes;
    made.swept = malloc((nodes + 1) * sizeof *made.swept);
    made.node = malloc((nodes + 1) * sizeof *made.node);
    made.diagonal = malloc((nodes + 1) * sizeof *made.diagonal);
    bool complete = made.swept && made.node && made.diagonal;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        made.box[kind] = malloc((surface->count[kind] + 1) * sizeof *made.box[kind]);
        made.diagonals[kind] = malloc((surface->count[kind] + 1) * sizeof *made.diagonals[kind]);
        made.tight[kind] = malloc((surface->count[kind] + 1) * sizeof *made.tight[kind]);
        complete = complete && made.box[kind] && made.diagonals[kind] && made.tight[kind];
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
        free(candidates->diagonals[kind]);
        free(candidates->tight[kind]);
        ts_bvh_destroy(candidates->tree[kind]);
    }
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) ts_pair_list_clear(&candidates->list[kind]);
    free(candidates->swept);
    free(candidates->node);
    free(candidates->diagonal);
    *candidates = (ts_candidates){0};
}
