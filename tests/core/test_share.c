/* SPDX-License-Identifier: MIT
 * Whether work is worth sharing: how long threads take to begin is the machine's own, what must hold for all is not. */
#include <check.h>
#include <omp.h>

#include "core/share.h"
#include "tests/support.h"

static const size_t ALL = 1000 * 1000 * 1000;

static void with_threads(int threads) {
    omp_set_dynamic(0);
    omp_set_num_threads(threads);
}

START_TEST(one_thread_has_nobody_to_share_with) {
    with_threads(1);
    ck_assert(!ts_pays_to_share(ALL, 1000.0));
}
END_TEST

START_TEST(a_region_within_one_is_not_shared) {
    with_threads(2);
    int shared = 0;
#pragma omp parallel reduction(+ : shared)
    shared += ts_pays_to_share(ALL, 1000.0);
    ck_assert_int_eq(shared, 0);
}
END_TEST

START_TEST(much_is_shared_and_nothing_is_not) {
    for (int threads = 2; threads <= 4; ++threads) {
        with_threads(threads);
        ck_assert(ts_pays_to_share(ALL, 1000.0)); /* a quarter of an hour */
        ck_assert(!ts_pays_to_share(0, 1000.0));
        ck_assert(!ts_pays_to_share(2, 1000.0)); /* less than what is gained at the least, whatever the machine */
    }
}
END_TEST

/* It is measured once: from some amount on all that is more is shared, whether there are more things or longer ones. */
START_TEST(there_is_one_threshold) {
    with_threads(2);
    size_t least = 1;
    while (!ts_pays_to_share(least, 10.0)) least *= 2;
    for (size_t count = least; count <= ALL; count *= 2) ck_assert(ts_pays_to_share(count, 10.0));
    for (size_t count = least / 2; count > 0; count /= 2) ck_assert(!ts_pays_to_share(count, 10.0));
    ck_assert(ts_pays_to_share(least / 2, 20.0));
    ck_assert(!ts_pays_to_share(least, 5.0));
}
END_TEST

START_TEST(tests_may_share_everything) {
    with_threads(2);
    ts_share_everything(true);
    ck_assert(ts_pays_to_share(1, 1.0));
    with_threads(1);
    ck_assert(!ts_pays_to_share(ALL, 1000.0));
    with_threads(2);
    ts_share_everything(false);
    ck_assert(!ts_pays_to_share(1, 1.0));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("share");
    TCase *tcase = tcase_create("threads");
    tcase_add_test(tcase, one_thread_has_nobody_to_share_with);
    tcase_add_test(tcase, a_region_within_one_is_not_shared);
    tcase_add_test(tcase, much_is_shared_and_nothing_is_not);
    tcase_add_test(tcase, there_is_one_threshold);
    tcase_add_test(tcase, tests_may_share_everything);
    suite_add_tcase(suite, tcase);
    return ts_run_suite(suite);
}
