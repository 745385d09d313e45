/* SPDX-License-Identifier: MIT
 * Stitches against their definition in MPFR; moved along with what they join, they cost nothing. */
#include <math.h>

#include "cipc/potentials/table.h"
#include "core/random.h"
#include "tests/cipc/differences.h"
#include "tests/cipc/precise.h"
#include "tests/support.h"

static void stitch_energy(const void *self, mpfr_t *x, mpfr_t out) {
    const ts_stitch *stitch = self;
    const int mark = precise_used;
    const precise w = number(stitch->weight), v = sub(number(1), w);
    precise sum = number(0);
    for (int i = 0; i < 3; ++i) {
        const precise point = add(mul(v, x[3 + i]), mul(w, x[6 + i]));
        const precise gap = sub(x[i], point);
        sum = add(sum, mul(gap, gap));
    }
    mpfr_set(out, times(0.5, mul(number(stitch->stiffness), sum)), MPFR_RNDN);
    precise_reset(mark);
}

static ts_potential made_of(ts_stitch *stitch, ts_bodies *bodies) {
    ts_potential potential;
    ts_error error;
    *bodies = (ts_bodies){.nodes = 3, .stitches = 1, .stitch = stitch};
    ck_assert_int_eq(ts_stitch_potential.init(bodies, &potential, &error), TS_OK);
    ck_assert_uint_eq(potential.count, 1);
    ck_assert_int_eq(ts_stencil_size(potential.stencil[0]), 3);
    return potential;
}

START_TEST(agrees_with_the_definition) {
    static const double weights[] = {0.0, 1.0, 0.25, 0.7};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    const int cases = ts_test_cases(40);
    for (int k = 0; k < cases; ++k) {
        ts_stitch stitch = {0, 1, 2, weights[k % 4], ts_random_between(&random, 1.0, 1e4)};
        ts_bodies bodies;
        ts_potential potential = made_of(&stitch, &bodies);
        double x[3][3], value, gradient[12], hessian[144];
        reference_point expected;
        for (int i = 0; i < 9; ++i) x[i / 3][i % 3] = ts_random_between(&random, -1.0, 1.0);
        potential.evaluate(potential.self, (const double(*)[3])x, 0, 1,
                           &(ts_locals){.value = &value, .gradient = &gradient, .hessian = &hessian});
        potential.clear(&potential);
        reference_evaluate(&(reference_function){stitch_energy, &stitch, 9}, x[0], &expected);
        ck_assert_double_eq_tol(value, expected.value, 1e-13 * stitch.stiffness);
        ck_assert_double_le(reference_error(1, 9, gradient, expected.gradient), 1e-13);
        ck_assert_double_le(reference_error(9, 9, hessian, expected.hessian), 1e-13);
        ck_assert_double_ge(reference_project(9, hessian), -1e-13 * stitch.stiffness);
    }
}
END_TEST

START_TEST(rigid_motions_cost_nothing) {
    ts_stitch stitch = {0, 1, 2, 0.25, 1000.0};
    ts_bodies bodies;
    ts_potential potential = made_of(&stitch, &bodies);
    const double together[3][3] = {{2.0, 3.25, 1.0}, {2.0, 3.0, 1.0}, {2.0, 4.0, 1.0}};
    double turned[3][3], value;
    for (int a = 0; a < 3; ++a) {
        turned[a][0] = 0.6 * together[a][0] - 0.8 * together[a][1] - 7.0;
        turned[a][1] = 0.8 * together[a][0] + 0.6 * together[a][1];
        turned[a][2] = together[a][2] + 2.0;
    }
    potential.evaluate(potential.self, together, 0, 1, &(ts_locals){.value = &value});
    ck_assert_double_eq(value, 0.0);
    potential.evaluate(potential.self, (const double(*)[3])turned, 0, 1, &(ts_locals){.value = &value});
    ck_assert_double_le(value, 1e-25);
    potential.clear(&potential);
}
END_TEST

/* Positions are multiples of 2^-30, so that moving them to 2^20 m rounds nothing: the gap between the nodes is what it
 * was, and so is all that is made of it. */
START_TEST(far_from_the_origin_nothing_is_lost) {
    const double far = 1048576.0;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int k = 0; k < ts_test_cases(40); ++k) {
        ts_stitch stitch = {0, 1, 2, ts_random_between(&random, 0.0, 1.0), 1000.0};
        ts_bodies bodies;
        ts_potential potential = made_of(&stitch, &bodies);
        double x[3][3], moved[3][3], value[2], gradient[2][12];
        for (int i = 0; i < 9; ++i) {
            x[i / 3][i % 3] = ldexp(rint(ldexp(ts_random_between(&random, -1.0, 1.0), 30)), -30);
            moved[i / 3][i % 3] = x[i / 3][i % 3] + far;
        }
        potential.evaluate(potential.self, (const double(*)[3])x, 0, 1,
                           &(ts_locals){.value = &value[0], .gradient = &gradient[0]});
        potential.evaluate(potential.self, (const double(*)[3])moved, 0, 1,
                           &(ts_locals){.value = &value[1], .gradient = &gradient[1]});
        potential.clear(&potential);
        ck_assert_double_eq(value[1], value[0]);
        ck_assert_mem_eq(gradient[1], gradient[0], 9 * sizeof **gradient);
    }
}
END_TEST

START_TEST(nothing_to_stitch) {
    ts_potential potential;
    ts_error error;
    ck_assert_int_eq(ts_stitch_potential.init(&(ts_bodies){.nodes = 3}, &potential, &error), TS_OK);
    ck_assert_uint_eq(potential.count, 0);
    potential.clear(&potential);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stitch");
    TCase *tests = tcase_create("stitches");
    tcase_add_test(tests, agrees_with_the_definition);
    tcase_add_test(tests, rigid_motions_cost_nothing);
    tcase_add_test(tests, far_from_the_origin_nothing_is_lost);
    tcase_add_test(tests, nothing_to_stitch);
    suite_add_tcase(suite, tests);
    const int status = ts_run_suite(suite);
    precise_free();
    return status;
}
