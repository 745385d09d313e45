/* SPDX-License-Identifier: MIT
 * How a box tree lies in memory: for core/bvh*.c only. */
#ifndef TS_CORE_BVH_TREE_H
#define TS_CORE_BVH_TREE_H

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "core/bvh.h"

enum { TS_BVH_WIDTH = 4, TS_BVH_MOST_LEVELS = 18 };

/* Four boxes; one that is not in use has lo = infinity, hi = -infinity and meets none. */
typedef struct ts_bvh_node {
    ts_bvh_lanes lo[3], hi[3];
} ts_bvh_node;

struct ts_bvh {
    size_t count, capacity;
    int levels;                           /* level 0 holds the boxes of primitives, the last the box of all; 0: empty */
    size_t first[TS_BVH_MOST_LEVELS + 1]; /* node of each level */
    ts_bvh_node *node;
    bool *touched;  /* of each node: does it wait for a refit? */
    ts_box *box;    /* of primitives, in tree order */
    int32_t *order; /* the primitive at a place; a second half for sorting */
    uint64_t *code; /* for sorting */
};

static inline bool ts_boxes_meet(const ts_box *a, const ts_box *b) {
    return a->lo[0] <= b->hi[0] && b->lo[0] <= a->hi[0] && a->lo[1] <= b->hi[1] && b->lo[1] <= a->hi[1] &&
           a->lo[2] <= b->hi[2] && b->lo[2] <= a->hi[2];
}

/* Bit s: nothing is set in lane s. */
static inline unsigned ts_bvh_none_of(ts_bvh_bits bits) {
#ifdef __SSE__
    return ~(unsigned)_mm_movemask_ps((__m128)bits) & 15u;
#else
    unsigned mask = 0;
    for (int s = 0; s < TS_BVH_WIDTH; ++s) mask |= (bits[s] ? 0u : 1u) << s;
    return mask;
#endif
}

/* Bit s: the box in `slot` of a meets the one in slot s of b. */
static inline unsigned ts_bvh_meeting(const ts_bvh_node *a, int slot, const ts_bvh_node *b) {
    ts_bvh_bits apart = {0, 0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        const float lo = a->lo[k][slot], hi = a->hi[k][slot];
        apart |= ((ts_bvh_lanes){lo, lo, lo, lo} > b->hi[k]) | (b->lo[k] > (ts_bvh_lanes){hi, hi, hi, hi});
    }
    return ts_bvh_none_of(apart);
}

#endif
