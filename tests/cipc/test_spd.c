/* SPDX-License-Identifier: MIT
 * Eigenvectors of small symmetric matrices by their definition; the nearest semi-definite matrix by what sets it apart:
 * A+ and A+ - A are semi-definite and orthogonal to each other. */
#include "cipc/spd.h"
#include "cipc/spd_many.h"

#include <stdbool.h>

#include "core/random.h"
#include "tests/cipc/dense.h"
#include "tests/cipc/differences.h"
#include "tests/support.h"

enum { MOST = DENSE_MOST };

/* Q diag(w) Q^T with Q from the eigenvectors of a random matrix, made here by Jacobi's rotations. */
static void with_eigenvalues(int n, const double *w, ts_random *random, double out[MOST][MOST]) {
    double a[MOST][MOST] = {{0}}, q[MOST][MOST];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) a[i][j] = a[j][i] = ts_random_between(random, -1, 1);
    dense_jacobi(n, a, q);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            out[i][j] = 0;
            for (int k = 0; k < n; ++k) out[i][j] += q[i][k] * w[k] * q[j][k];
            out[j][i] = out[i][j];
        }
}

/* Eigenvalues of many kinds: spread, repeated, zero, over many magnitudes, nearly equal. */
static void choose_eigenvalues(int n, int kind, ts_random *random, double *w) {
    for (int k = 0; k < n; ++k) {
        const double u = ts_random_between(random, -1, 1);
        const double kinds[] = {
            u,          k % 3 - 1, k % 2 ? 0 : u, copysign(ts_random_log(random, 1e-12, 1e3), u), 1 + 1e-9 * u,
            k ? 0 : -1, -fabs(u)};
        w[k] = kinds[kind % 7];
    }
}

static double off_definition(int n, double a[MOST][MOST], const double *w, const double *q) {
    double off = 0;
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < n; ++i) {
            double image = 0;
            for (int j = 0; j < n; ++j) image += a[i][j] * q[j * n + k];
            off = fmax(off, fabs(image - w[k] * q[i * n + k]));
        }
    }
    return off;
}

START_TEST(eigenvectors_satisfy_their_definition) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int trial = 0; trial < ts_test_cases(700); ++trial) {
        const int n = 1 + trial % MOST;
        const double unit = trial % 5 ? 1 : ts_random_log(&random, 1e-150, 1e150);
        double chosen[MOST], a[MOST][MOST] = {{0}}, w[MOST], q[MOST * MOST];
        choose_eigenvalues(n, trial / MOST, &random, chosen);
        with_eigenvalues(n, chosen, &random, a);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) a[i][j] *= unit;
        ts_symmetric_eigen(n, &a[0][0], MOST, w, q);
        const double size = dense_largest(n, &a[0][0], MOST);
        double expected[MOST][MOST], ignored[MOST][MOST];
        memcpy(expected, a, sizeof a);
        ck_assert_double_le(off_definition(n, a, w, q), 2e-14 * size);
        for (int k = 0; k < n; ++k) {
            ck_assert(k == 0 || w[k - 1] <= w[k]);
            for (int l = 0; l <= k; ++l) {
                double dot = 0;
                for (int i = 0; i < n; ++i) dot += q[i * n + k] * q[i * n + l];
                ck_assert_double_le(fabs(dot - (k == l)), 1e-14);
            }
        }
        if (unit != 1) continue;
        dense_jacobi(n, expected, ignored);
        for (int k = 0; k < n; ++k) {
            double nearest = INFINITY;
            for (int i = 0; i < n; ++i) nearest = fmin(nearest, fabs(expected[i][i] - w[k]));
            ck_assert_double_le(nearest, 2e-14 * size);
        }
    }
}
END_TEST

/* A contact's plain Hessian is like that: the largest value twice, two of one size, the rest 0. Rounding leaves more
 * beside the diagonal there than that of 1, and one matrix in 500 was given up half-way. */
START_TEST(a_repeated_largest_value_ends) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    for (int trial = 0; trial < ts_test_cases(8000); ++trial) {
        const int n = 4 + trial % (MOST - 3);
        const double small = ts_random_log(&random, 1e-6, 1), chosen[MOST] = {-1, -1, small, -small};
        double a[MOST][MOST] = {{0}}, w[MOST], q[MOST * MOST];
        with_eigenvalues(n, chosen, &random, a);
        ts_symmetric_eigen(n, &a[0][0], MOST, w, q);
        ck_assert_double_le(off_definition(n, a, w, q), 2e-14);
    }
}
END_TEST

START_TEST(known_spectra) {
    const double identity[4] = {1, 0, 0, 1}, zero[9] = {0}, second_difference[9] = {2, -1, 0, -1, 2, -1, 0, -1, 2};
    double w[3], q[9];
    ts_symmetric_eigen(2, identity, 2, w, q);
    ck_assert(w[0] == 1 && w[1] == 1);
    ts_symmetric_eigen(3, zero, 3, w, q);
    ck_assert(w[0] == 0 && w[2] == 0);
    ts_symmetric_eigen(3, second_difference, 3, w, q);
    for (int k = 0; k < 3; ++k) ck_assert_double_le(fabs(w[k] - (2 + (k - 1) * sqrt(2))), 4e-16 * 4);
    double broken[4] = {NAN, 1, 1, 2}; /* must end */
    ts_symmetric_eigen(2, broken, 2, w, q);
    ts_project_spd(2, broken, 2);
}
END_TEST

static double entry_product(int n, double a[MOST][MOST], double b[MOST][MOST]) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) sum += a[i][j] * b[i][j];
    return sum;
}

START_TEST(the_projection_is_the_nearest_semidefinite_matrix) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    int kept = 0, changed = 0;
    for (int trial = 0; trial < ts_test_cases(1400); ++trial) {
        const int n = 1 + trial % MOST;
        double w[MOST], a[MOST][MOST] = {{0}}, plus[MOST][MOST], minus[MOST][MOST] = {{0}}, least = INFINITY;
        choose_eigenvalues(n, trial / MOST, &random, w);
        with_eigenvalues(n, w, &random, a);
        memcpy(plus, a, sizeof a);
        ts_project_spd(n, &plus[0][0], MOST);
        for (int i = 0; i < n; ++i) {
            least = fmin(least, w[i]);
            for (int j = 0; j < n; ++j) {
                ck_assert(plus[i][j] == plus[j][i]);
                minus[i][j] = plus[i][j] - a[i][j];
            }
        }
        const double size = dense_largest(n, &a[0][0], MOST) + 1e-300;
        ck_assert_double_ge(dense_least_eigenvalue(n, &plus[0][0], MOST), -1e-13 * size);
        ck_assert_double_ge(dense_least_eigenvalue(n, &minus[0][0], MOST), -1e-13 * size);
        ck_assert_double_le(fabs(entry_product(n, plus, minus)), 1e-13 * n * size * size);
        const bool same = memcmp(plus, a, sizeof a) == 0;
        if (least > 1e-12 * size) ck_assert(same);
        if (least < -1e-12 * size) ck_assert(!same);
        kept += same;
        changed += !same;
    }
    ck_assert_int_gt(kept, 50);
    ck_assert_int_gt(changed, 50);
}
END_TEST

/* Local Hessians are singular: translations cost nothing. Small integers make the factors exact. */
START_TEST(singular_semidefinite_matrices_are_left_alone) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int trial = 0; trial < ts_test_cases(500); ++trial) {
        const int n = 2 + trial % (MOST - 1), rank = 1 + (int)ts_random_below(&random, (uint64_t)n);
        double a[MOST][MOST] = {{0}}, before[MOST][MOST];
        for (int k = 0; k < rank; ++k) {
            double u[MOST];
            for (int i = 0; i < n; ++i) u[i] = (double)ts_random_below(&random, 7) - 3;
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) a[i][j] += u[i] * u[j];
        }
        memcpy(before, a, sizeof a);
        ts_project_spd(n, &a[0][0], MOST);
        ck_assert(memcmp(before, a, sizeof a) == 0);
    }
}
END_TEST

START_TEST(two_by_two_in_closed_form_agrees) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    for (int trial = 0; trial < ts_test_cases(5000); ++trial) {
        double w[MOST], a[MOST][MOST] = {{0}}, b[2][2], plus[MOST][MOST];
        choose_eigenvalues(2, trial, &random, w);
        with_eigenvalues(2, w, &random, a);
        if (trial % 11 == 0) a[0][1] = a[1][0] = 0;
        for (int i = 0; i < 2; ++i) memcpy(b[i], a[i], sizeof b[i]);
        memcpy(plus, a, sizeof a);
        dense_clamp(2, plus);
        ts_project_spd2(b);
        const double size = dense_largest(2, &a[0][0], MOST);
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) ck_assert_double_le(fabs(b[i][j] - plus[i][j]), 2e-15 * size);
        ck_assert(b[0][1] == b[1][0]);
    }
}
END_TEST

/* ---- Many at once ---- */

enum { MANY = 53 };

/* One of three semi-definite, some too small or too large to square, a zero, one that is no number. */
static void choose_many(ts_random *random, double (*a)[4][4]) {
    for (int k = 0; k < MANY; ++k) {
        double w[MOST], full[MOST][MOST];
        choose_eigenvalues(4, k / 3, random, w);
        for (int i = 0; i < 4 && k % 3 == 0; ++i) w[i] = fabs(w[i]) + 1e-9;
        with_eigenvalues(4, w, random, full);
        const double unit = k % 7 ? 1.0 : (double[]){0x1p900, 0x1p-900, 0.0, 0x1p-1060}[k / 7 % 4];
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j) a[k][i][j] = unit * full[i][j];
    }
    a[MANY / 2][1][0] = a[MANY / 2][0][1] = NAN;
}

static void check_many(ts_project_spd4_many *many) {
    ts_random random;
    static double before[MANY][4][4], together[MANY][4][4];
    ts_random_init(&random, ts_test_seed(), 6);
    for (int trial = 0; trial < ts_test_cases(300); ++trial) {
        choose_many(&random, before);
        memcpy(together, before, sizeof together);
        const size_t count = trial % 5 ? MANY : (size_t)(1 + trial / 5 % 17);
        many(together, count);
        for (size_t k = 0; k < MANY; ++k) {
            double alone[1][4][4], expected[12 * 12] = {0};
            memcpy(alone, before + k, sizeof alone);
            for (int i = 0; i < 4; ++i) memcpy(expected + 12 * i, before[k][i], sizeof before[k][i]);
            if (k < count) ts_project_spd4_portable(alone, 1);
            const bool is_number = k != MANY / 2;
            if (is_number || k >= count) ck_assert(memcmp(alone, together[k], sizeof alone) == 0);
            if (k >= count || !is_number) continue;
            reference_project(4, expected);
            const double largest = dense_largest(4, before[k][0], 4);
            for (int i = 0; i < 4; ++i) {
                for (int j = 0; j < 4; ++j) {
                    ck_assert(together[k][i][j] == together[k][j][i]);
                    const double off = fabs(together[k][i][j] - expected[12 * i + j]);
                    ck_assert_double_le(off, largest < 0x1p-1000 ? 2.0 * largest : 1e-14 * largest);
                }
            }
            if (k % 3 == 0 && k % 7) ck_assert(memcmp(together[k], before[k], sizeof before[k]) == 0);
        }
    }
}

START_TEST(many_are_as_alone) {
    static ts_project_spd4_many *const of_width[TS_TEST_WIDTHS] = {ts_project_spd4_portable, ts_project_spd4_avx2,
                                                                   ts_project_spd4_avx512};
    check_many(ts_project_spd4_all);
    for (int w = 0; w < TS_TEST_WIDTHS; ++w) {
        if (ts_test_has_width(w)) check_many(of_width[w]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("spd");
    TCase *tests = tcase_create("spd");
    tcase_add_test(tests, eigenvectors_satisfy_their_definition);
    tcase_add_test(tests, a_repeated_largest_value_ends);
    tcase_add_test(tests, known_spectra);
    tcase_add_test(tests, the_projection_is_the_nearest_semidefinite_matrix);
    tcase_add_test(tests, singular_semidefinite_matrices_are_left_alone);
    tcase_add_test(tests, two_by_two_in_closed_form_agrees);
    tcase_add_test(tests, many_are_as_alone);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
