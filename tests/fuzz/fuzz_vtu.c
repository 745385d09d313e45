/* SPDX-License-Identifier: MIT
 * Fuzz target of the VTU reader, and of collections: the input as a .vtu and as a .pvd file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mesh/read/frames.h"
#include "tests/fuzz/fuzz.h"

static void check_indices(const int32_t *node, size_t count, size_t nodes) {
    for (size_t i = 0; i < count; ++i)
        fuzz_require(node[i] >= 0 && (size_t)node[i] < nodes, "an index is out of range");
}

static void read_frame(const char *path) {
    ts_mesh mesh;
    ts_error error = {0};
    if (ts_frame_read(path, &mesh, &error) != TS_OK) {
        fuzz_require(error.status == TS_ERROR_DATA && *error.message, "an error without a reason");
        return;
    }
    for (size_t i = 0; i < 3 * mesh.nodes; ++i)
        fuzz_require(isfinite(mesh.x[i / 3][i % 3]), "a coordinate is not finite");
    if (mesh.tets) check_indices(*mesh.tet, 4 * mesh.tets, mesh.nodes);
    if (mesh.triangles) check_indices(*mesh.triangle, 3 * mesh.triangles, mesh.nodes);
    if (mesh.segments) check_indices(*mesh.segment, 2 * mesh.segments, mesh.nodes);
    check_indices(mesh.particle, mesh.particles, mesh.nodes);
    ts_mesh_clear(&mesh);
}

static void read_collection(const char *path) {
    ts_frame_files files = {0};
    ts_error error = {0};
    if (ts_frame_files_add(&files, path, &error) != TS_OK) {
        fuzz_require(error.status == TS_ERROR_DATA && *error.message, "an error without a reason");
    }
    ts_frame_files_clear(&files);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char frame[128], collection[128];
    snprintf(frame, sizeof frame, "%s/x.vtu", fuzz_folder());
    snprintf(collection, sizeof collection, "%s/x.pvd", fuzz_folder());
    fuzz_write(frame, data, size);
    read_frame(frame);
    fuzz_write(collection, data, size);
    read_collection(collection);
    unlink(frame);
    unlink(collection);
    return 0;
}
