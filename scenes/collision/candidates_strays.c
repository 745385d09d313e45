/* SPDX-License-Identifier: MIT
 * Between broad phases: when few nodes leave what is known of their paths, only the pairs of their primitives are
 * added.
 *
 * The lists hold exactly the pairs whose known slabs meet. What is known of a stray is united with its new path, so
 * that slabs only grow, and a pair is new when its slabs meet now and did not before. A tree of the moved primitives is
 * asked against the refitted ones of all. */

#include <math.h>

#include "core/error.h"
#include "core/share.h"
#include "scenes/collision/extents.h"

/* ---- Which ---- */

size_t ts_candidates_find_strays(ts_candidates *candidates, const ts_sweep *motion) {
    const size_t nodes = candidates->surface->bodies->nodes;
    const double pad = motion->p ? 0.0 : candidates->pad; /* at the end of a known path, up to rounding */
    if (!candidates->valid) return nodes;
    return ts_extents_strays(motion, nodes, candidates->swept, pad, candidates->stray);
}

double ts_candidates_pad(const ts_candidates *candidates, const ts_sweep *motion) {
    double most = 0.0;
    for (size_t i = 0; i < candidates->surface->bodies->nodes; ++i) {
        if (!candidates->stray[i]) continue;
        ts_extents path;
        ts_extents_of_path(motion, i, &path);
        most = fmax(most, ts_extents_most(&path));
    }
    return fmax(ts_pad_of(most), candidates->pad);
}

static void widen_strays(ts_candidates *candidates, const ts_sweep *motion) {
    candidates->pad = ts_candidates_pad(candidates, motion);
    for (size_t i = 0; i < candidates->surface->bodies->nodes; ++i) {
        if (!candidates->stray[i]) continue;
        ts_extents *known = &candidates->swept[i], path;
        ts_extents_of_path(motion, i, &path);
        ts_extents_widen(&path, candidates->slack);
        for (int d = 0; d < TS_EXTENTS; ++d) {
            known->lo[d] = path.lo[d] < known->lo[d] ? path.lo[d] : known->lo[d];
            known->hi[d] = path.hi[d] > known->hi[d] ? path.hi[d] : known->hi[d];
        }
    }
}

static void note_old(ts_candidates *candidates) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) candidates->old[kind] = candidates->list[kind].count;
}

/* ---- What is known of their primitives ---- */

static void find_moved(ts_candidates *candidates, ts_primitive kind) {
    ts_moved_primitives *moved = &candidates->moved[kind];
    moved->count = 0;
    for (size_t i = 0; i < candidates->surface->count[kind]; ++i) {
        int size;
        const int32_t *node = ts_surface_nodes(candidates->surface, kind, (int32_t)i, &size);
        bool is_moved = false;
        for (int a = 0; a < size; ++a) is_moved |= candidates->stray[node[a]];
        moved->is_moved[i] = is_moved;
        if (is_moved) moved->index[moved->count++] = (int32_t)i;
    }
}

static void widen_moved(ts_candidates *candidates, ts_primitive kind) {
    ts_moved_primitives *moved = &candidates->moved[kind];
    const ts_bodies *bodies = candidates->surface->bodies;
    const ts_leaf_writer writer = ts_leaf_writer_of(candidates, kind, candidates->leaf[kind]);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(moved->count, 60))
    for (size_t m = 0; m < moved->count; ++m) {
        const int32_t i = moved->index[m];
        int size;
        const int32_t *node = ts_surface_nodes(candidates->surface, kind, i, &size);
        ts_slabs slabs, other;
        ts_extents_round_outward(&candidates->swept[node[0]], &slabs);
        for (int a = 1; a < size; ++a) {
            ts_extents_round_outward(&candidates->swept[node[a]], &other);
            ts_slabs_unite(&slabs, &other);
        }
        const double offset = bodies->body[bodies->body_of[node[0]]].offset;
        ts_slabs_inflate(&slabs, 0.5 * (offset + candidates->dhat) + 2.0 * candidates->pad);
        ts_slabs_unite(&slabs, &candidates->known[kind][i]);
        candidates->slabs[kind][i] = slabs;
        ts_leaf_write(&writer, (size_t)candidates->place[kind][i], i, &slabs);
        ts_box_of_slabs(&slabs, &candidates->box[kind][i]);
        moved->box[m] = candidates->box[kind][i];
    }
}

static void fit_moved_leaves(ts_candidates *candidates, ts_primitive kind) {
    const ts_moved_primitives *moved = &candidates->moved[kind];
    const ts_leaf_writer writer = ts_leaf_writer_of(candidates, kind, moved->leaf);
    const int32_t *order = ts_bvh_order(moved->tree);
    for (size_t place = 0; place < moved->count; ++place) {
        const int32_t i = moved->index[order[place]];
        ts_leaf_write(&writer, place, i, &candidates->slabs[kind][i]);
    }
}

static ts_status plant_moved(ts_candidates *candidates, ts_primitive kind, ts_error *error) {
    ts_moved_primitives *moved = &candidates->moved[kind];
    find_moved(candidates, kind);
    if (moved->count == 0 && moved->tree) {
        ts_bvh_assign(moved->tree, 0, NULL);
        return TS_OK;
    }
    widen_moved(candidates, kind);
    for (size_t m = 0; m < moved->count; ++m)
        ts_bvh_touch(candidates->tree[kind], (size_t)candidates->place[kind][moved->index[m]]);
    ts_bvh_refit_touched(candidates->tree[kind], candidates->box[kind]);
    if (!moved->tree) { /* made for all primitives there are, once */
        const ts_status status =
            ts_bvh_create(candidates->surface->count[kind], candidates->box[kind], &moved->tree, error);
        if (status != TS_OK) return status;
    }
    ts_bvh_assign(moved->tree, moved->count, moved->box);
    if (moved->count > 0) fit_moved_leaves(candidates, kind);
    return TS_OK;
}

/* ---- New pairs ---- */

typedef struct extension {
    const ts_candidates *candidates;
    ts_ccd_kind kind;
    int side; /* of the moved primitives */
} extension;

/* Of pairs that meet now. */
static bool is_new(const void *self, int32_t m, int32_t other) {
    const extension *all = self;
    const ts_candidates *candidates = all->candidates;
    const ts_primitive mine = ts_surface_side(all->kind, all->side), theirs = ts_surface_side(all->kind, 1 - all->side);
    const int32_t i = candidates->moved[mine].index[m];
    if (candidates->moved[theirs].is_moved[other] && (mine == theirs ? other <= i : all->side == 1)) return false;
    if (ts_candidates_known_meet(candidates, &candidates->known[mine][i], &candidates->known[theirs][other]))
        return false;
    return ts_surface_keep(candidates->surface, all->kind, (int32_t[2]){all->side ? other : i, all->side ? i : other});
}

/* Edges and particles come in ascending order, as in a broad phase. */
static ts_status append(ts_candidates *candidates, const extension *all, ts_error *error) {
    ts_pair_list *list = &candidates->list[all->kind];
    const ts_pair_list *more = &candidates->more;
    const ts_primitive mine = ts_surface_side(all->kind, all->side);
    const bool ascending = mine == ts_surface_side(all->kind, 1 - all->side);
    int32_t(*to)[2] = ts_pair_list_append(list, more->count);
    if (!to) return ts_fail_memory(error, "a list of pairs");
    for (size_t k = 0; k < more->count; ++k) {
        const int32_t i = candidates->moved[mine].index[more->pair[k][0]], j = more->pair[k][1];
        const bool swap = ascending ? i > j : all->side == 1;
        to[k][0] = swap ? j : i;
        to[k][1] = swap ? i : j;
    }
    return TS_OK;
}

static ts_status extend_kind(ts_candidates *candidates, ts_ccd_kind kind, ts_error *error) {
    const bool is_one = ts_surface_side(kind, 0) == ts_surface_side(kind, 1);
    ts_status status = TS_OK;
    for (int side = 0; side < (is_one ? 1 : 2) && status == TS_OK; ++side) {
        const extension all = {candidates, kind, side};
        const ts_primitive mine = ts_surface_side(kind, side), theirs = ts_surface_side(kind, 1 - side);
        const ts_pair_test test = {
            .leaf = {candidates->moved[mine].leaf, candidates->leaf[theirs]},
            .names = {ts_leaf_names(mine), ts_leaf_names(theirs)},
            .keep = is_new,
            .self = &all,
        };
        status = ts_bvh_pairs(candidates->moved[mine].tree, candidates->tree[theirs], &test, &candidates->more, error);
        if (status == TS_OK) status = append(candidates, &all, error);
    }
    return status;
}

static void learn_moved(ts_candidates *candidates, ts_primitive kind) {
    const ts_moved_primitives *moved = &candidates->moved[kind];
    for (size_t m = 0; m < moved->count; ++m) {
        candidates->known[kind][moved->index[m]] = candidates->slabs[kind][moved->index[m]];
    }
}

ts_status ts_candidates_extend(ts_candidates *candidates, const ts_sweep *motion, ts_error *error) {
    ts_status status = TS_OK;
    candidates->valid = false;
    candidates->served = 0;
    note_old(candidates);
    widen_strays(candidates, motion);
    for (int kind = 0; kind < TS_PRIMITIVES && status == TS_OK; ++kind)
        status = plant_moved(candidates, (ts_primitive)kind, error);
    for (int kind = 0; kind < TS_CCD_KINDS && status == TS_OK; ++kind)
        status = extend_kind(candidates, (ts_ccd_kind)kind, error);
    for (int kind = 0; kind < TS_PRIMITIVES && status == TS_OK; ++kind) learn_moved(candidates, (ts_primitive)kind);
    candidates->valid = status == TS_OK;
    return status;
}

/* ---- Which is cheaper ---- */

/* An extension costs what strays and a look at all primitives cost, and lists that only grow are longer than they need
 * to be. Measured with the scenes of bench-solver. */
enum { FEW_STRAYS = 8, MOST_USED = 16 };

ts_status ts_candidates_follow_strays(ts_candidates *candidates, const ts_sweep *motion, size_t strays,
                                      ts_error *error) {
    if (strays == 0) {
        ++candidates->served;
        note_old(candidates);
        return TS_OK;
    }
    size_t primitives = 0;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) primitives += candidates->surface->count[kind];
    candidates->used += ts_candidates_count(candidates);
    if (!candidates->valid || FEW_STRAYS * strays > candidates->surface->bodies->nodes ||
        candidates->used > MOST_USED * primitives)
        return ts_candidates_find(candidates, motion, error);
    return ts_candidates_extend(candidates, motion, error);
}

ts_status ts_candidates_follow(ts_candidates *candidates, const ts_sweep *motion, ts_error *error) {
    return ts_candidates_follow_strays(candidates, motion, ts_candidates_find_strays(candidates, motion), error);
}
