/* SPDX-License-Identifier: MIT
 * Results without memory: whichever allocation of their JSON fails, the writer says so, leaves no file and frees
 * everything. */
#include "results/replay_json.h"
#include "results/replay_state.h"
#include "results/shown_query_json.h"
#include "results/verify_json.h"
#include "tests/benches/replay_fixture.h"
#include "tests/failing_json.h"

static fixture_methods methods;
static ts_replay_options options;
static ts_replay_results results;
static const char *paths[1];

static void setup(void) {
    scratch_setup();
    fixture_methods_init(&methods);
    paths[0] = scratch("one");
    fixture_write(scratch("one/a.h5"),
                  (fixture_file){.family = "touching", .count = 24, .wrong = 3, .shifted = SIZE_MAX});
    fixture_write_broken(scratch("one/point-point/broken.csv"));
    options = fixture_options(&methods, paths, 1);
    check_ok(ts_replay(&options, &results, error));
}

static void teardown(void) {
    ts_replay_results_clear(&results);
    fixture_methods_clear(&methods);
    scratch_teardown();
}

static bool write_results(void) {
    static const ts_context context = {.cpu = "a CPU"};
    const char *path = scratch("results.json");
    ts_error error;
    const ts_status status = ts_replay_write_json(&results, &context, path, &error);
    ck_assert(status == TS_OK || status == TS_ERROR_MEMORY);
    ck_assert_int_eq(access(path, F_OK) == 0, status == TS_OK);
    return status == TS_OK;
}

static bool write_state(void) {
    const char *path = scratch("state.json");
    ts_error error;
    const ts_status status = ts_replay_state_write(&results, path, &error);
    ck_assert(status == TS_OK || status == TS_ERROR_MEMORY);
    ck_assert_int_eq(access(path, F_OK) == 0, status == TS_OK);
    return status == TS_OK;
}

static bool build_shown_query(void) {
    const ts_shown_place place = {.path = scratch("one/a.h5"), .index = 2, .t_max = 1.0};
    ts_shown_query shown;
    check_ok(ts_shown_query_init(&shown, &place, methods.items, 2, error));
    ts_json_builder builder = {0};
    char *text = ts_build_print(&builder, ts_shown_query_build(&builder, &shown));
    ts_shown_query_clear(&shown);
    free(text);
    return text != NULL;
}

/* One frame with an offence. */
static bool write_verdicts(void) {
    static const ts_frame_rules rules = {.thickness = 1e-3};
    const char *path = scratch("verdicts.json");
    const ts_offence offence = {.kind = TS_OFFENCE_INTERSECTION,
                                .parts = 2,
                                .part = {{.kind = TS_PART_TRIANGLE, .index = 1, .nodes = 3, .node = {0, 1, 2}},
                                         {.kind = TS_PART_EDGE, .index = -1, .nodes = 2, .node = {3, 4}}}};
    ts_frame_verdict verdict = {.path = "frame.obj", .nodes = 5, .triangles = 2};
    verdict.report.count[TS_OFFENCE_INTERSECTION] = 1;
    verdict.report.worst[TS_OFFENCE_INTERSECTION] = offence;
    verdict.report.list[verdict.report.listed++] = offence;
    ts_verify_json json;
    ts_error error;
    ts_verify_json_begin(&json);
    ts_verify_json_add(&json, &verdict);
    const ts_status status = ts_verify_json_write(&json, &rules, 0, path, &error);
    ts_verify_json_clear(&json);
    ck_assert(status == TS_OK || status == TS_ERROR_MEMORY);
    ck_assert_int_eq(access(path, F_OK) == 0, status == TS_OK);
    return status == TS_OK;
}

/* Fails the first allocation, a later one, ... until all succeed; the steps grow, for there are thousands. */
static void fail_every(bool (*write)(void)) {
    size_t failures = 0;
    for (size_t before = 0;; before += 1 + before / 16) {
        ts_fail_json_allocation(before);
        const bool written = write();
        const bool failed = ts_json_allocation_failed();
        /* Of a success the text is freed past cJSON, which the sanitizers look at. */
        if (failed) ck_assert_uint_eq(ts_json_allocations_left(), 0);
        ts_restore_json_allocation();
        ck_assert_int_eq(written, !failed);
        if (written) break;
        ++failures;
    }
    ck_assert_uint_gt(failures, 30);
}

START_TEST(results_say_what_failed) {
    fail_every(write_results);
}
END_TEST

START_TEST(states_say_what_failed) {
    fail_every(write_state);
}
END_TEST

START_TEST(shown_queries_say_what_failed) {
    fail_every(build_shown_query);
}
END_TEST

START_TEST(verdicts_of_frames_say_what_failed) {
    fail_every(write_verdicts);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, results_say_what_failed);
    tcase_add_test(tests, states_say_what_failed);
    tcase_add_test(tests, shown_queries_say_what_failed);
    tcase_add_test(tests, verdicts_of_frames_say_what_failed);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
