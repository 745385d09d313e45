/* SPDX-License-Identifier: MIT
 * A start at exactly the thickness is refused, whichever way doubles round its distance. */
#include <math.h>

#include <touchstone/distance.h>

#include "core/vec3.h"
#include "scenes/collision/start_check.h"
#include "tests/cipc/contact_scene.h"
#include "tests/support.h"

/* A multiple of 2^-30 up to `most`. */
static double on_a_grid(ts_random *random, double most) {
    return ldexp(rint(ldexp(ts_random_between(random, -most, most), 30)), -30);
}

/* (1, 2, 2) is across (2, 1, -2) and (2, -2, 1), and of length 3. All of it is exact. */
static void put(double across, const double in_plane[2], double x[3]) {
    const double p = in_plane[0], q = in_plane[1];
    x[0] = across + 2.0 * p + 2.0 * q;
    x[1] = 2.0 * across + p - 2.0 * q;
    x[2] = 2.0 * across - 2.0 * p + q;
}

/* A triangle and a particle over the middle of it. */
static contact_scene *create(ts_random *random, double offset, double away) {
    contact_scene *s = calloc(1, sizeof *s);
    double at[4][2];
    for (int i = 0; i < 2; ++i) {
        at[3][i] = on_a_grid(random, 4.0);
        for (int k = 0; k < 2; ++k) at[k][i] = (k > i ? 1.0 : -1.0) + on_a_grid(random, 0.25);
        at[2][i] = -0.5 * (at[0][i] + at[1][i]);
        for (int k = 0; k < 3; ++k) at[k][i] += at[3][i];
    }
    scene_body(s, "face", offset, true);
    for (int k = 0; k < 3; ++k) scene_node(s, 0, 0, 0);
    scene_triangle(s, 0, 1, 2);
    scene_body(s, "particle", offset, false);
    s->particle[s->bodies.particles++] = scene_node(s, 0, 0, 0);
    for (int k = 0; k < 4; ++k) put(k < 3 ? 0.0 : away, at[k], s->rest[k]);
    ts_bodies *b = &s->bodies;
    b->body = s->body, b->rest = s->rest, b->mass = s->mass, b->body_of = s->body_of;
    b->triangle = s->triangle, b->particle = s->particle;
    return s;
}

START_TEST(a_start_at_the_thickness_is_refused_however_it_is_rounded) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    int above = 0, below = 0;
    for (int n = 0; n < ts_test_cases(400); ++n) {
        const double gap = 0x1p-8 + fabs(on_a_grid(&random, 1.0));
        for (int away = 0; away < 2; ++away) {
            contact_scene *s = create(&random, 3.0 * gap, away ? gap + 0x1p-30 : gap);
            ts_error error = {0};
            double x[4][3];
            for (int k = 0; k < 4; ++k) memcpy(x[k], s->rest[(k + 3) % 4], sizeof x[k]);
            const double found = sqrt(ts_distance2(TS_POINT_TRIANGLE, (const double(*)[3])x)) - 3.0 * gap;
            above += !away && found > 0.0;
            below += !away && found < 0.0;
            ck_assert_int_eq(ts_check_start(&s->bodies, 0.01, (const double(*)[3])s->rest, &error),
                             away ? TS_OK : TS_ERROR_DATA);
            free(s);
        }
    }
    printf("distances of %d starts are rounded up, of %d down\n", above, below);
    ck_assert_int_gt(above, 0);
    ck_assert_int_gt(below, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("start check");
    TCase *tests = tcase_create("start check");
    tcase_add_test(tests, a_start_at_the_thickness_is_refused_however_it_is_rounded);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
