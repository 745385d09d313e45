/* SPDX-License-Identifier: MIT
 * Making meshes for tests, and measures of them: areas, volumes, angles, who borders whom. */
#ifndef TS_TESTS_MESH_MEASURES_H
#define TS_TESTS_MESH_MEASURES_H

#include <math.h>
#include <stdlib.h>

#include "core/vec3.h"
#include "mesh/generate.h"
#include "tests/support.h"

#define PI 3.14159265358979323846

/* MADE(square, .nodes = 100, .size = 1): what the generator makes of these parameters. */
#define MADE(shape, ...)                                                                                               \
    ts_test_made(ts_generate_##shape(&(ts_##shape##_parameters){__VA_ARGS__}, &ts_test_mesh, &ts_test_error))

static ts_mesh ts_test_mesh;
static ts_error ts_test_error;

static inline ts_mesh ts_test_made(ts_status status) {
    ck_assert_msg(status == TS_OK, "%s", ts_test_error.message);
    return ts_test_mesh;
}

static inline void normal2(const ts_mesh *mesh, size_t triangle, double out[3]) {
    const int32_t *v = mesh->triangle[triangle];
    double a[3], b[3];
    ts_sub(mesh->x[v[1]], mesh->x[v[0]], a);
    ts_sub(mesh->x[v[2]], mesh->x[v[0]], b);
    ts_cross(a, b, out);
}

static inline double area_of(const ts_mesh *mesh) {
    double sum = 0.0, normal[3];
    for (size_t t = 0; t < mesh->triangles; ++t) {
        normal2(mesh, t, normal);
        sum += 0.5 * sqrt(ts_norm2(normal));
    }
    return sum;
}

/* By the divergence theorem: positive where triangles look outward. */
static inline double enclosed_by(const ts_mesh *mesh) {
    double sum = 0.0, normal[3];
    for (size_t t = 0; t < mesh->triangles; ++t) {
        normal2(mesh, t, normal);
        sum += ts_dot(normal, mesh->x[mesh->triangle[t][0]]) / 6.0;
    }
    return sum;
}

static inline double angle_at(const double p[3], const double a[3], const double b[3]) {
    double u[3], w[3], normal[3];
    ts_sub(a, p, u);
    ts_sub(b, p, w);
    ts_cross(u, w, normal);
    return atan2(sqrt(ts_norm2(normal)), ts_dot(u, w));
}

static inline double smallest_angle(const ts_mesh *mesh) {
    double least = PI;
    for (size_t t = 0; t < mesh->triangles; ++t) {
        for (int c = 0; c < 3; ++c) {
            const int32_t *v = mesh->triangle[t];
            least = fmin(least, angle_at(mesh->x[v[c]], mesh->x[v[(c + 1) % 3]], mesh->x[v[(c + 2) % 3]]));
        }
    }
    return least * 180.0 / PI;
}

static inline double distance(const double a[3], const double b[3]) {
    double d[3];
    ts_sub(a, b, d);
    return sqrt(ts_norm2(d));
}

static inline double tet_volume(const ts_mesh *mesh, size_t tet) {
    const int32_t *v = mesh->tet[tet];
    double a[3], b[3], c[3], normal[3];
    ts_sub(mesh->x[v[1]], mesh->x[v[0]], a);
    ts_sub(mesh->x[v[2]], mesh->x[v[0]], b);
    ts_sub(mesh->x[v[3]], mesh->x[v[0]], c);
    ts_cross(a, b, normal);
    return ts_dot(normal, c) / 6.0;
}

static inline double volume_of(const ts_mesh *mesh) {
    double sum = 0.0;
    for (size_t t = 0; t < mesh->tets; ++t) {
        ck_assert_double_gt(tet_volume(mesh, t), 0.0);
        sum += tet_volume(mesh, t);
    }
    return sum;
}

/* The angle at the edge i j between the sides with k and l: of their directions away from the edge. */
static inline double dihedral(const ts_mesh *mesh, const int32_t v[4], int i, int j) {
    int others[2], found = 0;
    for (int k = 0; k < 4; ++k) {
        if (k != i && k != j) others[found++] = k;
    }
    double edge[3], away[2][3];
    ts_sub(mesh->x[v[j]], mesh->x[v[i]], edge);
    for (int k = 0; k < 2; ++k) {
        ts_sub(mesh->x[v[others[k]]], mesh->x[v[i]], away[k]);
        ts_axpy(away[k], -ts_dot(away[k], edge) / ts_norm2(edge), edge, away[k]);
    }
    return angle_at((const double[3]){0.0, 0.0, 0.0}, away[0], away[1]) * 180.0 / PI;
}

static inline double smallest_dihedral(const ts_mesh *mesh) {
    double least = 180.0;
    for (size_t t = 0; t < mesh->tets; ++t) {
        for (int i = 0; i < 4; ++i) {
            for (int j = i + 1; j < 4; ++j) least = fmin(least, dihedral(mesh, mesh->tet[t], i, j));
        }
    }
    return least;
}

/* ---- Edges of triangles ---- */

typedef struct edge {
    int32_t low, high, opposite;
    bool rising; /* walked from low to high */
} edge;

static inline int edge_order(const void *left, const void *right) {
    const edge *a = left, *b = right;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return (int)a->rising - (int)b->rising;
}

static inline edge *sorted_edges(const ts_mesh *mesh) {
    edge *edges = malloc((3 * mesh->triangles + 1) * sizeof *edges);
    ck_assert_ptr_nonnull(edges);
    for (size_t k = 0; k < 3 * mesh->triangles; ++k) {
        const int32_t *v = mesh->triangle[k / 3];
        const int32_t a = v[k % 3], b = v[(k + 1) % 3];
        edges[k] = (edge){a < b ? a : b, a < b ? b : a, v[(k + 2) % 3], a < b};
    }
    qsort(edges, 3 * mesh->triangles, sizeof *edges, edge_order);
    return edges;
}

typedef struct topology {
    size_t border;                 /* edges of one triangle */
    long euler;                    /* nodes - edges + triangles */
    double mean_edge, widest_pair; /* metres; radians that face an inner edge */
} topology;

static inline bool same_edge(const edge *a, const edge *b) {
    return a->low == b->low && a->high == b->high;
}

/* Every edge has one triangle, or two that walk it in opposite ways. */
static inline topology topology_of(const ts_mesh *mesh) {
    topology made = {0};
    edge *edges = sorted_edges(mesh);
    size_t count = 0;
    for (size_t k = 0, end; k < 3 * mesh->triangles; k = end) {
        for (end = k + 1; end < 3 * mesh->triangles && same_edge(&edges[k], &edges[end]); ++end) continue;
        ck_assert_uint_le(end - k, 2);
        const double *a = mesh->x[edges[k].low], *b = mesh->x[edges[k].high];
        made.mean_edge += distance(a, b);
        made.border += end - k == 1;
        ++count;
        if (end - k == 1) continue;
        ck_assert_msg(edges[k].rising != edges[k + 1].rising, "two triangles walk an edge the same way");
        const double pair = angle_at(mesh->x[edges[k].opposite], a, b) + angle_at(mesh->x[edges[k + 1].opposite], a, b);
        made.widest_pair = fmax(made.widest_pair, pair);
    }
    made.mean_edge /= (double)count;
    made.euler = (long)mesh->nodes - (long)count + (long)mesh->triangles;
    free(edges);
    return made;
}

#endif
