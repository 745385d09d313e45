/* SPDX-License-Identifier: MIT
 * A BLAS that computes wrong: `cblas_dgemm` of this program stands in front of the library's. What the solver makes
 * with it is no result. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>

#include <cblas.h>

#include "cipc/solve_check.h"
#include "core/random.h"
#include "tests/cipc/small_scenes.h"

typedef void product(const enum CBLAS_ORDER, const enum CBLAS_TRANSPOSE, const enum CBLAS_TRANSPOSE, const blasint,
                     const blasint, const blasint, const double, const double *, const blasint, const double *,
                     const blasint, const double, double *, const blasint);

static double wrong_by;           /* of itself */
static _Atomic uint64_t products; /* a sign that there are any */

/* NOLINTNEXTLINE(readability-function-size): as the library has it */
void cblas_dgemm(const enum CBLAS_ORDER Order, const enum CBLAS_TRANSPOSE TransA, const enum CBLAS_TRANSPOSE TransB,
                 const blasint M, const blasint N, const blasint K, const double alpha, const double *A,
                 const blasint lda, const double *B, const blasint ldb, const double beta, double *C,
                 const blasint ldc) {
    static product *library;
    if (!library) *(void **)&library = dlsym(RTLD_NEXT, "cblas_dgemm");
    ck_assert_ptr_nonnull(library);
    ++products;
    library(Order, TransA, TransB, M, N, K, alpha * (1.0 + wrong_by), A, lda, B, ldb, beta, C, ldc);
}

/* ---- Whole steps ---- */

/* A sheet that hangs by a corner: its pattern stays, and a step takes two solutions at least. Products are right until
 * step `from`. */
static ts_status hang(double wrong, int from, ts_error *error) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body body = {.body.material = ts_test_material()};
    ts_test_add(&setup, "sheet", ts_test_sheet(24, 0.4, 0.0), &body);
    ts_test_tell(&setup, 1, (const int32_t[]){0});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_status status = TS_OK;
    for (int k = 0; k < from + 8 && status == TS_OK; ++k) {
        ts_step_report report;
        wrong_by = k < from ? 0.0 : wrong;
        status = ts_simulation_step(s, &report, error);
    }
    wrong_by = 0.0;
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    return status;
}

START_TEST(products_that_are_wrong_end_the_run) {
    static const double wrong[] = {1e-6, -1e-3, 0.3, -1.0};
    ts_error error;
    products = 0;
    ck_assert_msg(hang(0.0, 0, &error) == TS_OK, "%s", error.message);
    ck_assert_uint_gt(products, 0);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        for (int from = 0; from < 2; ++from) { /* from the first solution on, and from a later one */
            ck_assert_int_eq(hang(wrong[k], from, &error), TS_ERROR_INTERNAL);
            ck_assert_msg(strstr(error.message, "is solved wrong, by ") && strstr(error.message, "OPENBLAS_CORETYPE"),
                          "%s", error.message);
        }
    }
}
END_TEST

/* ---- The error, against the definition ---- */

enum { NODES = 7, SIZE = 3 * NODES };

/* Of a full matrix, which is returned as it is, too. */
static ts_block_matrix random_matrix(ts_random *random, double dense[SIZE][SIZE]) {
    ts_block_matrix matrix = {0};
    ts_stencil stencil[NODES * NODES];
    size_t count = 0;
    for (int32_t i = 0; i < NODES; ++i)
        for (int32_t j = 0; j < i; ++j) memcpy(stencil[count++], (ts_stencil){i, j, -1, -1}, sizeof *stencil);
    const ts_stencil *list = stencil;
    ts_error error;
    ck_assert_int_eq(ts_block_matrix_build(&matrix, NODES, &(ts_couplings){1, &list, &count, NULL}, &error), TS_OK);
    for (int32_t j = 0; j < NODES; ++j) {
        for (int32_t k = matrix.column[j]; k < matrix.column[j + 1]; ++k) {
            size_t stride;
            double *block = ts_block_at(&matrix, k, j, &stride);
            for (size_t r = 0; r < 3; ++r) {
                for (size_t c = 0; c < 3; ++c) {
                    const size_t row = 3 * (size_t)matrix.row[k] + r, column = 3 * (size_t)j + c;
                    if (row < column) continue;
                    dense[row][column] = dense[column][row] = ts_random_between(random, -1.0, 1.0);
                    block[c * stride + r] = dense[row][column];
                }
            }
        }
    }
    return matrix;
}

static double error_of(double dense[SIZE][SIZE], const ts_solved_system *of) {
    long double off = 0.0L, right = 0.0L, solution = 0.0L, diagonal = 0.0L;
    for (int i = 0; i < SIZE; ++i) {
        long double rest = (long double)of->shift * of->solution[i] - of->right[i];
        for (int j = 0; j < SIZE; ++j) rest += (long double)dense[i][j] * of->solution[j];
        off = fmaxl(off, fabsl(rest));
        right = fmaxl(right, fabsl((long double)of->right[i]));
        solution = fmaxl(solution, fabsl((long double)of->solution[i]));
        diagonal = fmaxl(diagonal, (long double)dense[i][i]);
    }
    return (double)(off / (right + (diagonal + of->shift) * solution));
}

START_TEST(the_error_is_what_it_is_said_to_be) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int k = 0; k < 20; ++k) {
        static double dense[SIZE][SIZE];
        double right[SIZE], solution[SIZE], scratch[SIZE];
        ts_block_matrix matrix = random_matrix(&random, dense);
        for (int i = 0; i < SIZE; ++i) right[i] = ts_random_between(&random, -1.0, 1.0);
        for (int i = 0; i < SIZE; ++i) solution[i] = ts_random_between(&random, -1.0, 1.0);
        const ts_solved_system system = {&matrix, k % 2 ? 0.5 : 0.0, right, solution};
        ck_assert_double_eq_tol(ts_solve_error(&system, scratch), error_of(dense, &system), 1e-13);
        memset(right, 0, sizeof right);
        memset(solution, 0, sizeof solution);
        ck_assert_double_eq(ts_solve_error(&system, scratch), 0.0);
        solution[SIZE / 2] = NAN;
        ck_assert(isnan(ts_solve_error(&system, scratch)));
        ts_block_matrix_clear(&matrix);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("wrong BLAS");
    tcase_add_test(cases, products_that_are_wrong_end_the_run);
    tcase_add_test(cases, the_error_is_what_it_is_said_to_be);
    Suite *suite = suite_create("wrong BLAS");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
