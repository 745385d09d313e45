/* SPDX-License-Identifier: MIT
 * The shape of a mesh or of bodies. */
#include "scenes/proof/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

void ts_prover_shape_clear(ts_prover_shape *shape) {
    free(shape->triangle);
    free(shape->segment);
    free(shape->particle);
    free(shape->stranger);
    free(shape->obstacle);
    free(shape->radius);
    free(shape->object);
    *shape = (ts_prover_shape){0};
}

const int32_t *ts_prover_element(const ts_prover_shape *shape, size_t element, int *count) {
    if (element < shape->triangles) {
        *count = 3;
        return shape->triangle[element];
    }
    element -= shape->triangles;
    if (element < shape->segments) {
        *count = 2;
        return shape->segment[element];
    }
    *count = 1;
    return &shape->particle[element - shape->segments];
}

/* Room for what the counts say; nothing is an obstacle, nothing has a thickness, all is one object. */
static ts_status make_room(ts_prover_shape *shape, ts_error *error) {
    shape->triangle = malloc((shape->triangles + 1) * sizeof *shape->triangle);
    shape->segment = malloc((shape->segments + 1) * sizeof *shape->segment);
    shape->particle = malloc((shape->particles + 1) * sizeof *shape->particle);
    shape->stranger = malloc((shape->strangers + 1) * sizeof *shape->stranger);
    shape->obstacle = calloc(shape->vertices + 1, 1);
    shape->radius = calloc(shape->vertices + 1, sizeof *shape->radius);
    shape->object = calloc(shape->vertices + 1, sizeof *shape->object);
    const bool complete = shape->triangle && shape->segment && shape->particle && shape->stranger && shape->obstacle &&
                          shape->radius && shape->object;
    return complete ? TS_OK : ts_fail_memory(error, "the shape of a proof");
}

static void copy_rows(void *to, const void *from, size_t count, size_t size) {
    if (count > 0) memcpy(to, from, count * size);
}

static bool is_sound(const ts_prover_shape *shape, const int32_t *vertex, int count) {
    for (int k = 0; k < count; ++k) {
        if (vertex[k] < 0 || (size_t)vertex[k] >= shape->vertices) return false;
        for (int j = 0; j < k; ++j) {
            if (vertex[j] == vertex[k]) return false;
        }
    }
    return true;
}

static ts_status check_elements(const ts_prover_shape *shape, ts_error *error) {
    if (ts_prover_elements(shape) == 0) {
        return ts_fail(error, TS_ERROR_DATA, "there is nothing to prove: no triangle, segment or point");
    }
    for (size_t e = 0; e < ts_prover_elements(shape); ++e) {
        int count;
        const int32_t *v = ts_prover_element(shape, e, &count);
        if (!is_sound(shape, v, count)) {
            return ts_fail(error, TS_ERROR_DATA, "element %zu names a vertex twice, or one that there is not", e);
        }
    }
    return TS_OK;
}

/* ---- Objects ---- */

static int32_t root_of(int32_t *object, int32_t v) {
    while (object[v] != v) v = object[v] = object[object[v]];
    return v;
}

/* What hangs together by its elements. */
static void find_objects(ts_prover_shape *shape) {
    for (size_t v = 0; v < shape->vertices; ++v) shape->object[v] = (int32_t)v;
    for (size_t e = 0; e < ts_prover_elements(shape); ++e) {
        int count;
        const int32_t *v = ts_prover_element(shape, e, &count);
        for (int k = 1; k < count; ++k) {
            const int32_t a = root_of(shape->object, v[0]), b = root_of(shape->object, v[k]);
            shape->object[a < b ? b : a] = a < b ? a : b;
        }
    }
    for (size_t v = 0; v < shape->vertices; ++v) shape->object[v] = root_of(shape->object, (int32_t)v);
}

/* ---- From meshes and bodies ---- */

/* Rounded up: what two radii keep apart is never less than the thickness. Only of the least doubles is half none. */
static double half_of(double thickness) {
    const double half = 0.5 * thickness;
    return half + half < thickness ? nextafter(half, INFINITY) : half;
}

static ts_status fill_from_mesh(const ts_mesh *mesh, double thickness, ts_prover_shape *shape, ts_error *error) {
    int32_t(*boundary)[3] = NULL;
    size_t boundary_triangles = 0;
    ts_status status = TS_OK;
    if (mesh->tets > 0) status = ts_mesh_boundary(mesh, &boundary_triangles, &boundary, error);
    if (status != TS_OK) return status;
    shape->vertices = mesh->nodes;
    shape->triangles = mesh->triangles + boundary_triangles;
    shape->segments = mesh->segments;
    shape->particles = mesh->particles;
    status = make_room(shape, error);
    if (status == TS_OK) {
        copy_rows(shape->triangle, mesh->triangle, mesh->triangles, sizeof *shape->triangle);
        copy_rows(shape->triangle + mesh->triangles, boundary, boundary_triangles, sizeof *shape->triangle);
        copy_rows(shape->segment, mesh->segment, mesh->segments, sizeof *shape->segment);
        copy_rows(shape->particle, mesh->particle, mesh->particles, sizeof *shape->particle);
        for (size_t v = 0; v < mesh->nodes; ++v) shape->radius[v] = half_of(thickness);
        status = check_elements(shape, error);
    }
    free(boundary);
    return status;
}

ts_status ts_prover_shape_of_mesh(const ts_mesh *mesh, double thickness, ts_prover_shape *shape, ts_error *error) {
    *shape = (ts_prover_shape){0};
    const ts_status status = fill_from_mesh(mesh, thickness, shape, error);
    if (status == TS_OK)
        find_objects(shape);
    else
        ts_prover_shape_clear(shape);
    return status;
}

static void add_stranger(ts_prover_shape *shape, int32_t one, int32_t other) {
    if (one == other) return;
    shape->stranger[shape->strangers][0] = one;
    shape->stranger[shape->strangers++][1] = other;
}

static void fill_from_bodies(const ts_bodies *bodies, ts_prover_shape *shape) {
    copy_rows(shape->triangle, bodies->triangle, bodies->triangles, sizeof *shape->triangle);
    copy_rows(shape->triangle + bodies->triangles, bodies->boundary, bodies->boundary_triangles,
              sizeof *shape->triangle);
    copy_rows(shape->segment, bodies->segment, bodies->segments, sizeof *shape->segment);
    copy_rows(shape->particle, bodies->particle, bodies->particles, sizeof *shape->particle);
    for (size_t v = 0; v < bodies->nodes; ++v) {
        const ts_body *body = &bodies->body[bodies->body_of[v]];
        shape->radius[v] = half_of(body->offset);
        shape->obstacle[v] = body->obstacle;
    }
    shape->strangers = 0;
    for (size_t k = 0; k < bodies->stitches; ++k) {
        add_stranger(shape, bodies->stitch[k].a, bodies->stitch[k].b);
        add_stranger(shape, bodies->stitch[k].a, bodies->stitch[k].c);
    }
}

ts_status ts_prover_shape_of_bodies(const ts_bodies *bodies, ts_prover_shape *shape, ts_error *error) {
    *shape = (ts_prover_shape){
        .vertices = bodies->nodes,
        .triangles = bodies->triangles + bodies->boundary_triangles,
        .segments = bodies->segments,
        .particles = bodies->particles,
        .strangers = 2 * bodies->stitches,
    };
    ts_status status = make_room(shape, error);
    if (status == TS_OK) fill_from_bodies(bodies, shape);
    if (status == TS_OK) status = check_elements(shape, error);
    if (status == TS_OK)
        find_objects(shape);
    else
        ts_prover_shape_clear(shape);
    return status;
}
