/* SPDX-License-Identifier: MIT
 * `--check-certificates`: which answers are checked, what counts as a failure, and where it is reported. */
#include "tests/benches/replay_fixture.h"

#include <cJSON.h>

#include "benches/proof.h"
#include "benches/replay_fails.h"
#include "reports/replay/replay.h"
#include "results/replay_json.h"

enum { UNSAFE = TS_FAIL_BIT(TS_FAIL_UNSAFE) };

/* ---- Methods whose certificates are wrong in one way each ---- */

typedef enum fault {
    NO_FAULT,       /* the points' distance, constant direction: right for the motions below */
    TOO_SHORT,      /* ends before the answer */
    NO_PIECES,      /* none at all */
    OTHER_STATUS,   /* asked for a proof the method says free */
    OTHER_TOI,      /* the next double */
    GIVES_UP,       /* one iteration more */
    NOTHING_CLAIMED /* gives up; nothing to prove */
} fault;

static const char *const NAMES[] = {"no-fault",  "too-short", "no-pieces",      "other-status",
                                    "other-toi", "gives-up",  "nothing-claimed"};
enum { FAULTS = sizeof NAMES / sizeof *NAMES };

static ts_ccd_backend backends[FAULTS];

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void destroy(void *self) {
    (void)self;
}

/* Points that meet at 1/2 on the x axis: hit at 1/4. */
static void answer(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self, (void)query;
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.25, .iterations = 1};
}

static void give_up(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self, (void)query;
    *result = (ts_ccd_result){.status = TS_CCD_LIMIT};
}

static void prove(fault wrong, const ts_ccd_query *query, ts_ccd_result *result, ts_ccd_certificate *certificate) {
    answer(NULL, query, result);
    certificate->count = wrong != NO_PIECES;
    certificate->pieces[0] = (ts_ccd_proof_piece){.t1 = wrong == TOO_SHORT ? 0.125 : 0.25, .n = {1, 0, 0}, .sign = 1};
    if (wrong == OTHER_STATUS) result->status = TS_CCD_FREE;
    if (wrong == OTHER_TOI) result->toi = nextafter(0.25, 0.0);
    if (wrong == GIVES_UP) *result = (ts_ccd_result){.status = TS_CCD_FAILED};
    result->iterations = 2; /* what a method counts is its own matter */
}

/* certify has no state to tell the methods apart by: one function each. */
#define CERTIFY(wrong)                                                                                                 \
    static void certify_##wrong(void *self, const ts_ccd_query *query, ts_ccd_result *result,                          \
                                ts_ccd_certificate *certificate) {                                                     \
        (void)self;                                                                                                    \
        prove(wrong, query, result, certificate);                                                                      \
    }
CERTIFY(NO_FAULT)
CERTIFY(TOO_SHORT)
CERTIFY(NO_PIECES)
CERTIFY(OTHER_STATUS)
CERTIFY(OTHER_TOI)
CERTIFY(GIVES_UP)
CERTIFY(NOTHING_CLAIMED)

static void register_faulty(void) {
    static void (*const certify[])(void *, const ts_ccd_query *, ts_ccd_result *, ts_ccd_certificate *) = {
        certify_NO_FAULT,  certify_TOO_SHORT, certify_NO_PIECES,      certify_OTHER_STATUS,
        certify_OTHER_TOI, certify_GIVES_UP,  certify_NOTHING_CLAIMED};
    for (int i = 0; i < FAULTS; ++i) {
        if (ts_ccd_find(NAMES[i])) continue;
        backends[i] = (ts_ccd_backend){.abi = TS_CCD_ABI,
                                       .name = NAMES[i],
                                       .summary = "wrong in one way",
                                       .source = "this file",
                                       .capabilities = TS_CCD_CAN_ALL_KINDS,
                                       .create = create,
                                       .query = i == NOTHING_CLAIMED ? give_up : answer,
                                       .certify = certify[i],
                                       .destroy = destroy};
        check_ok(ts_ccd_register(&backends[i], error));
    }
}

/* ---- Fixtures ---- */

static void setup(void) {
    scratch_setup();
    check_ok(ts_ccd_register_builtin(error));
    register_faulty();
}

/* Two points that meet at 1/2 on the x axis. */
static ts_ccd_query meeting_points(void) {
    return (ts_ccd_query){.kind = TS_POINT_POINT, .x0 = {{0}, {1}}, .x1 = {{0}, {-1}}, .t_max = 1.0};
}

static const char *meeting_file(void) {
    const char *path = scratch("meeting/point-point/a.csv");
    write_file(path, "0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,0,1,0,1,1\n-1,1,0,1,0,1,1\n");
    return path;
}

static ts_replay_options checking(const ts_ccd_method *methods, size_t count, const char *const *path) {
    return (ts_replay_options){.paths = path,
                               .path_count = 1,
                               .methods = methods,
                               .method_count = count,
                               .t_max = 1.0,
                               .jobs = 1,
                               .check_certificates = true};
}

/* ---- One answer ---- */

START_TEST(each_fault_is_found_and_named) {
    static const char *const reasons[FAULTS] = {
        "", "the answer needs", "the answer needs", "free at 0.25", "without hit at 0.25", "it fails: own", ""};
    const ts_ccd_query query = meeting_points();
    for (int i = 0; i < FAULTS; ++i) {
        const ts_proof expected = i == NO_FAULT          ? TS_PROOF_ACCEPTED
                                  : i == NOTHING_CLAIMED ? TS_PROOF_NONE
                                                         : TS_PROOF_FAILED;
        ts_ccd_method method;
        ts_ccd_result result;
        ts_ccd_certificate certificate;
        ts_error refusal = {0};
        check_ok(ts_ccd_method_init(&method, NAMES[i], NULL, error));
        ts_ccd_answer(&method, &query, &result);
        ck_assert_int_eq(ts_prove(&method, &query, &result, &certificate, &refusal), expected);
        ck_assert_msg(strstr(refusal.message, reasons[i]) != NULL, "%s: %s", NAMES[i], refusal.message);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

START_TEST(a_method_without_certificates_has_nothing_to_check) {
    const ts_ccd_query query = meeting_points();
    ts_ccd_method method;
    ts_ccd_result result;
    ts_ccd_certificate certificate = {.count = 5};
    check_ok(ts_ccd_method_init(&method, "accd", NULL, error));
    ts_ccd_answer(&method, &query, &result);
    ck_assert_int_eq(ts_prove(&method, &query, &result, &certificate, NULL), TS_PROOF_NONE);
    ck_assert_uint_eq(certificate.count, 0);
    ts_ccd_method_clear(&method);
}
END_TEST

/* ---- Runs ---- */

START_TEST(a_run_counts_each_failure_as_it_counts_the_unsafe) {
    const char *path = meeting_file();
    for (int i = 0; i < FAULTS; ++i) {
        ts_ccd_method method;
        ts_replay_results results;
        check_ok(ts_ccd_method_init(&method, NAMES[i], NULL, error));
        ts_replay_options options = checking(&method, 1, &path);
        const bool fails = i != NO_FAULT && i != NOTHING_CLAIMED;
        check_ok(ts_replay(&options, &results, error));
        const ts_replay_cell *cell = ts_replay_cell_at(&results.data_sets[0], 0, TS_POINT_POINT);
        ck_assert_uint_eq(cell->certificates, i != NOTHING_CLAIMED);
        ck_assert_uint_eq(cell->certificates_failed, fails);
        ck_assert_uint_eq(ts_replay_unsafe(cell), 0);
        ck_assert_int_eq((ts_replay_fails(&results) & UNSAFE) != 0, fails);
        const ts_query_place *worst = &cell->worst[TS_WORST_CERTIFICATE];
        ck_assert_int_eq(worst->file != TS_NO_FILE, fails);
        if (fails) ck_assert(worst->index == 0 && worst->value == 0.25);
        ts_replay_results_clear(&results);

        options.check_certificates = false;
        check_ok(ts_replay(&options, &results, error));
        ck_assert_uint_eq(ts_replay_cell_at(&results.data_sets[0], 0, TS_POINT_POINT)->certificates, 0);
        ck_assert_uint_eq(ts_replay_fails(&results) & UNSAFE, 0);
        ts_replay_results_clear(&results);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

/* The longest claim without a proof, the earliest among equals. */
START_TEST(the_worst_certificate_is_that_of_the_longest_claim) {
    const ts_query_place none = {TS_NO_FILE, 0, NAN}, early = {0, 3, 0.5}, late = {0, 4, 0.5}, longer = {1, 9, 0.75};
    ck_assert(ts_is_worse(TS_WORST_CERTIFICATE, &early, &none));
    ck_assert(ts_is_worse(TS_WORST_CERTIFICATE, &early, &late));
    ck_assert(!ts_is_worse(TS_WORST_CERTIFICATE, &late, &early));
    ck_assert(ts_is_worse(TS_WORST_CERTIFICATE, &longer, &early));
    ck_assert_str_eq(ts_worst_name(TS_WORST_CERTIFICATE), "certificate");
    ck_assert_str_eq(ts_worst_name(TS_WORST_SLOWEST), "slowest");
}
END_TEST

START_TEST(every_free_or_hit_of_certified_is_checked_by_any_number_of_jobs_and_any_oracle) {
    const char *path = scratch("touching.h5");
    fixture_write(path, (fixture_file){.family = "touching", .count = 120, .unlabelled = true});
    ts_ccd_method methods[2];
    check_ok(ts_ccd_method_init(&methods[0], "certified", NULL, error));
    check_ok(ts_ccd_method_init(&methods[1], "accd", NULL, error));
    for (int run = 0; run < 4; ++run) {
        ts_replay_options options = checking(methods, 2, &path);
        ts_replay_results results;
        ts_replay_cell sum;
        options.jobs = 1 + run % 2;
        options.oracle = run < 2 ? TS_ORACLE_MODE_EXACT : TS_ORACLE_MODE_NONE;
        check_ok(ts_replay(&options, &results, error));
        ts_replay_sum_kinds(&results, 0, 0, &sum);
        ck_assert_uint_eq(sum.certificates, 120);
        ck_assert_uint_eq(sum.certificates_failed, 0);
        ts_replay_cell_clear(&sum);
        ts_replay_sum_kinds(&results, 0, 1, &sum);
        ck_assert_uint_eq(sum.certificates, 0);
        ts_replay_cell_clear(&sum);
        ts_replay_results_clear(&results);
    }
    ts_ccd_method_clear(&methods[0]);
    ts_ccd_method_clear(&methods[1]);
}
END_TEST

/* ---- Reports ---- */

/* The four reports of a run of `too-short` and `accd` over the meeting points. */
typedef struct reports {
    char *text, *json, *csv, *markdown;
} reports;

static void clear_reports(reports *made) {
    free(made->text);
    free(made->json);
    free(made->csv);
    free(made->markdown);
}

static reports report(bool check) {
    const char *path = meeting_file();
    const ts_context context = {
        .cpu = "c", .system = "s", .date = "d", .compiler = "c", .flags = "f", .build_type = "b", .commit = "0"};
    ts_ccd_method methods[2];
    ts_replay_results results;
    reports made;
    size_t length;
    check_ok(ts_ccd_method_init(&methods[0], "too-short", NULL, error));
    check_ok(ts_ccd_method_init(&methods[1], "accd", NULL, error));
    ts_replay_options options = checking(methods, 2, &path);
    options.check_certificates = check;
    check_ok(ts_replay(&options, &results, error));
    FILE *memory = open_memstream(&made.text, &length);
    check_ok(ts_replay_print(&results, memory, error));
    fclose(memory);
    check_ok(ts_replay_write_json(&results, &context, scratch("r.json"), error));
    check_ok(ts_replay_write_csv(&results, scratch("r.csv"), error));
    check_ok(ts_replay_write_markdown(&results, &context, scratch("r.md"), error));
    made.json = read_bytes(scratch("r.json"), &length);
    made.csv = read_bytes(scratch("r.csv"), &length);
    made.markdown = read_bytes(scratch("r.md"), &length);
    ts_replay_results_clear(&results);
    ts_ccd_method_clear(&methods[0]);
    ts_ccd_method_clear(&methods[1]);
    return made;
}

static void expect_part(const char *text, const char *part, bool there) {
    ck_assert_msg((strstr(text, part) != NULL) == there, "'%s' is %sin\n%s", part, there ? "not " : "", text);
}

START_TEST(the_columns_are_there_when_asked_for) {
    for (int check = 0; check < 2; ++check) {
        reports made = report(check);
        expect_part(made.text, "checked  FAILED\n", check);
        expect_part(made.text, "claims [0, 0.25] without a proof", check);
        expect_part(made.csv, ",unsafe,certificates_checked,certificates_failed,stalls,", check);
        expect_part(made.csv, "too-short,point-point,1,1,0,1,0,0,0,0,0,0,0,0,0,0,1,1,", check);
        expect_part(made.csv, "accd,point-point,1,1,0,1,0,0,0,0,0,0,0,0,0,0,,,", check);
        expect_part(made.markdown, "| certificates checked | certificates failed |", check);
        expect_part(made.markdown, "| 0 | 1 | 1 |\n", check); /* unsafe, then these */
        expect_part(made.markdown, "| 0 | - | - |\n", check);
        expect_part(made.markdown, "| certificate | claims \\[0, 0.25\\] without a proof | touchstone show ", check);
        clear_reports(&made);
    }
}
END_TEST

START_TEST(the_results_file_says_null_where_nothing_was_checked) {
    for (int check = 0; check < 2; ++check) {
        reports made = report(check);
        cJSON *root = cJSON_Parse(made.json);
        const cJSON *options = cJSON_GetObjectItem(root, "options"), *cell;
        ck_assert_int_eq(cJSON_IsTrue(cJSON_GetObjectItem(options, "check_certificates")), check);
        const cJSON *cells =
            cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(root, "data_sets"), 0), "cells");
        cJSON_ArrayForEach(cell, cells) {
            const bool proves = strcmp(cJSON_GetObjectItem(cell, "backend")->valuestring, "too-short") == 0;
            const cJSON *counts = cJSON_GetObjectItem(cell, "certificates");
            ck_assert_int_eq(cJSON_IsObject(counts), proves && check);
            ck_assert_int_eq(cJSON_IsNull(counts), !(proves && check));
            if (!proves || !check) continue;
            ck_assert(cJSON_GetObjectItem(counts, "checked")->valueint == 1);
            ck_assert(cJSON_GetObjectItem(counts, "failed")->valueint == 1);
            const cJSON *worst = cJSON_GetObjectItem(cJSON_GetObjectItem(cell, "worst"), "certificate");
            ck_assert(cJSON_GetObjectItem(worst, "value")->valuedouble == 0.25);
        }
        cJSON_Delete(root);
        clear_reports(&made);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("proof");
    tcase_add_checked_fixture(cases, setup, scratch_teardown);
    tcase_add_test(cases, each_fault_is_found_and_named);
    tcase_add_test(cases, a_method_without_certificates_has_nothing_to_check);
    tcase_add_test(cases, a_run_counts_each_failure_as_it_counts_the_unsafe);
    tcase_add_test(cases, the_worst_certificate_is_that_of_the_longest_claim);
    tcase_add_test(cases, every_free_or_hit_of_certified_is_checked_by_any_number_of_jobs_and_any_oracle);
    tcase_add_test(cases, the_columns_are_there_when_asked_for);
    tcase_add_test(cases, the_results_file_says_null_where_nothing_was_checked);
    Suite *suite = suite_create("proof");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
