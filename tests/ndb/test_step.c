/* SPDX-License-Identifier: GPL-2.0-or-later
 * Time steps of the solver ndb: what is known in closed form, energies that fall, told nodes that meet, the
 * same bits for any number of threads and after a resume. */
#include <check.h>
#include <math.h>
#include <omp.h>

#include "core/random.h"
#include "core/share.h"
#include "core/vec3.h"
#include "ndb/told.h"
#include "tests/ndb/ndb_scenes.h"

static ts_setup falling_cloth(int n) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.h = 1.0 / 150.0;
    setup.settings.contact = false;
    ts_test_add_cloth(&setup, "cloth", n, 0.0, ts_test_cloth());
    return setup;
}

static ts_simulation *start(ts_setup *setup, const char *options, ts_ccd_method *method, ts_simulation_hooks hooks) {
    ts_simulation *simulation = NULL;
    ts_error error;
    ck_assert_msg(ts_test_start_ndb(setup, options, method, hooks, &simulation, &error) == TS_OK, "%s", error.message);
    return simulation;
}

static void stop(ts_simulation *simulation, ts_ccd_method *method) {
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(method);
}

/* Implicit Euler has moved g h^2 n (n + 1)/2 after n steps. */
START_TEST(free_fall_is_exact) {
    ts_setup setup = falling_cloth(8);
    ts_ccd_method method;
    ts_simulation *s = start(&setup, NULL, &method, (ts_simulation_hooks){0});
    for (int n = 1; n <= 30; ++n) {
        const ts_step_report report = ts_test_step(s);
        ck_assert_int_eq(report.iterations, 1);
        const double h = s->settings.h, fallen = -9.81 * h * h * n * (n + 1) / 2.0;
        for (size_t i = 0; i < s->bodies.nodes; ++i) {
            ck_assert_double_eq_tol(s->state.x[i][0], s->bodies.rest[i][0], 1e-13);
            ck_assert_double_eq_tol(s->state.x[i][1], fallen, 1e-13);
            ck_assert_double_eq_tol(s->state.v[i][1], -9.81 * h * n, 1e-11);
        }
    }
    stop(s, &method);
}
END_TEST

static void disturb(ts_simulation *s, double by) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (size_t i = 0; i < s->bodies.nodes; ++i)
        for (int c = 0; c < 3; ++c) s->state.v[i][c] = ts_random_between(&random, -by, by);
}

typedef struct heard {
    const ts_ndb *ndb;
    size_t iterations, rises, remembered; /* remembered: steps that looked back on the one before */
    double before;
    int step_of_before;
} heard;

/* Energies of iterations of one step, which are numbered from 0. */
static bool hear_energy(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    (void)x;
    heard *h = self;
    h->remembered += iteration->number == 0 && h->ndb->anderson.used > 0;
    for (size_t k = 0; k < iteration->figures; ++k) {
        if (strcmp(iteration->figure[k].name, "energy") != 0) continue;
        const double now = iteration->figure[k].value;
        if (iteration->number > 0 && now > h->before + 1e-12 * fabs(h->before)) ++h->rises;
        h->before = now;
        ++h->iterations;
    }
    return true;
}

/* Solved all but exactly, or by a polynomial that makes no error larger, an iteration lowers a majoriser of the energy;
 * an acceleration that raises it is taken back. Crumpled cloth, no warm start, also where lambda is negative. */
START_TEST(the_energy_never_rises) {
    static const double POISSON[] = {0.25, -0.9};
    static const char *const OPTIONS[] = {
        "{\"acceleration\": 0, \"sweeps\": 200, \"smoother\": 3, \"warm_lg\": 0, \"tolerance\": 1e-7}",
        "{\"acceleration\": 0, \"sweeps\": 20, \"warm_lg\": 0, \"tolerance\": 1e-7}",
        "{\"acceleration\": 5, \"warm_lg\": 0, \"tolerance\": 1e-7}"};
    heard h = {0};
    ts_setup setup = falling_cloth(8);
    setup.bodies.body[0].material.poisson = POISSON[_i / 3];
    ts_ccd_method method;
    const ts_simulation_hooks hooks = {.observer = {hear_energy, &h}};
    ts_simulation *s = start(&setup, OPTIONS[_i % 3], &method, hooks);
    h.ndb = ts_test_ndb_of(s);
    disturb(s, 2.0);
    ts_step_report report;
    for (int k = 0; k < 6; ++k) ck_assert_int_eq(ts_simulation_step(s, &report, NULL), TS_OK);
    ck_assert_uint_gt(h.iterations, 60);
    ck_assert_uint_eq(h.rises, 0);
    ck_assert_uint_eq(h.remembered, 0);
    stop(s, &method);
}
END_TEST

/* Of one step of crumpled cloth from the same start: where its nodes end, and after how many iterations. */
static int settle(const char *options, double (*x)[3], size_t *nodes) {
    ts_setup setup = falling_cloth(8);
    ts_ccd_method method;
    ts_simulation *s = start(&setup, options, &method, (ts_simulation_hooks){0});
    disturb(s, 0.2);
    const ts_step_report report = ts_test_step(s);
    *nodes = s->bodies.nodes;
    memcpy(x, s->state.x, *nodes * sizeof *x);
    stop(s, &method);
    return report.iterations;
}

/* To the same minimum in less than a tenth of the iterations; what is between them is what slow ones still lack. */
START_TEST(an_acceleration_comes_to_the_same) {
    double plain[128][3], accelerated[128][3], most = 0.0;
    size_t nodes;
    const int many = settle("{\"acceleration\": 0, \"tolerance\": 1e-7, \"lg_per_step\": 20000, \"most_outer\": 1000}",
                            plain, &nodes);
    const int few = settle("{\"acceleration\": 5, \"tolerance\": 1e-7, \"lg_per_step\": 4000, \"most_outer\": 200}",
                           accelerated, &nodes);
    ck_assert_uint_le(nodes, 128);
    for (size_t i = 0; i < nodes; ++i)
        for (int c = 0; c < 3; ++c) most = fmax(most, fabs(plain[i][c] - accelerated[i][c]));
    printf("%d iterations, accelerated %d; %.3g m between them\n", many, few, most);
    ck_assert_double_lt(most, 1e-6);
    ck_assert_int_lt(10 * few, many);
}
END_TEST

/* Largest component of sum m v - (sum m v_0 + m g t) after ten steps of a disturbed cloth, kg m/s; falling alone makes
 * it 2e-3 kg m/s. */
static double drift_of_momentum(const char *options) {
    ts_setup setup = falling_cloth(10);
    ts_ccd_method method;
    ts_simulation *s = start(&setup, options, &method, (ts_simulation_hooks){0});
    disturb(s, 0.5);
    double off[3] = {0}, mass = 0.0, most = 0.0;
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        ts_axpy(off, -s->bodies.mass[i], s->state.v[i], off);
        mass += s->bodies.mass[i];
    }
    ts_step_report report;
    for (int k = 0; k < 10; ++k) ck_assert_int_eq(ts_simulation_step(s, &report, NULL), TS_OK);
    off[1] += mass * 9.81 * s->state.time;
    for (size_t i = 0; i < s->bodies.nodes; ++i) ts_axpy(off, s->bodies.mass[i], s->state.v[i], off);
    for (int c = 0; c < 3; ++c) most = fmax(most, fabs(off[c]));
    stop(s, &method);
    return most;
}

/* Forces between nodes add up to nothing. Sweeps that end early do not keep that, but bodies move as wholes; without
 * that, modes hold what moves all. */
START_TEST(momentum_is_kept) {
    const double exact = drift_of_momentum("{\"sweeps\": 1000, \"smoother\": 3, \"whole_bodies\": false}");
    const double usual = drift_of_momentum(NULL), parts = drift_of_momentum("{\"whole_bodies\": false}");
    printf("drift of momentum in ten steps: %.3g kg m/s solved exactly, %.3g as usual, %.3g without whole bodies\n",
           exact, usual, parts);
    ck_assert_double_le(exact, 1e-12);
    ck_assert_double_le(usual, 1e-12);
    ck_assert_double_le(parts, 1e-7);
}
END_TEST

/* One node between told ones: where the forces on it are none, by Newton's method on the energy written out here. Two
 * springs of a strip of triangles would be more; a node of a sheet whose others are told is as much. */
START_TEST(a_free_node_settles_where_forces_vanish) {
    ts_setup setup = falling_cloth(2);
    int32_t told[8];
    for (int i = 0, k = 0; i < 9; ++i)
        if (i != 4) told[k++] = i;
    ts_test_tell(&setup, 8, told);
    ts_ccd_method method;
    ts_simulation *s = start(&setup, "{\"tolerance\": 1e-9, \"lg_per_step\": 2000, \"most_outer\": 200}", &method,
                             (ts_simulation_hooks){0});
    s->state.v[4][0] = 0.3;
    const ts_step_report report = ts_test_step(s);
    ck_assert_int_gt(report.iterations, 1);
    /* m (x - z)/h^2 = force */
    const ts_ndb *ndb = ts_test_ndb_of(s);
    ts_ndb_row *x = calloc(10, sizeof *x), *force = calloc(10, sizeof *force);
    for (int i = 0; i < 9; ++i) memcpy(x[i], s->state.x[i], sizeof s->state.x[i]);
    ts_ndb_elastic_local((ts_ndb_elastic *)(uintptr_t)&ndb->elastic, (const ts_ndb_row *)x, force);
    const double h = s->settings.h, z[3] = {0.3 * h, -9.81 * h * h, 0.0};
    for (int c = 0; c < 3; ++c)
        ck_assert_double_eq_tol(s->bodies.mass[4] * (x[4][c] - z[c]) / (h * h), force[4][c], 1e-9);
    free(x);
    free(force);
    stop(s, &method);
}
END_TEST

/* One edge of a sheet held, the other drawn to 1.2 times its length: springs tell of it as triangles do. */
START_TEST(springs_tell_their_stretch) {
    for (int k = 0; k < 2; ++k) {
        ts_setup setup = falling_cloth(2);
        if (k == 1) setup.bodies.body[0].material.membrane = (ts_model_choice){.name = "springs"};
        ts_test_tell(&setup, 9, (const int32_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8});
        ts_ccd_method method;
        ts_simulation *s = start(&setup, NULL, &method, (ts_simulation_hooks){0});
        for (size_t i = 0; i < s->bodies.nodes; ++i) s->state.x[i][0] *= 1.2;
        double most = 0.0, least = 0.0;
        s->choice.solver->stretch(s->self, (const double(*)[3])s->state.x, &most, &least);
        ck_assert_double_eq_tol(most, 1.2, 1e-12);
        ck_assert_double_eq_tol(least, 1.0, 1e-12);
        const ts_step_report report = ts_test_step(s);
        ck_assert_double_eq_tol(report.most_stretch, 1.2, 1e-12);
        ck_assert_double_eq_tol(report.least_stretch, 1.0, 1e-12);
        stop(s, &method);
    }
}
END_TEST

/* A speed whose square is no double: without contact nothing but the solver looks at the trial point. */
START_TEST(divergence_is_told) {
    ts_setup setup = falling_cloth(2);
    ts_ccd_method method;
    ts_simulation *s = start(&setup, NULL, &method, (ts_simulation_hooks){0});
    s->state.v[4][0] = 1e200;
    ts_step_report report;
    ts_error error;
    ck_assert_int_eq(ts_simulation_step(s, &report, &error), TS_ERROR_DATA);
    ck_assert_msg(strstr(error.message, "the iterations have diverged") != NULL, "%s", error.message);
    stop(s, &method);
}
END_TEST

/* ---- Contact ---- */

/* A cloth that falls onto a fixed board's edge and itself folded over nothing: 0.12 m of cloth over 0.04 m of board. */
static void add_draping_cloth(ts_setup *setup) {
    setup->settings = ts_simulation_standard();
    setup->settings.h = 1.0 / 150.0;
    const ts_new_body board = ts_test_obstacle(0.0);
    ts_new_body cloth = {.body = {.material = ts_test_cloth()}, .velocity = {0.0, -1.0, 0.0}};
    ts_test_add(setup, "cloth", ts_test_sheet(12, 0.12, 0.004), &cloth);
    ts_test_add(setup, "board", ts_test_sheet(3, 0.05, 0.0), &board);
}

static ts_scene draping_cloth(const char *options) {
    ts_scene scene = {.steps = 12, .frame_every = 1, .frame_formats = 3, .hash = 4711};
    scene.name = ts_text("drape");
    scene.about = ts_text("a scene of tests");
    add_draping_cloth(&scene.setup);
    ts_test_complete(&scene.setup, 0.3);
    ts_test_choose_ndb(&scene.setup, options);
    return scene;
}

static ts_run_result run(const char *options, ts_run_options how) {
    ts_run_result result;
    ts_error error;
    how.verify = true;
    how.checkpoint_every = 4;
    ck_assert_msg(ts_test_run(draping_cloth(options), how, &result, &error) == TS_OK, "%s", error.message);
    return result;
}

static double figure_of(const ts_run_result *result, const char *name) {
    for (size_t k = 0; k < result->figures; ++k)
        if (strcmp(result->figure[k].name, name) == 0) return result->figure[k].value;
    ck_abort_msg("no figure '%s'", name);
    return 0.0;
}

/* Every step is verified exactly, whatever the growth of weights and the cap on iterations. */
START_TEST(nothing_ever_intersects) {
    static const char *const OPTIONS[] = {NULL,
                                          "{\"K\": 3}",
                                          "{\"K\": 10}",
                                          "{\"lg_per_step\": 5}",
                                          "{\"lg_per_step\": 25}",
                                          "{\"smoother\": 0}",
                                          "{\"advance\": false}",
                                          "{\"target\": 1}",
                                          "{\"barrier\": 1}",
                                          "{\"bernstein\": true}",
                                          "{\"acceleration\": 0, \"stay\": 1, \"sweeps\": 20}"};
    const ts_run_result result = run(OPTIONS[_i], (ts_run_options){0});
    ck_assert_msg(result.offences == 0, "%s", result.offence);
    ck_assert_uint_eq(result.verified, 12);
    ck_assert_uint_gt(result.most_contacts, 10);
    ck_assert_double_gt(result.least_gap, 0.0);
}
END_TEST

START_TEST(steps_converge_and_forward_nothing) {
    const ts_run_result result = run("{\"tolerance\": 1e-2}", (ts_run_options){0});
    ck_assert(result.complete);
    ck_assert_msg(result.steps_not_converged == 0, "step %zu: %s", result.at.step, result.at.message);
    ck_assert_double_eq(figure_of(&result, "exit_whole"), 12.0);
    ck_assert_double_eq(figure_of(&result, "forwardings"), 0.0);
    ck_assert_double_gt(result.least_gap, 1e-5); /* dhat/100, what full CCD keeps */
}
END_TEST

/* Each step asks for the way of its warm start and of each block; but for the last one, which it ends with, and others
 * that are short, where the accepted point goes on block by block. */
START_TEST(short_ways_need_no_full_ccd) {
    static const char *const OPTIONS[] = {"{\"tolerance\": 1e-2}", "{\"tolerance\": 1e-4}", "{\"advance\": false}",
                                          "{\"short_ways\": false}"};
    const ts_run_result result = run(OPTIONS[_i], (ts_run_options){0});
    const double passed = figure_of(&result, "short_ways");
    ck_assert_uint_eq(result.steps_not_converged, 0);
    if (_i < 2) ck_assert_double_gt(passed, 12.0);
    if (_i >= 2) ck_assert_double_eq(passed, 0.0);
    ck_assert_double_eq(figure_of(&result, "full_ccds"), figure_of(&result, "outers") + 12.0 - passed);
    ck_assert_uint_eq(result.offences, 0);
}
END_TEST

START_TEST(short_ways_change_no_position) {
    static const char *const OPTIONS[2] = {"{\"tolerance\": 1e-3}", "{\"tolerance\": 1e-3, \"short_ways\": false}"};
    ts_setup setup[2] = {0};
    ts_ccd_method method[2];
    ts_simulation *s[2];
    size_t passed[2] = {0}, other = 0;
    for (int k = 0; k < 2; ++k) {
        add_draping_cloth(&setup[k]);
        s[k] = start(&setup[k], OPTIONS[k], &method[k], (ts_simulation_hooks){0});
    }
    for (int n = 0; n < 12; ++n) {
        for (int k = 0; k < 2; ++k) ts_test_step(s[k]);
        other += memcmp(s[0]->state.x, s[1]->state.x, s[0]->bodies.nodes * sizeof *s[0]->state.x) != 0;
    }
    for (int k = 0; k < 2; ++k) {
        passed[k] = ts_ndb_contact_last(ts_test_ndb_of(s[k])->contact)->passes;
        stop(s[k], &method[k]);
    }
    ck_assert_uint_eq(other, 0);
    ck_assert_uint_gt(passed[0], 0);
    ck_assert_uint_eq(passed[1], 0);
}
END_TEST

/* Asked with every iteration: as many threads as one that minds a crowd might take. */
static bool take_other_threads(void *self) {
    static const int NEXT[] = {2, 1, 3, 1};
    size_t *asked = self;
    omp_set_num_threads(NEXT[(*asked)++ % (sizeof NEXT / sizeof *NEXT)]);
    return false;
}

START_TEST(threads_do_not_show) {
    static const char *const OPTIONS[] = {"{\"lg_per_step\": 25}", "{\"lg_per_step\": 25, \"quasi_newton_after\": 0}"};
    size_t asked = 0;
    for (int threads = 1; threads <= 4; threads *= 2) {
        omp_set_num_threads(threads);
        const ts_run_result result = run(OPTIONS[_i], (ts_run_options){.folder = scratch("threads-%d", threads)});
        ck_assert_int_eq(figure_of(&result, "quasi_newton") > 20.0, _i == 1);
    }
    run(OPTIONS[_i],
        (ts_run_options){.folder = scratch("threads-any"), .interrupted = take_other_threads, .self = &asked});
    ck_assert_uint_gt(asked, 100);
    omp_set_num_threads(omp_get_num_procs());
    ts_test_same_frames("threads-1", "threads-2", 12);
    ts_test_same_frames("threads-1", "threads-4", 12);
    ts_test_same_frames("threads-1", "threads-any", 12);
    ts_test_same_log("threads-1", "threads-2");
}
END_TEST

/* A cap at which steps are cut and residuals forwarded. Cloth that moves as a whole is not cut there. */
#define CUT "\"lg_per_step\": 3, \"most_inner\": 2, \"forward_below\": 1, \"whole_bodies\": false"

/* A run's last step forwards for the next run, which a checkpoint carries it to. */
START_TEST(seconds_of_forwarding_are_told) {
    const ts_run_result result = run("{" CUT "}", (ts_run_options){.folder = scratch("told"), .steps = 1});
    ck_assert_double_eq(figure_of(&result, "forwardings"), 1.0);
    ck_assert_double_gt(result.phase_seconds[TS_NDB_PHASE_FORWARD], 0.0);
    ck_assert_ptr_null(result.last.phase_seconds);
    cJSON *lines = ts_test_log("told");
    const cJSON *step = cJSON_GetArrayItem(lines, cJSON_GetArraySize(lines) - 1);
    const cJSON *seconds = cJSON_GetObjectItem(step, "forward_seconds");
    ck_assert_ptr_nonnull(seconds);
    ck_assert_double_eq(seconds->valuedouble, result.phase_seconds[TS_NDB_PHASE_FORWARD]);
    cJSON_Delete(lines);
}
END_TEST

/* Twice what is forwarded is no more than what the node went in the step and gravity adds, and as much where the rest
 * was longer. */
START_TEST(what_is_forwarded_has_a_limit) {
    ts_scene scene = draping_cloth("{\"lg_per_step\": 1, \"most_inner\": 1, \"forward_below\": 1, \"rf_limit\": true}");
    ts_simulation *s = NULL;
    ts_ccd_method method;
    ts_test_certified(&method);
    ck_assert_int_eq(ts_simulation_create(&scene.setup, &(ts_simulation_hooks){.method = &method}, &s, NULL), TS_OK);
    size_t limited = 0;
    for (int n = 0; n < 12; ++n) {
        ts_step_report report;
        ck_assert_int_eq(ts_simulation_step(s, &report, NULL), TS_OK);
        const double h = s->settings.h;
        for (size_t i = 0; i < s->bodies.nodes; ++i) {
            const double twice = 2.0 * sqrt(ts_norm2(ts_test_ndb_of(s)->forwarded[i]));
            const double most = h * sqrt(ts_norm2(s->state.v[i])) + h * h * sqrt(ts_norm2(s->acceleration[i]));
            ck_assert_double_le(twice, most * (1.0 + 1e-9));
            limited += twice >= most * (1.0 - 1e-9) && twice > 0.0;
        }
    }
    ck_assert_uint_gt(limited, 0);
    ts_scene_clear(&scene);
    stop(s, &method);
}
END_TEST

/* What is forwarded is for a checkpoint to carry. */
START_TEST(a_resumed_run_has_the_same_bits) {
    static const char *const OPTIONS[] = {"{" CUT "}", NULL};
    const ts_run_result whole = run(OPTIONS[_i], (ts_run_options){.folder = scratch("whole")});
    ck_assert((figure_of(&whole, "forwardings") > 0.0) == (_i == 0));
    ck_assert((whole.phase_seconds[TS_NDB_PHASE_FORWARD] > 0.0) == (_i == 0));
    run(OPTIONS[_i], (ts_run_options){.folder = scratch("parts"), .steps = 10});
    const ts_run_result resumed = run(OPTIONS[_i], (ts_run_options){.folder = scratch("parts"), .resume = true});
    ck_assert_uint_eq(resumed.first_step, 8);
    ts_test_same_frames("whole", "parts", 12);
}
END_TEST

/* Where a rebound pulls nodes its pairs do not balance. */
START_TEST(a_rebound_moves_no_whole_bodies) {
    static const char *const OPTIONS[] = {"{\"target\": 1}", "{\"target\": 1, \"whole_bodies\": false}"};
    double *x[2];
    size_t nodes = 0;
    for (int k = 0; k < 2; ++k) {
        ts_scene scene = draping_cloth(OPTIONS[k]);
        ts_simulation *s = NULL;
        ts_ccd_method method;
        ts_step_report report;
        ts_test_certified(&method);
        ck_assert_int_eq(ts_simulation_create(&scene.setup, &(ts_simulation_hooks){.method = &method}, &s, NULL),
                         TS_OK);
        for (int n = 0; n < 8; ++n) ck_assert_int_eq(ts_simulation_step(s, &report, NULL), TS_OK);
        ck_assert_uint_gt(report.contacts, 0);
        nodes = s->bodies.nodes;
        x[k] = ts_test_copy(s->state.x, nodes * sizeof *s->state.x);
        ts_scene_clear(&scene);
        stop(s, &method);
    }
    ck_assert_mem_eq(x[0], x[1], nodes * 3 * sizeof *x[0]);
    free(x[0]);
    free(x[1]);
}
END_TEST

typedef struct looking_back {
    ts_simulation *simulation;
    size_t anew, kept, wrong; /* iterations that full CCD or growing weights ended; others; told wrong */
} looking_back;

static bool ends_block(const ts_iteration *iteration) {
    return ts_test_figure_in(iteration, "fraction", -1.0) >= 0.0;
}

static bool look_back(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    (void)x;
    looking_back *seen = self;
    const ts_ndb *ndb = ts_test_ndb_of(seen->simulation);
    const ts_ndb_contact_report *last = ts_ndb_contact_last(ndb->contact);
    const bool anew = ends_block(iteration) || last->has_new_weights;
    seen->anew += anew;
    seen->kept += !anew;
    seen->wrong += (ndb->is_quasi_newton ? ndb->quasi.has_before : ndb->anderson.has_before) == anew;
    if (last->has_changed) seen->wrong += ndb->whole != INFINITY;
    if (anew) seen->wrong += ndb->anderson.used != 0 || ndb->is_accelerated || ndb->whole != INFINITY;
    if (anew) seen->wrong += ndb->quasi.used != 0 || ndb->quasi.stretch != 0.0;
    return true;
}

/* Twelve steps of the draping cloth, each iteration told to `observe`. */
static void drape(const char *options, bool (*observe)(void *, const ts_iteration *, const double (*)[3]),
                  looking_back *seen) {
    ts_scene scene = draping_cloth(options);
    ts_ccd_method method;
    ts_test_certified(&method);
    const ts_simulation_hooks hooks = {.method = &method, .observer = {observe, seen}};
    ck_assert_int_eq(ts_simulation_create(&scene.setup, &hooks, &seen->simulation, NULL), TS_OK);
    ts_step_report report;
    for (int n = 0; n < 12; ++n) ck_assert_int_eq(ts_simulation_step(seen->simulation, &report, NULL), TS_OK);
    ts_scene_clear(&scene);
    stop(seen->simulation, &method);
}

/* Pairs found anew and weights that have grown are another problem: what was learnt of the last one leads away. */
START_TEST(an_acceleration_looks_back_on_one_problem_only) {
    looking_back seen = {0};
    drape(_i == 0 ? "{\"acceleration\": 5}" : "{\"acceleration\": 5, \"quasi_newton_after\": 0}", look_back, &seen);
    ck_assert_uint_gt(seen.anew, 30);
    ck_assert_uint_gt(seen.kept, 30);
    ck_assert_uint_eq(seen.wrong, 0);
}
END_TEST

static bool look_at_first_ones(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    (void)x;
    looking_back *seen = self;
    const bool is_first = ts_test_figure_in(iteration, "inner", -1.0) == 0.0;
    if (!is_first || !(ts_test_figure_in(iteration, "active", -1.0) > 0.0)) return true;
    ++seen->kept;
    seen->wrong += ends_block(iteration);
    return true;
}

/* At a tolerance that all changes are below: a first iteration ends its block, unless it finds pairs active. */
START_TEST(no_block_ends_at_once_while_pairs_act) {
    looking_back seen = {0};
    drape("{\"tolerance\": 10, \"whole_bodies\": false}", look_at_first_ones, &seen);
    ck_assert_uint_gt(seen.kept, 5);
    ck_assert_uint_eq(seen.wrong, 0);
    drape("{\"tolerance\": 10, \"whole_bodies\": false, \"stay\": 1}", look_at_first_ones, &seen); /* as the paper */
    ck_assert_uint_gt(seen.wrong, 0);
}
END_TEST

/* Two squares, all nodes told, one led through the other. */
START_TEST(told_nodes_that_meet_do_not_arrive) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_test_add_cloth(&setup, "one", 1, 0.0, ts_test_cloth());
    ts_test_add_cloth(&setup, "other", 1, 0.005, ts_test_cloth());
    ts_test_tell(&setup, 4, (const int32_t[]){0, 1, 2, 3});
    ts_condition *led = ts_test_tell(&setup, 4, (const int32_t[]){4, 5, 6, 7});
    led->velocity[1] = -1.0;
    ts_ccd_method method;
    ts_simulation *s = start(&setup, NULL, &method, (ts_simulation_hooks){0});
    ts_step_report report;
    ck_assert_int_eq(ts_simulation_step(s, &report, NULL), TS_OK);
    ck_assert_int_eq(report.outcome, TS_STEP_UNREACHED);
    ck_assert_double_lt(report.prescribed_fraction, 0.6);
    ck_assert_double_gt(report.prescribed_fraction, 0.2);
    ts_test_verify(s);
    const ts_ndb_clock *clock = &ts_test_ndb_of(s)->clock;
    const double h = s->settings.h;
    ck_assert_double_eq_tol(clock->time, report.prescribed_fraction * h, 1e-12 * h);
    for (int n = 0; n < 7; ++n) {
        const double before = clock->time;
        ck_assert_int_eq(ts_simulation_step(s, &report, NULL), TS_OK);
        ck_assert_double_le(clock->end - before, 4.0 * h * (1.0 + 1e-12)); /* not all that they are late */
    }
    ck_assert_double_eq(clock->stride, 0.25);
    ck_assert_double_lt(clock->time, 2.0 * h);
    ck_assert_double_gt(ts_ndb_told_late(ts_test_ndb_of(s)), 6.0 * h);
    stop(s, &method);
}
END_TEST

/* ---- A state of another solver ---- */

START_TEST(a_state_of_another_solver_is_refused) {
    run(NULL, (ts_run_options){.folder = scratch("mine"), .steps = 4});
    ts_scene scene = draping_cloth(NULL);
    scene.setup.bodies.body[0].material.membrane = (ts_model_choice){.name = "stvk"};
    ts_run_result result;
    ts_error error;
    ck_assert_int_eq(ts_solver_choose("cipc", NULL, &scene.setup.solver, &error), TS_OK);
    char *from = ts_text("%s", scratch("mine/checkpoint.bin"));
    const ts_run_options options = {.folder = scratch("theirs"), .from = from, .verify = true};
    ck_assert_int_eq(ts_test_run(scene, options, &result, &error), TS_ERROR_DATA);
    ck_assert_msg(strstr(error.message, "is of a run by another solver") != NULL, "%s", error.message);
    free(from);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("steps of ndb");
    TCase *tests = tcase_create("steps");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, free_fall_is_exact);
    tcase_add_loop_test(tests, the_energy_never_rises, 0, ts_test_is_sanitized() ? 1 : 6);
    tcase_add_test(tests, an_acceleration_comes_to_the_same);
    tcase_add_test(tests, momentum_is_kept);
    tcase_add_test(tests, a_free_node_settles_where_forces_vanish);
    tcase_add_test(tests, springs_tell_their_stretch);
    tcase_add_test(tests, divergence_is_told);
    tcase_add_loop_test(tests, nothing_ever_intersects, 0, 11);
    tcase_add_test(tests, steps_converge_and_forward_nothing);
    tcase_add_loop_test(tests, short_ways_need_no_full_ccd, 0, 4);
    tcase_add_test(tests, short_ways_change_no_position);
    tcase_add_loop_test(tests, threads_do_not_show, 0, 2);
    tcase_add_test(tests, seconds_of_forwarding_are_told);
    tcase_add_test(tests, what_is_forwarded_has_a_limit);
    tcase_add_test(tests, a_rebound_moves_no_whole_bodies);
    tcase_add_loop_test(tests, a_resumed_run_has_the_same_bits, 0, 2);
    tcase_add_loop_test(tests, an_acceleration_looks_back_on_one_problem_only, 0, 2);
    tcase_add_test(tests, no_block_ends_at_once_while_pairs_act);
    tcase_add_test(tests, told_nodes_that_meet_do_not_arrive);
    tcase_add_test(tests, a_state_of_another_solver_is_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
