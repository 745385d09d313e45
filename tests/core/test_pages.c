/* SPDX-License-Identifier: MIT
 * Memory in large pages: where it begins, and that all of it is there; and memory that is given back. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/pages.h"
#include "tests/support.h"

START_TEST(all_of_it_can_be_written) {
    static const size_t sizes[] = {1, 4096, (2 << 20) - 1, (2 << 20) + 1, 9 << 20};
    unsigned char *taken[sizeof sizes / sizeof *sizes];
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        taken[k] = ts_pages_take(sizes[k]);
        ck_assert_ptr_nonnull(taken[k]);
        ck_assert_uint_eq((uintptr_t)taken[k] % (sizes[k] < 1 << 20 ? 64 : 2 << 20), 0);
        memset(taken[k], (int)k, sizes[k]);
    }
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        ck_assert_uint_eq(taken[k][0], k);
        ck_assert_uint_eq(taken[k][sizes[k] - 1], k);
        free(taken[k]);
    }
}
END_TEST

/* Page faults while as much is taken, written and given back as a large array and many small ones have. */
static long faults_of_a_round(void) {
    enum { LARGE = 16 << 20, SMALL = 64 << 10, COUNT = 256 };
    static unsigned char *small[COUNT];
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    unsigned char *large = malloc(LARGE);
    ck_assert_ptr_nonnull(large);
    memset(large, 1, LARGE);
    for (int i = 0; i < COUNT; ++i) {
        small[i] = malloc(SMALL);
        ck_assert_ptr_nonnull(small[i]);
        memset(small[i], 1, SMALL);
    }
    ck_assert_uint_eq(large[LARGE - 1], small[COUNT - 1][SMALL - 1]);
    free(large);
    for (int i = 0; i < COUNT; ++i) free(small[i]);
    getrusage(RUSAGE_SELF, &after);
    return after.ru_minflt - before.ru_minflt;
}

START_TEST(what_is_given_back_is_kept) {
#ifdef __GLIBC__
    if (ts_test_is_sanitized()) return; /* sanitizers have an allocator of their own */
    ts_pages_keep();
    const long first = faults_of_a_round(), second = faults_of_a_round();
    ck_assert_int_gt(first, 8); /* 32 MiB, in pages of 2 MiB or less */
    ck_assert_int_le(second, first / 4);
#endif
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pages");
    TCase *tests = tcase_create("pages");
    tcase_add_test(tests, all_of_it_can_be_written);
    tcase_add_test(tests, what_is_given_back_is_kept);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
