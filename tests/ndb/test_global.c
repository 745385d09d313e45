/* SPDX-License-Identifier: GPL-2.0-or-later
 * The global solve: smoothers, modes, subspace, against dense arithmetic done here. */
#include <check.h>
#include <math.h>
#include <omp.h>

#include "core/random.h"
#include "core/share.h"
#include "core/vec3.h"
#include "ndb/modes.h"
#include "ndb/smooth.h"
#include "ndb/subspace.h"
#include "tests/ndb/ndb_scenes.h"

/* ---- A chain and a cloth ---- */

/* n nodes joined by springs of stiffness 1, 0.25 on the diagonal beside. */
static void make_chain(size_t n, double diagonal, ts_ndb_matrix *matrix) {
    ts_ndb_squares squares = {0};
    ts_error error;
    double *own = malloc(n * sizeof *own);
    for (size_t i = 0; i < n; ++i) own[i] = diagonal;
    for (int32_t i = 0; i + 1 < (int32_t)n; ++i) {
        const ts_ndb_square square = {.node = {i, i + 1, -1, -1}, .share = {1.0, -1.0}, .weight = 1.0};
        ck_assert_int_eq(ts_ndb_squares_add(&squares, &square, &error), TS_OK);
    }
    ck_assert_int_eq(ts_ndb_matrix_init(matrix, n, own, &squares, &error), TS_OK);
    ts_ndb_squares_clear(&squares);
    free(own);
}

/* H of a cloth of n x n squares, its inertia that of h = 1/150 s. */
static void make_cloth(int n, ts_ndb_matrix *matrix) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_error error;
    ts_test_add_cloth(&setup, "cloth", n, 0.0, ts_test_cloth());
    ts_test_complete(&setup, 0.0);
    ts_ndb_elastic elastic;
    ck_assert_int_eq(ts_ndb_elastic_init(&elastic, &setup.bodies, &error), TS_OK);
    ts_ndb_squares squares = {0};
    double *own = malloc(setup.bodies.nodes * sizeof *own);
    for (size_t i = 0; i < setup.bodies.nodes; ++i) own[i] = setup.bodies.mass[i] * 150.0 * 150.0;
    ck_assert_int_eq(ts_ndb_elastic_squares(&elastic, &squares, &error), TS_OK);
    ck_assert_int_eq(ts_ndb_matrix_init(matrix, setup.bodies.nodes, own, &squares, &error), TS_OK);
    ts_ndb_squares_clear(&squares);
    free(own);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}

static double *dense_of(const ts_ndb_matrix *m, const double *added) {
    double *dense = calloc(m->nodes * m->nodes, sizeof *dense);
    for (size_t i = 0; i < m->nodes; ++i) {
        dense[i * m->nodes + i] = m->diagonal[i] + (added ? added[i] : 0.0);
        for (size_t k = m->first[i]; k < m->first[i + 1]; ++k) dense[i * m->nodes + (size_t)m->column[k]] = m->value[k];
    }
    return dense;
}

static ts_ndb_row *random_rows(size_t n, uint64_t stream) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), stream);
    ts_ndb_row *rows = calloc(n + 1, sizeof *rows);
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c) rows[i][c] = ts_random_between(&random, -1.0, 1.0);
    return rows;
}

static double *random_diagonal(size_t n, double most) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 7);
    double *added = calloc(n, sizeof *added);
    for (size_t i = 0; i < n; ++i)
        if (ts_random_unit(&random) < 0.4) added[i] = ts_random_log(&random, 1e-3, most);
    return added;
}

/* x by Gauss elimination of the dense matrix. */
static void solve_densely(const ts_ndb_matrix *m, const double *added, const ts_ndb_row *r, ts_ndb_row *x) {
    const size_t n = m->nodes;
    double *a = dense_of(m, added);
    memcpy(x, r, n * sizeof *x);
    for (size_t k = 0; k < n; ++k) {
        for (size_t i = k + 1; i < n; ++i) {
            const double factor = a[i * n + k] / a[k * n + k];
            for (size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
            for (int c = 0; c < 3; ++c) x[i][c] -= factor * x[k][c];
        }
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; ++j)
            for (int c = 0; c < 3; ++c) x[i][c] -= a[i * n + j] * x[j][c];
        for (int c = 0; c < 3; ++c) x[i][c] /= a[i * n + i];
    }
    free(a);
}

static double difference(const ts_ndb_row *a, const ts_ndb_row *b, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c) sum += (a[i][c] - b[i][c]) * (a[i][c] - b[i][c]);
    return sqrt(sum);
}

/* ---- Smoothers ---- */

/* x'' = D'^-1 r + D'^-1 B D'^-1 r + (D'^-1 B)^2 x with B = D - H, by dense products (Lan et al. 2022, order 2). */
START_TEST(a_jacobi_of_order_2_is_two_sweeps) {
    ts_ndb_matrix m;
    ts_ndb_smoothing s;
    ts_error error;
    make_cloth(6, &m);
    const size_t n = m.nodes;
    uint8_t *told = calloc(n, 1);
    double *added = random_diagonal(n, 1e5);
    ck_assert_int_eq(ts_ndb_smoothing_init(&s, &m, told, &error), TS_OK);
    ts_ndb_smoothing_set(&s, added);
    ts_ndb_row *r = random_rows(n, 1), *x = random_rows(n, 2), *two = calloc(n, sizeof *two);
    double *dense = dense_of(&m, added), *product = calloc(n * n, sizeof *product);
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) dense[i * n + j] = i == j ? dense[i * n + j] : -dense[i * n + j];
    }
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j)
            for (size_t k = 0; k < n; ++k)
                if (k != i && j != k)
                    product[i * n + j] += dense[i * n + k] / dense[i * n + i] * dense[k * n + j] / dense[k * n + k];
    for (size_t i = 0; i < n; ++i) {
        for (int c = 0; c < 3; ++c) {
            two[i][c] = r[i][c] / dense[i * n + i];
            for (size_t j = 0; j < n; ++j) {
                if (j != i) two[i][c] += dense[i * n + j] / dense[i * n + i] * r[j][c] / dense[j * n + j];
                two[i][c] += product[i * n + j] * x[j][c];
            }
        }
    }
    ts_ndb_smooth(&s, TS_NDB_JACOBI, 2, (const ts_ndb_row *)r, x);
    ck_assert_double_le(difference((const ts_ndb_row *)x, (const ts_ndb_row *)two, n), 1e-13);
    free(dense);
    free(product);
    free(r);
    free(x);
    free(two);
    free(told);
    free(added);
    ts_ndb_smoothing_clear(&s);
    ts_ndb_matrix_clear(&m);
}
END_TEST

/* All smoothers go to the solution, told nodes do not move; conjugate gradients get there in n steps. */
START_TEST(smoothers_converge) {
    ts_ndb_matrix m;
    ts_ndb_smoothing s;
    ts_error error;
    make_cloth(6, &m);
    const size_t n = m.nodes;
    uint8_t *told = calloc(n, 1);
    double *added = random_diagonal(n, 1e4);
    ck_assert_int_eq(ts_ndb_smoothing_init(&s, &m, told, &error), TS_OK);
    ts_ndb_smoothing_set(&s, added);
    ts_ndb_row *r = random_rows(n, 1), *x = calloc(n, sizeof *x), *wanted = calloc(n, sizeof *wanted);
    solve_densely(&m, added, (const ts_ndb_row *)r, wanted);
    const double start = difference((const ts_ndb_row *)x, (const ts_ndb_row *)wanted, n);
    for (int k = 0; k < TS_NDB_SMOOTHERS; ++k) {
        if (k == TS_NDB_JACOBI) continue; /* it need not, with this bending */
        memset(x, 0, n * sizeof *x);
        ts_ndb_smooth(&s, (ts_ndb_smoother)k, 1000, (const ts_ndb_row *)r, x);
        const double left = difference((const ts_ndb_row *)x, (const ts_ndb_row *)wanted, n);
        ck_assert_msg(left < 1e-6 * start, "%s: %g of %g", ts_ndb_smoother_name((ts_ndb_smoother)k), left, start);
    }
    memset(x, 0, n * sizeof *x);
    ts_ndb_smooth(&s, TS_NDB_PCG, (int)n, (const ts_ndb_row *)r, x);
    ck_assert_double_le(difference((const ts_ndb_row *)x, (const ts_ndb_row *)wanted, n), 1e-10 * start);
    for (size_t i = 0; i < n; i += 3) {
        told[i] = 1;
        memset(r[i], 0, sizeof r[i]);
    }
    ts_ndb_smoothing_set(&s, added);
    for (int k = 0; k < TS_NDB_SMOOTHERS; ++k) {
        memset(x, 0, n * sizeof *x);
        ts_ndb_smooth(&s, (ts_ndb_smoother)k, 5, (const ts_ndb_row *)r, x);
        for (size_t i = 0; i < n; i += 3) ck_assert_double_eq(ts_norm2(x[i]), 0.0);
        ck_assert_double_gt(ts_norm2(x[1]), 0.0);
    }
    free(r);
    free(x);
    free(wanted);
    free(told);
    free(added);
    ts_ndb_smoothing_clear(&s);
    ts_ndb_matrix_clear(&m);
}
END_TEST

/* lambda_max(D'^-1 H') <= max(1, lambda_max(D^-1 H)) for any diagonal that is added; the largest is found densely. */
START_TEST(no_diagonal_makes_jacobi_worse) {
    ts_ndb_matrix m;
    ts_ndb_smoothing s;
    ts_error error;
    make_cloth(5, &m);
    const size_t n = m.nodes;
    uint8_t *told = calloc(n, 1);
    ck_assert_int_eq(ts_ndb_smoothing_init(&s, &m, told, &error), TS_OK);
    ck_assert_double_gt(s.lambda_max, 1.0);
    for (double most = 1e-2; most < 1e9; most *= 100.0) {
        double *added = random_diagonal(n, most);
        const double found = ts_ndb_largest_eigenvalue(&s, added, 2000);
        ck_assert_double_le(found, s.lambda_max);
        free(added);
    }
    free(told);
    ts_ndb_smoothing_clear(&s);
    ts_ndb_matrix_clear(&m);
}
END_TEST

/* A sweep by the packed rows, against one by the dense matrix; every node has one place, within its piece. */
START_TEST(a_sweep_is_that_of_the_dense_matrix) {
    ts_ndb_matrix m;
    make_cloth(30, &m);
    const size_t n = m.nodes;
    ts_ndb_row *r = random_rows(n, 1), *x = random_rows(n, 2), *to = random_rows(n, 3), *wanted = calloc(n, sizeof *to);
    double *inverse = random_diagonal(n, 1.0), *dense = dense_of(&m, NULL);
    int *seen = calloc(n, sizeof *seen);
    for (size_t i = 0; i < n; ++i) {
        ck_assert_uint_eq(m.packed.node[i] / TS_NDB_PIECE, i / TS_NDB_PIECE);
        ++seen[m.packed.node[i]];
        for (int c = 0; c < 3; ++c) {
            double sum = r[i][c];
            for (size_t j = 0; j < n; ++j) sum -= j == i ? 0.0 : dense[i * n + j] * x[j][c];
            wanted[i][c] = x[i][c] + 0.9 * (inverse[i] * sum - x[i][c]) + 0.3 * (x[i][c] - to[i][c]);
        }
    }
    for (size_t i = 0; i < n; ++i) ck_assert_int_eq(seen[i], 1);
    const ts_ndb_sweep sweep = {&m, inverse, (const ts_ndb_row *)r, (const ts_ndb_row *)x, to, 0.9, 0.3};
    ts_ndb_sweep_some(&sweep, 0, n);
    double size = 0.0;
    for (size_t i = 0; i < n; ++i) size += ts_norm2(wanted[i]);
    ck_assert_double_le(difference((const ts_ndb_row *)to, (const ts_ndb_row *)wanted, n), 1e-12 * sqrt(size));
    free(r);
    free(x);
    free(to);
    free(wanted);
    free(inverse);
    free(dense);
    free(seen);
    ts_ndb_matrix_clear(&m);
}
END_TEST

/* A chain with links that reach over many blocks, so that sweeps in a row have to wait for each other. */
static void make_tangled_chain(size_t n, ts_ndb_matrix *matrix) {
    ts_ndb_squares squares = {0};
    ts_error error;
    ts_random random;
    double *own = malloc(n * sizeof *own);
    ts_random_init(&random, ts_test_seed(), 11);
    for (size_t i = 0; i < n; ++i) own[i] = 0.3;
    for (int32_t i = 0; i + 1 < (int32_t)n; ++i) {
        const int32_t far = i + 2 + (int32_t)(ts_random_unit(&random) * (double)(n - (size_t)i - 2));
        const bool links = i % 97 == 0 && far < (int32_t)n;
        const ts_ndb_square square = {
            .node = {i, i + 1, links ? far : -1, -1}, .share = {1.0, -1.25, links ? 0.25 : 0.0}, .weight = 1.0};
        ck_assert_int_eq(ts_ndb_squares_add(&squares, &square, &error), TS_OK);
    }
    ck_assert_int_eq(ts_ndb_matrix_init(matrix, n, own, &squares, &error), TS_OK);
    ts_ndb_squares_clear(&squares);
    free(own);
}

/* Jacobi's by the plain product of all rows; the others by as many threads as go over all rows in each sweep. */
START_TEST(sweeps_in_a_row_are_one_after_the_other) {
    enum { N = 1500, MOST = 19 };
    ts_ndb_matrix m;
    ts_ndb_smoothing s;
    ts_error error;
    make_tangled_chain(N, &m);
    size_t waiting = 0;
    for (size_t b = 0; b < ts_ndb_blocks(N); ++b) waiting += m.packed.reach[b] > b + 1;
    ck_assert_uint_gt(waiting, 3);
    uint8_t *told = calloc(N, 1);
    told[7] = 1;
    ck_assert_int_eq(ts_ndb_smoothing_init(&s, &m, told, &error), TS_OK);
    ts_ndb_smoothing_set(&s, NULL);
    ts_ndb_row *r = random_rows(N, 1), *plain = random_rows(N, 2), *next = calloc(N, sizeof *next);
    memset(r[7], 0, sizeof r[7]);
    for (int sweeps = 1; sweeps <= MOST; ++sweeps) {
        const ts_ndb_sweep sweep = {&m, s.inverse, (const ts_ndb_row *)r, (const ts_ndb_row *)plain, next, 1.0, 0.0};
        ts_ndb_sweep_some(&sweep, 0, N);
        memcpy(plain, next, N * sizeof *plain);
        ts_ndb_row *x = random_rows(N, 2);
        omp_set_num_threads(1);
        ts_ndb_smooth(&s, TS_NDB_JACOBI, sweeps, (const ts_ndb_row *)r, x);
        ck_assert_mem_eq(x, plain, N * sizeof *x);
        free(x);
        for (int k = TS_NDB_JACOBI; k < TS_NDB_PCG; ++k) {
            ts_ndb_row *two[2];
            for (int t = 0; t < 2; ++t) {
                two[t] = random_rows(N, 2);
                omp_set_num_threads(t + 1);
                ts_share_everything(t == 1);
                ts_ndb_smooth(&s, (ts_ndb_smoother)k, sweeps, (const ts_ndb_row *)r, two[t]);
            }
            ck_assert_mem_eq(two[0], two[1], N * sizeof *two[0]);
            for (int t = 0; t < 2; ++t) free(two[t]);
        }
    }
    ts_share_everything(false);
    free(r);
    free(plain);
    free(next);
    free(told);
    ts_ndb_smoothing_clear(&s);
    ts_ndb_matrix_clear(&m);
}
END_TEST

START_TEST(rows_have_the_same_bits_in_all_lanes) {
#if defined(__x86_64__)
    if (!ts_test_has_width(TS_TEST_AVX2)) return;
    ts_ndb_matrix m;
    make_cloth(6, &m);
    const size_t n = m.nodes;
    ts_ndb_row *r = random_rows(n, 1), *x = random_rows(n, 2), *to[2];
    double *inverse = random_diagonal(n, 1.0), dot[2];
    for (int k = 0; k < 2; ++k) {
        to[k] = random_rows(n, 3);
        const ts_ndb_sweep sweep = {&m, inverse, (const ts_ndb_row *)r, (const ts_ndb_row *)x, to[k], 0.9, 0.3};
        (k == 0 ? ts_ndb_sweep_portable : ts_ndb_sweep_avx2)(&sweep, 0, n);
    }
    ck_assert_mem_eq(to[0], to[1], n * sizeof *to[0]);
    for (int k = 0; k < 2; ++k) {
        const ts_ndb_product product = {&m, inverse, (const ts_ndb_row *)x, to[k]};
        dot[k] = (k == 0 ? ts_ndb_product_portable : ts_ndb_product_avx2)(&product, 0, n);
    }
    ck_assert_mem_eq(to[0], to[1], n * sizeof *to[0]);
    ck_assert_mem_eq(&dot[0], &dot[1], sizeof dot[0]);
    for (int k = 0; k < 2; ++k) free(to[k]);
    free(r);
    free(x);
    free(inverse);
    ts_ndb_matrix_clear(&m);
#endif
}
END_TEST

/* A step of conjugate gradients between two products, written out; and the same bits in all lanes. */
START_TEST(a_descent_is_what_its_letters_say) {
    enum { N = 37 };
    ts_ndb_row *row[2][6], *before[6];
    double *inverse = random_diagonal(N, 1.0), dot[2] = {0.0, 0.0}, wanted = 0.0;
    const double alpha = 0.7, beta = -0.4;
    for (uint64_t k = 0; k < 6; ++k) {
        before[k] = random_rows(N, k + 1);
        for (int j = 0; j < 2; ++j) row[j][k] = random_rows(N, k + 1);
    }
    for (int j = 0; j < 2; ++j) {
        const ts_ndb_descent descent = {
            inverse, (const ts_ndb_row *)row[j][0], row[j][1], row[j][2], row[j][3], row[j][4], row[j][5], alpha, beta};
        dot[j] = (j == 0 ? ts_ndb_descent_portable : ts_ndb_descent_some)(&descent, 0, N);
    }
    for (size_t i = 0; i < N; ++i) {
        for (int c = 0; c < 3; ++c) {
            const double w = before[0][i][c], u = before[1][i][c], p = u + beta * before[2][i][c];
            const double s = w + beta * before[3][i][c], x = before[4][i][c] + alpha * p;
            const double left = before[5][i][c] - alpha * s;
            const double found[] = {w, inverse[i] * left, p, s, x, left};
            for (int k = 0; k < 6; ++k) ck_assert_double_eq_tol(row[0][k][i][c], found[k], 1e-14);
            wanted += left * inverse[i] * left;
        }
    }
    ck_assert_double_eq_tol(dot[0], wanted, 1e-12);
    ck_assert_mem_eq(&dot[0], &dot[1], sizeof dot[0]);
    for (int k = 0; k < 6; ++k) {
        ck_assert_mem_eq(row[0][k], row[1][k], N * sizeof *row[0][k]);
        for (int j = 0; j < 2; ++j) free(row[j][k]);
        free(before[k]);
    }
    free(inverse);
}
END_TEST

/* ---- Modes ---- */

/* A free chain has the eigenvalues d + 2 - 2 cos(pi k / n), one that is held at both ends d + 2 - 2 cos(pi k/(n + 1)).
 * 1,200 nodes are beyond what is done densely. */
START_TEST(a_chains_modes_are_cosines) {
    for (int held = 0; held < 2; ++held) {
        const size_t n = 1200;
        ts_ndb_matrix m;
        ts_ndb_modes modes;
        ts_error error;
        make_chain(n + 2 * (size_t)held, 1e-4, &m);
        uint8_t *told = calloc(m.nodes, 1);
        if (held) told[0] = told[n + 1] = 1;
        ck_assert_msg(ts_ndb_modes_find(&m, told, 20, &modes, &error) == TS_OK, "%s", error.message);
        ck_assert_int_eq(modes.count, 20);
        for (int k = 0; k < 20; ++k) {
            const double angle = held ? M_PI * (k + 1) / (double)(n + 1) : M_PI * k / (double)n;
            const double wanted = 1e-4 + 2.0 - 2.0 * cos(angle);
            ck_assert_double_eq_tol(modes.value[k], wanted, 1e-9 * wanted + 1e-12);
            double size = 0.0;
            for (size_t i = 0; i < m.nodes; ++i) {
                const double entry = modes.vector[i * (size_t)modes.stride + (size_t)k];
                size += entry * entry;
                if (told[i]) ck_assert_double_eq(entry, 0.0);
            }
            ck_assert_double_eq_tol(size, 1.0, 1e-10);
        }
        free(told);
        ts_ndb_modes_clear(&modes);
        ts_ndb_matrix_clear(&m);
    }
}
END_TEST

/* A square sheet has pairs of equal eigenvalues; Lanczos finds both of each. Against H v = lambda v. */
START_TEST(modes_of_a_sheet_are_all_found) {
    ts_ndb_matrix m;
    ts_ndb_modes modes;
    ts_error error;
    make_cloth(20, &m);
    uint8_t *told = calloc(m.nodes, 1);
    ck_assert_msg(ts_ndb_modes_find(&m, told, 24, &modes, &error) == TS_OK, "%s", error.message);
    ts_ndb_row *v = calloc(m.nodes, sizeof *v), *image = calloc(m.nodes, sizeof *image);
    double trace = 0.0;
    for (int k = 0; k < modes.count; ++k) {
        for (size_t i = 0; i < m.nodes; ++i) v[i][0] = modes.vector[i * (size_t)modes.stride + (size_t)k];
        ts_ndb_matrix_apply(&m, (const ts_ndb_row *)v, image);
        double off = 0.0;
        for (size_t i = 0; i < m.nodes; ++i) {
            const double d = image[i][0] - modes.value[k] * v[i][0];
            off += d * d;
        }
        ck_assert_double_le(sqrt(off), 1e-6 * modes.value[k]);
        if (k > 0) ck_assert_double_ge(modes.value[k], modes.value[k - 1] * (1.0 - 1e-12));
        trace += modes.value[k];
    }
    /* the same sum of eigenvalues as when all are found densely */
    ts_ndb_modes all;
    ck_assert_int_eq(ts_ndb_modes_find(&m, told, 100, &all, &error), TS_OK);
    double wanted = 0.0;
    for (int k = 0; k < modes.count; ++k) wanted += all.value[k];
    ck_assert_double_eq_tol(trace, wanted, 1e-8 * wanted);
    free(v);
    free(image);
    free(told);
    ts_ndb_modes_clear(&modes);
    ts_ndb_modes_clear(&all);
    ts_ndb_matrix_clear(&m);
}
END_TEST

/* ---- The subspace ---- */

/* Equation 19 entry by entry, and its solve against the dense normal equations. */
START_TEST(the_reused_subspace_is_the_dense_product) {
    ts_ndb_matrix m;
    ts_ndb_modes modes;
    ts_ndb_subspace s;
    ts_error error;
    make_cloth(9, &m);
    const size_t n = m.nodes, r = 13;
    uint8_t *told = calloc(n, 1);
    ck_assert_int_eq(ts_ndb_modes_find(&m, told, 20, &modes, &error), TS_OK);
    ck_assert_int_eq(ts_ndb_subspace_init(&s, &modes, (int)r, &error), TS_OK);
    double *added = random_diagonal(n, 1e3);
    int32_t *node = malloc(n * sizeof *node);
    ts_ndb_added contact = {.node = node, .value = added};
    for (size_t i = 0; i < n; ++i)
        if (added[i] > 0.0) node[contact.count++] = (int32_t)i;
    ts_ndb_subspace_set(&s, &contact);
    for (size_t i = 0; i < r; ++i) {
        for (size_t j = 0; j <= i; ++j) {
            double sum = 0.0;
            for (size_t v = 0; v < n; ++v) sum += added[v] * s.vector[v * s.stride + i] * s.vector[v * s.stride + j];
            ck_assert_double_eq_tol(ts_ndb_subspace_entry(&s, i, j), sum, 1e-9);
        }
    }
    /* the correction leaves no residual in the subspace: V^T (r - (H + dH) dx) = 0; with contact and without */
    ts_ndb_row *right = random_rows(n, 4), *dx = calloc(n, sizeof *dx), *image = calloc(n, sizeof *image);
    for (int is_free = 0; is_free < 2; ++is_free) {
        if (is_free) ts_ndb_subspace_set(&s, &(ts_ndb_added){0});
        ts_ndb_subspace_solve(&s, (const ts_ndb_row *)right, dx);
        ts_ndb_matrix_apply(&m, (const ts_ndb_row *)dx, image);
        for (size_t i = 0; i < 3 * r; ++i) {
            const size_t k = i / 3, c = i % 3;
            double sum = 0.0;
            for (size_t v = 0; v < n; ++v) {
                const double pull = is_free ? 0.0 : added[v] * dx[v][c];
                sum += s.vector[v * s.stride + k] * (right[v][c] - image[v][c] - pull);
            }
            ck_assert_double_eq_tol(sum, 0.0, 1e-9);
        }
    }
    free(right);
    free(dx);
    free(image);
    free(node);
    free(added);
    free(told);
    ts_ndb_subspace_clear(&s);
    ts_ndb_modes_clear(&modes);
    ts_ndb_matrix_clear(&m);
}
END_TEST

/* V^T r and V q of any number of nodes and of modes, and the same bits in all lanes. */
START_TEST(products_with_modes_are_the_dense_ones) {
    enum { N = 21, MOST = 40 };
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 9);
    ts_ndb_row *r = random_rows(N, 5), *dx[2] = {random_rows(N, 6), random_rows(N, 6)};
    double *vector = malloc(N * MOST * sizeof *vector), q[3 * MOST], sum[2][4 * MOST];
    for (size_t k = 0; k < N * MOST; ++k) vector[k] = ts_random_between(&random, -1.0, 1.0);
    for (size_t k = 0; k < 3 * MOST; ++k) q[k] = ts_random_between(&random, -1.0, 1.0);
    for (size_t stride = 8; stride <= MOST; stride += 8) {
        const ts_ndb_basis basis = {stride, vector};
        for (size_t first = 0; first < 5; ++first) {
            const size_t end = N - first / 2;
            for (int k = 0; k < 2; ++k) {
                for (size_t e = 0; e < 4 * stride; ++e) sum[k][e] = (double)e;
                (k == 0 ? ts_ndb_project_portable : ts_ndb_project_some)(&basis, first, end, (const ts_ndb_row *)r,
                                                                         sum[k]);
                (k == 0 ? ts_ndb_prolong_portable : ts_ndb_prolong_some)(&basis, first, end, q, dx[k]);
            }
            ck_assert_mem_eq(sum[0], sum[1], 4 * stride * sizeof **sum);
            ck_assert_mem_eq(dx[0], dx[1], N * sizeof **dx);
            for (size_t e = 0; e < 4 * stride; ++e) {
                double wanted = (double)e;
                for (size_t i = first; i < end && e < 3 * stride; ++i)
                    wanted += vector[i * stride + e % stride] * r[i][e / stride];
                ck_assert_double_eq_tol(sum[0][e], wanted, 1e-12);
            }
            for (size_t i = first; i < end; ++i) {
                for (size_t c = 0; c < 3; ++c) {
                    double wanted = 0.0;
                    for (size_t k = 0; k < stride; ++k) wanted += vector[i * stride + k] * q[c * stride + k];
                    ck_assert_double_eq_tol(dx[0][i][c], wanted, 1e-13);
                }
            }
        }
    }
    free(r);
    free(dx[0]);
    free(dx[1]);
    free(vector);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("the global solve of ndb");
    TCase *tests = tcase_create("global");
    tcase_add_test(tests, a_jacobi_of_order_2_is_two_sweeps);
    tcase_add_test(tests, smoothers_converge);
    tcase_add_test(tests, no_diagonal_makes_jacobi_worse);
    tcase_add_test(tests, a_sweep_is_that_of_the_dense_matrix);
    tcase_add_test(tests, sweeps_in_a_row_are_one_after_the_other);
    tcase_add_test(tests, rows_have_the_same_bits_in_all_lanes);
    tcase_add_test(tests, a_descent_is_what_its_letters_say);
    tcase_add_test(tests, a_chains_modes_are_cosines);
    tcase_add_test(tests, modes_of_a_sheet_are_all_found);
    tcase_add_test(tests, the_reused_subspace_is_the_dense_product);
    tcase_add_test(tests, products_with_modes_are_the_dense_ones);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
