/* SPDX-License-Identifier: MIT
 * Edges of surfaces: how many triangles meet there. */
#include "mesh/surface/edges.h"

#include <stdlib.h>

#include "core/error.h"

static int key_order(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

ts_status ts_edges_are_crowded(const ts_mesh *mesh, bool *crowded, ts_error *error) {
    const size_t count = 3 * mesh->triangles;
    uint64_t *key = malloc((count + 1) * sizeof *key); /* lower node, higher node */
    if (!key) return ts_fail_memory(error, "the edges of a surface");
    for (size_t k = 0; k < count; ++k) {
        const int32_t *v = mesh->triangle[k / 3], a = v[k % 3], b = v[(k + 1) % 3];
        key[k] = (uint64_t)(a < b ? a : b) << 32 | (uint64_t)(a < b ? b : a);
    }
    qsort(key, count, sizeof *key, key_order);
    *crowded = false;
    for (size_t k = 2; k < count; ++k) *crowded = *crowded || key[k] == key[k - 2];
    free(key);
    return TS_OK;
}
