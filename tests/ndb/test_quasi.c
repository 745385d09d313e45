/* SPDX-License-Identifier: GPL-2.0-or-later
 * Quasi-Newton directions beside the textbook's update of a dense inverse Hessian, where the energy bends downwards,
 * and by several threads. */
#include <check.h>
#include <math.h>
#include <omp.h>

#include "core/random.h"
#include "core/share.h"
#include "ndb/quasi.h"
#include "tests/ndb/ndb_scenes.h"

enum { NODES = 3, D = 3 * NODES, DEPTH = 3, STEPS = 12 };

typedef struct matrix {
    double of[D][D];
} matrix;

static void times(const matrix *m, const double *v, double *result) {
    for (int i = 0; i < D; ++i) {
        result[i] = 0.0;
        for (int j = 0; j < D; ++j) result[i] += m->of[i][j] * v[j];
    }
}

static double product(const double *a, const double *b) {
    double sum = 0.0;
    for (int i = 0; i < D; ++i) sum += a[i] * b[i];
    return sum;
}

/* Symmetric, with eigenvalues of `least` and more. */
static matrix random_definite(ts_random *random, double least) {
    double half[D][D];
    matrix made;
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) half[i][j] = ts_random_between(random, -1.0, 1.0);
    for (int i = 0; i < D; ++i) {
        for (int j = 0; j < D; ++j) {
            made.of[i][j] = i == j ? least : 0.0;
            for (int k = 0; k < D; ++k) made.of[i][j] += half[i][k] * half[j][k];
        }
    }
    return made;
}

/* (I - s y^T / s.y) b (I - y s^T / s.y) + s s^T / s.y: Nocedal and Wright 2006, equation 6.17. */
static matrix updated(const matrix *b, const double *s, const double *y) {
    const double rho = 1.0 / product(s, y);
    matrix left, half, made;
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) left.of[i][j] = (i == j) - rho * s[i] * y[j];
    for (int i = 0; i < D; ++i) {
        for (int j = 0; j < D; ++j) {
            half.of[i][j] = 0.0;
            for (int k = 0; k < D; ++k) half.of[i][j] += left.of[i][k] * b->of[k][j];
        }
    }
    for (int i = 0; i < D; ++i) {
        for (int j = 0; j < D; ++j) {
            made.of[i][j] = rho * s[i] * s[j];
            for (int k = 0; k < D; ++k) made.of[i][j] += half.of[i][k] * left.of[j][k];
        }
    }
    return made;
}

static void to_rows(const double *v, ts_ndb_row *rows) {
    for (int i = 0; i < D; ++i) rows[i / 3][i % 3] = v[i];
}

/* The pairs that are known, the oldest first. */
typedef struct known {
    double s[STEPS][D], y[STEPS][D];
    int count;
} known;

static void forget_oldest(known *pairs) {
    --pairs->count;
    memmove(pairs->s, pairs->s + 1, (size_t)pairs->count * sizeof *pairs->s);
    memmove(pairs->y, pairs->y + 1, (size_t)pairs->count * sizeof *pairs->y);
}

/* Steps to random points of an energy, of whose steps those in `downwards` (bits) go where it bends downwards. */
static void check_directions(ts_random *random, unsigned downwards) {
    ts_ndb_quasi quasi;
    ts_error error;
    ck_assert_int_eq(ts_ndb_quasi_init(&quasi, NODES, DEPTH, &error), TS_OK);
    const matrix bend = random_definite(random, 0.1), solve = random_definite(random, 0.1);
    double x[D] = {0.0}, r[D], f[D], change[D], turned[D], wanted[D], stretch = 0.0;
    ts_ndb_row x_rows[NODES] = {{0.0}}, r_rows[NODES] = {{0.0}}, f_rows[NODES] = {{0.0}};
    known pairs = {.count = 0};
    for (int i = 0; i < D; ++i) r[i] = ts_random_between(random, -1.0, 1.0);
    for (int step = 0; step < STEPS; ++step) {
        const bool down = step > 0 && (downwards >> step & 1U);
        if (step > 0) {
            for (int i = 0; i < D; ++i) change[i] = ts_random_between(random, -1.0, 1.0);
            times(&bend, change, turned);
            for (int i = 0; i < D; ++i) {
                x[i] += change[i];
                if (down) turned[i] = -turned[i];
                r[i] -= turned[i];
            }
            if (pairs.count == DEPTH) forget_oldest(&pairs);
            if (!down) memcpy(pairs.s[pairs.count], change, sizeof change);
            if (!down) memcpy(pairs.y[pairs.count++], turned, sizeof turned);
            stretch = down ? fmin(fmax(2.0 * stretch, 1.0), 64.0) : 0.0;
        }
        times(&solve, r, f);
        to_rows(x, x_rows);
        to_rows(r, r_rows);
        to_rows(f, f_rows);
        matrix inverse = solve;
        for (int k = 0; k < pairs.count; ++k) inverse = updated(&inverse, pairs.s[k], pairs.y[k]);
        times(&inverse, r, wanted);
        double g[NODES][3], size = 0.0;
        for (int i = 0; i < D; ++i) g[i / 3][i % 3] = x[i] + f[i];
        const ts_ndb_iterate_rows now = {(const ts_ndb_row *)x_rows, (const ts_ndb_row *)r_rows,
                                         (const ts_ndb_row *)f_rows};
        const bool moved = ts_ndb_quasi_take(&quasi, &now, g);
        ck_assert_int_eq(moved, pairs.count > 0 || down);
        for (int i = 0; i < D; ++i) size = fmax(size, (1.0 + stretch) * fabs(wanted[i]));
        for (int i = 0; i < D; ++i)
            ck_assert_double_eq_tol(g[i / 3][i % 3] - x[i], (1.0 + stretch) * wanted[i], 1e-8 * size);
        /* It goes down: the inverse is definite, whatever the energy does. */
        ck_assert_double_gt(product(wanted, r), 0.0);
    }
    ts_ndb_quasi_clear(&quasi);
}

START_TEST(directions_are_those_of_the_dense_update) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int k = 0; k < ts_test_cases(200); ++k) check_directions(&random, 0);
}
END_TEST

/* At the beginning, in the midst, when all places for pairs are taken, several in a row. */
START_TEST(where_the_energy_bends_downwards_they_are_stretched) {
    static const unsigned ways[] = {1U << 1, 1U << 2, 1U << 5, 7U << 6, 0xAAA, 0xFFF, 0xFFFU & ~(1U << 4)};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int k = 0; k < ts_test_cases(100); ++k)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w) check_directions(&random, ways[w]);
}
END_TEST

START_TEST(a_direction_is_taken_back) {
    ts_ndb_quasi quasi;
    ts_error error;
    ck_assert_int_eq(ts_ndb_quasi_init(&quasi, 1, DEPTH, &error), TS_OK);
    /* The energy -x^2 / 2 by a solve that is exact for x^2 / 2. */
    double g[1][3] = {{0.0}}, place = 1.0, length = 1.0;
    static const double lengths[] = {1.0, 2.0, 3.0, 5.0, 9.0}; /* plain, then stretched by 1, 2, 4, 8 */
    for (int k = 0; k < 5; ++k) {
        const ts_ndb_row x = {place}, r = {place}, f = {place};
        const ts_ndb_iterate_rows now = {&x, &r, &f};
        g[0][0] = place + place;
        ck_assert_int_eq(ts_ndb_quasi_take(&quasi, &now, g), k > 0);
        length = (g[0][0] - place) / place;
        ck_assert_double_eq(length, lengths[k]);
        if (k < 4) place = g[0][0];
    }
    ts_ndb_quasi_take_back(&quasi, g);
    ck_assert_double_eq(g[0][0], place + place);
    /* It begins anew, and with a quarter of 8, doubled. */
    for (int k = 0; k < 2; ++k) {
        place = g[0][0];
        const ts_ndb_row x = {place}, r = {place}, f = {place};
        const ts_ndb_iterate_rows now = {&x, &r, &f};
        g[0][0] = place + place;
        ck_assert_int_eq(ts_ndb_quasi_take(&quasi, &now, g), k > 0);
    }
    ck_assert_double_eq((g[0][0] - place) / place, 5.0);
    ts_ndb_quasi_clear(&quasi);
}
END_TEST

enum { MANY = 1100 }; /* more than two pieces, the last one not whole */

static void fill(ts_random *random, ts_ndb_row *rows, double size) {
    for (size_t i = 0; i < MANY; ++i)
        for (int c = 0; c < 3; ++c) rows[i][c] += ts_random_between(random, -size, size);
}

static void directions_by(int threads, double (*g)[3]) {
    static ts_ndb_row x[MANY], r[MANY], f[MANY];
    ts_random random;
    ts_ndb_quasi quasi;
    ts_error error;
    omp_set_num_threads(threads);
    memset(x, 0, sizeof x);
    memset(r, 0, sizeof r);
    memset(f, 0, sizeof f);
    ts_random_init(&random, ts_test_seed(), 7);
    ck_assert_int_eq(ts_ndb_quasi_init(&quasi, MANY, 5, &error), TS_OK);
    for (int k = 0; k < 9; ++k) {
        fill(&random, x, 1.0);
        for (size_t i = 0; i < MANY; ++i)
            for (int c = 0; c < 3; ++c) r[i][c] = -(1.0 + (double)(i % 7)) * x[i][c];
        fill(&random, f, 0.1);
        for (size_t i = 0; i < MANY; ++i)
            for (int c = 0; c < 3; ++c) g[i][c] = x[i][c] + f[i][c];
        const ts_ndb_iterate_rows now = {(const ts_ndb_row *)x, (const ts_ndb_row *)r, (const ts_ndb_row *)f};
        ck_assert_int_eq(ts_ndb_quasi_take(&quasi, &now, g), k > 0);
    }
    ts_ndb_quasi_clear(&quasi);
}

START_TEST(any_number_of_threads_has_the_same_bits) {
    static double one[MANY][3], many[MANY][3];
    const int before = omp_get_max_threads();
    ts_share_everything(true);
    directions_by(1, one);
    for (int threads = 2; threads <= 4; ++threads) {
        directions_by(threads, many);
        ck_assert_mem_eq(one, many, sizeof one);
    }
    ts_share_everything(false);
    omp_set_num_threads(before);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("quasi");
    tcase_add_test(cases, directions_are_those_of_the_dense_update);
    tcase_add_test(cases, where_the_energy_bends_downwards_they_are_stretched);
    tcase_add_test(cases, a_direction_is_taken_back);
    tcase_add_test(cases, any_number_of_threads_has_the_same_bits);
    Suite *suite = suite_create("quasi-Newton directions");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
