/* SPDX-License-Identifier: MIT
 * Patterns of factors that were found on nodes, against an elimination of all unknowns, entry by entry. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <suitesparse/cholmod.h>

#include "cipc/symbolic.h"
#include "core/random.h"
#include "tests/support.h"

enum { NODES = 50, N = 3 * NODES, STENCILS = 60 };

static ts_stencil stencils[STENCILS];
static ts_block_matrix matrix;
static int64_t order[NODES];
static bool filled[N][N]; /* L, in the factor's order */

static void make_matrix(uint64_t seed) {
    ts_random random;
    ts_random_init(&random, 3, seed);
    for (int s = 0; s < STENCILS; ++s) {
        const int32_t near = (int32_t)ts_random_below(&random, NODES - 8);
        for (int a = 0; a < TS_STENCIL_NODES; ++a) stencils[s][a] = near + 2 * a + (int32_t)ts_random_below(&random, 2);
        if (s % 3 == 0) stencils[s][3] = -1;
    }
    ts_error error;
    const ts_stencil *list[] = {stencils};
    const size_t count[] = {STENCILS};
    const ts_couplings couplings = {.lists = 1, .list = list, .count = count};
    ck_assert_int_eq(ts_block_matrix_build(&matrix, NODES, &couplings, &error), TS_OK);
    for (size_t i = 0; i < NODES; ++i) order[i] = (int64_t)i;
    for (size_t i = NODES - 1; i > 0; --i) {
        const size_t j = ts_random_below(&random, i + 1);
        const int64_t kept = order[i];
        order[i] = order[j], order[j] = kept;
    }
}

static void eliminate(const int64_t *perm) {
    int64_t place[N];
    memset(filled, 0, sizeof filled);
    for (int64_t k = 0; k < N; ++k) place[perm[k]] = k;
    for (int32_t j = 0; j < NODES; ++j) {
        for (int32_t b = matrix.column[j]; b < matrix.column[j + 1]; ++b) {
            for (int k = 0; k < 9; ++k) {
                const int64_t row = place[3 * matrix.row[b] + k % 3], column = place[3 * j + k / 3];
                filled[row > column ? row : column][row > column ? column : row] = true;
            }
        }
    }
    for (int k = 0; k < N; ++k) {
        for (int i = k + 1; i < N; ++i) {
            for (int j = k + 1; filled[i][k] && j <= i; ++j) filled[i][j] = filled[i][j] || filled[j][k];
        }
    }
}

static void check_counts(const cholmod_factor *factor, const cholmod_common *common) {
    const int64_t *counted = factor->ColCount;
    double numbers = 0.0, operations = 0.0;
    for (int j = 0; j < N; ++j) {
        int64_t count = 0;
        for (int i = j; i < N; ++i) count += filled[i][j];
        ck_assert_int_eq(counted[j], count);
        numbers += (double)count;
        operations += (double)count * (double)count;
    }
    ck_assert(common->lnz == numbers && common->fl == operations);
}

static double count_filled(void) {
    double count = 0.0;
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j <= i; ++j) count += filled[i][j];
    }
    return count;
}

/* The three unknowns of a node follow each other, each node once. */
static void check_order(const int64_t *perm) {
    bool is_there[NODES] = {false};
    for (int k = 0; k < N; k += 3) {
        ck_assert(perm[k] >= 0 && perm[k] < N && perm[k] % 3 == 0 && !is_there[perm[k] / 3]);
        ck_assert(perm[k + 1] == perm[k] + 1 && perm[k + 2] == perm[k] + 2);
        is_there[perm[k] / 3] = true;
    }
}

/* What CHOLMOD's own factorization makes room for: most rows below a supernode's columns, and most numbers that one
 * gives to another. */
static void check_room(const cholmod_factor *factor) {
    const int64_t *super = factor->super, *pi = factor->pi, *s = factor->s;
    int64_t owner[N], most_below = 0, most_given = 0;
    for (size_t k = 0; k < factor->nsuper; ++k) {
        for (int64_t j = super[k]; j < super[k + 1]; ++j) owner[j] = (int64_t)k;
    }
    for (size_t k = 0; k < factor->nsuper; ++k) {
        const int64_t columns = super[k + 1] - super[k], rows = pi[k + 1] - pi[k];
        most_below = rows - columns > most_below ? rows - columns : most_below;
        for (int64_t first = columns, last; first < rows; first = last) {
            for (last = first; last < rows && owner[s[pi[k] + last]] == owner[s[pi[k] + first]];) ++last;
            const int64_t given = (rows - first) * (last - first);
            most_given = given > most_given ? given : most_given;
        }
    }
    ck_assert_uint_eq(factor->maxesize, (size_t)most_below);
    ck_assert_uint_eq(factor->maxcsize, (size_t)most_given);
}

/* Own columns first, then rows below in ascending order, with all that is filled; returns how many numbers it has. */
static int64_t check_supernode(const cholmod_factor *factor, size_t k) {
    const int64_t *super = factor->super, *pi = factor->pi, *px = factor->px, *row = (int64_t *)factor->s + pi[k];
    const int64_t rows = pi[k + 1] - pi[k], columns = super[k + 1] - super[k];
    bool has[N] = {false};
    ck_assert(columns > 0 && columns % 3 == 0 && rows >= columns);
    for (int64_t i = 0; i < rows; ++i) {
        ck_assert(row[i] < N && (i < columns ? row[i] == super[k] + i : row[i] > row[i - 1]));
        has[row[i]] = true;
    }
    for (int64_t j = super[k]; j < super[k + 1]; ++j) {
        for (int64_t i = j; i < N; ++i) ck_assert(!filled[i][j] || has[i]);
    }
    ck_assert_int_eq(px[k + 1], px[k] + rows * columns);
    return rows * columns;
}

START_TEST(patterns_hold_what_an_elimination_fills) {
    make_matrix((uint64_t)_i);
    cholmod_common common;
    cholmod_l_start(&common);
    if (_i % 2) ck_assert(ts_symbolic_order(&common, &matrix, INFINITY, order));
    cholmod_factor *factor = ts_symbolic_pattern(&common, &matrix, order);
    ck_assert_ptr_nonnull(factor);
    int64_t asked[N];
    for (int k = 0; k < N; ++k) asked[k] = 3 * order[k / 3] + k % 3;
    eliminate(asked);
    ck_assert(common.lnz == count_filled()); /* its own order makes neither more of them nor fewer */
    check_order(factor->Perm);
    eliminate(factor->Perm);
    check_room(factor);
    check_counts(factor, &common);
    int64_t numbers = 0;
    for (size_t k = 0; k < factor->nsuper; ++k) numbers += check_supernode(factor, k);
    ck_assert_int_eq(((int64_t *)factor->super)[factor->nsuper], N);
    ck_assert_uint_eq(factor->ssize, (size_t)((int64_t *)factor->pi)[factor->nsuper]);
    ck_assert_uint_eq(factor->xsize, (size_t)numbers);
    ck_assert_double_le((double)numbers, 2.5 * common.lnz); /* merging pays with few zeros */
    cholmod_l_free_factor(&factor, &common);
    cholmod_l_finish(&common);
    ts_block_matrix_clear(&matrix);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("symbolic");
    TCase *tests = tcase_create("symbolic");
    tcase_add_loop_test(tests, patterns_hold_what_an_elimination_fills, 0, 12);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
