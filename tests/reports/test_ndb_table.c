/* SPDX-License-Identifier: MIT
 * The table beside that of Lan et al. 2024, of figures made by hand: what is judged how, and that the paper's tables
 * are copied as they add up. */
#include <math.h>
#include <stdlib.h>

#include <cJSON.h>

#include "benches/table/published_ndb.h"
#include "reports/ndb/table.h"
#include "results/ndb/claims.h"
#include "results/ndb/fill.h"
#include "tests/datasets/scratch.h"

/* ---- The paper's ---- */

/* FPS counts steps: the times of a row add up to one over it. Misprints or rounding leave 3 %. */
START_TEST(times_of_the_paper_add_up) {
    const ts_ndb_published *row;
    size_t rows = 0;
    for (; (row = ts_ndb_published_at(rows)) != NULL; ++rows) {
        const double ms = row->broad + row->narrow + row->lg_ms + row->misc;
        ck_assert_msg(fabs(ms * row->fps - 1e3) < 30.0, "%s: %g ms, %g FPS", row->title, ms, row->fps);
        ck_assert_msg(row->narrow >= row->full && row->partial < row->full, "%s", row->title);
        ck_assert(row->broad_pairs > row->in_ccd && row->constraints > row->elements * 0.9);
        if (row->scene) ck_assert_ptr_eq(ts_ndb_published_of(row->scene), row);
    }
    ck_assert_uint_eq(rows, 11);
    ck_assert_ptr_null(ts_ndb_published_of("drape"));
}
END_TEST

START_TEST(iterations_of_the_paper_grow_with_time_step_and_tolerance) {
    static const char *const SCENES[] = {"ndb-folding", "ndb-twist"};
    for (size_t s = 0; s < 2; ++s) {
        for (size_t r = 0; r < TS_NDB_RATES; ++r) {
            for (size_t t = 0; t < TS_NDB_TOLERANCES; ++t) {
                const ts_ndb_published_cell *cell = ts_ndb_published_cell_of(SCENES[s], r, t);
                ck_assert_int_eq(isnan(cell->lg), cell->remark == TS_NDB_FAILS);
                if (isnan(cell->lg)) continue;
                if (t > 0) ck_assert(cell->lg < ts_ndb_published_cell_of(SCENES[s], r, t - 1)->lg);
                if (r > 0) ck_assert(cell->lg > ts_ndb_published_cell_of(SCENES[s], r - 1, t)->lg);
            }
        }
    }
    ck_assert_ptr_null(ts_ndb_published_cell_of("ndb-drape", 0, 0));
    ck_assert_ptr_null(ts_ndb_published_cell_of("ndb-twist", TS_NDB_RATES, 0));
    /* Table 1 has the twist at 1/150 s and 1e-3 too. */
    ck_assert(ts_ndb_published_cell_of("ndb-twist", 0, 2)->lg == ts_ndb_published_of("ndb-twist")->lg);
}
END_TEST

/* ---- The plan ---- */

START_TEST(every_part_has_its_runs) {
    static const size_t COUNTS[TS_NDB_PARTS] = {11, 24, 6, 8, 8, 4, 0};
    size_t all = 0;
    for (int part = 0; part < TS_NDB_PARTS; ++part) {
        ts_ndb_table table = {.size = "tiny"};
        check_ok(ts_ndb_table_plan(&table, 1u << part, error));
        ck_assert_uint_eq(table.runs, COUNTS[part]);
        for (size_t k = 0; k < table.runs; ++k) {
            const ts_ndb_table_run *run = &table.run[k];
            bool has_reference = run->reference == NULL;
            ck_assert_int_eq(run->part, part);
            for (size_t r = 0; r < table.runs; ++r) {
                ck_assert(r == k || strcmp(table.run[r].name, run->name) != 0);
                has_reference = has_reference || strcmp(table.run[r].name, run->reference) == 0;
            }
            ck_assert_msg(has_reference, "%s", run->name);
        }
        all += table.runs;
        ts_ndb_table_clear(&table);
    }
    ts_ndb_table table = {.size = "tiny"};
    check_ok(ts_ndb_table_plan(&table, (1u << TS_NDB_PARTS) - 1, error));
    ck_assert_uint_eq(table.runs, all);
    ts_ndb_table_clear(&table);
}
END_TEST

START_TEST(commands_can_be_typed) {
    ts_ndb_table table = {.size = "tiny", .steps = 30};
    check_ok(ts_ndb_table_plan(&table, 1u << TS_NDB_PART_TOLERANCES | 1u << TS_NDB_PART_BARRIERS, error));
    char *cell = ts_ndb_run_command(&table, &table.run[23]), *rival = ts_ndb_run_command(&table, &table.run[25]);
    ck_assert_str_eq(table.run[23].name, "twist-50-0.01");
    ck_assert_str_eq(cell, "touchstone simulate runs/twist-50-0.01.json --size tiny --solver ndb --solver-option "
                           "acceleration=0 --solver-option stay=1 --solver-option short_ways=false --solver-option "
                           "restart_warm_below=0 --solver-option astray=1e300 --solver-option whole_bodies=false "
                           "--solver-option warm_lg=5 --solver-option "
                           "sweeps=20 --solver-option tolerance=0.01 --steps 10");
    ck_assert_str_eq(rival, "touchstone simulate ndb-twist --size tiny --solver ndb --solver-option "
                            "acceleration=0 --solver-option stay=1 --solver-option short_ways=false --solver-option "
                            "restart_warm_below=0 --solver-option astray=1e300 --solver-option whole_bodies=false "
                            "--solver-option warm_lg=5 --solver-option "
                            "sweeps=20 --solver-option barrier=1 --solver-option samples=3 --steps 30");
    free(cell);
    free(rival);
    ts_ndb_table_clear(&table);
}
END_TEST

/* ---- Claims ---- */

static ts_ndb_figures *figures_of(ts_ndb_table *table, const char *name) {
    for (size_t k = 0; k < table->runs; ++k) {
        if (strcmp(table->run[k].name, name) == 0) return &table->run[k].figures;
    }
    ck_abort_msg("there is no run %s", name);
    return NULL;
}

/* All runs alike: 20 iterations a step, of 10 ms. */
static void fill(ts_ndb_table *table) {
    *table = (ts_ndb_table){.size = "tiny"};
    check_ok(ts_ndb_table_plan(table, (1u << TS_NDB_PARTS) - 1, error));
    for (size_t k = 0; k < table->runs; ++k) {
        table->run[k].figures = (ts_ndb_figures){.is_there = true,
                                                 .outcome = "finished",
                                                 .steps = 10,
                                                 .verified = 10,
                                                 .lg = 20,
                                                 .warm_lg = 4,
                                                 .full_ccds = 2,
                                                 .seconds = 0.01,
                                                 .broad_ms = 1,
                                                 .partial_ms = 0.25,
                                                 .full_ms = 1.75,
                                                 .lg_ms = 6,
                                                 .apart = 0.001};
    }
}

static ts_ndb_verdict verdict_of(const ts_ndb_table *table, const char *words, char measured[TS_NDB_CLAIM_TEXT]) {
    ts_ndb_claim claim;
    for (size_t k = 0; ts_ndb_claim_at(table, k, &claim); ++k) {
        if (!strstr(claim.claim, words)) continue;
        if (measured) memcpy(measured, claim.measured, sizeof claim.measured);
        return claim.verdict;
    }
    ck_abort_msg("no claim has '%s'", words);
    return TS_NDB_VERDICTS;
}

static void expect_verdict(const ts_ndb_table *table, const char *words, ts_ndb_verdict verdict, const char *said) {
    char measured[TS_NDB_CLAIM_TEXT];
    ck_assert_msg(verdict_of(table, words, measured) == verdict, "%s: %s", words, measured);
    ck_assert_msg(strstr(measured, said) != NULL, "%s: %s", words, measured);
}

START_TEST(claims_are_judged_by_the_runs) {
    ts_ndb_table table;
    fill(&table);
    expect_verdict(&table, "no penetration", TS_NDB_REPRODUCED, "0 offences in 590 steps of 59 runs");
    expect_verdict(&table, "fewer iterations than DBB", TS_NDB_NOT_REPRODUCED, "20.0 and 20.0 iterations a step: 0 %");
    expect_verdict(&table, "density of samples", TS_NDB_REPRODUCED, "20.0, 20.0, 20.0, 20.0");
    expect_verdict(&table, "small part of the time", TS_NDB_REPRODUCED, "2.5 % of the time of 11 scenes, 12 %");
    expect_verdict(&table, "full CCD is rare", TS_NDB_REPRODUCED, "0.100 full CCDs");
    expect_verdict(&table, "warm start", TS_NDB_REPRODUCED, "4.0 iterations");
    expect_verdict(&table, "look like the converged run", TS_NDB_REPRODUCED, "0.100 % of the size");
    expect_verdict(&table, "PD-BFGS", TS_NDB_HARDWARE_ONLY, "");
    expect_verdict(&table, "saves 70 %", TS_NDB_NOT_MEASURED, "");
    table.systems = 2;
    table.system[0] = (ts_ndb_convergence){.scene = "ndb-strip", .sweeps = {NAN, 10, 20, 5}};
    table.system[1] = (ts_ndb_convergence){.scene = "ndb-drape", .sweeps = {100, 40, 20, 5}};
    expect_verdict(&table, "saves 70 %", TS_NDB_REPRODUCED,
                   "ndb-strip: 10 instead of over 19200; ndb-drape: 40 instead of 100");
    table.system[1].sweeps[TS_NDB_CURVE_DAMPED_MODES] = 41;
    expect_verdict(&table, "saves 70 %", TS_NDB_NOT_REPRODUCED, "41 instead of 100");
    expect_verdict(&table, "undoes the damping", TS_NDB_NOT_MEASURED, "0 of 10 steps with it, 0 of 10 without");
    figures_of(&table, "twist-dbb")->lg = 25;
    figures_of(&table, "twist-1-sample")->lg = 22;
    figures_of(&table, "drape-partial")->offences = 1;
    figures_of(&table, "drape-cipc")->seconds = 0.06;
    figures_of(&table, "teapot-25-without")->short_exits = 6;
    figures_of(&table, "teapot-25-with")->short_exits = 1;
    figures_of(&table, "folding-50-0.0005")->lg = 50;
    figures_of(&table, "strip-no-modes-600")->apart = 0.01;
    expect_verdict(&table, "fewer iterations than DBB", TS_NDB_REPRODUCED, "20 % fewer");
    expect_verdict(&table, "density of samples", TS_NDB_NOT_REPRODUCED, "22.0, 20.0");
    expect_verdict(&table, "no penetration", TS_NDB_NOT_REPRODUCED, "1 offences");
    expect_verdict(&table, "fast as C-IPC", TS_NDB_REPRODUCED, "6.0 times");
    expect_verdict(&table, "undoes the damping", TS_NDB_REPRODUCED, "1 of 10 steps with it, 6 of 10 without");
    expect_verdict(&table, "grow 2.5 times", TS_NDB_REPRODUCED, "2.50 times as many");
    expect_verdict(&table, "20 A-Jacobi converge", TS_NDB_REPRODUCED, "1.0000 % by 600");
    snprintf(figures_of(&table, "twist-dbb")->outcome, 24, "tiny toi"); /* a part of a run says nothing */
    expect_verdict(&table, "fewer iterations than DBB", TS_NDB_NOT_MEASURED, "");
    ts_ndb_table_clear(&table);
}
END_TEST

/* Nothing is claimed of runs that were not made. */
/* With few steps no cap is ever come to, and all three runs are the converged one. */
START_TEST(caps_that_make_no_difference_show_nothing) {
    static const double APART[][3] = {{0, 0, 0}, {0.001, 0.001, 0.001}, {0, 0.01, 0.02}, {0, 0, 0.02}, {0.01, 0, 0.02}};
    static const ts_ndb_verdict VERDICTS[] = {TS_NDB_NOT_MEASURED, TS_NDB_NOT_MEASURED, TS_NDB_REPRODUCED,
                                              TS_NDB_NOT_REPRODUCED, TS_NDB_NOT_REPRODUCED};
    ts_ndb_table table;
    fill(&table);
    for (size_t k = 0; k < sizeof APART / sizeof *APART; ++k) {
        figures_of(&table, "teapot-50-with")->apart = APART[k][0];
        figures_of(&table, "teapot-25-with")->apart = APART[k][1];
        figures_of(&table, "teapot-5-with")->apart = APART[k][2];
        expect_verdict(&table, "lower caps", VERDICTS[k], "% of the size from the converged run at caps of 50, 25, 5");
    }
    ts_ndb_table_clear(&table);
}
END_TEST

START_TEST(without_runs_nothing_is_measured) {
    ts_ndb_table table = {.size = "tiny"};
    ts_ndb_claim claim;
    size_t claims = 0;
    check_ok(ts_ndb_table_plan(&table, (1u << TS_NDB_PARTS) - 1, error));
    for (; ts_ndb_claim_at(&table, claims, &claim); ++claims) {
        ck_assert(claim.verdict == TS_NDB_NOT_MEASURED || claim.verdict == TS_NDB_HARDWARE_ONLY);
        ck_assert_str_eq(claim.measured, "");
    }
    ck_assert_uint_ge(claims, 20);
    ts_ndb_table_clear(&table);
}
END_TEST

/* ---- Reports ---- */

START_TEST(reports_put_ours_beside_the_papers) {
    static const ts_context CONTEXT = {.cpu = "a processor",
                                       .cores = 2,
                                       .system = "a system",
                                       .date = "today",
                                       .compiler = "a compiler",
                                       .flags = "-O3",
                                       .build_type = "Release",
                                       .commit = "abc"};
    ts_ndb_table table;
    size_t length;
    fill(&table);
    check_ok(ts_ndb_table_write(&table, &CONTEXT, scratch_folder, error));
    char *report = read_bytes(scratch("table.md"), &length), *csv = read_bytes(scratch("tolerances.csv"), &length);
    char *json = read_bytes(scratch("table.json"), &length);
    ck_assert_ptr_nonnull(
        strstr(report, "| ndb-twist | paper | 1 | 121K | 80K | 110K | 150 | 6.3 | 8 | 15 | 2 | 13 |"));
    ck_assert_ptr_nonnull(strstr(report, "| 1 | 2 | 0.25 | 1.75 | 6 | 20.0 | 1 | 100 | 60% | 12% | finished |"));
    ck_assert_ptr_nonnull(strstr(report, "| Fashion show | paper | 2 | 1.1M |"));
    ck_assert_ptr_nonnull(strstr(csv, "ndb-folding,150,paper,39 (16.3 ms),18 (8.3 ms),15 (6.9 ms) J,4 (2.8 ms) J"));
    ck_assert_ptr_nonnull(strstr(csv, "ndb-twist,,ours,20 (6 ms),20 (6 ms),20 (6 ms),20 (6 ms)"));
    cJSON *root = cJSON_Parse(json);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(root, "runs")), 61);
    ck_assert(cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(root, "runs"), 0), "fps")->valuedouble == 100);
    cJSON_Delete(root);
    free(report);
    free(csv);
    free(json);
    ts_ndb_table_clear(&table);
}
END_TEST

START_TEST(plots_leave_out_what_was_not_run) {
    ts_ndb_table table;
    size_t length;
    fill(&table);
    ts_plot_folder plots = {.path = scratch_folder, .formats = TS_PLOT_SVG};
    check_ok(ts_plot_ndb_table(&plots, &table, scratch_folder, error));
    ck_assert_uint_eq(plots.count, 2); /* there are no logs to draw steps from */
    char *data = read_bytes(scratch("ndb-tolerances.dat"), &length),
         *shares = read_bytes(scratch("ndb-shares.dat"), &length);
    ck_assert_ptr_nonnull(strstr(data, "\n0.01 4 20 ? 20 ? 20 72 20 ? 20 ? 20\n"));
    ck_assert_ptr_nonnull(strstr(shares, "\"ndb-strip, ours\" 10 2.5 17.5 60 10\n"));
    free(data);
    free(shares);
    ts_plot_folder_clear(&plots);
    ts_ndb_table_clear(&table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ndb table");
    TCase *tests = tcase_create("ndb table");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, times_of_the_paper_add_up);
    tcase_add_test(tests, iterations_of_the_paper_grow_with_time_step_and_tolerance);
    tcase_add_test(tests, every_part_has_its_runs);
    tcase_add_test(tests, commands_can_be_typed);
    tcase_add_test(tests, claims_are_judged_by_the_runs);
    tcase_add_test(tests, caps_that_make_no_difference_show_nothing);
    tcase_add_test(tests, without_runs_nothing_is_measured);
    tcase_add_test(tests, reports_put_ours_beside_the_papers);
    tcase_add_test(tests, plots_leave_out_what_was_not_run);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
