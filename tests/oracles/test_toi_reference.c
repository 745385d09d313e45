/* SPDX-License-Identifier: MIT
 * The oracle against tests/oracles/reference.csv: queries of every family whose truth was computed by
 * tests/reference/exact_toi.py, in rationals and with Sturm sequences. */
#include "tests/oracles/query_table.h"

static void check_row(const table_row *row) {
    const ts_oracle_truth truth = truth_of(&row->query);
    char where[320];
    snprintf(where, sizeof where, "reference.csv:%d (%s)", row->line, row->reason);
    check_same_truth(&truth, &row->truth, where, &row->query);
}

START_TEST(test_reference) {
    ck_assert_int_ge(for_each_row("oracles/reference.csv", check_row), 1500);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/toi_reference");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_reference);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
