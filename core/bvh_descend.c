/* SPDX-License-Identifier: MIT */
#include "core/bvh_descend.h"

#include <stdlib.h>

#define BVH_DESCEND ts_bvh_descend_portable
#include "core/bvh_descend.inc"

ts_bvh_descend *ts_bvh_descend_here(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_bvh_descend_avx2;
#endif
    return ts_bvh_descend_portable;
}

static bool grow(ts_pair_buffer *out) {
    const size_t capacity = out->capacity ? 2 * out->capacity : 1024;
    int32_t(*pair)[2] = realloc(out->pair, capacity * sizeof *pair);
    if (!pair) return false;
    out->pair = pair;
    out->capacity = capacity;
    return true;
}

void ts_bvh_found(ts_bvh_walk *walk, size_t place, size_t other_place) {
    const ts_pair_test *test = walk->test;
    if (!test->leaf[0] && !ts_boxes_meet(&walk->one->box[place], &walk->other->box[other_place])) return;
    int32_t i = walk->one->order[place], j = walk->other->order[other_place];
    if (walk->one == walk->other && i > j) {
        const int32_t swap = i;
        i = j;
        j = swap;
    }
    if (test->keep && !test->keep(test->self, i, j)) return;
    ts_pair_buffer *out = walk->out;
    if (out->count == out->capacity && !grow(out)) {
        walk->failed = true;
        return;
    }
    out->pair[out->count][0] = i;
    out->pair[out->count][1] = j;
    ++out->count;
}
