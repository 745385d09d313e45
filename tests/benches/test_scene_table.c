/* SPDX-License-Identifier: MIT
 * Cells of the comparison table, the published one, and verdicts on recorded queries. */
#include "tests/benches/replay_fixture.h"

#include "benches/table/published.h"
#include "benches/table/published_statistics.h"
#include "benches/table/query_verdicts.h"
#include "benches/table/scene_table.h"

/* ---- Cells ---- */

START_TEST(outcomes_have_names_of_their_own) {
    for (int outcome = 0; outcome < TS_CELL_OUTCOMES; ++outcome) {
        const char *name = ts_cell_outcome_name((ts_cell_outcome)outcome);
        ck_assert_int_eq(ts_cell_outcome_of(name), outcome);
    }
    ck_assert_int_eq(ts_cell_outcome_of("tiny  toi"), TS_CELL_OUTCOMES);
}
END_TEST

START_TEST(a_cell_shows_its_time_or_its_failure) {
    const struct {
        ts_cell_outcome outcome;
        double ms;
        uint64_t not_converged;
        const char *text;
    } cases[] = {
        {TS_CELL_TIMED, 0.012345, 0, "0.0123"}, {TS_CELL_TIMED, 72.84, 0, "72.8"},
        {TS_CELL_TIMED, 1012.84, 0, "1012.8"},  {TS_CELL_TIMED, 43.4, 3, "43.4*"},
        {TS_CELL_TIMED, NAN, 0, "no query"},    {TS_CELL_TINY_TOI, 43.4, 1, "tiny toi"},
        {TS_CELL_EMPTY, NAN, 0, "not run"},     {TS_CELL_OUT_OF_TIME, 1.0, 0, "time"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        ts_scene_cell cell = ts_scene_cell_empty();
        cell.outcome = cases[k].outcome;
        cell.ccd_ms = cases[k].ms;
        cell.ccd_queries = isnan(cases[k].ms) ? 0u : 1u;
        cell.not_converged = cases[k].not_converged;
        char text[TS_CELL_TEXT];
        ts_scene_cell_text(&cell, text);
        ck_assert_str_eq(text, cases[k].text);
        char marked[TS_CELL_TEXT];
        cell.by_accd = 3;
        ts_scene_cell_text(&cell, marked);
        if (cell.ccd_queries == 0) continue;
        ck_assert_int_eq(marked[strlen(text)], '+');
        ck_assert_uint_eq(strlen(marked), strlen(text) + 1);
    }
}
END_TEST

/* ---- The published table ---- */

/* docs/comparison-table.md, Beside the paper's: 19 of 60 cells are times, 15 are n/a; accd has times only. */
START_TEST(the_published_table_is_whole) {
    size_t scenes = 0, times = 0, not_available = 0, backends = 0;
    while (ts_published_backend(backends)) ++backends;
    for (; ts_published_scene(scenes); ++scenes) {
        const char *scene = ts_published_scene(scenes);
        ck_assert(ts_published_ratio(scene, "accd") == 1.0);
        ck_assert_str_eq(ts_published_cell(scene, "minsep"), "tiny toi");
        for (size_t b = 0; b < backends; ++b) {
            const char *cell = ts_published_cell(scene, ts_published_backend(b));
            ck_assert_ptr_nonnull(cell);
            times += isnan(ts_published_ratio(scene, ts_published_backend(b))) ? 0u : 1u;
            not_available += strcmp(cell, "n/a") == 0;
        }
    }
    ck_assert_uint_eq(scenes, 10);
    ck_assert_uint_eq(backends, 6);
    ck_assert_uint_eq(times, 19);
    ck_assert_uint_eq(not_available, 15);
    ck_assert_str_eq(ts_published_cell("needle-bed", "tbsc"), "infinite");
    ck_assert(fabs(ts_published_ratio("braids", "cubic") - 1012.8 / 965.4) < 1e-15);
    ck_assert_ptr_null(ts_published_cell("needle-bed", "certified"));
    ck_assert_ptr_null(ts_published_cell("needles", "accd"));
}
END_TEST

static ts_published_comparison compare_at(ts_cell_outcome outcome, double ratio, const char *scene,
                                          const char *backend) {
    ts_scene_cell cell = ts_scene_cell_empty();
    cell.outcome = outcome;
    cell.ccd_ms = 1.0;
    return ts_compare_published(&cell, ratio, scene, backend);
}

static ts_agreement compare(ts_cell_outcome outcome, const char *scene, const char *backend) {
    return compare_at(outcome, NAN, scene, backend).word;
}

START_TEST(cells_agree_by_kind_and_not_by_milliseconds) {
    ck_assert_int_eq(compare(TS_CELL_TIMED, "kick", "cubic"), TS_AGREES);
    ck_assert_int_eq(compare(TS_CELL_TINY_TOI, "kick", "cubic"), TS_DIFFERS);
    ck_assert_int_eq(compare(TS_CELL_TINY_TOI, "kick", "tbsc"), TS_AGREES);
    ck_assert_int_eq(compare(TS_CELL_INFINITE, "kick", "tbsc"), TS_DIFFERS);
    ck_assert_int_eq(compare(TS_CELL_TIMED, "kick", "bsc"), TS_DIFFERS);
    ck_assert_int_eq(compare(TS_CELL_OUT_OF_TIME, "kick", "accd"), TS_DIFFERS);
    ck_assert_int_eq(compare(TS_CELL_NOT_AVAILABLE, "braids", "bsc"), TS_AGREES);
    ck_assert_int_eq(compare(TS_CELL_EMPTY, "kick", "cubic"), TS_NOT_COMPARED);
    ck_assert_int_eq(compare(TS_CELL_FAILED, "kick", "cubic"), TS_NOT_COMPARED);
    ck_assert_int_eq(compare(TS_CELL_TIMED, "kick", "certified"), TS_NOT_COMPARED);
}
END_TEST

/* kick, cubic: 262.3 over 229.6. */
START_TEST(of_two_times_the_ratios_agree_within_a_factor_of_2) {
    const double published = ts_published_ratio("kick", "cubic");
    ck_assert_int_eq(compare_at(TS_CELL_TIMED, 2.0 * published, "kick", "cubic").ratio, TS_AGREES);
    ck_assert_int_eq(compare_at(TS_CELL_TIMED, 0.5 * published, "kick", "cubic").ratio, TS_AGREES);
    ck_assert_int_eq(compare_at(TS_CELL_TIMED, 2.01 * published, "kick", "cubic").ratio, TS_DIFFERS);
    ck_assert_int_eq(compare_at(TS_CELL_TIMED, 0.49 * published, "kick", "cubic").ratio, TS_DIFFERS);
    ck_assert_int_eq(compare_at(TS_CELL_TIMED, 9.0, "kick", "cubic").word, TS_AGREES);
    ck_assert_int_eq(compare_at(TS_CELL_TIMED, NAN, "kick", "cubic").ratio, TS_NOT_COMPARED);
    ck_assert_int_eq(compare_at(TS_CELL_TIMED, 1.0, "kick", "bsc").ratio, TS_NOT_COMPARED);
    ck_assert_int_eq(compare_at(TS_CELL_TINY_TOI, 1.0, "kick", "cubic").ratio, TS_NOT_COMPARED);
}
END_TEST

/* Issue and page say 35 of 60: not the ten of accd, and not the fifteen n/a. */
START_TEST(thirty_five_cells_say_something) {
    size_t informative = 0;
    for (size_t s = 0; ts_published_scene(s); ++s) {
        for (size_t b = 0; ts_published_backend(b); ++b)
            informative +=
                compare_at(TS_CELL_TIMED, 1.0, ts_published_scene(s), ts_published_backend(b)).is_informative;
    }
    ck_assert_uint_eq(informative, 35);
    ck_assert(!compare_at(TS_CELL_TIMED, 1.0, "kick", "certified").is_informative);
}
END_TEST

/* Fig. 24, of the ten scenes all but kick, which Fig. 20 has without thickness and iterations. */
START_TEST(the_published_statistics_have_every_scene_of_the_table) {
    for (size_t s = 0; ts_published_scene(s); ++s) {
        const ts_published_statistics *row = ts_published_statistics_of(ts_published_scene(s));
        ck_assert_ptr_nonnull(row);
        const bool is_kick = strcmp(row->scene, "kick") == 0;
        ck_assert(isnan(row->dhat) == is_kick && isnan(row->iterations_per_step) == is_kick);
        ck_assert(row->nodes > 6e3 && row->nodes < 130e3 && row->h >= 0.01 && row->h <= 0.04 && row->mu >= 0.0);
        ck_assert(row->mean_contacts < row->most_contacts && row->cores >= 4.0 && row->cores <= 8.0);
        ck_assert(row->seconds_per_step >= 42.0 && row->seconds_per_step <= 588.0);
    }
    ck_assert(ts_published_statistics_of("braids")->seconds_per_step == 210.0);
    ck_assert(ts_published_statistics_of("stack-10mm")->most_contacts == 2.8e6);
    ck_assert_ptr_null(ts_published_statistics_of("needles"));
}
END_TEST

/* ---- A table ---- */

static void write_scene(const char *path, double offset) {
    char text[512];
    snprintf(text, sizeof text,
             "{\"name\": \"a sheet\", \"objects\": [{\"mesh\": {\"generator\": \"grid\"}, \"offset\": %g}]}", offset);
    write_file(path, text);
}

START_TEST(methods_without_thickness_are_not_available_for_thick_scenes) {
    char thin[512], thick[512];
    snprintf(thin, sizeof thin, "%s", scratch("thin.json"));
    snprintf(thick, sizeof thick, "%s", scratch("thick.json"));
    write_scene(thin, 0.0);
    write_scene(thick, 1e-4);
    ts_ccd_method methods[2];
    check_ok(ts_ccd_register_builtin(error));
    check_ok(ts_ccd_method_init(&methods[0], "bsc", NULL, error));
    check_ok(ts_ccd_method_init(&methods[1], "accd", NULL, error));
    char *names[] = {(char[]){"thin"}, (char[]){"thick"}}, *paths[] = {thin, thick};
    const ts_scene_table_plan plan = {.options = {.size = "tiny"},
                                      .names = names,
                                      .operands = paths,
                                      .paths = paths,
                                      .scene_count = 2,
                                      .methods = methods,
                                      .method_count = 2};
    ts_scene_table table;
    check_ok(ts_scene_table_init(&table, &plan, error));
    ck_assert_uint_eq(table.reference, 1); /* accd */
    ck_assert(!table.scenes[0].thick && table.scenes[1].thick);
    ck_assert_int_eq(ts_scene_table_cell(&table, 0, 0)->outcome, TS_CELL_EMPTY);
    ck_assert_int_eq(ts_scene_table_cell(&table, 0, 1)->outcome, TS_CELL_EMPTY);
    ck_assert_int_eq(ts_scene_table_cell(&table, 1, 0)->outcome, TS_CELL_NOT_AVAILABLE);
    ck_assert_int_eq(ts_scene_table_cell(&table, 1, 1)->outcome, TS_CELL_EMPTY);
    ck_assert(isnan(ts_scene_table_ratio(&table, 0, 0)));
    for (size_t m = 0; m < 2; ++m) {
        ts_scene_table_cell(&table, 0, m)->outcome = TS_CELL_TIMED;
        ts_scene_table_cell(&table, 0, m)->ccd_ms = m == 0 ? 6.0 : 2.0;
        ts_scene_table_cell(&table, 0, m)->set_up_ms = 2.0;
    }
    ck_assert(ts_scene_table_ratio(&table, 0, 0) == 3.0);
    ck_assert(ts_scene_table_ratio_with_set_up(&table, 0, 0) == 2.0);
    ck_assert(isnan(ts_scene_table_ratio_with_set_up(&table, 1, 0)));
    ck_assert_uint_eq(table.scenes[0].facts.nodes, 21 * 21);
    ck_assert(isnan(ts_scene_table_statistics(&table, 0).cores)); /* no run yet */
    ts_scene_cell *run = ts_scene_table_cell(&table, 0, 1);
    run->steps = 4;
    run->iterations = 30;
    run->most_contacts = 70;
    run->step_seconds = 0.25;
    const ts_scene_statistics statistics = ts_scene_table_statistics(&table, 0);
    ck_assert(statistics.cores == 1.0 && statistics.iterations_per_step == 7.5);
    ck_assert(statistics.most_contacts == 70.0 && statistics.seconds_per_step == 0.25);
    ts_scene_table_clear(&table);
    paths[1] = (char[]){"no such scene.json"};
    check_fails(ts_scene_table_init(&table, &plan, error), TS_ERROR_DATA, "no such scene.json");
    for (int m = 0; m < 2; ++m) ts_ccd_method_clear(&methods[m]);
}
END_TEST

/* ---- Verdicts ---- */

/* Against a replay of the same file, read from its cells directly. */
START_TEST(verdicts_are_those_of_a_replay) {
    fixture_methods methods;
    fixture_methods_init(&methods);
    const char *path = scratch("queries.h5");
    fixture_write(path, (fixture_file){.family = "touching", .count = 200, .unlabelled = true, .shifted = SIZE_MAX});
    ts_replay_options options = fixture_options(&methods, &path, 1);
    options.repetitions = 0;
    ts_replay_results results;
    check_ok(ts_replay(&options, &results, error));
    ts_query_verdicts *verdicts = calloc(options.method_count, sizeof *verdicts);
    const ts_query_trial trial = {.path = path, .methods = options.methods, .method_count = options.method_count};
    check_ok(ts_query_trial_run(&trial, verdicts, error));
    uint64_t contacts = 0;
    for (size_t m = 0; m < options.method_count; ++m) {
        uint64_t queries = 0, late = 0, missed = 0;
        for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
            const ts_replay_cell *cell = ts_replay_cell_at(&results.data_sets[0], m, (ts_ccd_kind)kind);
            queries += cell->queries;
            late += cell->verdicts[TS_VERDICT_LATE];
            missed += cell->verdicts[TS_VERDICT_FALSE_NEGATIVE];
        }
        ck_assert_uint_eq(verdicts[m].queries, queries);
        ck_assert_uint_eq(verdicts[m].late, late);
        ck_assert_uint_eq(verdicts[m].missed, missed);
        ck_assert(isnan(verdicts[m].nanoseconds));
        contacts += verdicts[m].contacts;
    }
    ck_assert_uint_gt(contacts, 0);
    check_fails(ts_query_trial_run(&(ts_query_trial){.path = "none.h5", .methods = options.methods, .method_count = 1},
                                   verdicts, error),
                TS_ERROR_DATA, "none.h5");
    free(verdicts);
    ts_replay_results_clear(&results);
    fixture_methods_clear(&methods);
}
END_TEST

START_TEST(a_trial_takes_a_sample_and_times_it) {
    fixture_methods methods;
    fixture_methods_init(&methods);
    const char *path = scratch("queries.h5");
    fixture_write(path, (fixture_file){.family = "generic", .count = 200, .unlabelled = true, .shifted = SIZE_MAX});
    const ts_replay_options options = fixture_options(&methods, &path, 1);
    const ts_query_trial trial = {
        .path = path, .methods = options.methods, .method_count = 1, .most = 50, .repetitions = 1};
    ts_query_verdicts verdicts;
    check_ok(ts_query_trial_run(&trial, &verdicts, error));
    ck_assert_uint_eq(verdicts.queries, 50);
    ck_assert(verdicts.nanoseconds > 0.0);
    fixture_methods_clear(&methods);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("scene table");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, outcomes_have_names_of_their_own);
    tcase_add_test(cases, a_cell_shows_its_time_or_its_failure);
    tcase_add_test(cases, the_published_table_is_whole);
    tcase_add_test(cases, cells_agree_by_kind_and_not_by_milliseconds);
    tcase_add_test(cases, of_two_times_the_ratios_agree_within_a_factor_of_2);
    tcase_add_test(cases, thirty_five_cells_say_something);
    tcase_add_test(cases, the_published_statistics_have_every_scene_of_the_table);
    tcase_add_test(cases, methods_without_thickness_are_not_available_for_thick_scenes);
    tcase_add_test(cases, verdicts_are_those_of_a_replay);
    tcase_add_test(cases, a_trial_takes_a_sample_and_times_it);
    Suite *suite = suite_create("scene table");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
