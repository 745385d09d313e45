/* SPDX-License-Identifier: MIT
 * When Newton's loop ends: on a node whose increments are told one by one, and what its filter allows of them. */

#include "cipc/newton.h"
#include "tests/support.h"

enum { MOST = 40 };

/* 1/2 |x - x_target|^2, where after each iteration the target goes so far ahead of the node. */
typedef struct script {
    int count;
    double ahead[MOST]; /* m, of each increment */
    double allowed;     /* of each of them */
    int at;
    double target;
} script;

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const script *s = self;
    (void)first, (void)count;
    const double away[3] = {x[0][0] - s->target, x[0][1], x[0][2]};
    if (out->value) out->value[0] = 0.5 * (away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
    for (size_t c = 0; c < 3; ++c) {
        if (out->gradient) out->gradient[0][c] = away[c];
        for (size_t b = 0; out->hessian && b < 3; ++b) out->hessian[0][c * TS_STENCIL_DOFS + b] = b == c;
    }
}

static ts_status max_step(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                          ts_error *error) {
    const script *s = potential->self;
    (void)x, (void)p, (void)error;
    if (s->allowed < *alpha) *alpha = s->allowed;
    return TS_OK;
}

static ts_status adapt(ts_potential *potential, const double (*x)[3], bool *changed, ts_error *error) {
    script *s = potential->self;
    (void)error;
    s->target = x[0][0] + s->ahead[++s->at % s->count];
    *changed = true;
    return TS_OK;
}

typedef void evaluation(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out);
typedef ts_status adaptation(ts_potential *potential, const double (*x)[3], bool *changed, ts_error *error);

static ts_newton_result minimise_as(script *s, const ts_newton_settings *settings, evaluation *of, adaptation *adapts) {
    static const ts_stencil node[] = {{0, -1, -1, -1}};
    ts_potential potential = {.name = "script", .self = s, .count = 1, .stencil = node};
    potential.evaluate = of;
    potential.max_step = max_step;
    potential.adapt = adapts;
    ts_objective objective;
    ts_newton *newton;
    ts_newton_result result;
    double x[1][3] = {{0.0}};
    s->target = s->ahead[0];
    ck_assert_int_eq(ts_objective_init(&objective, 1, NULL, NULL), TS_OK);
    ck_assert_int_eq(ts_objective_add(&objective, &potential, TS_ROLE_PULL, NULL), TS_OK);
    ck_assert_int_eq(ts_newton_create(1, &newton, NULL), TS_OK);
    ck_assert_int_eq(ts_newton_minimise(newton, &objective, settings, x, &result, NULL), TS_OK);
    ts_newton_destroy(newton);
    ts_objective_clear(&objective);
    return result;
}

static ts_newton_result minimise(script *s, const ts_newton_settings *settings) {
    return minimise_as(s, settings, evaluate, adapt);
}

START_TEST(so_many_tiny_steps_in_a_row_end_it) {
    static const struct {
        double allowed;
        int iterations;
    } CASES[] = {{0.9e-6, 5}, {4.9e-3, TS_NEWTON_CRAWL}}; /* each too short, and many together */
    const ts_newton_settings settings = ts_newton_standard(1.0);
    script s = {.count = 1, .ahead = {1.0}, .allowed = CASES[_i].allowed};
    const ts_newton_result result = minimise(&s, &settings);
    ck_assert_int_eq(result.outcome, TS_NEWTON_TINY_TOI);
    ck_assert_int_eq(result.iterations, CASES[_i].iterations);
}
END_TEST

START_TEST(small_increments_count_in_a_row_alone) {
    const ts_newton_settings settings = ts_newton_standard(1.0);
    script s = {.count = 6, .ahead = {0.9e-3, 0.9e-3, 1.0, 0.9e-3, 0.9e-3, 0.9e-3}, .allowed = 1.0};
    const ts_newton_result result = minimise(&s, &settings);
    ck_assert_int_eq(result.outcome, TS_NEWTON_CONVERGED);
    ck_assert_int_eq(result.iterations, 6);
}
END_TEST

static bool is_doubted(void *self, const double (*x)[3]) {
    (void)x;
    return *(const bool *)self;
}

/* One increment suffices that is small in the norm of the energy, too, unless that is doubted. */
START_TEST(a_sure_increment_ends_it_at_once) {
    bool doubted = _i == 1;
    ts_newton_settings settings = ts_newton_standard(1.0);
    settings.energy_settles = true;
    settings.mass = _i == 2 ? 0.5 : 1.0; /* then the residual is 1.3 mm/s by its energy */
    settings.doubt = (ts_newton_doubt){.exists = is_doubted, .self = &doubted};
    script s = {.count = 1, .ahead = {0.9e-3}, .allowed = 1.0};
    const ts_newton_result result = minimise(&s, &settings);
    ck_assert_int_eq(result.outcome, TS_NEWTON_CONVERGED);
    ck_assert_int_eq(result.iterations, _i == 0 ? 1 : 3);
}
END_TEST

/* 1/128 |x - x_target|^2, whose projected Hessian says 64 times as much as its own. */
static void evaluate_soft(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    evaluate(self, x, first, count, out);
    for (size_t c = 0; c < 3; ++c) {
        if (out->value && c == 0) out->value[0] /= 64.0;
        if (out->gradient) out->gradient[0][c] /= 64.0;
        if (out->hessian && out->unprojected) out->hessian[0][c * TS_STENCIL_DOFS + c] /= 64.0;
    }
}

/* Increments that make good what their model says grow: 1 + 2 + 4 + ... + 64 times the projected one leads to a minimum
 * that is 64 of them away; without a region each leaves 63/64 of the way. */
START_TEST(a_region_grows_as_its_model_holds) {
    script s = {.count = 1, .ahead = {1.0}, .allowed = 1.0};
    ts_newton_settings settings = ts_newton_standard(1.0);
    settings.tolerance = 1e-6;
    settings.settled = 1;
    settings.trust_region = _i == 0;
    const ts_newton_result result = minimise_as(&s, &settings, evaluate_soft, NULL);
    ck_assert_int_eq(result.outcome, TS_NEWTON_CONVERGED);
    if (_i == 0)
        ck_assert_int_le(result.iterations, 9);
    else
        ck_assert_int_gt(result.iterations, 500);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("newton");
    TCase *tests = tcase_create("newton");
    tcase_add_loop_test(tests, so_many_tiny_steps_in_a_row_end_it, 0, 2);
    tcase_add_test(tests, small_increments_count_in_a_row_alone);
    tcase_add_loop_test(tests, a_sure_increment_ends_it_at_once, 0, 3);
    tcase_add_loop_test(tests, a_region_grows_as_its_model_holds, 0, 2);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
