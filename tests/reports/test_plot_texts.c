/* SPDX-License-Identifier: MIT
 * Names and messages of results that would be commands to a shell or to gnuplot: plots show them and run nothing. */
#include "results/results.h"
#include "tests/reports/drawn.h"
#include "tests/results/edited.h"

/* What runs a command wherever it gets out of its quotes, or is read as the name of a file. */
static const char HOSTILE[] = "|touch owned\\\nsystem(\"touch owned\")\n`touch owned`\"'\\\"\n#\x01@c 100% %s&{_^}\\";
/* How it is drawn. */
static const char SHOWN[] = "|touch owned\\\\nsystem(\"touch owned\")\\n`touch owned`\"'\\\"\\n#\\x01@c 100% %s&{_^}\\";

static cJSON *add_text(cJSON *array, const char *member, const char *text) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, member, text);
    cJSON_AddItemToArray(array, object);
    return object;
}

static void add_quantiles(cJSON *cell, const char *name) {
    cJSON *values = cJSON_AddObjectToObject(cell, name);
    cJSON_AddNumberToObject(values, "mean", 3.0);
    cJSON *quantiles = cJSON_AddObjectToObject(values, "quantiles");
    static const char *const at[] = {"0.01", "0.25", "0.5", "0.75", "0.99", "1"};
    for (size_t i = 0; i < sizeof at / sizeof *at; ++i)
        cJSON_AddNumberToObject(quantiles, at[i], 0.05 + 0.1 * (double)i);
}

static cJSON *results_of(const char *kind) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "schema", TS_RESULTS_SCHEMA);
    cJSON_AddStringToObject(root, "kind", kind);
    return root;
}

static void add_hostile_cell(cJSON *cells, const char *kind) {
    cJSON *cell = add_text(cells, "backend", HOSTILE);
    cJSON_AddStringToObject(cell, "kind", kind);
    cJSON_AddNumberToObject(cell, "queries", 4);
    cJSON_AddNumberToObject(cell, "contacts", 1);
    cJSON_AddNumberToObject(cell, "unsafe", 1);
    cJSON_AddNumberToObject(cell, "stalls", 1);
    cJSON *verdicts = cJSON_AddObjectToObject(cell, "verdicts");
    cJSON_AddNumberToObject(verdicts, "false_positive", 1);
    cJSON_AddNumberToObject(verdicts, "true_negative", 2);
    cJSON_AddNumberToObject(verdicts, "false_negative", 1);
    static const char faults[] = "{\"unsafe\": {\"count\": 1, \"first\": [[0, 2]]},"
                                 "\"stall\": {\"count\": 1, \"first\": [[0, 1]]}}";
    cJSON_AddItemToObject(cell, "faults", cJSON_Parse(faults));
    add_quantiles(cell, "nanoseconds");
    add_quantiles(cell, "toi_error");
}

static cJSON *hostile_replay(void) {
    cJSON *root = results_of("replay");
    add_text(cJSON_AddArrayToObject(root, "backends"), "name", HOSTILE);
    cJSON *set = add_text(cJSON_AddArrayToObject(root, "data_sets"), "path", HOSTILE);
    cJSON_AddNumberToObject(set, "queries", 4);
    cJSON_AddItemToObject(set, "file_names", cJSON_CreateStringArray((const char *const[]){HOSTILE}, 1));
    cJSON_AddItemToObject(set, "file_queries", cJSON_CreateIntArray((const int[]){4}, 1));
    cJSON *cells = cJSON_AddArrayToObject(set, "cells");
    add_hostile_cell(cells, "all");
    add_hostile_cell(cells, "edge-edge");
    return root;
}

static cJSON *hostile_table(void) {
    cJSON *root = results_of("table");
    cJSON_AddStringToObject(root, "size", HOSTILE);
    cJSON_AddStringToObject(root, "reference", HOSTILE);
    add_text(cJSON_AddArrayToObject(root, "scenes"), "name", HOSTILE);
    add_text(cJSON_AddArrayToObject(root, "backends"), "name", HOSTILE);
    cJSON *cell = add_text(cJSON_AddArrayToObject(root, "cells"), "scene", HOSTILE);
    cJSON_AddStringToObject(cell, "backend", HOSTILE);
    cJSON_AddStringToObject(cell, "outcome", "error");
    return root;
}

static cJSON *hostile_barriers(void) {
    cJSON *root = results_of("barriers");
    add_text(cJSON_AddArrayToObject(root, "scenes"), "name", HOSTILE);
    add_text(cJSON_AddArrayToObject(root, "barriers"), "name", HOSTILE);
    cJSON *cell = add_text(cJSON_AddArrayToObject(root, "cells"), "scene", HOSTILE);
    cJSON_AddStringToObject(cell, "barrier", HOSTILE);
    cJSON_AddStringToObject(cell, "outcome", HOSTILE);
    cJSON_AddNumberToObject(cell, "iterations_per_step", 7.5);
    cJSON_AddNumberToObject(cell, "gap_top", 0.5);
    return root;
}

static cJSON *hostile_simulation(void) {
    cJSON *root = results_of("simulate");
    cJSON_AddStringToObject(root, "scene", HOSTILE);
    cJSON_AddNumberToObject(root, "iterations", 3);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(root, "ccd"), "name", HOSTILE);
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(root, "seconds_by_phase"), HOSTILE, 1.0);
    return root;
}

static void ck_nothing_ran(void) {
    ck_assert_int_ne(access(scratch("p/owned"), F_OK), 0);
    ck_assert_int_ne(access(scratch("owned"), F_OK), 0);
    ck_assert_int_ne(access("owned", F_OK), 0);
}

/* Is the text somewhere in the picture, as it is? */
static void ck_shown(const char *name, const char *text) {
    if (access(scratch("p/%s.svg", name), F_OK) != 0) return; /* no gnuplot here */
    char expected[512], file[64], *end = expected;
    for (const char *c = text; *c; ++c) {
        const char *entity = *c == '&' ? "&amp;" : *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : NULL;
        end += entity ? sprintf(end, "%s", entity) : sprintf(end, "%c", *c);
    }
    snprintf(file, sizeof file, "%s.svg", name);
    char *svg = file_of(file);
    ck_assert_msg(strstr(svg, expected) != NULL, "%s does not show %s", file, expected);
    free(svg);
}

START_TEST(no_text_is_run) {
    static const struct {
        cJSON *(*make)(void);
        size_t plots;
        const char *shown[5];
    } cases[] = {{hostile_replay, 4, {"toi-error", "query-time", "frontier", "rates", NULL}},
                 {hostile_table, 1, {NULL}}, /* too long a name for a table */
                 {hostile_barriers, 2, {"barrier-iterations", "barrier-gaps", NULL}},
                 {hostile_simulation, 1, {"phases", NULL}}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        ts_plot_folder folder;
        edited_store_whole(cases[c].make(), scratch("hostile.json"));
        write_plots("hostile.json", &folder);
        ck_assert_uint_eq(folder.count, cases[c].plots);
        draw_all(&folder);
        for (const char *const *name = cases[c].shown; *name; ++name) ck_shown(*name, SHOWN);
        ck_nothing_ran();
        ts_plot_folder_clear(&folder);
    }
}
END_TEST

START_TEST(no_name_of_a_run_is_run) {
    ts_plot_folder folder;
    write_file(
        scratch("%s/log.jsonl", HOSTILE),
        "{\"kind\": \"step\", \"time\": 0.1, \"least_gap\": 1e-3, \"most_stretch\": 1.1, \"least_stretch\": 0.9}\n"
        "{\"kind\": \"step\", \"time\": 0.2, \"least_gap\": 2e-3, \"most_stretch\": 1.2, \"least_stretch\": 0.8}\n");
    write_plots(HOSTILE, &folder);
    ck_assert_uint_eq(folder.count, 1);
    draw_all(&folder);
    ck_shown("run", SHOWN);
    ck_nothing_ran();
    ts_plot_folder_clear(&folder);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("texts of plots");
    TCase *tests = tcase_create("texts of plots");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, no_text_is_run);
    tcase_add_test(tests, no_name_of_a_run_is_run);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
