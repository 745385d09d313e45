/* SPDX-License-Identifier: MIT
 * The JSON builder: doubles and counts arrive with every bit, and a failed allocation anywhere ends in an error. */
#include "core/json_build.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "tests/comma.h"
#include "tests/failing_json.h"

START_TEST(doubles_survive_the_trip) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int n = ts_test_cases(2000); n-- > 0;) {
        double value;
        do {
            const uint64_t bits = ts_random_bits(&random);
            memcpy(&value, &bits, sizeof value);
        } while (!isfinite(value));
        ts_json_builder builder = {0};
        cJSON *object = ts_build_root(&builder);
        ts_build_real(&builder, object, "x", value);
        ts_build_real(&builder, object, "nan", NAN);
        ts_build_real(&builder, object, "infinite", INFINITY);
        char *text = ts_build_print(&builder, object);
        ck_assert_ptr_nonnull(text);
        object = cJSON_Parse(text);
        ck_assert(cJSON_GetObjectItem(object, "x")->valuedouble == value);
        ck_assert(cJSON_IsNull(cJSON_GetObjectItem(object, "nan")));
        ck_assert(cJSON_IsNull(cJSON_GetObjectItem(object, "infinite")));
        cJSON_Delete(object);
        cJSON_free(text);
    }
}
END_TEST

START_TEST(there_is_a_point_in_every_language) {
    if (!ts_test_begin_comma()) return;
    ts_json_builder builder = {0};
    cJSON *object = ts_build_root(&builder);
    ts_build_real(&builder, object, "x", -1.5);
    char *text = ts_build_print(&builder, object);
    setlocale(LC_ALL, "C");
    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_nonnull(strstr(text, "-1.5"));
    cJSON_free(text);
}
END_TEST

/* One of everything that can be built. */
static char *build_all(ts_json_builder *builder) {
    cJSON *root = ts_build_root(builder), *apart = ts_build_root_array(builder);
    ts_build_count(builder, root, "count", UINT64_MAX);
    ts_build_text(builder, root, "text", "\"quoted\"");
    ts_build_text(builder, root, "none", NULL);
    ts_build_own_text(builder, root, "own", strdup("own"));
    ts_build_flag(builder, root, "flag", true);
    ts_build_null(builder, root, "null");
    ts_build_raw(builder, root, "raw", "{\"a\":[1]}");
    cJSON *list = ts_build_array(builder, root, "list");
    ts_build_real(builder, list, NULL, -1.5);
    ts_build_real(builder, ts_build_object(builder, list, NULL), "deep", 0.1);
    ts_build_real(builder, apart, NULL, 2.0);
    ts_build_copy(builder, root, "copy", list);
    ts_build_move(builder, root, "moved", apart);
    return ts_build_print_compact(builder, root);
}

static const char ALL[] = "{\"count\":18446744073709551615,\"text\":\"\\\"quoted\\\"\",\"none\":null,\"own\":\"own\","
                          "\"flag\":true,\"null\":null,\"raw\":{\"a\":[1]},"
                          "\"list\":[-1.5,{\"deep\":0.10000000000000001}],"
                          "\"copy\":[-1.5,{\"deep\":0.10000000000000001}],\"moved\":[2]}";

START_TEST(everything_is_built) {
    ts_json_builder builder = {0};
    char *text = build_all(&builder);
    ck_assert_str_eq(text, ALL);
    ck_assert(!builder.failed);
    cJSON_free(text);
}
END_TEST

START_TEST(every_failed_allocation_is_told) {
    size_t failures = 0;
    for (;; ++failures) {
        ts_json_builder builder = {0};
        ts_fail_json_allocation(failures);
        char *text = build_all(&builder);
        const bool failed = ts_json_allocation_failed();
        ck_assert_int_eq(builder.failed, failed);
        ck_assert_int_eq(text == NULL, failed);
        if (text) ck_assert_str_eq(text, ALL);
        cJSON_free(text);
        ck_assert_uint_eq(ts_json_allocations_left(), 0);
        ts_restore_json_allocation();
        if (!failed) break;
    }
    ck_assert_uint_gt(failures, 30);
}
END_TEST

/* Nobody looks before the end. */
START_TEST(what_follows_a_failure_is_skipped) {
    ts_json_builder builder = {0};
    cJSON *nothing = ts_build_object(&builder, NULL, "a");
    ck_assert_ptr_null(nothing);
    ck_assert(builder.failed);
    ts_build_text(&builder, nothing, "b", "c");
    ts_build_move(&builder, nothing, "d", ts_build_root(&builder));
    ts_build_own_text(&builder, ts_build_array(&builder, nothing, NULL), NULL, strdup("e"));
    ck_assert_ptr_null(ts_build_print(&builder, ts_build_root(&builder)));
    builder = (ts_json_builder){0};
    ts_build_own_text(&builder, NULL, "f", NULL);
    ck_assert(builder.failed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json_build");
    TCase *tests = tcase_create("json_build");
    tcase_add_test(tests, doubles_survive_the_trip);
    tcase_add_test(tests, there_is_a_point_in_every_language);
    tcase_add_test(tests, everything_is_built);
    tcase_add_test(tests, every_failed_allocation_is_told);
    tcase_add_test(tests, what_follows_a_failure_is_skipped);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
