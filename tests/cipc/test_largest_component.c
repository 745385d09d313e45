/* SPDX-License-Identifier: MIT
 * The residual by the largest component of the increment: in free fall the first increment is h v + h^2 g, of every
 * particle its own. */
#include <math.h>
#include <string.h>

#include "tests/cipc/mixed_scene.h"

typedef struct residuals {
    size_t count;
    double of[64];
} residuals;

static bool note(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    residuals *seen = self;
    (void)x;
    for (size_t k = 0; k < iteration->figures && seen->count < 64; ++k) {
        if (strcmp(iteration->figure[k].name, "residual") == 0) seen->of[seen->count++] = iteration->figure[k].value;
    }
    return true;
}

static residuals fall(const double (*v)[3], size_t count, bool largest, double *h) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    for (size_t k = 0; k < count; ++k) {
        ts_new_body like = {.body.material = ts_test_material()};
        memcpy(like.velocity, v[k], sizeof like.velocity);
        ts_test_add(&setup, "grain", ts_test_particle((double)k, 0, 0), &like);
    }
    ts_test_complete(&setup, 0.0);
    ts_ccd_method method;
    ts_test_certified(&method);
    residuals seen = {0};
    const ts_simulation_hooks hooks = {.method = &method, .observer = {.observe = note, .self = &seen}};
    const char *options = largest ? "{\"energy_settles\": false, \"largest_component\": true}"
                                  : "{\"energy_settles\": false}"; /* the residual alone decides */
    ts_simulation *s = NULL;
    ts_error error;
    ck_assert_int_eq(ts_solver_choose("cipc", options, &setup.solver, &error), TS_OK);
    ck_assert_msg(ts_simulation_create(&setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    *h = s->settings.h;
    ts_test_step(s);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    return seen;
}

START_TEST(residual_is_the_largest_component_or_the_mean_of_lengths) {
    /* Largest in each direction in turn, also below zero. */
    static const double V[][2][3] = {
        {{0.3, 0.1, -0.2}, {-2.0, 0.1, 0.3}}, {{0.1, 3.0, 0.2}, {0.4, 0.0, 0.1}}, {{0.1, 0.0, 0.2}, {0.4, 0.1, -1.5}}};
    for (size_t k = 0; k < sizeof V / sizeof *V; ++k) {
        double h;
        const residuals by_mean = fall(V[k], 2, false, &h), by_largest = fall(V[k], 2, true, &h);
        double sum = 0.0, largest = 0.0;
        for (int i = 0; i < 2; ++i) {
            for (int c = 0; c < 3; ++c) {
                const double moved = V[k][i][c] - (c == 1 ? 9.81 * h : 0.0);
                sum += moved * moved;
                largest = fmax(largest, fabs(moved));
            }
        }
        ck_assert_uint_ge(by_mean.count, 2);
        ck_assert_uint_ge(by_largest.count, 2);
        ck_assert_double_eq_tol(by_mean.of[0], sqrt(sum / 2.0), 1e-12);
        ck_assert_double_eq_tol(by_largest.of[0], largest, 1e-12);
    }
}
END_TEST

/* One grain among many that has to be moved decides. */
START_TEST(one_node_among_many_is_not_averaged_away) {
    enum { GRAINS = 40 };
    double v[GRAINS][3] = {{0}}, h;
    for (int k = 0; k < GRAINS; ++k) v[k][1] = 9.81 * 0.01;
    v[7][0] = 4e-3; /* by the mean 6.3e-4 m/s, below the tolerance */
    const residuals by_mean = fall((const double(*)[3])v, GRAINS, false, &h);
    const residuals by_largest = fall((const double(*)[3])v, GRAINS, true, &h);
    ck_assert_double_eq(h, 0.01);
    ck_assert_uint_eq(by_mean.count, 3);    /* three in a row below the tolerance, the first one among them */
    ck_assert_uint_eq(by_largest.count, 4); /* the first one is above */
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("largest component");
    tcase_add_test(cases, residual_is_the_largest_component_or_the_mean_of_lengths);
    tcase_add_test(cases, one_node_among_many_is_not_averaged_away);
    Suite *suite = suite_create("largest component");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
