/* SPDX-License-Identifier: MIT
 * What resists a step, found by any number of threads: behind what is there already, in the order of the things. */
#include <math.h>
#include <omp.h>

#include "cipc/resistance.h"
#include "core/share.h"
#include "tests/support.h"

enum { MOST = 5000 };

/* None, one or two of each thing. */
static size_t times_of(size_t k) {
    return k % 7 == 3 ? 2 : k % 3 == 0;
}

static size_t find(const void *self, size_t k, const ts_step_trial *trial, ts_resistance out[TS_RESISTANCES_EACH]) {
    for (size_t i = 0; i < TS_RESISTANCES_EACH; ++i) {
        ck_assert(out[i].weight == 0.0 && out[i].of == NULL);
        out[i].weight = trial->weight * (double)(k + 1); /* also where it is not counted */
        out[i].excess = i < times_of(k) ? (double)i : -1.0;
        out[i].of = self;
    }
    return times_of(k);
}

static void check(const ts_resistances *list, size_t at, size_t things, double weight) {
    for (size_t k = 0; k < things; ++k) {
        for (size_t i = 0; i < times_of(k); ++i, ++at) {
            ck_assert_uint_lt(at, list->count);
            ck_assert(list->at[at].weight == weight * (double)(k + 1) && list->at[at].excess == (double)i);
        }
    }
    ck_assert_uint_eq(at, list->count);
}

START_TEST(all_are_found_in_order) {
    ts_resistances list = {0};
    ts_error error;
    const int before = omp_get_max_threads();
    const size_t counts[] = {0, 1, 2, 40, MOST, 3};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k) {
        const ts_resisting things = {.self = &list, .count = counts[k], .find = find};
        for (int threads = 1; threads <= 5; ++threads) {
            omp_set_num_threads(threads);
            list.count = 0;
            ck_assert_int_eq(ts_resistances_find(&list, &things, &(ts_step_trial){.weight = 1.0}, &error), TS_OK);
            check(&list, 0, counts[k], 1.0);
            const size_t first = list.count;
            ck_assert_int_eq(ts_resistances_find(&list, &things, &(ts_step_trial){.weight = 2.0}, &error), TS_OK);
            check(&list, first, counts[k], 2.0);
        }
    }
    omp_set_num_threads(before);
    ts_resistances_clear(&list);
    ck_assert(list.at == NULL && list.part == NULL);
}
END_TEST

/* 4 (1 - d)^3 within 1, -d^2 / 2 within 1: a barrier whose slope rises, and a law whose slope falls. */
static ts_resistance_value cubic(const ts_resistance *resistance, double d) {
    (void)resistance;
    const double in = fmax(1.0 - d, 0.0);
    return (ts_resistance_value){4.0 * in * in * in, -12.0 * in * in, 24.0 * in};
}

static ts_resistance_value concave(const ts_resistance *resistance, double d) {
    (void)resistance;
    return (ts_resistance_value){-0.5 * d * d, -d, -1.0};
}

/* One node goes half a metre nearer, from a distance of 0.75: the quadratic model has what a projected Hessian has, no
 * negative curvature. */
START_TEST(the_excess_is_over_a_convex_model) {
    static const struct {
        ts_resistance_law *law;
        double slope, bend, excess;
    } CASES[] = {{cubic, -1.5, 12.0, 2.0 * (4.0 * 0.421875 - 4.0 * 0.015625 - 0.375 - 0.75)},
                 {concave, -1.5, 0.0, 0.0}};
    static double way[1][3] = {{-0.5, 0.0, 0.0}};
    const ts_step_trial trial = {.way = (const double(*)[3])way, .weight = 2.0, .share = 1.0};
    ts_resistance r = {
        .node = {0, -1, -1, -1}, .row = {{1.0}}, .law = CASES[_i].law, .least = -INFINITY, .weight = 1.0};
    ck_assert_int_eq(ts_resistance_rises(&r, 0.25, &trial), CASES[_i].excess > 0.0);
    ck_assert_double_eq(r.distance, 0.75);
    ck_assert_double_eq(r.weight, 2.0);
    ck_assert_double_eq_tol(r.slope, CASES[_i].slope, 1e-14);
    ck_assert_double_eq_tol(r.bend, CASES[_i].bend, 1e-14);
    ck_assert_double_eq_tol(r.excess, CASES[_i].excess, 1e-14);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("resistance");
    TCase *tests = tcase_create("resistance");
    tcase_add_test(tests, all_are_found_in_order);
    tcase_add_loop_test(tests, the_excess_is_over_a_convex_model, 0, 2);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
