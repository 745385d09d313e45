/* SPDX-License-Identifier: MIT
 * Anchors: value and derivatives where they are known exactly, and weights that come and go. */
#include <math.h>

#include "cipc/potentials/anchor.h"
#include "tests/support.h"

enum { NODES = 5 };

START_TEST(anchors_pull_with_their_weight) {
    double weight[NODES] = {2, 0, 0.5, -1, 8}, target[NODES][3] = {{0}}, x[NODES][3];
    for (int a = 0; a < NODES; ++a)
        for (int i = 0; i < 3; ++i) {
            target[a][i] = 0.25 * a - i;
            x[a][i] = target[a][i] + (i + 1) * 0.5;
        }
    ts_potential potential;
    ts_error error;
    ck_assert(ts_anchor_init("inertia", NODES, weight, (const double(*)[3])target, &potential, &error) == TS_OK);
    ck_assert_str_eq(potential.name, "inertia");
    ck_assert_uint_eq(potential.count, 3);
    const int32_t anchored[] = {0, 2, 4};
    double value[3], gradient[3][12], hessian[3][144];
    potential.evaluate(potential.self, (const double(*)[3])x, 0, 1,
                       &(ts_locals){.value = value, .gradient = gradient, .hessian = hessian});
    potential.evaluate(potential.self, (const double(*)[3])x, 1, 2,
                       &(ts_locals){.value = value + 1, .gradient = gradient + 1, .hessian = hessian + 1});
    for (int k = 0; k < 3; ++k) {
        const double m = weight[anchored[k]];
        ck_assert_int_eq(potential.stencil[k][0], anchored[k]);
        ck_assert_int_eq(ts_stencil_size(potential.stencil[k]), 1);
        ck_assert(value[k] == 0.5 * m * 3.5); /* 0.25 + 1 + 2.25 */
        for (int i = 0; i < 3; ++i) {
            ck_assert(gradient[k][i] == m * (i + 1) * 0.5);
            for (int j = 0; j < 3; ++j) ck_assert(hessian[k][12 * i + j] == (i == j ? m : 0));
        }
    }
    potential.clear(&potential);
    ck_assert(potential.self == NULL);
}
END_TEST

START_TEST(weights_and_targets_change_between_evaluations) {
    double weight[NODES] = {0}, target[NODES][3] = {{0}}, x[NODES][3] = {{0}}, value;
    ts_potential potential;
    ts_error error;
    ck_assert(ts_anchor_init("pull", NODES, weight, (const double(*)[3])target, &potential, &error) == TS_OK);
    ck_assert_uint_eq(potential.count, 0);
    weight[3] = 4;
    target[3][1] = 3;
    ck_assert(potential.update(&potential, (const double(*)[3])x, &error) == TS_OK);
    ck_assert_uint_eq(potential.count, 1);
    ck_assert_int_eq(potential.stencil[0][0], 3);
    potential.evaluate(potential.self, (const double(*)[3])x, 0, 1, &(ts_locals){.value = &value});
    ck_assert(value == 18);
    weight[3] = 2;
    target[3][1] = 1;
    potential.evaluate(potential.self, (const double(*)[3])x, 0, 1, &(ts_locals){.value = &value});
    ck_assert(value == 1);
    weight[3] = 0;
    ck_assert(potential.update(&potential, (const double(*)[3])x, &error) == TS_OK);
    ck_assert_uint_eq(potential.count, 0);
    potential.clear(&potential);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("anchor");
    TCase *tests = tcase_create("anchor");
    tcase_add_test(tests, anchors_pull_with_their_weight);
    tcase_add_test(tests, weights_and_targets_change_between_evaluations);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
