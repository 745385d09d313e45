/* SPDX-License-Identifier: MIT
 * Meshes as values: allocating, clearing, appending, and the surface of the tets. */
#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

void ts_mesh_clear(ts_mesh *mesh) {
    free(mesh->x);
    free(mesh->tet);
    free(mesh->triangle);
    free(mesh->segment);
    free(mesh->particle);
    *mesh = (ts_mesh){0};
}

/* ---- Allocating ---- */

static bool allocate(void *array, size_t count, size_t size) {
    void **target = array;
    *target = count ? calloc(count, size) : NULL;
    return *target || count == 0;
}

ts_status ts_mesh_allocate(ts_mesh *mesh, ts_error *error) {
    bool complete = allocate(&mesh->x, mesh->nodes, sizeof *mesh->x);
    complete &= allocate(&mesh->tet, mesh->tets, sizeof *mesh->tet);
    complete &= allocate(&mesh->triangle, mesh->triangles, sizeof *mesh->triangle);
    complete &= allocate(&mesh->segment, mesh->segments, sizeof *mesh->segment);
    complete &= allocate(&mesh->particle, mesh->particles, sizeof *mesh->particle);
    if (complete) return TS_OK;
    ts_mesh_clear(mesh);
    return ts_fail_memory(error, "a mesh");
}

/* ---- Appending ---- */

/* Grows an array whose count is raised only when all of them have grown. */
static bool grow(void *array, size_t count, size_t more, size_t size) {
    void **target = array;
    if (more == 0) return true;
    void *grown = realloc(*target, (count + more) * size);
    if (grown) *target = grown;
    return grown;
}

static void append_indices(int32_t *to, const int32_t *from, size_t count, int32_t shift) {
    for (size_t k = 0; k < count; ++k) to[k] = from[k] + shift;
}

ts_status ts_mesh_append(ts_mesh *mesh, const ts_mesh *more, ts_error *error) {
    if (more->nodes > INT32_MAX - mesh->nodes) {
        return ts_fail(error, TS_ERROR_DATA, "%zu and %zu nodes are too many for one mesh", mesh->nodes, more->nodes);
    }
    bool complete = grow(&mesh->x, mesh->nodes, more->nodes, sizeof *mesh->x);
    complete = complete && grow(&mesh->tet, mesh->tets, more->tets, sizeof *mesh->tet);
    complete = complete && grow(&mesh->triangle, mesh->triangles, more->triangles, sizeof *mesh->triangle);
    complete = complete && grow(&mesh->segment, mesh->segments, more->segments, sizeof *mesh->segment);
    complete = complete && grow(&mesh->particle, mesh->particles, more->particles, sizeof *mesh->particle);
    if (!complete) return ts_fail_memory(error, "a mesh");
    const int32_t shift = (int32_t)mesh->nodes;
    if (more->nodes) memcpy(mesh->x + mesh->nodes, more->x, more->nodes * sizeof *more->x);
    if (more->tets) append_indices(mesh->tet[mesh->tets], more->tet[0], 4 * more->tets, shift);
    if (more->triangles) {
        append_indices(mesh->triangle[mesh->triangles], more->triangle[0], 3 * more->triangles, shift);
    }
    if (more->segments) append_indices(mesh->segment[mesh->segments], more->segment[0], 2 * more->segments, shift);
    if (more->particles) append_indices(mesh->particle + mesh->particles, more->particle, more->particles, shift);
    mesh->nodes += more->nodes;
    mesh->tets += more->tets;
    mesh->triangles += more->triangles;
    mesh->segments += more->segments;
    mesh->particles += more->particles;
    return TS_OK;
}

/* ---- The surface of the tets ---- */

/* Corners of the faces of a positive tet, seen from outside counter-clockwise. */
static const int FACES[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

typedef struct face {
    int32_t sorted[3]; /* its nodes, rising */
    uint32_t index;    /* 4 tet + face */
} face;

static void swap_to_rise(int32_t *a, int32_t *b) {
    if (*a <= *b) return;
    const int32_t held = *a;
    *a = *b;
    *b = held;
}

static int same_nodes_order(const face *a, const face *b) {
    for (int c = 0; c < 3; ++c) {
        if (a->sorted[c] != b->sorted[c]) return a->sorted[c] < b->sorted[c] ? -1 : 1;
    }
    return 0;
}

static int face_order(const void *left, const void *right) {
    const face *a = left, *b = right;
    const int order = same_nodes_order(a, b);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static void list_faces(const ts_mesh *mesh, face *faces) {
    for (size_t t = 0; t < mesh->tets; ++t) {
        for (int f = 0; f < 4; ++f) {
            face *made = &faces[4 * t + (size_t)f];
            for (int c = 0; c < 3; ++c) made->sorted[c] = mesh->tet[t][FACES[f][c]];
            swap_to_rise(&made->sorted[0], &made->sorted[1]);
            swap_to_rise(&made->sorted[1], &made->sorted[2]);
            swap_to_rise(&made->sorted[0], &made->sorted[1]);
            made->index = (uint32_t)(4 * t + (size_t)f);
        }
    }
}

/* Marks the faces that belong to one tet alone. */
static ts_status mark_boundary(const face *faces, size_t count, bool *is_boundary, size_t *found, ts_error *error) {
    for (size_t k = 0, end; k < count; k = end) {
        for (end = k + 1; end < count && same_nodes_order(&faces[k], &faces[end]) == 0; ++end) continue;
        if (end - k > 2) {
            const int32_t *node = faces[k].sorted;
            return ts_fail(error, TS_ERROR_DATA, "%zu tets share the face of nodes %d, %d, %d; two are possible",
                           end - k, node[0], node[1], node[2]);
        }
        if (end - k == 2) continue;
        is_boundary[faces[k].index] = true;
        ++*found;
    }
    return TS_OK;
}

static void collect_boundary(const ts_mesh *mesh, const bool *is_boundary, int32_t (*out)[3]) {
    size_t made = 0;
    for (size_t k = 0; k < 4 * mesh->tets; ++k) {
        if (!is_boundary[k]) continue;
        for (int c = 0; c < 3; ++c) out[made][c] = mesh->tet[k / 4][FACES[k % 4][c]];
        ++made;
    }
}

ts_status ts_mesh_boundary(const ts_mesh *mesh, size_t *count, int32_t (**triangles)[3], ts_error *error) {
    const size_t total = 4 * mesh->tets;
    if (total > UINT32_MAX) return ts_fail(error, TS_ERROR_DATA, "%zu tets are too many", mesh->tets);
    face *faces = malloc((total + 1) * sizeof *faces);
    bool *is_boundary = calloc(total + 1, sizeof *is_boundary);
    ts_status status = faces && is_boundary ? TS_OK : ts_fail_memory(error, "the surface of the tets");
    size_t found = 0;
    if (status == TS_OK) {
        list_faces(mesh, faces);
        qsort(faces, total, sizeof *faces, face_order);
        status = mark_boundary(faces, total, is_boundary, &found, error);
    }
    int32_t(*made)[3] = status == TS_OK ? malloc((found + 1) * sizeof *made) : NULL;
    if (status == TS_OK && !made) status = ts_fail_memory(error, "the surface of the tets");
    if (status == TS_OK) {
        collect_boundary(mesh, is_boundary, made);
        *count = found;
        *triangles = made;
    }
    free(faces);
    free(is_boundary);
    return status;
}

/* Moves the nodes of the triangles to the front, in their order, and renumbers the triangles. */
static ts_status keep_nodes_of(size_t count, int32_t (*triangles)[3], ts_mesh *mesh, ts_error *error) {
    int32_t *number = malloc((mesh->nodes + 1) * sizeof *number);
    if (!number) return ts_fail_memory(error, "the nodes of a surface");
    for (size_t n = 0; n < mesh->nodes; ++n) number[n] = -1;
    for (size_t k = 0; k < 3 * count; ++k) number[triangles[k / 3][k % 3]] = 0;
    size_t kept = 0;
    for (size_t n = 0; n < mesh->nodes; ++n) {
        if (number[n] < 0) continue;
        memmove(mesh->x[kept], mesh->x[n], sizeof *mesh->x);
        number[n] = (int32_t)kept++;
    }
    for (size_t k = 0; k < 3 * count; ++k) triangles[k / 3][k % 3] = number[triangles[k / 3][k % 3]];
    mesh->nodes = kept;
    free(number);
    return TS_OK;
}

ts_status ts_mesh_hollow(ts_mesh *mesh, ts_error *error) {
    size_t count = 0;
    int32_t(*triangles)[3] = NULL;
    ts_status status = ts_mesh_boundary(mesh, &count, &triangles, error);
    if (status == TS_OK) status = keep_nodes_of(count, triangles, mesh, error);
    if (status != TS_OK) {
        free(triangles);
        return status;
    }
    ts_mesh made = {.nodes = mesh->nodes, .x = mesh->x, .triangles = count, .triangle = triangles};
    mesh->x = NULL;
    ts_mesh_clear(mesh);
    *mesh = made;
    return TS_OK;
}
