/* SPDX-License-Identifier: MIT
 * What lies inside of closed surfaces, and which surfaces are closed. */
#include <math.h>

#include "core/random.h"
#include "tests/oracles/verifying.h"

static const int32_t BOX[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                   {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

/* The corners of a box. */
static void put_box(double (*x)[3], double lo, double hi) {
    for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < 3; ++k) x[i][k] = i >> k & 1 ? hi : lo;
    }
}

/* A point at each place of a lattice that has many in line with corners, edges and planes of the box. */
START_TEST(a_point_is_inside_a_box_where_its_coordinates_are) {
    static const double AT[] = {-0.5, 0.0, 0x1p-60, 0.25, 0.5, 1.0 - 0x1p-53, 1.0, 1.5};
    enum { PLACES = sizeof AT / sizeof *AT };
    double x[9][3];
    put_box(x, 0.0, 1.0);
    const int32_t point[1] = {8};
    unsigned char solid[12];
    memset(solid, 1, sizeof solid);
    ts_verify_mesh mesh = {.nodes = 9, .triangles = 12, .triangle = BOX, .points = 1, .point = point, .solid = solid};
    size_t inside = 0;
    for (int i = 0; i < PLACES * PLACES * PLACES; ++i) {
        const int at[3] = {i % PLACES, i / PLACES % PLACES, i / PLACES / PLACES};
        bool within = true, touches = true;
        for (int k = 0; k < 3; ++k) {
            x[8][k] = AT[at[k]];
            within = within && x[8][k] > 0.0 && x[8][k] < 1.0;
            touches = touches && x[8][k] >= 0.0 && x[8][k] <= 1.0;
        }
        if (touches && !within) continue;
        verify(&mesh, (verify_rows)x, NULL);
        expect(TS_OFFENCE_CONTAINMENT, within);
        inside += within;
    }
    ck_assert_uint_eq(inside, 64);
    x[8][0] = x[8][1] = x[8][2] = 0.5;
    verify(&mesh, (verify_rows)x, NULL);
    expect_text("node 8 lies inside the closed surface of triangle 0 (nodes 0 2 1)");
    mesh.triangles = 11; /* open */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_CONTAINMENT, 0);
    mesh.triangles = 12;
    mesh.solid = NULL; /* hollow */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_CONTAINMENT, 0);
}
END_TEST

/* Rays through corners and along edges of the faces that they cross. */
START_TEST(a_point_is_inside_an_octahedron_where_its_coordinates_are) {
    static const int32_t FACES[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                        {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    enum { PLACES = 9 };
    double x[7][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const int32_t point[1] = {6};
    unsigned char solid[8];
    memset(solid, 1, sizeof solid);
    const ts_verify_mesh mesh = {
        .nodes = 7, .triangles = 8, .triangle = FACES, .points = 1, .point = point, .solid = solid};
    size_t inside = 0;
    for (int i = 0; i < PLACES * PLACES * PLACES; ++i) {
        const int at[3] = {i % PLACES, i / PLACES % PLACES, i / PLACES / PLACES};
        double sum = 0.0;
        for (int k = 0; k < 3; ++k) {
            x[6][k] = 0.25 * at[k] - 1.0;
            sum += fabs(x[6][k]);
        }
        if (sum == 1.0) continue;
        verify(&mesh, (verify_rows)x, NULL);
        expect(TS_OFFENCE_CONTAINMENT, sum < 1.0);
        inside += sum < 1.0;
    }
    ck_assert_uint_eq(inside, 63);
}
END_TEST

/* A box from lo to hi with its diagonals so that those across the first axis cross the middle, and a point in it. */
static void put_slab(double (*x)[3], const double lo[3], const double hi[3], const double point[3]) {
    for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < 3; ++k) x[i][k] = i >> k & 1 ? hi[k] : lo[k];
    }
    memcpy(x[8], point, sizeof x[8]);
}

/* A ray aside by less than the coordinates' rounding is no other ray. */
START_TEST(a_point_is_inside_a_box_however_thin_or_near_its_wall) {
    static const double TINY = 0x1p-1074;
    const struct {
        double lo[3], hi[3], point[3];
    } slab[] = {
        {{-1, 1, 1}, {0, 2, 2}, {-1e-18, 1.5, 1.5}},
        {{-1, 1000, 1000}, {0, 1001, 1001}, {-1e-14, 1000.5, 1000.5}},
        {{0, 1, 1}, {0x1p-60, 2, 2}, {0x1p-61, 1.5, 1.5}},
        {{0, 0, 0}, {2 * TINY, 2 * TINY, 2 * TINY}, {TINY, TINY, TINY}},
        {{-0x1.8p1023, 0, 0}, {0x1.8p1023, 2 * TINY, 2}, {0x1p1023, TINY, 1}},
        {{-0x1.8p1023, -0x1.8p1023, -0x1.8p1023}, {0x1.8p1023, 0x1.8p1023, 0x1.8p1023}, {0, 0, 0}},
    };
    const int32_t point[1] = {8};
    unsigned char solid[12];
    memset(solid, 1, sizeof solid);
    const ts_verify_mesh mesh = {
        .nodes = 9, .triangles = 12, .triangle = BOX, .points = 1, .point = point, .solid = solid};
    for (size_t i = 0; i < sizeof slab / sizeof *slab; ++i) {
        for (int turn = 0; turn < 3; ++turn) {
            double x[9][3], turned[9][3];
            put_slab(x, slab[i].lo, slab[i].hi, slab[i].point);
            for (int k = 0; k < 27; ++k) turned[k / 3][(k % 3 + turn) % 3] = x[k / 3][k % 3];
            verify(&mesh, (verify_rows)turned, NULL);
            expect(TS_OFFENCE_CONTAINMENT, 1);
            turned[8][turn] = slab[i].lo[0] - fabs(slab[i].lo[0]) * 0x1p-4 - TINY;
            verify(&mesh, (verify_rows)turned, NULL);
            expect(TS_OFFENCE_CONTAINMENT, 0);
        }
    }
}
END_TEST

/* What is open takes nothing from a box that it hangs on, by a corner or by an edge; a wall within leaves no surface
 * closed, for its sides are of three triangles. */
START_TEST(what_hangs_on_a_closed_surface_does_not_open_it) {
    static const int32_t MORE[][2][3] = {
        {{0, 9, 10}, {9, 11, 10}}, {{0, 1, 9}, {9, 1, 10}}, {{1, 2, 5}, {2, 6, 5}}, {{7, 9, 10}, {10, 9, 7}}};
    static const size_t INSIDE[] = {1, 1, 0, 1};
    double x[12][3];
    int32_t triangle[14][3];
    const int32_t point[1] = {8};
    unsigned char solid[14];
    memset(solid, 1, sizeof solid);
    put_box(x, 0.0, 1.0);
    const double rest[4][3] = {{0.5, 0.25, 0.125}, {-1, -1, -0.5}, {2, -1, -0.5}, {2, -2, -3}};
    memcpy(x[8], rest, sizeof rest);
    for (size_t i = 0; i < sizeof MORE / sizeof *MORE; ++i) {
        for (int first = 0; first < 2; ++first) { /* before the box's or after */
            memcpy(triangle[first ? 0 : 12], MORE[i], sizeof MORE[i]);
            memcpy(triangle[first ? 2 : 0], BOX, sizeof BOX);
            const ts_verify_mesh mesh = {.nodes = 12,
                                         .triangles = 14,
                                         .triangle = (const int32_t(*)[3])triangle,
                                         .points = 1,
                                         .point = point,
                                         .solid = solid};
            verify(&mesh, (verify_rows)x, NULL);
            ck_assert_uint_eq(report.count[TS_OFFENCE_CONTAINMENT], INSIDE[i]);
        }
    }
}
END_TEST

/* A point in a cavity is outside; one in the wall is not; the inner box alone is in the outer one. */
START_TEST(a_cavity_is_outside) {
    double x[17][3];
    int32_t triangle[24][3], body[17] = {0};
    const int32_t point[1] = {16};
    unsigned char solid[24];
    put_box(x, 0.0, 1.0);
    put_box(x + 8, 0.25, 0.75);
    for (int i = 0; i < 24; ++i) {
        for (int k = 0; k < 3; ++k) triangle[i][k] = BOX[i % 12][k] + (i < 12 ? 0 : 8);
    }
    memset(solid, 1, sizeof solid);
    body[16] = 1;
    ts_verify_mesh mesh = {.nodes = 17,
                           .triangles = 24,
                           .triangle = (const int32_t(*)[3])triangle,
                           .points = 1,
                           .point = point,
                           .solid = solid,
                           .body = body};
    for (int k = 0; k < 3; ++k) x[16][k] = 0.5;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_CONTAINMENT, 0);
    x[16][0] = 0.125;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_CONTAINMENT, 1);
    x[16][0] = 2.0;
    mesh.body = NULL;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_CONTAINMENT, 1);
    const unsigned char all[17] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    mesh.obstacle = all;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_CONTAINMENT, 0);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("containment");
    tcase_add_test(cases, a_point_is_inside_a_box_where_its_coordinates_are);
    tcase_add_test(cases, a_point_is_inside_an_octahedron_where_its_coordinates_are);
    tcase_add_test(cases, a_point_is_inside_a_box_however_thin_or_near_its_wall);
    tcase_add_test(cases, what_hangs_on_a_closed_surface_does_not_open_it);
    tcase_add_test(cases, a_cavity_is_outside);
    Suite *suite = suite_create("containment");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
