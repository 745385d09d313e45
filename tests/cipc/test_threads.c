/* SPDX-License-Identifier: MIT
 * The same bits for any number of threads: volumes, shells, rods and particles together, in contact with friction. */
#include <omp.h>

#include "cipc/solver_parts.h"
#include "core/share.h"
#include "core/vec3.h"
#include "tests/cipc/mixed_scene.h"

enum { STEPS = 10 };

/* Everything that a run leaves. */
typedef struct trace {
    size_t nodes;
    double (*x)[3], (*v)[3];
    ts_step_report step[STEPS];
    double kappa;
} trace;

/* What makes an increment: all of the standard, Newton's method as published, that corrected, or within a trust region.
 */
typedef enum directions { STANDARD, PLAIN, CORRECTED, TRUSTED } directions;

enum { ANY = 0 };

/* With every iteration: as many threads as one that minds a crowd might take. */
static bool take_other_threads(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    static const int NEXT[] = {2, 1, 4, 3, 1};
    (void)x;
    ++*(size_t *)self;
    omp_set_num_threads(NEXT[(size_t)iteration->number % (sizeof NEXT / sizeof *NEXT)]);
    return true;
}

static trace run(ts_integrator integrator, directions chosen, int threads) {
    omp_set_num_threads(threads == ANY ? 1 : threads);
    ts_setup setup = ts_test_mixed(integrator);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.3, &method);
    if (chosen != STANDARD) {
        ts_newton_settings *settings = ts_test_as_published(s);
        settings->corrected = chosen == CORRECTED;
        settings->trust_region = chosen == TRUSTED;
    }
    size_t asked = 0;
    if (threads == ANY) s->hooks.observer = (ts_iteration_observer){.observe = take_other_threads, .self = &asked};
    trace made = {.nodes = s->bodies.nodes};
    for (int k = 0; k < STEPS; ++k) made.step[k] = ts_test_step(s);
    if (threads == ANY) ck_assert_uint_gt(asked, STEPS);
    ts_test_verify(s);
    made.x = ts_test_copy(s->state.x, made.nodes * sizeof *made.x);
    made.v = ts_test_copy(s->state.v, made.nodes * sizeof *made.v);
    made.kappa = ts_contact_kappa(ts_cipc_contact(s));
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    return made;
}

static void trace_clear(trace *traced) {
    free(traced->x);
    free(traced->v);
}

START_TEST(threads_do_not_show) {
    const ts_integrator integrator = _i == 1 ? TS_BDF2 : TS_IMPLICIT_EULER;
    const directions chosen = _i == 2 ? CORRECTED : _i == 3 ? TRUSTED : _i == 4 ? PLAIN : STANDARD;
    trace one = run(integrator, chosen, 1);
    if (chosen != PLAIN) { /* else there would be nothing to compare */
        trace plain = run(integrator, PLAIN, 1);
        ck_assert_mem_ne(plain.x, one.x, one.nodes * sizeof *one.x);
        trace_clear(&plain);
    }
    size_t contacts = 0;
    for (int k = 0; k < STEPS; ++k) contacts += one.step[k].contacts;
    ck_assert_uint_gt(contacts, 300); /* the scene is about contact */
    static const int THREADS[] = {2, 3, ANY};
    const size_t kinds = chosen == STANDARD ? 3 : 2;
    for (size_t t = 0; t < kinds; ++t) {
        trace more = run(integrator, chosen, THREADS[t]);
        ck_assert_uint_eq(more.nodes, one.nodes);
        ck_assert_mem_eq(more.x, one.x, one.nodes * sizeof *one.x);
        ck_assert_mem_eq(more.v, one.v, one.nodes * sizeof *one.v);
        ck_assert_mem_eq(&more.kappa, &one.kappa, sizeof one.kappa);
        for (int k = 0; k < STEPS; ++k) {
            ts_step_report a = one.step[k], b = more.step[k];
            a.seconds = b.seconds = 0.0;
            ck_assert_int_eq(a.iterations, b.iterations);
            ck_assert_uint_eq(a.contacts, b.contacts);
            ck_assert_mem_eq(&a.least_gap, &b.least_gap, sizeof a.least_gap);
            ck_assert_mem_eq(&a.most_stretch, &b.most_stretch, sizeof a.most_stretch);
        }
        trace_clear(&more);
    }
    trace_clear(&one);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("threads");
    TCase *tests = tcase_create("threads");
    tcase_add_loop_test(tests, threads_do_not_show, 0, ts_test_is_sanitized() ? 1 : 5);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
