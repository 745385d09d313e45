/* SPDX-License-Identifier: MIT
 * Two box trees, or one with itself, descended together from a pair of nodes: for core/bvh_pairs.c only. */
#ifndef TS_CORE_BVH_DESCEND_H
#define TS_CORE_BVH_DESCEND_H

#include "core/bvh_tree.h"

/* The pairs that a thread has found. */
typedef struct ts_pair_buffer {
    size_t count, capacity;
    int32_t (*pair)[2];
} ts_pair_buffer;

typedef struct ts_bvh_walk {
    const ts_bvh *one, *other;
    const ts_pair_test *test;
    ts_pair_buffer *out;
    bool failed; /* memory ran out */
} ts_bvh_walk;

/* Above its crown a tree is its crown again and again, so that trees of different height descend together. */
static inline const ts_bvh_node *ts_bvh_node_at(const ts_bvh *tree, int level, size_t i) {
    const int known = level < tree->levels ? level : tree->levels - 1;
    return &tree->node[tree->first[known] + i];
}

/* Which of the sixteen pairs of boxes of two nodes count: bit 4 s + t is of box s of the first and box t of the second.
 * In one tree each unordered pair does once: of a node with itself t >= s, of primitives t > s. */
static inline unsigned ts_bvh_once(const ts_bvh_walk *walk, int level, size_t a, size_t b) {
    if (walk->one != walk->other || a != b) return 0xFFFF;
    return level > 0 ? 0x8CEF : 0x08CE;
}

/* Without the places of two leaves that are not in use: an infinite primitive is apart from nothing. */
static inline unsigned ts_bvh_in_use(const ts_bvh_walk *walk, size_t a, size_t b) {
    const size_t rows = walk->one->count - TS_BVH_WIDTH * a, columns = walk->other->count - TS_BVH_WIDTH * b;
    unsigned mask = 0xFFFF;
    if (rows < TS_BVH_WIDTH) mask >>= TS_BVH_WIDTH * (TS_BVH_WIDTH - rows);
    if (columns < TS_BVH_WIDTH) mask &= 0x1111u * ((1u << columns) - 1u);
    return mask;
}

/* A pair whose boxes meet, or whose leaves say that it does: kept if the test keeps it. */
void ts_bvh_found(ts_bvh_walk *walk, size_t place, size_t other_place);

/* Everything that is found below node a of one tree and node b of the other, in an order that does not depend on which
 * of these does it. */
typedef void ts_bvh_descend(ts_bvh_walk *walk, int level, size_t a, size_t b);
ts_bvh_descend ts_bvh_descend_portable;
#if defined(__x86_64__)
ts_bvh_descend ts_bvh_descend_avx2;
#endif
/* The one for this machine. */
ts_bvh_descend *ts_bvh_descend_here(void);

#endif
