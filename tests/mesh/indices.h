/* SPDX-License-Identifier: MIT
 * What holds for the indices of every generated mesh. */
#ifndef TS_TESTS_MESH_INDICES_H
#define TS_TESTS_MESH_INDICES_H

#include <stdlib.h>

#include "mesh/mesh.h"
#include "tests/support.h"

/* Indices name nodes, and every node belongs to something. */
static inline void ts_test_check_indices(const ts_mesh *mesh) {
    const int32_t nodes = (int32_t)mesh->nodes;
    bool *used = calloc(mesh->nodes, sizeof *used);
    ck_assert_ptr_nonnull(used);
    const int32_t *lists[4] = {(const int32_t *)mesh->tet, (const int32_t *)mesh->triangle,
                               (const int32_t *)mesh->segment, mesh->particle};
    const size_t lengths[4] = {4 * mesh->tets, 3 * mesh->triangles, 2 * mesh->segments, mesh->particles};
    for (int l = 0; l < 4; ++l) {
        for (size_t k = 0; k < lengths[l]; ++k) {
            ck_assert(lists[l][k] >= 0 && lists[l][k] < nodes);
            used[lists[l][k]] = true;
        }
    }
    for (size_t n = 0; n < mesh->nodes; ++n) ck_assert_msg(used[n], "node %zu belongs to nothing", n);
    free(used);
}

#endif
