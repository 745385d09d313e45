/* SPDX-License-Identifier: MIT
 * Names in messages. */
#include "core/suggest.h"

#include "tests/support.h"

static const char *const NAMES[] = {"accd", "cubic", "certified"};

START_TEST(the_nearest_name_is_found) {
    ck_assert_str_eq(ts_nearest_name("acd", NAMES, 3), "accd");
    ck_assert_str_eq(ts_nearest_name("certifies", NAMES, 3), "certified");
    ck_assert_str_eq(ts_nearest_name("", NAMES, 3), "accd");
    static const char *const SCENES[] = {"noodles", "needle-bed-large", "needle-bed"};
    ck_assert_str_eq(ts_nearest_name("needle", SCENES, 3), "needle-bed"); /* it goes on so */
    ck_assert_ptr_null(ts_nearest_name("accd", NAMES, 0));
}
END_TEST

START_TEST(names_are_joined_as_far_as_they_fit) {
    char text[24];
    ts_join_names(NAMES, 3, ", ", text, sizeof text);
    ck_assert_str_eq(text, "accd, cubic, certified");
    ts_join_names(NAMES, 3, "|", text, 8);
    ck_assert_str_eq(text, "accd|cu");
    ts_join_names(NAMES, 0, "|", text, sizeof text);
    ck_assert_str_eq(text, "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("suggest");
    TCase *tests = tcase_create("suggest");
    tcase_add_test(tests, the_nearest_name_is_found);
    tcase_add_test(tests, names_are_joined_as_far_as_they_fit);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
