/* SPDX-License-Identifier: MIT
 * Generated surfaces against what geometry says of them: counts, Euler's formula, areas, volumes, angles. */
#include "mesh/surface/circle.h"
#include "tests/mesh/measures.h"

START_TEST(circle_is_the_circle) {
    for (int k = -2000; k <= 2000; ++k) {
        const double turns = (double)k / 1000.0 + 1e-4;
        double point[2];
        ts_circle(turns, point);
        ck_assert_double_eq_tol(point[0], cos(2.0 * PI * turns), 3e-15);
        ck_assert_double_eq_tol(point[1], sin(2.0 * PI * turns), 3e-15);
    }
    double quarter[2];
    ts_circle(0.25, quarter);
    ck_assert_double_eq(quarter[0], 0.0);
    ck_assert_double_eq(quarter[1], 1.0);
}
END_TEST

static void check_square(size_t nodes, double mean_edge) {
    ts_mesh mesh = MADE(square, .nodes = nodes, .size = 2.0, .seed = 1);
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
    ck_assert_double_le(found.widest_pair, PI + 1e-8); /* Delaunay */
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
    for (size_t seed = 0; seed < 20; ++seed) {
        ts_mesh mesh = MADE(square, .nodes = 200 + 37 * seed, .size = 1.0, .seed = seed);
        ck_assert_double_gt(smallest_angle(&mesh), 25.0);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

START_TEST(spheres_are_round_and_closed) {
    static const size_t COUNTS[] = {5, 6, 7, 8, 11, 12, 13, 40, 100, 1239, 5000};
    for (size_t k = 0; k < sizeof COUNTS / sizeof *COUNTS; ++k) {
        const size_t nodes = COUNTS[k];
        ts_mesh mesh = MADE(sphere, .nodes = nodes, .radius = 0.5, .seed = 1);
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
        const double lacking = 1.0 - enclosed_by(&mesh) / (PI / 6.0);
        ck_assert_double_gt(lacking, 0.0);
        ck_assert_double_lt(lacking, 7.0 / (double)nodes);
        if (nodes >= 40) ck_assert_double_gt(smallest_angle(&mesh), 28.0);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

START_TEST(bowls_are_half_spheres) {
    ts_mesh mesh = MADE(bowl, .nodes = 1196, .radius = 0.1, .rim = 60, .seed = 1);
    ck_assert_uint_eq(mesh.nodes, 1196);
    ck_assert_uint_eq(mesh.triangles, 2330);
    const topology found = topology_of(&mesh);
    ck_assert_uint_eq(found.border, 60);
    ck_assert_int_eq(found.euler, 1);
    ck_assert_double_eq_tol(area_of(&mesh), 2.0 * PI * 0.01, 2e-4);
    ck_assert_double_eq_tol(enclosed_by(&mesh), 2.0 / 3.0 * PI * 1e-3, 1e-5);
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
    ts_mesh mesh = MADE(cylinder, .nodes = 3001, .radius = 0.25, .length = 1.0, .seed = 1);
    ck_assert_uint_eq(mesh.nodes, 3001);
    const topology found = topology_of(&mesh);
    ck_assert_int_eq(found.euler, 0);
    ck_assert_uint_gt(found.border, 0);
    ck_assert_double_eq_tol(area_of(&mesh), 2.0 * PI * 0.25, 2e-3);
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
        ts_mesh mesh = MADE(cylinder, .nodes = 2999, .radius = RADII[k], .length = 1.0, .seed = 1);
        ck_assert_uint_eq(mesh.nodes, 2999);
        ck_assert_int_eq(topology_of(&mesh).euler, 0);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

START_TEST(grids_are_regular) {
    for (int k = 0; k < 2; ++k) {
        ts_mesh mesh = MADE(grid, .columns = 15, .rows = 7, .width = 0.0889, .depth = 0.056, .uniform = k == 1);
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
    ts_mesh mesh =
        MADE(frustum, .segments = 64, .rings = 16, .radius_top = 0.496, .radius_bottom = 0.096, .height = 0.2);
    ck_assert_uint_eq(mesh.nodes, 1024);
    ck_assert_uint_eq(mesh.triangles, 2 * 64 * 15);
    const topology found = topology_of(&mesh);
    ck_assert_uint_eq(found.border, 128);
    ck_assert_int_eq(found.euler, 0);
    const double slant = hypot(0.4, 0.2);
    ck_assert_double_eq_tol(area_of(&mesh), PI * (0.496 + 0.096) * slant, 2e-3);
    for (size_t t = 0; t < mesh.triangles; ++t) {
        double normal[3];
        normal2(&mesh, t, normal);
        const double *x = mesh.x[mesh.triangle[t][0]];
        ck_assert_double_gt(normal[0] * x[0] + normal[2] * x[2], 0.0);
    }
    ts_mesh_clear(&mesh);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generated surfaces");
    TCase *all = tcase_create("all");
    tcase_add_test(all, circle_is_the_circle);
    tcase_add_test(all, squares_are_delaunay_and_exact);
    tcase_add_test(all, squares_of_every_seed_have_good_angles);
    tcase_add_test(all, spheres_are_round_and_closed);
    tcase_add_test(all, bowls_are_half_spheres);
    tcase_add_test(all, cylinders_are_open_tubes);
    tcase_add_test(all, narrow_surfaces_are_possible);
    tcase_add_test(all, grids_are_regular);
    tcase_add_test(all, frustums_are_open_cones);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
