/* SPDX-License-Identifier: MIT
 * Runs that are resumed, interrupted or killed end with the same bits; checkpoints that cannot be used are refused. */
#include <omp.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "core/random.h"
#include "scenes/run/checkpoint.h"
#include "scenes/run/checkpoint_head.h"
#include "tests/scenes/run_scene.h"

/* ---- The same bits ---- */

/* Of one integrator or another; of the split model; of a condition whose start, the third step's, is rounded: that it
 * began with the step is known from the checkpoint alone. */
static ts_scene scene_of(int index) {
    static const ts_integrator INTEGRATORS[] = {TS_IMPLICIT_EULER, TS_NEWMARK, TS_BDF2};
    if (index == 3) return ts_test_split_scene();
    ts_scene scene = ts_test_scene(INTEGRATORS[index % 4]);
    if (index == 4) scene.setup.conditions.condition[0].start = 0.03 - 5e-9;
    return scene;
}

START_TEST(a_resumed_run_is_the_whole_run) {
    ts_test_run_whole(scene_of(_i), (ts_run_options){.folder = scratch("whole")});
    ts_test_run_whole(scene_of(_i), (ts_run_options){.folder = scratch("parts"), .steps = 5});
    ts_run_result result;
    check_ok(ts_test_run(scene_of(_i), (ts_run_options){.folder = scratch("parts"), .steps = 10, .resume = true},
                         &result, error));
    ck_assert(result.complete);
    ck_assert_uint_eq(result.first_step, 5);
    ck_assert_uint_eq(result.last_step, 10);
    ts_test_same_frames("whole", "parts", 10);
    ts_test_same_log("whole", "parts");
    check_same_file(scratch("whole/run.pvd"), scratch("parts/run.pvd"));
}
END_TEST

/* Kills its own process in the middle of step 8. */
static void die_in_step_8(void *self, const ts_ccd_block *block) {
    const size_t *step = self;
    (void)block;
    if (*step == 7) kill(getpid(), SIGKILL);
}

static ts_status count_step(void *self, ts_simulation *simulation, const double (*x_before)[3],
                            const ts_step_report *report, ts_error *error) {
    (void)x_before, (void)report, (void)error;
    *(size_t *)self = simulation->state.step;
    return TS_OK;
}

/* First of all tests: a child that is forked after threads have run must not start any. */
START_TEST(a_killed_run_goes_on) {
    const pid_t child = fork();
    if (child == 0) {
        size_t step = 0;
        ts_run_result result;
        ts_error error;
        omp_set_num_threads(1);
        const ts_run_options options = {.folder = scratch("killed"),
                                        .listener = {.listen = die_in_step_8, .self = &step},
                                        .after_step = count_step,
                                        .self = &step};
        ts_test_run(scene_of(_i), options, &result, &error);
        _exit(0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    ck_assert(ts_path_exists(scratch("killed/frames/frame_000007.vtu")));
    ck_assert(!ts_path_exists(scratch("killed/frames/frame_000008.vtu")));
    ts_run_result result;
    check_ok(ts_test_run(scene_of(_i), (ts_run_options){.folder = scratch("killed"), .resume = true}, &result, error));
    ck_assert_uint_eq(result.first_step, 5);
    ts_test_run_whole(scene_of(_i), (ts_run_options){.folder = scratch("whole")});
    ts_test_same_frames("whole", "killed", 10);
    ts_test_same_log("whole", "killed");
}
END_TEST

static bool after_forty(void *self) {
    return ++*(int *)self > 40; /* iterations */
}

START_TEST(an_interrupted_run_goes_on) {
    int asked = 0;
    ts_run_result result;
    check_ok(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER),
                         (ts_run_options){.folder = scratch("parts"), .interrupted = after_forty, .self = &asked},
                         &result, error));
    ck_assert(result.interrupted);
    ck_assert(!result.complete);
    ck_assert_uint_lt(result.last_step, 10);
    check_ok(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("parts"), .resume = true},
                         &result, error));
    ck_assert(result.complete);
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("whole")});
    ts_test_same_frames("whole", "parts", 10);
    ts_test_same_log("whole", "parts");
}
END_TEST

/* ---- From another run's state ---- */

static bool has_frame(const char *folder, size_t step) {
    return ts_path_exists(scratch("%s/frames/frame_%06zu.vtu", folder, step));
}

static bool lists_frame(const char *folder, size_t step) {
    char name[64];
    size_t bytes;
    char *text = read_bytes(scratch("%s/run.pvd", folder), &bytes);
    snprintf(name, sizeof name, "frame_%06zu.vtu", step);
    const bool found = strstr(text, name);
    free(text);
    return found;
}

/* With the same method and rules it goes on with the same bits, whatever else its folder lacks. */
START_TEST(a_run_begins_where_another_stood) {
    static const ts_integrator INTEGRATORS[] = {TS_IMPLICIT_EULER, TS_NEWMARK, TS_BDF2};
    const ts_integrator integrator = INTEGRATORS[_i];
    ts_test_run_whole(ts_test_scene(integrator), (ts_run_options){.folder = scratch("whole")});
    ts_test_run_whole(ts_test_scene(integrator), (ts_run_options){.folder = scratch("first"), .steps = 5});
    char *from = ts_text("%s", scratch("first/checkpoint.bin"));
    ts_run_result result;
    check_ok(ts_test_run(ts_test_scene(integrator),
                         (ts_run_options){.folder = scratch("other"), .from = from, .verify = true}, &result, error));
    ck_assert(result.complete);
    ck_assert_uint_eq(result.first_step, 5);
    ck_assert_uint_eq(result.verified, 5);
    for (size_t step = 0; step <= 10; ++step) {
        ck_assert(has_frame("other", step) == (step > 5));
        ck_assert(lists_frame("other", step) == (step > 5));
        if (step <= 5) continue;
        check_same_file(scratch("whole/frames/frame_%06zu.vtu", step), scratch("other/frames/frame_%06zu.vtu", step));
    }
    free(from);
}
END_TEST

static ts_scene finer_scene(void) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    scene.setup.settings.tolerance = 1e-5;
    return scene;
}

/* Another method, other rules. The run has a checkpoint from its start on, by which it is resumed, and still knows
 * where it began. */
START_TEST(a_run_from_a_state_may_have_other_rules) {
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("first"), .steps = 5});
    char *from = ts_text("%s", scratch("first/checkpoint.bin")), *folder = ts_text("%s", scratch("other"));
    ts_ccd_method method;
    ts_error failed;
    ck_assert_int_eq(ts_ccd_register_builtin(&failed), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(&method, "accd", NULL, &failed), TS_OK);
    ts_run_options options = {.folder = folder, .from = from, .method = &method, .checkpoint_every = 4, .steps = 7};
    ts_test_run_whole(finer_scene(), options);
    options.from = NULL;
    options.steps = 10;
    options.resume = true;
    ts_run_result result;
    check_ok(ts_test_run(finer_scene(), options, &result, error));
    ck_assert_uint_eq(result.first_step, 5);
    for (size_t step = 0; step <= 10; ++step) ck_assert(lists_frame("other", step) == (step > 5));
    ts_ccd_method_clear(&method);
    free(from);
    free(folder);
}
END_TEST

/* A checkpoint whose state nothing can go on from: a corner of the cloth is drawn far out. */
static void break_a_limit(const char *path) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    ts_ccd_method method;
    ts_error error;
    ts_simulation *simulation;
    ts_test_certified(&method);
    const ts_simulation_hooks hooks = {.method = &method};
    ck_assert_int_eq(ts_simulation_create(&scene.setup, &hooks, &simulation, &error), TS_OK);
    simulation->state.x[0][0] -= 1.0;
    const ts_checkpoint_note note = {.scene_hash = scene.hash};
    ck_assert_int_eq(ts_checkpoint_write(path, simulation, &note, &error), TS_OK);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
    ts_scene_clear(&scene);
}

START_TEST(a_state_that_cannot_be_begun_with_is_refused) {
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("first"), .steps = 5});
    char *from = ts_text("%s", scratch("first/checkpoint.bin")), *folder = ts_text("%s", scratch("other"));
    const ts_run_options options = {.folder = folder, .from = from, .verify = true};
    ts_run_result result;
    ts_scene other = ts_test_scene(TS_IMPLICIT_EULER);
    other.hash = 815;
    check_fails(ts_test_run(other, options, &result, error), TS_ERROR_DATA, "first/checkpoint.bin", "another scene");
    break_a_limit(from);
    check_fails(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, &result, error), TS_ERROR_DATA,
                "first/checkpoint.bin", "exact check", "cloth");
    write_file(from, "no HDF5 at all");
    check_fails(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, &result, error), TS_ERROR_DATA,
                "first/checkpoint.bin");
    ck_assert_int_eq(unlink(from), 0);
    check_fails(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, &result, error), TS_ERROR_DATA,
                "first/checkpoint.bin");
    ck_assert(!ts_path_exists(folder));
    free(from);
    free(folder);
}
END_TEST

/* ---- What is refused ---- */

/* Every file of the folder, in one string: to tell that nothing was changed. */
static char *contents(const char *folder) {
    char command[512];
    snprintf(command, sizeof command, "cd '%s' && find . -type f | sort | xargs cksum", scratch("%s", folder));
    FILE *pipe = popen(command, "r");
    char *text = calloc(1, 1 << 16);
    ck_assert_uint_gt(fread(text, 1, (1 << 16) - 1, pipe), 0);
    pclose(pipe);
    return text;
}

static void check_refused(ts_scene scene, ts_run_options options, ts_status status, const char *part) {
    char *before = contents("run"), *after;
    ts_run_result result;
    ts_error error = {0};
    options.folder = scratch("run");
    ck_assert_int_eq(ts_test_run(scene, options, &result, &error), status);
    check_error(&error, status, (const char *const[]){part, NULL});
    after = contents("run");
    ck_assert_msg(strcmp(before, after) == 0, "a refusal changed files");
    free(before);
    free(after);
}

static void make_run(void) {
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("run"), .steps = 5});
}

START_TEST(a_folder_that_holds_a_run_is_kept) {
    make_run();
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){0}, TS_ERROR_USAGE, "already holds a run");
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("run"), .replace = true});
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("whole")});
    ts_test_same_frames("whole", "run", 10);
    ts_test_same_log("whole", "run");
}
END_TEST

START_TEST(a_foreign_checkpoint_is_refused) {
    make_run();
    const ts_run_options resume = {.resume = true};
    ts_scene other = ts_test_scene(TS_IMPLICIT_EULER);
    other.hash = 815;
    check_refused(other, resume, TS_ERROR_DATA, "another scene");

    ts_scene larger = ts_test_scene(TS_IMPLICIT_EULER); /* the same hash, by some mistake, but one node more */
    free(larger.setup.bodies.friction);
    ts_test_add(&larger.setup, "more", ts_test_particle(1, 1, 1), &(ts_new_body){.body.material = ts_test_material()});
    ts_test_complete(&larger.setup, 0.3);
    check_refused(larger, resume, TS_ERROR_DATA, "of another size");
}
END_TEST

/* What else decides the bits: the message says what differs. */
START_TEST(other_rules_are_refused) {
    make_run();
    ts_ccd_method method;
    ts_error error;
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(&method, "accd", NULL, &error), TS_OK);
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.resume = true, .method = &method}, TS_ERROR_DATA,
                  "certified");
    ts_ccd_method_clear(&method);
    ck_assert_int_eq(ts_ccd_method_init(&method, "certified", "{\"s\": 0.2}", &error), TS_OK);
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.resume = true, .method = &method}, TS_ERROR_DATA,
                  "\"s\": 0.2");
    ts_ccd_method_clear(&method);
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.resume = true, .checkpoint_every = 3},
                  TS_ERROR_DATA, "a checkpoint every 5 steps");
    check_refused(ts_test_scene(TS_NEWMARK), (ts_run_options){.resume = true}, TS_ERROR_DATA, "newmark");
    ts_scene finer = ts_test_scene(TS_IMPLICIT_EULER);
    finer.setup.settings.h = 0.005;
    check_refused(finer, (ts_run_options){.resume = true}, TS_ERROR_DATA, "0.005");
}
END_TEST

START_TEST(a_split_run_goes_on_as_one_alone) {
    ts_run_result result;
    ts_test_run_whole(ts_test_split_scene(), (ts_run_options){.folder = scratch("split"), .steps = 5});
    ts_scene coupled = ts_test_split_scene();
    check_ok(ts_solver_choose("cipc", NULL, &coupled.setup.solver, error));
    check_fails(ts_test_run(coupled, (ts_run_options){.folder = scratch("split"), .resume = true}, &result, error),
                TS_ERROR_DATA, "split limits");
}
END_TEST

/* Killed before its first checkpoint: there is nothing to go on from and nothing to lose. */
START_TEST(a_run_that_died_at_once_starts_anew) {
    static const char *const LOGS[] = {"", "{\"kind\":\"iteration\",\"step\":1}\n", "{\"kind\":\"st"};
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("whole"), .steps = 2});
    for (int k = 0; k < 3; ++k) {
        for (int resume = 0; resume < 2; ++resume) {
            char *folder = ts_text("%s", scratch("dead%d%d", k, resume));
            ck_assert_int_eq(mkdir(folder, 0777), 0);
            write_file(scratch("dead%d%d/log.jsonl", k, resume), LOGS[k]);
            const ts_run_options options = {.folder = folder, .steps = 2, .resume = resume};
            ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), options);
            char name[32];
            snprintf(name, sizeof name, "dead%d%d", k, resume);
            ts_test_same_log("whole", name);
            free(folder);
        }
    }
}
END_TEST

/* Iterations count through the minimisations of a step. */
START_TEST(iterations_are_numbered_by_step) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    scene.setup.settings.friction_lags = 3;
    ts_test_run_whole(scene, (ts_run_options){.folder = scratch("run"), .steps = 4});
    cJSON *log = ts_test_log("run"), *line;
    int next = 0, minimisation = 0, most = 0;
    cJSON_ArrayForEach(line, log) {
        if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(line, "kind")), "step") == 0) {
            ck_assert_int_eq(cJSON_GetObjectItem(line, "iterations")->valueint, next);
            ck_assert_int_eq(cJSON_GetObjectItem(line, "minimisations")->valueint, minimisation + 1);
            next = minimisation = 0;
            continue;
        }
        ck_assert_int_eq(cJSON_GetObjectItem(line, "iteration")->valueint, next++);
        const int here = cJSON_GetObjectItem(line, "minimisation")->valueint;
        ck_assert(here == minimisation || here == minimisation + 1);
        minimisation = here;
        if (here > most) most = here;
    }
    ck_assert_int_ge(most, 2);
    cJSON_Delete(log);
}
END_TEST

START_TEST(a_damaged_checkpoint_is_refused) {
    make_run();
    size_t bytes;
    char *whole = read_bytes(scratch("run/checkpoint.bin"), &bytes);
    const ts_run_options resume = {.resume = true};
    for (size_t share = 0; share < 8; ++share) {
        write_bytes(scratch("run/checkpoint.bin"), whole, bytes * share / 8);
        check_refused(ts_test_scene(TS_IMPLICIT_EULER), resume, TS_ERROR_DATA, "checkpoint.bin");
    }
    write_file(scratch("run/checkpoint.bin"), "no checkpoint at all");
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), resume, TS_ERROR_DATA, "checkpoint.bin");
    ck_assert_int_eq(unlink(scratch("run/checkpoint.bin")), 0);
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), resume, TS_ERROR_DATA, "checkpoint.bin");

    write_bytes(scratch("run/checkpoint.bin"), whole, bytes); /* and whole again it serves */
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("run"), .resume = true});
    free(whole);
}
END_TEST

/* One bit of a position, of the head or of the lines between the arrays. */
START_TEST(a_flipped_bit_of_a_checkpoint_is_found) {
    make_run();
    size_t bytes;
    ts_random random;
    char *whole = read_bytes(scratch("run/checkpoint.bin"), &bytes);
    ts_random_init(&random, ts_test_seed(), 0);
    for (int n = ts_test_cases(200); n-- > 0;) {
        const size_t most = n % 4 == 0 ? 80 : n % 4 == 1 ? 2048 : bytes, at = ts_random_below(&random, most);
        const char before = whole[at];
        ts_run_result result;
        whole[at] = (char)(before ^ (1 << ts_random_below(&random, 8)));
        write_bytes(scratch("run/checkpoint.bin"), whole, bytes);
        whole[at] = before;
        const ts_run_options resume = {.folder = scratch("run"), .resume = true};
        check_fails(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), resume, &result, error), TS_ERROR_DATA,
                    "checkpoint.bin");
    }
    whole = realloc(whole, bytes + 8);
    memset(whole + bytes, 0, 8);
    write_bytes(scratch("run/checkpoint.bin"), whole, bytes + 8);
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.resume = true}, TS_ERROR_DATA, "checksum");
    free(whole);
}
END_TEST

/* As anybody can make one: the checksum fits again. */
static void check_made_refused(char *bytes, size_t count, const char *words) {
    write_bytes(scratch("run/checkpoint.bin"), bytes, count);
    check_ok(ts_checkpoint_head_write(scratch("run/checkpoint.bin"), error));
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.resume = true}, TS_ERROR_DATA, words);
}

/* Where that line of the file begins. */
static char *line_of(char *bytes, size_t count, const char *line) {
    const size_t length = strlen(line);
    for (size_t at = 0; at + length <= count; ++at) {
        if (memcmp(bytes + at, line, length) == 0) return bytes + at;
    }
    ck_abort_msg("no line '%s'", line);
}

/* Nothing but values is taken from the file: what a line says of them must be what the scene says. */
START_TEST(a_made_up_checkpoint_is_refused) {
    make_run();
    size_t bytes;
    char *whole = read_bytes(scratch("run/checkpoint.bin"), &bytes);
    for (size_t count = TS_CHECKPOINT_HEAD; count < bytes; count += 61) {
        check_made_refused(whole, count, "is missing, damaged or of another size");
    }
    whole = realloc(whole, bytes + 1);
    whole[bytes] = 0;
    check_made_refused(whole, bytes + 1, "goes on after its last array");
    static const char *const lines[] = {"v real ", "has_begun flag ", "step number ", "method text "};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; ++k) {
        char *count = line_of(whole, bytes, lines[k]) + strlen(lines[k]), before = *count;
        *count = '9';
        check_made_refused(whole, bytes, "is missing, damaged or of another size");
        *count = before;
    }
    const double bad = NAN;
    char *value = strchr(line_of(whole, bytes, "v real "), '\n') + 1, before[sizeof bad];
    memcpy(before, value, sizeof bad);
    memcpy(value, &bad, sizeof bad);
    check_made_refused(whole, bytes, "'v' is missing, damaged");
    memcpy(value, before, sizeof bad);
    strchr(line_of(whole, bytes, "has_begun flag "), '\n')[1] = 2;
    check_made_refused(whole, bytes, "has_begun' is missing, damaged");
    free(whole);
}
END_TEST

START_TEST(a_checkpoint_of_another_version_is_refused) {
    make_run();
    size_t bytes;
    char *whole = read_bytes(scratch("run/checkpoint.bin"), &bytes);
    const ts_run_options resume = {.resume = true};
    ck_assert_int_eq(strncmp(whole, "touchstone checkpoint, format 4, checksum ", 42), 0);
    whole[strcspn(whole, "4")] = '3';
    write_bytes(scratch("run/checkpoint.bin"), whole, bytes);
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), resume, TS_ERROR_DATA, "another checkpoint format");
    write_bytes(scratch("run/checkpoint.bin"), whole + TS_CHECKPOINT_HEAD, bytes - TS_CHECKPOINT_HEAD);
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), resume, TS_ERROR_DATA, "an earlier version without a checksum");
    free(whole);
}
END_TEST

/* A log shorter than the checkpoint knows it, as after a power failure, is no place to go on writing. */
START_TEST(a_shortened_log_is_refused) {
    make_run();
    ck_assert_int_eq(truncate(scratch("run/log.jsonl"), 10), 0);
    check_refused(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.resume = true}, TS_ERROR_DATA, "log.jsonl");
}
END_TEST

START_TEST(resuming_needs_a_folder) {
    ts_run_result result;
    check_fails(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.resume = true}, &result, error),
                TS_ERROR_USAGE, "folder");
}
END_TEST

/* ---- Runs that cannot go on ---- */

/* The cloth's corners are led apart farther than its strain limit lets them go. */
START_TEST(a_run_that_cannot_go_on_says_so) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    for (int side = 0; side < 2; ++side) {
        ts_condition *apart = ts_test_tell(&scene.setup, 1, (const int32_t[]){side ? 48 : 6});
        apart->velocity[2] = side ? -2.0 : 2.0;
    }
    ts_run_result result;
    check_ok(ts_test_run(scene, (ts_run_options){.folder = scratch("run")}, &result, error));
    ck_assert(!result.complete);
    ck_assert(!result.interrupted);
    ck_assert_int_eq(result.last.outcome, TS_STEP_UNREACHED);
    ck_assert_double_lt(result.last.prescribed_fraction, 0.999);
    ck_assert(result.last.prescribed_worst == 0 || result.last.prescribed_worst == 6 ||
              result.last.prescribed_worst == 48);
    cJSON *log = ts_test_log("run");
    const cJSON *last = cJSON_GetArrayItem(log, cJSON_GetArraySize(log) - 1);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(last, "outcome")), "unreached");
    ck_assert_uint_eq((size_t)cJSON_GetObjectItem(last, "step")->valuedouble, result.last_step);
    cJSON_Delete(log);
}
END_TEST

START_TEST(contradictory_conditions_are_refused) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    ts_test_tell(&scene.setup, 2, (const int32_t[]){3, 0})->start = 0.05; /* 0 is led away until 0.085 s */
    ts_run_result result;
    check_fails(ts_test_run(scene, (ts_run_options){0}, &result, error), TS_ERROR_DATA, "node 0", "0.05", "0.085");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("resume");
    TCase *tests = tcase_create("resume");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, a_killed_run_goes_on, 0, 1);
    tcase_add_loop_test(tests, a_killed_run_goes_on, 3, 4);
    tcase_add_loop_test(tests, a_resumed_run_is_the_whole_run, 0, 5);
    tcase_add_test(tests, an_interrupted_run_goes_on);
    tcase_add_loop_test(tests, a_run_begins_where_another_stood, 0, 3);
    tcase_add_test(tests, a_run_from_a_state_may_have_other_rules);
    tcase_add_test(tests, a_state_that_cannot_be_begun_with_is_refused);
    tcase_add_test(tests, a_folder_that_holds_a_run_is_kept);
    tcase_add_test(tests, a_foreign_checkpoint_is_refused);
    tcase_add_test(tests, other_rules_are_refused);
    tcase_add_test(tests, a_split_run_goes_on_as_one_alone);
    tcase_add_test(tests, a_run_that_died_at_once_starts_anew);
    tcase_add_test(tests, iterations_are_numbered_by_step);
    tcase_add_test(tests, a_damaged_checkpoint_is_refused);
    tcase_add_test(tests, a_flipped_bit_of_a_checkpoint_is_found);
    tcase_add_test(tests, a_made_up_checkpoint_is_refused);
    tcase_add_test(tests, a_checkpoint_of_another_version_is_refused);
    tcase_add_test(tests, a_shortened_log_is_refused);
    tcase_add_test(tests, resuming_needs_a_folder);
    tcase_add_test(tests, a_run_that_cannot_go_on_says_so);
    tcase_add_test(tests, contradictory_conditions_are_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
