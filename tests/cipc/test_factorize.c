/* SPDX-License-Identifier: MIT
 * The factorization on all threads against CHOLMOD's own of the same matrix. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>
#include <suitesparse/cholmod.h>

#include "cipc/factor_plan.h"
#include "tests/cipc/cuboid.h"

/* Greatest distance of the numbers of two factors of one pattern, over the greatest of them. */
static double compare(const cholmod_factor *factor, const double *other) {
    const int64_t *super = factor->super, *pi = factor->pi, *px = factor->px;
    const double *value = factor->x;
    double worst = 0.0, most = 0.0;
    for (size_t k = 0; k < factor->nsuper; ++k) {
        const int64_t rows = pi[k + 1] - pi[k];
        for (int64_t j = 0; j < super[k + 1] - super[k]; ++j) {
            for (int64_t i = j; i < rows; ++i) {
                const int64_t at = px[k] + j * rows + i;
                if (!isfinite(value[at])) return INFINITY; /* fmax would pass over it */
                worst = fmax(worst, fabs(value[at] - other[at]));
                most = fmax(most, fabs(other[at]));
            }
        }
    }
    return worst / most;
}

/* The matrix by scalars, as CHOLMOD has it: 3 n + 1 starts of columns, and the rows of all numbers. */
static void find_scalars(int64_t *column, int64_t *row) {
    for (size_t j = 0; j < matrix.nodes; ++j) {
        const int64_t first = matrix.column[j], blocks = matrix.column[j + 1] - first;
        for (int64_t c = 0; c < 3; ++c) {
            const int64_t start = 9 * first + 3 * c * blocks;
            column[3 * j + (size_t)c] = start;
            for (int64_t k = 0; k < 3 * blocks; ++k) row[start + k] = 3 * matrix.row[first + k / 3] + k % 3;
        }
    }
    column[3 * matrix.nodes] = 9 * (int64_t)ts_block_matrix_blocks(&matrix);
}

/* CHOLMOD's factor of the same matrix, by a copy of ours for its pattern. */
static double *factor_by_cholmod(const cholmod_factor *pattern) {
    cholmod_common common;
    cholmod_l_start(&common);
    common.supernodal = CHOLMOD_SUPERNODAL;
    common.final_ll = 1;
    cholmod_factor *factor = cholmod_l_copy_factor((cholmod_factor *)(uintptr_t)pattern, &common);
    int64_t *column = malloc((pattern->n + 1) * sizeof *column);
    int64_t *row = malloc(9 * ts_block_matrix_blocks(&matrix) * sizeof *row);
    ck_assert(column && row);
    find_scalars(column, row);
    cholmod_sparse lower = {.nrow = pattern->n,
                            .ncol = pattern->n,
                            .nzmax = 9 * ts_block_matrix_blocks(&matrix),
                            .p = column,
                            .i = row,
                            .x = matrix.value,
                            .stype = -1,
                            .itype = CHOLMOD_LONG,
                            .xtype = CHOLMOD_REAL,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 1,
                            .packed = 1};
    double none[2] = {0.0, 0.0};
    ck_assert(cholmod_l_factorize_p(&lower, none, NULL, 0, factor, &common));
    ck_assert_int_eq(common.status, CHOLMOD_OK);
    ck_assert_uint_eq(factor->xsize, pattern->xsize);
    double *value = malloc(factor->xsize * sizeof *value);
    ck_assert(value != NULL);
    memcpy(value, factor->x, factor->xsize * sizeof *value);
    free(column);
    free(row);
    cholmod_l_free_factor(&factor, &common);
    cholmod_l_finish(&common);
    return value;
}

START_TEST(factor_is_cholmods_and_the_same_for_any_number_of_threads) {
    for (uint64_t round = 1; round <= 2; ++round) { /* the second reuses the plan */
        fill(round);
        omp_set_num_threads(1);
        ck_assert(solve());
        const cholmod_factor *factor = ts_linear_solver_factor(solver);
        double *other = factor_by_cholmod(factor);
        const double distance = compare(factor, other);
        printf("distance to CHOLMOD's: %.1e\n", distance);
        ck_assert_double_le(distance, 1e-13);
        memcpy(other, factor->x, factor->xsize * sizeof *other);
        for (int count = 2; count <= 5; ++count) {
            for (size_t k = 0; k < factor->xsize; ++k) ((double *)factor->x)[k] = NAN; /* of the solve before */
            omp_set_num_threads(count);
            ck_assert(solve());
            ck_assert(compare(factor, other) == 0.0);
        }
        free(other);
    }
}
END_TEST

START_TEST(plan_has_both_kinds_of_pieces) {
    fill(1);
    ck_assert(solve());
    ts_factor_plan plan = {0};
    ck_assert_int_eq(ts_factor_plan_make(&plan, ts_linear_solver_factor(solver), &matrix, &error), TS_OK);
    size_t shared = 0, several = 0;
    for (size_t p = 0; p < plan.pieces; ++p) {
        shared += plan.piece[p].is_shared;
        several += plan.piece[p].first < plan.piece[p].last;
    }
    ck_assert_uint_ge(shared, 2); /* else the cuboid is too small for these tests */
    ck_assert_uint_ge(several, 8);
    ts_factor_plan_clear(&plan);
}
END_TEST

/* One pivot below zero, wherever it is in the order. */
START_TEST(indefinite_matrix_is_refused_by_any_pivot) {
    fill(1);
    ck_assert(solve());
    const int64_t *order = ts_linear_solver_factor(solver)->Perm;
    for (size_t k = 0; k < 3 * NODES; k += 3 * NODES / 12) {
        const int32_t node = (int32_t)(order[k] / 3);
        size_t stride;
        double *block = ts_block_at(&matrix, matrix.column[node], node, &stride);
        const double kept = block[0];
        block[0] = -1.0;
        solution[0] = 77.0;
        ck_assert(!solve());
        ck_assert(solution[0] == 77.0);
        block[0] = kept;
        ck_assert(solve());
    }
}
END_TEST

static void bundle_begin(void) {
    bundle = LENGTH;
    cuboid_begin();
}

/* One piece has several of the trees, and each supernode is in one piece. */
START_TEST(small_trees_share_pieces) {
    fill(1);
    ck_assert(solve());
    const cholmod_factor *factor = ts_linear_solver_factor(solver);
    ts_factor_plan plan = {0};
    ck_assert_int_eq(ts_factor_plan_make(&plan, factor, &matrix, &error), TS_OK);
    ck_assert_uint_le(plan.pieces, 130); /* two and more of each, 1/64 of the work at most */
    ck_assert_uint_ge(plan.pieces, 64);
    int64_t next = 0;
    for (size_t p = 0; p < plan.pieces; ++p) {
        ck_assert_int_eq(plan.parent[p], -1);
        ck_assert_int_eq(plan.piece[p].first, next);
        next = plan.piece[p].last + 1;
    }
    ck_assert_int_eq(next, (int64_t)factor->nsuper);
    ts_factor_plan_clear(&plan);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("factorize");
    TCase *tests = tcase_create("factorize");
    tcase_add_checked_fixture(tests, cuboid_begin, cuboid_end);
    tcase_add_test(tests, factor_is_cholmods_and_the_same_for_any_number_of_threads);
    tcase_add_test(tests, plan_has_both_kinds_of_pieces);
    tcase_add_test(tests, indefinite_matrix_is_refused_by_any_pivot);
    suite_add_tcase(suite, tests);
    TCase *chains = tcase_create("bundle");
    tcase_add_checked_fixture(chains, bundle_begin, cuboid_end);
    tcase_add_test(chains, factor_is_cholmods_and_the_same_for_any_number_of_threads);
    tcase_add_test(chains, small_trees_share_pieces);
    suite_add_tcase(suite, chains);
    return ts_run_suite(suite);
}
