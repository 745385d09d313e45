/* SPDX-License-Identifier: MIT
 * Memory in large pages: where it begins, and that all of it is there. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

int main(void) {
    Suite *suite = suite_create("pages");
    TCase *tests = tcase_create("pages");
    tcase_add_test(tests, all_of_it_can_be_written);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
