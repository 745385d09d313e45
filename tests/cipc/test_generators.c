/* SPDX-License-Identifier: MIT
 * Generated meshes against what geometry says of them: counts, Euler's formula, areas, volumes, angles; and refusals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/mesh.h"
#include "cipc/mesh/build.h"
#include "cipc/mesh/capsule_body.h"
#include "core/hash.h"
#include "core/vec3.h"
#include "tests/support.h"

static const double DEGREE = TS_PI / 180.0;

static ts_status generate(const char *name, const char *json, ts_mesh *mesh, ts_error *error) {
    const ts_mesh_generator *generator = ts_mesh_generator_find(name);
    ck_assert_msg(generator != NULL, "there is no generator %s", name);
    cJSON *parameters = cJSON_Parse(json);
    ck_assert_msg(parameters != NULL, "%s is not JSON", json);
    const ts_status status = generator->generate(parameters, mesh, error);
    cJSON_Delete(parameters);
    return status;
}

static ts_mesh make(const char *name, const char *json) {
    ts_mesh mesh = {0};
    ts_error error;
    ck_assert_msg(generate(name, json, &mesh, &error) == TS_OK, "%s %s: %s", name, json, error.message);
    return mesh;
}

/* ---- Measures ---- */

static void normal2(const ts_mesh *mesh, size_t triangle, double out[3]) {
    const int32_t *v = mesh->triangle[triangle];
    double a[3], b[3];
    ts_sub(mesh->x[v[1]], mesh->x[v[0]], a);
    ts_sub(mesh->x[v[2]], mesh->x[v[0]], b);
    ts_cross(a, b, out);
}

static double area_of(const ts_mesh *mesh) {
    double sum = 0.0, normal[3];
    for (size_t t = 0; t < mesh->triangles; ++t) {
        normal2(mesh, t, normal);
        sum += 0.5 * sqrt(ts_norm2(normal));
    }
    return sum;
}

/* By the divergence theorem: positive where triangles look outward. */
static double enclosed_by(const ts_mesh *mesh) {
    double sum = 0.0, normal[3];
    for (size_t t = 0; t < mesh->triangles; ++t) {
        normal2(mesh, t, normal);
        sum += ts_dot(normal, mesh->x[mesh->triangle[t][0]]) / 6.0;
    }
    return sum;
}

static double angle_at(const double p[3], const double a[3], const double b[3]) {
    double u[3], w[3], normal[3];
    ts_sub(a, p, u);
    ts_sub(b, p, w);
    ts_cross(u, w, normal);
    return atan2(sqrt(ts_norm2(normal)), ts_dot(u, w));
}

static double smallest_angle(const ts_mesh *mesh) {
    double least = TS_PI;
    for (size_t t = 0; t < mesh->triangles; ++t) {
        for (int c = 0; c < 3; ++c) {
            const int32_t *v = mesh->triangle[t];
            least = fmin(least, angle_at(mesh->x[v[c]], mesh->x[v[(c + 1) % 3]], mesh->x[v[(c + 2) % 3]]));
        }
    }
    return least / DEGREE;
}

static double distance(const double a[3], const double b[3]) {
    double d[3];
    ts_sub(a, b, d);
    return sqrt(ts_norm2(d));
}

static double tet_volume(const ts_mesh *mesh, size_t tet) {
    const int32_t *v = mesh->tet[tet];
    double a[3], b[3], c[3], normal[3];
    ts_sub(mesh->x[v[1]], mesh->x[v[0]], a);
    ts_sub(mesh->x[v[2]], mesh->x[v[0]], b);
    ts_sub(mesh->x[v[3]], mesh->x[v[0]], c);
    ts_cross(a, b, normal);
    return ts_dot(normal, c) / 6.0;
}

static double volume_of(const ts_mesh *mesh) {
    double sum = 0.0;
    for (size_t t = 0; t < mesh->tets; ++t) {
        ck_assert_double_gt(tet_volume(mesh, t), 0.0);
        sum += tet_volume(mesh, t);
    }
    return sum;
}

/* The angle at the edge i j between the sides with k and l: of their directions away from the edge. */
static double dihedral(const ts_mesh *mesh, const int32_t v[4], int i, int j) {
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
    return angle_at((const double[3]){0.0, 0.0, 0.0}, away[0], away[1]) / DEGREE;
}

static double smallest_dihedral(const ts_mesh *mesh) {
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

static int edge_order(const void *left, const void *right) {
    const edge *a = left, *b = right;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return (int)a->rising - (int)b->rising;
}

static edge *sorted_edges(const ts_mesh *mesh) {
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

static bool same_edge(const edge *a, const edge *b) {
    return a->low == b->low && a->high == b->high;
}

/* Every edge has one triangle, or two that walk it in opposite ways. */
static topology topology_of(const ts_mesh *mesh) {
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

/* ---- Surfaces ---- */

START_TEST(circle_is_the_circle) {
    for (int k = -2000; k <= 2000; ++k) {
        const double turns = (double)k / 1000.0 + 1e-4;
        double point[2];
        ts_circle(turns, point);
        ck_assert_double_eq_tol(point[0], cos(2.0 * TS_PI * turns), 3e-15);
        ck_assert_double_eq_tol(point[1], sin(2.0 * TS_PI * turns), 3e-15);
    }
    double quarter[2];
    ts_circle(0.25, quarter);
    ck_assert_double_eq(quarter[0], 0.0);
    ck_assert_double_eq(quarter[1], 1.0);
}
END_TEST

static void check_square(size_t nodes, double mean_edge) {
    char json[64];
    snprintf(json, sizeof json, "{\"nodes\": %zu, \"size\": 2}", nodes);
    ts_mesh mesh = make("square", json);
    ck_assert_uint_eq(mesh.nodes, nodes);
    const topology found = topology_of(&mesh);
    ck_assert_int_eq(found.euler, 1);
    ck_assert_uint_eq(mesh.triangles, 2 * nodes - 2 - found.border);
    ck_assert_double_eq_tol(area_of(&mesh), 4.0, 1e-11);
    for (size_t t = 0; t < mesh.triangles; ++t) {
        double normal[3];
        normal2(&mesh, t, normal);
        ck_assert_double_gt(normal[1], 0.0);
    }
    size_t border = 0;
    for (size_t n = 0; n < nodes; ++n) {
        ck_assert_double_eq(mesh.x[n][1], 0.0);
        border += fabs(mesh.x[n][0]) == 1.0 || fabs(mesh.x[n][2]) == 1.0;
    }
    ck_assert_uint_eq(border, found.border);
    ck_assert_double_le(found.widest_pair, TS_PI + 1e-8); /* Delaunay */
    if (nodes >= 50) ck_assert_double_gt(smallest_angle(&mesh), 25.0);
    if (mean_edge > 0.0) ck_assert_double_eq_tol(0.5 * found.mean_edge, mean_edge, 0.08 * mean_edge);
    printf("square of %zu: mean edge %.5f, smallest angle %.1f\n", nodes, 0.5 * found.mean_edge, smallest_angle(&mesh));
    ts_mesh_clear(&mesh);
}

START_TEST(squares_are_delaunay_and_exact) {
    for (size_t nodes = 4; nodes < 120; ++nodes) check_square(nodes, 0.0);
    check_square(1939, 0.0270);
    check_square(8282, 0.0122);
}
END_TEST

START_TEST(squares_of_every_seed_have_good_angles) {
    for (int seed = 0; seed < 20; ++seed) {
        char json[64];
        snprintf(json, sizeof json, "{\"nodes\": %d, \"seed\": %d}", 200 + 37 * seed, seed);
        ts_mesh mesh = make("square", json);
        ck_assert_double_gt(smallest_angle(&mesh), 25.0);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

START_TEST(spheres_are_round_and_closed) {
    static const size_t COUNTS[] = {5, 6, 7, 8, 11, 12, 13, 40, 100, 1239, 5000};
    for (size_t k = 0; k < sizeof COUNTS / sizeof *COUNTS; ++k) {
        const size_t nodes = COUNTS[k];
        char json[64];
        snprintf(json, sizeof json, "{\"nodes\": %zu, \"radius\": 0.5}", nodes);
        ts_mesh mesh = make("sphere", json);
        ck_assert_uint_eq(mesh.nodes, nodes);
        ck_assert_uint_eq(mesh.triangles, 2 * nodes - 4);
        const topology found = topology_of(&mesh);
        ck_assert_uint_eq(found.border, 0);
        ck_assert_int_eq(found.euler, 2);
        for (size_t n = 0; n < nodes; ++n) ck_assert_double_eq_tol(sqrt(ts_norm2(mesh.x[n])), 0.5, 1e-15);
        for (size_t t = 0; t < mesh.triangles; ++t) {
            double normal[3];
            normal2(&mesh, t, normal);
            if (nodes >= 12) ck_assert_double_gt(ts_dot(normal, mesh.x[mesh.triangle[t][0]]), 0.0);
        }
        /* An inscribed polyhedron of equal triangles lacks a share of about 12 / nodes. */
        const double lacking = 1.0 - enclosed_by(&mesh) / (TS_PI / 6.0);
        ck_assert_double_gt(lacking, 0.0);
        ck_assert_double_lt(lacking, 7.0 / (double)nodes);
        if (nodes >= 40) ck_assert_double_gt(smallest_angle(&mesh), 28.0);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

START_TEST(bowls_are_half_spheres) {
    ts_mesh mesh = make("bowl", "{\"nodes\": 1196, \"radius\": 0.1, \"rim\": 60}");
    ck_assert_uint_eq(mesh.nodes, 1196);
    ck_assert_uint_eq(mesh.triangles, 2330);
    const topology found = topology_of(&mesh);
    ck_assert_uint_eq(found.border, 60);
    ck_assert_int_eq(found.euler, 1);
    ck_assert_double_eq_tol(area_of(&mesh), 2.0 * TS_PI * 0.01, 2e-4);
    ck_assert_double_eq_tol(enclosed_by(&mesh), 2.0 / 3.0 * TS_PI * 1e-3, 1e-5);
    ck_assert_double_gt(smallest_angle(&mesh), 25.0);
    size_t rim = 0;
    for (size_t n = 0; n < mesh.nodes; ++n) {
        ck_assert_double_le(mesh.x[n][1], 0.0);
        rim += mesh.x[n][1] == 0.0;
    }
    ck_assert_uint_eq(rim, 60);
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(cylinders_are_open_tubes) {
    ts_mesh mesh = make("cylinder", "{\"nodes\": 3001, \"radius\": 0.25, \"length\": 1}");
    ck_assert_uint_eq(mesh.nodes, 3001);
    const topology found = topology_of(&mesh);
    ck_assert_int_eq(found.euler, 0);
    ck_assert_uint_gt(found.border, 0);
    ck_assert_double_eq_tol(area_of(&mesh), 2.0 * TS_PI * 0.25, 2e-3);
    ck_assert_double_gt(smallest_angle(&mesh), 25.0);
    size_t ends = 0;
    for (size_t n = 0; n < mesh.nodes; ++n) {
        ck_assert_double_eq_tol(hypot(mesh.x[n][0], mesh.x[n][2]), 0.25, 1e-15);
        ends += fabs(mesh.x[n][1]) == 0.5;
    }
    ck_assert_uint_eq(ends, found.border);
    for (size_t t = 0; t < mesh.triangles; ++t) {
        double normal[3];
        normal2(&mesh, t, normal);
        const double *x = mesh.x[mesh.triangle[t][0]];
        ck_assert_double_gt(normal[0] * x[0] + normal[2] * x[2], 0.0);
    }
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(narrow_surfaces_are_possible) {
    static const double RADII[] = {1e-6, 1e-3, 1e-2, 10.0, 1e5};
    for (int k = 0; k < 5; ++k) {
        char json[80];
        snprintf(json, sizeof json, "{\"nodes\": 2999, \"radius\": %g, \"length\": 1}", RADII[k]);
        ts_mesh mesh = make("cylinder", json);
        ck_assert_uint_eq(mesh.nodes, 2999);
        ck_assert_int_eq(topology_of(&mesh).euler, 0);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

START_TEST(grids_are_regular) {
    static const char *const CARDS[] = {"{\"columns\": 15, \"rows\": 7, \"width\": 0.0889, \"depth\": 0.056}",
                                        "{\"columns\": 15, \"rows\": 7, \"width\": 0.0889, \"depth\": 0.056, "
                                        "\"diagonals\": \"uniform\"}"};
    for (int k = 0; k < 2; ++k) {
        ts_mesh mesh = make("grid", CARDS[k]);
        ck_assert_uint_eq(mesh.nodes, 105);
        ck_assert_uint_eq(mesh.triangles, 2 * 14 * 6);
        ck_assert_double_eq_tol(area_of(&mesh), 0.0889 * 0.056, 1e-15);
        const topology found = topology_of(&mesh);
        ck_assert_uint_eq(found.border, 2 * (14 + 6));
        ck_assert_int_eq(found.euler, 1);
        for (size_t t = 0; t < mesh.triangles; ++t) {
            double normal[3];
            normal2(&mesh, t, normal);
            ck_assert_double_gt(normal[1], 0.0);
        }
        ts_mesh_clear(&mesh);
    }
}
END_TEST

START_TEST(frustums_are_open_cones) {
    ts_mesh mesh = make("frustum", "{\"segments\": 64, \"rings\": 16, \"radius_bottom\": 0.096}");
    ck_assert_uint_eq(mesh.nodes, 1024);
    ck_assert_uint_eq(mesh.triangles, 2 * 64 * 15);
    const topology found = topology_of(&mesh);
    ck_assert_uint_eq(found.border, 128);
    ck_assert_int_eq(found.euler, 0);
    const double slant = hypot(0.4, 0.2);
    ck_assert_double_eq_tol(area_of(&mesh), TS_PI * (0.496 + 0.096) * slant, 2e-3);
    for (size_t t = 0; t < mesh.triangles; ++t) {
        double normal[3];
        normal2(&mesh, t, normal);
        const double *x = mesh.x[mesh.triangle[t][0]];
        ck_assert_double_gt(normal[0] * x[0] + normal[2] * x[2], 0.0);
    }
    ts_mesh_clear(&mesh);
}
END_TEST

/* ---- Tets ---- */

/* The boundary as a mesh of its own: closed, and around the same volume. */
static void check_boundary(const ts_mesh *mesh, double area, double tolerance) {
    ts_mesh surface = {.nodes = mesh->nodes, .x = mesh->x};
    ts_error error;
    ck_assert_msg(ts_mesh_boundary(mesh, &surface.triangles, &surface.triangle, &error) == TS_OK, "%s", error.message);
    ck_assert_uint_eq(topology_of(&surface).border, 0);
    ck_assert_double_eq_tol(enclosed_by(&surface), volume_of(mesh), 1e-12);
    ck_assert_double_eq_tol(area_of(&surface), area, tolerance);
    free(surface.triangle);
}

START_TEST(tetrahedra_are_regular) {
    ts_mesh mesh = make("tetrahedron", "{\"edge\": 0.1}");
    ck_assert_uint_eq(mesh.tets, 1);
    for (int i = 0; i < 4; ++i) {
        for (int j = i + 1; j < 4; ++j) ck_assert_double_eq_tol(distance(mesh.x[i], mesh.x[j]), 0.1, 1e-16);
    }
    check_boundary(&mesh, sqrt(3.0) * 0.01, 1e-15);
    ts_mesh surface = make("tetrahedron", "{\"edge\": 0.1, \"surface\": true}");
    ck_assert_uint_eq(surface.tets, 0);
    ck_assert_uint_eq(surface.triangles, 4);
    ck_assert_double_eq_tol(enclosed_by(&surface), 1e-3 / (6.0 * sqrt(2.0)), 1e-17);
    ts_mesh_clear(&mesh);
    ts_mesh_clear(&surface);
}
END_TEST

START_TEST(tet_boxes_fill_their_box) {
    ts_mesh mesh = make("tet-box", "{\"nx\": 5, \"ny\": 2, \"nz\": 3, \"size\": [1, 0.4, 0.6]}");
    ck_assert_uint_eq(mesh.nodes, 6 * 3 * 4);
    ck_assert_uint_eq(mesh.tets, 5 * 5 * 2 * 3);
    ck_assert_double_eq_tol(volume_of(&mesh), 0.24, 1e-14);
    ck_assert_double_gt(smallest_dihedral(&mesh), 54.7);
    check_boundary(&mesh, 2.0 * (0.4 + 0.24 + 0.6), 1e-13);
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(tet_balls_have_good_tets) {
    static const size_t COUNTS[] = {50, 500, 1760};
    for (size_t k = 0; k < 3; ++k) {
        char json[64];
        snprintf(json, sizeof json, "{\"nodes\": %zu, \"radius\": 0.5}", COUNTS[k]);
        ts_mesh mesh = make("tet-ball", json);
        const double nodes = (double)mesh.nodes;
        ck_assert_double_eq_tol(nodes, (double)COUNTS[k], 1.0 + 0.005 * (double)COUNTS[k]);
        ck_assert_double_gt(smallest_dihedral(&mesh), 25.0);
        const double lacking = 1.0 - volume_of(&mesh) / (TS_PI / 6.0);
        ck_assert_double_gt(lacking, 0.0);
        ck_assert_double_lt(lacking, 2.2 * pow(nodes, -2.0 / 3.0));
        check_boundary(&mesh, TS_PI, TS_PI * 2.2 * pow(nodes, -2.0 / 3.0));
        printf("ball of %zu nodes: %zu tets, smallest dihedral angle %.1f\n", mesh.nodes, mesh.tets,
               smallest_dihedral(&mesh));
        ts_mesh_clear(&mesh);
    }
}
END_TEST

/* ---- Rods and particles ---- */

START_TEST(rods_stand_on_a_lattice) {
    ts_mesh mesh = make("rods", "{\"count\": [3, 4], \"layers\": 5, \"layer_distance\": 0.01, \"length\": 0.006, "
                                "\"segments\": 2, \"width\": 0.08, \"axis\": \"x\"}");
    ck_assert_uint_eq(mesh.nodes, 3 * 4 * 5 * 3);
    ck_assert_uint_eq(mesh.segments, 3 * 4 * 5 * 2);
    double lo[3] = {1.0, 1.0, 1.0}, hi[3] = {-1.0, -1.0, -1.0};
    for (size_t n = 0; n < mesh.nodes; ++n) {
        for (int c = 0; c < 3; ++c) {
            lo[c] = fmin(lo[c], mesh.x[n][c]);
            hi[c] = fmax(hi[c], mesh.x[n][c]);
        }
    }
    const double wanted[3][2] = {{-0.003, 0.043}, {-0.04, 0.04}, {-0.04, 0.04}};
    for (int c = 0; c < 3; ++c) {
        ck_assert_double_eq_tol(lo[c], wanted[c][0], 1e-15);
        ck_assert_double_eq_tol(hi[c], wanted[c][1], 1e-15);
    }
    for (size_t s = 0; s < mesh.segments; ++s) {
        const double *a = mesh.x[mesh.segment[s][0]], *b = mesh.x[mesh.segment[s][1]];
        ck_assert_double_eq_tol(b[0] - a[0], 0.003, 1e-15);
        ck_assert_double_eq(a[1], b[1]);
        ck_assert_double_eq(a[2], b[2]);
    }
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(needles_point_up_at_zero) {
    ts_mesh mesh = make("needles", "{}");
    ck_assert_uint_eq(mesh.segments, 100);
    const double foot[3] = {-0.45, -0.1, -0.45}, top[3] = {-0.45, 0.0, -0.45};
    ck_assert_double_lt(distance(mesh.x[0], foot), 1e-15);
    ck_assert_double_lt(distance(mesh.x[1], top), 1e-15);
    for (size_t s = 0; s < mesh.segments; ++s) ck_assert_double_eq(mesh.x[mesh.segment[s][1]][1], 0.0);
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(bundles_are_round) {
    ts_mesh mesh = make("bundle", "{\"across\": 35, \"spacing\": 4e-4, \"length\": 0.2, \"segments\": 50, "
                                  "\"axis\": \"x\", \"shorten\": 0.04}");
    size_t rods = 0; /* Gauss's circle problem */
    for (int i = -17; i <= 17; ++i) {
        for (int j = -17; j <= 17; ++j) rods += i * i + j * j < 17 * 17;
    }
    ck_assert_uint_eq(mesh.nodes, 51 * rods);
    ck_assert_uint_eq(mesh.segments, 50 * rods);
    double longest = 0.0, shortest = 1.0;
    for (size_t r = 0; r < rods; ++r) {
        const double *first = mesh.x[51 * r], *last = mesh.x[51 * r + 50];
        ck_assert_double_eq(first[0], -0.1);
        ck_assert_double_lt(hypot(first[1], first[2]), 17 * 4e-4);
        longest = fmax(longest, last[0] - first[0]);
        shortest = fmin(shortest, last[0] - first[0]);
    }
    ck_assert(longest <= 0.2 && longest > 0.199 && shortest > 0.16 && shortest < 0.161);
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(particles_keep_their_distance) {
    ts_mesh mesh = make("particles", "{\"count\": [4, 9, 5], \"spacing\": 4e-3, \"jitter\": 5e-4}");
    ck_assert_uint_eq(mesh.nodes, 180);
    ck_assert_uint_eq(mesh.particles, 180);
    double nearest = 1.0;
    for (size_t a = 0; a < mesh.nodes; ++a) {
        for (size_t b = 0; b < a; ++b) nearest = fmin(nearest, distance(mesh.x[a], mesh.x[b]));
    }
    ck_assert_double_ge(nearest, 3e-3);
    ck_assert_double_lt(nearest, 3.9e-3);
    ts_mesh_clear(&mesh);
}
END_TEST

/* ---- The body ---- */

/* The distance of two parts' axes, sampled: at most 2 mm above the true one. */
static double axes_apart(const ts_body_part *a, const ts_body_part *b) {
    enum { SAMPLES = 100 };
    double nearest = 10.0;
    for (int k = 0; k < (SAMPLES + 1) * (SAMPLES + 1); ++k) {
        const double s = k % (SAMPLES + 1) / (double)SAMPLES, t = k / (SAMPLES + 1) / (double)SAMPLES;
        double p[3], q[3];
        for (int c = 0; c < 3; ++c) {
            p[c] = a->end[0][c] + s * (a->end[1][c] - a->end[0][c]);
            q[c] = b->end[0][c] + t * (b->end[1][c] - b->end[0][c]);
        }
        nearest = fmin(nearest, distance(p, q));
    }
    return nearest;
}

static double from_axis(const ts_body_part *part, const double x[3]) {
    double axis[3], to[3];
    ts_sub(part->end[1], part->end[0], axis);
    ts_sub(x, part->end[0], to);
    ts_axpy(to, -fmin(fmax(ts_dot(to, axis) / ts_norm2(axis), 0.0), 1.0), axis, to);
    return sqrt(ts_norm2(to));
}

START_TEST(body_is_of_closed_capsules_apart) {
    ts_mesh mesh = make("capsule-body", "{\"nodes\": 3000, \"height\": 1.7}");
    ck_assert_uint_eq(mesh.nodes, 3000);
    const topology found = topology_of(&mesh);
    ck_assert_uint_eq(found.border, 0);
    ck_assert_int_eq(found.euler, 2 * TS_BODY_PARTS);
    ck_assert_double_gt(smallest_angle(&mesh), 25.0);
    size_t first[TS_BODY_PARTS + 1];
    ts_body_share(mesh.nodes, first);
    double volume = 0.0;
    for (size_t p = 0; p < TS_BODY_PARTS; ++p) {
        const ts_body_part *part = ts_body_part_at(p);
        const double r = part->radius;
        volume += TS_PI * r * r * (distance(part->end[0], part->end[1]) + 4.0 / 3.0 * r);
        ck_assert_int_lt(part->parent, (int)p);
        for (size_t q = 0; q < p; ++q) {
            const ts_body_part *other = ts_body_part_at(q);
            ck_assert_msg(axes_apart(part, other) > r + other->radius + 4e-3, "%s meets %s", part->name, other->name);
        }
        for (size_t n = first[p]; n < first[p + 1]; ++n) {
            ck_assert_double_eq_tol(from_axis(part, mesh.x[n]), r, 1e-12);
        }
    }
    ck_assert_double_eq_tol(enclosed_by(&mesh), volume, 0.03 * volume);
    ck_assert_double_lt(enclosed_by(&mesh), volume);
    ts_mesh_clear(&mesh);
}
END_TEST

/* ---- All generators ---- */

static uint64_t hash_of(const ts_mesh *mesh) {
    uint64_t hash = TS_HASH_START;
    for (size_t n = 0; n < mesh->nodes; ++n) {
        for (int c = 0; c < 3; ++c) hash = ts_hash_double(hash, mesh->x[n][c]);
    }
    for (size_t k = 0; k < 4 * mesh->tets; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->tet[k / 4][k % 4]);
    for (size_t k = 0; k < 3 * mesh->triangles; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->triangle[k / 3][k % 3]);
    for (size_t k = 0; k < 2 * mesh->segments; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->segment[k / 2][k % 2]);
    for (size_t k = 0; k < mesh->particles; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->particle[k]);
    return hash;
}

static void check_indices(const ts_mesh *mesh) {
    const int32_t nodes = (int32_t)mesh->nodes;
    bool *used = calloc(mesh->nodes, sizeof *used);
    ck_assert_ptr_nonnull(used);
    const int32_t *lists[4] = {(const int32_t *)mesh->tet, (const int32_t *)mesh->triangle,
                               (const int32_t *)mesh->segment, mesh->particle};
    const size_t lengths[4] = {4 * mesh->tets, 3 * mesh->triangles, 2 * mesh->segments, mesh->particles};
    for (int l = 0; l < 4; ++l) {
        for (size_t k = 0; k < lengths[l]; ++k) {
            ck_assert(lists[l][k] >= 0 && lists[l][k] < nodes);
            used[lists[l][k]] = true;
        }
    }
    for (size_t n = 0; n < mesh->nodes; ++n) ck_assert_msg(used[n], "node %zu belongs to nothing", n);
    free(used);
}

START_TEST(every_generator_has_standard_parameters_and_repeats_itself) {
    for (size_t g = 0; g < ts_mesh_generator_count(); ++g) {
        const ts_mesh_generator *generator = ts_mesh_generator_at(g);
        ck_assert_ptr_eq(ts_mesh_generator_find(generator->name), generator);
        ck_assert_ptr_nonnull(generator->parameters);
        if (strcmp(generator->name, "cylinder") == 0) continue; /* the standard is large */
        ts_mesh once = make(generator->name, "{}"), again = make(generator->name, "{}");
        ck_assert_uint_gt(once.nodes, 0);
        check_indices(&once);
        ck_assert_uint_eq(hash_of(&once), hash_of(&again));
        ts_mesh_clear(&once);
        ts_mesh_clear(&again);
    }
    ck_assert_ptr_null(ts_mesh_generator_find("teapot"));
    ck_assert_ptr_null(ts_mesh_generator_at(ts_mesh_generator_count()));
}
END_TEST

START_TEST(seeds_matter) {
    static const char *const CASES[][3] = {
        {"square", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"sphere", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"bowl", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"cylinder", "{\"nodes\": 500, \"seed\": 1}", "{\"nodes\": 500, \"seed\": 2}"},
        {"capsule-body", "{\"nodes\": 1000, \"seed\": 1}", "{\"nodes\": 1000, \"seed\": 2}"},
        {"rods", "{\"jitter\": 1e-3, \"seed\": 1}", "{\"jitter\": 1e-3, \"seed\": 2}"},
        {"bundle", "{\"shorten\": 1e-3, \"seed\": 1}", "{\"shorten\": 1e-3, \"seed\": 2}"},
        {"particles", "{\"jitter\": 1e-3, \"seed\": 1}", "{\"jitter\": 1e-3, \"seed\": 2}"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh one = make(CASES[k][0], CASES[k][1]), other = make(CASES[k][0], CASES[k][2]);
        ck_assert_uint_eq(one.nodes, other.nodes);
        ck_assert_uint_ne(hash_of(&one), hash_of(&other));
        ts_mesh_clear(&one);
        ts_mesh_clear(&other);
    }
}
END_TEST

START_TEST(bad_parameters_are_refused_by_name) {
    static const char *const CASES[][3] = {
        {"square", "{\"nodes\": 3}", "square: nodes: "},
        {"square", "{\"nodes\": 10.5}", "square: nodes: 10.5 is not a whole number"},
        {"square", "{\"nodes\": \"many\"}", "square: nodes: "},
        {"square", "{\"nodes\": 1e9}", "square: nodes: "},
        {"square", "{\"size\": 0}", "square: size: "},
        {"square", "{\"seed\": -1}", "square: seed: "},
        {"square", "{\"sized\": 1}", "'sized'"},
        {"square", "[]", "square: "},
        {"sphere", "{\"nodes\": 4}", "sphere: nodes: "},
        {"sphere", "{\"radius\": -1}", "sphere: radius: "},
        {"bowl", "{\"nodes\": 10, \"rim\": 60}", "bowl: nodes: "},
        {"bowl", "{\"rim\": 2}", "bowl: rim: "},
        {"cylinder", "{\"length\": 0}", "cylinder: length: "},
        {"grid", "{\"columns\": 1}", "grid: columns: "},
        {"grid", "{\"columns\": 1e5, \"rows\": 1e5}", "grid: columns: "},
        {"grid", "{\"diagonals\": \"both\"}", "grid: diagonals: "},
        {"frustum", "{\"segments\": 2}", "frustum: segments: "},
        {"tetrahedron", "{\"surface\": 1}", "tetrahedron: surface: "},
        {"tet-box", "{\"ny\": 0}", "tet-box: ny: "},
        {"tet-box", "{\"size\": [1, 0, 1]}", "tet-box: size: "},
        {"tet-ball", "{\"nodes\": 2e6}", "tet-ball: nodes: "},
        {"tet-ball", "{\"nodes\": 8}", "tet-ball: nodes: "},
        {"needles", "{\"spacing\": 0}", "needles: spacing: "},
        {"rods", "{\"count\": [3]}", "rods: count: "},
        {"rods", "{\"count\": [3, 0]}", "rods: count[1]: "},
        {"rods", "{\"width\": 1, \"spacing\": 1}", "rods: width: "},
        {"rods", "{\"layers\": 2, \"length\": 1, \"layer_distance\": 1}", "rods: layer_distance: "},
        {"rods", "{\"axis\": \"w\"}", "rods: axis: "},
        {"bundle", "{\"shorten\": 0.2}", "bundle: shorten: "},
        {"particles", "{\"jitter\": 0.002, \"spacing\": 0.004}", "particles: jitter: "},
        {"capsule-body", "{\"nodes\": 100}", "capsule-body: nodes: "},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh mesh = {0};
        ts_error error = {0};
        ck_assert_msg(generate(CASES[k][0], CASES[k][1], &mesh, &error) == TS_ERROR_USAGE, "%s %s is taken",
                      CASES[k][0], CASES[k][1]);
        ck_assert_int_eq(error.status, TS_ERROR_USAGE);
        ck_assert_msg(strstr(error.message, CASES[k][2]) != NULL, "%s %s: '%s'", CASES[k][0], CASES[k][1],
                      error.message);
        ck_assert_uint_eq(mesh.nodes, 0);
        ck_assert_ptr_null(mesh.x);
        ck_assert_int_eq(generate(CASES[k][0], CASES[k][1], &mesh, NULL), TS_ERROR_USAGE);
    }
}
END_TEST

/* ---- Meshes as values ---- */

START_TEST(appending_moves_indices) {
    ts_mesh all = {0};
    ts_mesh parts[4] = {make("tetrahedron", "{}"), make("grid", "{}"), make("needles", "{}"),
                        make("particles", "{\"count\": [2, 2, 2]}")};
    ts_error error;
    for (int round = 0; round < 2; ++round) {
        for (int k = 0; k < 4; ++k) ck_assert_int_eq(ts_mesh_append(&all, &parts[k], &error), TS_OK);
    }
    ck_assert_uint_eq(all.nodes, 2 * (4 + 441 + 200 + 8));
    ck_assert_uint_eq(all.tets, 2);
    ck_assert_uint_eq(all.triangles, 2 * 800);
    ck_assert_uint_eq(all.segments, 2 * 100);
    ck_assert_uint_eq(all.particles, 2 * 8);
    check_indices(&all);
    ck_assert_double_eq_tol(area_of(&all), 2.0, 1e-12);
    ck_assert_double_eq_tol(volume_of(&all), 2e-3 / (6.0 * sqrt(2.0)), 1e-15);
    ck_assert_int_eq(all.tet[1][3], parts[0].tet[0][3] + 4 + 441 + 200 + 8);
    ts_mesh_clear(&all);
    for (int k = 0; k < 4; ++k) ts_mesh_clear(&parts[k]);
}
END_TEST

START_TEST(three_tets_on_a_face_are_refused) {
    double x[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 1, 1}};
    int32_t tet[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 1, 2, 5}};
    ts_mesh mesh = {.nodes = 6, .x = x, .tets = 2, .tet = tet};
    size_t count = 0;
    int32_t(*triangles)[3] = NULL;
    ts_error error;
    ck_assert_int_eq(ts_mesh_boundary(&mesh, &count, &triangles, &error), TS_OK);
    ck_assert_uint_eq(count, 6);
    free(triangles);
    triangles = NULL;
    mesh.tets = 3;
    count = 77;
    ck_assert_int_eq(ts_mesh_boundary(&mesh, &count, &triangles, &error), TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "0, 1, 2"));
    ck_assert_uint_eq(count, 77);
    ck_assert_ptr_null(triangles);
    mesh.tets = 0;
    ck_assert_int_eq(ts_mesh_boundary(&mesh, &count, &triangles, &error), TS_OK);
    ck_assert_uint_eq(count, 0);
    free(triangles);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generators");
    TCase *surfaces = tcase_create("surfaces");
    tcase_add_test(surfaces, circle_is_the_circle);
    tcase_add_test(surfaces, squares_are_delaunay_and_exact);
    tcase_add_test(surfaces, squares_of_every_seed_have_good_angles);
    tcase_add_test(surfaces, spheres_are_round_and_closed);
    tcase_add_test(surfaces, bowls_are_half_spheres);
    tcase_add_test(surfaces, cylinders_are_open_tubes);
    tcase_add_test(surfaces, narrow_surfaces_are_possible);
    tcase_add_test(surfaces, grids_are_regular);
    tcase_add_test(surfaces, frustums_are_open_cones);
    suite_add_tcase(suite, surfaces);
    TCase *bodies = tcase_create("bodies");
    tcase_add_test(bodies, tetrahedra_are_regular);
    tcase_add_test(bodies, tet_boxes_fill_their_box);
    tcase_add_test(bodies, tet_balls_have_good_tets);
    tcase_add_test(bodies, rods_stand_on_a_lattice);
    tcase_add_test(bodies, needles_point_up_at_zero);
    tcase_add_test(bodies, bundles_are_round);
    tcase_add_test(bodies, particles_keep_their_distance);
    tcase_add_test(bodies, body_is_of_closed_capsules_apart);
    suite_add_tcase(suite, bodies);
    TCase *all = tcase_create("all");
    tcase_add_test(all, every_generator_has_standard_parameters_and_repeats_itself);
    tcase_add_test(all, seeds_matter);
    tcase_add_test(all, bad_parameters_are_refused_by_name);
    tcase_add_test(all, appending_moves_indices);
    tcase_add_test(all, three_tets_on_a_face_are_refused);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
