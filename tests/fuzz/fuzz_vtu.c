/* SPDX-License-Identifier: MIT
 * Fuzz target of the readers of frames that are no text of words: the input as a .vtu, a .vtp and a .pvd file, or else,
 * when it cannot be XML, as a .stl file. */
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

/* The input under this name. */
static void read_as(const char *name, void (*read)(const char *path), const uint8_t *data, size_t size) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    fuzz_write(path, data, size);
    read(path);
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0 && data[0] == '<') {
        read_as("x.vtu", read_frame, data, size);
        read_as("x.vtp", read_frame, data, size);
        read_as("x.pvd", read_collection, data, size);
    } else {
        read_as("x.stl", read_frame, data, size);
    }
    return 0;
}
