/* SPDX-License-Identifier: MIT
 * The methods on tests/worst/queries.csv. A line with the reason "hunt BACKEND WHAT[: ...]" says how that backend
 * fails on it (WHAT: missed, late, stall, limit, error, or "slow N", at least N iterations): a change of behaviour,
 * for the better too, shows here. The methods that promise it are never unsafe on any line. */
#include "tests/oracles/query_table.h"

#include "benches/hunt_trial.h"
#include "benches/proof.h"
#include "benches/verdict.h"

static const char *const NEVER_UNSAFE[] = {"certified", "exact"};

enum { PROMISES = sizeof NEVER_UNSAFE / sizeof *NEVER_UNSAFE };

static ts_ccd_method methods[TS_CCD_MAX_BACKENDS];
static int hunted;

static const ts_ccd_method *method_named(const char *name, const table_row *row) {
    for (size_t i = 0; i < ts_ccd_backend_count(); ++i) {
        if (strcmp(methods[i].backend->name, name) == 0) return &methods[i];
    }
    ck_abort_msg("worst/queries.csv:%d: no backend is called '%s'", row->line, name);
    return NULL;
}

static ts_judgement judge(const ts_ccd_method *method, const table_row *row, ts_ccd_result *answer) {
    const ts_known_truth known = {.source = TS_TRUTH_BRACKET, .truth = row->truth};
    ts_judgement judgement;
    ts_ccd_answer(method, &row->query, answer);
    ts_judge_kind(&row->query, &known, answer, &judgement);
    return judgement;
}

static bool fails_as(const char *what, const ts_ccd_result *answer, const ts_judgement *judgement) {
    if (strcmp(what, "missed") == 0) return judgement->verdict == TS_VERDICT_FALSE_NEGATIVE;
    if (strcmp(what, "late") == 0) return judgement->verdict == TS_VERDICT_LATE;
    if (strcmp(what, "limit") == 0) return judgement->verdict == TS_VERDICT_LIMIT;
    if (strcmp(what, "error") == 0) return judgement->verdict == TS_VERDICT_ERROR;
    if (strcmp(what, "stall") == 0) return judgement->stall;
    unsigned least;
    ck_assert_msg(sscanf(what, "slow %u", &least) == 1, "unknown failure '%s'", what);
    return answer->iterations >= least;
}

static void check_hunted(const table_row *row) {
    char name[64], what[64];
    ts_ccd_result answer;
    if (sscanf(row->reason, "hunt %63s %63[^:]", name, what) != 2) return;
    const ts_judgement judgement = judge(method_named(name, row), row, &answer);
    ck_assert_msg(fails_as(what, &answer, &judgement),
                  "worst/queries.csv:%d: %s is not '%s' but %s, toi %a, %u iterations", row->line, name, what,
                  ts_verdict_name(judgement.verdict), answer.toi, answer.iterations);
    ++hunted;
}

static void check_promises(const table_row *row) {
    ts_oracle_truth truth = {0};
    ck_assert_int_eq(ts_oracle_toi(&row->query, TS_ORACLE_ALL, &truth), TS_OK);
    check_same_truth(&truth, &row->truth, "worst/queries.csv", &row->query);
    for (int i = 0; i < PROMISES; ++i) {
        const ts_ccd_method *method = method_named(NEVER_UNSAFE[i], row);
        ts_ccd_certificate certificate;
        ts_ccd_result answer;
        ts_error error;
        const ts_judgement judgement = judge(method, row, &answer);
        ck_assert_msg(!ts_verdict_is_unsafe(judgement.verdict), "worst/queries.csv:%d: %s is %s", row->line,
                      NEVER_UNSAFE[i], ts_verdict_name(judgement.verdict));
        ck_assert_msg(ts_prove(method, &row->query, &answer, &certificate, &error) != TS_PROOF_FAILED,
                      "worst/queries.csv:%d: %s: %s", row->line, NEVER_UNSAFE[i], error.message);
    }
}

START_TEST(backends_fail_as_stated) {
    for_each_row("worst/queries.csv", check_hunted);
    ck_assert_int_ge(hunted, 10);
}
END_TEST

START_TEST(promises_are_kept_on_every_line) {
    ck_assert_int_ge(for_each_row("worst/queries.csv", check_promises), 40);
}
END_TEST

int main(void) {
    ts_error error;
    if (ts_ccd_register_builtin(&error) != TS_OK || ts_oracle_register_backend(&error) != TS_OK) return EXIT_FAILURE;
    for (size_t i = 0; i < ts_ccd_backend_count(); ++i) {
        if (ts_ccd_method_init(&methods[i], ts_ccd_backend_at(i)->name, NULL, &error) != TS_OK) return EXIT_FAILURE;
    }
    Suite *suite = suite_create("benches/worst_backends");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, backends_fail_as_stated);
    tcase_add_test(cases, promises_are_kept_on_every_line);
    suite_add_tcase(suite, cases);
    const int code = ts_run_suite(suite);
    for (size_t i = 0; i < ts_ccd_backend_count(); ++i) ts_ccd_method_clear(&methods[i]);
    return code;
}
