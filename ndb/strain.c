/* SPDX-License-Identifier: GPL-2.0-or-later
 * Membranes: weights and shapes of their triangles; the portable lanes. */
#define STRAIN_LOCAL ts_ndb_strain_portable
#include "ndb/strain_lanes.inc"

#include <stdlib.h>

#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

double ts_ndb_strain_some(const ts_ndb_strain *strain, size_t first, size_t end, const ts_ndb_row *x,
                          ts_ndb_row *force) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_ndb_strain_avx2(strain, first, end, x, force);
#endif
    return ts_ndb_strain_portable(strain, first, end, x, force);
}

void ts_ndb_strain_nearest(const double f[2][3], double r[2][3]) {
    strained triangle;
    lanes rotation[2][3];
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i) triangle.f[j][i] = lanes_of(f[j][i]);
    find_area(&triangle);
    find_scale(&triangle);
    nearest(&triangle, rotation);
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i) r[j][i] = rotation[j][i][0];
}

void ts_ndb_strain_gradients(const ts_ndb_strain *strain, size_t k, double gradient[2][3]) {
    for (int j = 0; j < 2; ++j) {
        gradient[j][1] = strain->shape[0][j][k];
        gradient[j][2] = strain->shape[1][j][k];
        gradient[j][0] = -(gradient[j][1] + gradient[j][2]);
    }
}

/* ---- Making them ---- */

void ts_ndb_strain_clear(ts_ndb_strain *strain) {
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) free(strain->shape[i][j]);
    free(strain->node);
    free(strain->shear);
    free(strain->area);
    *strain = (ts_ndb_strain){0};
}

static bool allocate(ts_ndb_strain *strain) {
    const size_t n = strain->padded + MOST_LANES;
    strain->node = calloc(n, sizeof *strain->node);
    strain->shear = calloc(n, sizeof *strain->shear);
    strain->area = calloc(n, sizeof *strain->area);
    bool complete = strain->node && strain->shear && strain->area;
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            strain->shape[i][j] = calloc(n, sizeof *strain->shape[i][j]);
            complete = complete && strain->shape[i][j];
        }
    }
    return complete;
}

/* Dm in the plane of the triangle: (x1 - x0) = (a, 0), (x2 - x0) = (b, c). */
static ts_status make_triangle(ts_ndb_strain *strain, const ts_bodies *bodies, const int32_t node[3], size_t k,
                               ts_error *error) {
    const ts_material *m = ts_material_of(bodies, node[0]);
    double one[3], two[3], normal[3];
    ts_sub(bodies->rest[node[1]], bodies->rest[node[0]], one);
    ts_sub(bodies->rest[node[2]], bodies->rest[node[0]], two);
    ts_cross(one, two, normal);
    const double a = sqrt(ts_norm2(one)), twice = sqrt(ts_norm2(normal));
    if (!(twice > 0.0)) {
        return ts_fail(error, TS_ERROR_DATA, "The triangle of nodes %d, %d and %d has no area in its rest pose.",
                       (int)node[0], (int)node[1], (int)node[2]);
    }
    const double b = ts_dot(one, two) / a, c = twice / a;
    strain->shape[0][0][k] = 1.0 / a;
    strain->shape[0][1][k] = -b / (a * c);
    strain->shape[1][0][k] = 0.0;
    strain->shape[1][1][k] = 1.0 / c;
    const double nu = m->poisson, stiffness = 0.5 * twice * m->thickness * m->young * m->membrane_scale;
    strain->shear[k] = stiffness / (1.0 + nu);
    strain->area[k] = stiffness * nu / (1.0 - nu * nu);
    memcpy(strain->node[k], node, sizeof strain->node[k]);
    return TS_OK;
}

ts_status ts_ndb_strain_init(ts_ndb_strain *strain, const ts_bodies *bodies, const size_t *which, size_t count,
                             ts_error *error) {
    ts_ndb_strain made = {.count = count, .padded = (count + MOST_LANES - 1) / MOST_LANES * MOST_LANES};
    ts_status status = allocate(&made) ? TS_OK : ts_fail_memory(error, "the membranes");
    for (size_t k = 0; k < count && status == TS_OK; ++k)
        status = make_triangle(&made, bodies, bodies->triangle[which[k]], k, error);
    if (status != TS_OK) {
        ts_ndb_strain_clear(&made);
        return status;
    }
    *strain = made;
    return TS_OK;
}

/* ---- What they are stretched ---- */

void ts_ndb_strain_extent(const ts_ndb_strain *strain, const double (*x)[3], double *most, double *least) {
    double largest = strain->count > 0 ? 0.0 : 1.0, smallest = strain->count > 0 ? INFINITY : 1.0;
#pragma omp parallel for schedule(static) reduction(max                                                                \
                                                    : largest)                                                         \
    reduction(min                                                                                                      \
              : smallest) if (ts_pays_to_share(strain->count, 14))
    for (size_t k = 0; k < strain->count; ++k) {
        double edge[2][3], f[2][3], normal[3];
        for (int a = 0; a < 2; ++a) ts_sub(x[strain->node[k][a + 1]], x[strain->node[k][0]], edge[a]);
        for (int j = 0; j < 2; ++j)
            for (int i = 0; i < 3; ++i)
                f[j][i] = edge[0][i] * strain->shape[0][j][k] + edge[1][i] * strain->shape[1][j][k];
        ts_cross(f[0], f[1], normal);
        const double half = 0.5 * (ts_norm2(f[0]) + ts_norm2(f[1])), gap = 0.5 * (ts_norm2(f[0]) - ts_norm2(f[1]));
        const double across = ts_dot(f[0], f[1]), high = sqrt(half + sqrt(gap * gap + across * across));
        const double low = high > 0.0 ? sqrt(ts_norm2(normal)) / high : 0.0;
        largest = fmax(largest, high);
        smallest = fmin(smallest, low);
    }
    *most = largest;
    *least = smallest;
}
