/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counts of a results file that must add up: what was moved by hand from one verdict to another shows. Digests that
 * must be some. */
#include "results/content.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/fault.h"
#include "benches/verdict.h"
#include "core/error.h"
#include "results/base64.h"

/* The first sum that is wrong stays. */
typedef struct counting {
    const char *file;
    char place[80]; /* "data_sets[0].cells[3]" */
    int schema;
    ts_error *error;
    ts_status status;
} counting;

static const cJSON *get(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* A member that is not there counts as 0. */
static double count_of(const cJSON *object, const char *name) {
    const cJSON *item = get(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0.0;
}

static double sum_of(const cJSON *list) {
    double sum = 0.0;
    const cJSON *item;
    cJSON_ArrayForEach(item, list) sum += cJSON_IsNumber(item) ? item->valuedouble : 0.0;
    return sum;
}

static void must_be(counting *check, const char *what, double value, const char *of_what, double other) {
    if (check->status != TS_OK || value == other) return;
    check->status = ts_fail(check->error, TS_ERROR_DATA,
                            "%s: %s: counts do not add up: %s is %.0f, but %s %.0f; the file was damaged or edited, "
                            "make it anew",
                            check->file, check->place, what, value, of_what, other);
}

static void at_most(counting *check, const char *what, double value, const char *of_what, double other) {
    if (value > other) must_be(check, what, value, of_what, other);
}

/* ---- A cell of a replay ---- */

enum { LIMITS_APART = 3 }; /* the schema since which faults.error holds no limits */

static void check_fault(counting *check, const cJSON *cell, ts_fault fault, double count) {
    const cJSON *list = get(get(cell, "faults"), ts_fault_name(fault));
    char what[60];
    if (!get(cell, "faults")) return;
    snprintf(what, sizeof what, "faults.%s.count", ts_fault_name(fault));
    must_be(check, what, count_of(list, "count"), "of such answers there are", count);
    snprintf(what, sizeof what, "faults.%s: the length of 'first'", ts_fault_name(fault));
    must_be(check, what, cJSON_GetArraySize(get(list, "first")), "of the first such answers there are",
            count < (double)TS_FAULT_PLACES ? count : (double)TS_FAULT_PLACES);
}

static void check_faults(counting *check, const cJSON *cell) {
    const cJSON *verdicts = get(cell, "verdicts");
    check_fault(check, cell, TS_FAULT_UNSAFE, count_of(cell, "unsafe"));
    check_fault(check, cell, TS_FAULT_STALL, count_of(cell, "stalls"));
    const double limits = count_of(verdicts, "limit"), errors = count_of(verdicts, "error");
    const bool apart = check->schema >= LIMITS_APART;
    check_fault(check, cell, TS_FAULT_ERROR, apart ? errors : limits + errors);
    if (apart) check_fault(check, cell, TS_FAULT_LIMIT, limits);
    check_fault(check, cell, TS_FAULT_UNSUPPORTED, count_of(verdicts, "unsupported"));
    check_fault(check, cell, TS_FAULT_INCONSISTENT, count_of(verdicts, "inconsistent"));
    check_fault(check, cell, TS_FAULT_CERTIFICATE, count_of(get(cell, "certificates"), "failed"));
}

/* Baselines of older versions kept some of the verdicts only. */
static bool has_all_verdicts(const cJSON *verdicts) {
    return get(verdicts, ts_verdict_name(TS_VERDICT_SAFE)) != NULL;
}

static void check_verdicts(counting *check, const cJSON *verdicts, double unsafe) {
    must_be(check, "unsafe", unsafe, "missed and late answers (false_negative, late) together are",
            count_of(verdicts, ts_verdict_name(TS_VERDICT_FALSE_NEGATIVE)) +
                count_of(verdicts, ts_verdict_name(TS_VERDICT_LATE)));
}

/* A mean for every repetition, or for none. */
static void check_times(counting *check, const cJSON *cell, double repetitions) {
    const cJSON *times = get(cell, "repetition_mean_ns"), *time;
    double timed = 0.0;
    cJSON_ArrayForEach(time, times) timed += cJSON_IsNumber(time);
    must_be(check, "the length of repetition_mean_ns", cJSON_GetArraySize(times), "options.repetitions is",
            repetitions);
    if (timed > 0.0) must_be(check, "the number of times in repetition_mean_ns", timed, "repetitions are", repetitions);
}

/* Baselines have no such counts. */
static void check_count(counting *check, const cJSON *cell, const char *name, const char *of_what, double other) {
    const cJSON *count = get(get(cell, name), "count");
    char what[40];
    snprintf(what, sizeof what, "%s.count", name);
    if (count) must_be(check, what, count->valuedouble, of_what, other);
}

/* What a verdict says of the truth. */
static void check_contacts(counting *check, const cJSON *cell) {
    const cJSON *verdicts = get(cell, "verdicts");
    const double contacts = count_of(cell, "contacts"), queries = count_of(cell, "queries");
    const double hit = count_of(verdicts, "safe") + count_of(verdicts, "touching") + count_of(cell, "unsafe");
    const double free_ones = count_of(verdicts, "true_negative") + count_of(verdicts, "false_positive");
    if (!get(cell, "contacts")) return;
    at_most(check, "contacts", contacts, "queries are", queries);
    at_most(check, "safe, touching, missed and late answers", hit, "contacts are", contacts);
    at_most(check, "true negatives and false positives", free_ones, "queries without a contact are",
            queries - contacts);
}

static void check_cell(counting *check, const cJSON *cell, double repetitions) {
    const cJSON *verdicts = get(cell, "verdicts"), *errors = get(cell, "errors");
    if (has_all_verdicts(verdicts)) {
        must_be(check, "queries", count_of(cell, "queries"), "all verdicts together are", sum_of(verdicts));
        check_verdicts(check, verdicts, count_of(cell, "unsafe"));
        check_count(check, cell, "toi_error", "safe and touching answers are",
                    count_of(verdicts, "safe") + count_of(verdicts, "touching"));
        check_count(check, cell, "lateness", "late answers are", count_of(verdicts, "late"));
        check_count(check, cell, "step_lost", "false positives are", count_of(verdicts, "false_positive"));
        check_contacts(check, cell);
    }
    if (errors)
        must_be(check, "verdicts.error", count_of(verdicts, "error"), "all reasons together are", sum_of(errors));
    at_most(check, "stalls", count_of(cell, "stalls"), "queries are", count_of(cell, "queries"));
    at_most(check, "certificates.failed", count_of(get(cell, "certificates"), "failed"), "certificates.checked is",
            count_of(get(cell, "certificates"), "checked"));
    check_faults(check, cell);
    check_times(check, cell, repetitions);
}

/* ---- A data set ---- */

static bool is_text(const cJSON *object, const char *name, const char *text) {
    const char *said = cJSON_GetStringValue(get(object, name));
    return said && text && strcmp(said, text) == 0;
}

/* What kinds together are, of the cell of all of them. */
static void check_sum_of_kinds(counting *check, const cJSON *cells, const cJSON *all) {
    static const char *const members[] = {"queries", "unsafe", "stalls"};
    double sums[3] = {0.0};
    const cJSON *cell;
    cJSON_ArrayForEach(cell, cells) {
        if (is_text(cell, "kind", "all")) continue;
        if (!is_text(cell, "backend", cJSON_GetStringValue(get(all, "backend")))) continue;
        for (int m = 0; m < 3; ++m) sums[m] += count_of(cell, members[m]);
    }
    for (int m = 0; m < 3; ++m) {
        must_be(check, members[m], count_of(all, members[m]), "those of each kind together are", sums[m]);
    }
}

static void check_answers(counting *check, const cJSON *set, int at) {
    const cJSON *answers;
    int a = 0;
    cJSON_ArrayForEach(answers, get(set, "answers")) {
        const char *text = cJSON_GetStringValue(get(answers, "digests"));
        uint32_t *groups = NULL;
        size_t count;
        const ts_status status = check->status == TS_OK && text ? ts_base64_decode(text, &groups, &count) : TS_OK;
        free(groups);
        if (status == TS_ERROR_MEMORY) check->status = ts_fail_memory(check->error, "the digests of answers");
        if (status == TS_ERROR_DATA) {
            check->status = ts_fail(check->error, TS_ERROR_DATA,
                                    "%s: data_sets[%d].answers[%d].digests: no base 64 of 32-bit words; the file was "
                                    "damaged or edited, make it anew",
                                    check->file, at, a);
        }
        ++a;
    }
}

static void check_data_set(counting *check, const cJSON *set, int at, double repetitions) {
    const cJSON *cells = get(set, "cells"), *cell;
    int c = 0;
    snprintf(check->place, sizeof check->place, "data_sets[%d]", at);
    check_answers(check, set, at);
    if (get(set, "file_queries")) {
        must_be(check, "queries", count_of(set, "queries"), "file_queries together are",
                sum_of(get(set, "file_queries")));
        must_be(check, "the length of file_queries", cJSON_GetArraySize(get(set, "file_queries")),
                "the length of file_names is", cJSON_GetArraySize(get(set, "file_names")));
    }
    if (get(set, "kinds")) {
        must_be(check, "queries", count_of(set, "queries"), "kinds together are", sum_of(get(set, "kinds")));
    }
    cJSON_ArrayForEach(cell, cells) {
        snprintf(check->place, sizeof check->place, "data_sets[%d].cells[%d]", at, c++);
        check_cell(check, cell, repetitions);
        if (!is_text(cell, "kind", "all")) continue;
        must_be(check, "queries", count_of(cell, "queries"), "those of the data set are", count_of(set, "queries"));
        if (get(set, "contacts")) {
            must_be(check, "contacts", count_of(cell, "contacts"), "those of the data set are",
                    count_of(set, "contacts"));
        }
        check_sum_of_kinds(check, cells, cell);
    }
}

static void check_replay(counting *check, const cJSON *root) {
    const cJSON *set;
    int at = 0;
    cJSON_ArrayForEach(set, get(root, "data_sets")) {
        check_data_set(check, set, at++, count_of(get(root, "options"), "repetitions"));
    }
}

/* ---- Simulations and tables ---- */

static void check_simulate(counting *check, const cJSON *root) {
    const cJSON *verdicts = get(root, "verdicts");
    snprintf(check->place, sizeof check->place, "verdicts");
    if (verdicts) check_verdicts(check, verdicts, count_of(verdicts, "unsafe"));
}

/* of: where the cell is, with a point; "" when it is the file. */
static void check_sample(counting *check, const cJSON *cell, const char *of, const char *name) {
    const cJSON *sample = get(cell, name);
    if (!sample) return;
    snprintf(check->place, sizeof check->place, "%s%s", of, name);
    at_most(check, "contacts", count_of(sample, "contacts"), "queries are", count_of(sample, "queries"));
    at_most(check, "missed and late", count_of(sample, "missed") + count_of(sample, "late"), "contacts are",
            count_of(sample, "contacts"));
    at_most(check, "errors and unsupported", count_of(sample, "errors") + count_of(sample, "unsupported"),
            "queries are", count_of(sample, "queries"));
}

static void check_samples(counting *check, const cJSON *cell, const char *of) {
    check_sample(check, cell, of, "sample");
    check_sample(check, cell, of, "same_queries");
}

static void check_table(counting *check, const cJSON *root) {
    const cJSON *cell;
    int at = 0;
    cJSON_ArrayForEach(cell, get(root, "cells")) {
        char of[32];
        snprintf(of, sizeof of, "cells[%d].", at++);
        check_samples(check, cell, of);
    }
}

ts_status ts_results_check_content(const ts_results_tree *tree, const char *path, ts_error *error) {
    counting check = {.file = path, .schema = tree->schema, .error = error};
    switch (tree->kind) {
    case TS_RESULTS_REPLAY: check_replay(&check, tree->root); break;
    case TS_RESULTS_TABLE: check_table(&check, tree->root); break;
    case TS_RESULTS_SIMULATE: check_simulate(&check, tree->root); break;
    case TS_RESULTS_CELL: check_samples(&check, tree->root, ""); break;
    default: break;
    }
    return check.status;
}
