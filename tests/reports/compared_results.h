/* SPDX-License-Identifier: MIT
 * Two files of results of the same replay, changed by hand and compared. */
#ifndef TS_TESTS_REPORTS_COMPARED_RESULTS_H
#define TS_TESTS_REPORTS_COMPARED_RESULTS_H

#include "tests/benches/replay_fixture.h"

#include <cJSON.h>
#include <string.h>

#include "reports/compare/compare.h"
#include "reports/replay/replay.h"
#include "results/read.h"
#include "results/replay_json.h"
#include "tests/results/context.h"
#include "tests/results/edited.h"

static fixture_methods methods;

static char baseline[400], current[400];

static inline void teardown(void) {
    fixture_methods_clear(&methods);
    scratch_teardown();
}

/* ---- Changing the current results ---- */

static inline cJSON *load(const char *path) {
    return edited_load(path);
}

static inline void store(cJSON *root, const char *path) {
    edited_store(root, path);
}

static inline cJSON *member(cJSON *object, const char *name) {
    return edited_member(object, name);
}

/* The cell of all kinds of the first method. */
static inline cJSON *cell_of(cJSON *root) {
    return cJSON_GetArrayItem(member(cJSON_GetArrayItem(member(root, "data_sets"), 0), "cells"), 0);
}

static inline cJSON *cells_of(cJSON *root) {
    return member(cJSON_GetArrayItem(member(root, "data_sets"), 0), "cells");
}

/* Of one kind, of the first method: whatever changes in cell_of changes here as well. */
static inline cJSON *part_of(cJSON *root) {
    return cJSON_GetArrayItem(cells_of(root), 1);
}

/* Faults at these places, "[file, query], ...", after those that are there. */
static inline void add_faults(cJSON *cell, const char *fault, int count, const char *places) {
    cJSON *faults = member(cell, "faults"), *list = cJSON_GetObjectItemCaseSensitive(faults, fault), *place;
    char text[200];
    snprintf(text, sizeof text, "[%s]", places);
    cJSON *more = cJSON_Parse(text);
    if (!list) {
        list = cJSON_AddObjectToObject(faults, fault);
        cJSON_AddNumberToObject(list, "count", 0.0);
        cJSON_AddArrayToObject(list, "first");
    }
    edited_add(list, "count", count);
    while ((place = cJSON_DetachItemFromArray(more, 0))) cJSON_AddItemToArray(member(list, "first"), place);
    cJSON_Delete(more);
}

/* So many safe answers become something else, with all that counts them. */
static inline void worsen(cJSON *root, const char *verdict, const char *fault, int count, const char *places) {
    cJSON *cells[] = {cell_of(root), part_of(root)};
    for (int c = 0; c < 2; ++c) {
        edited_add(member(cells[c], "verdicts"), "safe", -count);
        edited_add(member(cells[c], "verdicts"), verdict, count);
        edited_add(member(cells[c], "toi_error"), "count", -count);
        if (strcmp(fault, "unsafe") == 0) edited_add(cells[c], "unsafe", count);
        add_faults(cells[c], fault, count, places);
    }
}

/* So many answers without contact are false positives, each of which loses half of its step. */
static inline void set_false_positives(cJSON *root, int count) {
    static const char *const QUANTILES[] = {"0.5", "0.99", "1"};
    cJSON *cells[] = {cell_of(root), part_of(root)};
    for (int c = 0; c < 2; ++c) {
        cJSON *verdicts = member(cells[c], "verdicts"), *lost = member(cells[c], "step_lost");
        const int more = count - (int)member(verdicts, "false_positive")->valuedouble;
        edited_add(verdicts, "true_negative", -more);
        edited_add(verdicts, "false_positive", more);
        edited_add(lost, "count", more);
        for (int q = 0; q < 3; ++q) {
            cJSON *value = count > 0 ? cJSON_CreateNumber(0.5) : cJSON_CreateNull();
            cJSON_ReplaceItemInObjectCaseSensitive(member(lost, "quantiles"), QUANTILES[q], value);
        }
    }
}

/* No other stalls but these. */
static inline void set_stalls(cJSON *root, int count, const char *places) {
    cJSON *cells[] = {cell_of(root), part_of(root)};
    for (int c = 0; c < 2; ++c) {
        cJSON_SetNumberValue(member(cells[c], "stalls"), count);
        cJSON_DeleteItemFromObject(member(cells[c], "faults"), "stall");
        add_faults(cells[c], "stall", count, places);
    }
}

static inline void scale_times(cJSON *root, double factor) {
    cJSON *item;
    cJSON_ArrayForEach(item, member(cell_of(root), "repetition_mean_ns")) {
        cJSON_SetNumberValue(item, item->valuedouble * factor);
    }
}

static inline void set_times(cJSON *root, const double *times) {
    cJSON *item;
    cJSON_ArrayForEach(item, member(cell_of(root), "repetition_mean_ns")) cJSON_SetNumberValue(item, *times++);
}

/* Times that no busy machine disturbs. */
static inline void settle_times(const char *path) {
    cJSON *root = load(path), *cell;
    cJSON_ArrayForEach(cell, member(cJSON_GetArrayItem(member(root, "data_sets"), 0), "cells")) {
        cJSON *time;
        double ns = 100.0;
        cJSON_ArrayForEach(time, member(cell, "repetition_mean_ns")) cJSON_SetNumberValue(time, ns++);
    }
    store(root, path);
}

/* A replay of two files, written twice: what tests change is the second. */
static inline void setup(void) {
    scratch_setup();
    fixture_methods_init(&methods);
    const char *paths[1] = {scratch("data")};
    fixture_write(scratch("data/a.h5"), (fixture_file){.family = "touching", .count = 60, .wrong = SIZE_MAX});
    fixture_write(scratch("data/b.h5"), (fixture_file){.family = "generic", .count = 90, .unlabelled = true});
    ts_replay_options options = fixture_options(&methods, paths, 1);
    options.repetitions = 5;
    ts_replay_results results;
    check_ok(ts_replay(&options, &results, error));
    snprintf(baseline, sizeof baseline, "%s", scratch("baseline.json"));
    snprintf(current, sizeof current, "%s", scratch("current.json"));
    check_ok(ts_replay_write_json(&results, &CONTEXT, baseline, error));
    check_ok(ts_replay_write_json(&results, &CONTEXT, current, error));
    ts_replay_results_clear(&results);
    settle_times(baseline);
    settle_times(current);
}

/* ---- Comparing ---- */

static inline ts_comparison compare(const ts_compare_options *options) {
    ts_results_file before, after;
    ts_comparison comparison;
    check_ok(ts_results_read(baseline, &before, error));
    check_ok(ts_results_read(current, &after, error));
    check_ok(ts_compare(&before, &after, options, &comparison, error));
    ts_results_file_clear(&before);
    ts_results_file_clear(&after);
    return comparison;
}

static inline ts_comparison compare_standard(void) {
    const ts_compare_options options = ts_compare_standard();
    return compare(&options);
}

static inline void expect_refusal(const char *words) {
    const ts_compare_options options = ts_compare_standard();
    ts_results_file before, after;
    ts_comparison comparison;
    ts_error refusal;
    check_ok(ts_results_read(baseline, &before, error));
    check_ok(ts_results_read(current, &after, error));
    ck_assert_int_eq(ts_compare(&before, &after, &options, &comparison, &refusal), TS_ERROR_USAGE);
    ck_assert_msg(strstr(refusal.message, words) != NULL, "%s", refusal.message);
    ts_results_file_clear(&before);
    ts_results_file_clear(&after);
}

/* Exactly one finding of that kind, with those words in it. */
static inline void expect_one(ts_finding_kind kind, const char *words, const char *command) {
    ts_comparison comparison = compare_standard();
    size_t found = 0;
    for (size_t f = 0; f < comparison.finding_count; ++f) {
        const ts_finding *finding = &comparison.findings[f];
        if (finding->kind != kind) continue;
        ++found;
        ck_assert_msg(strstr(finding->text, words) != NULL, "%s", finding->text);
        if (command) ck_assert_msg(finding->command && strstr(finding->command, command), "%s", finding->command);
    }
    ck_assert_uint_eq(found, 1);
    for (int other = TS_FINDING_SLOWER; other <= TS_FINDING_WORSE; ++other) {
        if (other != (int)kind) ck_assert_uint_eq(ts_comparison_count(&comparison, (ts_finding_kind)other), 0);
    }
    ts_comparison_clear(&comparison);
}

/* What the terminal and Markdown have. */
static inline void expect_printed(const ts_comparison *comparison, const char *words) {
    const ts_compare_options options = ts_compare_standard();
    size_t length;
    FILE *out = fopen(scratch("printed"), "w");
    ck_assert_ptr_nonnull(out);
    check_ok(ts_comparison_print(comparison, &options, out, error));
    fclose(out);
    char *text = read_bytes(scratch("printed"), &length);
    ck_assert_msg(strstr(text, words) != NULL, "no '%s' in:\n%s", words, text);
    free(text);
}

#endif
