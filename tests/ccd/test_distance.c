/* SPDX-License-Identifier: MIT
 * ts_closest_points against exact rational distances: random, parallel, thin, degenerate, far away and at
 * extreme scales. The bounds checked here are those of <touchstone/distance.h>. */
#include <touchstone/distance.h>

#include <math.h>
#include <string.h>

#include "core/random.h"
#include "core/vec3.h"
#include "tests/ccd/exact_distance.h"
#include "tests/support.h"

/* In units of 2^-53 times the largest difference of two vertices (distance), of the largest coordinate
 * (weights). The most seen of random ones is about 5 and 5; the tests print it. */
static const double DISTANCE_BOUND = 16.0;
static const double WEIGHT_BOUND = 8.0;

typedef struct worst_errors {
    double distance, weights;
} worst_errors;

static worst_errors worst;

static double random_signed(ts_random *random) {
    return ts_random_between(random, -1.0, 1.0);
}

static void random_points(ts_random *random, double x[4][3]) {
    for (int i = 0; i < 12; ++i) x[i / 3][i % 3] = random_signed(random);
}

static double largest_difference(ts_ccd_kind kind, const double x[4][3]) {
    double largest = 0.0;
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        for (int j = 0; j < i; ++j) {
            for (int c = 0; c < 3; ++c) largest = fmax(largest, fabs(x[i][c] - x[j][c]));
        }
    }
    return largest;
}

/* Error of sqrt(distance2) as the distance of the two points that the weights name. */
static double error_of_weights(ts_ccd_kind kind, const double x[4][3], const ts_closest *closest) {
    exact_pair pair;
    exact_pair_init(&pair, x);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        mpq_set_d(pair.value[0], i < ts_ccd_first_vertices(kind) ? closest->weight[i] : -closest->weight[i]);
        for (int c = 0; c < 3; ++c) {
            mpq_mul(pair.value[1], pair.value[0], pair.x[i].c[c]);
            mpq_add(pair.w.c[c], pair.w.c[c], pair.value[1]);
        }
    }
    exact_dot(&pair, &pair.w, &pair.w, pair.value[0]);
    const double error = exact_root_error(pair.value[0], closest->distance2);
    exact_pair_clear(&pair);
    return error;
}

static void check_weights(ts_ccd_kind kind, const double x[4][3], const ts_closest *closest) {
    const int first = ts_ccd_first_vertices(kind), vertices = ts_ccd_vertices(kind);
    double sums[2] = {0.0, 0.0}, largest = 0.0;
    for (int i = 0; i < 4; ++i) {
        ck_assert_msg(closest->weight[i] >= 0.0 && closest->weight[i] <= 1.0, "weight %d is %g", i, closest->weight[i]);
        ck_assert_int_eq(closest->feature >> i & 1, closest->weight[i] > 0.0);
        if (i >= vertices) ck_assert_double_eq(closest->weight[i], 0.0);
        sums[i >= first] += closest->weight[i];
        for (int c = 0; c < 3; ++c) largest = fmax(largest, fabs(x[i][c]));
    }
    ck_assert_double_le(fabs(sums[0] - 1.0), 0x1p-51);
    ck_assert_double_le(fabs(sums[1] - 1.0), 0x1p-51);
    ck_assert_str_ne(ts_feature_name(kind, closest->feature), "none");

    const double error = error_of_weights(kind, x, closest);
    ck_assert_double_le(error, WEIGHT_BOUND * 0x1p-53 * largest);
    if (largest > 0.0) worst.weights = fmax(worst.weights, error / largest * 0x1p53);
}

static void check(ts_ccd_kind kind, const double x[4][3]) {
    ts_closest closest;
    ts_closest_points(kind, x, &closest);
    ck_assert(closest.distance2 >= 0.0);
    ck_assert_double_eq(closest.distance2, ts_distance2(kind, x));
    check_weights(kind, x, &closest);

    exact_pair pair;
    exact_pair_init(&pair, x);
    exact_distance2(&pair, kind);
    const double size = largest_difference(kind, x), root = sqrt(closest.distance2);
    const double error = exact_root_error(pair.least, closest.distance2) + 0x1p-53 * root; /* and the root's own */
    exact_pair_clear(&pair);
    ck_assert_msg(error <= DISTANCE_BOUND * 0x1p-53 * size, "%s: distance %.17g is wrong by %g, size %g",
                  ts_ccd_kind_name(kind), root, error, size);
    if (size > 0.0) worst.distance = fmax(worst.distance, error / size * 0x1p53);
}

static void check_all_kinds(const double x[4][3]) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        double rows[4][3] = {{0.0}};
        memcpy(rows, x, (size_t)ts_ccd_vertices((ts_ccd_kind)kind) * sizeof *rows);
        check((ts_ccd_kind)kind, rows);
    }
}

static void scale_points(double factor, double x[4][3]) {
    for (int i = 0; i < 4; ++i) ts_scale(factor, x[i], x[i]);
}

static void move_points(ts_random *random, double size, double x[4][3]) {
    double offset[3];
    for (int c = 0; c < 3; ++c) offset[c] = size * random_signed(random);
    for (int i = 0; i < 4; ++i) ts_add(x[i], offset, x[i]);
}

/* Row `to` becomes a point of the line through rows a and b (also beyond its ends), off by about `sine`. */
static void near_line(ts_random *random, double x[4][3], int a, int b, int to, double sine) {
    const double t = ts_random_between(random, -0.5, 1.5);
    for (int c = 0; c < 3; ++c) x[to][c] = x[a][c] + t * (x[b][c] - x[a][c]) + sine * random_signed(random);
}

START_TEST(random_pairs_match_exact_distances) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int n = ts_test_cases(1500); n-- > 0;) {
        double x[4][3];
        random_points(&random, x);
        if (n % 3 == 0) ts_axpy(x[1], ts_random_log(&random, 1e-12, 1.0), x[0], x[0]);
        if (n % 2 == 0) move_points(&random, ts_random_log(&random, 1.0, 1e8), x);
        check_all_kinds(x);
    }
}
END_TEST

/* Edges within a small angle, and triangles with a small angle at any corner, near and far. */
START_TEST(parallel_edges_and_slivers_match_exact_distances) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(3000); n-- > 0;) {
        double x[4][3], gap[3];
        random_points(&random, x);
        const double sine = ts_random_log(&random, 1e-17, 1e-2), length = ts_random_log(&random, 1e-6, 1e2);
        for (int c = 0; c < 3; ++c) {
            gap[c] = ts_random_log(&random, 1e-14, 10.0) * random_signed(&random);
            x[1][c] = x[0][c] + length * random_signed(&random);
        }
        if (n % 2 == 0) { /* EE: (2,3) along (0,1) */
            near_line(&random, x, 0, 1, 2, sine);
            near_line(&random, x, 0, 1, 3, sine);
            ts_add(x[2], gap, x[2]);
            ts_add(x[3], gap, x[3]);
            check(TS_EDGE_EDGE, x);
        } else { /* PT: a thin triangle and a point near it */
            const int a = 1 + n / 2 % 3, b = 1 + (n / 2 + 1) % 3;
            near_line(&random, x, a, b, 6 - a - b, sine);
            near_line(&random, x, 1, 2, 0, sine);
            ts_add(x[0], gap, x[0]);
            check(TS_POINT_TRIANGLE, x);
        }
    }
}
END_TEST

/* Along every axis the difference of the edges, each of their own and each square and sum is rounded up by half a last
 * place, and so is the root: more than 8 units. */
START_TEST(roundings_that_add_up_stay_below_the_bound) {
    static const double tiny[3] = {0x1.6c59d8p-27, 0x1.399745p-26, 0x1.94e8df8p-26};
    double x[4][3];
    for (int c = 0; c < 3; ++c) {
        x[0][c] = tiny[c];
        x[1][c] = tiny[c] - 0x1p-53;
        x[2][c] = -1.0 + 0x1p-53;
        x[3][c] = -1.0 + 0x1p-52;
    }
    const worst_errors before = worst;
    worst = (worst_errors){0};
    check(TS_EDGE_EDGE, x);
    ck_assert_double_gt(worst.distance, 8.9);
    ck_assert_double_lt(worst.distance, 9.0);
    worst = before;
}
END_TEST

/* Small integers: coinciding vertices, zero-length edges, zero-area triangles, exact parallels. */
START_TEST(degenerate_pairs_match_exact_distances) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int n = ts_test_cases(3000); n-- > 0;) {
        double x[4][3];
        const uint64_t range = 2 + (uint64_t)(n % 3);
        for (int i = 0; i < 12; ++i) x[i / 3][i % 3] = (double)ts_random_below(&random, range);
        check_all_kinds(x);
    }
}
END_TEST

/* As above, but with edges that shrink far below the rest. */
START_TEST(mixed_scales_match_exact_distances) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    for (int n = ts_test_cases(1500); n-- > 0;) {
        double x[4][3];
        random_points(&random, x);
        for (int i = 0; i < 4; ++i) ts_scale(ts_random_log(&random, 1e-300, 1.0), x[i], x[i]);
        check_all_kinds(x);
        const int row = 1 + n % 3;
        for (int c = 0; c < 3; ++c) x[row][c] = x[row - 1][c] + ts_random_log(&random, 1e-300, 1.0);
        check_all_kinds(x);
    }
}
END_TEST

START_TEST(extreme_scales_match_exact_distances) {
    static const double scales[] = {1e-150, 1e-100, 1e-60, 1e60, 1e100, 1e150};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    for (int n = ts_test_cases(1500); n-- > 0;) {
        double x[4][3];
        random_points(&random, x);
        if (n % 2 == 0) near_line(&random, x, n % 4 == 0 ? 0 : 1, n % 4 == 0 ? 1 : 2, 3, 1e-9);
        scale_points(scales[n % 6], x);
        check_all_kinds(x);
    }
    printf("worst distance error %.2f, worst error of the weights %.2f (units of 2^-53)\n", worst.distance,
           worst.weights);
}
END_TEST

/* Beyond the promise: no NaN, whatever the input. */
START_TEST(any_finite_input_gives_a_number) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 6);
    for (int n = ts_test_cases(20000); n-- > 0;) {
        double x[4][3];
        for (int i = 0; i < 12; ++i) {
            const double size = n % 2 == 0 ? 1.7e308 : ts_random_log(&random, 1e-300, 1.7e308);
            x[i / 3][i % 3] = size * random_signed(&random);
            if (n % 3 == 0 && ts_random_below(&random, 2) == 0) x[i / 3][i % 3] = 0x1p-1074;
        }
        for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
            ts_closest closest;
            ts_closest_points((ts_ccd_kind)kind, x, &closest);
            ck_assert(closest.distance2 >= 0.0);
            for (int i = 0; i < 4; ++i) ck_assert(closest.weight[i] >= 0.0 && closest.weight[i] <= 1.0);
        }
    }
}
END_TEST

START_TEST(features_are_told_apart) {
    const double triangle[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const struct {
        double point[3];
        ts_feature feature;
    } cases[] = {{{1, 1, 1}, 15},   {{-1, -1, 0}, 3}, {{6, -1, 0}, 5}, {{-1, 6, 0}, 9},
                 {{2, -1, 0.5}, 7}, {{-1, 2, 0}, 11}, {{3, 3, 0}, 13}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double x[4][3];
        memcpy(x[0], cases[i].point, sizeof x[0]);
        memcpy(x[1], triangle, sizeof triangle);
        ts_closest closest;
        ts_closest_points(TS_POINT_TRIANGLE, x, &closest);
        ck_assert_uint_eq(closest.feature, cases[i].feature);
    }
    ck_assert_str_eq(ts_feature_name(TS_POINT_TRIANGLE, 11), "vertex 0 - edge (1,3)");
    ck_assert_str_eq(ts_feature_name(TS_EDGE_EDGE, 13), "vertex 0 - edge (2,3)");
    ck_assert_str_eq(ts_feature_name(TS_POINT_EDGE, 12), "none");
    ck_assert_str_eq(ts_feature_name(TS_POINT_POINT, 200), "none");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("distance");
    TCase *tests = tcase_create("closest points");
    tcase_add_test(tests, random_pairs_match_exact_distances);
    tcase_add_test(tests, parallel_edges_and_slivers_match_exact_distances);
    tcase_add_test(tests, roundings_that_add_up_stay_below_the_bound);
    tcase_add_test(tests, degenerate_pairs_match_exact_distances);
    tcase_add_test(tests, mixed_scales_match_exact_distances);
    tcase_add_test(tests, extreme_scales_match_exact_distances);
    tcase_add_test(tests, any_finite_input_gives_a_number);
    tcase_add_test(tests, features_are_told_apart);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
