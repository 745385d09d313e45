/* SPDX-License-Identifier: MIT
 * Primitives in the order of their tree, by fours: what the broad phase tells pairs apart by, so that a descent reads
 * it in order. For the files of the broad phase only. */
#ifndef TS_SCENES_COLLISION_LEAVES_H
#define TS_SCENES_COLLISION_LEAVES_H

#include "core/bvh.h"
#include "scenes/collision/slabs.h"
#include "scenes/collision/surface.h"

static inline size_t ts_leaves_of(size_t primitives) {
    return (primitives + 3) / 4;
}

/* Nodes of a primitive. */
static inline int ts_leaf_names(ts_primitive kind) {
    static const int NODES[TS_PRIMITIVES] = {
        [TS_POINTS] = 1, [TS_EDGES] = 2, [TS_FACES] = 3, [TS_RODS] = 2, [TS_PARTICLES] = 1};
    return NODES[kind];
}

/* How a primitive of that kind enters leaf[place / 4]: its slabs, and its nodes as names. as_boxes: diagonals tell it
 * from none. */
typedef struct ts_leaf_writer {
    const ts_surface *surface;
    ts_primitive kind;
    bool as_boxes;
    ts_bvh_leaf *leaf;
} ts_leaf_writer;

/* Threads may write to different places of one leaf. */
void ts_leaf_write(const ts_leaf_writer *writer, size_t place, int32_t primitive, const ts_slabs *slabs);

#endif
