/* SPDX-License-Identifier: MIT
 * Fuzz target of the mesh readers. The first byte chooses the format (the letters s, o, p, v, m of .seg, .obj, .ply,
 * .vtk and .msh, as it happens, are 0 to 4 modulo 5); the rest is the file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mesh/mesh.h"
#include "tests/fuzz/fuzz.h"

static const char *const EXTENSIONS[] = {"seg", "obj", "ply", "vtk", "msh"};

static void check_indices(const ts_mesh *mesh, const int32_t *node, size_t count) {
    for (size_t k = 0; k < count; ++k)
        fuzz_require(node[k] >= 0 && (size_t)node[k] < mesh->nodes, "an index out of range");
}

static void check_mesh(const ts_mesh *mesh) {
    for (size_t i = 0; i < mesh->nodes; ++i) {
        for (int c = 0; c < 3; ++c) fuzz_require(isfinite(mesh->x[i][c]), "a coordinate that is not finite");
    }
    check_indices(mesh, (const int32_t *)mesh->tet, 4 * mesh->tets);
    check_indices(mesh, (const int32_t *)mesh->triangle, 3 * mesh->triangles);
    check_indices(mesh, (const int32_t *)mesh->segment, 2 * mesh->segments);
    check_indices(mesh, mesh->particle, mesh->particles);
    fuzz_require(mesh->tets + mesh->triangles + mesh->segments + mesh->particles > 0, "a mesh without elements");
}

static int same(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

/* What was read can be written, and is the same when it is read again. */
static void check_round_trip(const ts_mesh *mesh) {
    char path[160];
    ts_mesh again;
    snprintf(path, sizeof path, "%s/again.vtk", fuzz_folder());
    fuzz_require(ts_mesh_write(path, mesh, NULL) == TS_OK, "a mesh that cannot be written");
    fuzz_require(ts_mesh_read(path, &again, NULL) == TS_OK, "a mesh that cannot be read again");
    fuzz_require(again.nodes == mesh->nodes && again.tets == mesh->tets && again.triangles == mesh->triangles &&
                     again.segments == mesh->segments && again.particles == mesh->particles &&
                     same(again.x, mesh->x, mesh->nodes * sizeof *mesh->x) &&
                     same(again.tet, mesh->tet, mesh->tets * sizeof *mesh->tet) &&
                     same(again.triangle, mesh->triangle, mesh->triangles * sizeof *mesh->triangle) &&
                     same(again.segment, mesh->segment, mesh->segments * sizeof *mesh->segment) &&
                     same(again.particle, mesh->particle, mesh->particles * sizeof *mesh->particle),
                 "another mesh when it is read again");
    ts_mesh_clear(&again);
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    char path[160];
    ts_mesh mesh;
    ts_error error;
    snprintf(path, sizeof path, "%s/x.%s", fuzz_folder(), EXTENSIONS[data[0] % 5]);
    fuzz_write(path, data + 1, size - 1);
    if (ts_mesh_read(path, &mesh, &error) == TS_OK) {
        check_mesh(&mesh);
        check_round_trip(&mesh);
        ts_mesh_clear(&mesh);
    } else {
        fuzz_require(error.status == TS_ERROR_DATA && strncmp(error.message, path, strlen(path)) == 0,
                     "an error without a reason");
    }
    unlink(path);
    return 0;
}
