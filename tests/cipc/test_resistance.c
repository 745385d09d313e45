/* SPDX-License-Identifier: MIT
 * What resists a step, found by any number of threads: behind what is there already, in the order of the things. */
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

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("resistance");
    TCase *tests = tcase_create("resistance");
    tcase_add_test(tests, all_are_found_in_order);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
