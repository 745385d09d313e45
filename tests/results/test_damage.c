/* SPDX-License-Identifier: MIT
 * Results and parts that were damaged or edited: no flipped bit is taken for what was written, and no count that was
 * moved, also under a checksum that was made anew. */
#include <string.h>

#include "core/random.h"
#include "results/baseline.h"
#include "results/read.h"
#include "results/replay_json.h"
#include "results/replay_merge.h"
#include "tests/benches/replay_fixture.h"
#include "tests/results/context.h"
#include "tests/results/edited.h"

static fixture_methods methods;
static char results_path[400], part_path[400];

/* `minsep` is late and misses contacts on families that are hard for it. */
static void setup(void) {
    static const char *const families[] = {"grazing", "touching", "generic"};
    const char *paths[1] = {scratch_folder};
    scratch_setup();
    fixture_methods_init(&methods);
    paths[0] = scratch("data");
    for (int f = 0; f < 3; ++f) {
        fixture_write(scratch("data/%d.h5", f),
                      (fixture_file){.family = families[f], .count = 200, .wrong = f ? SIZE_MAX : 5});
    }
    ts_replay_options options = fixture_options(&methods, paths, 1);
    options.repetitions = 5;
    ts_replay_results results;
    check_ok(ts_replay(&options, &results, error));
    snprintf(results_path, sizeof results_path, "%s", scratch("results.json"));
    snprintf(part_path, sizeof part_path, "%s", scratch("part.json"));
    check_ok(ts_replay_write_json(&results, &CONTEXT, results_path, error));
    check_ok(ts_replay_state_write(&results, part_path, error));
    ts_replay_results_clear(&results);
}

static void teardown(void) {
    fixture_methods_clear(&methods);
    scratch_teardown();
}

static ts_status read_part(const char *path, ts_error *error) {
    ts_replay_state state;
    const ts_status status = ts_replay_state_read(path, &state, error);
    if (status == TS_OK) ts_replay_state_clear(&state);
    return status;
}

static ts_status read_results(const char *path, ts_error *error) {
    ts_results_file results;
    const ts_status status = ts_results_read(path, &results, error);
    if (status == TS_OK) ts_results_file_clear(&results);
    return status;
}

/* ---- Flipped bits ---- */

/* Line breaks and indentation are no content: a tab that becomes a carriage return changes nothing. */
static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void flip_bits(const char *path, ts_status (*read)(const char *path, ts_error *error)) {
    ts_random random;
    size_t length;
    char *bytes = read_bytes(path, &length);
    ts_random_init(&random, ts_test_seed(), 0);
    check_ok(read(path, error));
    for (int n = ts_test_cases(700); n-- > 0;) {
        const size_t at = ts_random_below(&random, length);
        const char before = bytes[at], after = (char)(before ^ (1 << ts_random_below(&random, 8)));
        ts_error error = {0};
        bytes[at] = after;
        write_bytes(scratch("flipped.json"), bytes, length);
        const ts_status status = read(scratch("flipped.json"), &error);
        bytes[at] = before;
        if (is_space(before) && is_space(after) && status == TS_OK) continue;
        ck_assert_msg(status == TS_ERROR_DATA, "byte %zu, %d instead of %d: status %d", at, after, before, status);
        ck_assert_ptr_nonnull(strstr(error.message, "flipped.json"));
    }
    free(bytes);
}

START_TEST(flipped_bits_of_results_are_found) {
    flip_bits(results_path, read_results);
}
END_TEST

START_TEST(flipped_bits_of_a_baseline_are_found) {
    check_ok(ts_baseline_write(results_path, scratch("baseline.json"), error));
    flip_bits(scratch("baseline.json"), read_results);
}
END_TEST

START_TEST(flipped_bits_of_a_part_are_found) {
    flip_bits(part_path, read_part);
}
END_TEST

START_TEST(parts_that_are_cut_off_are_found) {
    size_t length;
    char *bytes = read_bytes(part_path, &length);
    for (size_t share = 0; share < 20; ++share) {
        write_bytes(scratch("cut.json"), bytes, length * share / 20);
        check_fails(read_part(scratch("cut.json"), error), TS_ERROR_DATA, "not JSON, or not complete");
    }
    free(bytes);
}
END_TEST

/* ---- Counts that were moved ---- */

static cJSON *item_of(cJSON *cell, const char *list, int at) {
    return cJSON_GetArrayItem(edited_member(cell, list), at);
}

static void add_to(cJSON *number, double more) {
    cJSON_SetNumberValue(number, number->valuedouble + more);
}

static cJSON *cells_of_part(cJSON *root) {
    return edited_member(cJSON_GetArrayItem(edited_member(root, "data_sets"), 0), "cells");
}

/* The first cell with so many of that verdict. */
static cJSON *cell_with(cJSON *root, int verdict, double least) {
    cJSON *cell;
    cJSON_ArrayForEach(cell, cells_of_part(root)) {
        if (item_of(cell, "verdicts", verdict)->valuedouble >= least) return cell;
    }
    return NULL;
}

/* Written with a checksum that fits, and refused for its counts. */
static void check_part_refused(cJSON *root, const char *what) {
    ts_error error = {0};
    edited_write(root, true, scratch("moved.json"));
    ck_assert_msg(read_part(scratch("moved.json"), &error) == TS_ERROR_DATA, "%s: not found", what);
    ck_assert_msg(strstr(error.message, "counts do not add up") != NULL, "%s: %s", what, error.message);
}

START_TEST(late_answers_moved_to_safe_are_found) {
    cJSON *root = edited_load(part_path), *cell = cell_with(root, TS_VERDICT_LATE, 3.0);
    ck_assert_ptr_nonnull(cell);
    add_to(item_of(cell, "verdicts", TS_VERDICT_LATE), -3.0);
    add_to(item_of(cell, "verdicts", TS_VERDICT_SAFE), 3.0);
    check_part_refused(root, "3 late as safe");
    root = edited_load(part_path);
    edited_write(root, true, scratch("same.json"));
    check_ok(read_part(scratch("same.json"), error));
}
END_TEST

/* Counts cannot tell these from each other; neither is worth more. */
static bool are_alike(int from, int to) {
    const bool both_in_time = (from == TS_VERDICT_SAFE || from == TS_VERDICT_TOUCHING) &&
                              (to == TS_VERDICT_SAFE || to == TS_VERDICT_TOUCHING);
    return both_in_time || (from == TS_VERDICT_TRUE_NEGATIVE && to == TS_VERDICT_UNVERIFIED);
}

START_TEST(no_verdict_can_be_moved_to_another) {
    int moved = 0;
    for (int from = 0; from < TS_VERDICTS; ++from) {
        for (int to = 0; to < TS_VERDICTS; ++to) {
            cJSON *root = edited_load(part_path), *cell = cell_with(root, from, 1.0);
            if (from == to || are_alike(from, to) || !cell) {
                cJSON_Delete(root);
                continue;
            }
            char what[100];
            snprintf(what, sizeof what, "%s as %s", ts_verdict_name((ts_verdict)from), ts_verdict_name((ts_verdict)to));
            add_to(item_of(cell, "verdicts", from), -1.0);
            add_to(item_of(cell, "verdicts", to), 1.0);
            check_part_refused(root, what);
            ++moved;
        }
    }
    ck_assert_int_gt(moved, 40);
}
END_TEST

START_TEST(no_count_of_a_cell_can_be_changed_alone) {
    static const char *const counts[] = {"queries", "contacts", "stalls", "certificates_failed"};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        cJSON *root = edited_load(part_path);
        edited_add(cJSON_GetArrayItem(cells_of_part(root), 0), counts[c], 1.0);
        check_part_refused(root, counts[c]);
    }
    static const char *const of_sets[] = {"queries", "contacts"};
    for (size_t c = 0; c < sizeof of_sets / sizeof *of_sets; ++c) {
        cJSON *root = edited_load(part_path);
        edited_add(cJSON_GetArrayItem(edited_member(root, "data_sets"), 0), of_sets[c], 1.0);
        check_part_refused(root, of_sets[c]);
    }
}
END_TEST

START_TEST(a_negative_count_is_refused) {
    cJSON *root = edited_load(part_path), *cell = cJSON_GetArrayItem(cells_of_part(root), 0);
    cJSON_SetNumberValue(item_of(cell, "verdicts", TS_VERDICT_LIMIT), -1.0);
    edited_write(root, true, scratch("negative.json"));
    check_fails(read_part(scratch("negative.json"), error), TS_ERROR_DATA, "\"verdicts\" is missing or not as");
}
END_TEST

START_TEST(a_part_says_how_many_queries_are_in_a_block) {
    ts_replay_state state;
    cJSON *root = edited_load(part_path);
    check_ok(ts_replay_state_read(part_path, &state, error));
    ck_assert_uint_eq(state.options.block, TS_REPLAY_BLOCK);
    ts_replay_state_clear(&state);
    cJSON_DeleteItemFromObject(edited_member(root, "options"), "block");
    edited_write(root, true, scratch("no-block.json"));
    check_fails(read_part(scratch("no-block.json"), error), TS_ERROR_DATA, "\"block\" is missing");
}
END_TEST

START_TEST(a_part_of_the_last_version_is_read) {
    ts_replay_state state;
    cJSON *root = edited_load(part_path), *cell;
    cJSON_SetNumberValue(edited_member(root, "schema"), 2.0);
    cJSON_DeleteItemFromObject(edited_member(root, "options"), "block");
    cJSON_ArrayForEach(cell, cells_of_part(root)) cJSON_DeleteItemFromObject(cell, "batch_nanoseconds");
    edited_write(root, true, scratch("older.json"));
    check_ok(ts_replay_state_read(scratch("older.json"), &state, error));
    ck_assert_uint_eq(state.options.block, 256);
    ck_assert_uint_eq(state.results.data_sets[0].cells[0].batch_nanoseconds.count, 0);
    ts_replay_state_clear(&state);
}
END_TEST

START_TEST(a_part_without_a_checksum_is_refused) {
    edited_write(edited_load(part_path), false, scratch("bare.json"));
    check_fails(read_part(scratch("bare.json"), error), TS_ERROR_DATA, "it has no checksum");
    cJSON *root = edited_load(part_path);
    cJSON_SetNumberValue(edited_member(root, "schema"), 1.0);
    edited_write(root, false, scratch("bare.json"));
    check_fails(read_part(scratch("bare.json"), error), TS_ERROR_DATA, "another version");
}
END_TEST

/* ---- Results ---- */

static cJSON *cells_of_results(cJSON *root) {
    return edited_member(cJSON_GetArrayItem(edited_member(root, "data_sets"), 0), "cells");
}

START_TEST(counts_of_results_must_add_up) {
    static const char *const of_cells[] = {"queries", "contacts", "unsafe", "stalls"};
    static const char *const verdicts[] = {"safe", "false_negative", "late", "limit", "error", "inconsistent"};
    for (size_t c = 0; c < sizeof of_cells / sizeof *of_cells; ++c) {
        cJSON *root = edited_load(results_path);
        edited_add(cJSON_GetArrayItem(cells_of_results(root), 0), of_cells[c], 1.0);
        edited_store(root, scratch("edited.json"));
        check_fails(read_results(scratch("edited.json"), error), TS_ERROR_DATA,
                    "data_sets[0].cells[0]: counts do not add up");
    }
    for (size_t v = 0; v < sizeof verdicts / sizeof *verdicts; ++v) {
        cJSON *root = edited_load(results_path);
        cJSON *counts = edited_member(cJSON_GetArrayItem(cells_of_results(root), 1), "verdicts");
        edited_add(counts, verdicts[v], 1.0);
        edited_add(counts, "true_negative", -1.0);
        edited_store(root, scratch("edited.json"));
        check_fails(read_results(scratch("edited.json"), error), TS_ERROR_DATA, "cells[1]: counts do not add up");
    }
}
END_TEST

/* An error below 0 would be worse than itself by any share of it. */
START_TEST(a_negative_quantile_is_refused) {
    static const char *const members[] = {"toi_error", "step_lost"}, *const quantiles[] = {"0.5", "0.99", "1"};
    for (size_t m = 0; m < 2; ++m) {
        for (size_t q = 0; q < 3; ++q) {
            cJSON *root = edited_load(results_path);
            cJSON *values = edited_member(cJSON_GetArrayItem(cells_of_results(root), 0), members[m]);
            values = edited_member(values, "quantiles");
            cJSON_ReplaceItemInObjectCaseSensitive(values, quantiles[q], cJSON_CreateNumber(-1e-9));
            edited_store(root, scratch("edited.json"));
            check_fails(read_results(scratch("edited.json"), error), TS_ERROR_DATA, "quantiles");
        }
    }
}
END_TEST

/* Until schema 2, an answer at a limit was a fault of the kind `error`. */
static void join_limits(cJSON *cell) {
    cJSON *faults = edited_member(cell, "faults");
    cJSON *limits = cJSON_DetachItemFromObjectCaseSensitive(faults, "limit");
    cJSON_DeleteItemFromObjectCaseSensitive(faults, "error"); /* of which there are none */
    if (limits) cJSON_AddItemToObject(faults, "error", limits);
}

START_TEST(results_of_an_older_version_need_no_checksum) {
    cJSON *root = edited_load(results_path), *cell;
    cJSON_ArrayForEach(cell, cells_of_results(root)) join_limits(cell);
    cJSON_SetNumberValue(edited_member(root, "schema"), 2.0);
    edited_store(root, scratch("older.json"));
    check_ok(read_results(scratch("older.json"), error));
    ck_assert(ts_results_lack_checksum(scratch("older.json")) && !ts_results_lack_checksum(results_path));
    check_ok(ts_baseline_write(scratch("older.json"), scratch("baseline.json"), error));
    check_ok(read_results(scratch("baseline.json"), error));
    edited_write(edited_load(results_path), false, scratch("bare.json"));
    check_fails(read_results(scratch("bare.json"), error), TS_ERROR_DATA, "bare.json: it has no checksum");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("damage");
    TCase *tests = tcase_create("damage");
    tcase_add_unchecked_fixture(tests, setup, teardown);
    tcase_add_test(tests, flipped_bits_of_results_are_found);
    tcase_add_test(tests, flipped_bits_of_a_baseline_are_found);
    tcase_add_test(tests, flipped_bits_of_a_part_are_found);
    tcase_add_test(tests, parts_that_are_cut_off_are_found);
    tcase_add_test(tests, late_answers_moved_to_safe_are_found);
    tcase_add_test(tests, no_verdict_can_be_moved_to_another);
    tcase_add_test(tests, no_count_of_a_cell_can_be_changed_alone);
    tcase_add_test(tests, a_negative_count_is_refused);
    tcase_add_test(tests, a_part_says_how_many_queries_are_in_a_block);
    tcase_add_test(tests, a_part_of_the_last_version_is_read);
    tcase_add_test(tests, a_part_without_a_checksum_is_refused);
    tcase_add_test(tests, counts_of_results_must_add_up);
    tcase_add_test(tests, a_negative_quantile_is_refused);
    tcase_add_test(tests, results_of_an_older_version_need_no_checksum);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
