/* SPDX-License-Identifier: MIT
 * Generated figures, vessels, links, arches, nets, knots and pleats against what geometry says of them. */
#include "tests/mesh/measures.h"

/* Tets are positive, their boundary is closed and encloses their volume; its Euler number. */
static long boundary_of_tets(const ts_mesh *mesh) {
    ts_mesh surface = {.nodes = mesh->nodes, .x = mesh->x};
    ts_error error;
    ck_assert_msg(ts_mesh_boundary(mesh, &surface.triangles, &surface.triangle, &error) == TS_OK, "%s", error.message);
    const topology found = topology_of(&surface);
    ck_assert_uint_eq(found.border, 0);
    ck_assert_double_eq_tol(enclosed_by(&surface), volume_of(mesh), 1e-12 * volume_of(mesh));
    bool *used = calloc(mesh->nodes, sizeof *used);
    for (size_t k = 0; k < 3 * surface.triangles; ++k) used[surface.triangle[k / 3][k % 3]] = true;
    long inner = 0;
    for (size_t n = 0; n < mesh->nodes; ++n) inner += !used[n];
    free(used);
    free(surface.triangle);
    return found.euler - inner;
}

/* ---- Figures ---- */

START_TEST(tapered_capsules_have_their_volume) {
    static const ts_tapered_capsule capsule = {{{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {0.3, 0.3}};
    ts_mesh mesh = MADE(tet_figure, .nodes = 2000, .parts = 1, .part = &capsule);
    const double volume = PI * 0.09 * (1.0 + 4.0 / 3.0 * 0.3);
    ck_assert_double_eq_tol((double)mesh.nodes, 2000.0, 40.0);
    ck_assert_double_eq_tol(volume_of(&mesh), volume, 0.02 * volume);
    ck_assert_double_lt(volume_of(&mesh), volume);
    ck_assert_double_gt(smallest_dihedral(&mesh), 15.0);
    ck_assert_int_eq(boundary_of_tets(&mesh), 2);
    ts_mesh_clear(&mesh);
}
END_TEST

/* Two balls that meet in a lens: their volumes without the two caps. */
START_TEST(unions_count_what_is_shared_once) {
    static const ts_tapered_capsule balls[2] = {{{{-0.3, 0.0, 0.0}, {-0.3, 0.0, 0.0}}, {0.5, 0.5}},
                                                {{{0.3, 0.0, 0.0}, {0.3, 0.0, 0.0}}, {0.5, 0.5}}};
    ts_mesh mesh = MADE(tet_figure, .nodes = 2000, .parts = 2, .part = balls);
    const double cap = PI * 0.2 * 0.2 * (3.0 * 0.5 - 0.2) / 3.0, volume = 2.0 * (PI / 6.0 - cap);
    ck_assert_double_eq_tol(volume_of(&mesh), volume, 0.03 * volume);
    ck_assert_int_eq(boundary_of_tets(&mesh), 2);
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(the_creature_is_one_piece) {
    ts_mesh mesh = MADE(tet_creature, .nodes = 2500, .height = 0.5);
    ck_assert_double_eq_tol((double)mesh.nodes, 2500.0, 50.0);
    ck_assert_int_eq(boundary_of_tets(&mesh), 2);
    ck_assert_double_gt(smallest_dihedral(&mesh), 2.0);
    double lo[3] = {1.0, 1.0, 1.0}, hi[3] = {-1.0, -1.0, -1.0};
    for (size_t n = 0; n < mesh.nodes; ++n) {
        for (int c = 0; c < 3; ++c) lo[c] = fmin(lo[c], mesh.x[n][c]), hi[c] = fmax(hi[c], mesh.x[n][c]);
    }
    ck_assert_double_eq_tol(lo[1], 0.0, 0.01);
    ck_assert_double_eq_tol(hi[1], 0.5, 0.01);
    printf("creature of %zu nodes: %zu tets, smallest dihedral angle %.1f\n", mesh.nodes, mesh.tets,
           smallest_dihedral(&mesh));
    ts_mesh_clear(&mesh);
}
END_TEST

/* The surface alone is that of the tets: closed, of the same volume, without the nodes inside. */
START_TEST(surfaces_bound_what_the_tets_fill) {
    ts_mesh solid = MADE(tet_creature, .nodes = 2500, .height = 0.5);
    ts_mesh surface = MADE(tet_creature, .nodes = 2500, .height = 0.5, .surface = true);
    const topology found = topology_of(&surface);
    ck_assert_uint_eq(surface.tets, 0);
    ck_assert_uint_eq(found.border, 0);
    ck_assert_int_eq(found.euler, 2);
    ck_assert_uint_eq(surface.triangles, 2 * surface.nodes - 4); /* no node is left over */
    ck_assert_double_eq_tol(enclosed_by(&surface), volume_of(&solid), 1e-12 * volume_of(&solid));
    size_t next = 0;
    for (size_t n = 0; n < solid.nodes && next < surface.nodes; ++n) {
        next += memcmp(solid.x[n], surface.x[next], sizeof *solid.x) == 0;
    }
    ck_assert_uint_eq(next, surface.nodes); /* in their order */
    ts_mesh_clear(&solid);
    ts_mesh_clear(&surface);
}
END_TEST

/* A ring of capsules keeps its hole. */
START_TEST(figures_may_have_handles) {
    ts_tapered_capsule ring[6];
    for (int k = 0; k < 12; ++k) {
        const double turn = 2.0 * PI * (double)((k / 2 + k % 2) % 6) / 6.0;
        memcpy(ring[k / 2].end[k % 2], (const double[3]){cos(turn), sin(turn), 0.0}, sizeof ring[0].end[0]);
        ring[k / 2].radius[k % 2] = 0.3;
    }
    ts_mesh mesh = MADE(tet_figure, .nodes = 2000, .parts = 6, .part = ring, .surface = true);
    const topology found = topology_of(&mesh);
    ck_assert_uint_eq(found.border, 0);
    ck_assert_int_eq(found.euler, 0);
    ts_mesh_clear(&mesh);
}
END_TEST

/* ---- Vessels, links, arches ---- */

START_TEST(vessels_are_shells_of_their_thickness) {
    static const ts_vessel_shape SHAPES[] = {TS_VESSEL_PLATE, TS_VESSEL_GLASS, TS_VESSEL_BOTTLE};
    for (int k = 0; k < 3; ++k) {
        for (size_t layers = 1; layers <= 2; ++layers) {
            ts_mesh mesh = MADE(tet_vessel, .shape = SHAPES[k], .nodes = 3000, .layers = layers, .seed = 1);
            ck_assert_uint_eq(mesh.nodes, 3000);
            ck_assert_int_eq(boundary_of_tets(&mesh), 2); /* a dish is a ball, to topology */
            const size_t sheet = mesh.nodes / (layers + 1);
            const double thickness = k == 1 ? 0.003 : 0.004;
            for (size_t n = 0; n < sheet; ++n) {
                ck_assert_double_eq_tol(distance(mesh.x[n], mesh.x[layers * sheet + n]), thickness, 1e-12);
            }
            ts_mesh_clear(&mesh);
        }
    }
    ts_mesh mesh;
    ts_error error;
    ts_tet_vessel_parameters bottle = TS_TET_VESSEL_STANDARD;
    bottle.shape = TS_VESSEL_BOTTLE;
    bottle.thickness = 0.05;
    ck_assert_int_eq(ts_generate_tet_vessel(&bottle, &mesh, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "thickness"));
}
END_TEST

/* The nodes of the cylinder, moved along the radius by half the thickness; to topology a ring. */
START_TEST(tubes_are_cylinders_of_their_thickness) {
    const double radius = 0.25, thickness = 0.02;
    ts_mesh mesh = MADE(tet_tube, .nodes = 1400, .radius = radius, .length = 1.0, .thickness = thickness, .seed = 1);
    ts_mesh middle = MADE(cylinder, .nodes = 700, .radius = radius, .length = 1.0, .seed = 1);
    ck_assert_uint_eq(mesh.nodes, 1400);
    ck_assert_uint_eq(mesh.tets, 3 * middle.triangles);
    ck_assert_int_eq(boundary_of_tets(&mesh), 0);
    const double volume = PI * ((radius + 0.01) * (radius + 0.01) - (radius - 0.01) * (radius - 0.01));
    ck_assert_double_eq_tol(volume_of(&mesh), volume, 0.02 * volume);
    ck_assert_double_lt(volume_of(&mesh), volume);
    for (size_t n = 0; n < 700; ++n) {
        const double *in = mesh.x[n], *out = mesh.x[700 + n], *x = middle.x[n];
        const double a = hypot(in[0], in[2]), b = hypot(out[0], out[2]);
        ck_assert_double_eq_tol(fabs(b - a), thickness, 1e-14);
        ck_assert_double_eq_tol(a + b, 2.0 * radius, 1e-14);
        ck_assert(in[1] == x[1] && out[1] == x[1]);
        for (int c = 0; c < 3; ++c) ck_assert_double_eq_tol(0.5 * (in[c] + out[c]), x[c], 1e-14);
    }
    ts_mesh_clear(&mesh);
    ts_mesh_clear(&middle);
}
END_TEST

START_TEST(links_are_rings) {
    ts_mesh mesh = MADE(tet_link, .sections = 120, .sides = 24, .radius = 0.03, .straight = 0.03, .bar = 0.01);
    ck_assert_int_eq(boundary_of_tets(&mesh), 0);
    const double volume = PI * 1e-4 * 2.0 * (PI * 0.03 + 0.03); /* Pappus: the bar's section along its middle line */
    ck_assert_double_eq_tol(volume_of(&mesh), volume, 0.02 * volume);
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(arches_leave_their_gaps) {
    ts_mesh mesh =
        MADE(tet_arch, .blocks = 7, .cubes = {3, 2, 2}, .radius = 2.0, .thickness = 0.5, .depth = 0.75, .gap = 0.01);
    const size_t block = mesh.nodes / 7;
    ck_assert_uint_eq(mesh.nodes, 7 * 4 * 3 * 3);
    const double whole = 0.5 * PI * (2.25 * 2.25 - 1.75 * 1.75) * 0.75, gaps = 7 * 0.01 * 0.5 * 0.75;
    ck_assert_double_eq_tol(volume_of(&mesh), whole - gaps, 0.01 * whole);
    ck_assert_int_eq(boundary_of_tets(&mesh), 14);
    double nearest = 1.0; /* of two blocks: the cubes' corners stand face to face */
    for (size_t a = 0; a < block; ++a) {
        for (size_t b = block; b < 2 * block; ++b) nearest = fmin(nearest, distance(mesh.x[a], mesh.x[b]));
    }
    ck_assert_double_eq_tol(nearest, 0.01, 1e-5);
    ts_mesh_clear(&mesh);
}
END_TEST

/* ---- Nets, knots, pleats ---- */

START_TEST(nets_go_over_and_under) {
    ts_mesh mesh = MADE(net, .rods = 6, .spacing = 0.05, .segments = 2, .lift = 0.002, .beyond = 1);
    const size_t rod = 2 * 7 + 1;
    ck_assert_uint_eq(mesh.nodes, 12 * rod);
    for (size_t i = 0; i < 6; ++i) {
        for (size_t j = 0; j < 6; ++j) {
            const double *a = mesh.x[i * rod + 2 * (j + 1)], *b = mesh.x[(6 + j) * rod + 2 * (i + 1)];
            ck_assert_double_eq_tol(a[0], b[0], 1e-15);
            ck_assert_double_eq_tol(a[2], b[2], 1e-15);
            ck_assert_double_eq_tol(a[1] - b[1], (i + j) % 2 ? -0.004 : 0.004, 1e-15);
        }
    }
    ts_mesh_clear(&mesh);
}
END_TEST

static double stretch_between(const ts_mesh *flat, const ts_mesh *bent, bool largest) {
    double worst = 1.0;
    for (size_t k = 0; k < 3 * flat->triangles; ++k) {
        const int32_t a = flat->triangle[k / 3][k % 3], b = flat->triangle[k / 3][(k + 1) % 3];
        const double stretch = distance(bent->x[a], bent->x[b]) / distance(flat->x[a], flat->x[b]);
        worst = largest ? fmax(worst, stretch) : fmin(worst, stretch);
    }
    return worst;
}

/* A ribbon's middle line crosses that of the other, which is itself turned half about y, six times: over its bend,
 * under its leg, over the leg with its own bend, and the same on the way back. */
START_TEST(knots_are_reef_knots) {
    ts_mesh ribbon = MADE(reef_knot, .columns = 600, .rows = 5, .width = 0.02);
    ts_mesh flat = MADE(reef_knot, .columns = 600, .rows = 5, .width = 0.02, .flat = true);
    ck_assert_double_lt(stretch_between(&flat, &ribbon, true), 1.09);
    ck_assert_double_gt(stretch_between(&flat, &ribbon, false), 0.91);
    const double(*x)[3] = (const double(*)[3])ribbon.x + 2 * 600;
    bool over[6] = {false};
    size_t crossings = 0;
    for (size_t i = 0; i + 1 < 600; ++i) {
        for (size_t j = 0; j + 1 < 600; ++j) {
            const double p[2] = {x[i][0], x[i][1]}, d[2] = {x[i + 1][0] - p[0], x[i + 1][1] - p[1]};
            const double q[2] = {-x[j][0], x[j][1]}, e[2] = {-x[j + 1][0] - q[0], x[j + 1][1] - q[1]};
            const double det = d[0] * e[1] - d[1] * e[0], r[2] = {q[0] - p[0], q[1] - p[1]};
            const double s = (r[0] * e[1] - r[1] * e[0]) / det, t = (r[0] * d[1] - r[1] * d[0]) / det;
            if (!(s >= 0.0 && s < 1.0 && t >= 0.0 && t < 1.0)) continue;
            ck_assert_uint_lt(crossings, 6);
            const double apart = x[i][2] + s * (x[i + 1][2] - x[i][2]) + x[j][2] + t * (x[j + 1][2] - x[j][2]);
            ck_assert_double_gt(fabs(apart), 0.02);
            over[crossings++] = apart > 0.0;
        }
    }
    ck_assert_uint_eq(crossings, 6);
    ck_assert(over[0] && !over[1] && over[2] && over[3] && !over[4] && over[5]);
    ts_mesh_clear(&ribbon);
    ts_mesh_clear(&flat);
}
END_TEST

START_TEST(pleats_lengthen_the_hem) {
    ts_mesh mesh = MADE(pleated_skirt, .rings = 20, .pleats = 30, .radius_top = 0.185, .radius_bottom = 0.33,
                        .height = 0.35, .depth = 0.02);
    const topology found = topology_of(&mesh);
    ck_assert_uint_eq(found.border, 480);
    ck_assert_int_eq(found.euler, 0);
    double hem = 0.0, waist = 0.0;
    for (size_t i = 0; i < 240; ++i) {
        hem += distance(mesh.x[i], mesh.x[(i + 1) % 240]);
        waist += distance(mesh.x[19 * 240 + i], mesh.x[19 * 240 + (i + 1) % 240]);
    }
    ck_assert_double_eq_tol(waist, 2.0 * PI * 0.185, 1e-3);
    ck_assert_double_gt(hem, 1.3 * 2.0 * PI * 0.33); /* a pleat goes in and out by 4 depths in 2 pi 0.33 / 30 metres */
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(what_cannot_be_is_named) {
    const ts_tet_link_parameters link = {.sections = 40, .sides = 10, .radius = 0.03, .bar = 0.03};
    const ts_tet_arch_parameters arch = {
        .blocks = 25, .cubes = {3, 4, 3}, .radius = 5.0, .thickness = 10.0, .depth = 1.0};
    const ts_pleated_skirt_parameters skirt = {
        .segments = 100, .rings = 65, .pleats = 30, .radius_top = 0.185, .radius_bottom = 0.33, .height = 0.35};
    const ts_grid_parameters grid = {.columns = 100000, .rows = 100000, .width = 1.0, .depth = 1.0};
    const ts_square_parameters square = {.nodes = 3, .size = 1.0};
    ts_mesh mesh = {0};
    ts_error error;
    ck_assert_int_eq(ts_generate_tet_link(&link, &mesh, &error), TS_ERROR_USAGE);
    ck_assert_str_eq(error.message, "tet-link: bar: 0.03 leaves no hole in a link of radius 0.03");
    ck_assert_int_eq(ts_generate_tet_arch(&arch, &mesh, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "tet-arch: a thickness of 10 "));
    ck_assert_int_eq(ts_generate_pleated_skirt(&skirt, &mesh, &error), TS_ERROR_USAGE);
    ck_assert_str_eq(error.message, "pleated-skirt: segments: 100 are too few for 30 pleats; each needs 4");
    ck_assert_int_eq(ts_generate_grid(&grid, &mesh, &error), TS_ERROR_USAGE);
    ck_assert_str_eq(error.message, "grid: columns: 1e+10 nodes are more than the limit of 2e+07");
    ck_assert_int_eq(ts_generate_square(&square, &mesh, &error), TS_ERROR_USAGE);
    ck_assert_str_eq(error.message, "square: nodes: 3 is too few; the surface needs 4");
    ck_assert_int_eq(ts_generate_square(&square, &mesh, NULL), TS_ERROR_USAGE);
    ck_assert_ptr_null(mesh.x);
}
END_TEST

/* REFUSED("net: ", net, .rods = 1): the generator does not make these parameters, and says so in its own name. */
#define REFUSED(wanted, shape, ...)                                                                                    \
    check_refused(wanted, ts_generate_##shape(&(ts_##shape##_parameters){__VA_ARGS__}, &ts_test_mesh, &ts_test_error))

static void check_refused(const char *wanted, ts_status status) {
    ck_assert_int_eq(status, TS_ERROR_USAGE);
    ck_assert_msg(strncmp(ts_test_error.message, wanted, strlen(wanted)) == 0, "%s", ts_test_error.message);
    ck_assert_uint_eq(ts_test_mesh.nodes, 0);
}

/* What the reader of files refuses: elements without size, turned inside out, more than two at an edge, or none. */
START_TEST(meshes_that_no_file_may_hold_are_refused) {
    ts_test_mesh = (ts_mesh){0};
    REFUSED("net: rods: 1 ", net, .rods = 1, .segments = 2, .spacing = 0.1, .lift = 0.01);
    REFUSED("tet-arch: cubes: 1 ", tet_arch, .blocks = 1, .cubes = {1, 2, 2}, .radius = 2.0, .thickness = 0.5,
            .depth = 0.5);
    REFUSED("tet-link: sections: 8 ", tet_link, .sections = 8, .sides = 10, .radius = 0.0147446, .straight = 0.716067,
            .bar = 0.0104058);
    REFUSED("tet-link: sections: 14 ", tet_link, .sections = 14, .sides = 6, .radius = 0.0207152, .straight = 0.460021,
            .bar = 0.0126389);
    REFUSED("tet-creature: nodes: 759 ", tet_creature, .nodes = 759, .height = 1.0, .surface = true);
    REFUSED("tet-tube: thickness: 1e-30 ", tet_tube, .nodes = 100, .radius = 1.0, .length = 1.0, .thickness = 1e-30);
    ts_mesh net = MADE(net, .rods = 1, .segments = 2, .spacing = 0.1, .lift = 0.01, .beyond = 1);
    ck_assert_uint_eq(net.segments, 8);
    ts_mesh_clear(&net);
    ts_mesh creature = MADE(tet_creature, .nodes = 759, .height = 1.0);
    ts_mesh_clear(&creature);
}
END_TEST

/* Discs that cross each other have tets of positive volume all the same: they lie in each other. */
START_TEST(links_whose_discs_cross_are_refused) {
    ts_test_mesh = (ts_mesh){0};
    REFUSED("tet-link: sections: 21 ", tet_link, .sections = 21, .sides = 10, .radius = 0.0291493, .straight = 0.665414,
            .bar = 0.0262793);
    ts_mesh link = MADE(tet_link, .sections = 8, .sides = 3, .radius = 0.03, .bar = 0.0299);
    ts_mesh_clear(&link);
}
END_TEST

START_TEST(generators_say_who_they_are) {
    ts_test_mesh = (ts_mesh){0};
    REFUSED("bowl: nodes: 16 cannot be shared out", bowl, .nodes = 16, .radius = 0.282008, .rim = 13, .seed = 82);
    REFUSED("tet-vessel: thickness: 0.05 folds", tet_vessel, .shape = TS_VESSEL_BOTTLE, .nodes = 2000, .layers = 1,
            .thickness = 0.05);
    const ts_tapered_capsule far[2] = {{{{0.0}}, {1e-6, 1e-6}}, {{{1e3, 1e3, 1e3}, {1e3, 1e3, 1e3}}, {1e-6, 1e-6}}};
    REFUSED("tet-figure: nodes: the lattice", tet_figure, .nodes = 1000, .parts = 2, .part = far);
    REFUSED("cylinder: nodes: 5 is too few", cylinder, .nodes = 5, .radius = 1.0, .length = 1.0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generated shapes");
    TCase *shapes = tcase_create("shapes");
    tcase_add_test(shapes, tapered_capsules_have_their_volume);
    tcase_add_test(shapes, unions_count_what_is_shared_once);
    tcase_add_test(shapes, the_creature_is_one_piece);
    tcase_add_test(shapes, surfaces_bound_what_the_tets_fill);
    tcase_add_test(shapes, figures_may_have_handles);
    tcase_add_test(shapes, vessels_are_shells_of_their_thickness);
    tcase_add_test(shapes, tubes_are_cylinders_of_their_thickness);
    tcase_add_test(shapes, links_are_rings);
    tcase_add_test(shapes, arches_leave_their_gaps);
    tcase_add_test(shapes, nets_go_over_and_under);
    tcase_add_test(shapes, knots_are_reef_knots);
    tcase_add_test(shapes, pleats_lengthen_the_hem);
    tcase_add_test(shapes, what_cannot_be_is_named);
    tcase_add_test(shapes, meshes_that_no_file_may_hold_are_refused);
    tcase_add_test(shapes, links_whose_discs_cross_are_refused);
    tcase_add_test(shapes, generators_say_who_they_are);
    suite_add_tcase(suite, shapes);
    return ts_run_suite(suite);
}
