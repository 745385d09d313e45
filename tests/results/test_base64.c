/* SPDX-License-Identifier: MIT
 * Base 64 of words: what is written is read back, known texts are the known words, and what is none is said to be
 * none. */
#include "results/base64.h"

#include <string.h>

#include "core/random.h"
#include "tests/support.h"

START_TEST(words_come_back) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (size_t count = 0; count < 40; ++count) {
        uint32_t words[40] = {0}, *back = NULL;
        size_t found = 0;
        for (size_t w = 0; w < count; ++w) words[w] = (uint32_t)ts_random_bits(&random);
        char *text = ts_base64_encode(words, count);
        ck_assert_uint_eq(strlen(text), (4 * count + 2) / 3 * 4);
        ck_assert_int_eq(ts_base64_decode(text, &back, &found), TS_OK);
        ck_assert_uint_eq(found, count);
        ck_assert(memcmp(words, back, count * sizeof *words) == 0);
        free(back);
        free(text);
    }
}
END_TEST

/* As any other tool codes these bytes. */
START_TEST(known_texts_are_known_words) {
    uint32_t *words = NULL;
    size_t count;
    ck_assert_int_eq(ts_base64_decode("AQIDBA==", &words, &count), TS_OK);
    ck_assert(count == 1 && words[0] == 0x04030201);
    free(words);
    ck_assert_int_eq(ts_base64_decode("/////wAAAAB4VjQS", &words, &count), TS_OK);
    ck_assert(count == 3 && words[0] == 0xffffffff && words[1] == 0 && words[2] == 0x12345678);
    free(words);
    ck_assert_int_eq(ts_base64_decode("", &words, &count), TS_OK);
    ck_assert_uint_eq(count, 0);
    free(words);
}
END_TEST

START_TEST(what_is_none_is_data_that_is_malformed) {
    static const char *const wrong[] = {"A",           "AQIDBA",   "AQIDBA=",  "AQID",
                                        "AQIDB===",    "AQ=DBA==", "AQIDBB==", "AQ DBA==",
                                        "AQIDB\xc3==", "AQIDB-==", "====",     "AQIDBA==AQIDBA=="};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        uint32_t *words = NULL;
        size_t count = 7;
        ck_assert_msg(ts_base64_decode(wrong[i], &words, &count) == TS_ERROR_DATA, "'%s' passes", wrong[i]);
        ck_assert(!words && count == 7);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("base64");
    TCase *tests = tcase_create("base64");
    tcase_add_test(tests, words_come_back);
    tcase_add_test(tests, known_texts_are_known_words);
    tcase_add_test(tests, what_is_none_is_data_that_is_malformed);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
