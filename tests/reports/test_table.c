/* SPDX-License-Identifier: MIT
 * The four faces of a table, character by character. */
#include "tests/support.h"

#include <string.h>

#include "reports/table.h"

static ts_table example(void) {
    static const ts_table_column group = {"dataset", "data set", true};
    static const ts_table_column columns[] = {{"backend", "backend", true}, {"ns_median", "ns\nmedian", false}};
    ts_table table;
    ck_assert_int_eq(ts_table_init(&table, group, columns, 2), TS_OK);
    char *const first[] = {strdup("accd"), strdup("12")}, *const second[] = {strdup("root|parity"), strdup("3")};
    char *const third[] = {strdup("accd"), strdup("1,5")};
    ck_assert_int_eq(ts_table_add(&table, "a", first), TS_OK);
    ck_assert_int_eq(ts_table_add(&table, "a", second), TS_OK);
    ck_assert_int_eq(ts_table_add(&table, "b \"c\"", third), TS_OK);
    return table;
}

static void check_printed_and_clear(ts_table *table, void (*print)(const ts_table *, FILE *), const char *expected) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    print(table, memory);
    fclose(memory);
    ck_assert_str_eq(text, expected);
    free(text);
    ts_table_clear(table);
}

static void check_printed(void (*print)(const ts_table *, FILE *), const char *expected) {
    ts_table table = example();
    check_printed_and_clear(&table, print, expected);
}

START_TEST(text_is_aligned_and_grouped) {
    check_printed(ts_table_print_text, "                   ns\n"
                                       "  backend      median\n"
                                       "a\n"
                                       "  accd             12\n"
                                       "  root|parity       3\n"
                                       "b \"c\"\n"
                                       "  accd            1,5\n");
}
END_TEST

START_TEST(markdown_escapes_bars) {
    check_printed(ts_table_print_markdown, "| dataset | backend | ns median |\n"
                                           "| --- | --- | ---: |\n"
                                           "| a | accd | 12 |\n"
                                           "| a | root\\|parity | 3 |\n"
                                           "| b \"c\" | accd | 1,5 |\n");
}
END_TEST

START_TEST(csv_quotes_what_it_must) {
    check_printed(ts_table_print_csv, "dataset,backend,ns_median\n"
                                      "a,accd,12\n"
                                      "a,root|parity,3\n"
                                      "\"b \"\"c\"\"\",accd,\"1,5\"\n");
}
END_TEST

/* A terminal of 40 columns: columns that do not fit stand below, texts are folded between words, commands so that a
 * shell reads them as one. */
START_TEST(narrow_terminals_fold_between_columns_and_words) {
    static const ts_table_column group = {"set", "set", true};
    static const ts_table_column columns[] = {{"name", "name", true},
                                              {"first", "the first number", false},
                                              {"second", "the second one", false},
                                              {"see", "to see it", true}};
    ts_table table;
    ck_assert_int_eq(ts_table_init(&table, group, columns, 4), TS_OK);
    char *const cells[] = {strdup("accd"), strdup("1"), strdup("2"),
                           strdup("touchstone show a/long/name.h5 12 --round")};
    ck_assert_int_eq(ts_table_add(&table, "set", cells), TS_OK);
    setenv("COLUMNS", "40", 1);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    ts_table_print_text(&table, out);
    fclose(out);
    unsetenv("COLUMNS");
    ck_assert_str_eq(text, "  name  the first number  the second one\n"
                           "set\n"
                           "  accd                 1               2\n"
                           "\n"
                           "  name  to see it\n"
                           "set\n"
                           "  accd  touchstone show a/long/name.h5 \\\n"
                           "        12 --round\n");
    free(text);
    ts_table_clear(&table);
}
END_TEST

START_TEST(a_failed_allocation_is_reported_and_leaks_nothing) {
    ts_table table = example();
    char *const cells[] = {strdup("accd"), NULL};
    ck_assert_int_eq(ts_table_add(&table, "a", cells), TS_ERROR_MEMORY);
    ck_assert_uint_eq(table.row_count, 3);
    ts_table_clear(&table);
}
END_TEST

START_TEST(latex_escapes_what_it_must) {
    static const ts_table_column group = {"size", "size", true};
    static const ts_table_column columns[] = {{"a_b", "a_b\nc", true}, {"ns", "ns", false}};
    ts_table table;
    ck_assert_int_eq(ts_table_init(&table, group, columns, 2), TS_OK);
    char *const first[] = {strdup("50 % & #1"), strdup("12")}, *const second[] = {strdup("\\^~{}$"), strdup("3")};
    ck_assert_int_eq(ts_table_add(&table, "tiny", first), TS_OK);
    ck_assert_int_eq(ts_table_add(&table, "tiny", second), TS_OK);
    ck_assert_int_eq(ts_table_mark(&table, 1, 1), TS_OK);
    table.caption = "50 % of a_b";
    table.label = "tab:mine";
    check_printed_and_clear(&table, ts_table_print_latex,
                            "% \\usepackage{booktabs,graphicx}\n\\begin{table}\n"
                            "\\centering\\small\\setlength{\\tabcolsep}{4pt}\n"
                            "\\caption{50 \\% of a\\_b}\\label{tab:mine}\n\\sbox0{%\n"
                            "\\begin{tabular}{@{}lr@{}}\n\\toprule\n"
                            "\\shortstack[r]{a\\_b\\\\c} & ns \\\\\n\\midrule\n"
                            "50 \\% \\& \\#1 & 12 \\\\\n"
                            "\\textbackslash{}\\textasciicircum{}\\textasciitilde{}\\{\\}\\$ & \\textbf{3} \\\\\n"
                            "\\bottomrule\n\\end{tabular}}%\n"
                            "\\ifdim\\wd0>\\linewidth\\resizebox{\\linewidth}{!}{\\usebox0}\\else\\usebox0\\fi\n"
                            "\\end{table}\n");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("table");
    tcase_add_test(cases, text_is_aligned_and_grouped);
    tcase_add_test(cases, markdown_escapes_bars);
    tcase_add_test(cases, csv_quotes_what_it_must);
    tcase_add_test(cases, latex_escapes_what_it_must);
    tcase_add_test(cases, narrow_terminals_fold_between_columns_and_words);
    tcase_add_test(cases, a_failed_allocation_is_reported_and_leaks_nothing);
    Suite *suite = suite_create("table");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
