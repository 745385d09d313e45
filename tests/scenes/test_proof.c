/* SPDX-License-Identifier: MIT
 * Proofs of runs: every step is proven, also of runs that were killed and resumed; a method that is late is found out;
 * nothing is claimed that was not checked. */
#include <omp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

#include "cipc/solver.h"
#include "core/hash.h"
#include "oracles/proof/proof.h"
#include "tests/scenes/blind_method.h"
#include "tests/scenes/run_scene.h"

static ts_run_options options_for(const char *proof) {
    return (ts_run_options){.proof = proof, .proof_limits = ts_prover_standard_limits()};
}

/* The steps of a proof that hold, the first state counted as one; -1: it is malformed. */
static int proven_steps(const char *folder, size_t *states) {
    ts_proof_folder proof;
    ts_error error;
    if (ts_proof_open(folder, &proof, &error) != TS_OK) return -1;
    int proven = 0;
    for (size_t k = 0; k < proof.states && proven >= 0; ++k) {
        ts_proof_verdict verdict;
        if (ts_proof_check(&proof, k, &verdict, &error) == TS_OK)
            proven += verdict.proven;
        else
            proven = -1;
    }
    *states = proof.states;
    ts_proof_close(&proof);
    return proven;
}

static void check_same_proofs(const char *a, const char *b) {
    char command[512];
    snprintf(command, sizeof command, "diff -r '%s' '%s'", scratch("%s", a), scratch("%s", b));
    ck_assert_int_eq(system(command), 0);
}

/* ---- Kill and resume ---- */

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
START_TEST(a_killed_run_goes_on_with_its_proof) {
    const pid_t child = fork();
    if (child == 0) {
        size_t step = 0;
        ts_run_result result;
        ts_error error;
        omp_set_num_threads(1);
        ts_run_options options = options_for(scratch("killed-proof"));
        options.folder = scratch("killed");
        options.listener = (ts_ccd_listener){.listen = die_in_step_8, .self = &step};
        options.after_step = count_step;
        options.self = &step;
        ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, &result, &error);
        _exit(0);
    }
    int status;
    size_t states = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    ck_assert_int_eq(proven_steps(scratch("killed-proof"), &states), 8);
    ck_assert_uint_eq(states, 8);
    ts_run_result result;
    ts_run_options options = options_for(scratch("killed-proof"));
    options.folder = scratch("killed");
    options.resume = true;
    check_ok(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, &result, error));
    ck_assert_uint_eq(result.proof.proven, 5);
    options = options_for(scratch("whole-proof"));
    options.folder = scratch("whole"); /* checkpoints are part of what decides the bits */
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), options);
    ck_assert_int_eq(proven_steps(scratch("killed-proof"), &states), 11);
    ck_assert_uint_eq(states, 11);
    check_same_proofs("whole-proof", "killed-proof");
}
END_TEST

/* Where the proof cannot be begun no checkpoint says that the run has one: it is begun anew, as it is where the run was
 * killed meanwhile. */
START_TEST(a_run_that_ended_while_its_proof_began_is_resumed) {
    ts_run_options options = options_for(scratch("proof"));
    ts_run_result result;
    size_t states = 0;
    options.folder = scratch("run");
    options.steps = 2;
    write_file(options.proof, "no folder");
    check_fails(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, &result, error), TS_ERROR_USAGE, "proof",
                "cannot be made");
    ck_assert_int_eq(unlink(options.proof), 0);
    options.resume = true;
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), options);
    ck_assert_int_eq(proven_steps(options.proof, &states), 3);
}
END_TEST

/* ---- What a run claims ---- */

START_TEST(every_step_is_proven_and_logged) {
    ts_run_options options = options_for(scratch("proof"));
    ts_run_result result;
    size_t states = 0;
    options.folder = scratch("run");
    check_ok(ts_test_run(ts_test_scene(TS_BDF2), options, &result, error));
    ck_assert(result.complete);
    ck_assert_uint_eq(result.proof.proven, 11);
    ck_assert_uint_eq(result.proof.open, 0);
    ck_assert_uint_ge(result.proof.pieces, 10);
    ck_assert_int_eq(proven_steps(scratch("proof"), &states), 11);
    cJSON *log = ts_test_log("run");
    int proofs = 0;
    const cJSON *line;
    cJSON_ArrayForEach(line, log) {
        if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(line, "kind")), "proof") != 0) continue;
        ck_assert(cJSON_IsTrue(cJSON_GetObjectItem(line, "proven")));
        ck_assert_int_eq(cJSON_GetObjectItem(line, "step")->valueint, ++proofs);
    }
    ck_assert_int_eq(proofs, 10);
    cJSON_Delete(log);
}
END_TEST

/* Another scene's proof must not be gone on with, and one that is there not be overwritten. */
START_TEST(a_foreign_proof_is_refused) {
    ts_run_options options = options_for(scratch("proof"));
    ts_run_result result;
    options.steps = 1;
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), options);
    check_fails(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, &result, error), TS_ERROR_USAGE,
                "already holds a proof", "--replace");
    options.folder = scratch("run");
    options.proof = NULL;
    options.steps = 5;
    ts_test_run_whole(ts_test_scene(TS_BDF2), options);
    options.resume = true;
    options.proof = scratch("proof");
    options.steps = 6;
    check_fails(ts_test_run(ts_test_scene(TS_BDF2), options, &result, error), TS_ERROR_USAGE, "does not hold the proof",
                "state_000005.tsp");
}
END_TEST

/* ---- Two at once ---- */

/* What a second run says that writes its proof into the folder of the first, which is not over. */
static ts_status begin_another(void *self, ts_simulation *simulation, const double (*x_before)[3],
                               const ts_step_report *report, ts_error *error) {
    ts_error *said = self;
    (void)x_before, (void)report, (void)error;
    if (simulation->state.step != 2) return TS_OK;
    ts_run_result result;
    ts_run_options options = options_for(scratch("proof"));
    options.steps = 1;
    options.replace = true;
    ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, &result, said);
    return TS_OK;
}

START_TEST(a_second_run_leaves_the_proof_of_the_first_alone) {
    ts_run_options options = options_for(scratch("proof"));
    ts_error said = {0};
    size_t states = 0;
    options.after_step = begin_another;
    options.self = &said;
    options.steps = 4;
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), options);
    ck_assert_int_eq(said.status, TS_ERROR_USAGE);
    ck_assert_msg(strstr(said.message, "another process is writing a proof into") != NULL, "%s", said.message);
    ck_assert_int_eq(proven_steps(scratch("proof"), &states), 5);
    options = options_for(scratch("proof")); /* nothing is held any more */
    options.steps = 1;
    options.replace = true;
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), options);
    ck_assert_int_eq(proven_steps(scratch("proof"), &states), 2);
}
END_TEST

/* ---- A method that misses ---- */

/* The pair that broke the proof is kept as a query, which comes into contact when the failure says. */
static void check_stored_pair(const ts_run_proof_sum *sum) {
    ts_query_reader *reader;
    ts_query_chunk chunk;
    ts_oracle_truth truth;
    char time[64];
    ck_assert(sum->is_stored);
    check_ok(ts_query_reader_open(scratch("run/%s", TS_RUN_UNPROVEN_FILE), NULL, &reader, error));
    check_ok(ts_query_chunk_init(&chunk, 2, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, 1);
    ck_assert_uint_eq(chunk.notes[0].step, sum->first_open);
    ck_assert_int_eq(memcmp(chunk.queries[0].x0, sum->query.x0, sizeof sum->query.x0), 0);
    ck_assert_int_eq(memcmp(chunk.queries[0].x1, sum->query.x1, sizeof sum->query.x1), 0);
    ck_assert_double_eq(chunk.queries[0].min_distance, sum->query.min_distance);
    ck_assert_int_eq(ts_oracle_toi(&chunk.queries[0], TS_ORACLE_ALL, &truth), TS_OK);
    ck_assert(truth.contact);
    snprintf(time, sizeof time, " at t = %.17g of piece ", truth.lo);
    ck_assert_msg(strstr(sum->failure, time) != NULL, "%s, not%s", sum->failure, time);
    ts_query_chunk_clear(&chunk);
    ts_query_reader_close(reader);
}

/* A particle falls fast enough to go through the sheet between two iterates, both of which are clean. */
static ts_scene scene_with_a_shot(void) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    for (size_t v = 0; v < scene.setup.bodies.nodes; ++v) {
        if (scene.setup.bodies.body_of[v] == 3) scene.setup.v[v][1] = -30.0;
    }
    return scene;
}

START_TEST(a_method_that_sees_nothing_is_found_out) {
    const ts_ccd_method method = {.backend = &BLIND};
    ts_run_options options = options_for(scratch("proof"));
    ts_run_result result;
    ts_error error;
    size_t states = 0;
    options.method = &method;
    options.steps = 3;
    options.folder = scratch("run");
    ts_test_run(scene_with_a_shot(), options, &result, &error); /* however it ends */
    ck_assert_uint_gt(result.proof.open, 0);
    ck_assert_msg(strstr(result.proof.failure, " come within their thickness 0.001 m at t = 0.") != NULL, "%s",
                  result.proof.failure);
    ck_assert_msg(strstr(result.proof.failure, "(exact)") != NULL, "%s", result.proof.failure);
    const int proven = proven_steps(scratch("proof"), &states);
    ck_assert_int_ge(proven, 1);
    ck_assert_int_lt(proven, (int)states);
    check_stored_pair(&result.proof);
}
END_TEST

/* ---- A method that is late ---- */

/* As `certified`, but one query of `one_of`, chosen by its positions, is answered `by` after its first contact. */
typedef struct lateness {
    ts_ccd_method certified;
    double by;
    uint64_t one_of;
    atomic_ulong asked, late;
} lateness;

static void answer_late(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    lateness *late = self;
    ts_oracle_truth truth;
    uint64_t hash = 0;
    ts_ccd_answer(&late->certified, query, result);
    atomic_fetch_add(&late->asked, 1);
    for (int k = 0; k < 3 * ts_ccd_vertices(query->kind); ++k) {
        hash = ts_hash_double(ts_hash_double(hash, query->x0[k / 3][k % 3]), query->x1[k / 3][k % 3]);
    }
    if (result->status != TS_CCD_HIT || hash % late->one_of != 0) return;
    if (ts_oracle_toi(query, TS_ORACLE_ALL, &truth) != TS_OK || !truth.contact) return;
    atomic_fetch_add(&late->late, 1);
    result->toi = fmin(truth.hi + late->by, query->t_max);
}

static const ts_ccd_backend LATE = {
    .abi = TS_CCD_ABI,
    .name = "late",
    .summary = "as certified, but sometimes late",
    .source = "the tests",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = create_blind,
    .query = answer_late,
    .destroy = destroy_blind,
};

/* Runs a scene with it. What the proof says is so: every step is proven or has a pair that meets, and a state that
 * fails its exact check is not proven. */
static void run_late(ts_scene scene, double by, uint64_t one_of, ts_run_result *result) {
    lateness late = {.by = by, .one_of = one_of};
    const ts_ccd_method method = {.backend = &LATE, .self = &late};
    ts_run_options options = options_for(scratch("proof"));
    ts_error error;
    size_t states = 0;
    ts_test_certified(&late.certified);
    options.method = &method;
    options.verify = true;
    options.folder = scratch("run");
    ts_test_run(scene, options, result, &error); /* however it ends */
    ts_ccd_method_clear(&late.certified);
    printf("late by %g, one in %llu: %lu of %lu answers; %zu steps, %s; %zu proven, %zu not: %s\n", by,
           (unsigned long long)one_of, (unsigned long)late.late, (unsigned long)late.asked, result->last_step,
           ts_run_outcome_name(result->outcome), result->proof.proven, result->proof.open, result->proof.failure);
    ck_assert_uint_gt(late.late, 0);
    ck_assert_uint_eq(result->proof.proven + result->proof.open, result->last_step + 1);
    ck_assert_int_eq(proven_steps(scratch("proof"), &states), (int)result->proof.proven);
    ck_assert_uint_eq(states, result->last_step + 1);
    if (result->outcome == TS_RUN_INTERSECT) {
        ck_assert_uint_gt(result->proof.open, 0);
        ck_assert_uint_le(result->proof.first_open, result->at.step);
    }
    if (result->proof.open > 0) check_stored_pair(&result->proof);
}

START_TEST(steps_of_a_method_that_is_late_are_proven_or_named) {
    ts_run_result result;
    run_late(ts_test_scene(TS_IMPLICIT_EULER), 1e-3, 20, &result);
}
END_TEST

START_TEST(a_method_that_is_late_by_much_is_found_out) {
    ts_run_result result;
    run_late(scene_with_a_shot(), 0.3, 1, &result);
    ck_assert_uint_gt(result.proof.open, 0);
}
END_TEST

/* Of the scenes that come with Touchstone, by hand: TS_LATE_SCENE names one, TS_LATE_SIZE its size, TS_LATE_BY and
 * TS_LATE_ONE_OF say how late. */
START_TEST(a_scene_by_hand) {
    const char *name = getenv("TS_LATE_SCENE"), *size = getenv("TS_LATE_SIZE"), *by = getenv("TS_LATE_BY"),
               *one_of = getenv("TS_LATE_ONE_OF");
    if (!name) return;
    char path[512];
    ts_scene scene;
    ts_run_result result;
    const ts_scene_options options = {.size = size ? size : "tiny"};
    snprintf(path, sizeof path, TS_SOURCE_DIR "/datasets/scenes/%s.json", name);
    check_ok(ts_scene_read(path, &options, &scene, error));
    run_late(scene, by ? strtod(by, NULL) : 1e-3, one_of ? strtoull(one_of, NULL, 10) : 10000, &result);
}
END_TEST

int main(void) {
    if (ts_solver_register(&ts_cipc_solver, NULL) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("proof");
    TCase *tests = tcase_create("proof");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, a_killed_run_goes_on_with_its_proof);
    tcase_add_test(tests, a_run_that_ended_while_its_proof_began_is_resumed);
    tcase_add_test(tests, every_step_is_proven_and_logged);
    tcase_add_test(tests, a_foreign_proof_is_refused);
    tcase_add_test(tests, a_second_run_leaves_the_proof_of_the_first_alone);
    tcase_add_test(tests, a_method_that_sees_nothing_is_found_out);
    tcase_add_test(tests, steps_of_a_method_that_is_late_are_proven_or_named);
    tcase_add_test(tests, a_method_that_is_late_by_much_is_found_out);
    tcase_add_test(tests, a_scene_by_hand);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
