/* SPDX-License-Identifier: MIT
 * The comparison table in words and files, and cells that survive the way to the disk and back. */
#include "tests/datasets/scratch.h"

#include <cJSON.h>

#include "benches/table/published.h"
#include "reports/compare/compare.h"
#include "reports/scenes/table.h"
#include "reports/scenes/table_rows.h"
#include "results/read.h"
#include "results/scene_cell_json.h"
#include "results/scene_table_json.h"
#include "tests/results/context.h"
#include "tests/results/edited.h"

/* Every member another value. */
static ts_scene_cell full_cell(void) {
    ts_scene_cell cell = {
        .outcome = TS_CELL_TINY_TOI,
        .command = "touchstone simulate kick --size tiny --ccd cubic",
        .message = "next to no \"step\"",
        .step = 3,
        .iteration = -1,
        .has_query = true,
        .query_path = "out/cells/kick.cubic/failure.h5",
        .query_index = 4,
        .steps_asked = 20,
        .steps = 5,
        .iterations = 6,
        .ccd_queries = 7,
        .by_accd = 2,
        .most_contacts = 8,
        .verified = 9,
        .offences = 10,
        .not_converged = 11,
        .ccd_ms = 1.0 / 3.0,
        .broad_ms = 13.5,
        .set_up_ms = 2.0 / 3.0,
        .step_seconds = 0.375,
        .mean_contacts = 14.25,
        .least_gap = 1e-9,
        .most_stretch = 1.06,
        .seconds = 17.5,
        .limit_seconds = 60.0,
        .most_bytes = UINT64_C(1) << 33,
        .limit_bytes = UINT64_C(1) << 34,
        .sample = {290, 121, 22, 23, 24, 25, 26, 27, 28, 29, NAN, NAN},
        .shared = {390, 131, 32, 33, 34, 35, 36, 37, 38, 39, 40.25, 20.5},
    };
    return cell;
}

static void check_verdicts(const ts_query_verdicts *a, const ts_query_verdicts *b) {
    ck_assert(a->queries == b->queries && a->contacts == b->contacts && a->missed == b->missed && a->late == b->late);
    ck_assert(a->false_positives == b->false_positives && a->stalls == b->stalls);
    ck_assert(a->limits == b->limits && a->errors == b->errors && a->inconsistent == b->inconsistent);
    ck_assert(a->unsupported == b->unsupported && same_bits(a->nanoseconds, b->nanoseconds) &&
              same_bits(a->batch_nanoseconds, b->batch_nanoseconds));
}

START_TEST(a_cell_comes_back_as_it_was) {
    const ts_scene_cell cell = full_cell();
    const char *path = scratch("cell.json");
    ts_scene_cell back;
    check_ok(ts_scene_cell_write(&cell, &CONTEXT, path, error));
    check_ok(ts_scene_cell_read(path, &back, error));
    ck_assert_int_eq(back.outcome, cell.outcome);
    ck_assert_str_eq(back.command, cell.command);
    ck_assert_str_eq(back.message, cell.message);
    ck_assert(back.step == cell.step && back.iteration == cell.iteration && back.has_query);
    ck_assert_str_eq(back.query_path, cell.query_path);
    ck_assert(back.query_index == cell.query_index && back.steps_asked == cell.steps_asked);
    ck_assert(back.steps == cell.steps && back.iterations == cell.iterations && back.ccd_queries == cell.ccd_queries);
    ck_assert(back.most_contacts == cell.most_contacts && back.verified == cell.verified);
    ck_assert(back.offences == cell.offences && back.not_converged == cell.not_converged);
    ck_assert(back.by_accd == cell.by_accd && same_bits(back.set_up_ms, cell.set_up_ms));
    ck_assert(same_bits(back.step_seconds, cell.step_seconds));
    ck_assert(same_bits(back.ccd_ms, cell.ccd_ms) && same_bits(back.broad_ms, cell.broad_ms));
    ck_assert(same_bits(back.mean_contacts, cell.mean_contacts) && same_bits(back.least_gap, cell.least_gap));
    ck_assert(same_bits(back.most_stretch, cell.most_stretch) && same_bits(back.seconds, cell.seconds));
    ck_assert(same_bits(back.limit_seconds, cell.limit_seconds) && back.most_bytes == cell.most_bytes);
    ck_assert(back.limit_bytes == cell.limit_bytes);
    check_verdicts(&back.sample, &cell.sample);
    check_verdicts(&back.shared, &cell.shared);
}
END_TEST

START_TEST(what_is_no_cell_is_refused_and_leaves_the_cell) {
    static const char *const wrong[] = {"", "{", "[]", "{\"schema\": 2, \"kind\": \"simulate\"}",
                                        "{\"schema\": 2, \"kind\": \"cell\", \"outcome\": \"splendid\"}"};
    ts_scene_cell cell = full_cell();
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        write_file(scratch("wrong.json"), wrong[k]);
        check_fails(ts_scene_cell_read(scratch("wrong.json"), &cell, error), TS_ERROR_DATA, "wrong.json");
    }
    check_fails(ts_scene_cell_read(scratch("none.json"), &cell, error), TS_ERROR_DATA, "none.json");
    ck_assert_int_eq(cell.outcome, TS_CELL_TINY_TOI);
    ck_assert_uint_eq(cell.steps, 5);
}
END_TEST

/* By the schema, and what must add up. */
START_TEST(an_edited_cell_is_refused) {
    static const struct {
        const char *in, *member;
        double value;
        const char *words;
    } edits[] = {{NULL, "steps_done", -1.0, "steps_done"},
                 {NULL, "novelty", 1.0, "there is no 'novelty' here"},
                 {"sample", "contacts", 291.0, "sample: counts do not add up: contacts is 291"},
                 {"same_queries", "missed", 99.0, "same_queries: counts do not add up: missed and late is 132"}};
    const ts_scene_cell cell = full_cell();
    for (size_t k = 0; k < sizeof edits / sizeof *edits; ++k) {
        ts_scene_cell back;
        check_ok(ts_scene_cell_write(&cell, &CONTEXT, scratch("cell.json"), error));
        cJSON *root = edited_load(scratch("cell.json")), *in = edits[k].in ? edited_member(root, edits[k].in) : root;
        cJSON_DeleteItemFromObjectCaseSensitive(in, edits[k].member);
        cJSON_AddNumberToObject(in, edits[k].member, edits[k].value);
        edited_store(root, scratch("cell.json"));
        check_fails(ts_scene_cell_read(scratch("cell.json"), &back, error), TS_ERROR_DATA, edits[k].words);
    }
}
END_TEST

/* The summary of a run, written by hand as docs/simulation.md has it. */
START_TEST(a_run_says_what_became_of_it) {
    static const struct {
        const char *word;
        ts_cell_outcome outcome;
    } words[] = {
        {"finished", TS_CELL_TIMED},    {"not converged", TS_CELL_TIMED},       {"tiny toi", TS_CELL_TINY_TOI},
        {"infinite", TS_CELL_INFINITE}, {"intersect", TS_CELL_INTERSECT},       {"unreached", TS_CELL_UNREACHED},
        {"error", TS_CELL_ERROR},       {"unsupported", TS_CELL_NOT_AVAILABLE}, {"interrupted", TS_CELL_OUT_OF_TIME}};
    for (size_t k = 0; k < sizeof words / sizeof *words; ++k) {
        char text[1024];
        snprintf(text, sizeof text,
                 "{\"schema\": 3, \"kind\": \"simulate\", \"outcome\": \"%s\", \"steps_asked\": 9, \"steps_done\": 7,"
                 "\"at\": {\"step\": 7, \"iteration\": 2, \"message\": \"why\","
                 " \"query\": {\"kind\": \"edge-edge\", \"toi\": 0, \"path\": \"run/failure.h5\", \"index\": 0}},"
                 "\"iterations\": 40, \"steps_not_converged\": 1, \"ccd_ms_per_iteration\": 2.5,"
                 "\"broad_ms_per_iteration\": null, \"set_up_ms_per_iteration\": 1.25, \"ccd_queries_by_accd\": 45,"
                 "\"seconds\": 9, \"seconds_by_phase\": {\"verify\": 2}, \"ccd_queries\": 12345, \"contacts\": "
                 "{\"mean\": 10.5, \"most\": 12},"
                 "\"least_gap\": 1e-5, \"most_stretch\": 1.01, \"steps_verified\": 6, \"offences\": {\"count\": 2}}",
                 words[k].word);
        edited_store_whole(cJSON_Parse(text), scratch("summary.json"));
        ts_scene_cell cell = ts_scene_cell_empty();
        check_ok(ts_scene_cell_read_run(scratch("summary.json"), &cell, error));
        ck_assert_int_eq(cell.outcome, words[k].outcome);
        ck_assert(cell.steps_asked == 9 && cell.steps == 7 && cell.step == 7 && cell.iteration == 2);
        ck_assert_str_eq(cell.message, "why");
        ck_assert(cell.has_query && cell.query_index == 0);
        ck_assert_str_eq(cell.query_path, "run/failure.h5");
        ck_assert(cell.iterations == 40 && cell.not_converged == 1 && cell.ccd_queries == 12345);
        ck_assert(cell.ccd_ms == 2.5 && isnan(cell.broad_ms) && cell.mean_contacts == 10.5);
        ck_assert(cell.most_contacts == 12 && cell.least_gap == 1e-5 && cell.most_stretch == 1.01);
        ck_assert(cell.verified == 6 && cell.offences == 2);
        ck_assert(cell.set_up_ms == 1.25 && cell.by_accd == 45 && cell.step_seconds == 1.0);
    }
    static const char splendid[] = "{\"schema\": 3, \"kind\": \"simulate\", \"outcome\": \"splendid\"}";
    edited_store_whole(cJSON_Parse(splendid), scratch("summary.json"));
    ts_scene_cell cell = ts_scene_cell_empty();
    check_fails(ts_scene_cell_read_run(scratch("summary.json"), &cell, error), TS_ERROR_DATA, "splendid");
}
END_TEST

/* ---- A table of two scenes and three methods ---- */

static ts_ccd_method methods[3];
static ts_table_scene scenes[2];
static ts_scene_cell cells[6];
static ts_scene_table table;

static void setup(void) {
    static const char *const names[] = {"accd", "minsep", "cubic"};
    static char kick[] = "kick", mine[] = "mine", mine_path[] = "my scenes/mine.json";
    scratch_setup();
    check_ok(ts_ccd_register_builtin(error));
    for (int m = 0; m < 3; ++m) check_ok(ts_ccd_method_init(&methods[m], names[m], NULL, error));
    scenes[0] = (ts_table_scene){.name = kick, .operand = kick};
    scenes[1] = (ts_table_scene){.name = mine, .operand = mine_path, .thick = true};
    scenes[0].facts = (ts_scene_facts){.nodes = 900,
                                       .h = 0.04,
                                       .dhat = 1e-3,
                                       .offset = {0.0, 0.0},
                                       .strain_limit = {1.134, 1.134},
                                       .mu = {0.1, 0.2},
                                       .eps_v = 1e-3,
                                       .straight = 3,
                                       .disturbed = 3};
    scenes[1].facts = (ts_scene_facts){.strain_limit = {NAN, NAN}, .straight = 1};
    for (int k = 0; k < 6; ++k) cells[k] = ts_scene_cell_empty();
    cells[0].outcome = cells[1].outcome = cells[2].outcome = cells[3].outcome = TS_CELL_TIMED;
    cells[0].ccd_queries = cells[1].ccd_queries = cells[2].ccd_queries = cells[3].ccd_queries = 1;
    cells[0].set_up_ms = cells[1].set_up_ms = cells[2].set_up_ms = 6.0;
    cells[0].steps = 4;
    cells[0].iterations = 50;
    cells[0].mean_contacts = 20.25;
    cells[0].most_contacts = 31;
    cells[0].step_seconds = 0.5;
    cells[2].ccd_ms = 18.0;
    cells[0].ccd_ms = 2.0;
    cells[1].ccd_ms = 5.0;
    cells[3].ccd_ms = 0.125;
    cells[3].not_converged = 2;
    cells[3].steps = 20;
    cells[4] = full_cell();
    strcpy(cells[1].command, "touchstone simulate kick --size tiny --ccd minsep");
    for (int m = 0; m < 3; ++m)
        cells[m].shared =
            (ts_query_verdicts){10, .nanoseconds = 100.0 * (m + 1), .batch_nanoseconds = m == 0 ? 60.0 : NAN};
    table = (ts_scene_table){.size = "tiny",
                             .scene_count = 2,
                             .scenes = scenes,
                             .method_count = 3,
                             .methods = methods,
                             .cells = cells,
                             .asking = TS_ASK_PUBLISHED,
                             .disturb = true,
                             .disturb_seed = 7};
}

static void teardown(void) {
    for (int m = 0; m < 3; ++m) ts_ccd_method_clear(&methods[m]);
    scratch_teardown();
}

static void check_csv(ts_status (*build)(const ts_scene_table *, ts_table *), const char *expected) {
    ts_table built;
    ck_assert_int_eq(build(&table, &built), TS_OK);
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    ts_table_print_csv(&built, memory);
    fclose(memory);
    ck_assert_str_eq(text, expected);
    free(text);
    ts_table_clear(&built);
}

START_TEST(the_matrix_has_a_row_for_each_scene) {
    check_csv(ts_scene_table_build_matrix, "size,scene,accd,minsep,cubic\n"
                                           "tiny,kick,2,5,18\n"
                                           "tiny,mine,0.125*,tiny toi+,not run\n");
}
END_TEST

/* A run that failed is not the fastest, however soon. */
START_TEST(the_fastest_of_those_that_finished_is_marked) {
    static const ts_cell_outcome OUTCOMES[] = {TS_CELL_TIMED, TS_CELL_TINY_TOI, TS_CELL_OUT_OF_TIME};
    for (size_t k = 0; k < sizeof OUTCOMES / sizeof *OUTCOMES; ++k) {
        ts_table built;
        char *text = NULL;
        size_t size = 0;
        cells[0].outcome = OUTCOMES[k];
        ck_assert_int_eq(ts_scene_table_build_matrix(&table, &built), TS_OK);
        FILE *memory = open_memstream(&text, &size);
        ts_table_print_latex(&built, memory);
        fclose(memory);
        ck_assert_msg((strstr(text, "\\textbf{2}") != NULL) == (k == 0), "%s", text);
        ck_assert_msg((strstr(text, "\\textbf{5}") != NULL) == (k > 0), "%s", text);
        ck_assert(!strstr(text, "\\textbf{18}") && !strstr(text, "\\textbf{tiny"));
        free(text);
        ts_table_clear(&built);
    }
}
END_TEST

START_TEST(queries_are_counted_by_iterations) {
    ts_table built;
    cells[0].ccd_queries = 1000;
    ck_assert_int_eq(ts_scene_table_build_cells(&table, &built), TS_OK);
    size_t c = 0;
    while (strcmp(built.columns[c].key, "queries_per_iteration") != 0) ++c;
    ck_assert_str_eq(built.rows[0].cells[c], "20");
    ts_table_clear(&built);
}
END_TEST

START_TEST(only_cells_of_the_paper_are_compared) {
    check_csv(
        ts_scene_table_build_comparison,
        "scene,backend,ours,published,ratio_to_reference,ratio_with_set_up,published_ratio,informative,comparison,"
        "ratio_comparison\n"
        "kick,accd,2,229.6,1.00,1.00,1.00,no,agrees,agrees\n"
        "kick,minsep,5,tiny toi,2.50,1.38,-,yes,differs,\n"
        "kick,cubic,18,262.3,9.00,3.00,1.14,yes,agrees,differs\n");
}
END_TEST

START_TEST(the_same_queries_have_a_row_for_each_method_asked) {
    check_csv(ts_scene_table_build_shared,
              "scene,backend,queries,contacts,ns_mean,ns_batch,ratio_to_reference,missed,late,false_positives,stalls,"
              "limits,errors,inconsistent,unsupported\n"
              "kick,accd,10,0,100,60,1.00,0,0,0,0,0,0,0,0\n"
              "kick,minsep,10,0,200,-,2.00,0,0,0,0,0,0,0,0\n"
              "kick,cubic,10,0,300,-,3.00,0,0,0,0,0,0,0,0\n"
              "mine,minsep,390,131,40,20,-,32,33,34,35,36,37,38,39\n");
}
END_TEST

START_TEST(statistics_stand_beside_the_papers) {
    check_csv(ts_scene_table_build_statistics,
              "scene,source,nodes,time_step,strain_limit,dhat,offset,mu,eps_v,mean_contacts,most_contacts,cores,"
              "seconds_per_step,iterations_per_step\n"
              "kick,ours,900,0.04,1.134,0.001,0,0.1 to 0.2,0.001,20,31,1,0.5,12.5\n"
              "kick,paper,43300,0.04,1.134,-,-,0.2,-,51500,82000,6,132,-\n"
              "mine,ours,0,0,-,0,0,0,0,-,0,1,-,0.0\n");
}
END_TEST

START_TEST(the_words_hide_no_failure) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    check_ok(ts_scene_table_print(&table, memory, error));
    fclose(memory);
    static const char *const parts[] = {
        "mine, accd: 2 of 20 steps did not converge\n",
        ("mine, minsep: tiny toi at step 3, prescribed nodes on their way: next to no \"step\"\n"
         "    touchstone show out/cells/kick.cubic/failure.h5 4 --backend minsep\n"),
        "CCD is asked as the published program asks it.\n",
        ("Of 4 objects of rods and cones 1 are exactly parallel as generated, 3 turned and jittered by the seed 7.\n"),
        "+ mine, minsep: 2 of 7 queries are of kinds that it lacks; ACCD answered\n",
        "Of 3 cells that the paper's Fig. 19 has as well 2 say something: not n/a, and not accd's own.\n",
        "Of these 1 agree and 1 differ.\n",
        ("1 are times in both; the ratio to accd, of queries with their set-up, is within a factor of 2 of the "
         "paper's\nfor 0.\n"),
        "Of the other 1 cells 1 agree and 0 differ.\n",
        "kick, minsep: 5, the paper's is tiny toi\n    touchstone simulate kick --size tiny --ccd minsep\n",
        "kick, cubic: 9.00 times accd's, with set-up 3.00, the paper's is 1.14\n",
    };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k) {
        ck_assert_msg(strstr(text, parts[k]) != NULL, "'%s' is not in\n%s", parts[k], text);
    }
    free(text);
}
END_TEST

START_TEST(the_files_hold_every_cell) {
    static const char *const names[] = {"table.md",       "table.tex",      "table.csv",       "cells.csv",
                                        "comparison.csv", "statistics.csv", "same-queries.csv"};
    check_ok(ts_scene_table_write(&table, &CONTEXT, scratch_folder, error));
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        ck_assert_int_eq(access(scratch("%s", names[k]), R_OK), 0);
    size_t length;
    char *text = read_bytes(scratch("table.md"), &length);
    ck_assert_ptr_nonnull(strstr(text, "\n\\* some steps did not converge;")); /* no bullet */
    free(text);
    text = read_bytes(scratch("table.json"), &length);
    cJSON *root = cJSON_Parse(text);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(root, "kind")), "table");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(root, "reference")), "accd");
    const cJSON *list = cJSON_GetObjectItem(root, "cells"), *second = cJSON_GetArrayItem(list, 1);
    ck_assert_int_eq(cJSON_GetArraySize(list), 6);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(second, "scene")), "kick");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(second, "backend")), "minsep");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(second, "published")), "tiny toi");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(second, "comparison")), "differs");
    ck_assert(cJSON_GetObjectItem(second, "ratio_to_reference")->valuedouble == 2.5);
    ck_assert(cJSON_GetObjectItem(second, "ratio_with_set_up")->valuedouble == 1.375);
    ck_assert(cJSON_IsTrue(cJSON_GetObjectItem(second, "informative")));
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(root, "ask")), "published");
    ck_assert(cJSON_GetObjectItem(root, "disturb")->valuedouble == 7.0);
    const cJSON *kick = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "scenes"), 0);
    const cJSON *ours = cJSON_GetObjectItem(kick, "statistics"),
                *paper = cJSON_GetObjectItem(kick, "published_statistics");
    ck_assert(cJSON_GetObjectItem(ours, "iterations_per_step")->valuedouble == 12.5);
    ck_assert(cJSON_GetObjectItem(cJSON_GetObjectItem(ours, "mu"), "most")->valuedouble == 0.2);
    ck_assert(cJSON_GetObjectItem(paper, "seconds_per_step")->valuedouble == 132.0);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(second, "published_ratio")));
    ck_assert(cJSON_GetObjectItem(cJSON_GetObjectItem(second, "same_queries"), "nanoseconds")->valuedouble == 200.0);
    cJSON_Delete(root);
    free(text);
}
END_TEST

/* ---- Compared with an earlier one ---- */

static void read_with(const ts_query_verdicts *sample, const ts_query_verdicts *shared, ts_results_file *results) {
    cells[5].outcome = TS_CELL_TIMED;
    cells[1].sample = *sample;
    cells[1].shared = *shared;
    check_ok(ts_scene_table_write_json(&table, &CONTEXT, scratch("t.json"), error));
    check_ok(ts_results_read(scratch("t.json"), results, error));
}

/* What is worse in the second: how many findings, the last of them with these words. */
static void check_worse(const ts_query_verdicts before[2], const ts_query_verdicts after[2], size_t worse,
                        const char *words) {
    const ts_compare_options options = ts_compare_standard();
    ts_results_file first, second;
    ts_comparison comparison;
    read_with(&before[0], &before[1], &first);
    read_with(&after[0], &after[1], &second);
    check_ok(ts_compare(&first, &second, &options, &comparison, error));
    ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_WORSE), worse);
    for (size_t f = 0; worse > 0 && f < comparison.finding_count; ++f) {
        if (comparison.findings[f].kind != TS_FINDING_WORSE) continue;
        ck_assert_ptr_nonnull(strstr(comparison.findings[f].text, words));
        ck_assert_str_eq(comparison.findings[f].actor, "minsep");
    }
    ts_comparison_clear(&comparison);
    ts_results_file_clear(&first);
    ts_results_file_clear(&second);
}

/* A scene of the same name, with another time step for example; a table of before does not say which it was. */
START_TEST(a_table_of_another_scene_is_refused) {
    const ts_compare_options options = ts_compare_standard();
    const ts_query_verdicts asked = {.queries = 2000};
    ts_results_file first, second;
    ts_comparison comparison;
    ts_error refusal;
    read_with(&asked, &asked, &first);
    scenes[1].hash = 0x0123456789abcdef;
    read_with(&asked, &asked, &second);
    ck_assert_int_eq(ts_compare(&first, &second, &options, &comparison, &refusal), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(refusal.message,
                                 "measured other data by the name of mine (hashes 0000000000000000 and "
                                 "0123456789abcdef)"));
    ts_results_file_clear(&first);
    cJSON *root = edited_load(scratch("t.json")), *scene;
    cJSON_ArrayForEach(scene, edited_member(root, "scenes")) cJSON_DeleteItemFromObject(scene, "scene_hash");
    edited_store(root, scratch("t.json"));
    check_ok(ts_results_read(scratch("t.json"), &first, error));
    check_ok(ts_compare(&first, &second, &options, &comparison, error));
    ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_WORSE), 0);
    ts_comparison_clear(&comparison);
    ts_results_file_clear(&first);
    ts_results_file_clear(&second);
}
END_TEST

/* A hash draws about 2,000 of a run's queries: 1,950 are no loss, 20 are. */
START_TEST(a_table_that_asked_less_is_worse) {
    const ts_query_verdicts full[2] = {{.queries = 2000}, {.queries = 200}};
    const ts_query_verdicts by_chance[2] = {{.queries = 1950}, {.queries = 190}};
    const ts_query_verdicts few[2] = {{.queries = 20}, {.queries = 200}};
    const ts_query_verdicts few_shared[2] = {{.queries = 2000}, {.queries = 20}};
    const ts_query_verdicts without[2] = {{.queries = 2000, .unsupported = 1}, {.queries = 200}};
    const ts_query_verdicts without_shared[2] = {{.queries = 2000}, {.queries = 200, .unsupported = 199}};
    check_worse(full, full, 0, "");
    check_worse(full, by_chance, 0, "");
    check_worse(by_chance, full, 0, "");
    check_worse(full, few, 1, "coverage lost: answers judged among a sample of its queries 20, before 2000");
    check_worse(full, few_shared, 1, "answers judged among the queries that all were asked 20, before 200");
    check_worse(full, without, 1, "queries not supported among a sample of its queries: 1, before 0");
    check_worse(full, without_shared, 1, "queries not supported among the queries that all were asked: 199, before 0");
    check_worse(without_shared, full, 0, "");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("cells"), *whole = tcase_create("table");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, a_cell_comes_back_as_it_was);
    tcase_add_test(cases, what_is_no_cell_is_refused_and_leaves_the_cell);
    tcase_add_test(cases, an_edited_cell_is_refused);
    tcase_add_test(cases, a_run_says_what_became_of_it);
    tcase_add_checked_fixture(whole, setup, teardown);
    tcase_add_test(whole, the_matrix_has_a_row_for_each_scene);
    tcase_add_test(whole, the_fastest_of_those_that_finished_is_marked);
    tcase_add_test(whole, queries_are_counted_by_iterations);
    tcase_add_test(whole, only_cells_of_the_paper_are_compared);
    tcase_add_test(whole, the_same_queries_have_a_row_for_each_method_asked);
    tcase_add_test(whole, statistics_stand_beside_the_papers);
    tcase_add_test(whole, the_words_hide_no_failure);
    tcase_add_test(whole, the_files_hold_every_cell);
    tcase_add_test(whole, a_table_of_another_scene_is_refused);
    tcase_add_test(whole, a_table_that_asked_less_is_worse);
    Suite *suite = suite_create("scene table");
    suite_add_tcase(suite, cases);
    suite_add_tcase(suite, whole);
    return ts_run_suite(suite);
}
