/* SPDX-License-Identifier: MIT
 * The oracle on tests/worst/queries.csv: every query that broke something, or was the hardest of a hunt. */
#include "tests/oracles/query_table.h"

static void check_row(const table_row *row) {
    const ts_oracle_truth truth = check_stages_agree(&row->query, NULL);
    char where[320];
    snprintf(where, sizeof where, "worst/queries.csv:%d (%s)", row->line, row->reason);
    check_same_truth(&truth, &row->truth, where, &row->query);
    ck_assert_msg(row->reason[0] != '\0', "%s: a reason is missing", where);
    check_t_max(&row->query, &truth);
}

START_TEST(test_worst) {
    ck_assert_int_ge(for_each_row("worst/queries.csv", check_row), 40);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/worst");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_worst);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
