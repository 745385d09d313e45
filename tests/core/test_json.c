/* SPDX-License-Identifier: MIT
 * JSON objects in, exact doubles out. */
#include "core/json.h"

#include <math.h>
#include <string.h>

#include "core/random.h"
#include "tests/support.h"

START_TEST(only_one_object_is_accepted) {
    static const char *const wrong[] = {"", "{", "[]", "3", "{} x", "{\"a\" 1}", "nul"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        cJSON *object = NULL;
        ts_error error = {0};
        ck_assert_int_eq(ts_json_parse_object(wrong[i], "the text", &object, &error), TS_ERROR_USAGE);
        ck_assert_ptr_null(object);
        ck_assert_ptr_nonnull(strstr(error.message, "the text"));
    }
    cJSON *object = NULL;
    ck_assert_int_eq(ts_json_parse_object(" {\"a\": 1.5} ", "the text", &object, NULL), TS_OK);
    ck_assert_double_eq(cJSON_GetObjectItem(object, "a")->valuedouble, 1.5);
    cJSON_Delete(object);
}
END_TEST

START_TEST(doubles_survive_the_trip) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int n = ts_test_cases(2000); n-- > 0;) {
        double value;
        do {
            const uint64_t bits = ts_random_bits(&random);
            memcpy(&value, &bits, sizeof value);
        } while (!isfinite(value));
        cJSON *object = cJSON_CreateObject();
        ck_assert(ts_json_add_real(object, "x", value));
        ck_assert(ts_json_add_real(object, "nan", NAN));
        char *text = cJSON_Print(object);
        cJSON_Delete(object);
        ck_assert_int_eq(ts_json_parse_object(text, "the text", &object, NULL), TS_OK);
        ck_assert(cJSON_GetObjectItem(object, "x")->valuedouble == value);
        ck_assert(cJSON_IsNull(cJSON_GetObjectItem(object, "nan")));
        cJSON_Delete(object);
        cJSON_free(text);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json");
    TCase *tests = tcase_create("json");
    tcase_add_test(tests, only_one_object_is_accepted);
    tcase_add_test(tests, doubles_survive_the_trip);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
