/* SPDX-License-Identifier: MIT */
#include "scenes/collision/leaves.h"

#include <math.h>

_Static_assert((int)TS_LEAF_DIRECTIONS == (int)TS_DIRECTIONS, "a leaf has the directions of slabs");

/* Lane by lane, and not by replacing a vector: other threads may be at its other lanes. */
static void set_extent(ts_bvh_leaf *leaf, int direction, size_t slot, float lo, float hi) {
    ((float *)&leaf->lo[direction])[slot] = lo;
    ((float *)&leaf->hi[direction])[slot] = hi;
}

static void set_name(ts_bvh_leaf *leaf, int name, size_t slot, int32_t to) {
    ((int32_t *)&leaf->name[name])[slot] = to;
}

void ts_leaf_write(const ts_leaf_writer *writer, size_t place, int32_t primitive, const ts_slabs *slabs) {
    ts_bvh_leaf *leaf = &writer->leaf[place / 4];
    const size_t slot = place % 4;
    const float *lo = (const float *)slabs->lo, *hi = (const float *)slabs->hi;
    const int told = writer->as_boxes ? 3 : TS_DIRECTIONS;
    for (int d = 0; d < told; ++d) set_extent(leaf, d, slot, lo[d], hi[d]);
    for (int d = told; d < TS_DIRECTIONS; ++d) set_extent(leaf, d, slot, -INFINITY, INFINITY);
    int size;
    const int32_t *node = ts_surface_nodes(writer->surface, writer->kind, primitive, &size);
    for (int n = 0; n < size; ++n) set_name(leaf, n, slot, node[n]);
}
