/* SPDX-License-Identifier: MIT
 * The objective: sums of potentials against a dense evaluation of the same terms, the same bits for any number of
 * threads, and Newton on it. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/newton.h"
#include "core/random.h"
#include "core/share.h"
#include "tests/support.h"

enum { NODES = 200, DOFS = 3 * NODES, STENCILS = 1500 };

/* k/4 (|x_a - x_b|^2 - l^2)^2 over pairs of nodes: convex enough near its minimum, with every derivative known. */
typedef struct springs {
    ts_stencil stencil[STENCILS];
    double l2[STENCILS];
} springs;

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const springs *s = self;
    for (size_t k = 0; k < count; ++k) {
        const int32_t *node = s->stencil[first + k];
        double u[3], r = -s->l2[first + k];
        for (int c = 0; c < 3; ++c) u[c] = x[node[0]][c] - x[node[1]][c];
        for (int c = 0; c < 3; ++c) r += u[c] * u[c];
        if (out->value) out->value[k] = 0.25 * r * r;
        for (int a = 0; out->gradient && a < 6; ++a) out->gradient[k][a] = (a < 3 ? r : -r) * u[a % 3];
        for (int a = 0; out->hessian && a < 6; ++a) {
            for (int b = 0; b < 6; ++b) {
                const double sign = a / 3 == b / 3 ? 1.0 : -1.0;
                const double full = 2.0 * u[a % 3] * u[b % 3] + (a % 3 == b % 3 ? fmax(r, 0.0) : 0.0);
                out->hessian[k][a * TS_STENCIL_DOFS + b] = sign * full;
            }
        }
    }
}

/* 1/2 |x_i - target_i|^2 */
static double target[NODES][3];
static ts_stencil all_nodes[NODES];

static void evaluate_anchor(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    (void)self;
    for (size_t k = 0; k < count; ++k) {
        double value = 0.0;
        for (size_t c = 0; c < 3; ++c) {
            const double away = x[first + k][c] - target[first + k][c];
            value += 0.5 * away * away;
            if (out->gradient) out->gradient[k][c] = away;
            for (size_t b = 0; out->hessian && b < 3; ++b) out->hessian[k][c * TS_STENCIL_DOFS + b] = b == c;
        }
        if (out->value) out->value[k] = value;
    }
}

static springs made;
static uint8_t held[NODES];
static double start[NODES][3], shift[NODES][3];

static void setup(void) {
    ts_random random;
    ts_random_init(&random, 5, 0);
    for (int k = 0; k < STENCILS; ++k) {
        const int32_t a = (int32_t)ts_random_below(&random, NODES);
        const int32_t b = (int32_t)((a + 1 + (int32_t)ts_random_below(&random, NODES - 1)) % NODES);
        const ts_stencil stencil = {a, b, -1, -1};
        memcpy(made.stencil[k], stencil, sizeof stencil);
        made.l2[k] = ts_random_between(&random, 0.5, 1.5);
    }
    memset(held, 0, sizeof held);
    for (int i = 0; i < NODES; ++i) {
        const ts_stencil one = {i, -1, -1, -1};
        memcpy(all_nodes[i], one, sizeof one);
        for (int c = 0; c < 3; ++c) {
            start[i][c] = ts_random_between(&random, -1.0, 1.0);
            target[i][c] = ts_random_between(&random, -1.0, 1.0);
            shift[i][c] = ts_random_between(&random, -0.5, 0.5);
        }
        held[i] = i % 17 == 3;
    }
}

static void make(ts_objective *objective) {
    ts_error error;
    ck_assert_int_eq(ts_objective_init(objective, NODES, held, &error), TS_OK);
    ts_potential spring = {.name = "springs", .self = &made, .count = STENCILS, .evaluate = evaluate};
    spring.stencil = made.stencil;
    ts_potential anchor = {.name = "anchor", .count = NODES, .evaluate = evaluate_anchor};
    anchor.stencil = all_nodes;
    ts_potential limit = spring, inertia = anchor;
    ck_assert_int_eq(ts_objective_add(objective, &spring, TS_ROLE_ELASTIC, &error), TS_OK);
    ck_assert_int_eq(ts_objective_add(objective, &anchor, TS_ROLE_PULL, &error), TS_OK);
    ck_assert_int_eq(ts_objective_add(objective, &limit, TS_ROLE_LIMIT, &error), TS_OK);
    ck_assert_int_eq(ts_objective_add(objective, &inertia, TS_ROLE_INERTIA, &error), TS_OK);
    ck_assert_int_eq(ts_objective_update(objective, (const double(*)[3])start, &error), TS_OK);
}

/* The same sums, one term after the other, over a dense matrix. */
static void dense_sums(const ts_objective *o, double *value, double *g, double (*h)[DOFS]) {
    *value = 0.0;
    memset(g, 0, DOFS * sizeof *g);
    memset(h, 0, sizeof(double[DOFS][DOFS]));
    for (size_t t = 0; t < o->terms; ++t) {
        const ts_objective_term *term = &o->term[t];
        if (!(o->part.minimised & 1u << term->role)) continue;
        const bool elastic = term->role == TS_ROLE_ELASTIC;
        const double beta = elastic ? o->beta : 1.0;
        const double w = elastic                         ? o->elastic_weight
                         : term->role == TS_ROLE_LIMIT   ? o->beta * o->elastic_weight
                         : term->role == TS_ROLE_INERTIA ? o->inertia_weight
                                                         : 1.0;
        static double at[NODES][3];
        for (int i = 0; i < NODES; ++i) {
            for (int c = 0; c < 3; ++c) at[i][c] = beta * start[i][c] + (elastic && o->shift ? shift[i][c] : 0.0);
        }
        for (size_t s = 0; s < term->potential.count; ++s) {
            double v, gl[1][12] = {{0}}, hl[1][144] = {{0}};
            term->potential.evaluate(term->potential.self, (const double(*)[3])at, s, 1,
                                     &(ts_locals){.value = &v, .gradient = gl, .hessian = hl});
            *value += w * v;
            const int32_t *node = term->potential.stencil[s];
            const int size = ts_stencil_size(node);
            for (int a = 0; a < 3 * size; ++a) {
                g[3 * node[a / 3] + a % 3] += w * beta * gl[0][a];
                for (int b = 0; b < 3 * size; ++b) {
                    h[3 * node[a / 3] + a % 3][3 * node[b / 3] + b % 3] += w * beta * beta * hl[0][a * 12 + b];
                }
            }
        }
    }
}

/* All terms, and those of two parts of them. */
START_TEST(sums_are_those_of_the_terms) {
    static const ts_objective_part PARTS[] = {{~0u, 0},
                                              {1u << TS_ROLE_ELASTIC | 1u << TS_ROLE_INERTIA, 0},
                                              {1u << TS_ROLE_LIMIT | 1u << TS_ROLE_PULL, 1u << TS_ROLE_ELASTIC}};
    static double h[DOFS][DOFS], g[DOFS], gradient[NODES][3];
    setup();
    ts_objective objective;
    ts_error error;
    make(&objective);
    objective.part = PARTS[_i];
    objective.elastic_weight = 0.25;
    objective.inertia_weight = 3.0;
    objective.beta = 0.5;
    objective.shift = (const double(*)[3])shift;
    double value;
    dense_sums(&objective, &value, g, h);
    ck_assert_double_eq_tol(ts_objective_evaluate(&objective, (const double(*)[3])start).value, value, 1e-9 * value);
    ts_block_matrix matrix = {0};
    ck_assert_int_eq(ts_objective_assemble(&objective, (const double(*)[3])start,
                                           &(ts_derivatives){.gradient = gradient, .hessian = &matrix}, &error),
                     TS_OK);
    for (int32_t j = 0; j < NODES; ++j) {
        for (int c = 0; c < 3; ++c) {
            ck_assert_double_eq_tol(gradient[j][c], held[j] ? 0.0 : g[3 * j + c], 1e-10);
        }
        for (int32_t i = j; i < NODES; ++i) {
            const int32_t block = ts_block_find(&matrix, i, j);
            for (int a = 0; a < 9; ++a) {
                const int r = a / 3, c = a % 3;
                if (i == j && r < c) continue;
                double expected = h[3 * i + r][3 * j + c];
                if (held[i] || held[j]) expected = i == j && r == c;
                if (block < 0) {
                    ck_assert_double_eq(expected, 0.0);
                    continue;
                }
                size_t stride;
                const double *at = ts_block_at(&matrix, block, j, &stride);
                ck_assert_double_eq_tol(at[(size_t)c * stride + (size_t)r], expected, 1e-10);
            }
        }
    }
    ts_block_matrix_clear(&matrix);
    ts_objective_clear(&objective);
}
END_TEST

/* No node is led below x = 0. */
static ts_status keep_above(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                            ts_error *error) {
    (void)potential, (void)error;
    for (int i = 0; i < NODES; ++i) {
        if (x[i][0] + *alpha * p[i][0] < 0.0) *alpha = -x[i][0] / p[i][0];
    }
    return TS_OK;
}

/* All nodes go from 1 by -4. Elements that are taken at x / 2 + shift may go to where they are at 0 there, and to where
 * they are at 0 at the end of the step, whichever comes first. */
START_TEST(limits_hold_where_a_term_is_taken_and_where_the_step_ends) {
    static const struct { double shift, alpha; } CASES[] = {{0.0, 0.25}, {0.5, 0.25}, {-0.25, 0.125}, {-0.375, 0.0625}};
    static double x[NODES][3], p[NODES][3];
    ts_error error;
    ts_objective objective;
    double alpha = -1.0;
    setup();
    for (int i = 0; i < NODES; ++i) {
        x[i][0] = 1.0, p[i][0] = -4.0;
        shift[i][0] = CASES[_i].shift;
    }
    ts_potential wall = {.name = "wall", .count = NODES, .stencil = all_nodes, .evaluate = evaluate_anchor};
    wall.max_step = keep_above;
    ck_assert_int_eq(ts_objective_init(&objective, NODES, NULL, &error), TS_OK);
    ck_assert_int_eq(ts_objective_add(&objective, &wall, TS_ROLE_ELASTIC, &error), TS_OK);
    objective.beta = 0.5;
    objective.shift = (const double(*)[3])shift;
    ck_assert_int_eq(ts_objective_update(&objective, (const double(*)[3])x, &error), TS_OK);
    ck_assert_int_eq(ts_objective_max_step(&objective, (const double(*)[3])x, (const double(*)[3])p, &alpha, &error),
                     TS_OK);
    ck_assert_double_eq(alpha, CASES[_i].alpha);
    ts_objective_clear(&objective);
}
END_TEST

/* Of one node, infinite; allows half of a step; counts how often it is updated and adapts. */
static void be_infinite(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    (void)self, (void)x, (void)first;
    for (size_t k = 0; k < count && out->value; ++k) out->value[k] = INFINITY;
}

static ts_status count_call(ts_potential *potential, const double (*x)[3], ts_error *error) {
    (void)x, (void)error;
    ++*(int *)potential->self;
    return TS_OK;
}

static ts_status allow_half(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                            ts_error *error) {
    *alpha *= 0.5;
    (void)p;
    return count_call(potential, x, error);
}

static ts_status adapt(ts_potential *potential, const double (*x)[3], bool *changed, ts_error *error) {
    *changed = true;
    return count_call(potential, x, error);
}

START_TEST(terms_are_minimised_kept_or_left_out) {
    static const ts_objective_part PARTS[] = {{0, 0}, {0, 1u << TS_ROLE_CONTACT}, {1u << TS_ROLE_CONTACT, 0}};
    for (int k = 0; k < 3; ++k) {
        int calls = 0;
        double alpha;
        bool changed;
        ts_error error;
        ts_objective objective;
        setup();
        const double(*x)[3] = (const double(*)[3])start;
        ts_potential wall = {.self = &calls, .count = 1, .stencil = all_nodes, .evaluate = be_infinite};
        wall.update = count_call, wall.max_step = allow_half, wall.adapt = adapt;
        ck_assert_int_eq(ts_objective_init(&objective, NODES, held, &error), TS_OK);
        ck_assert_int_eq(ts_objective_add(&objective, &wall, TS_ROLE_CONTACT, &error), TS_OK);
        ck_assert_int_eq(ts_objective_update(&objective, x, &error), TS_OK); /* the whole, for room */
        objective.part = PARTS[k];
        calls = 0;
        ck_assert_int_eq(ts_objective_update(&objective, x, &error), TS_OK);
        ck_assert_int_eq(ts_objective_max_step(&objective, x, x, &alpha, &error), TS_OK);
        ck_assert_int_eq(ts_objective_adapt(&objective, x, &changed, &error), TS_OK);
        ck_assert_int_eq(calls, k == 0 ? 0 : 3);
        ck_assert_double_eq(alpha, k == 0 ? 1.0 : 0.5);
        ck_assert_int_eq(changed, k > 0);
        ck_assert_int_eq(ts_objective_evaluate(&objective, x).value < INFINITY, k == 0);
        ck_assert_int_eq(ts_objective_weight(&objective, &objective.term[0]) > 0.0, k == 2);
        ts_objective_clear(&objective);
    }
}
END_TEST

/* Gradient and Hessian with one and with several threads. */
START_TEST(threads_do_not_change_a_bit) {
    static double gradient[3][NODES][3];
    setup();
    ts_objective objective;
    ts_error error;
    make(&objective);
    ts_block_matrix matrix[3] = {{0}};
    double value[3];
    const int before = omp_get_max_threads();
    for (int k = 0; k < 3; ++k) {
        omp_set_num_threads(1 + k);
        value[k] = ts_objective_evaluate(&objective, (const double(*)[3])start).value;
        ck_assert_int_eq(ts_objective_assemble(&objective, (const double(*)[3])start,
                                               &(ts_derivatives){.gradient = gradient[k], .hessian = &matrix[k]},
                                               &error),
                         TS_OK);
    }
    omp_set_num_threads(before);
    for (int k = 1; k < 3; ++k) {
        ck_assert(value[0] == value[k]);
        ck_assert_mem_eq(gradient[0], gradient[k], sizeof gradient[0]);
        ck_assert_mem_eq(matrix[0].value, matrix[k].value, 9 * ts_block_matrix_blocks(&matrix[0]) * sizeof(double));
    }
    for (int k = 0; k < 3; ++k) ts_block_matrix_clear(&matrix[k]);
    ts_objective_clear(&objective);
}
END_TEST

START_TEST(newton_ends_where_the_gradient_vanishes) {
    static double x[NODES][3], gradient[NODES][3];
    setup();
    memcpy(x, start, sizeof x);
    ts_objective objective;
    ts_error error;
    make(&objective);
    ts_newton *newton;
    ck_assert_int_eq(ts_newton_create(NODES, &newton, &error), TS_OK);
    ts_newton_settings settings = ts_newton_standard(1.0);
    settings.tolerance = 1e-10;
    ts_newton_result result;
    ck_assert_int_eq(ts_newton_minimise(newton, &objective, &settings, x, &result, &error), TS_OK);
    ck_assert_int_eq(result.outcome, TS_NEWTON_CONVERGED);
    ck_assert_int_eq(
        ts_objective_assemble(&objective, (const double(*)[3])x, &(ts_derivatives){.gradient = gradient}, &error),
        TS_OK);
    for (int i = 0; i < NODES; ++i) {
        for (int c = 0; c < 3; ++c) {
            ck_assert_double_le(fabs(gradient[i][c]), 1e-7);
            if (held[i]) ck_assert(x[i][c] == start[i][c]);
        }
    }
    settings.most_iterations = 1;
    memcpy(x, start, sizeof x);
    ck_assert_int_eq(ts_newton_minimise(newton, &objective, &settings, x, &result, &error), TS_OK);
    ck_assert_int_eq(result.outcome, TS_NEWTON_LIMIT);
    ck_assert_int_eq(result.iterations, 1);
    ts_newton_destroy(newton);
    ts_objective_clear(&objective);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("objective");
    TCase *tests = tcase_create("objective");
    tcase_add_loop_test(tests, sums_are_those_of_the_terms, 0, 3);
    tcase_add_test(tests, terms_are_minimised_kept_or_left_out);
    tcase_add_loop_test(tests, limits_hold_where_a_term_is_taken_and_where_the_step_ends, 0, 4);
    tcase_add_test(tests, threads_do_not_change_a_bit);
    tcase_add_test(tests, newton_ends_where_the_gradient_vanishes);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
