/* SPDX-License-Identifier: MIT
 * Halves of solves against whole ones by CHOLMOD with the same factor. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

#include "cipc/half_solve.h"
#include "core/random.h"
#include "tests/support.h"

/* Two sheets of SIDE x SIDE nodes that do not touch: two trees. */
enum { SIDE = 20, SHEET = SIDE * SIDE, NODES = 2 * SHEET, DOFS = 3 * NODES, RIGHTS = 150, MOST_STENCILS = 4 * NODES };

static size_t sheet_stencils(ts_stencil *stencil, bool with_diagonals) {
    size_t count = 0;
    for (int32_t node = 0; node < NODES; ++node) {
        const int32_t column = node % SIDE, row = node % SHEET / SIDE;
        if (column + 1 < SIDE) memcpy(stencil[count++], (ts_stencil){node, node + 1, -1, -1}, sizeof *stencil);
        if (row + 1 < SIDE) memcpy(stencil[count++], (ts_stencil){node, node + SIDE, -1, -1}, sizeof *stencil);
        if (with_diagonals && column + 1 < SIDE && row + 1 < SIDE)
            memcpy(stencil[count++], (ts_stencil){node, node + 1, node + SIDE, node + SIDE + 1}, sizeof *stencil);
    }
    return count;
}

/* Random couplings, each a square, and a little on the diagonal. */
static void fill(ts_random *random, ts_block_matrix *matrix, const ts_stencil *stencil, size_t count) {
    memset(matrix->value, 0, 9 * ts_block_matrix_blocks(matrix) * sizeof *matrix->value);
    size_t stride;
    for (size_t s = 0; s < count; ++s) {
        double v[12];
        for (int a = 0; a < 12; ++a) v[a] = ts_random_between(random, -1.0, 1.0);
        for (int a = 0; a < 3 * ts_stencil_size(stencil[s]); ++a) {
            for (int b = 0; b < 3 * ts_stencil_size(stencil[s]); ++b) {
                const int32_t i = stencil[s][a / 3], j = stencil[s][b / 3];
                if (i < j) continue;
                double *block = ts_block_at(matrix, ts_block_find(matrix, i, j), j, &stride);
                block[(size_t)(b % 3) * stride + (size_t)(a % 3)] += v[a] * v[b];
            }
        }
    }
    for (int32_t i = 0; i < NODES; ++i) {
        double *block = ts_block_at(matrix, ts_block_find(matrix, i, i), i, &stride);
        for (size_t c = 0; c < 3; ++c) block[c * stride + c] += 0.3;
    }
}

/* Of up to four nodes near each other or anywhere; the first has no entries at all, the second one unknown twice. */
static void random_rights(ts_random *random, ts_half_right *b) {
    b[0].entries = 0;
    for (int k = 1; k < RIGHTS; ++k) {
        b[k].entries = 0;
        const int32_t first = (int32_t)ts_random_below(random, NODES - 2);
        const int nodes = 1 + (int)ts_random_below(random, 4);
        for (int a = 0; a < nodes; ++a) {
            const int32_t node = k % 2 ? (int32_t)ts_random_below(random, NODES) : (first + a) % NODES;
            for (int c = 0; c < 3; ++c) {
                b[k].unknown[b[k].entries] = 3 * (int64_t)(k == 1 ? first : node) + c;
                b[k].value[b[k].entries++] = ts_random_between(random, -1.0, 1.0);
            }
        }
    }
}

static void add_to(double *dense, const ts_half_right *b, double factor) {
    for (size_t e = 0; e < b->entries; ++e) dense[b->unknown[e]] += factor * b->value[e];
}

static double along(const ts_half_right *b, const double *x) {
    double sum = 0.0;
    for (size_t e = 0; e < b->entries; ++e) sum += b->value[e] * x[b->unknown[e]];
    return sum;
}

static void check_gram(ts_linear_solver *solver, const ts_half_right *b, const double *gram) {
    static double x[DOFS];
    size_t wrong = 0;
    ts_error error;
    for (int i = 0; i < RIGHTS; ++i) {
        memset(x, 0, sizeof x);
        add_to(x, &b[i], 1.0);
        ck_assert_int_eq(ts_linear_solve_again(solver, 1, x, x, &error), TS_OK);
        for (int j = 0; j < RIGHTS; ++j) {
            const double wanted = along(&b[j], x), size = sqrt(gram[i * RIGHTS + i] * gram[j * RIGHTS + j]);
            wrong += !(fabs(gram[i * RIGHTS + j] - wanted) <= 1e-12 * size);
        }
    }
    ck_assert_uint_eq(wrong, 0);
}

static void check_finish(ts_random *random, ts_linear_solver *solver, ts_half_solver *half, const ts_half_right *b,
                         const ts_half_solution *const *y) {
    static double wanted[DOFS], got[DOFS];
    double factor[RIGHTS];
    ts_error error;
    memset(wanted, 0, sizeof wanted);
    for (int k = 0; k < RIGHTS; ++k) {
        factor[k] = k % 5 == 0 ? 0.0 : ts_random_between(random, -1.0, 1.0);
        add_to(wanted, &b[k], factor[k]);
    }
    ck_assert_int_eq(ts_linear_solve_again(solver, 1, wanted, wanted, &error), TS_OK);
    for (int round = 0; round < 2; ++round) { /* the first leaves nothing behind */
        ck_assert_int_eq(ts_half_finish(half, RIGHTS, y, factor, got, &error), TS_OK);
        double size = 0.0;
        for (int i = 0; i < DOFS; ++i) size = fmax(size, fabs(wanted[i]));
        for (int i = 0; i < DOFS; ++i) ck_assert_double_le(fabs(got[i] - wanted[i]), 1e-12 * size);
    }
}

/* Numbers that other numbers of threads have otherwise. */
static size_t other_numbers(ts_half_solver *half, const ts_half_right *b, const ts_half_solution *const *y) {
    static ts_half_solution solution[RIGHTS];
    ts_half_solution *again[RIGHTS];
    const int most = omp_get_max_threads();
    size_t other = 0;
    for (int k = 0; k < RIGHTS; ++k) again[k] = &solution[k];
    for (int threads = 1; threads <= 4; ++threads) {
        ts_error error;
        omp_set_num_threads(threads);
        ck_assert_int_eq(ts_half_solve(half, RIGHTS, b, again, &error), TS_OK);
        for (int k = 1; k < RIGHTS; ++k) /* the first has no numbers */
            other += memcmp(again[k]->value, y[k]->value, y[k]->start[y[k]->blocks] * sizeof(double)) != 0;
    }
    omp_set_num_threads(most);
    for (int k = 0; k < RIGHTS; ++k) ts_half_solution_clear(&solution[k]);
    return other;
}

START_TEST(halves_are_those_of_whole_solves) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    ts_linear_solver *solver;
    ts_half_solver *half;
    ts_error error;
    ck_assert_int_eq(ts_linear_solver_create(&solver, &error), TS_OK);
    ck_assert_int_eq(ts_half_solver_create(&half, &error), TS_OK);
    static ts_stencil stencil[MOST_STENCILS];
    static double right[DOFS], gram[RIGHTS * RIGHTS];
    static ts_half_right b[RIGHTS];
    uint64_t analyses = 0;
    ts_block_matrix matrix = {0};
    ts_half_solution solution[RIGHTS] = {{0}}, *y[RIGHTS];
    for (int k = 0; k < RIGHTS; ++k) y[k] = &solution[k];
    const ts_half_solution *const *read = (const ts_half_solution *const *)y;
    for (int round = 0; round < 4; ++round) { /* two of a pattern, then two of another: other values, other paths */
        const size_t count = sheet_stencils(stencil, round >= 2);
        const ts_stencil *list = stencil;
        const ts_couplings couplings = {.lists = 1, .list = &list, .count = &count};
        if (round % 2 == 0) ck_assert_int_eq(ts_block_matrix_build(&matrix, NODES, &couplings, &error), TS_OK);
        fill(&random, &matrix, stencil, count);
        bool solved = false;
        ck_assert_int_eq(ts_linear_solve(solver, &matrix, right, right, &solved, &error), TS_OK);
        ck_assert(solved);
        random_rights(&random, b);
        ck_assert_int_eq(ts_half_solver_take(half, solver, &error), TS_OK);
        ck_assert_int_eq(ts_half_solve(half, RIGHTS, b, y, &error), TS_OK);
        ck_assert_int_eq(ts_half_gram(half, RIGHTS, read, gram, &error), TS_OK);
        check_gram(solver, b, gram);
        check_finish(&random, solver, half, b, read);
        ck_assert_uint_eq(other_numbers(half, b, read), 0);
        ck_assert_uint_eq(y[0]->blocks, 0);
        for (int k = 2; k < RIGHTS; k += 2) ck_assert_uint_lt(y[k]->start[y[k]->blocks], DOFS / 2);
        ck_assert_int_eq(ts_linear_solver_report(solver)->analyses == analyses, round % 2);
        analyses = ts_linear_solver_report(solver)->analyses;
    }
    ts_block_matrix_clear(&matrix);
    for (int k = 0; k < RIGHTS; ++k) ts_half_solution_clear(&solution[k]);
    ts_half_solver_destroy(half);
    ts_linear_solver_destroy(solver);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("half solve");
    TCase *tests = tcase_create("half solve");
    tcase_add_test(tests, halves_are_those_of_whole_solves);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
