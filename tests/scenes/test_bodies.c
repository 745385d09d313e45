/* SPDX-License-Identifier: MIT
 * Lumped masses: totals against volumes that are known, equal shares, and nodes that would have none. */
#include "scenes/bodies.h"

#include <math.h>
#include <string.h>

#include "tests/support.h"

enum { NODES = 11 };

/* A tet and a shell triangle, a rod of two segments, a particle: one body each. */
typedef struct scene {
    ts_bodies bodies;
    ts_body body[4];
    double rest[NODES][3];
    int32_t body_of[NODES], tet[1][4], triangle[1][3], segment[2][2], particle[1];
} scene;

static void scene_init(scene *s) {
    *s = (scene){.body = {{.name = "tet", .material = {.density = 1000, .thickness = 1e-3}, .node_count = 4},
                          {.name = "cloth", .material = {.density = 400, .thickness = 0.5e-3}, .node_first = 4},
                          {.name = "rod", .material = {.density = 160, .thickness = 2e-3}, .node_first = 7},
                          {.name = "grain", .material = {.density = 1600, .thickness = 4e-3}, .node_first = 10}},
                 .rest = {{0, 0, 0},
                          {2, 0, 0},
                          {0, 3, 0},
                          {0, 0, 4}, /* volume 4 */
                          {1, 1, 1},
                          {4, 1, 1},
                          {1, 5, 1}, /* area 6 */
                          {0, 0, 0},
                          {3, 4, 0},
                          {3, 4, 2}, /* lengths 5 and 2 */
                          {9, 9, 9}},
                 .body_of = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3},
                 .tet = {{0, 1, 2, 3}},
                 .triangle = {{4, 5, 6}},
                 .segment = {{7, 8}, {8, 9}},
                 .particle = {10}};
    s->bodies = (ts_bodies){.bodies = 4,
                            .body = s->body,
                            .nodes = NODES,
                            .rest = s->rest,
                            .body_of = s->body_of,
                            .tets = 1,
                            .tet = s->tet,
                            .triangles = 1,
                            .triangle = s->triangle,
                            .segments = 2,
                            .segment = s->segment,
                            .particles = 1,
                            .particle = s->particle};
}

static void check_near(double found, double expected) {
    ck_assert_double_le(fabs(found - expected), 1e-14 * expected);
}

START_TEST(masses_are_density_times_volume) {
    scene s;
    ts_error error;
    scene_init(&s);
    ck_assert_msg(ts_bodies_lump_mass(&s.bodies, &error) == TS_OK, "%s", error.message);
    const double pi = acos(-1.0), line = 160 * pi * 1e-6; /* kg per metre of the rod */
    for (int a = 0; a < 4; ++a) check_near(s.bodies.mass[a], 1000);
    for (int a = 4; a < 7; ++a) check_near(s.bodies.mass[a], 400 * 6 * 0.5e-3 / 3);
    check_near(s.bodies.mass[7], 2.5 * line);
    check_near(s.bodies.mass[8], 3.5 * line);
    check_near(s.bodies.mass[9], line);
    check_near(s.bodies.mass[10], 1600 * 4.0 / 3 * pi * 8e-9);
    /* Again, into an array that is there. */
    s.body[3].material.density = 800;
    ck_assert(ts_bodies_lump_mass(&s.bodies, &error) == TS_OK);
    check_near(s.bodies.mass[10], 800 * 4.0 / 3 * pi * 8e-9);
    check_near(s.bodies.mass[0], 1000);
    free(s.bodies.mass);
}
END_TEST

START_TEST(a_node_without_mass_is_named) {
    scene s;
    ts_error error;
    scene_init(&s);
    s.bodies.segments = 1;
    ck_assert(ts_bodies_lump_mass(&s.bodies, &error) == TS_ERROR_DATA);
    ck_assert_msg(strstr(error.message, "body 'rod': node 2") != NULL, "%s", error.message);
    ck_assert(s.bodies.mass == NULL);
    scene_init(&s);
    const double densities[] = {0, -1, NAN, INFINITY};
    for (int k = 0; k < 4; ++k) {
        s.body[1].material.density = densities[k];
        ck_assert(ts_bodies_lump_mass(&s.bodies, &error) == TS_ERROR_DATA);
        ck_assert_msg(strstr(error.message, "body 'cloth': node 0") != NULL, "%s", error.message);
    }
}
END_TEST

START_TEST(clearing_frees_everything_and_leaves_nothing) {
    ts_bodies bodies = {0};
    ts_bodies_clear(&bodies);
    bodies.bodies = 1;
    bodies.body = calloc(1, sizeof *bodies.body);
    bodies.body[0].name = calloc(1, 4);
    bodies.rest = malloc(sizeof *bodies.rest);
    bodies.mass = malloc(8);
    bodies.body_of = malloc(4);
    bodies.tet = malloc(sizeof *bodies.tet);
    bodies.triangle = malloc(sizeof *bodies.triangle);
    bodies.segment = malloc(sizeof *bodies.segment);
    bodies.particle = malloc(4);
    bodies.stitch = malloc(sizeof *bodies.stitch);
    bodies.boundary = malloc(sizeof *bodies.boundary);
    bodies.friction = malloc(8);
    ts_bodies_clear(&bodies); /* a leak is the sanitizer's to find */
    ck_assert(bodies.body == NULL && bodies.bodies == 0 && bodies.friction == NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bodies");
    TCase *tests = tcase_create("bodies");
    tcase_add_test(tests, masses_are_density_times_volume);
    tcase_add_test(tests, a_node_without_mass_is_named);
    tcase_add_test(tests, clearing_frees_everything_and_leaves_nothing);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
