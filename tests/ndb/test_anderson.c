/* SPDX-License-Identifier: GPL-2.0-or-later
 * Anderson's acceleration on linear iterations, whose fixed point and number of steps are known, and its sums in lanes.
 */
#include <check.h>
#include <math.h>
#include <omp.h>

#include "core/random.h"
#include "core/share.h"
#include "ndb/anderson.h"
#include "tests/ndb/ndb_scenes.h"

enum { N = 1100 }; /* more than two pieces, the last one not whole */

static void fill(size_t n, uint64_t stream, ts_ndb_row *rows) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), stream);
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c) rows[i][c] = ts_random_between(&random, -1.0, 1.0);
}

/* ---- A linear iteration ---- */

static const double RATE[] = {0.95, -0.4, 0.7}; /* of node i: RATE[i % 3] */

/* f = G(x) - x with G(x) = wanted + rate (x - wanted); x becomes G(x). */
static double iterate(const ts_ndb_row *wanted, double (*x)[3], ts_ndb_row *f) {
    double most = 0.0;
    for (size_t i = 0; i < N; ++i) {
        for (int c = 0; c < 3; ++c) {
            f[i][c] = (RATE[i % 3] - 1.0) * (x[i][c] - wanted[i][c]);
            most = fmax(most, fabs(x[i][c] - wanted[i][c]));
            x[i][c] += f[i][c];
        }
    }
    return most;
}

static double x[N][3]; /* where the iterations below have come to */

/* Three rates: three differences span all that there is, so that after four iterations nothing is left but rounding,
 * where the plain iteration is a factor of 0.95^4 nearer. The depth may be larger than that, and no smaller. */
static double error_after(int iterations, int depth, int threads) {
    static ts_ndb_row wanted[N], f[N];
    ts_ndb_anderson anderson;
    ts_error error;
    omp_set_num_threads(threads);
    ck_assert_int_eq(ts_ndb_anderson_init(&anderson, N, depth, &error), TS_OK);
    fill(N, 1, wanted);
    memset(x, 0, sizeof x);
    for (int k = 0; k < iterations; ++k) {
        iterate((const ts_ndb_row *)wanted, x, f);
        static double plain[N][3];
        memcpy(plain, x, sizeof x);
        const bool moved = ts_ndb_anderson_take(&anderson, (const ts_ndb_row *)f, x);
        ck_assert_int_eq(moved, depth > 0 && k > 0);
        if (!moved) ck_assert_mem_eq(x, plain, sizeof x);
        if (!moved) continue;
        static double back[N][3];
        ts_ndb_anderson_plain(&anderson, back);
        ck_assert_mem_eq(back, plain, sizeof back);
    }
    ts_ndb_anderson_clear(&anderson);
    return iterate((const ts_ndb_row *)wanted, x, f);
}

START_TEST(three_rates_take_three_differences) {
    ck_assert_double_gt(error_after(4, 0, 1), 0.7);
    ck_assert_double_gt(error_after(4, 2, 1), 1e-3);
    ck_assert_double_le(error_after(4, 3, 1), 1e-5);
    ck_assert_double_le(error_after(4, 5, 1), 1e-5);
    ck_assert_double_gt(error_after(3, 5, 1), 1e-3);
}
END_TEST

START_TEST(it_begins_anew) {
    static ts_ndb_row f[N];
    ts_ndb_anderson anderson;
    ts_error error;
    ck_assert_int_eq(ts_ndb_anderson_init(&anderson, N, 5, &error), TS_OK);
    fill(N, 1, f);
    ck_assert(!ts_ndb_anderson_take(&anderson, (const ts_ndb_row *)f, x));
    fill(N, 2, f);
    ck_assert(ts_ndb_anderson_take(&anderson, (const ts_ndb_row *)f, x));
    ts_ndb_anderson_restart(&anderson);
    ck_assert(!ts_ndb_anderson_take(&anderson, (const ts_ndb_row *)f, x));
    ck_assert(!ts_ndb_anderson_take(&anderson, (const ts_ndb_row *)f, x)); /* f has not changed: no difference of it */
    ck_assert(!ts_ndb_anderson_take(&anderson, (const ts_ndb_row *)f, x)); /* and so it began anew */
    ts_ndb_anderson_clear(&anderson);
}
END_TEST

START_TEST(threads_make_no_difference) {
    ts_share_everything(true);
    static double one[N][3];
    error_after(3, 5, 1);
    memcpy(one, x, sizeof x);
    error_after(3, 5, 2);
    ts_share_everything(false);
    ck_assert_mem_eq(one, x, sizeof x);
}
END_TEST

/* ---- Sums ---- */

typedef struct case_rows {
    ts_ndb_row f[N], f_before[N], g_before[N], df[N], dg[N], other[2][N];
    double g[N][3], combined[N][3];
    double sum[2][4];
} case_rows;

static void run(case_rows *c, bool portable, size_t first, size_t end) {
    ts_ndb_row *const rows[] = {c->f, c->f_before, c->g_before, c->other[0], c->other[1]}, *other[2], *same[3];
    static const double FACTOR[3] = {0.3, -0.7, 1.9};
    for (uint64_t k = 0; k < 5; ++k) fill(N, k + 1, rows[k]);
    for (size_t i = 0; i < N; ++i) memcpy(c->g[i], c->other[0][N - 1 - i], sizeof c->g[i]);
    memcpy(c->combined, c->g, sizeof c->g);
    const ts_ndb_newest newest = {
        (const ts_ndb_row *)c->f, (const double(*)[3])c->g, c->f_before, c->g_before, c->df, c->dg};
    (portable ? ts_ndb_difference_portable : ts_ndb_difference_some)(&newest, first, end);
    for (int k = 0; k < 2; ++k) other[k] = c->other[k];
    same[0] = c->f;
    same[1] = c->other[0];
    same[2] = c->other[1];
    for (size_t count = 1; count <= 2; ++count) {
        for (int k = 0; k < 4; ++k) c->sum[count - 1][k] = 0.125;
        (portable ? ts_ndb_newest_portable : ts_ndb_newest_some)(&newest, other, count, first, end, c->sum[count - 1]);
    }
    (portable ? ts_ndb_combine_portable : ts_ndb_combine_some)(same, FACTOR, 3, first, end, c->combined);
}

START_TEST(rows_are_what_their_letters_say) {
    enum { FIRST = 3, END = N - 2 };
    static case_rows c[2];
    static ts_ndb_row f_before[N], g_before[N];
    fill(N, 2, f_before);
    fill(N, 3, g_before);
    long double wanted[4] = {0.125L, 0.125L, 0.125L, 0.125L};
    for (int k = 0; k < 2; ++k) run(&c[k], k == 0, FIRST, END);
    ck_assert_mem_eq(&c[0], &c[1], sizeof c[0]);
    for (size_t i = 0; i < N; ++i) {
        for (int k = 0; k < 3; ++k) {
            const bool in = i >= FIRST && i < END;
            const double df = in ? c->f[i][k] - f_before[i][k] : 0.0, dg = in ? c->g[i][k] - g_before[i][k] : 0.0;
            ck_assert_double_eq(c->df[i][k], df);
            ck_assert_double_eq(c->dg[i][k], dg);
            ck_assert_double_eq(c->f_before[i][k], in ? c->f[i][k] : f_before[i][k]);
            ck_assert_double_eq(c->g_before[i][k], in ? c->g[i][k] : g_before[i][k]);
            const double taken = 0.3 * c->f[i][k] - 0.7 * c->other[0][i][k] + 1.9 * c->other[1][i][k];
            ck_assert_double_eq_tol(c->combined[i][k], c->g[i][k] - (in ? taken : 0.0), 1e-14);
            for (int j = 0; j < 2 && in; ++j) {
                wanted[j] += (long double)df * c->other[j][i][k];
                wanted[2 + j] += (long double)c->f[i][k] * c->other[j][i][k];
            }
        }
    }
    for (int k = 0; k < 4; ++k) ck_assert_double_eq_tol(c->sum[1][k], (double)wanted[k], 1e-11);
    for (int k = 0; k < 2; ++k) ck_assert_double_eq_tol(c->sum[0][k], (double)wanted[2 * k], 1e-11);
    ck_assert_double_eq(c->sum[0][2], 0.125);
    ck_assert_double_eq(c->sum[0][3], 0.125);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("the acceleration of ndb");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, three_rates_take_three_differences);
    tcase_add_test(tests, it_begins_anew);
    tcase_add_test(tests, threads_make_no_difference);
    tcase_add_test(tests, rows_are_what_their_letters_say);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
