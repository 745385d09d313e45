/* SPDX-License-Identifier: MIT
 * Extents of paths, and of primitives on them: for the files of the broad phase only. */
#ifndef TS_SCENES_COLLISION_EXTENTS_H
#define TS_SCENES_COLLISION_EXTENTS_H

#include "scenes/collision/candidates.h"
#include "scenes/collision/leaves.h"

/* slabs[i] of each node's path, i < nodes, rounded outward. */
void ts_extents_slabs(const ts_sweep *motion, size_t nodes, ts_slabs *slabs);
/* stray[i]: the path of node i leaves what is known by more than `pad` (m), or is no number. Returns how many do. */
size_t ts_extents_strays(const ts_sweep *motion, size_t nodes, const ts_extents *known, double pad, bool *stray);

/* The same of the nodes [first, end), by lanes to choose from and for tests: all give the same. */
typedef void ts_extents_slabs_some(const ts_sweep *motion, size_t first, size_t end, ts_slabs *slabs);
typedef size_t ts_extents_strays_some(const ts_sweep *motion, size_t first, size_t end, const ts_extents *known,
                                      double pad, bool *stray);
ts_extents_slabs_some ts_extents_slabs_portable, ts_extents_slabs_avx2;
ts_extents_strays_some ts_extents_strays_portable, ts_extents_strays_avx2;

void ts_extents_of_path(const ts_sweep *motion, size_t node, ts_extents *path);
void ts_extents_round_outward(const ts_extents *extents, ts_slabs *slabs);
/* The largest coordinate, in magnitude. */
double ts_extents_most(const ts_extents *path);
void ts_extents_widen(ts_extents *path, double by);

/* 16 units of rounding at the largest coordinate. */
static inline double ts_pad_of(double most) {
    return 0x1p-48 * most;
}

/* Do two primitives meet by what the lists go by? */
static inline bool ts_candidates_known_meet(const ts_candidates *candidates, const ts_slabs *a, const ts_slabs *b) {
    return candidates->as_boxes ? ts_slabs_meet_as_boxes(a, b) : ts_slabs_meet(a, b);
}

static inline ts_leaf_writer ts_leaf_writer_of(const ts_candidates *candidates, ts_primitive kind, ts_bvh_leaf *leaf) {
    return (ts_leaf_writer){candidates->surface, kind, candidates->as_boxes, leaf};
}

static inline void ts_box_of_slabs(const ts_slabs *slabs, ts_box *box) {
    for (int k = 0; k < 3; ++k) {
        box->lo[k] = (double)slabs->lo[0][k];
        box->hi[k] = (double)slabs->hi[0][k];
    }
}

#endif
