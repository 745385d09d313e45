/* SPDX-License-Identifier: MIT
 * Lists of texts. */
#include "core/text_list.h"

#include "tests/support.h"

START_TEST(texts_are_copied_in_order) {
    char text[] = "one,two";
    ts_text_list list = {0};
    ck_assert_int_eq(ts_text_list_add(&list, text, 3, NULL), TS_OK);
    ck_assert_int_eq(ts_text_list_add(&list, text + 4, 3, NULL), TS_OK);
    text[0] = text[4] = 'x';
    ck_assert_uint_eq(list.count, 2);
    ck_assert_str_eq(list.items[0], "one");
    ck_assert_str_eq(list.items[1], "two");
    ts_text_list_clear(&list);
    ck_assert_uint_eq(list.count, 0);
    ck_assert_ptr_null(list.items);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("text_list");
    TCase *tests = tcase_create("text_list");
    tcase_add_test(tests, texts_are_copied_in_order);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
