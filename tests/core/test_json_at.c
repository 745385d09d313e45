/* SPDX-License-Identifier: MIT
 * Reading JSON by path: what a complaint leaves behind is a value that callers can convert. */
#include "core/json_at.h"

#include <math.h>
#include <string.h>

#include "tests/support.h"

START_TEST(a_number_out_of_range_becomes_one_in_it) {
    static const ts_json_range RANGES[] = {
        {1.0, 1e9, true, true},         {0.0, INFINITY, false, false}, {-INFINITY, 0.5, false, true},
        {-INFINITY, 3.0, false, false}, {-1.0, 0.5, false, false},     {2.0, INFINITY, false, false},
    };
    static const char *const TEXTS[] = {"{\"a\": -4}", "{\"a\": 1e18}", "{\"a\": 1e999}", "{\"a\": \"x\"}",
                                        "{\"a\": 0.5}"};
    int complaints = 0;
    for (size_t t = 0; t < sizeof TEXTS / sizeof *TEXTS; ++t) {
        cJSON *document = cJSON_Parse(TEXTS[t]);
        for (size_t r = 0; r < sizeof RANGES / sizeof *RANGES; ++r) {
            ts_error error = {0};
            ts_json_reading reading = {.error = &error, .file = "file"};
            const ts_json_at root = ts_json_root(document, &reading);
            const ts_json_range range = RANGES[r];
            const double value = ts_json_number(&root, "a", 7.0, range);
            ck_assert(range.lo_closed ? value >= range.lo : value > range.lo);
            ck_assert(range.hi_closed ? value <= range.hi : value < range.hi);
            ck_assert_int_eq(reading.status != TS_OK, error.message[0] != '\0');
            complaints += reading.status != TS_OK;
        }
        cJSON_Delete(document);
    }
    ck_assert_int_gt(complaints, 15);
}
END_TEST

START_TEST(a_whole_number_has_no_fraction) {
    static const struct {
        const char *text;
        double value;
        const char *complaint;
    } CASES[] = {
        {"{\"a\": 3}", 3.0, ""},
        {"{\"a\": 4e2}", 400.0, ""},
        {"{}", 7.0, ""},
        {"{\"a\": 2.5}", 1.0, "file: a: 2.5 is not a whole number"},
        {"{\"a\": 0.5}", 1.0, "file: a: 0.5 is outside [1, 1000]"},
        {"{\"a\": \"3\"}", 1.0, "file: a: a number is expected"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        cJSON *document = cJSON_Parse(CASES[k].text);
        ts_error error = {0};
        ts_json_reading reading = {.error = &error, .file = "file"};
        const ts_json_at root = ts_json_root(document, &reading);
        const double value = ts_json_whole_number(&root, "a", 7.0, (ts_json_range){1.0, 1e3, true, true});
        ck_assert_msg(value == CASES[k].value, "case %zu: %g", k, value);
        ck_assert_msg(strncmp(error.message, CASES[k].complaint, strlen(CASES[k].complaint)) == 0, "case %zu: %s", k,
                      error.message);
        ck_assert_int_eq(reading.status != TS_OK, CASES[k].complaint[0] != '\0');
        cJSON_Delete(document);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("json at");
    tcase_add_test(cases, a_number_out_of_range_becomes_one_in_it);
    tcase_add_test(cases, a_whole_number_has_no_fraction);
    Suite *suite = suite_create("json at");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
