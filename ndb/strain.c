/* SPDX-License-Identifier: GPL-2.0-or-later
 * Membranes: weights and shapes of their triangles; the portable lanes. */
#define STRAIN_LOCAL ts_ndb_strain_portable
#include "ndb/strain_lanes.inc"

#include <stdlib.h>

#include "core/error.h"
#include "core/instructions.h"
#include "core/share.h"
#include "core/vec3.h"

double ts_ndb_strain_some(const ts_ndb_strain *strain, size_t first, size_t end, const ts_ndb_row *x,
                          ts_ndb_row *force) {
#if defined(__x86_64__)
    if (ts_has_avx512()) return ts_ndb_strain_avx512(strain, first, end, x, force);
    if (__builtin_cpu_supports("avx2")) return ts_ndb_strain_avx2(strain, first, end, x, force);
#endif
    return ts_ndb_strain_portable(strain, first, end, x, force);
}

/* ---- Thin triangles ---- */

/* A normal for columns that have none: across the longer one, or across the plane when both are 0. */
static void choose_normal(const double f[2][3], double n[3]) {
    const double *longer = f[ts_norm2(f[1]) > ts_norm2(f[0])];
    const double most = ts_norm2(longer);
    int least = 0;
    for (int i = 1; i < 3; ++i) least = fabs(longer[i]) < fabs(longer[least]) ? i : least;
    if (most > 0.0) { /* axis `least`, made orthogonal to the column */
        for (int i = 0; i < 3; ++i) n[i] = (i == least ? 1.0 : 0.0) - longer[least] * longer[i] / most;
        ts_scale(1.0 / sqrt(ts_norm2(n)), n, n);
    } else {
        for (int i = 0; i < 3; ++i) n[i] = i == 2 ? 1.0 : 0.0;
    }
}

/* Returns r. What is a point has no F to turn either, and gets the rest frame, exactly. */
static double turn_by_normal(const double f[2][3], double r[2][3]) {
    double n[3], swapped[2][3];
    ts_cross(f[0], f[1], n);
    const double area = sqrt(ts_norm2(n)), sum = sqrt((ts_norm2(f[0]) + ts_norm2(f[1])) + 2.0 * area);
    if (sum == 0.0) {
        memcpy(r, (const double[2][3]){{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, 2 * sizeof *r);
        return sum;
    }
    if (area > 0.0)
        ts_scale(1.0 / area, n, n);
    else
        choose_normal(f, n);
    ts_cross(f[1], n, swapped[0]);
    ts_cross(n, f[0], swapped[1]);
    for (int j = 0; j < 2; ++j) {
        ts_add(f[j], swapped[j], r[j]);
        ts_scale(1.0 / sum, r[j], r[j]);
    }
    return sum;
}

double ts_ndb_strain_thin(const double f[2][3], double shear, double area, double pull[2][3]) {
    double r[2][3], off = 0.0;
    const double excess = turn_by_normal(f, r) - 2.0, along = area * excess;
    for (int j = 0; j < 2; ++j) {
        double d[3];
        ts_sub(f[j], r[j], d);
        off += ts_norm2(d);
        for (int i = 0; i < 3; ++i) pull[j][i] = -shear * d[i] - along * r[j][i];
    }
    return 0.5 * (shear * off + along * excess);
}

void ts_ndb_strain_nearest(const double f[2][3], double r[2][3]) {
    strained t;
    lanes pull[3];
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i) t.f[j][i] = lanes_of(f[j][i]);
    find_metric(&t);
    find_area(&t);
    find_sum(&t);
    find_scale(&t);
    find_pulls(&t, lanes_of(1.0), lanes_of(0.0), pull);
    if (t.thin) {
        ts_ndb_strain_thin(f, 1.0, 0.0, r);
        for (int j = 0; j < 2; ++j) ts_add(r[j], f[j], r[j]);
        return;
    }
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i) r[j][i] = (f[0][i] * pull[j][0] + f[1][i] * pull[j + 1][0]) + f[j][i];
}

void ts_ndb_strain_gradients(const ts_ndb_strain *strain, size_t k, double gradient[2][3]) {
    for (int j = 0; j < 2; ++j) {
        gradient[j][1] = strain->shape[j][k];
        gradient[j][2] = j == 0 ? 0.0 : strain->shape[2][k];
        gradient[j][0] = -(gradient[j][1] + gradient[j][2]);
    }
}

/* ---- Making them ---- */

void ts_ndb_strain_clear(ts_ndb_strain *strain) {
    for (int i = 0; i < 3; ++i) free(strain->shape[i]);
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
    for (int i = 0; i < 3; ++i) {
        strain->shape[i] = calloc(n, sizeof *strain->shape[i]);
        complete = complete && strain->shape[i];
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
    strain->shape[0][k] = 1.0 / a;
    strain->shape[1][k] = -b / (a * c);
    strain->shape[2][k] = 1.0 / c;
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

/* Squares, of which roots are drawn once. */
void ts_ndb_strain_extent(const ts_ndb_strain *strain, const double (*x)[3], double *most, double *least) {
    double largest = strain->count > 0 ? 0.0 : 1.0, smallest = strain->count > 0 ? INFINITY : 1.0;
#pragma omp parallel for schedule(static) reduction(max                                                                \
                                                    : largest)                                                         \
    reduction(min                                                                                                      \
              : smallest) if (ts_pays_to_share(strain->count, 8))
    for (size_t k = 0; k < strain->count; ++k) {
        double edge[2][3], f[2][3], normal[3];
        for (int a = 0; a < 2; ++a) ts_sub(x[strain->node[k][a + 1]], x[strain->node[k][0]], edge[a]);
        for (int i = 0; i < 3; ++i) {
            f[0][i] = edge[0][i] * strain->shape[0][k];
            f[1][i] = edge[0][i] * strain->shape[1][k] + edge[1][i] * strain->shape[2][k];
        }
        ts_cross(f[0], f[1], normal);
        const double half = 0.5 * (ts_norm2(f[0]) + ts_norm2(f[1])), gap = 0.5 * (ts_norm2(f[0]) - ts_norm2(f[1]));
        const double across = ts_dot(f[0], f[1]), high = half + sqrt(gap * gap + across * across);
        const double low = high > 0.0 ? ts_norm2(normal) / high : 0.0;
        largest = high > largest ? high : largest;
        smallest = low < smallest ? low : smallest;
    }
    *most = sqrt(largest);
    *least = sqrt(smallest);
}
