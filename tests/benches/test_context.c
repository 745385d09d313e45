/* SPDX-License-Identifier: MIT
 * What a run says of the machine and the build. */
#include "tests/support.h"

#include <string.h>

#include "benches/context.h"

START_TEST(the_context_is_filled) {
    ts_context context;
    ts_context_fill(&context);
    ck_assert_int_ge(context.cores, 1);
    ck_assert_uint_gt(strlen(context.cpu), 0);
    ck_assert_uint_gt(strlen(context.system), 0);
    ck_assert_uint_eq(strlen(context.date), strlen("2026-01-01T00:00:00Z"));
    ck_assert_str_ne(context.compiler, "unknown");
    ck_assert_ptr_nonnull(strstr(context.flags, "-ffp-contract=off"));
}
END_TEST

START_TEST(the_context_of_a_solver_names_the_kernels_of_its_blas) {
    ts_context plain, context;
    ts_context_fill(&plain);
    ts_context_fill_of_solver(&context);
    ck_assert_str_eq(plain.blas, "");
    ck_assert_uint_gt(strlen(context.blas), 0);
    ck_assert_str_eq(context.cpu, plain.cpu);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("context");
    tcase_add_test(cases, the_context_is_filled);
    tcase_add_test(cases, the_context_of_a_solver_names_the_kernels_of_its_blas);
    Suite *suite = suite_create("context");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
