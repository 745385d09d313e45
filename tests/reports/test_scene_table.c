/* SPDX-License-Identifier: MIT
 * The comparison table in words and files, and cells that survive the way to the disk and back. */
#include "tests/datasets/scratch.h"

#include <cJSON.h>

#include "benches/table/published.h"
#include "reports/scenes/table.h"
#include "reports/scenes/table_rows.h"
#include "results/scene_cell_json.h"

static const ts_context CONTEXT = {.cpu = "a CPU",
                                   .cores = 2,
                                   .system = "a system",
                                   .date = "2026-01-01T00:00:00Z",
                                   .compiler = "a compiler",
                                   .flags = "-O2",
                                   .build_type = "Release",
                                   .commit = "0123456789ab"};

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
        .most_contacts = 8,
        .verified = 9,
        .offences = 10,
        .not_converged = 11,
        .ccd_ms = 1.0 / 3.0,
        .broad_ms = 13.5,
        .mean_contacts = 14.25,
        .least_gap = 1e-9,
        .most_stretch = 1.06,
        .seconds = 17.5,
        .limit_seconds = 60.0,
        .most_bytes = UINT64_C(1) << 33,
        .limit_bytes = UINT64_C(1) << 34,
        .sample = {20, 21, 22, 23, 24, 25, 26, 27, NAN},
        .shared = {30, 31, 32, 33, 34, 35, 36, 37, 38.25},
    };
    return cell;
}

static void check_verdicts(const ts_query_verdicts *a, const ts_query_verdicts *b) {
    ck_assert(a->queries == b->queries && a->contacts == b->contacts && a->missed == b->missed && a->late == b->late);
    ck_assert(a->false_positives == b->false_positives && a->stalls == b->stalls && a->errors == b->errors);
    ck_assert(a->unsupported == b->unsupported && same_bits(a->nanoseconds, b->nanoseconds));
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
    static const char *const wrong[] = {"", "{", "[]", "{\"kind\": \"simulate\"}",
                                        "{\"kind\": \"cell\", \"outcome\": \"splendid\"}"};
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
        snprintf(
            text, sizeof text,
            "{\"schema\": 2, \"kind\": \"simulate\", \"outcome\": \"%s\", \"steps_asked\": 9, \"steps_done\": 7,"
            "\"at\": {\"step\": 7, \"iteration\": 2, \"message\": \"why\","
            " \"query\": {\"kind\": \"edge-edge\", \"toi\": 0, \"path\": \"run/failure.h5\", \"index\": 0}},"
            "\"iterations\": 40, \"steps_not_converged\": 1, \"ccd_ms_per_iteration\": 2.5,"
            "\"broad_ms_per_iteration\": null, \"ccd_queries\": 12345, \"contacts\": {\"mean\": 10.5, \"most\": 12},"
            "\"least_gap\": 1e-5, \"most_stretch\": 1.01, \"steps_verified\": 6, \"offences\": {\"count\": 2}}",
            words[k].word);
        write_file(scratch("summary.json"), text);
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
    }
    write_file(scratch("summary.json"), "{\"kind\": \"simulate\", \"outcome\": \"splendid\"}");
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
    static const char *const names[] = {"accd", "minsep", "certified"};
    static char kick[] = "kick", mine[] = "mine", mine_path[] = "my scenes/mine.json";
    scratch_setup();
    check_ok(ts_ccd_register_builtin(error));
    for (int m = 0; m < 3; ++m) check_ok(ts_ccd_method_init(&methods[m], names[m], NULL, error));
    scenes[0] = (ts_table_scene){kick, kick, false};
    scenes[1] = (ts_table_scene){mine, mine_path, true};
    for (int k = 0; k < 6; ++k) cells[k] = ts_scene_cell_empty();
    cells[0].outcome = cells[1].outcome = cells[3].outcome = TS_CELL_TIMED;
    cells[0].ccd_queries = cells[1].ccd_queries = cells[3].ccd_queries = 1;
    cells[0].ccd_ms = 2.0;
    cells[1].ccd_ms = 5.0;
    cells[3].ccd_ms = 0.125;
    cells[3].not_converged = 2;
    cells[3].steps = 20;
    cells[4] = full_cell();
    strcpy(cells[1].command, "touchstone simulate kick --size tiny --ccd minsep");
    for (int m = 0; m < 3; ++m) cells[m].shared = (ts_query_verdicts){.queries = 10, .nanoseconds = 100.0 * (m + 1)};
    table = (ts_scene_table){
        .size = "tiny", .scene_count = 2, .scenes = scenes, .method_count = 3, .methods = methods, .cells = cells};
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
    check_csv(ts_scene_table_build_matrix, "size,scene,accd,minsep,certified\n"
                                           "tiny,kick,2,5,not run\n"
                                           "tiny,mine,0.125*,tiny toi,not run\n");
}
END_TEST

START_TEST(only_cells_of_the_paper_are_compared) {
    check_csv(ts_scene_table_build_comparison,
              "scene,backend,ours,published,ratio_to_reference,published_ratio,comparison\n"
              "kick,accd,2,229.6,1.00,1.00,agrees\n"
              "kick,minsep,5,tiny toi,2.50,-,differs\n");
}
END_TEST

START_TEST(the_same_queries_have_a_row_for_each_method_asked) {
    check_csv(ts_scene_table_build_shared,
              "scene,backend,queries,contacts,ns_mean,ratio_to_reference,missed,late,false_positives,stalls,errors,"
              "unsupported\n"
              "kick,accd,10,0,100,1.00,0,0,0,0,0,0\n"
              "kick,minsep,10,0,200,2.00,0,0,0,0,0,0\n"
              "kick,certified,10,0,300,3.00,0,0,0,0,0,0\n"
              "mine,minsep,30,31,38,-,32,33,34,35,36,37\n");
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
        "1 agree and 1 differ",
        "kick, minsep: 5, the paper's is tiny toi\n    touchstone simulate kick --size tiny --ccd minsep\n",
    };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k) {
        ck_assert_msg(strstr(text, parts[k]) != NULL, "'%s' is not in\n%s", parts[k], text);
    }
    free(text);
}
END_TEST

START_TEST(the_files_hold_every_cell) {
    static const char *const names[] = {"table.md",  "table.tex",      "table.csv",
                                        "cells.csv", "comparison.csv", "same-queries.csv"};
    check_ok(ts_scene_table_write(&table, &CONTEXT, scratch_folder, error));
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        ck_assert_int_eq(access(scratch("%s", names[k]), R_OK), 0);
    size_t length;
    char *text = read_bytes(scratch("table.json"), &length);
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
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(second, "published_ratio")));
    ck_assert(cJSON_GetObjectItem(cJSON_GetObjectItem(second, "same_queries"), "nanoseconds")->valuedouble == 200.0);
    cJSON_Delete(root);
    free(text);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("cells"), *whole = tcase_create("table");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, a_cell_comes_back_as_it_was);
    tcase_add_test(cases, what_is_no_cell_is_refused_and_leaves_the_cell);
    tcase_add_test(cases, a_run_says_what_became_of_it);
    tcase_add_checked_fixture(whole, setup, teardown);
    tcase_add_test(whole, the_matrix_has_a_row_for_each_scene);
    tcase_add_test(whole, only_cells_of_the_paper_are_compared);
    tcase_add_test(whole, the_same_queries_have_a_row_for_each_method_asked);
    tcase_add_test(whole, the_words_hide_no_failure);
    tcase_add_test(whole, the_files_hold_every_cell);
    Suite *suite = suite_create("scene table");
    suite_add_tcase(suite, cases);
    suite_add_tcase(suite, whole);
    return ts_run_suite(suite);
}
