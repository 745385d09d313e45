/* SPDX-License-Identifier: MIT
 * The end of Newton's method by the norm of the energy: free fall takes two iterations, and where the method ends it is
 * as near to the minimum as the tolerance says. */
#include "cipc/solver_parts.h"
#include "core/vec3.h"
#include "tests/cipc/mixed_scene.h"

static void settle_by_energy(ts_simulation *s, bool does) {
    ((ts_cipc *)s->self)->newton_settings.energy_settles = does;
}

START_TEST(free_fall_takes_two_iterations) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_test_add(&setup, "cube", ts_test_cube(0.1, (double[3]){0, 0, 0}),
                &(ts_new_body){.body.material = ts_test_material(), .velocity = {0.3, 0, 0}});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    for (int k = 0; k < 4; ++k) {
        settle_by_energy(s, k % 2 == 0);
        const double before = s->state.v[0][1];
        ck_assert_int_eq(ts_test_step(s).iterations, k % 2 == 0 ? 2 : 4);
        ck_assert_double_eq_tol(s->state.v[0][1], before - 9.81 * s->settings.h, 1e-9);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Mass-weighted distance over the time step, m/s, of the ends of two runs. */
static double apart(const ts_simulation *a, const ts_simulation *b) {
    double sum = 0.0, mass = 0.0;
    for (size_t i = 0; i < a->bodies.nodes; ++i) {
        double d[3];
        ts_sub(a->state.x[i], b->state.x[i], d);
        sum += a->bodies.mass[i] * ts_norm2(d);
        mass += a->bodies.mass[i];
    }
    return sqrt(sum / mass) / a->settings.h;
}

/* Cloth, rod, tets and particles in contact: every step once to the tolerance, from where another has solved the one
 * before to a thousandth of 1e-3. At 1e-3 the fourth step ends 1.4 tolerances away, in a slow end whose increments are
 * shorter than what is left; at 1e-4 it comes to the same minimum, 0.3 tolerances away. */
START_TEST(it_ends_as_near_as_the_tolerance_says) {
    enum { STEPS = 6 };
    static const double TOLERANCE[] = {1e-3, 1e-4}, MOST[] = {2.0, 1.0};
    const double tolerance = TOLERANCE[_i];
    ts_setup setups[2] = {ts_test_mixed(TS_IMPLICIT_EULER), ts_test_mixed(TS_IMPLICIT_EULER)};
    ts_ccd_method methods[2];
    ts_simulation *s[2];
    for (int i = 0; i < 2; ++i) {
        setups[i].settings.tolerance = i == 0 ? 1e-6 : tolerance;
        s[i] = ts_test_start(&setups[i], 0.0, &methods[i]);
        settle_by_energy(s[i], i == 1);
    }
    for (int k = 0; k < STEPS; ++k) {
        const size_t bytes = s[0]->bodies.nodes * sizeof *s[0]->state.x;
        memcpy(s[1]->state.x, s[0]->state.x, bytes);
        memcpy(s[1]->state.v, s[0]->state.v, bytes);
        ts_test_step(s[0]);
        ts_test_step(s[1]);
        ck_assert_double_lt(apart(s[0], s[1]), MOST[_i] * tolerance);
    }
    for (int i = 0; i < 2; ++i) {
        ts_simulation_destroy(s[i]);
        ts_ccd_method_clear(&methods[i]);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("energy settles");
    tcase_add_test(cases, free_fall_takes_two_iterations);
    tcase_add_loop_test(cases, it_ends_as_near_as_the_tolerance_says, 0, 2);
    Suite *suite = suite_create("energy settles");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
