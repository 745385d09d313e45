/* SPDX-License-Identifier: MIT
 * What every Check program of the suite needs: a main, a printed seed, a multiplier for random tests. */
#ifndef TS_TESTS_SUPPORT_H
#define TS_TESTS_SUPPORT_H

#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/instructions.h"

/* Check's own says at each assertion that holds where the test is, by a write to a file, for the message on a crash of
 * a forked test. Nothing forks here, and that took most of the time of tests with many assertions. */
#undef ck_assert_msg
#define ck_assert_msg(expr, ...)                                                                                       \
    ((expr) ? (void)0 : _ck_assert_failed(__FILE__, __LINE__, "Assertion '" #expr "' failed", __VA_ARGS__))

/* Seed of the random tests: TS_TEST_SEED, or a fixed one; printed so that a failure can be repeated. */
static inline uint64_t ts_test_seed(void) {
    const char *text = getenv("TS_TEST_SEED");
    const uint64_t seed = text ? strtoull(text, NULL, 0) : UINT64_C(20261121);
    printf("seed %llu (TS_TEST_SEED)\n", (unsigned long long)seed);
    return seed;
}

/* Code under sanitizers takes several times as long, and a wrong access shows in a few cases as well as in many. */
static inline bool ts_test_is_sanitized(void) {
#if defined(__SANITIZE_ADDRESS__)
    return true;
#else
    return false;
#endif
}

/* Number of random cases: `count` scaled by TS_TEST_MULTIPLIER. */
static inline int ts_test_cases(int count) {
    const char *text = getenv("TS_TEST_MULTIPLIER");
    const double factor = text ? strtod(text, NULL) : 1.0;
    const double scaled = (double)count * factor;
    return scaled < 1.0 ? 1 : (int)scaled;
}

/* Sets of instructions that kernels are compiled for. */
enum { TS_TEST_PORTABLE, TS_TEST_AVX2, TS_TEST_AVX512, TS_TEST_WIDTHS };

/* Whether this machine has them; says so where it has not. */
static inline bool ts_test_has_width(int width) {
    static const char *const names[TS_TEST_WIDTHS] = {"portable", "AVX2", "AVX-512"};
    bool has[TS_TEST_WIDTHS] = {true, false, false};
#if defined(__x86_64__)
    has[TS_TEST_AVX2] = __builtin_cpu_supports("avx2");
    has[TS_TEST_AVX512] = ts_has_avx512();
#endif
    if (!has[width]) printf("this machine has no %s: skipped\n", names[width]);
    return has[width];
}

static inline int ts_run_suite(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
