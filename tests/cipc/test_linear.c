/* SPDX-License-Identifier: MIT
 * The block matrix and CHOLMOD on it, against a dense matrix kept beside it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <suitesparse/cholmod.h>

#include "cipc/linear_solver.h"
#include "core/random.h"
#include "tests/support.h"

enum { NODES = 60, DOFS = 3 * NODES, STENCILS = 150 };

static void random_stencils(ts_random *random, ts_stencil *stencil) {
    for (int s = 0; s < STENCILS; ++s) {
        const int size = 1 + (int)ts_random_below(random, 4);
        for (int a = 0; a < 4; ++a) stencil[s][a] = -1;
        for (int a = 0; a < size;) {
            const int32_t node = (int32_t)ts_random_below(random, NODES);
            bool is_new = true;
            for (int b = 0; b < a; ++b) is_new = is_new && stencil[s][b] != node;
            if (is_new) stencil[s][a++] = node;
        }
    }
}

static ts_couplings couple(const ts_stencil *const *list, const size_t *count, const uint8_t *held) {
    return (ts_couplings){.lists = 1, .list = list, .count = count, .held = held};
}

static void make(ts_block_matrix *matrix, const ts_stencil *stencil, size_t count, const uint8_t *held) {
    ts_error error;
    const ts_couplings couplings = couple(&stencil, &count, held);
    ck_assert_msg(ts_block_matrix_build(matrix, NODES, &couplings, &error) == TS_OK, "%s", error.message);
}

typedef bool pattern[NODES][NODES];

/* Pairs with a held node couple nothing; each node has its diagonal. */
static void mark(pattern coupled, const ts_stencil *stencil, size_t count, const uint8_t *held) {
    for (size_t s = 0; s < count; ++s) {
        for (int a = 0; a < ts_stencil_size(stencil[s]); ++a) {
            for (int b = 0; b < ts_stencil_size(stencil[s]); ++b) {
                const int32_t i = stencil[s][a], j = stencil[s][b];
                if (!held[i] && !held[j]) coupled[i][j] = true;
            }
        }
    }
    for (int i = 0; i < NODES; ++i) coupled[i][i] = true;
}

static int blocks_of(const pattern coupled) {
    int count = 0;
    for (int j = 0; j < NODES; ++j) {
        for (int i = j; i < NODES; ++i) count += coupled[i][j];
    }
    return count;
}

/* Each column has its rows in order. */
static void check_pattern(const ts_block_matrix *matrix, const pattern coupled) {
    int32_t k = 0;
    for (int32_t j = 0; j < NODES; ++j) {
        ck_assert_int_eq(matrix->column[j], k);
        for (int32_t i = j; i < NODES; ++i) {
            ck_assert_int_eq(ts_block_find(matrix, i, j), coupled[i][j] ? k : -1);
            if (coupled[i][j]) ck_assert_int_eq(matrix->row[k++], i);
        }
    }
    ck_assert_int_eq(matrix->column[NODES], k);
}

static void hold_some(ts_random *random, uint8_t held[NODES]) {
    memset(held, 0, NODES);
    for (int k = 0; k < 10; ++k) held[ts_random_below(random, NODES)] = 1;
}

START_TEST(pattern_is_that_of_the_couplings) {
    ts_random random;
    ts_random_init(&random, 1, 0);
    ts_stencil stencil[STENCILS];
    random_stencils(&random, stencil);
    static pattern coupled;
    uint8_t held[NODES];
    hold_some(&random, held);
    mark(coupled, stencil, STENCILS, held);
    ts_block_matrix matrix = {0};
    make(&matrix, stencil, STENCILS, held);
    check_pattern(&matrix, coupled);
    ts_block_matrix_clear(&matrix);
}
END_TEST

/* What others are held by then is dropped from the old ones, too. */
START_TEST(a_grown_pattern_is_the_union_unless_that_is_a_surplus) {
    ts_random random;
    ts_random_init(&random, 3, 0);
    int unions = 0;
    for (int round = 0; round < 40; ++round) {
        ts_stencil old[STENCILS], next[STENCILS];
        random_stencils(&random, old);
        random_stencils(&random, next);
        const size_t olds = ts_random_below(&random, STENCILS), nexts = 1 + ts_random_below(&random, STENCILS);
        uint8_t held_then[NODES], held[NODES];
        hold_some(&random, held_then);
        hold_some(&random, held);
        pattern before = {{false}}, needed = {{false}}, both;
        mark(before, old, olds, held_then);
        mark(needed, next, nexts, held);
        for (int i = 0; i < NODES; ++i) {
            for (int j = 0; j < NODES; ++j) both[i][j] = needed[i][j] || (before[i][j] && !held[i] && !held[j]);
        }
        ts_block_matrix matrix = {0};
        ts_error error;
        make(&matrix, old, olds, held_then);
        const ts_stencil *list = next;
        const ts_couplings couplings = couple(&list, &nexts, held);
        ck_assert_int_eq(ts_block_matrix_grow(&matrix, &couplings, &error), TS_OK);
        const bool is_worth = 2 * blocks_of(both) <= 3 * blocks_of(needed);
        check_pattern(&matrix, is_worth ? both : needed);
        unions += is_worth;
        ts_block_matrix_clear(&matrix);
    }
    ck_assert_int_ge(unions, 5);
    ck_assert_int_le(unions, 35);
}
END_TEST

START_TEST(growing_keeps_what_was_and_drops_a_surplus) {
    ts_stencil old = {0, 1, -1, -1}, next = {1, 2, 3, -1};
    ts_block_matrix matrix = {0};
    ts_error error;
    make(&matrix, &old, 1, NULL);
    const ts_stencil *list = &next;
    const size_t one = 1;
    const ts_couplings couplings = couple(&list, &one, NULL);
    ck_assert(!ts_block_matrix_covers(&matrix, &couplings));
    const uint64_t version = matrix.version;
    ck_assert_int_eq(ts_block_matrix_grow(&matrix, &couplings, &error), TS_OK);
    ck_assert(matrix.version != version && ts_block_matrix_covers(&matrix, &couplings));
    ck_assert_int_ge(ts_block_find(&matrix, 1, 0), 0);

    ts_random random;
    ts_random_init(&random, 2, 0);
    ts_stencil many[STENCILS];
    random_stencils(&random, many);
    make(&matrix, many, STENCILS, NULL);
    ck_assert_int_eq(ts_block_matrix_grow(&matrix, &couplings, &error), TS_OK);
    ck_assert_uint_eq(ts_block_matrix_blocks(&matrix), NODES + 3);
    ts_block_matrix_clear(&matrix);
}
END_TEST

/* Adds w v v^T over the dofs of a stencil, to both matrices. */
static void add_rank_one(ts_block_matrix *matrix, double dense[DOFS][DOFS], const ts_stencil stencil, const double *v) {
    const int size = ts_stencil_size(stencil);
    for (int a = 0; a < 3 * size; ++a) {
        for (int b = 0; b < 3 * size; ++b) {
            const int32_t i = stencil[a / 3], j = stencil[b / 3];
            dense[3 * i + a % 3][3 * j + b % 3] += v[a] * v[b];
            if (i < j) continue;
            size_t stride;
            double *block = ts_block_at(matrix, ts_block_find(matrix, i, j), j, &stride);
            block[(size_t)(b % 3) * stride + (size_t)(a % 3)] += v[a] * v[b];
        }
    }
}

static void fill(ts_random *random, ts_block_matrix *matrix, const ts_stencil *stencil, double dense[DOFS][DOFS]) {
    memset(dense, 0, sizeof(double[DOFS][DOFS]));
    for (int s = 0; s < STENCILS; ++s) {
        double v[12];
        for (int a = 0; a < 12; ++a) v[a] = ts_random_between(random, -1.0, 1.0);
        add_rank_one(matrix, dense, stencil[s], v);
    }
    for (int32_t i = 0; i < NODES; ++i) {
        for (int c = 0; c < 3; ++c) {
            double v[3] = {0};
            v[c] = 0.1;
            add_rank_one(matrix, dense, (ts_stencil){i, -1, -1, -1}, v);
        }
    }
}

static void check_solution(double dense[DOFS][DOFS], const double *right, const double *solution) {
    for (int i = 0; i < DOFS; ++i) {
        double sum = -right[i];
        for (int j = 0; j < DOFS; ++j) sum += dense[i][j] * solution[j];
        ck_assert_double_le(fabs(sum), 1e-11);
    }
}

START_TEST(solution_satisfies_the_dense_system) {
    static double dense[DOFS][DOFS];
    ts_random random;
    ts_random_init(&random, 3, 0);
    ts_linear_solver *solver;
    ts_error error;
    ck_assert_int_eq(ts_linear_solver_create(&solver, &error), TS_OK);
    ts_block_matrix matrix = {0};
    ts_stencil stencil[STENCILS];
    random_stencils(&random, stencil);
    make(&matrix, stencil, STENCILS, NULL);
    for (int round = 0; round < 3; ++round) { /* the second and third reuse the analysis */
        memset(matrix.value, 0, 9 * ts_block_matrix_blocks(&matrix) * sizeof *matrix.value);
        fill(&random, &matrix, stencil, dense);
        double right[DOFS], solution[DOFS];
        for (int i = 0; i < DOFS; ++i) right[i] = ts_random_between(&random, -1.0, 1.0);
        bool solved = false;
        ck_assert_int_eq(ts_linear_solve(solver, &matrix, right, solution, &solved, &error), TS_OK);
        ck_assert(solved);
        check_solution(dense, right, solution);
        double twice[2][DOFS], again[2][DOFS];
        for (int i = 0; i < DOFS; ++i) twice[0][i] = 3.0 * right[i], twice[1][i] = right[i];
        ck_assert_int_eq(ts_linear_solve_again(solver, 2, twice[0], again[0], &error), TS_OK);
        for (int i = 0; i < DOFS; ++i) {
            ck_assert_double_eq_tol(again[0][i], 3.0 * solution[i], 1e-11);
            ck_assert_double_eq_tol(again[1][i], solution[i], 1e-11);
        }
    }
    ck_assert_uint_eq(ts_linear_solver_report(solver)->analyses, 1);
    ck_assert_uint_eq(ts_linear_solver_report(solver)->factorizations, 3);
    ts_block_matrix_clear(&matrix);
    ts_linear_solver_destroy(solver);
}
END_TEST

/* The room for a factor's numbers stays, whatever is asked of it next, and its old numbers show nowhere. */
START_TEST(patterns_that_follow_are_solved_as_well) {
    static const size_t stencils[] = {10, STENCILS, 1, STENCILS / 2, STENCILS};
    static double dense[DOFS][DOFS];
    ts_random random;
    ts_random_init(&random, 5, 0);
    ts_linear_solver *solver;
    ts_error error;
    ts_block_matrix matrix = {0};
    ck_assert_int_eq(ts_linear_solver_create(&solver, &error), TS_OK);
    for (size_t k = 0; k < sizeof stencils / sizeof *stencils; ++k) {
        ts_stencil stencil[STENCILS];
        random_stencils(&random, stencil);
        for (size_t s = stencils[k]; s < STENCILS; ++s) memcpy(stencil[s], stencil[0], sizeof *stencil);
        make(&matrix, stencil, stencils[k], NULL);
        memset(matrix.value, 0, 9 * ts_block_matrix_blocks(&matrix) * sizeof *matrix.value);
        fill(&random, &matrix, stencil, dense);
        double right[DOFS], solution[DOFS];
        for (int i = 0; i < DOFS; ++i) right[i] = ts_random_between(&random, -1.0, 1.0);
        bool solved = false;
        if (k == 3) ck_assert_int_eq(ts_linear_solver_renew(&solver, &error), TS_OK);
        ck_assert_int_eq(ts_linear_solve(solver, &matrix, right, solution, &solved, &error), TS_OK);
        ck_assert(solved);
        check_solution(dense, right, solution);
    }
    ts_block_matrix_clear(&matrix);
    ck_assert_uint_ge(ts_linear_solver_report(solver)->analyses, sizeof stencils / sizeof *stencils);
    ts_linear_solver_destroy(solver);
}
END_TEST

/* The same by CHOLMOD's 32-bit interface, from triplets, simplicial, in the given order. */
static void solve_by_triplets(double dense[DOFS][DOFS], const double *right, double *solution) {
    cholmod_common common;
    cholmod_start(&common);
    common.nmethods = 1;
    common.method[0].ordering = CHOLMOD_NATURAL;
    common.supernodal = CHOLMOD_SIMPLICIAL;
    cholmod_triplet *entries = cholmod_allocate_triplet(DOFS, DOFS, (size_t)DOFS * DOFS, -1, CHOLMOD_REAL, &common);
    for (int i = 0; i < DOFS; ++i) {
        for (int j = 0; j <= i; ++j) {
            if (dense[i][j] == 0.0) continue;
            ((int *)entries->i)[entries->nnz] = i;
            ((int *)entries->j)[entries->nnz] = j;
            ((double *)entries->x)[entries->nnz++] = dense[i][j];
        }
    }
    cholmod_sparse *lower = cholmod_triplet_to_sparse(entries, 0, &common);
    cholmod_factor *factor = cholmod_analyze(lower, &common);
    ck_assert_int_eq(factor->itype, CHOLMOD_INT);
    ck_assert(cholmod_factorize(lower, factor, &common) && common.status == CHOLMOD_OK);
    cholmod_dense *b = cholmod_zeros(DOFS, 1, CHOLMOD_REAL, &common);
    memcpy(b->x, right, DOFS * sizeof *right);
    cholmod_dense *x = cholmod_solve(CHOLMOD_A, factor, b, &common);
    memcpy(solution, x->x, DOFS * sizeof *solution);
    cholmod_free_dense(&x, &common);
    cholmod_free_dense(&b, &common);
    cholmod_free_factor(&factor, &common);
    cholmod_free_sparse(&lower, &common);
    cholmod_free_triplet(&entries, &common);
    cholmod_finish(&common);
}

START_TEST(solution_is_that_of_narrow_indices) {
    static double dense[DOFS][DOFS];
    ts_random random;
    ts_random_init(&random, 4, 0);
    ts_stencil stencil[STENCILS];
    random_stencils(&random, stencil);
    ts_block_matrix matrix = {0};
    make(&matrix, stencil, STENCILS, NULL);
    fill(&random, &matrix, stencil, dense);
    double right[DOFS], wide[DOFS], narrow[DOFS];
    for (int i = 0; i < DOFS; ++i) right[i] = ts_random_between(&random, -1.0, 1.0);
    ts_linear_solver *solver;
    ts_error error;
    bool solved = false;
    ck_assert_int_eq(ts_linear_solver_create(&solver, &error), TS_OK);
    ck_assert_int_eq(ts_linear_solve(solver, &matrix, right, wide, &solved, &error), TS_OK);
    ck_assert(solved);
    solve_by_triplets(dense, right, narrow);
    for (int i = 0; i < DOFS; ++i) ck_assert_double_eq_tol(wide[i], narrow[i], 1e-9);
    ts_block_matrix_clear(&matrix);
    ts_linear_solver_destroy(solver);
}
END_TEST

/* The 2 x 2 of ones in each coordinate of two nodes is singular; rounding may even make it indefinite. */
START_TEST(singular_matrix_is_shifted_and_an_indefinite_one_given_up) {
    ts_linear_solver *solver;
    ts_error error;
    ck_assert_int_eq(ts_linear_solver_create(&solver, &error), TS_OK);
    ts_block_matrix matrix = {0};
    ts_stencil pair = {0, 1, -1, -1};
    const ts_stencil *list = &pair;
    const size_t one = 1;
    const ts_couplings couplings = couple(&list, &one, NULL);
    ck_assert_int_eq(ts_block_matrix_build(&matrix, 2, &couplings, &error), TS_OK);
    static double dense[DOFS][DOFS];
    for (int c = 0; c < 3; ++c) {
        double v[6] = {0};
        v[c] = v[3 + c] = 1.0;
        add_rank_one(&matrix, dense, pair, v);
    }
    double right[6] = {1, 2, 3, 1, 2, 3}, solution[6] = {0};
    bool solved = true;
    matrix.value[0] -= 1e-3; /* surely indefinite, by little */
    ck_assert_int_eq(ts_linear_solve_definite(solver, &matrix, right, solution, &solved, &error), TS_OK);
    ck_assert(!solved && solution[0] == 0.0);
    ck_assert_uint_eq(ts_linear_solver_report(solver)->shifts, 0);
    matrix.value[0] += 1e-3;
    ck_assert_int_eq(ts_linear_solve(solver, &matrix, right, solution, &solved, &error), TS_OK);
    ck_assert(solved);
    ck_assert_uint_ge(ts_linear_solver_report(solver)->shifts, 1);
    for (int c = 0; c < 3; ++c) ck_assert_double_le(fabs(solution[c] + solution[3 + c] - right[c]), 1e-6);

    for (size_t k = 0; k < 9 * ts_block_matrix_blocks(&matrix); ++k) matrix.value[k] *= -1.0;
    const double before = solution[0];
    ck_assert_int_eq(ts_linear_solve(solver, &matrix, right, solution, &solved, &error), TS_OK);
    ck_assert(!solved && solution[0] == before);
    ts_block_matrix_clear(&matrix);
    ts_linear_solver_destroy(solver);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("linear");
    TCase *tests = tcase_create("linear");
    tcase_add_test(tests, pattern_is_that_of_the_couplings);
    tcase_add_test(tests, a_grown_pattern_is_the_union_unless_that_is_a_surplus);
    tcase_add_test(tests, growing_keeps_what_was_and_drops_a_surplus);
    tcase_add_test(tests, solution_satisfies_the_dense_system);
    tcase_add_test(tests, patterns_that_follow_are_solved_as_well);
    tcase_add_test(tests, solution_is_that_of_narrow_indices);
    tcase_add_test(tests, singular_matrix_is_shifted_and_an_indefinite_one_given_up);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
