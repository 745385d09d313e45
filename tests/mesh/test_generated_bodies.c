/* SPDX-License-Identifier: MIT
 * Generated tets, rods, particles and the body of capsules against what geometry says of them. */
#include "mesh/generate/capsule_body.h"
#include "tests/mesh/measures.h"

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
    ts_mesh mesh = MADE(tetrahedron, .edge = 0.1);
    ck_assert_uint_eq(mesh.tets, 1);
    for (int i = 0; i < 4; ++i) {
        for (int j = i + 1; j < 4; ++j) ck_assert_double_eq_tol(distance(mesh.x[i], mesh.x[j]), 0.1, 1e-16);
    }
    check_boundary(&mesh, sqrt(3.0) * 0.01, 1e-15);
    ts_mesh surface = MADE(tetrahedron, .edge = 0.1, .surface = true);
    ck_assert_uint_eq(surface.tets, 0);
    ck_assert_uint_eq(surface.triangles, 4);
    ck_assert_double_eq_tol(enclosed_by(&surface), 1e-3 / (6.0 * sqrt(2.0)), 1e-17);
    ts_mesh_clear(&mesh);
    ts_mesh_clear(&surface);
}
END_TEST

START_TEST(tet_boxes_fill_their_box) {
    ts_mesh mesh = MADE(tet_box, .cubes = {5, 2, 3}, .size = {1.0, 0.4, 0.6});
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
        ts_mesh mesh = MADE(tet_ball, .nodes = COUNTS[k], .radius = 0.5);
        const double nodes = (double)mesh.nodes;
        ck_assert_double_eq_tol(nodes, (double)COUNTS[k], 1.0 + 0.005 * (double)COUNTS[k]);
        ck_assert_double_gt(smallest_dihedral(&mesh), 25.0);
        const double lacking = 1.0 - volume_of(&mesh) / (PI / 6.0);
        ck_assert_double_gt(lacking, 0.0);
        ck_assert_double_lt(lacking, 2.2 * pow(nodes, -2.0 / 3.0));
        check_boundary(&mesh, PI, PI * 2.2 * pow(nodes, -2.0 / 3.0));
        printf("ball of %zu nodes: %zu tets, smallest dihedral angle %.1f\n", mesh.nodes, mesh.tets,
               smallest_dihedral(&mesh));
        ts_mesh_clear(&mesh);
    }
}
END_TEST

/* ---- Rods and particles ---- */

START_TEST(rods_stand_on_a_lattice) {
    ts_mesh mesh = MADE(rods, .count = {3, 4}, .layers = 5, .layer_distance = 0.01, .length = 0.006, .segments = 2,
                        .width = 0.08, .axis = 0);
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
    ts_mesh mesh = MADE(needles, .columns = 10, .rows = 10, .length = 0.1, .spacing = 0.1);
    ck_assert_uint_eq(mesh.segments, 100);
    const double foot[3] = {-0.45, -0.1, -0.45}, top[3] = {-0.45, 0.0, -0.45};
    ck_assert_double_lt(distance(mesh.x[0], foot), 1e-15);
    ck_assert_double_lt(distance(mesh.x[1], top), 1e-15);
    for (size_t s = 0; s < mesh.segments; ++s) ck_assert_double_eq(mesh.x[mesh.segment[s][1]][1], 0.0);
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(bundles_are_round) {
    ts_mesh mesh = MADE(bundle, .across = 35, .spacing = 4e-4, .length = 0.2, .segments = 50, .axis = 0,
                        .shorten = 0.04, .seed = 1);
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
    ts_mesh mesh = MADE(particles, .count = {4, 9, 5}, .spacing = 4e-3, .jitter = 5e-4, .seed = 1);
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
    ts_mesh mesh = MADE(capsule_body, .nodes = 3000, .height = 1.7, .seed = 1);
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
        volume += PI * r * r * (distance(part->end[0], part->end[1]) + 4.0 / 3.0 * r);
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

int main(void) {
    Suite *suite = suite_create("generated bodies");
    TCase *all = tcase_create("all");
    tcase_add_test(all, tetrahedra_are_regular);
    tcase_add_test(all, tet_boxes_fill_their_box);
    tcase_add_test(all, tet_balls_have_good_tets);
    tcase_add_test(all, rods_stand_on_a_lattice);
    tcase_add_test(all, needles_point_up_at_zero);
    tcase_add_test(all, bundles_are_round);
    tcase_add_test(all, particles_keep_their_distance);
    tcase_add_test(all, body_is_of_closed_capsules_apart);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
