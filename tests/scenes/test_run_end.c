/* SPDX-License-Identifier: MIT
 * How runs end with methods that fail in known ways, and that the query kept is the one at fault. */
#include <touchstone/oracle.h>

#include "tests/scenes/run_scene.h"

/* ---- Methods that fail ---- */

/* All but the first `honest` answers are `wrong`; those are the ones of `certified`. */
typedef struct liar {
    ts_ccd_method certified;
    size_t honest, asked;
    ts_ccd_result wrong;
    bool only_contact; /* lies about queries with contact only */
} liar;

static void lie(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    liar *it = self;
    ts_ccd_answer(&it->certified, query, result);
    size_t asked;
#pragma omp atomic capture
    asked = it->asked++;
    if (asked < it->honest || (it->only_contact && result->status == TS_CCD_FREE)) return;
    *result = it->wrong;
}

static const ts_ccd_backend LIAR = {
    .abi = TS_CCD_ABI,
    .name = "liar",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .query = lie,
};

static void run_liar(liar *it, ts_scene scene, ts_run_result *result) {
    ts_test_certified(&it->certified);
    const ts_ccd_method method = {.backend = &LIAR, .self = it, .options = "{}"};
    const ts_run_options options = {.folder = scratch("run"), .method = &method, .verify = true};
    check_ok(ts_test_run(scene, options, result, error));
    ck_assert(!result->complete);
    ts_ccd_method_clear(&it->certified);
}

/* The only query of run/failure.h5. */
static ts_ccd_query stored(const ts_run_result *result, ts_query_note *note) {
    ck_assert(result->at.has_query && result->at.is_stored);
    ts_query_reader *reader;
    ts_query_chunk chunk;
    check_ok(ts_query_reader_open(scratch("run/failure.h5"), &(ts_reader_options){0}, &reader, error));
    check_ok(ts_query_chunk_init(&chunk, 8, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, 1);
    const ts_ccd_query query = chunk.queries[0];
    *note = chunk.notes[0];
    ts_query_chunk_clear(&chunk);
    ts_query_reader_close(reader);
    ck_assert_uint_eq(note->step, result->at.step);
    ck_assert_uint_eq(note->step, result->last_step);
    return query;
}

/* ---- What each comes to ---- */

static const struct {
    ts_ccd_result wrong;
    ts_run_outcome outcome;
    const char *message;
} LIES[] = {
    {{.status = TS_CCD_HIT, .toi = 1e-9}, TS_RUN_TINY_TOI, "allow 1e-09 of the step"},
    {{.status = TS_CCD_HIT, .toi = 0.0}, TS_RUN_TINY_TOI, "allow 0 of the step"},
    {{.status = TS_CCD_HIT, .toi = 5e-4}, TS_RUN_TINY_TOI, "in the last 20 iterations"},
    {{.status = TS_CCD_LIMIT, .toi = 1e-18}, TS_RUN_INFINITE, "gave up on a"},
    {{.status = TS_CCD_LIMIT, .toi = 0.0}, TS_RUN_ERROR, "gave up on a"},
    {{.status = TS_CCD_FAILED}, TS_RUN_ERROR, "could not answer a"},
    {{.status = TS_CCD_UNSUPPORTED}, TS_RUN_UNSUPPORTED, "does not support a"},
};

START_TEST(a_method_that_fails_ends_the_run_with_its_word) {
    liar it = {.honest = 200, .wrong = LIES[_i].wrong};
    ts_run_result result;
    run_liar(&it, ts_test_scene(TS_IMPLICIT_EULER), &result);
    ck_assert_str_eq(ts_run_outcome_name(result.outcome), ts_run_outcome_name(LIES[_i].outcome));
    ck_assert_msg(strstr(result.at.message, LIES[_i].message) != NULL, "%s", result.at.message);
    ck_assert_uint_eq(result.offences, 0);
    ts_query_note note;
    const ts_ccd_query query = stored(&result, &note);
    ck_assert_int_eq(note.iteration, result.at.iteration < 0 ? 0 : result.at.iteration);
    ck_assert_int_eq(result.at.answer.status, LIES[_i].wrong.status);
    ck_assert_int_eq(query.kind, result.at.query.kind);
    ck_assert(query.t_max == result.at.query.t_max);
    for (int i = 0; i < ts_ccd_vertices(query.kind); ++i) {
        for (int k = 0; k < 3; ++k) ck_assert(query.x1[i][k] == result.at.query.x1[i][k]);
    }
}
END_TEST

/* An answer that gives up where it is safe serves like a hit. */
START_TEST(a_limit_with_a_safe_toi_is_used) {
    liar it = {.honest = 0, .wrong = {.status = TS_CCD_LIMIT, .toi = 0.5}};
    ts_test_certified(&it.certified);
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    const ts_ccd_method method = {.backend = &LIAR, .self = &it, .options = "{}"};
    ts_run_result result;
    check_ok(ts_test_run(scene, (ts_run_options){.method = &method, .steps = 1}, &result, error));
    ck_assert_uint_eq(result.last_step, 1);
    ck_assert_int_eq(result.outcome, TS_RUN_FINISHED);
    ts_ccd_method_clear(&it.certified);
}
END_TEST

/* A rod that falls into a cube, half beside it, within the first step. */
static ts_scene rod_into_cube(void) {
    ts_scene scene = {.steps = 3, .frame_every = 1, .frame_formats = 1, .hash = 4712};
    scene.name = ts_text("rod");
    scene.setup.settings = ts_simulation_standard();
    ts_new_body body = {.body = {.material = ts_test_material(), .offset = 1e-3}};
    ts_test_add(&scene.setup, "cube", ts_test_cube(0.05, (const double[3]){0.0, 0.0, 0.0}), &body);
    body.velocity[1] = -3.0;
    ts_mesh rod = ts_test_rod(4, 0.05, 0.03);
    ts_test_shift(&rod, 0.003, 0.0, 0.011); /* away from all edges at the end */
    ts_test_add(&scene.setup, "rod", rod, &body);
    ts_test_complete(&scene.setup, 0.0);
    return scene;
}

/* Contact is missed: the query stored is one with contact, called free, of the iteration that `at` names. */
START_TEST(a_missed_contact_is_found_again) {
    liar it = {.honest = 0, .only_contact = true, .wrong = {.status = TS_CCD_FREE, .toi = 1.0}};
    ts_run_result result;
    run_liar(&it, rod_into_cube(), &result);
    ck_assert_int_eq(result.outcome, TS_RUN_INTERSECT);
    ck_assert_uint_gt(result.offences, 0);
    ck_assert_ptr_nonnull(strstr(result.at.message, "was answered 'free'"));
    ts_query_note note;
    const ts_ccd_query query = stored(&result, &note);
    ts_oracle_truth truth;
    check_ok(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth));
    ck_assert(truth.contact);
    ck_assert_int_eq(result.at.answer.status, TS_CCD_FREE);
    ck_assert_int_eq((int)note.iteration, result.at.iteration);
    ck_assert(query.min_distance > 0.0);
}
END_TEST

START_TEST(what_is_gone_on_from_is_removed) {
    liar it = {.honest = 200, .wrong = {.status = TS_CCD_FAILED}};
    ts_run_result result;
    run_liar(&it, ts_test_scene(TS_IMPLICIT_EULER), &result);
    ck_assert(ts_path_exists(scratch("run/failure.h5")));
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER),
                      (ts_run_options){.folder = scratch("run"), .replace = true, .verify = true});
    ck_assert(!ts_path_exists(scratch("run/failure.h5")));
}
END_TEST

START_TEST(a_step_with_too_few_iterations_is_told_of) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    scene.setup.settings.most_iterations = 2;
    ts_run_result result;
    check_ok(ts_test_run(scene, (ts_run_options){.steps = 3}, &result, error));
    ck_assert(result.complete);
    ck_assert_int_eq(result.outcome, TS_RUN_NOT_CONVERGED);
    ck_assert_uint_eq(result.at.step, 1);
    ck_assert_uint_eq(result.steps_not_converged, 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("run end");
    TCase *tests = tcase_create("run end");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, a_method_that_fails_ends_the_run_with_its_word, 0, (int)(sizeof LIES / sizeof *LIES));
    tcase_add_test(tests, a_limit_with_a_safe_toi_is_used);
    tcase_add_test(tests, a_missed_contact_is_found_again);
    tcase_add_test(tests, what_is_gone_on_from_is_removed);
    tcase_add_test(tests, a_step_with_too_few_iterations_is_told_of);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
