/* SPDX-License-Identifier: MIT
 * Putting the mesh of one more body onto the common list of nodes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec3.h"
#include "scenes/read/read.h"

/* Room for `more` rows of `size` bytes after `count`; false without memory. */
static bool grow(void *array, size_t count, size_t more, size_t size) {
    void **pointer = array;
    void *grown = realloc(*pointer, (count + more + 1) * size);
    if (!grown) return false;
    *pointer = grown;
    return true;
}

static bool grow_all(ts_setup *setup, const ts_mesh *mesh, size_t boundary, size_t *capacity) {
    ts_bodies *b = &setup->bodies;
    if (b->bodies == *capacity) {
        if (!grow(&b->body, b->bodies, b->bodies + 8, sizeof *b->body)) return false;
        if (!grow(&setup->acceleration, b->bodies, b->bodies + 8, sizeof *setup->acceleration)) return false;
        *capacity = 2 * b->bodies + 8;
    }
    return grow(&b->rest, b->nodes, mesh->nodes, sizeof *b->rest) &&
           grow(&b->hung, b->nodes, mesh->nodes, sizeof *b->hung) &&
           grow(&b->clamped, b->nodes, mesh->nodes, sizeof *b->clamped) &&
           grow(&b->body_of, b->nodes, mesh->nodes, sizeof *b->body_of) &&
           grow(&setup->x, b->nodes, mesh->nodes, sizeof *setup->x) &&
           grow(&setup->v, b->nodes, mesh->nodes, sizeof *setup->v) &&
           grow(&b->tet, b->tets, mesh->tets, sizeof *b->tet) &&
           grow(&b->triangle, b->triangles, mesh->triangles, sizeof *b->triangle) &&
           grow(&b->segment, b->segments, mesh->segments, sizeof *b->segment) &&
           grow(&b->particle, b->particles, mesh->particles, sizeof *b->particle) &&
           grow(&b->boundary, b->boundary_triangles, boundary, sizeof *b->boundary);
}

/* Appends rows of `width` node indices, moved up by `first`. */
static void append(int32_t *to, size_t *count, const int32_t *from, size_t rows, size_t width, size_t first) {
    for (size_t k = 0; k < rows * width; ++k) to[*count * width + k] = from[k] + (int32_t)first;
    *count += rows;
}

static void append_nodes(ts_setup *setup, const ts_new_body *body) {
    ts_bodies *b = &setup->bodies;
    const size_t first = b->nodes, n = body->mesh.nodes;
    double centre[3] = {0.0};
    for (size_t i = 0; i < n; ++i) ts_axpy(centre, 1.0 / (double)n, body->mesh.x[i], centre);
    for (size_t i = 0; i < n; ++i) {
        double r[3], turning[3];
        memcpy(setup->x[first + i], body->mesh.x[i], sizeof *setup->x);
        memcpy(b->rest[first + i], body->rest ? body->rest[i] : body->mesh.x[i], sizeof *b->rest);
        b->hung[first + i] = 0.0;
        b->clamped[first + i] = 0;
        b->body_of[first + i] = (int32_t)b->bodies;
        ts_sub(body->mesh.x[i], centre, r);
        ts_cross(body->angular, r, turning);
        ts_add(body->velocity, turning, setup->v[first + i]);
    }
    b->nodes += n;
}

ts_status ts_scene_add_body(ts_setup *setup, size_t *capacity, ts_new_body *body, ts_error *error) {
    ts_bodies *b = &setup->bodies;
    const ts_mesh *mesh = &body->mesh;
    const size_t first = b->nodes;
    size_t boundary = 0;
    int32_t(*triangle)[3] = NULL;
    ts_status status = ts_mesh_boundary(mesh, &boundary, &triangle, error);
    if (status == TS_OK && b->nodes + mesh->nodes > INT32_MAX / 4) {
        status = ts_fail(error, TS_ERROR_DATA, "the scene has more than %d nodes", INT32_MAX / 4);
    }
    if (status == TS_OK && !grow_all(setup, mesh, boundary, capacity)) status = ts_fail_memory(error, "a body");
    if (status == TS_OK) {
        append_nodes(setup, body);
        append(*b->tet, &b->tets, *mesh->tet, mesh->tets, 4, first);
        append(*b->triangle, &b->triangles, *mesh->triangle, mesh->triangles, 3, first);
        append(*b->segment, &b->segments, *mesh->segment, mesh->segments, 2, first);
        append(b->particle, &b->particles, mesh->particle, mesh->particles, 1, first);
        append(*b->boundary, &b->boundary_triangles, *triangle, boundary, 3, first);
        memcpy(setup->acceleration[b->bodies], body->acceleration, sizeof *setup->acceleration);
        b->body[b->bodies] = body->body;
        b->body[b->bodies].node_first = first;
        b->body[b->bodies++].node_count = mesh->nodes;
        body->body.name = NULL;
    }
    free(triangle);
    return status;
}

int ts_scene_find_body(const ts_setup *setup, const char *name) {
    for (size_t k = 0; k < setup->bodies.bodies; ++k) {
        if (strcmp(setup->bodies.body[k].name, name) == 0) return (int)k;
    }
    return -1;
}
