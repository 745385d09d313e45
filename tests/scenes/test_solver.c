/* SPDX-License-Identifier: MIT
 * The face of solvers, held by one that knows nothing of the others: nodes that fall, in twenty lines. */
#include <check.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "core/vec3.h"
#include "scenes/run/run.h"
#include "tests/scenes/run_scene.h"
#include "tests/support.h"

/* ---- A solver of free fall: symplectic Euler, a drag that a checkpoint has to carry ---- */

typedef struct falling {
    ts_simulation *simulation;
    double lost; /* speed that the drag took so far, summed over nodes */
} falling;

enum { DRAG = 0, STOP_AT };
static const ts_ccd_option OPTIONS[] = {
    {"drag", TS_OPTION_REAL, 0.0, 0.0, 1.0, "share of the speed that a step takes"},
    {"stop_at", TS_OPTION_INTEGER, 0.0, 0.0, 1e6, "the step that does not converge; 0: none"},
};
static const ts_solver_phase PHASES[] = {{"fall", "falling", false}};

static ts_status create(ts_simulation *simulation, void **self, ts_error *error) {
    if (simulation->bodies.tets > 0) return ts_fail(error, TS_ERROR_USAGE, "the solver 'fall' knows no tets");
    falling *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "a solver");
    made->simulation = simulation;
    *self = made;
    return TS_OK;
}

static ts_status step(void *self, ts_step_report *report, ts_error *error) {
    (void)error;
    falling *f = self;
    ts_simulation *s = f->simulation;
    const double h = s->settings.h, drag = s->choice.option[DRAG];
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        ts_axpy(s->state.v[i], h, s->acceleration[i], s->state.v[i]);
        f->lost += drag * sqrt(ts_norm2(s->state.v[i]));
        ts_scale(1.0 - drag, s->state.v[i], s->state.v[i]);
        ts_axpy(s->state.x[i], h, s->state.v[i], s->state.x[i]);
    }
    s->state.time = (double)++s->state.step * h;
    const double seconds[] = {0.25};
    const ts_figure figure = {"lost", TS_FIGURE_REAL, f->lost};
    const ts_iteration told = {.phase_seconds = seconds, .figure = &figure, .figures = 1};
    const ts_iteration_observer *observer = &s->hooks.observer;
    if (observer->observe) observer->observe(observer->self, &told, (const double(*)[3])s->state.x);
    report->iterations = report->minimisations = 1;
    report->least_gap = INFINITY;
    report->most_stretch = report->least_stretch = 1.0;
    if ((double)s->state.step == s->choice.option[STOP_AT]) {
        report->outcome = TS_STEP_NO_DECREASE;
        snprintf(report->message, sizeof report->message, "this is where it was asked to fail");
    }
    return TS_OK;
}

static size_t carried(void *self, ts_carried list[TS_SOLVER_MOST_CARRIED]) {
    list[0] = (ts_carried){"lost", 1, &((falling *)self)->lost};
    return 1;
}

static void restore(void *self) {
    (void)self;
}

static ts_status forget(void *self, ts_error *error) {
    (void)self, (void)error;
    return TS_OK;
}

static void describe(const void *self, char *text, size_t size) {
    snprintf(text, size, "the solver fall, drag %g", ((const falling *)self)->simulation->choice.option[DRAG]);
}

static ts_status ask_again(void *self, const ts_displacement *displacement, ts_error *error) {
    (void)self, (void)displacement, (void)error;
    return TS_OK;
}

static void contact_forces(void *self, double (*force)[3]) {
    (void)self, (void)force;
}

static void stretch(const void *self, const double (*x)[3], double *most, double *least) {
    (void)self, (void)x;
    *most = *least = 1.0;
}

static size_t figures(const void *self, ts_figure list[TS_SOLVER_MOST_FIGURES]) {
    list[0] = (ts_figure){"lost", TS_FIGURE_REAL, ((const falling *)self)->lost};
    return 1;
}

static const ts_solver FALL = {
    .name = "fall",
    .summary = "nodes that fall",
    .source = "Galilei",
    .options = OPTIONS,
    .option_count = 2,
    .phases = PHASES,
    .phase_count = 1,
    .create = create,
    .destroy = free,
    .step = step,
    .carried = carried,
    .restore = restore,
    .forget = forget,
    .describe = describe,
    .ask_again = ask_again,
    .contact_forces = contact_forces,
    .stretch = stretch,
    .figures = figures,
};

/* ---- Scenes for it ---- */

static ts_scene scene_with(const char *options, ts_mesh mesh) {
    ts_scene scene = {.steps = 6, .frame_every = 1, .frame_formats = 3, .hash = 12};
    scene.name = ts_text("fall");
    scene.about = ts_text("a scene of tests");
    scene.setup.settings = ts_simulation_standard();
    ts_new_body body = {.body = {.material = ts_test_material()}, .velocity = {0.5, 0.0, 0.0}};
    ts_test_add(&scene.setup, "body", mesh, &body);
    ts_test_complete(&scene.setup, 0.0);
    ts_error error;
    ck_assert_int_eq(ts_solver_register(&FALL, &error), TS_OK);
    ck_assert_msg(ts_solver_choose("fall", options, &scene.setup.solver, &error) == TS_OK, "%s", error.message);
    return scene;
}

static ts_run_result run(ts_scene scene, ts_run_options options) {
    ts_run_result result;
    ts_error error;
    options.verify = true;
    options.checkpoint_every = 2;
    ck_assert_msg(ts_test_run(scene, options, &result, &error) == TS_OK, "%s", error.message);
    return result;
}

/* ---- Tests ---- */

START_TEST(a_run_takes_any_solver) {
    const ts_run_result result =
        run(scene_with("{\"drag\": 0.25}", ts_test_sheet(3, 0.2, 0.0)), (ts_run_options){.folder = scratch("fall")});
    ck_assert(result.complete);
    ck_assert_uint_eq(result.verified, 6);
    ck_assert_uint_eq(result.iterations, 6);
    ck_assert_ptr_eq(result.choice.solver, &FALL);
    ck_assert_double_eq(result.phase_seconds[0], 1.5);
    ck_assert_uint_eq(result.figures, 1);
    ck_assert_str_eq(result.figure[0].name, "lost");
    ck_assert_double_gt(result.figure[0].value, 0.0);
}
END_TEST

START_TEST(what_a_solver_carries_survives_a_resume) {
    const ts_run_result whole =
        run(scene_with("{\"drag\": 0.25}", ts_test_sheet(3, 0.2, 0.0)), (ts_run_options){.folder = scratch("whole")});
    run(scene_with("{\"drag\": 0.25}", ts_test_sheet(3, 0.2, 0.0)),
        (ts_run_options){.folder = scratch("parts"), .steps = 3});
    const ts_run_result resumed = run(scene_with("{\"drag\": 0.25}", ts_test_sheet(3, 0.2, 0.0)),
                                      (ts_run_options){.folder = scratch("parts"), .resume = true});
    ck_assert_uint_eq(resumed.first_step, 2);
    ck_assert_mem_eq(&resumed.figure[0].value, &whole.figure[0].value, sizeof whole.figure[0].value);
    ts_test_same_frames("whole", "parts", 6);
}
END_TEST

START_TEST(another_solver_or_option_does_not_resume) {
    ts_run_result result;
    ts_error error;
    run(scene_with("{\"drag\": 0.25}", ts_test_sheet(3, 0.2, 0.0)),
        (ts_run_options){.folder = scratch("run"), .steps = 3});
    const ts_run_options resume = {.folder = scratch("run"), .resume = true, .checkpoint_every = 2};
    ck_assert_int_eq(ts_test_run(scene_with("{\"drag\": 0.5}", ts_test_sheet(3, 0.2, 0.0)), resume, &result, &error),
                     TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "drag 0.25"));
    ts_scene other = scene_with(NULL, ts_test_sheet(3, 0.2, 0.0));
    ck_assert_int_eq(ts_solver_choose("cipc", NULL, &other.setup.solver, &error), TS_OK);
    ck_assert_int_eq(ts_test_run(other, resume, &result, &error), TS_ERROR_DATA);
}
END_TEST

START_TEST(a_failing_step_ends_the_run_with_the_solvers_words) {
    const ts_run_result result =
        run(scene_with("{\"stop_at\": 4}", ts_test_sheet(3, 0.2, 0.0)), (ts_run_options){.folder = NULL});
    ck_assert(!result.complete);
    ck_assert_int_eq(result.outcome, TS_RUN_INFINITE);
    ck_assert_uint_eq(result.at.step, 4);
    ck_assert_str_eq(result.at.message, "this is where it was asked to fail");
}
END_TEST

START_TEST(a_solver_refuses_what_it_lacks) {
    ts_run_result result;
    ts_error error;
    ts_scene scene = scene_with(NULL, ts_test_cube(0.05, (const double[3]){0.0, 0.0, 0.0}));
    ck_assert_int_eq(ts_test_run(scene, (ts_run_options){0}, &result, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "knows no tets"));
}
END_TEST

START_TEST(wrong_names_and_options_are_refused) {
    ts_solver_choice choice;
    ts_error error;
    ck_assert_int_eq(ts_solver_register(&FALL, &error), TS_OK);
    ck_assert_int_eq(ts_solver_choose("fal", NULL, &choice, &error), TS_ERROR_USAGE);
    ck_assert_str_eq(error.message, "there is no solver 'fal'; did you mean 'fall'?");
    ck_assert_int_eq(ts_solver_choose("fall", "{\"drg\": 1}", &choice, &error), TS_ERROR_USAGE);
    ck_assert_str_eq(error.message, "solver 'fall' has no option 'drg'; did you mean 'drag'?");
    ck_assert_int_eq(ts_solver_choose("fall", "{\"drag\": 2}", &choice, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "option 'drag' of solver 'fall' is 2"));
    ck_assert_int_eq(ts_solver_choose("fall", "{\"stop_at\": 1.5}", &choice, &error), TS_ERROR_USAGE);
    static ts_solver other;
    other = FALL;
    ck_assert_int_eq(ts_solver_register(&other, &error), TS_ERROR_USAGE);
}
END_TEST

/* ---- The scene's choice ---- */

static void write_scene(const char *path, const char *solver) {
    FILE *file = fopen(path, "w");
    fprintf(file,
            "{\"name\": \"s\", %s \"objects\": [{\"name\": \"a\", \"mesh\": {\"generator\": \"grid\", \"columns\": 3, "
            "\"rows\": 3}}]}",
            solver);
    ck_assert_int_eq(fclose(file), 0);
}

static ts_status read_scene(const char *solver, const ts_scene_options *options, ts_solver_choice *choice,
                            ts_error *error) {
    ts_scene scene;
    write_scene(scratch("scene.json"), solver);
    const ts_status status = ts_scene_read(scratch("scene.json"), options, &scene, error);
    if (status != TS_OK) return status;
    *choice = scene.setup.solver;
    ts_scene_clear(&scene);
    return TS_OK;
}

START_TEST(a_scene_chooses_and_the_command_goes_over_it) {
    const ts_scene_options fall = {.solver = "fall"}, drag = {.solver_options = "{\"drag\": 0.5}"},
                           cipc = {.solver = "cipc"};
    const struct {
        const char *scene;
        const ts_scene_options *options;
        const ts_solver *solver;
        double first;
    } cases[] = {
        {"", NULL, &ts_cipc_solver, 0.0},
        {"\"solver\": \"fall\",", NULL, &FALL, 0.0},
        {"\"solver\": {\"name\": \"fall\", \"drag\": 0.125},", NULL, &FALL, 0.125},
        {"\"solver\": {\"name\": \"fall\", \"drag\": 0.125},", &drag, &FALL, 0.5},
        {"\"solver\": {\"name\": \"fall\", \"drag\": 0.125},", &cipc, &ts_cipc_solver, 0.0},
        {"\"solver\": {\"tolerance\": 0.125},", NULL, &ts_cipc_solver, 0.125},
        {"", &fall, &FALL, 0.0},
    };
    ts_error error;
    ck_assert_int_eq(ts_solver_register(&FALL, &error), TS_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        ts_solver_choice choice;
        ck_assert_msg(read_scene(cases[k].scene, cases[k].options, &choice, &error) == TS_OK, "%zu: %s", k,
                      error.message);
        ck_assert_msg(choice.solver == cases[k].solver, "%zu: %s", k, choice.solver->name);
        ck_assert_double_eq(choice.option[0], cases[k].first);
    }
}
END_TEST

START_TEST(a_wrong_choice_is_told_with_its_place) {
    ts_error error;
    ts_solver_choice choice;
    ck_assert_int_eq(read_scene("\"solver\": \"fell\",", NULL, &choice, &error), TS_ERROR_DATA);
    ck_assert_str_eq(error.message, "scene.json: solver: there is no solver 'fell'; did you mean 'fall'?");
    ck_assert_int_eq(read_scene("\"solver\": 7,", NULL, &choice, &error), TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "scene.json: solver: the name of a solver"));
    ck_assert_int_eq(read_scene("\"solver\": {\"name\": \"fall\", \"colour\": 1},", NULL, &choice, &error),
                     TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "solver 'fall' has no option 'colour'"));
}
END_TEST

int main(void) {
    if (ts_solver_register(&ts_cipc_solver, NULL) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("the face of solvers");
    TCase *tests = tcase_create("face");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, a_run_takes_any_solver);
    tcase_add_test(tests, what_a_solver_carries_survives_a_resume);
    tcase_add_test(tests, another_solver_or_option_does_not_resume);
    tcase_add_test(tests, a_failing_step_ends_the_run_with_the_solvers_words);
    tcase_add_test(tests, a_solver_refuses_what_it_lacks);
    tcase_add_test(tests, wrong_names_and_options_are_refused);
    tcase_add_test(tests, a_scene_chooses_and_the_command_goes_over_it);
    tcase_add_test(tests, a_wrong_choice_is_told_with_its_place);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
