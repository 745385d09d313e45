/* SPDX-License-Identifier: MIT
 * The extent of stretch: shells, tets and rods posed with known singular values, with no limit of strain anywhere. */
#include "cipc/potentials/extent.h"
#include "tests/cipc/elements.h"

static void check(const specimen *s, double most, double least) {
    double found[2];
    ts_stretch_extent(&s->bodies, (const double(*)[3])s->x, &found[0], &found[1]);
    ck_assert_double_le(fabs(found[0] - most), 1e-14);
    ck_assert_double_le(fabs(found[1] - least), 1e-14);
}

START_TEST(shells_and_tets_need_no_limit) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 7);
    const ts_material material = {.thickness = 0.3, .young = 1};
    for (int k = 0; k < ts_test_cases(100); ++k) {
        specimen s;
        const int nodes = 3 + k % 2;
        const double least = ts_random_between(&random, 0, 1);
        specimen_init(&s, nodes, &material);
        specimen_pose(&s, (const double[3]){1.5, nodes == 3 ? least : 1.1, least}, &random);
        check(&s, 1.5, least);
        s.body.obstacle = true;
        check(&s, 1, 1);
    }
}
END_TEST

/* A segment of length 1.25, one at rest. */
START_TEST(rods_stretch_by_their_lengths) {
    specimen s;
    specimen_init(&s, 3, &(ts_material){.thickness = 0.01, .young = 1});
    int32_t segment[2][2] = {{0, 1}, {1, 2}};
    s.bodies.triangles = 0;
    s.bodies.segments = 2;
    s.bodies.segment = segment;
    memcpy(s.x, s.rest, sizeof s.x);
    check(&s, 1, 1);
    for (int i = 0; i < 3; ++i) s.x[0][i] = s.rest[1][i] + 1.25 * (s.rest[0][i] - s.rest[1][i]);
    check(&s, 1.25, 1);
    s.body.obstacle = true;
    check(&s, 1, 1);
}
END_TEST

START_TEST(particles_do_not_stretch) {
    double x[1][3] = {{0}}, most, least;
    int32_t node = 0, body_of = 0;
    ts_body body = {0};
    const ts_bodies bodies = {
        .bodies = 1, .body = &body, .nodes = 1, .rest = x, .body_of = &body_of, .particles = 1, .particle = &node};
    ts_stretch_extent(&bodies, (const double(*)[3])x, &most, &least);
    ck_assert(most == 1 && least == 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("extent");
    TCase *tests = tcase_create("extent");
    tcase_add_test(tests, shells_and_tets_need_no_limit);
    tcase_add_test(tests, rods_stretch_by_their_lengths);
    tcase_add_test(tests, particles_do_not_stretch);
    suite_add_tcase(suite, tests);
    const int result = ts_run_suite(suite);
    precise_free();
    return result;
}
