/* SPDX-License-Identifier: MIT
 * Hessians that are left as they are: against differences of the gradient, and as directions of Newton's method, which
 * ends in the same minimum after fewer iterations. */
#include "cipc/solver_parts.h"
#include "core/random.h"
#include "core/vec3.h"
#include "tests/cipc/mixed_scene.h"

/* ---- Against differences ---- */

typedef double (*rows)[3];

static rows new_rows(size_t nodes) {
    return calloc(nodes + 1, sizeof(double[3]));
}

static void gradient_at(ts_objective *objective, rows x, rows out) {
    ts_error error;
    ck_assert_int_eq(ts_objective_update(objective, (const double(*)[3])x, &error), TS_OK);
    ck_assert_int_eq(
        ts_objective_assemble(objective, (const double(*)[3])x, &(ts_derivatives){.gradient = out}, &error), TS_OK);
}

/* out = matrix d; the lower triangle stands for both. */
static void multiply(const ts_block_matrix *matrix, rows d, rows out) {
    memset(out, 0, matrix->nodes * sizeof *out);
    for (size_t j = 0; j < matrix->nodes; ++j) {
        for (int32_t k = matrix->column[j]; k < matrix->column[j + 1]; ++k) {
            const size_t i = (size_t)matrix->row[k];
            size_t stride;
            const double *block = ts_block_at(matrix, k, (int32_t)j, &stride);
            for (size_t r = 0; r < 3; ++r) {
                for (size_t c = 0; c < 3; ++c) {
                    if (i != j) out[j][c] += block[c * stride + r] * d[i][r];
                    /* a diagonal block is kept as its lower triangle */
                    out[i][r] += (i == j && r < c ? block[r * stride + c] : block[c * stride + r]) * d[j][c];
                }
            }
        }
    }
}

/* |H d - (g(x + e d) - g(x - e d)) / 2e| / |H d| of the unknown nodes. */
static double error_along(ts_cipc *s, rows x, rows d, ts_hessian_form form) {
    const size_t n = s->bodies->nodes;
    const double step = 1e-9; /* of directions with entries up to 1, m: far below the gaps */
    rows at = new_rows(n), plus = new_rows(n), minus = new_rows(n), product = new_rows(n);
    ts_block_matrix hessian = {0};
    ts_error error;
    for (size_t i = 0; i < n; ++i) ts_axpy(x[i], step, d[i], at[i]);
    gradient_at(&s->objective, at, plus);
    for (size_t i = 0; i < n; ++i) ts_axpy(x[i], -step, d[i], at[i]);
    gradient_at(&s->objective, at, minus);
    ck_assert_int_eq(ts_objective_update(&s->objective, (const double(*)[3])x, &error), TS_OK);
    ck_assert_int_eq(
        ts_objective_assemble(&s->objective, (const double(*)[3])x, &(ts_derivatives){at, &hessian, form}, &error),
        TS_OK);
    multiply(&hessian, d, product);
    double away = 0.0, size = 0.0;
    for (size_t i = 0; i < n; ++i) {
        for (int c = 0; c < 3 && !s->held[i]; ++c) {
            const double slope = (plus[i][c] - minus[i][c]) / (2.0 * step);
            away += (product[i][c] - slope) * (product[i][c] - slope);
            size += slope * slope;
        }
    }
    ts_block_matrix_clear(&hessian);
    free(at), free(plus), free(minus), free(product);
    return sqrt(away / size);
}

/* Of a scene of all codimensions in contact, with friction and a strain limit. */
START_TEST(it_is_the_derivative_of_the_gradient) {
    ts_setup setup = ts_test_mixed(TS_IMPLICIT_EULER);
    ts_ccd_method method;
    ts_simulation *simulation = ts_test_start(&setup, 0.3, &method);
    for (int k = 0; k < 6; ++k) ts_test_step(simulation);
    ts_cipc *s = simulation->self;
    const size_t n = s->bodies->nodes;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    rows x = new_rows(n), d = new_rows(n);
    double projected = 0.0;
    for (int trial = 0; trial < 4; ++trial) {
        memcpy(x, simulation->state.x, n * sizeof *x);
        for (size_t i = 0; i < n; ++i) {
            for (int c = 0; c < 3; ++c) {
                d[i][c] = s->held[i] ? 0.0 : ts_random_between(&random, -1.0, 1.0);
                if (!s->held[i]) x[i][c] += ts_random_between(&random, -1e-6, 1e-6);
            }
        }
        ck_assert_double_le(error_along(s, x, d, TS_HESSIAN_EXACT), 1e-6);
        projected = fmax(projected, error_along(s, x, d, TS_HESSIAN_PROJECTED));
    }
    ck_assert_double_gt(projected, 1e-4); /* else the state would tell nothing */
    free(x), free(d);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}
END_TEST

/* ---- As directions ---- */

typedef struct outcome {
    size_t nodes;
    rows x;
    int iterations;
} outcome;

static outcome run(double exact_below, bool trust_region, int steps) {
    ts_setup setup = ts_test_mixed(TS_IMPLICIT_EULER);
    setup.settings.tolerance = 1e-9;
    setup.settings.stiffness = (ts_model_choice){.name = "moving-mass"}; /* for which the bound below is known */
    ts_ccd_method method;
    ts_simulation *simulation = ts_test_start(&setup, 0.3, &method);
    ts_newton_settings *settings = ts_test_as_published(simulation);
    settings->exact_below = exact_below;
    settings->trust_region = trust_region;
    outcome made = {.nodes = simulation->bodies.nodes};
    for (int k = 0; k < steps; ++k) made.iterations += ts_test_step(simulation).iterations;
    ts_test_verify(simulation);
    made.x = ts_test_copy(simulation->state.x, made.nodes * sizeof *made.x);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
    return made;
}

START_TEST(the_minimum_is_the_same_and_sooner_found) {
    const outcome projected = run(0.0, false, 3), exact = run(1e-2, false, 3), trusted = run(0.0, true, 3);
    const double away = ts_test_apart(exact.nodes, exact.x, projected.x);
    const double trusted_away = ts_test_apart(trusted.nodes, trusted.x, projected.x);
    printf("%d iterations projected, %d exact, %.3g m apart, %d in a trust region, %.3g m\n", projected.iterations,
           exact.iterations, away, trusted.iterations, trusted_away);
    ck_assert_double_le(away, 1e-8);
    ck_assert_double_le(trusted_away, 1e-8);
    ck_assert_int_lt(2 * exact.iterations, projected.iterations);
    ck_assert_int_lt(3 * trusted.iterations, 2 * projected.iterations);
    free(projected.x), free(exact.x), free(trusted.x);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact Hessian");
    TCase *tests = tcase_create("exact Hessian");
    tcase_add_test(tests, it_is_the_derivative_of_the_gradient);
    tcase_add_test(tests, the_minimum_is_the_same_and_sooner_found);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
