/* SPDX-License-Identifier: MIT
 * Increments within a trust region, against what is known of them in closed form and against products by hand
 * (as directions: test_exact_hessian.c). */
#include <stdlib.h>

#include <omp.h>

#include "cipc/block_product.h"
#include "cipc/trust_region.h"
#include "core/share.h"
#include "tests/cipc/cuboid.h"

enum { N = 3 * NODES };

static double gradient[N], newton[N], p[N];
static ts_trust_region *region;
static ts_trust_result result;

/* The factor of the projected Hessian is that of fill(1), whose values are kept. */
static double *projected;

static size_t values(void) {
    return 9 * ts_block_matrix_blocks(&matrix);
}

static void set_up(void) {
    cuboid_begin();
    fill(1);
    ck_assert(solve());
    projected = malloc(values() * sizeof *projected);
    memcpy(projected, matrix.value, values() * sizeof *projected);
    for (int i = 0; i < N; ++i) {
        gradient[i] = -right[i];
        newton[i] = solution[i];
    }
    ck_assert_int_eq(ts_trust_region_create(&region, &error), TS_OK);
}

static void tear_down(void) {
    ts_trust_region_destroy(region);
    free(projected);
    cuboid_end();
}

/* y = matrix x, block by block; of the diagonal's the lower triangle. */
static void multiply(const double *x, double *y) {
    memset(y, 0, N * sizeof *y);
    for (int32_t j = 0; j < NODES; ++j) {
        for (int32_t k = matrix.column[j]; k < matrix.column[j + 1]; ++k) {
            const int32_t i = matrix.row[k];
            size_t stride;
            const double *block = ts_block_at(&matrix, k, j, &stride);
            for (int c = 0; c < 3; ++c) {
                for (int r = i == j ? c : 0; r < 3; ++r) {
                    y[3 * i + r] += block[(size_t)c * stride + (size_t)r] * x[3 * j + c];
                    if (i != j || r != c) y[3 * j + c] += block[(size_t)c * stride + (size_t)r] * x[3 * i + r];
                }
            }
        }
    }
}

static double dot(const double *a, const double *b) {
    double sum = 0.0;
    for (int i = 0; i < N; ++i) sum += a[i] * b[i];
    return sum;
}

/* x . M x of the matrix as it is. */
static double square(const double *x) {
    static double y[N];
    multiply(x, y);
    return dot(x, y);
}

static double fall_of(const double *x) {
    return -dot(gradient, x) - 0.5 * square(x);
}

/* The exact Hessian is `share` of the projected one, and `other` of another like it. */
static void mix(double share, double other) {
    fill(2);
    for (size_t k = 0; k < values(); ++k) matrix.value[k] = share * projected[k] + other * matrix.value[k];
}

/* Less of the identity at some nodes, here and there so much that the matrix is indefinite: many modes of their own. */
static void thin(void) {
    for (int32_t i = 0; i < NODES; i += 3) {
        size_t stride;
        double *block = ts_block_at(&matrix, matrix.column[i], i, &stride);
        for (size_t c = 0; c < 3; ++c) block[c * stride + c] -= 0.3 + 0.06 * (i % 11);
    }
}

static void find_by(double radius, double near_enough, int most, bool is_hurried) {
    memcpy(p, newton, sizeof p);
    const ts_trust_model model = {
        .solver = solver,
        .hessian = &matrix,
        .gradient = (const double(*)[3])(void *)gradient,
        .radius = radius,
        .near_enough = near_enough,
        .most_iterations = most,
        .is_hurried = is_hurried,
    };
    ck_assert_msg(ts_trust_increment(region, &model, (double(*)[3])(void *)p, &result, &error) == TS_OK, "%s",
                  error.message);
}

static void find(double radius) {
    find_by(radius, TS_TRUST_NEAR_ENOUGH, TS_TRUST_MOST_ITERATIONS, false);
}

/* The same without a region, as near as this. */
static void find_anywhere(double near_enough, int most, bool is_hurried) {
    find_by(INFINITY, near_enough, most, is_hurried);
}

START_TEST(products_are_those_by_hand_on_any_threads) {
    static double x[N], y[N], wanted[N], first[N];
    ts_random random;
    ts_random_init(&random, 5, 0);
    for (int i = 0; i < N; ++i) x[i] = ts_random_between(&random, -1.0, 1.0);
    multiply(x, wanted);
    for (int threads = 1; threads <= 3; ++threads) {
        omp_set_num_threads(threads);
        for (int i = 0; i < N; ++i) y[i] = NAN;
        ts_block_product(&matrix, x, y);
        for (int i = 0; i < N; ++i) ck_assert_double_le(fabs(y[i] - wanted[i]), 1e-14);
        if (threads == 1) memcpy(first, y, sizeof y);
        ck_assert_mem_eq(y, first, sizeof y);
    }
    for (int32_t begin = 0; begin <= NODES; begin += NODES / 20) {
        const int32_t end = begin + (NODES - begin) / 2;
        int wrong = 0;
        for (int i = 0; i < N; ++i) y[i] = 7.0;
        ts_block_product_rows(&matrix, begin, end, x, y);
        for (int i = 0; i < N; ++i) wrong += i / 3 < begin || i / 3 >= end ? y[i] != 7.0 : y[i] != first[i];
        ck_assert_int_eq(wrong, 0);
    }
    /* other patterns, of half the couplings each time, also after the matrix was cleared, as between steps */
    for (int trial = 0; trial < 3; ++trial) {
        pairs /= 2;
        const ts_stencil *list = pair;
        const ts_couplings couplings = {.lists = 1, .list = &list, .count = &pairs};
        if (trial > 0) ts_block_matrix_clear(&matrix);
        ck_assert_int_eq(ts_block_matrix_build(&matrix, NODES, &couplings, &error), TS_OK);
        fill(3);
        multiply(x, wanted);
        ts_block_product(&matrix, x, y);
        for (int i = 0; i < N; ++i) ck_assert_double_le(fabs(y[i] - wanted[i]), 1e-14);
    }
}
END_TEST

/* H = share H_p: -H^-1 g is 1/share times the projected increment, or as far as the region goes. */
START_TEST(a_multiple_is_known) {
    static const struct {
        double share, radius, factor;
        bool at_edge;
    } cases[] = {{1.0, 2.0, 1.0, false}, {0.25, 8.0, 4.0, false}, {0.25, 2.0, 2.0, true},
                 {-1.0, 3.0, 3.0, true}, {0.0, 5.0, 5.0, true},   {0.5, 1.0, 1.0, true}};
    const double length2 = dot(right, newton);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        mix(cases[k].share, 0.0);
        find(cases[k].radius);
        for (int i = 0; i < N; ++i) {
            ck_assert_double_le(fabs(p[i] - cases[k].factor * newton[i]), 1e-10 * fabs(newton[i]) + 1e-12);
        }
        ck_assert_int_eq(result.at_edge, cases[k].at_edge);
        ck_assert_int_eq(result.iterations, 1);
        const double f = cases[k].factor, wanted = (f - 0.5 * f * f * cases[k].share) * length2;
        ck_assert_double_le(fabs(result.fall - wanted), 1e-10 * fabs(wanted));
    }
}
END_TEST

/* What is promised of any: inside it solves H p = -g nearly, at the edge it is as long as allowed, and the fall is that
 * of the model, no less than that of the best multiple of the projected increment. */
START_TEST(it_keeps_what_it_promises) {
    static const double shares[][2] = {{0.3, 0.05}, {0.5, -0.1}, {0.2, -0.3}, {0.6, 0.3}, {1.0, 0.0}};
    enum { THIN = 4 };
    enum { RADII = 24 };
    static double r[N], z[N];
    int inside = 0, late_edges = 0; /* late: what is summed up from iteration to iteration shows */
    for (size_t m = 0; m < sizeof shares / sizeof *shares; ++m) {
        for (int k = 0; k < RADII; ++k) {
            const double radius = 1.05 * pow(1.12, k);
            memcpy(matrix.value, projected, values() * sizeof *projected);
            const double first = square(newton);
            mix(shares[m][0], shares[m][1]);
            if (m == THIN) thin();
            find(radius);
            ck_assert_double_le(fabs(result.fall - fall_of(p)), 1e-9 * fabs(result.fall));
            const double curvature = square(newton), best = curvature > 0.0 ? fmin(radius, first / curvature) : radius;
            ck_assert_double_ge(result.fall, (best * first - 0.5 * best * best * curvature) * (1.0 - 1e-9));
            multiply(p, r);
            for (int i = 0; i < N; ++i) r[i] = right[i] - r[i];
            memcpy(matrix.value, projected, values() * sizeof *projected);
            const double length = sqrt(square(p) / first);
            ck_assert_double_le(length, radius * (1.0 + 1e-9));
            if (result.at_edge) {
                ck_assert_double_ge(length, radius * (1.0 - 1e-9));
                late_edges += result.iterations > 2;
            } else if (result.iterations < 8) {
                ck_assert_int_eq(ts_linear_solve_again(solver, 1, r, z, &error), TS_OK);
                ck_assert_double_le(sqrt(dot(r, z) / first), 0.1 * (1.0 + 1e-9));
                ++inside;
            }
        }
    }
    ck_assert_int_gt(inside, 1); /* else nothing was tested */
    printf("%d increments inside, %d late at the edge\n", inside, late_edges);
    ck_assert_int_gt(late_edges, 4);
}
END_TEST

START_TEST(without_a_gradient_there_is_nothing_to_do) {
    memset(gradient, 0, sizeof gradient);
    memset(newton, 0, sizeof newton);
    find(2.0);
    for (int i = 0; i < N; ++i) ck_assert(p[i] == 0.0);
    ck_assert(!result.at_edge && result.fall == 0.0);
}
END_TEST

/* With the factor of another matrix they end where the factor of this one does, as near as they are asked to. */
START_TEST(an_older_factor_leads_to_the_same) {
    static double r[N], z[N];
    mix(0.4, 2.0);
    memcpy(p, newton, sizeof p);
    const double first = dot(right, newton);
    int before = 0;
    for (double near = 0.3; near > 1e-9; near *= 0.1) {
        find_anywhere(near, N, false);
        ck_assert(result.is_near && !result.at_edge);
        ck_assert_int_ge(result.iterations, before);
        before = result.iterations;
        multiply(p, r);
        ck_assert_double_eq_tol(dot(right, p), dot(p, r), 1e-9 * dot(p, r)); /* p.Hp = -g.p */
        for (int i = 0; i < N; ++i) r[i] = right[i] - r[i];
        ck_assert_int_eq(ts_linear_solve_again(solver, 1, r, z, &error), TS_OK);
        ck_assert_double_le(sqrt(dot(r, z) / first), near * (1.0 + 1e-6));
    }
    ck_assert_int_gt(before, 6);
    ck_assert(solve());
    for (int i = 0; i < N; ++i) ck_assert_double_eq_tol(p[i], solution[i], 1e-7);
}
END_TEST

START_TEST(what_takes_too_long_is_given_up) {
    mix(0.4, 2.0);
    find_anywhere(1e-9, N, false);
    const int needed = result.iterations;
    ck_assert_int_gt(needed, 10);
    find_anywhere(1e-9, needed, true);
    ck_assert(result.is_near);
    find_anywhere(1e-9, needed - 1, false);
    ck_assert(!result.is_near);
    ck_assert_int_eq(result.iterations, needed - 1);
    find_anywhere(1e-9, needed / 4, true); /* after five it is known to be four times as far */
    ck_assert(!result.is_near);
    ck_assert_int_gt(needed / 4, 5);
    ck_assert_int_lt(result.iterations, needed / 4);
    mix(-1.0, 0.0); /* no minimum, and no edge to go to */
    find_anywhere(0.1, N, true);
    ck_assert(!result.is_near && result.at_edge);
    for (int i = 0; i < N; ++i) ck_assert(isfinite(p[i]));
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("trust region");
    TCase *tests = tcase_create("increment");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, products_are_those_by_hand_on_any_threads);
    tcase_add_test(tests, a_multiple_is_known);
    tcase_add_test(tests, it_keeps_what_it_promises);
    tcase_add_test(tests, without_a_gradient_there_is_nothing_to_do);
    tcase_add_test(tests, an_older_factor_leads_to_the_same);
    tcase_add_test(tests, what_takes_too_long_is_given_up);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
