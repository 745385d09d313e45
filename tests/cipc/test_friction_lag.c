/* SPDX-License-Identifier: MIT
 * Lagged friction of a particle above another: how far its forces have changed, and what is about to slip. */
#include "cipc/solver_parts.h"
#include "tests/cipc/small_scenes.h"

static const double DHAT = 1e-3, EPS_V = 1e-3, H = 0.01;

static ts_simulation *two_particles(ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.dhat = DHAT;
    setup.settings.eps_v = EPS_V;
    setup.settings.h = H;
    const ts_new_body particle = {.body.material = ts_test_material()};
    ts_test_add(&setup, "below", ts_test_particle(0, 0, 0), &particle);
    ts_test_add(&setup, "above", ts_test_particle(0, 0.5 * DHAT, 0), &particle);
    return ts_test_start(&setup, 0.5, method);
}

/* What a lag says with the upper particle at that height, in shares of dhat. */
static double lag_at(const ts_simulation *s, double height) {
    ts_cipc *cipc = s->self;
    const double x[2][3] = {{0.0}, {0.0, height * DHAT, 0.0}};
    double change = -1.0;
    ck_assert_int_eq(ts_objective_update(&cipc->objective, x, NULL), TS_OK);
    ck_assert_int_eq(ts_friction_lag(cipc->friction, cipc->contact, x, (const double(*)[3])s->state.x, &change, NULL),
                     TS_OK);
    return change;
}

/* Relative to the larger of both forces, whether they grow, fall or end. */
START_TEST(changes_are_told_up_and_down) {
    ts_ccd_method method;
    ts_simulation *s = two_particles(&method);
    ck_assert_double_eq(lag_at(s, 2.0), 0.0);
    ck_assert_double_eq(lag_at(s, 0.5), 1.0);
    ck_assert_double_eq(lag_at(s, 0.5), 0.0);
    const double fallen = lag_at(s, 0.6), grown = lag_at(s, 0.5);
    ck_assert_double_gt(fallen, 0.1);
    ck_assert_double_lt(fallen, 0.9);
    ck_assert_double_eq_tol(grown, fallen, 1e-12);
    ck_assert_double_eq(lag_at(s, 2.0), 1.0);
    ck_assert_double_eq(lag_at(s, 2.0), 0.0);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Between 0.8 and 1.25 times eps_v. */
START_TEST(what_slips_for_good_is_not_coming_loose) {
    static const struct {
        double speed, loosening; /* speed over eps_v */
    } CASES[] = {{0.0, 0.0}, {0.79, 0.0}, {0.81, 1.0}, {1.0, 1.0}, {1.24, 1.0}, {1.26, 0.0}, {100.0, 0.0}};
    ts_ccd_method method;
    ts_simulation *s = two_particles(&method);
    const ts_cipc *cipc = s->self;
    lag_at(s, 0.5);
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        const double x[2][3] = {{0.0}, {CASES[k].speed * EPS_V * H, 0.5 * DHAT, 0.0}};
        ck_assert_double_eq(ts_friction_loosening(cipc->friction, x), CASES[k].loosening);
    }
    lag_at(s, 2.0);
    ck_assert_double_eq(ts_friction_loosening(cipc->friction, (const double(*)[3])s->state.x), 0.0);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("friction lag");
    tcase_add_test(cases, changes_are_told_up_and_down);
    tcase_add_test(cases, what_slips_for_good_is_not_coming_loose);
    Suite *suite = suite_create("friction lag");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
