/* SPDX-License-Identifier: MIT
 * Boxes of swept primitives, a tree of boxes for each kind of primitive, and the pairs whose boxes meet.
 *
 * Each box is inflated by half of its body's offset and half of dhat, so that two of them meet whenever their
 * primitives come within xi + dhat; so are extents along six diagonals, because boxes of tilted sheets that lie close
 * together meet all over. A box tree rather than a spatial hash: there is no cell size to choose, and refitted it was
 * never slower in one thread than a uniform grid, even one of the cells that suit the scene best (bench-broad,
 * docs/benchmarks.md). Trees keep their order for MOST_AGE broad phases and are only refitted: within a time step
 * nodes move little relative to each other. */
#include "scenes/collision/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"
#include "scenes/collision/extents.h"

enum { MOST_AGE = 16 };

/* ---- Slabs ---- */

/* What the paths of a primitive's nodes take up, inflated by half its offset and `reach`. */
static void fit_slabs(const ts_candidates *candidates, ts_primitive kind, double reach, ts_slabs *fitted) {
    const ts_bodies *bodies = candidates->surface->bodies;
    const size_t count = candidates->surface->count[kind];
#pragma omp parallel for schedule(static) if (ts_pays_to_share(count, 20))
    for (size_t i = 0; i < count; ++i) {
        int size;
        const int32_t *node = ts_surface_nodes(candidates->surface, kind, (int32_t)i, &size);
        const double offset = bodies->body[bodies->body_of[node[0]]].offset;
        ts_slabs slabs = candidates->node[node[0]];
        for (int a = 1; a < size; ++a) ts_slabs_unite(&slabs, &candidates->node[node[a]]);
        ts_slabs_inflate(&slabs, 0.5 * offset + reach + 2.0 * candidates->pad);
        fitted[i] = slabs;
    }
}

/* ---- The narrower test ---- */

static size_t primitives_of(const ts_candidates *candidates) {
    size_t primitives = 0;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) primitives += candidates->surface->count[kind];
    return primitives;
}

/* Do so many tests cost more than slabs of every primitive? */
static bool pays_to_fit(const ts_candidates *candidates, size_t tests) {
    return tests > 2 * primitives_of(candidates);
}

void ts_candidates_tighten(ts_candidates *candidates, const ts_sweep *motion, double reach, size_t tests) {
    ts_extents_slabs(motion, candidates->surface->bodies->nodes, candidates->node);
    candidates->reach = reach;
    candidates->by_nodes = !pays_to_fit(candidates, tests);
    if (candidates->by_nodes) return;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind)
        fit_slabs(candidates, (ts_primitive)kind, reach, candidates->slabs[kind]);
}

/* Direction by direction: the first ones tell most pairs apart. */
bool ts_candidates_meet_by_nodes(const ts_candidates *candidates, ts_ccd_kind kind, const int32_t pair[2]) {
    const ts_slabs *slabs = candidates->node;
    int count[2];
    const int32_t *one = ts_surface_nodes(candidates->surface, ts_surface_side(kind, 0), pair[0], &count[0]);
    const int32_t *other = ts_surface_nodes(candidates->surface, ts_surface_side(kind, 1), pair[1], &count[1]);
    const double xi = ts_surface_thickness(candidates->surface, one[0], other[0]);
    const float by = ts_slab_radius(xi + 2.0 * candidates->reach + 4.0 * candidates->pad);
    for (int v = 0; v < TS_SLAB_VECTORS; ++v) {
        ts_slab_lanes lo[2] = {slabs[one[0]].lo[v], slabs[other[0]].lo[v]};
        ts_slab_lanes hi[2] = {slabs[one[0]].hi[v], slabs[other[0]].hi[v]};
        for (int a = 1; a < count[0]; ++a) ts_slab_unite(&lo[0], &hi[0], &slabs[one[a]], v);
        for (int b = 1; b < count[1]; ++b) ts_slab_unite(&lo[1], &hi[1], &slabs[other[b]], v);
        ts_slab_inflate(&lo[0], &hi[0], v, by);
        if (ts_slab_any((lo[0] > hi[1]) | (lo[1] > hi[0]))) return false;
    }
    return true;
}

/* ---- The broad phase ---- */

/* The slack, as a share of dhat: the last iterations of a step move less than that and need no broad phase. The more
 * slack, the more candidates, ten times as many for twice the slack on a drape: where they are few there may be more
 * of it, unless the slack has served well. */
static const double LEAST_SLACK = 0.5, MOST_SLACK = 2.0;

/* So many motions in a row needed nothing new. */
enum { WELL_SERVED = 4 };

static void adapt_slack(ts_candidates *candidates) {
    if (ts_candidates_count(candidates) > primitives_of(candidates))
        candidates->slack = fmax(0.5 * candidates->slack, LEAST_SLACK * candidates->dhat);
    else if (candidates->served < WELL_SERVED)
        candidates->slack = fmin(2.0 * candidates->slack, MOST_SLACK * candidates->dhat);
}

static void sweep_nodes(ts_candidates *candidates, const ts_sweep *motion) {
    const size_t nodes = candidates->surface->bodies->nodes;
    double most = 0.0;
#pragma omp parallel for schedule(static) reduction(max : most) if (ts_pays_to_share(nodes, 40))
    for (size_t i = 0; i < nodes; ++i) {
        ts_extents *path = &candidates->swept[i];
        ts_extents_of_path(motion, i, path);
        const double reach = ts_extents_most(path);
        most = reach > most ? reach : most;
        ts_extents_widen(path, candidates->slack);
        ts_extents_round_outward(path, &candidates->node[i]);
    }
    candidates->pad = ts_pad_of(most);
}

static void fit_boxes(const ts_candidates *candidates, ts_primitive kind) {
    const size_t count = candidates->surface->count[kind];
#pragma omp parallel for schedule(static) if (ts_pays_to_share(count, 10))
    for (size_t i = 0; i < count; ++i) ts_box_of_slabs(&candidates->known[kind][i], &candidates->box[kind][i]);
}

static void fit_leaves(const ts_candidates *candidates, ts_primitive kind) {
    const size_t count = candidates->surface->count[kind], leaves = ts_leaves_of(count);
    const ts_leaf_writer writer = ts_leaf_writer_of(candidates, kind, candidates->leaf[kind]);
    if (count == 0) return;
    const int32_t *order = ts_bvh_order(candidates->tree[kind]);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(count, 30))
    for (size_t k = 0; k < leaves; ++k) {
        for (size_t place = 4 * k; place < 4 * k + 4 && place < count; ++place) {
            const int32_t i = order[place];
            ts_leaf_write(&writer, place, i, &candidates->known[kind][i]);
            candidates->place[kind][i] = (int32_t)place;
        }
    }
}

static ts_status fit_trees(ts_candidates *candidates, ts_error *error) {
    const bool old = candidates->age >= MOST_AGE;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        fit_slabs(candidates, (ts_primitive)kind, 0.5 * candidates->dhat, candidates->known[kind]);
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
        fit_leaves(candidates, (ts_primitive)kind);
    }
    candidates->age = old ? 1 : candidates->age + 1;
    return TS_OK;
}

typedef struct search {
    const ts_candidates *candidates;
    ts_ccd_kind kind;
} search;

static bool keep(const void *self, int32_t i, int32_t j) {
    const search *all = self;
    return ts_surface_keep(all->candidates->surface, all->kind, (int32_t[2]){i, j});
}

static ts_status find_kind(ts_candidates *candidates, ts_ccd_kind kind, ts_error *error) {
    const ts_primitive one = ts_surface_side(kind, 0), other = ts_surface_side(kind, 1);
    const search all = {candidates, kind};
    const ts_pair_test test = {
        .leaf = {candidates->leaf[one], candidates->leaf[other]},
        .names = {ts_leaf_names(one), ts_leaf_names(other)},
        .keep = keep,
        .self = &all,
    };
    return ts_bvh_pairs(candidates->tree[one], candidates->tree[other], &test, &candidates->list[kind], error);
}

ts_status ts_candidates_find(ts_candidates *candidates, const ts_sweep *motion, ts_error *error) {
    candidates->valid = false;
    sweep_nodes(candidates, motion);
    ts_status status = fit_trees(candidates, error);
    for (int kind = 0; kind < TS_CCD_KINDS && status == TS_OK; ++kind)
        status = find_kind(candidates, (ts_ccd_kind)kind, error);
    candidates->valid = status == TS_OK;
    if (candidates->valid) adapt_slack(candidates);
    candidates->used = candidates->served = 0;
    memset(candidates->old, 0, sizeof candidates->old);
    return status;
}

void ts_candidates_keep_boxes(ts_candidates *candidates) {
    candidates->as_boxes = true;
    candidates->valid = false;
}

void ts_candidates_forget(ts_candidates *candidates) {
    candidates->valid = false;
    candidates->age = MOST_AGE;
    candidates->served = 0;
    candidates->slack = LEAST_SLACK * candidates->dhat;
}

/* ---- Runs of candidates ---- */

size_t ts_candidates_count(const ts_candidates *candidates) {
    return ts_candidate_range_count(&(ts_candidate_range){.candidates = candidates});
}

static size_t chunks_of(size_t count) {
    return (count + TS_CANDIDATE_CHUNK - 1) / TS_CANDIDATE_CHUNK;
}

static size_t rows_of(const ts_candidate_range *range, int kind) {
    return range->candidates->list[kind].count - range->from[kind];
}

ts_candidate_range ts_candidates_added(const ts_candidates *candidates) {
    ts_candidate_range range = {.candidates = candidates};
    memcpy(range.from, candidates->old, sizeof range.from);
    return range;
}

size_t ts_candidate_range_count(const ts_candidate_range *range) {
    size_t count = 0;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) count += rows_of(range, kind);
    return count;
}

size_t ts_candidate_range_chunks(const ts_candidate_range *range) {
    size_t count = 0;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) count += chunks_of(rows_of(range, kind));
    return count;
}

ts_candidate_chunk ts_candidate_range_chunk(const ts_candidate_range *range, size_t index) {
    int kind = 0;
    while (index >= chunks_of(rows_of(range, kind))) index -= chunks_of(rows_of(range, kind++));
    const ts_pair_list *list = &range->candidates->list[kind];
    const size_t first = range->from[kind] + index * TS_CANDIDATE_CHUNK, left = list->count - first;
    return (ts_candidate_chunk){
        .kind = (ts_ccd_kind)kind,
        .count = left < TS_CANDIDATE_CHUNK ? left : TS_CANDIDATE_CHUNK,
        .pair = (const int32_t(*)[2])list->pair + first,
    };
}

size_t ts_candidates_chunks(const ts_candidates *candidates) {
    return ts_candidate_range_chunks(&(ts_candidate_range){.candidates = candidates});
}

ts_candidate_chunk ts_candidates_chunk(const ts_candidates *candidates, size_t index) {
    return ts_candidate_range_chunk(&(ts_candidate_range){.candidates = candidates}, index);
}

/* ---- Life ---- */

static bool reserve(ts_candidates *candidates, ts_primitive kind) {
    const size_t count = candidates->surface->count[kind] + 1;
    ts_moved_primitives *moved = &candidates->moved[kind];
    candidates->known[kind] = malloc(count * sizeof *candidates->known[kind]);
    candidates->slabs[kind] = malloc(count * sizeof *candidates->slabs[kind]);
    candidates->box[kind] = malloc(count * sizeof *candidates->box[kind]);
    moved->index = malloc(count * sizeof *moved->index);
    moved->is_moved = malloc(count * sizeof *moved->is_moved);
    moved->box = malloc(count * sizeof *moved->box);
    candidates->place[kind] = malloc(count * sizeof *candidates->place[kind]);
    candidates->leaf[kind] = aligned_alloc(16, ts_leaves_of(count) * sizeof *candidates->leaf[kind]);
    moved->leaf = aligned_alloc(16, ts_leaves_of(count) * sizeof *moved->leaf);
    return candidates->known[kind] && candidates->slabs[kind] && candidates->box[kind] && candidates->place[kind] &&
           candidates->leaf[kind] && moved->index && moved->is_moved && moved->box && moved->leaf;
}

ts_status ts_candidates_init(ts_candidates *candidates, const ts_surface *surface, double dhat, ts_error *error) {
    ts_candidates made = {.surface = surface, .dhat = dhat, .slack = LEAST_SLACK * dhat};
    const size_t nodes = surface->bodies->nodes;
    made.swept = malloc((nodes + 1) * sizeof *made.swept);
    made.stray = malloc((nodes + 1) * sizeof *made.stray);
    made.node = malloc((nodes + 1) * sizeof *made.node);
    bool complete = made.swept && made.stray && made.node;
    for (int kind = 0; kind < TS_PRIMITIVES && complete; ++kind) complete = reserve(&made, (ts_primitive)kind);
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
        free(candidates->known[kind]);
        free(candidates->slabs[kind]);
        free(candidates->moved[kind].index);
        free(candidates->moved[kind].is_moved);
        free(candidates->moved[kind].box);
        free(candidates->moved[kind].leaf);
        free(candidates->leaf[kind]);
        free(candidates->place[kind]);
        ts_bvh_destroy(candidates->moved[kind].tree);
        ts_bvh_destroy(candidates->tree[kind]);
    }
    ts_pair_list_clear(&candidates->more);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) ts_pair_list_clear(&candidates->list[kind]);
    free(candidates->swept);
    free(candidates->stray);
    free(candidates->node);
    *candidates = (ts_candidates){0};
}
