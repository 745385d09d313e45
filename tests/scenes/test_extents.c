/* SPDX-License-Identifier: MIT
 * Paths along the directions of slabs, by all lanes there are, against the definition one direction at a time. */
#include <float.h>
#include <math.h>

#include "core/random.h"
#include "scenes/collision/extents.h"
#include "tests/support.h"

enum { NODES = 301 };

static double x[NODES][3], p[NODES][3];
static ts_extents known[NODES];

/* One of several sizes, or a number at the end of a range. */
static double draw(ts_random *random) {
    static const double SPECIAL[] = {0.0, -0.0, 1e-310, -1e-310, 1e-40, 3e38, -3.5e38, 1e300, -1e300, INFINITY, NAN};
    const size_t which = ts_random_below(random, 40);
    if (which < sizeof SPECIAL / sizeof *SPECIAL) return SPECIAL[which];
    return ldexp(ts_random_between(random, -1.0, 1.0), (int)ts_random_below(random, 40) - 30);
}

static double along(const double at[3], int direction) {
    const double v[TS_DIRECTIONS] = {at[0],         at[1],         at[2],         at[0] + at[1], at[0] - at[1],
                                     at[1] + at[2], at[1] - at[2], at[2] + at[0], at[2] - at[0]};
    return v[direction];
}

static void ends_of(const ts_sweep *motion, size_t i, int direction, double end[2]) {
    double to[3];
    for (int k = 0; k < 3; ++k) to[k] = x[i][k] + (motion->p ? motion->alpha * motion->p[i][k] : 0.0);
    end[0] = along(x[i], direction);
    end[1] = along(to, direction);
}

/* The float is not above the double, and next to it. */
static void check_below(float found, double value) {
    if (isnan(value)) return;
    ck_assert((double)found <= fmax(value, -(double)FLT_MAX));
    ck_assert((double)found < value || fabs(value) >= (double)FLT_MAX);
    const double inside = fmin(fmax(value, -(double)FLT_MAX), (double)FLT_MAX);
    ck_assert((double)found >= inside - 4.0 * (double)FLT_EPSILON * fabs(inside) - 0x1p-99 || found == -FLT_MAX);
}

static void check_slabs(const ts_sweep *motion, const ts_slabs *slabs) {
    for (size_t i = 0; i < NODES; ++i) {
        for (int d = 0; d < TS_DIRECTIONS; ++d) {
            double end[2];
            ends_of(motion, i, d, end);
            if (isnan(end[0]) || isnan(end[1])) continue;
            check_below(slabs[i].lo[d / 4][d % 4], fmin(end[0], end[1]));
            check_below(-slabs[i].hi[d / 4][d % 4], -fmax(end[0], end[1]));
        }
        for (int d = TS_DIRECTIONS; d < TS_EXTENTS; ++d) { /* which tell no pair apart */
            ck_assert(slabs[i].lo[d / 4][d % 4] <= 1.0f && slabs[i].hi[d / 4][d % 4] >= 1.0f);
        }
    }
}

static bool strays(const ts_sweep *motion, size_t i, double pad) {
    bool covered = true;
    for (int d = 0; d < TS_DIRECTIONS; ++d) {
        double end[2];
        ends_of(motion, i, d, end);
        for (int k = 0; k < 2; ++k)
            covered = covered && end[k] >= known[i].lo[d] - pad && end[k] <= known[i].hi[d] + pad;
    }
    return !covered;
}

static void check_strays(const ts_sweep *motion, double pad, ts_extents_strays_some *some) {
    bool found[NODES];
    size_t count = 0;
    const size_t told = some(motion, 0, NODES, known, pad, found);
    for (size_t i = 0; i < NODES; ++i) {
        ck_assert_int_eq(found[i], strays(motion, i, pad));
        count += found[i];
    }
    ck_assert_uint_eq(told, count);
}

static void check_motion(const ts_sweep *motion) {
    static ts_slabs plain[NODES], other[NODES];
    ts_extents_slabs_portable(motion, 0, NODES, plain);
    check_slabs(motion, plain);
    ts_extents_slabs(motion, NODES, other);
    ck_assert_mem_eq(plain, other, sizeof plain);
    if (!ts_test_has_width(TS_TEST_AVX2)) return;
    ts_extents_slabs_avx2(motion, 0, 100, other);
    ts_extents_slabs_avx2(motion, 100, NODES, other);
    ck_assert_mem_eq(plain, other, sizeof plain);
}

START_TEST(slabs_hold_both_ends) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int trial = 0; trial < ts_test_cases(200); ++trial) {
        for (size_t i = 0; i < NODES; ++i) {
            for (int k = 0; k < 3; ++k) x[i][k] = draw(&random), p[i][k] = draw(&random);
        }
        check_motion(&(ts_sweep){(const double(*)[3])x, (const double(*)[3])p, trial % 2 ? 1.0 : 0.3});
        check_motion(&(ts_sweep){.x = (const double(*)[3])x});
    }
}
END_TEST

START_TEST(strays_leave_what_is_known) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int trial = 0; trial < ts_test_cases(200); ++trial) {
        const ts_sweep old = {(const double(*)[3])x, (const double(*)[3])p, 1.0};
        for (size_t i = 0; i < NODES; ++i) {
            for (int k = 0; k < 3; ++k) {
                x[i][k] = ts_random_between(&random, -1.0, 1.0);
                p[i][k] = ts_random_between(&random, -0.1, 0.1);
            }
            ts_extents_of_path(&old, i, &known[i]);
            for (int d = 0; d < TS_DIRECTIONS; ++d) {
                double end[2];
                ends_of(&old, i, d, end);
                ck_assert_double_eq(known[i].lo[d], fmin(end[0], end[1]));
                ck_assert_double_eq(known[i].hi[d], fmax(end[0], end[1]));
            }
            const int k = (int)ts_random_below(&random, 3);
            if (i % 3 == 0) p[i][k] *= i % 2 ? 1.0 + 1e-15 : 1.01;
            if (i % 31 == 0) (i % 2 ? x : p)[i][k] = NAN;
        }
        const ts_sweep motions[] = {
            old, {(const double(*)[3])x, (const double(*)[3])p, 0.5}, {.x = (const double(*)[3])x}};
        for (size_t m = 0; m < sizeof motions / sizeof *motions; ++m) {
            for (int padded = 0; padded < 2; ++padded) {
                check_strays(&motions[m], 1e-3 * padded, ts_extents_strays_portable);
                if (ts_test_has_width(TS_TEST_AVX2)) check_strays(&motions[m], 1e-3 * padded, ts_extents_strays_avx2);
                bool found[NODES];
                const size_t told = ts_extents_strays(&motions[m], NODES, known, 1e-3 * padded, found);
                ck_assert_uint_gt(told, 0);
                for (size_t i = 0; i < NODES; ++i) ck_assert_int_eq(found[i], strays(&motions[m], i, 1e-3 * padded));
            }
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("extents");
    TCase *tcase = tcase_create("paths");
    tcase_add_test(tcase, slabs_hold_both_ends);
    tcase_add_test(tcase, strays_leave_what_is_known);
    suite_add_tcase(suite, tcase);
    return ts_run_suite(suite);
}
