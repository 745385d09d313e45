/* SPDX-License-Identifier: MIT
 * JSON objects in. */
#include "core/json.h"

#include <string.h>

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

int main(void) {
    Suite *suite = suite_create("json");
    TCase *tests = tcase_create("json");
    tcase_add_test(tests, only_one_object_is_accepted);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
