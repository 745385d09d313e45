/* SPDX-License-Identifier: MIT
 * Dinnerware of tets: a thick shell of revolution about y. Its middle surface is meshed by triangles, and sheets of
 * prisms are laid on both sides of it. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"
#include "mesh/generate.h"
#include "mesh/generate/blame.h"
#include "mesh/solid/sheets.h"
#include "mesh/surface/circle.h"
#include "mesh/surface/swept_surface.h"

enum { MOST_POINTS = 64 };

/* The middle surface's meridian, from the axis to the rim: distance from the axis, height. */
typedef struct vessel {
    ts_swept_surface surface;                           /* first: the surface's functions find the vessel through it */
    double point[MOST_POINTS][2], reached[MOST_POINTS]; /* metres along the meridian */
    size_t points, layers, nodes;
    double thickness;
} vessel;

/* ---- The middle surface; rows go from the rim down to the pole ---- */

static void meridian(const vessel *made, double v, double out[2]) {
    const double wanted = (1.0 - v) * made->surface.profile;
    size_t k = 1;
    while (k + 1 < made->points && made->reached[k] < wanted) ++k;
    const double share = (wanted - made->reached[k - 1]) / (made->reached[k] - made->reached[k - 1]);
    const double *a = made->point[k - 1], *b = made->point[k];
    for (int c = 0; c < 2; ++c) out[c] = a[c] + share * (b[c] - a[c]);
}

static double vessel_girth(const ts_swept_surface *surface, double v) {
    double at[2];
    meridian((const vessel *)surface, v, at);
    return 2.0 * TS_PI * fabs(at[0]);
}

static void vessel_point(const ts_swept_surface *surface, double u, double v, double x[3]) {
    double at[2], ring[2];
    meridian((const vessel *)surface, v, at);
    ts_circle(u, ring);
    x[0] = at[0] * ring[0];
    x[1] = at[1];
    x[2] = -at[0] * ring[1];
}

/* To the nearest point of the meridian. */
static void vessel_project(const ts_swept_surface *surface, double x[3]) {
    const vessel *made = (const vessel *)surface;
    const double from_axis = sqrt(x[0] * x[0] + x[2] * x[2]), height = x[1];
    double nearest = INFINITY, best[2] = {0.0, 0.0};
    for (size_t k = 1; k < made->points; ++k) {
        const double *a = made->point[k - 1], *b = made->point[k];
        const double d[2] = {b[0] - a[0], b[1] - a[1]};
        const double share = ((from_axis - a[0]) * d[0] + (height - a[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1]);
        const double t = fmin(fmax(share, 0.0), 1.0);
        const double at[2] = {a[0] + t * d[0], a[1] + t * d[1]};
        const double away = hypot(at[0] - from_axis, at[1] - height);
        if (away >= nearest) continue;
        nearest = away;
        memcpy(best, at, sizeof best);
    }
    const double scale = from_axis > 0.0 ? best[0] / from_axis : 0.0;
    x[0] *= scale;
    x[1] = best[1];
    x[2] *= scale;
}

/* ---- Thickness ---- */

/* Of the triangles around each node, weighted by their areas; of length 1. */
static void node_normals(const ts_mesh *mesh, double (*normal)[3]) {
    for (size_t t = 0; t < mesh->triangles; ++t) {
        const int32_t *v = mesh->triangle[t];
        double a[3], b[3], n[3];
        ts_sub(mesh->x[v[1]], mesh->x[v[0]], a);
        ts_sub(mesh->x[v[2]], mesh->x[v[0]], b);
        ts_cross(a, b, n);
        for (int c = 0; c < 3; ++c) ts_add(normal[v[c]], n, normal[v[c]]);
    }
    for (size_t n = 0; n < mesh->nodes; ++n) ts_scale(1.0 / sqrt(ts_norm2(normal[n])), normal[n], normal[n]);
}

static ts_status thicken(const vessel *made, const ts_mesh *middle, ts_mesh *mesh, ts_error *error) {
    double(*normal)[3] = calloc(middle->nodes, sizeof *normal);
    if (!normal) return ts_fail_memory(error, "a mesh");
    node_normals(middle, normal);
    const ts_sheets sheets = {
        .normal = (const double(*)[3])normal, .layers = made->layers, .thickness = made->thickness};
    const ts_status status = ts_sheets_thicken(&sheets, middle, mesh, error);
    free(normal);
    return status;
}

/* ---- Shapes ---- */

/* Meridians of unit size: metres after scaling by the radius. */
typedef struct ware {
    size_t points;
    double point[10][2];
    double radius, thickness;
} ware;

static const ware WARES[] = {
    [TS_VESSEL_PLATE] = {5, {{0.0, 0.0}, {0.62, 0.0}, {0.72, 0.03}, {0.86, 0.11}, {1.0, 0.15}}, 0.12, 0.004},
    [TS_VESSEL_GLASS] = {7,
                         {{0.0, 0.0}, {0.6, 0.0}, {0.74, 0.04}, {0.82, 0.14}, {0.86, 0.3}, {0.95, 1.7}, {1.0, 3.0}},
                         0.035,
                         0.003},
    [TS_VESSEL_BOTTLE] = {10,
                          {{0.0, 0.0},
                           {0.78, 0.0},
                           {0.92, 0.05},
                           {1.0, 0.18},
                           {1.0, 4.4},
                           {0.93, 4.9},
                           {0.72, 5.5},
                           {0.5, 6.0},
                           {0.4, 6.5},
                           {0.4, 8.0}},
                          0.036,
                          0.004},
};

static void set_point(vessel *made, size_t k, double from_axis, double height) {
    made->point[k][0] = from_axis;
    made->point[k][1] = height;
    made->reached[k] =
        k ? made->reached[k - 1] + hypot(from_axis - made->point[k - 1][0], height - made->point[k - 1][1]) : 0.0;
    made->points = k + 1;
}

static ts_status fill_vessel(vessel *made, uint64_t seed, ts_mesh *mesh, ts_error *error) {
    made->surface = (ts_swept_surface){.closed = true,
                                       .pole = {false, true},
                                       .profile = made->reached[made->points - 1],
                                       .girth = vessel_girth,
                                       .point = vessel_point,
                                       .project = vessel_project};
    ts_mesh middle = {0};
    ts_status status = ts_swept_surface_mesh(&made->surface, made->nodes / (made->layers + 1), seed, &middle, error);
    if (status == TS_OK) status = thicken(made, &middle, mesh, error);
    ts_mesh_clear(&middle);
    return status;
}

ts_status ts_generate_tet_vessel(const ts_tet_vessel_parameters *wanted, ts_mesh *mesh, ts_error *error) {
    assert(wanted->layers > 0);
    const ware *shape = &WARES[wanted->shape];
    const double radius = wanted->radius > 0.0 ? wanted->radius : shape->radius;
    vessel made = {.layers = wanted->layers,
                   .nodes = wanted->nodes,
                   .thickness = wanted->thickness > 0.0 ? wanted->thickness : shape->thickness};
    for (size_t k = 0; k < shape->points; ++k) {
        set_point(&made, k, radius * shape->point[k][0], radius * shape->point[k][1]);
    }
    return ts_generate_blame("tet-vessel", fill_vessel(&made, wanted->seed, mesh, error), error);
}
