/* SPDX-License-Identifier: MIT
 * Text on its way out: what a terminal, CSV, Markdown, LaTeX, XML and JSON are sent, held against the C library's own
 * reading of UTF-8; and a printf that escapes, against the C library's. */
#include "core/escape.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <wchar.h>
#include <wctype.h>

#include <cJSON.h>

#include "core/error.h"
#include "core/json_build.h"
#include "core/random.h"
#include "core/say.h"
#include "tests/support.h"

static char *put(void (*how)(FILE *, const char *), const char *text) {
    char *made = NULL;
    size_t length;
    FILE *out = open_memstream(&made, &length);
    how(out, text);
    fclose(out);
    return made;
}

static void check_put(void (*how)(FILE *, const char *), const char *text, const char *expected) {
    char *made = put(how, text);
    ck_assert_str_eq(made, expected);
    free(made);
}

static void put_code(FILE *out, const char *text) {
    ts_put_markdown_code(out, text, false);
}

static void put_code_in_table(FILE *out, const char *text) {
    ts_put_markdown_code(out, text, true);
}

/* All of it UTF-8 by the C library, and nothing of it a control character. */
static void check_clean(const char *text) {
    mbstate_t state = {0};
    wchar_t c;
    for (size_t length; (length = mbrtowc(&c, text, 6, &state)) > 0; text += length) {
        ck_assert_msg(length < (size_t)-2, "\"%s\" is not UTF-8", text);
        ck_assert_msg(!iswcntrl((wint_t)c), "U+%04x is sent raw", (unsigned)c);
    }
}

START_TEST(what_may_not_be_shown_is_written_out) {
    check_put(ts_put_terminal, "plain, h\xc3\xa9t\xc3\xa9 \xf0\x9f\x98\x80",
              "plain, h\xc3\xa9t\xc3\xa9 \xf0\x9f\x98\x80");
    check_put(ts_put_terminal, "a\nb\tc\rd\033[2Je\177", "a\\nb\\tc\\rd\\x1b[2Je\\x7f");
    check_put(ts_put_terminal,
              "\xc2\x9b"
              "31m",
              "\\u009b31m");
    check_put(ts_put_terminal,
              "\xe2\x80\xae"
              "5h",
              "\\u202e5h");
    check_put(ts_put_terminal, "\xff\x9b", "\\xff\\x9b");
    check_put(ts_put_terminal, "\xc0\xae \xed\xa0\x80 \xf4\x90\x80\x80",
              "\\xc0\\xae \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80");
    check_put(ts_put_terminal, "\xe2\x82", "\\xe2\\x82");
    char cut[8];
    ts_terminal_copy("abc\ndefg", cut, sizeof cut);
    ck_assert_str_eq(cut, "abc\\nde");
    ts_terminal_copy("abcdef\n", cut, sizeof cut); /* nothing is cut in two */
    ck_assert_str_eq(cut, "abcdef");
}
END_TEST

START_TEST(a_cell_of_csv_is_no_formula_and_numbers_stay_numbers) {
    static const char *const same[] = {"plain", "-1.5", "+2e-308", "-inf", "nan", "-", "", "a=b", "1-2", "'x"};
    for (size_t i = 0; i < sizeof same / sizeof *same; ++i) check_put(ts_put_csv, same[i], same[i]);
    check_put(ts_put_csv, "=1+1", "\"'=1+1\"");
    check_put(ts_put_csv, "+1+1", "\"'+1+1\"");
    check_put(ts_put_csv, "-2+cmd|' /c calc'!A0", "\"'-2+cmd|' /c calc'!A0\"");
    check_put(ts_put_csv, "@SUM(A1)", "\"'@SUM(A1)\"");
    check_put(ts_put_csv, "\t=1", "\"'\\t=1\"");
    check_put(ts_put_csv, "\r=1", "\"'\\r=1\"");
    check_put(ts_put_csv,
              "\xef\xbc\x9d"
              "1",
              "\"'\xef\xbc\x9d"
              "1\"");
    check_put(ts_put_csv, "a,\"b\"", "\"a,\"\"b\"\"\"");
    check_put(ts_put_csv, "a\nb", "\"a\\nb\"");
}
END_TEST

START_TEST(markup_is_text) {
    check_put(ts_put_markdown, "tight_inclusion -1.5 (100 %)", "tight_inclusion -1.5 (100 %)");
    check_put(ts_put_markdown, "a|b <img> [x](y) `c` *d* _e_", "a\\|b \\<img\\> \\[x\\](y) \\`c\\` \\*d\\* \\_e\\_");
    check_put(ts_put_markdown, "a\n| b", "a\\\\n\\| b");
    check_put(put_code, "a b", "`a b`");
    check_put(put_code, "a`b``c", "``` a`b``c ```");
    check_put(put_code_in_table, "a|b", "`a\\|b`");
    check_put(ts_put_latex, "a_b\\input{x}$^~%#&\n",
              "a\\_b\\textbackslash{}input\\{x\\}\\$\\textasciicircum{}\\textasciitilde{}\\%\\#\\&\\textbackslash{}n");
    check_put(ts_put_latex, "<a|b>", "\\textless{}a\\textbar{}b\\textgreater{}");
    check_put(ts_put_xml, "<a b=\"c\" d='e'>&\033]]>", "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\\x1b]]&gt;");
}
END_TEST

START_TEST(json_keeps_what_it_can_say) {
    static const char said[] = "\033[2J\n\177\xc2\x9b\xe2\x80\xae\xf3\xa0\x80\x81\xf0\x9f\xbf\xbe h\xc3\xa9t\xc3\xa9";
    ts_json_builder builder = {0};
    cJSON *root = ts_build_root(&builder);
    ts_build_text(&builder, root, "said", said);
    ts_build_text(&builder, root, "broken", "a\xff");
    char *text = ts_build_print_compact(&builder, root);
    check_clean(text);
    cJSON *read = cJSON_Parse(text);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(read, "said")), said);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(read, "broken")), "a\\xff");
    cJSON_Delete(read);
    free(text);
}
END_TEST

START_TEST(random_bytes_come_out_clean) {
    void (*const all[])(FILE *, const char *) = {ts_put_terminal, ts_put_csv,   ts_put_markdown,
                                                 put_code,        ts_put_latex, ts_put_xml};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int k = ts_test_cases(20000); k > 0; --k) {
        char text[24];
        const size_t length = ts_random_bits(&random) % sizeof text;
        for (size_t i = 0; i < length; ++i) {
            const uint64_t bits = ts_random_bits(&random);
            text[i] = (char)(bits % 3 == 0 ? 0x80 | (bits >> 8 & 0x7f) : bits >> 8 & 0xff); /* often a continuation */
        }
        text[length] = '\0';
        for (size_t h = 0; h < sizeof all / sizeof *all; ++h) {
            char *made = put(all[h], text);
            check_clean(made);
            free(made);
        }
    }
}
END_TEST

/* ---- A printf that escapes ---- */

#define check_say(...)                                                                                                 \
    do {                                                                                                               \
        char expected[512], *made = NULL;                                                                              \
        size_t length;                                                                                                 \
        snprintf(expected, sizeof expected, __VA_ARGS__);                                                              \
        FILE *out = open_memstream(&made, &length);                                                                    \
        ts_say(out, __VA_ARGS__);                                                                                      \
        fclose(out);                                                                                                   \
        ck_assert_str_eq(made, expected);                                                                              \
        free(made);                                                                                                    \
    } while (0)

START_TEST(it_prints_as_printf_does) {
    check_say("%s|%5s|%-5s|%.2s|%*s|%-*s|%.*s\n", "abc", "abc", "abc", "abc", 6, "abc", -6, "abc", 1, "abc");
    check_say("%d %5d %-5d| %05d %+d %i %ld %lld %zd %jd\n", -1, 2, 3, 4, 5, 6, -7L, -8LL, (ptrdiff_t)-9,
              (intmax_t)-10);
    check_say("%u %x %X %o %lu %llu %zu %#x %3.2u\n", 1u, 255u, 255u, 8u, ~0ul, ~0ull, (size_t)-1, 16u, 7u);
    check_say("%g %.17g %e %f %a %10.3e %-10.2f| %5.1f %% %c\n", 0.1, 0.1, 1e300, -1e300, 0.3, M_PI, M_PI, NAN, 'x');
    check_say("%" PRIu64 " %016" PRIx64 " %*d %.*g\n", UINT64_MAX, UINT64_C(1) << 40, 4, 2, 3, M_PI);
    check_say("no conversion at all\n");
}
END_TEST

START_TEST(line_breaks_of_names_are_not_its_own) {
    char *made = NULL;
    size_t length;
    FILE *out = open_memstream(&made, &length);
    ts_say(out, "%-6s|%6s|%.3s|\n%c\n", "a\nb", "\033c", "de\nf", '\r');
    fclose(out);
    ck_assert_str_eq(made, "a\\nb  | \\x1bc|de\\n|\n\\r\n");
    free(made);
    ts_error error;
    ts_fail(&error, TS_ERROR_DATA, "%s is %s", "a\nb", "\033[31mred\xff");
    ck_assert_str_eq(error.message, "a\\nb is \\x1b[31mred\\xff");
}
END_TEST

int main(void) {
    setlocale(LC_CTYPE, "C.UTF-8");
    Suite *suite = suite_create("escape");
    TCase *tests = tcase_create("escape");
    tcase_add_test(tests, what_may_not_be_shown_is_written_out);
    tcase_add_test(tests, a_cell_of_csv_is_no_formula_and_numbers_stay_numbers);
    tcase_add_test(tests, markup_is_text);
    tcase_add_test(tests, json_keeps_what_it_can_say);
    tcase_add_test(tests, random_bytes_come_out_clean);
    tcase_add_test(tests, it_prints_as_printf_does);
    tcase_add_test(tests, line_breaks_of_names_are_not_its_own);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
