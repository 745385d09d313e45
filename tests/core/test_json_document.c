/* SPDX-License-Identifier: MIT
 * Whole documents: what is not JSON to the letter is refused with its line and column, a name that stands twice with
 * its path; a checksum that was computed elsewhere is the one that is written, and no flipped bit passes it. */
#include "core/json_document.h"

#include <string.h>

#include "core/json_scan.h"
#include "core/random.h"
#include "tests/datasets/scratch.h"

static void check_refused(const char *text, const char *words) {
    cJSON *root = NULL;
    ts_error error = {0};
    ck_assert_msg(ts_json_document_parse(text, "the text", &root, NULL, &error) == TS_ERROR_DATA, "'%s' passes", text);
    ck_assert_ptr_null(root);
    check_error(&error, TS_ERROR_DATA, (const char *const[]){"the text: ", words, NULL});
}

START_TEST(what_is_no_json_is_refused) {
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"", "line 1, column 1"},
        {"  ", "expected a value"},
        {"{\n \"a\": 1,\n}", "line 3, column 1: not JSON, or not complete: expected a name in quotes"},
        {"{\"a\" 1}", "expected ':'"},
        {"{\"a\": 1", "expected ',' or '}'"},
        {"[1, 2", "expected ',' or ']'"},
        {"[1,]", "expected a value"},
        {"{} {}", "line 1, column 4: not JSON, or not complete: expected the end of the file, not '{}'"},
        {"{}x", "the end of the file"},
        {"[01]", "without zeros in front"},
        {"[1.]", "a digit"},
        {"[.5]", "a value"},
        {"[+1]", "a value"},
        {"[1e]", "a digit"},
        {"[--1]", "a digit"},
        {"[0x10]", "',' or ']'"},
        {"[NaN]", "a value"},
        {"[nul]", "true, false or null"},
        {"[truE]", "true, false or null"},
        {"[\"a]", "the end of the text"},
        {"[\"a\nb\"]", "the end of the text"},
        {"[\"\\x\"]", "an escape"},
        {"[\"\\u12g4\"]", "four hexadecimal digits"},
        {"[\"\\u0000\"]", "other than 0"},
        {"[\"\\ud800\"]", "a pair of surrogates"},
        {"[\"\\udc00\\ud800\"]", "a pair of surrogates"},
        {"[1\v]", "',' or ']'"},
        {"{'a': 1}", "a name in quotes"},
        {"[1 // one\n]", "',' or ']'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) check_refused(wrong[i].text, wrong[i].words);
    char number[80] = "[1";
    memset(number + 2, '0', 63);
    strcat(number, "]");
    check_refused(number, "at most 63 characters");
    char *deep = calloc(1, 20001);
    memset(deep, '[', 20000);
    check_refused(deep, "within each other");
    free(deep);
}
END_TEST

START_TEST(what_is_json_is_read) {
    static const char *const right[] = {"{}",
                                        " [ ] \r\n",
                                        "null",
                                        "-0.0e+10",
                                        "[0, -1, 2.5, 1E5, 1e-5]",
                                        "\"\\u00e9\\ud83d\\ude00\\/\\\"\\\\\"",
                                        "\xef\xbb\xbf{\"a\": {\"a\": [{\"a\": 1}, {\"a\": 2}]}}",
                                        "[true, false, null]"};
    for (size_t i = 0; i < sizeof right / sizeof *right; ++i) {
        cJSON *root = NULL;
        check_ok(ts_json_document_parse(right[i], "the text", &root, NULL, error));
        cJSON_Delete(root);
    }
}
END_TEST

START_TEST(a_name_that_stands_twice_is_refused) {
    check_refused("{\"a\": 1, \"b\": 2, \"a\": 1}", "the text: 'a' stands here twice");
    check_refused("{\"x\": [0, {\"y\": {\"b\": 1, \"c\": 2, \"b\": 3}}]}", "x[1].y: 'b' stands here twice");
    check_refused("{\"a\": 1, \"\\u0061\": 1}", "'a' stands here twice");
}
END_TEST

START_TEST(a_file_with_a_0_in_it_is_no_text) {
    cJSON *root = NULL;
    write_bytes(scratch("zero.json"), "{}\0{}", 5);
    check_fails(ts_json_document_read(scratch("zero.json"), &root, NULL, error), TS_ERROR_DATA, "byte 2 is 0");
    check_fails(ts_json_document_read(scratch("none.json"), &root, NULL, error), TS_ERROR_DATA, "none.json");
    check_fails(ts_json_document_read(scratch_folder, &root, NULL, error), TS_ERROR_DATA, "cannot be");
}
END_TEST

/* ---- Checksums ---- */

static const char SPREAD[] = "{\n\t\"a\":\t[1, 2.50, \"x y\"],\n\t\"b\":\tnull\n}";
static const char COMPACT[] = "{\"a\":[1,2.50,\"x y\"],\"b\":null}";

static ts_checksum checksum_of(const char *text) {
    cJSON *root = NULL;
    ts_checksum checksum;
    check_ok(ts_json_document_parse(text, "the text", &root, &checksum, error));
    cJSON_Delete(root);
    return checksum;
}

/* By the formula of docs/results-schema.json, in Python. */
START_TEST(the_checksum_is_the_documented_one) {
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {COMPACT, "{\"a\":[1,2.50,\"x y\"],\"b\":null,\"checksum\":\"a42bcd39db776f74\"}"},
        {SPREAD, "{\n\t\"a\":\t[1, 2.50, \"x y\"],\n\t\"b\":\tnull,\n\t\"checksum\":\t\"a42bcd39db776f74\"\n}"},
        {"{}", "{\"checksum\":\"498207804443a68c\"}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char *whole = ts_json_with_checksum(cases[i].text);
        ck_assert_str_eq(whole, cases[i].expected);
        ck_assert_int_eq(checksum_of(whole), TS_CHECKSUM_RIGHT);
        free(whole);
        ck_assert_int_eq(checksum_of(cases[i].text), TS_CHECKSUM_NONE);
    }
}
END_TEST

START_TEST(white_space_between_tokens_is_free) {
    ck_assert_int_eq(
        checksum_of(" {\r\n\"a\" : [ 1,2.50,\t\"x y\"],\"b\":null , \"checksum\" :\n \"a42bcd39db776f74\" } "),
        TS_CHECKSUM_RIGHT);
    ck_assert_int_eq(checksum_of("{\"a\":[1,2.50,\"x  y\"],\"b\":null,\"checksum\":\"a42bcd39db776f74\"}"),
                     TS_CHECKSUM_WRONG);
    ck_assert_int_eq(checksum_of("{\"a\":[1,2.5,\"x y\"],\"b\":null,\"checksum\":\"a42bcd39db776f74\"}"),
                     TS_CHECKSUM_WRONG);
    ck_assert_int_eq(checksum_of("{\"b\":null,\"a\":[1,2.50,\"x y\"],\"checksum\":\"a42bcd39db776f74\"}"),
                     TS_CHECKSUM_WRONG);
    ck_assert_int_eq(checksum_of("[{\"checksum\": 3}]"), TS_CHECKSUM_NONE);
    check_refused("{\"checksum\": \"0123456789abcdef\", \"a\": 1}", "the checksum is the last member");
    check_refused("{\"checksum\": \"0123456789ABCDEF\"}", "16 hexadecimal digits");
    check_refused("{\"checksum\": 5}", "16 hexadecimal digits");
    check_refused("{\"checksum\": \"0123456789abcde\"}", "16 hexadecimal digits");
}
END_TEST

/* Damaged in one bit, or in a few bytes, it is no JSON, or its checksum is missing or wrong. */
static void check_not_trusted(const char *damaged) {
    cJSON *root = NULL;
    ts_checksum checksum;
    ts_error error;
    if (ts_json_document_parse(damaged, "the text", &root, &checksum, &error) != TS_OK) return;
    ck_assert_msg(checksum != TS_CHECKSUM_RIGHT, "trusted: %s", damaged);
    cJSON_Delete(root);
}

START_TEST(no_flipped_bit_passes) {
    char *whole = ts_json_with_checksum(COMPACT);
    const size_t length = strlen(whole);
    for (size_t bit = 0; bit < 8 * length; ++bit) {
        whole[bit / 8] = (char)(whole[bit / 8] ^ (1 << bit % 8));
        if (strlen(whole) == length) check_not_trusted(whole);
        whole[bit / 8] = (char)(whole[bit / 8] ^ (1 << bit % 8));
    }
    free(whole);
}
END_TEST

START_TEST(no_other_damage_passes) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    char *whole = ts_json_with_checksum(COMPACT);
    const size_t length = strlen(whole);
    for (int n = ts_test_cases(20000); n-- > 0;) {
        char damaged[200];
        strcpy(damaged, whole);
        for (int k = 0; k < 3; ++k) {
            damaged[ts_random_below(&random, length)] = " 0123456789abcdef\"{}[],:.exy"[ts_random_below(&random, 28)];
        }
        if (strcmp(damaged, whole) != 0) check_not_trusted(damaged);
    }
    free(whole);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json document");
    TCase *tests = tcase_create("json document");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, what_is_no_json_is_refused);
    tcase_add_test(tests, what_is_json_is_read);
    tcase_add_test(tests, a_name_that_stands_twice_is_refused);
    tcase_add_test(tests, a_file_with_a_0_in_it_is_no_text);
    tcase_add_test(tests, the_checksum_is_the_documented_one);
    tcase_add_test(tests, white_space_between_tokens_is_free);
    tcase_add_test(tests, no_flipped_bit_passes);
    tcase_add_test(tests, no_other_damage_passes);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
