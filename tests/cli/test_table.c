/* SPDX-License-Identifier: MIT
 * `touchstone table` as its users meet it: cells that are filled, kept, stopped by limits, gone on with. */
#include "tests/cli/command.h"

static const char SCENES[] = TS_SOURCE_DIR "/datasets/scenes";

static const cJSON *member(const cJSON *object, const char *name) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(found != NULL, "there is no member %s", name);
    return found;
}

static const cJSON *cell_of(const cJSON *root, const char *scene, const char *backend) {
    const cJSON *cell;
    cJSON_ArrayForEach(cell, member(root, "cells")) {
        if (strcmp(string_of(cell, "scene"), scene) == 0 && strcmp(string_of(cell, "backend"), backend) == 0)
            return cell;
    }
    ck_abort_msg("there is no cell %s, %s", scene, backend);
    return NULL;
}

static void check_outcome(const cJSON *root, const char *scene, const char *backend, const char *outcome) {
    const char *found = string_of(cell_of(root, scene, backend), "outcome");
    ck_assert_msg(strcmp(found, outcome) == 0, "%s, %s: %s, expected %s\n%s", scene, backend, found, outcome,
                  command_out);
}

/* ---- Three scenes of the paper's ---- */

/* Steps made and verified exactly, queries judged, those shared answered. */
static void check_finished(const cJSON *root, const char *scene, const char *backend) {
    check_outcome(root, scene, backend, "finished");
    const cJSON *cell = cell_of(root, scene, backend), *sample = member(cell, "sample");
    ck_assert(number_of(cell, "steps_done") == 1.0 && number_of(cell, "steps_verified") == 1.0);
    ck_assert(number_of(member(cell, "offences"), "count") == 0.0);
    ck_assert(number_of(cell, "iterations") > 0.0 && number_of(cell, "ccd_ms_per_iteration") > 0.0);
    ck_assert(number_of(sample, "queries") > 0.0 && number_of(sample, "queries") <= 60.0);
    ck_assert(number_of(sample, "missed") == 0.0 && number_of(sample, "late") == 0.0);
    ck_assert(number_of(member(cell, "same_queries"), "nanoseconds") > 0.0);
}

/* All methods of a scene were asked as many queries, with as many contacts. */
static void check_shared(const cJSON *root, const char *scene, const char *backend) {
    const cJSON *reference = member(cell_of(root, scene, "accd"), "same_queries");
    const cJSON *shared = member(cell_of(root, scene, backend), "same_queries");
    ck_assert(number_of(shared, "queries") == number_of(reference, "queries"));
    ck_assert(number_of(shared, "queries") > 0.0 && number_of(shared, "queries") <= 200.0);
    ck_assert(number_of(shared, "contacts") == number_of(reference, "contacts"));
}

START_TEST(three_scenes_fill_every_cell) {
    static const char *const scenes[] = {"needle-bed", "card-shuffle", "noodles"};
    char arguments[1024];
    snprintf(arguments, sizeof arguments,
             "--scenes %s/needle-bed.json,%s/card-shuffle.json,%s/noodles.json --backends accd,cubic,bsc,certified"
             " --size tiny --steps 1 --seconds 300 --sample 60 --queries 200 --jobs 2 --out tables",
             SCENES, SCENES, SCENES);
    shell("touchstone table %s --json copy.json", arguments);
    expect(0, "Beside the paper's", "");
    cJSON *root = read_json("tables/table.json");
    for (size_t s = 0; s < 3; ++s) {
        check_finished(root, scenes[s], "accd");
        check_finished(root, scenes[s], "certified");
        check_shared(root, scenes[s], "cubic");
        check_shared(root, scenes[s], "bsc");
        check_shared(root, scenes[s], "certified");
    }
    check_outcome(root, "card-shuffle", "bsc", "n/a");
    check_outcome(root, "noodles", "bsc", "n/a");
    ck_assert_str_eq(string_of(cell_of(root, "card-shuffle", "bsc"), "comparison"), "agrees");
    ck_assert_ptr_nonnull(strstr(string_of(cell_of(root, "noodles", "accd"), "command"),
                                 " --ask published --solver-option published_loop=true"));
    ck_assert(cJSON_IsFalse(member(cell_of(root, "card-shuffle", "bsc"), "informative")));
    ck_assert(number_of(cell_of(root, "noodles", "cubic"), "set_up_ms_per_iteration") > 0.0);
    const cJSON *needles = cJSON_GetArrayItem(member(root, "scenes"), 0);
    ck_assert(number_of(member(needles, "statistics"), "time_step") == 0.02);
    ck_assert(number_of(member(needles, "statistics"), "seconds_per_step") > 0.0);
    ck_assert(number_of(member(needles, "published_statistics"), "cores") == 6.0);
    cJSON_Delete(root);
    check_same_file(scratch("tables/table.json"), scratch("copy.json"));
    ck_assert_int_eq(access(scratch("tables/table.md"), R_OK), 0);

    /* Every cell is kept; the one whose file is gone is run again. */
    shell("rm tables/cells/noodles.cubic/cell.json; touchstone table %s --resume", arguments);
    expect(0, "] noodles, cubic: ", "");
    expect(0, "] noodles, accd: queries for all methods recorded", "");
    ck_assert_ptr_null(strstr(command_out, "[  3/"));
    shell("touchstone table %s --resume", arguments);
    expect(0, "Beside the paper's", "");
    ck_assert_ptr_null(strstr(command_out, "[  1/"));
}
END_TEST

/* ---- Scenes of our own ---- */

/* A sheet that falls on a ball, for many steps. */
static void write_scene(const char *name, int steps) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"name\": \"sheet\", \"time_step\": 0.02, \"steps\": %d, \"contact\": {\"dhat\": 2e-3}, \"objects\": ["
             "{\"mesh\": {\"generator\": \"grid\", \"columns\": 5, \"rows\": 5, \"width\": 0.1, \"depth\": 0.1},"
             " \"translate\": [0, 0.054, 0], \"material\": {\"base\": \"cotton\"}},"
             "{\"mesh\": {\"generator\": \"sphere\", \"nodes\": 100, \"radius\": 0.05}, \"obstacle\": true}]}",
             steps);
    write_file(scratch("%s", name), text);
}

START_TEST(an_interrupted_table_goes_on_and_limits_end_cells) {
    write_scene("long.json", 1000000);
    static const char arguments[] = "--scenes long.json --backends accd,certified --sample 20 --queries 20 --out t";
    shell("%s/touchstone table %s & child=$!; while ! test -s t/cells/long.accd/log.jsonl; do sleep 0.05; done;"
          " kill -INT $child; wait $child",
          TS_BINARY_DIR, arguments);
    expect(130, "not run", "interrupted");
    ck_assert_ptr_null(strstr(command_out, "has it all"));
    expect(130, "t has what was done: table.md, ", "");
    ck_assert_ptr_nonnull(strstr(command_out, "with --resume goes on\n"));
    shell("touchstone table %s", arguments);
    expect(2, "", "--resume");
    shell("touchstone table %s --resume --seconds 2", arguments);
    expect(0, "long, accd: time at step ", "");
    cJSON *root = read_json("t/table.json");
    check_outcome(root, "long", "certified", "time");
    const cJSON *cell = cell_of(root, "long", "certified");
    ck_assert(number_of(member(cell, "at"), "step") >= 1.0);
    ck_assert(number_of(cell, "ccd_ms_per_iteration") > 0.0 && number_of(cell, "seconds") >= 2.0);
    ck_assert(number_of(member(cell, "same_queries"), "queries") > 0.0);
    cJSON_Delete(root);
    shell("touchstone table %s --resume --seconds 1", arguments); /* less time: nothing to gain */
    expect(0, "long, accd: time at step ", "");
    ck_assert_ptr_null(strstr(command_out, "[  1/"));
}
END_TEST

/* The first is waited for until its run writes, and ended when the others were refused. */
START_TEST(a_second_table_in_a_folder_is_refused) {
    static const struct {
        const char *first, *writes;
    } tables[] = {
        {"--scenes long.json --backends accd --queries 0", "t/cells/long.accd/log.jsonl"},
        {"--barriers cipc --scenes ./long.json", "t/runs/long-cipc/log.jsonl"},
        {"ndb --parts scenes --size tiny --steps 1000000", "t/runs/strip/log.jsonl"},
    };
    write_scene("long.json", 1000000);
    for (size_t k = 0; k < sizeof tables / sizeof *tables; ++k) {
        shell("rm -rf t; %s/touchstone table %s --jobs 1 --out t >first 2>&1 & child=$!;"
              " while ! test -s %s; do sleep 0.05; done;"
              " for how in --resume --replace ''; do touchstone table %s --out t $how; echo code $?; done;"
              " kill -INT $child; wait $child",
              TS_BINARY_DIR, tables[k].first, tables[k].writes, tables[k].first);
        expect(130, "code 2\ncode 2\ncode 2\n",
               "another process is making a table in t: wait for its end, or name another folder");
        shell("! grep 'has it all' first && grep 'with --resume goes on' first");
        expect(0, "t has what was done: table.md, table.", "");
    }
}
END_TEST

/* Two grains fall side by side onto a sheet, without a thickness: points against points and edges are ACCD's. */
START_TEST(a_footnote_says_what_accd_answered_and_the_head_what_was_asked) {
    write_file(
        scratch("grains.json"),
        "{\"time_step\": 0.01, \"steps\": 2, \"contact\": {\"dhat\": 1e-3}, \"objects\": ["
        "{\"mesh\": {\"generator\": \"grid\", \"columns\": 3, \"rows\": 3, \"width\": 0.02, \"depth\": 0.02},"
        " \"obstacle\": true},"
        "{\"mesh\": {\"generator\": \"needles\", \"columns\": 2, \"rows\": 1, \"length\": 0.01, \"spacing\": 0.01},"
        " \"translate\": [0, 0.03, 0], \"obstacle\": true},"
        "{\"mesh\": {\"generator\": \"particles\", \"count\": [1, 2, 1], \"spacing\": 2e-3, \"jitter\": 0},"
        " \"translate\": [1e-3, 3e-3, 2e-3], \"velocity\": [0, -0.5, 0],"
        " \"material\": {\"density\": 1600, \"thickness\": 1e-3, \"E\": 1e7}}]}");
    shell("touchstone table --scenes grains.json --backends accd,root-parity,minsep --queries 0 --sample 0 --out t");
    expect(0, "\n+ grains, root-parity: ", "");
    expect(0, "queries are of kinds that it lacks; ACCD answered", "");
    expect(0, "CCD is asked as the published program asks it.\n", "");
    expect(0, "Of 1 objects of rods and cones 1 are exactly parallel as generated.\n", "");
    cJSON *root = read_json("t/table.json");
    const cJSON *cell = cell_of(root, "grains", "root-parity");
    ck_assert_str_eq(string_of(cell, "outcome"), "finished");
    ck_assert(number_of(cell, "ccd_queries_by_accd") > 0.0);
    ck_assert(number_of(cell_of(root, "grains", "accd"), "ccd_queries_by_accd") == 0.0);
    ck_assert(number_of(cell_of(root, "grains", "minsep"), "ccd_queries_by_accd") > 0.0);
    cJSON_Delete(root);
    /* Another question, another run, and no comparison of the two. */
    shell("cp t/table.json before.json; touchstone table --scenes grains.json --backends accd,root-parity --queries 0 "
          "--sample 0 --ask all"
          " --disturb 5 --out t --resume");
    expect(0, "] grains, root-parity: n/a", "");
    expect(0, "CCD is asked about all pairs.\n", "");
    expect(0, "0 are exactly parallel as generated, 1 turned and jittered by the seed 5.\n", "");
    root = read_json("t/table.json");
    ck_assert(number_of(root, "disturb") == 5.0);
    ck_assert_ptr_nonnull(strstr(string_of(cell_of(root, "grains", "accd"), "command"), " --disturb 5"));
    cJSON_Delete(root);
    shell("touchstone compare before.json t/table.json");
    expect(2, "", "were asked other things");
}
END_TEST

START_TEST(a_cell_out_of_memory_says_so) {
    write_scene("sheet.json", 100000);
    shell("touchstone table --scenes sheet.json --backends accd --queries 0 --memory 1 --out t");
    expect(0, "sheet, accd: memory", "");
}
END_TEST

/* A program that never answers in the way it should: its cell fails, the others do not. */
START_TEST(a_method_that_breaks_down_spoils_no_other_cell) {
    write_scene("sheet.json", 3);
    shell("touchstone table --scenes sheet.json --backends accd,broken --plugin-exec 'broken: cat' --queries 50"
          " --sample 50 --out t");
    expect(0, "sheet, broken: error", "");
    cJSON *root = read_json("t/table.json");
    check_outcome(root, "sheet", "accd", "finished");
    cJSON_Delete(root);
}
END_TEST

static const char SHEET[] = "--scenes sheet.json --backends accd,minsep --queries 0 --sample 0 --out t";

/* A file where a run wants its folder stands for a full disk. */
START_TEST(a_run_that_cannot_write_says_nothing_of_its_method) {
    write_scene("sheet.json", 2);
    shell("mkdir -p t/cells/sheet.accd; touch t/cells/sheet.accd/frames; touchstone table %s --replace", SHEET);
    expect(1, "sheet, accd: failed", "");
    cJSON *root = read_json("t/table.json");
    const cJSON *cell = cell_of(root, "sheet", "accd");
    check_outcome(root, "sheet", "minsep", "finished");
    check_outcome(root, "sheet", "accd", "failed");
    ck_assert_ptr_nonnull(strstr(string_of(member(cell, "at"), "message"), "sheet.accd/frames"));
    cJSON_Delete(root);
    shell("rm t/cells/sheet.accd/frames; touchstone table %s --resume", SHEET);
    expect(0, "[  1/1] sheet, accd: ", "");
    root = read_json("t/table.json");
    check_outcome(root, "sheet", "accd", "finished");
    cJSON_Delete(root);
}
END_TEST

/* A folder where the recording run wants to print stands for a full disk. */
START_TEST(queries_that_are_not_recorded_are_no_full_table) {
    static const char ARGUMENTS[] = "--scenes sheet.json --backends accd,minsep --sample 0 --out t";
    write_scene("sheet.json", 3);
    shell("mkdir -p t/queries/sheet.txt; touchstone table %s --queries 50", ARGUMENTS);
    expect(1, "sheet, accd: queries for all methods NOT recorded",
           "the queries of sheet for all methods were not recorded: the run could not be started; when that");
    cJSON *root = read_json("t/table.json");
    check_outcome(root, "sheet", "accd", "finished");
    cJSON_Delete(root);
    shell("rmdir t/queries/sheet.txt; touchstone table %s --queries 50 --resume", ARGUMENTS);
    expect(0, "[  1/1] sheet, accd: queries for all methods recorded", "");
    ck_assert_str_eq(command_err, "");
}
END_TEST

START_TEST(a_scene_that_is_refused_says_nothing_of_any_method) {
    write_file(scratch("sheet.json"),
               "{\"time_step\": 0.02, \"steps\": 2, \"contact\": {\"dhat\": 2e-3}, \"objects\": ["
               "{\"mesh\": {\"generator\": \"grid\", \"columns\": 5, \"rows\": 5, \"width\": 0.1, \"depth\": 0.1},"
               " \"translate\": [0, 0.02, 0], \"material\": {\"base\": \"cotton\"}},"
               "{\"mesh\": {\"generator\": \"sphere\", \"nodes\": 100, \"radius\": 0.05}, \"obstacle\": true}]}");
    shell("touchstone simulate sheet.json --steps 1");
    expect(4, "", "");
    shell("touchstone table %s", SHEET);
    expect(1, "sheet, minsep: failed", "");
    shell("touchstone table --barriers cipc --scenes ./sheet.json --out b");
    expect(1, "sheet.json, cipc: failed", "");
}
END_TEST

START_TEST(other_tables_tell_a_broken_run_as_well) {
    static const char NDB[] = "touchstone table ndb --parts ccd --size tiny --steps 1 --out n";
    shell("mkdir -p b/runs/barrier-block-cipc; touch b/runs/barrier-block-cipc/frames; touchstone table --barriers "
          "cipc,log --scenes barrier-block --steps 1 --out b --replace");
    expect(1, "barrier-block, cipc: failed", "");
    expect(1, "barrier-block, log: finished", "");
    shell("rm b/runs/barrier-block-cipc/frames; touchstone table --barriers cipc,log --scenes barrier-block --steps 1 "
          "--out b --resume");
    expect(0, "[  1/1] barrier-block, cipc: finished", "");
    shell("mkdir -p n/runs/drape-partial; touch n/runs/drape-partial/frames; %s --replace", NDB);
    expect(1, "drape-partial: failed", "");
    shell("rm n/runs/drape-partial/frames; %s --resume", NDB);
    expect(0, "[  1/1] drape-partial: finished", "");
}
END_TEST

START_TEST(a_table_of_barriers_names_each_run_once) {
    shell("touchstone table --barriers cipc,log,cipc --scenes barrier-block --steps 1 --out b");
    expect(2, "", "--barriers has 'cipc' twice");
    shell("touchstone table --barriers cipc --scenes barrier-block,%s/barrier-block.json --steps 1 --out b", SCENES);
    expect(2, "", "--scenes has 'barrier-block' twice");
}
END_TEST

/* The loop as published is that of cipc alone. */
START_TEST(another_solver_has_no_published_loop) {
    write_file(scratch("cloth.json"),
               "{\"time_step\": 0.01, \"steps\": 1, \"solver\": \"ndb\", \"contact\": {\"dhat\": 2e-3}, \"objects\": ["
               "{\"mesh\": {\"generator\": \"grid\", \"columns\": 5, \"rows\": 5, \"width\": 0.1, \"depth\": 0.1},"
               " \"material\": {\"base\": \"cotton\"}}]}");
    shell("touchstone table --scenes cloth.json --backends accd --ask all --queries 0 --sample 0 --out t");
    expect(0, "", "");
    cJSON *root = read_json("t/table.json");
    check_outcome(root, "cloth", "accd", "finished");
    ck_assert_ptr_null(strstr(string_of(cell_of(root, "cloth", "accd"), "command"), "--solver-option"));
    cJSON_Delete(root);
}
END_TEST

/* ---- What the folder has ---- */

#define BARRIERS "touchstone table --barriers cipc --scenes hang-1 --steps 1 --size tiny --out "
#define METHODS "touchstone table --scenes hang-1 --backends accd --steps 1 --size tiny --queries 10 --sample 10 --out "
#define NDB_CCD "touchstone table ndb --parts ccd --size tiny --steps 1 --out "

/* Each by itself, and whatever was asked of it but to replace it. */
START_TEST(a_table_takes_no_other_kinds_place) {
    static const char *const COMMANDS[] = {BARRIERS, METHODS, NDB_CCD};
    for (int made = 0; made < 3; ++made) {
        shell("%st%d && cp t%d/table.json kept", COMMANDS[made], made, made);
        expect(0, "has it all", "");
        for (int other = 0; other < 3; ++other) {
            shell("%st%d%s", COMMANDS[other], made, other == made ? "" : " --resume");
            expect(2, "", other == made ? "already holds a table" : "no table of this kind");
            shell("%st%d%s", COMMANDS[other], made, other == made ? " --resume" : "");
            expect(other == made ? 0 : 2, "", other == made ? "" : "no table of this kind");
            shell("%s t%d/table.json kept", other == made ? "cp" : "cmp", made); /* what goes on has another date */
            expect(0, "", "");
        }
    }
    shell("%st0 --replace", METHODS);
    expect(0, "has it all", "");
}
END_TEST

START_TEST(files_that_no_table_has_left_stay) {
    static const struct {
        const char *command, *file;
    } CASES[] = {
        {METHODS, "table.md"}, {METHODS, "cells.csv"},   {METHODS, "table.json"}, {BARRIERS, "table.tex"},
        {BARRIERS, "plots"},   {NDB_CCD, "systems.csv"}, {NDB_CCD, "table.md"},   {NDB_CCD, "plots"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        for (int resumes = 0; resumes < 2; ++resumes) {
            shell("rm -rf u && mkdir u && echo mine >u/%s && %su%s", CASES[k].file, CASES[k].command,
                  resumes ? " --resume" : "");
            expect(2, "", CASES[k].file);
            shell("grep mine u/%s && ls u | wc -l", CASES[k].file);
            expect(0, "mine\n1\n", "");
        }
    }
    shell("rm -rf u && mkdir u && : >u/table.json && echo mine >u/mine && %su --resume && cat u/mine", METHODS);
    expect(0, "mine\n", ""); /* an empty file is what a power cut leaves */
    shell("echo mine >u/table.md && rm -r u/cells u/table.json && %su --replace", METHODS);
    expect(0, "has it all", "");
}
END_TEST

/* ---- Usage ---- */

START_TEST(wrong_arguments_name_what_is_wrong) {
    write_scene("sheet.json", 1);
    write_file(scratch("bad.json"), "{\"objects\": 7}");
    static const struct {
        const char *arguments;
        int code;
        const char *message;
    } wrong[] = {
        {"sheet.json", 2, "unexpected argument"},
        {"--size huge", 2, "tiny"},
        {"--scenes sheet.json,./sheet.json", 2, "'sheet' twice"},
        {"--scenes sheet.json --backends acd", 2, "'accd'"},
        {"--scenes sheet.json --backends accd,accd", 2, "twice"},
        {"--scenes sheet.json --backends accd --backend-option cubic.s=0.2", 2, "cubic"},
        {"--scenes none.json", 4, "none.json"},
        {"--scenes bad.json --backends accd", 4, "bad.json"},
        {"--scenes sheet.json --out no/where", 2, "no/where"},
        {"--scenes sheet.json --json no/where.json", 2, "no/where.json"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        shell("touchstone table %s", wrong[k].arguments);
        expect(wrong[k].code, "", wrong[k].message);
        ck_assert_str_eq(command_out, "");
    }
    shell("touchstone table ndb --parts ccd --steps 1 --ccd acd --out n");
    expect(2, "", "did you mean 'accd'");
    ck_assert_str_eq(command_out, "");
    shell("touchstone table --help");
    expect(0, "Usage: touchstone table", "");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("table");
    tcase_add_checked_fixture(cases, command_setup, command_teardown);
    tcase_add_test(cases, three_scenes_fill_every_cell);
    tcase_add_test(cases, an_interrupted_table_goes_on_and_limits_end_cells);
    tcase_add_test(cases, a_second_table_in_a_folder_is_refused);
    tcase_add_test(cases, a_footnote_says_what_accd_answered_and_the_head_what_was_asked);
    tcase_add_test(cases, a_cell_out_of_memory_says_so);
    tcase_add_test(cases, a_method_that_breaks_down_spoils_no_other_cell);
    tcase_add_test(cases, a_run_that_cannot_write_says_nothing_of_its_method);
    tcase_add_test(cases, queries_that_are_not_recorded_are_no_full_table);
    tcase_add_test(cases, a_scene_that_is_refused_says_nothing_of_any_method);
    tcase_add_test(cases, other_tables_tell_a_broken_run_as_well);
    tcase_add_test(cases, a_table_of_barriers_names_each_run_once);
    tcase_add_test(cases, another_solver_has_no_published_loop);
    tcase_add_test(cases, a_table_takes_no_other_kinds_place);
    tcase_add_test(cases, files_that_no_table_has_left_stay);
    tcase_add_test(cases, wrong_arguments_name_what_is_wrong);
    Suite *suite = suite_create("table");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
