/* SPDX-License-Identifier: MIT
 * `touchstone simulate` as its users meet it: exit codes, what it leaves, runs that are killed and resumed. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>

#include "tests/cli/command.h"

extern char **environ;

/* A sheet of 5 x 5 nodes that falls on a ball; in contact from the first steps. `more` goes among the members. */
static void write_scene(const char *name, int steps, const char *sheet, const char *more) {
    char text[2048];
    snprintf(text, sizeof text,
             "{\"name\": \"tiny\", \"time_step\": 0.02, \"steps\": %d, \"contact\": {\"dhat\": 2e-3}, %s"
             "\"objects\": [{\"name\": \"sheet\", \"mesh\": %s, \"translate\": [0, 0.054, 0],"
             " \"material\": {\"base\": \"cotton\", \"strain_limit\": true}},"
             "{\"name\": \"ball\", \"mesh\": {\"generator\": \"sphere\", \"nodes\": 100, \"radius\": 0.05},"
             " \"obstacle\": true}]}",
             steps, more, sheet);
    write_file(scratch("%s", name), text);
}

static const char GRID[] = "{\"generator\": \"grid\", \"columns\": 5, \"rows\": 5, \"width\": 0.1, \"depth\": 0.1}";

static void write_tiny(void) {
    write_scene("tiny.json", 3, GRID, "");
}

static bool exists(const char *name) {
    return access(scratch("%s", name), R_OK) == 0;
}

static void check_same(const char *a, const char *b) {
    char first[512];
    snprintf(first, sizeof first, "%s", scratch("%s", a));
    check_same_file(first, scratch("%s", b));
}

/* ---- What a run leaves ---- */

/* A JSON object a line: `iterations` of them of Newton's, and one for each of `steps`. */
static void check_log(const char *name, int steps, double iterations) {
    size_t length;
    char *text = read_bytes(scratch("%s", name), &length), *rest = text;
    int found_steps = 0, found_iterations = 0;
    for (char *end; (end = strchr(rest, '\n')); rest = end + 1) {
        *end = '\0';
        cJSON *line = cJSON_Parse(rest);
        ck_assert_msg(line != NULL, "%s", rest);
        const bool is_step = strcmp(string_of(line, "kind"), "step") == 0;
        if (is_step) ck_assert_int_eq((int)number_of(line, "step"), ++found_steps);
        if (!is_step) ++found_iterations;
        cJSON_Delete(line);
    }
    ck_assert_str_eq(rest, "");
    ck_assert_int_eq(found_steps, steps);
    ck_assert_int_eq(found_iterations, (int)iterations);
    free(text);
}

/* Of a whole run of tiny.json with `certified`. */
static void check_summary(const cJSON *summary) {
    ck_assert_str_eq(string_of(summary, "kind"), "simulate");
    ck_assert(number_of(summary, "schema") >= 2.0 && cJSON_GetObjectItem(summary, "context"));
    ck_assert_uint_gt(strlen(string_of(cJSON_GetObjectItem(summary, "context"), "blas")), 0);
    ck_assert_str_eq(string_of(summary, "scene"), "tiny");
    ck_assert_uint_eq(strlen(string_of(summary, "scene_hash")), 16);
    const cJSON *ccd = cJSON_GetObjectItem(summary, "ccd"), *contacts = cJSON_GetObjectItem(summary, "contacts");
    ck_assert_str_eq(string_of(ccd, "name"), "certified");
    ck_assert(cJSON_IsObject(cJSON_GetObjectItem(ccd, "options")));
    ck_assert(number_of(summary, "steps_asked") == 3.0 && number_of(summary, "steps_done") == 3.0);
    ck_assert(number_of(summary, "first_step") == 0.0 && number_of(summary, "analyses") >= 1.0);
    ck_assert(number_of(contacts, "most") > 0.0 && number_of(contacts, "mean") > 0.0);
    ck_assert(number_of(contacts, "mean") <= number_of(contacts, "most") && number_of(summary, "ccd_queries") > 0.0);
    ck_assert(number_of(summary, "steps_verified") == 3.0);
    ck_assert(number_of(cJSON_GetObjectItem(summary, "offences"), "count") == 0.0);
    const double iterations = number_of(summary, "iterations");
    const double ccd_seconds = number_of(cJSON_GetObjectItem(summary, "seconds_by_phase"), "ccd");
    ck_assert(number_of(summary, "minimisations") >= 3.0 && iterations > number_of(summary, "minimisations"));
    ck_assert(fabs(number_of(summary, "ccd_ms_per_iteration") * iterations - 1e3 * ccd_seconds) <= 1e-9 * ccd_seconds);
    ck_assert(number_of(summary, "broad_ms_per_iteration") > 0.0);
}

START_TEST(a_run_leaves_frames_log_and_checkpoint) {
    write_scene("tiny.json", 3, GRID, "\"output\": {\"obj\": true},");
    shell("touchstone simulate tiny.json --out run --json sum.json --checkpoint-every 2");
    expect(0, "tiny: 2 objects, 125 nodes, 0 tets, 228 triangles", "");
    expect(0, "complete after step 3: 3 steps", "");
    ck_assert_str_eq(command_err, "");
    for (int step = 0; step <= 3; ++step) {
        char name[64];
        snprintf(name, sizeof name, "run/frames/frame_%06d.vtu", step);
        ck_assert_msg(exists(name), "%s is missing", name);
        snprintf(name, sizeof name, "run/frames/frame_%06d.obj", step);
        ck_assert_msg(exists(name), "%s is missing", name);
    }
    ck_assert(exists("run/run.pvd") && exists("run/checkpoint.bin"));
    cJSON *summary = read_json("sum.json");
    check_summary(summary);
    ck_assert_str_eq(string_of(summary, "outcome"), "finished");
    ck_assert_ptr_null(cJSON_GetObjectItem(summary, "at"));
    ck_assert(!exists("run/failure.h5"));
    check_log("run/log.jsonl", 3, number_of(summary, "iterations"));
    cJSON_Delete(summary);
    shell("touchstone verify run/frames --thickness 0");
    expect(0, "", "");
}
END_TEST

START_TEST(a_folder_with_a_run_is_not_written_over) {
    write_tiny();
    shell("touchstone simulate tiny.json --out run --steps 1");
    expect(0, "complete after step 1", "");
    shell("touchstone simulate tiny.json --out run --steps 1");
    expect(2, "", "run already holds a run");
    shell("touchstone simulate tiny.json --out run --steps 3 --replace");
    expect(0, "complete after step 3", "");
    shell("touchstone simulate tiny.json --out run --steps 2 --replace");
    expect(0, "complete after step 2", "");
    ck_assert(exists("run/frames/frame_000002.vtu") && !exists("run/frames/frame_000003.vtu"));
    shell("touchstone simulate tiny.json --out nowhere/run --steps 1");
    expect(2, "", "nowhere/run");
    shell("touchstone simulate tiny.json --steps 1");
    expect(0, "complete after step 1", "");
}
END_TEST

/* The grid's squares are 0.5 m wide, its triangles 0.35 m high. */
START_TEST(contact_across_elements_is_told) {
    static const char SCENE[] =
        "{\"name\": \"tight\", \"steps\": 1, \"gravity\": [0, 0, 0], \"contact\": {\"dhat\": %s},"
        "\"objects\": [{\"name\": \"cloth\", \"mesh\": {\"generator\": \"grid\", \"columns\": 3, "
        "\"rows\": 3}}]}";
    for (int k = 0; k < 2; ++k) {
        char text[400];
        snprintf(text, sizeof text, SCENE, k ? "0.3" : "0.36");
        write_file(scratch("tight.json"), text);
        shell("touchstone simulate tight.json");
        expect(0, k ? "complete after step 1" : "'cloth' has elements within the range of contact, 0.354 m of 0.36 m ",
               "");
        ck_assert_int_eq(strstr(command_out, "within the range of contact") == NULL, k);
    }
}
END_TEST

/* Without contact there is no gap to tell of. */
START_TEST(a_run_without_contact_has_no_gap) {
    write_file(scratch("free.json"), "{\"name\": \"free\", \"steps\": 2, \"contact\": {\"enabled\": false},"
                                     "\"objects\": [{\"mesh\": {\"generator\": \"grid\"}}]}");
    shell("touchstone simulate free.json --json sum.json --record none.h5");
    expect(0, "complete after step 2", "");
    cJSON *summary = read_json("sum.json");
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(summary, "least_gap")));
    ck_assert(number_of(summary, "ccd_queries") == 0.0 && number_of(summary, "recorded") == 0.0);
    ck_assert(!exists("none.h5"));
    cJSON_Delete(summary);
    ck_assert_ptr_null(strstr(command_out, "inf"));
}
END_TEST

/* ---- Usage and data ---- */

START_TEST(wrong_arguments_exit_2_and_name_what_is_wrong) {
    write_tiny();
    static const struct {
        const char *arguments, *message;
    } wrong[] = {
        {"", "SCENE.json"},
        {"tiny.json tiny.json", "unexpected argument"},
        {"tiny.json --ccd certifid", "did you mean 'certified'"},
        {"tiny.json --ccd accd,cubic", "--ccd takes one method"},
        {"tiny.json --ccd accd --backend-option accd.s=7", "s"},
        {"tiny.json --steps -1", "--steps"},
        {"tiny.json --record-share 0", "--record-share"},
        {"tiny.json --checkpoint-every 0", "--checkpoint-every"},
        {"tiny.json --mesh cloth.obj", "NAME=FILE"},
        {"tiny.json --mesh =x.obj", "NAME=FILE"},
        {"tiny.json --resume a --out b", "leave out --out"},
        {"tiny.json --json nowhere/sum.json", "nowhere/sum.json"},
        {"tiny.json --recrod x.h5", "the nearest is --record"},
        {"tiny.json --out --replace", "--out needs a value"},
        {"tiny.json --replace --out --steps=1", "--out needs a value"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        shell("touchstone simulate %s", wrong[k].arguments);
        expect(2, "", wrong[k].message);
        ck_assert_str_eq(command_out, "");
    }
    shell("touchstone simulate --help");
    expect(0, "Usage: touchstone simulate SCENE.json", "");
}
END_TEST

START_TEST(scenes_that_are_missing_or_wrong_exit_4) {
    shell("touchstone simulate missing.json");
    expect(4, "", "missing.json");
    write_file(scratch("bad.json"),
               "{\"objects\": [{\"mesh\": {\"generator\": \"grid\"}, \"material\": {\"nu\": 0.6}}]}");
    shell("touchstone simulate bad.json --out run");
    expect(4, "", "touchstone: bad.json: objects[0].material.nu: 0.6 is outside (-1, 0.5)\n");
    ck_assert(!exists("run"));
    write_file(scratch("torn.json"), "{\"objects\": [\n  {\"mesh\" 3}");
    shell("touchstone simulate torn.json --out run");
    expect(4, "", "touchstone: torn.json: line 2, column 11: not JSON, or not complete: expected ':', not '3}'");
    shell("touchstone table --scenes torn.json --out run");
    expect(4, "", "torn.json: line 2, column 11");
    ck_assert(!exists("run"));
    write_scene("through.json", 3, GRID, "\"gravity\": [0, 0, 0],");
    shell("sed s/0.054/0.045/ through.json >deep.json; touchstone simulate deep.json --out run");
    expect(4, "", "sheet");
    ck_assert_ptr_nonnull(strstr(command_err, "ball"));
    write_tiny();
    shell("touchstone simulate tiny.json --resume nothing");
    expect(4, "", "nothing/checkpoint.bin");
    shell("touchstone simulate tiny.json --resume nothing --record rec.h5");
    expect(4, "", "nothing/checkpoint.bin");
    ck_assert(!exists("nothing") && !exists("rec.h5"));
    shell("touchstone simulate deep.json --out refused");
    ck_assert(command_code == 4 && !exists("refused"));
    shell("touchstone simulate tiny.json --out run --steps 1");
    expect(0, "", "");
    write_scene("other.json", 4, GRID, "");
    shell("touchstone simulate other.json --resume run");
    expect(4, "", "another scene");
}
END_TEST

START_TEST(what_a_scene_leaves_unsaid_is_said) {
    static const char RODS[] = "{\"steps\": 1, \"objects\": [{\"name\": \"hair\", \"mesh\": {\"generator\": \"rods\", "
                               "\"count\": [2, 1]%s}%s}]}";
    char text[512];
    snprintf(text, sizeof text, RODS, "", "");
    write_file(scratch("rods.json"), text);
    shell("touchstone simulate rods.json --steps 1");
    expect(0, "'hair' says no material: the standard one, density 1000 kg/m^3, thickness 0.001 m, E 1e+06 Pa, nu 0.3",
           "");
    expect(0, "\"s\": 0.1, ", "");
    snprintf(text, sizeof text, RODS, "", ", \"material\": {\"radius\": 0.1}");
    write_file(scratch("rods.json"), text);
    shell("touchstone simulate rods.json --steps 1");
    expect(4, "", "no 'radius' here: 'thickness' is the thickness of shells and the diameter of rods");
    snprintf(text, sizeof text, RODS, ", \"radius\": 0.1", "");
    write_file(scratch("rods.json"), text);
    shell("touchstone simulate rods.json --steps 1");
    expect(4, "", "no 'radius' here: 'thickness' of the material");
}
END_TEST

START_TEST(a_mesh_can_be_replaced) {
    write_scene("file.json", 2, "\"sheet.obj\"", "");
    shell("touchstone simulate file.json");
    expect(4, "", "objects[0].mesh: ");
    write_file(scratch("other.obj"), "v -0.02 0 -0.02\nv 0.02 0 -0.02\nv 0 0 0.02\nf 1 3 2\n");
    shell("touchstone simulate file.json --mesh sheet.obj=other.obj");
    expect(0, "tiny: 2 objects, 103 nodes", "");
    shell("touchstone simulate file.json --mesh sheet.obj=gone.obj");
    expect(4, "", "gone.obj");
    shell("touchstone simulate file.json --mesh sheet.obj=other.obj --mesh shet.obj=other.obj");
    expect(2, "", "touchstone: --mesh: no mesh of file.json is called 'shet.obj', and no object");
}
END_TEST

/* What the command line says wrongly is no fault of the scene. */
START_TEST(a_bad_value_is_of_its_option) {
    static const char *const BAD[][2] = {
        {"--barrier lgo", "touchstone: --barrier: there is no 'lgo'; did you mean 'log'?"},
        {"--stiffness mas", "touchstone: --stiffness: there is no 'mas'; did you mean 'mass'?"},
        {"--solver cpic", "touchstone: --solver: there is no solver 'cpic'; did you mean 'cipc'?"},
        {"--solver-option foo=1", "touchstone: --solver-option: solver 'cipc' has no option 'foo'"},
        {"--solver-option tolerance=-1", "touchstone: --solver-option: option 'tolerance' of solver 'cipc' is -1;"},
    };
    write_scene("tiny.json", 2, GRID, "");
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; ++k) {
        shell("touchstone simulate tiny.json %s", BAD[k][0]);
        expect(2, "", BAD[k][1]);
    }
    write_file(scratch("bad.json"), "{\"solver\": {\"name\": \"cipc\", \"tolerance\": -1}}");
    shell("touchstone simulate bad.json --solver-option gap=0.5");
    expect(2, "", "--solver-option: ");
    shell("touchstone simulate bad.json");
    expect(4, "", "touchstone: bad.json: solver: option 'tolerance' of solver 'cipc' is -1;");
}
END_TEST

/* A told sheet is driven into the ball: the run ends, says how far it got, and the last checkpoint is before that. With
 * the rule `mass` the barrier stiffens at gaps of 1e-12 m, and the run ends by tiny toi instead. */
START_TEST(a_forced_intersection_exits_1) {
    write_scene("forced.json", 20, GRID, "\"gravity\": [0, 0, 0],");
    shell("sed 's/\"translate\"/\"conditions\": [{\"velocity\": [0, -0.5, 0]}], &/' forced.json >driven.json;"
          "touchstone simulate driven.json --stiffness moving-mass --out run --checkpoint-every 1 --json sum.json");
    expect(1, "of their way; farthest off is node", "");
    cJSON *summary = read_json("sum.json");
    ck_assert_str_eq(string_of(summary, "outcome"), "unreached");
    const double failed = number_of(summary, "steps_done");
    ck_assert(number_of(cJSON_GetObjectItem(summary, "at"), "step") == failed);
    ck_assert_ptr_nonnull(strstr(string_of(cJSON_GetObjectItem(summary, "at"), "message"), "'sheet'"));
    cJSON_Delete(summary);
    shell("touchstone simulate driven.json --stiffness moving-mass --resume run --json again.json --replace "
          "--checkpoint-every 1");
    expect(1, "of their way; farthest off is node", "");
    summary = read_json("again.json");
    ck_assert(number_of(summary, "first_step") == failed - 1.0);
    ck_assert(number_of(summary, "steps_done") == failed);
    cJSON_Delete(summary);
    shell("touchstone verify run/frames");
    expect(0, "", "");
}
END_TEST

/* `partial` asks only whether sample points approach each other: the sheet goes through the ball, in an iteration of
 * the loop as published; other increments do not come to the pairs that it misses. */
START_TEST(a_method_that_misses_contact_is_shown_by_its_query) {
    write_scene("fast.json", 20, GRID, "\"gravity\": [0, -3000, 0],");
    shell("touchstone simulate fast.json --ccd partial --solver-option published_loop=true --out run --json sum.json");
    expect(1, "\nintersect in step ", "");
    expect(1, "the query at fault: touchstone show run/failure.h5 0", "");
    cJSON *summary = read_json("sum.json");
    const cJSON *at = cJSON_GetObjectItem(summary, "at"), *query = cJSON_GetObjectItem(at, "query");
    ck_assert_str_eq(string_of(summary, "outcome"), "intersect");
    ck_assert_ptr_nonnull(strstr(string_of(at, "message"), "contact is at"));
    ck_assert_str_eq(string_of(query, "path"), "run/failure.h5");
    ck_assert(number_of(query, "index") == 0.0);
    ck_assert(number_of(cJSON_GetObjectItem(summary, "offences"), "count") > 0.0);
    cJSON_Delete(summary);
    shell("touchstone show run/failure.h5 0 --backend partial");
    expect(0, "false_negative", "");
    shell("touchstone simulate fast.json --out run --replace --steps 1");
    expect(0, "complete", "");
    ck_assert(!exists("run/failure.h5"));
}
END_TEST

/* Nothing was simulated, but who reads the results learns why. */
START_TEST(a_refused_start_leaves_results) {
    write_scene("through.json", 3, GRID, "");
    shell("sed s/0.054/0.045/ through.json >deep.json; touchstone simulate deep.json --json sum.json");
    expect(4, "", "sheet");
    cJSON *summary = read_json("sum.json");
    ck_assert_str_eq(string_of(summary, "outcome"), "error");
    ck_assert_ptr_nonnull(strstr(string_of(cJSON_GetObjectItem(summary, "at"), "message"), "'sheet'"));
    ck_assert(number_of(summary, "steps_done") == 0.0);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(summary, "ccd_ms_per_iteration")));
    cJSON_Delete(summary);
}
END_TEST

/* What libraries read as the command starts, seen by a program that it starts; what the user says holds. */
START_TEST(libraries_are_told_how_to_begin) {
    static const char *const CASES[2][2] = {
        {"unset GLIBC_TUNABLES", "\nGLIBC_TUNABLES=glibc.malloc.hugetlb=1\n"},
        {"export GLIBC_TUNABLES=", "\nGLIBC_TUNABLES=\n"},
    };
    write_tiny();
    for (int k = 0; k < 2; ++k) {
        shell(
            "%s; unset OPENBLAS_NUM_THREADS; touchstone simulate tiny.json --no-verify --ccd mine --plugin-restarts 1 "
            "--plugin-exec 'mine: (echo; env) >env.txt'",
            CASES[k][0]);
        size_t length;
        char *text = read_bytes(scratch("env.txt"), &length);
        ck_assert_ptr_nonnull(strstr(text, "\nOPENBLAS_NUM_THREADS=1\n"));
        ck_assert_ptr_nonnull(strstr(text, CASES[k][1]));
        free(text);
        ck_assert_int_eq(remove(scratch("env.txt")), 0);
    }
}
END_TEST

/* ---- Recording and refereeing ---- */

START_TEST(recorded_queries_can_be_replayed) {
    write_tiny();
    shell("touchstone simulate tiny.json --record rec.h5 --json sum.json");
    expect(0, "recorded", "");
    cJSON *summary = read_json("sum.json");
    const double asked = number_of(summary, "ccd_queries");
    cJSON_Delete(summary);
    shell("touchstone dataset info rec.h5 --json >info.json");
    expect(0, "", "");
    cJSON *info = read_json("info.json");
    ck_assert(number_of(cJSON_GetArrayItem(info, 0), "queries") == asked);
    cJSON_Delete(info);
    shell("touchstone replay rec.h5 --backend certified --repetitions 0");
    expect(0, "certified", "");
    shell("touchstone simulate tiny.json --record rec.h5");
    expect(2, "", "rec.h5 exists");
    shell("touchstone simulate tiny.json --record some.h5 --record-share 0.1 --json sum.json");
    expect(0, "recorded", "");
    summary = read_json("sum.json");
    const double kept = number_of(summary, "recorded");
    ck_assert(kept > 0.03 * asked && kept < 0.3 * asked);
    cJSON_Delete(summary);
    shell("touchstone dataset info some.h5 --json");
    expect(0, "\"scenes\":\t[\"tiny\"]", "");
}
END_TEST

START_TEST(a_resumed_recording_says_where_it_begins) {
    write_tiny();
    shell("touchstone simulate tiny.json --steps 2 --checkpoint-every 2 --out run --record rec.h5");
    expect(0, "complete", "");
    ck_assert_ptr_null(strstr(command_out, "begins with step"));
    shell("touchstone simulate tiny.json --checkpoint-every 2 --resume run --record rec.h5");
    expect(2, "", "rec.h5 exists");
    shell("touchstone simulate tiny.json --checkpoint-every 2 --resume run --record rec.h5 --replace");
    expect(0, "rec.h5 begins with step 3: queries of the steps before are not in it", "");
    shell("touchstone dataset info rec.h5 --json");
    expect(0, "from step 3 on: those of earlier steps are not in it", "");
    ck_assert(exists("run/frames/frame_000001.vtu")); /* --replace is of the recording; the run is gone on with */
}
END_TEST

/* The verdicts of the whole run add up to the queries; `unsafe` of them are false negatives and too-late answers. */
START_TEST(the_referee_counts_every_answer) {
    static const char *const methods[] = {"certified", "accd", "cubic"};
    write_tiny();
    for (int k = 0; k < 3; ++k) {
        shell("touchstone simulate tiny.json --ccd %s --referee --json sum.json", methods[k]);
        ck_assert(command_code == 0 || (k > 0 && command_code == 1));
        expect(command_code, "\nreferee: ", "");
        const char *line = strstr(command_out, "\nreferee: ");
        unsigned long unsafe = 99;
        ck_assert_int_eq(sscanf(strstr(line, "unsafe "), "unsafe %lu", &unsafe), 1);
        if (k == 0) ck_assert_uint_eq(unsafe, 0);
        ck_assert_int_eq(command_code, unsafe > 0);
        cJSON *summary = read_json("sum.json");
        const cJSON *verdicts = cJSON_GetObjectItem(summary, "verdicts"), *verdict;
        double sum = 0.0;
        cJSON_ArrayForEach(verdict, verdicts) {
            if (strcmp(verdict->string, "stalls") != 0 && strcmp(verdict->string, "unsafe") != 0)
                sum += verdict->valuedouble;
        }
        ck_assert(sum == number_of(summary, "ccd_queries") && sum > 0.0);
        cJSON_Delete(summary);
    }
}
END_TEST

/* Two grains, one above the other, fall on a sheet: two points, and points against its triangles and edges. */
static void write_grains(void) {
    write_file(scratch("grains.json"),
               "{\"time_step\": 0.01, \"steps\": 2, \"contact\": {\"dhat\": 1e-3}, \"objects\": ["
               "{\"mesh\": {\"generator\": \"grid\", \"columns\": 3, \"rows\": 3, \"width\": 0.02, \"depth\": 0.02},"
               " \"obstacle\": true},"
               "{\"mesh\": {\"generator\": \"particles\", \"count\": [1, 2, 1], \"spacing\": 2e-3, \"jitter\": 0},"
               " \"translate\": [1e-3, 3e-3, 2e-3], \"velocity\": [0, -0.5, 0],"
               " \"material\": {\"density\": 1600, \"thickness\": 1e-3, \"E\": 1e7}}]}");
}

START_TEST(as_published_accd_answers_what_the_method_lacks) {
    write_grains();
    shell("touchstone simulate grains.json --ccd root-parity --json own.json");
    expect(1, "", "");
    cJSON *own = read_json("own.json");
    ck_assert_str_eq(string_of(own, "outcome"), "unsupported");
    ck_assert_str_eq(string_of(cJSON_GetObjectItem(own, "ccd"), "ask"), "all");
    cJSON_Delete(own);
    shell("touchstone simulate grains.json --ccd root-parity --ask published --json asked.json");
    expect(0, "complete", "");
    cJSON *asked = read_json("asked.json");
    const double by_accd = number_of(asked, "ccd_queries_by_accd");
    ck_assert_str_eq(string_of(cJSON_GetObjectItem(asked, "ccd"), "ask"), "published");
    ck_assert(by_accd > 0.0 && by_accd < number_of(asked, "ccd_queries"));
    ck_assert(number_of(asked, "set_up_ms_per_iteration") > 0.0);
    cJSON_Delete(asked);
}
END_TEST

START_TEST(a_run_is_resumed_with_the_same_questions) {
    write_tiny();
    shell("touchstone simulate tiny.json --ask published --steps 1 --checkpoint-every 1 --out run");
    expect(0, "complete", "");
    shell("touchstone simulate tiny.json --resume run --checkpoint-every 1");
    expect(4, "", "asked as published");
    shell("touchstone simulate tiny.json --resume run --ask published --checkpoint-every 1");
    expect(0, "complete", "");
}
END_TEST

START_TEST(a_run_begins_where_one_of_another_tolerance_stood) {
    write_tiny();
    shell("touchstone simulate tiny.json --solver-option tolerance=0.1 --steps 2 --checkpoint-every 2 --out coarse");
    expect(0, "complete after step 2: 2 steps", "");
    shell("touchstone simulate tiny.json --from coarse/checkpoint.bin --ccd accd --out fine --json sum.json");
    expect(0, "complete after step 3: 1 steps", "");
    cJSON *summary = read_json("sum.json");
    ck_assert(number_of(summary, "first_step") == 2.0 && number_of(summary, "steps_verified") == 1.0);
    cJSON_Delete(summary);
    shell("touchstone report sum.json --out page && grep -o 'began after step.*steps after it' page/index.html");
    expect(0, "2: counts, means, extremes and seconds are of the steps after it", "");
    shell("touchstone simulate tiny.json --steps 1 --json whole.json && touchstone report whole.json --out all && grep "
          "-c 'began after step' all/index.html");
    expect(1, "", "");
    ck_assert(exists("fine/frames/frame_000003.vtu") && !exists("fine/frames/frame_000002.vtu"));
    write_scene("other.json", 4, GRID, "");
    shell("touchstone simulate other.json --from coarse/checkpoint.bin --out other");
    expect(4, "", "another scene");
    ck_assert(!exists("other"));
}
END_TEST

/* ---- The same bits ---- */

START_TEST(threads_do_not_change_a_bit) {
    write_scene("tiny.json", 8, "{\"generator\": \"square\", \"nodes\": 150, \"size\": 0.1, \"seed\": 1}",
                "\"friction\": {\"mu\": 0.3},");
    shell("touchstone simulate tiny.json --out one --threads 1");
    expect(0, "complete", "");
    shell("touchstone simulate tiny.json --out two --threads 2");
    expect(0, "complete", "");
    for (int step = 0; step <= 8; ++step) {
        char one[64], two[64];
        snprintf(one, sizeof one, "one/frames/frame_%06d.vtu", step);
        snprintf(two, sizeof two, "two/frames/frame_%06d.vtu", step);
        check_same(one, two);
    }
}
END_TEST

/* Files may not grow beyond 40 KiB, as on a full disk: what is written is whole, and the run goes on when there is
 * room. */
START_TEST(a_full_disk_leaves_what_can_be_resumed) {
    write_scene("long.json", 1, GRID, "");
    shell("trap '' XFSZ; ulimit -f 80; touchstone simulate long.json --out full --checkpoint-every 2 --steps 100000");
    expect(2, "", "could not be written");
    ck_assert(exists("full/checkpoint.bin"));
    int last = 0;
    char full[64], whole[64];
    for (; last < 100000; ++last) {
        snprintf(full, sizeof full, "full/frames/frame_%06d.vtu", last + 1);
        if (!exists(full)) break;
    }
    ck_assert_int_gt(last, 1);
    last += 3;
    shell("touchstone simulate long.json --resume full --checkpoint-every 2 --steps %d", last);
    expect(0, "complete after step", "");
    shell("touchstone simulate long.json --out whole --checkpoint-every 2 --steps %d", last);
    for (int step = 0; step <= last; ++step) {
        snprintf(full, sizeof full, "full/frames/frame_%06d.vtu", step);
        snprintf(whole, sizeof whole, "whole/frames/frame_%06d.vtu", step);
        check_same(full, whole);
    }
}
END_TEST

/* Starts an endless run of the scene and sends it `number` when frame 7 is there; the last frame there is. */
static int stop_in_the_middle(int number) {
    static char binary[] = TS_BINARY_DIR "/touchstone";
    char scene[512], run[512];
    snprintf(scene, sizeof scene, "%s", scratch("long.json"));
    snprintf(run, sizeof run, "%s", scratch("stopped"));
    char *const arguments[] = {binary, "simulate", scene,     "--out", run, "--checkpoint-every",
                               "3",    "--steps",  "1000000", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, scratch("stopped.txt"), O_WRONLY | O_CREAT, 0666);
    pid_t child;
    ck_assert_int_eq(posix_spawn(&child, binary, &actions, NULL, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 60000 && !exists("stopped/frames/frame_000007.vtu"); ++i) usleep(1000);
    ck_assert_int_eq(kill(child, number), 0);
    int status, last = 7;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    if (number == SIGKILL)
        ck_assert(WIFSIGNALED(status));
    else
        ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 130);
    ck_assert(exists("stopped/frames/frame_000007.vtu"));
    while (access(scratch("stopped/frames/frame_%06d.vtu", last + 1), R_OK) == 0) ++last;
    return last;
}

/* Stopped at any time and resumed, a run ends with the bits of one that was not. */
START_TEST(a_stopped_run_is_resumed_to_the_same_bits) {
    write_scene("long.json", 1, "{\"generator\": \"square\", \"nodes\": 120, \"size\": 0.1, \"seed\": 1}",
                "\"friction\": {\"mu\": 0.3},");
    shell("sed 's/\"translate\"/\"conditions\": [{\"select\": {\"relative_box\": {\"lo\": [0, 0, 0],"
          " \"hi\": [0.01, 1, 1]}}, \"from\": 0.05, \"velocity\": [0.01, 0.02, 0]}], &/' -i long.json");
    const int last = stop_in_the_middle(_i == 0 ? SIGKILL : SIGINT) + 4;
    shell("touchstone simulate long.json --resume stopped --checkpoint-every 3 --steps %d", last);
    expect(0, "complete after step", "");
    shell("touchstone simulate long.json --out whole --checkpoint-every 3 --steps %d", last);
    expect(0, "complete after step", "");
    for (int step = 0; step <= last; ++step) {
        char stopped[64], whole[64];
        snprintf(stopped, sizeof stopped, "stopped/frames/frame_%06d.vtu", step);
        snprintf(whole, sizeof whole, "whole/frames/frame_%06d.vtu", step);
        check_same(stopped, whole);
    }
    check_same("stopped/run.pvd", "whole/run.pvd");
    if (_i == 1) {
        size_t length;
        char *told = read_bytes(scratch("stopped.txt"), &length);
        ck_assert_ptr_nonnull(strstr(told, "interrupted after step"));
        free(told);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate");
    TCase *tests = tcase_create("simulate");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, a_run_leaves_frames_log_and_checkpoint);
    tcase_add_test(tests, a_folder_with_a_run_is_not_written_over);
    tcase_add_test(tests, contact_across_elements_is_told);
    tcase_add_test(tests, a_run_without_contact_has_no_gap);
    tcase_add_test(tests, wrong_arguments_exit_2_and_name_what_is_wrong);
    tcase_add_test(tests, scenes_that_are_missing_or_wrong_exit_4);
    tcase_add_test(tests, what_a_scene_leaves_unsaid_is_said);
    tcase_add_test(tests, a_mesh_can_be_replaced);
    tcase_add_test(tests, a_bad_value_is_of_its_option);
    tcase_add_test(tests, a_forced_intersection_exits_1);
    tcase_add_test(tests, a_method_that_misses_contact_is_shown_by_its_query);
    tcase_add_test(tests, a_refused_start_leaves_results);
    tcase_add_test(tests, libraries_are_told_how_to_begin);
    tcase_add_test(tests, recorded_queries_can_be_replayed);
    tcase_add_test(tests, a_resumed_recording_says_where_it_begins);
    tcase_add_test(tests, the_referee_counts_every_answer);
    tcase_add_test(tests, as_published_accd_answers_what_the_method_lacks);
    tcase_add_test(tests, a_run_is_resumed_with_the_same_questions);
    tcase_add_test(tests, a_run_begins_where_one_of_another_tolerance_stood);
    tcase_add_test(tests, threads_do_not_change_a_bit);
    tcase_add_loop_test(tests, a_stopped_run_is_resumed_to_the_same_bits, 0, 2);
    tcase_add_test(tests, a_full_disk_leaves_what_can_be_resumed);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
