/* SPDX-License-Identifier: MIT
 * The shortest decimals: they read back as the same double, and one digit less does not. */
#include "core/shortest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/random.h"
#include "tests/comma.h"

START_TEST(known_ones) {
    static const struct {
        double value;
        const char *text;
    } known[] = {{0.1, "0.1"},
                 {0.3, "0.3"},
                 {1.0 / 3.0, "0.3333333333333333"},
                 {-0.0, "-0"},
                 {1e6, "1000000"},
                 {123.0, "123"},
                 {100.0, "100"},
                 {2000.5, "2000.5"},
                 {1e15, "1e+15"},
                 {999999999999999.0, "999999999999999"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {INFINITY, "inf"},
                 {5e-324, "5e-324"},
                 {-1e300, "-1e+300"}};
    char text[TS_SHORTEST];
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k)
        ck_assert_str_eq(ts_shortest(known[k].value, text), known[k].text);
    ck_assert_ptr_nonnull(strstr(ts_shortest(NAN, text), "nan"));
}
END_TEST

START_TEST(any_reads_back) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int k = 0; k < ts_test_cases(2000); ++k) {
        const double value = ldexp(ts_random_between(&random, -1, 1), (int)ts_random_between(&random, -300, 300));
        char text[TS_SHORTEST], less[400];
        ck_assert(strtod(ts_shortest(value, text), NULL) == value);
        int digits = 0;
        for (const char *c = text; *c && *c != 'e'; ++c) digits += *c >= '0' && *c <= '9';
        if (strncmp(text, "0.", 2) == 0 || strncmp(text, "-0.", 3) == 0 || digits < 10 || !strchr(text, '.'))
            continue; /* zeros in front, or at the end of a whole number */
        snprintf(less, sizeof less, "%.*g", digits - 1, value);
        ck_assert_msg(strtod(less, NULL) != value, "%s is as good as %s", less, text);
    }
}
END_TEST

START_TEST(there_is_a_point_in_every_language) {
    char text[TS_SHORTEST];
    if (!ts_test_begin_comma()) return;
    ck_assert_str_eq(ts_shortest(0.1, text), "0.1");
    ck_assert_str_eq(ts_shortest(-1.0 / 3.0, text), "-0.3333333333333333");
    ck_assert_double_eq(strtod("0,5", NULL), 0.5); /* which is set as it was */
    setlocale(LC_ALL, "C");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shortest");
    TCase *tests = tcase_create("shortest");
    tcase_add_test(tests, known_ones);
    tcase_add_test(tests, any_reads_back);
    tcase_add_test(tests, there_is_a_point_in_every_language);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
