/* SPDX-License-Identifier: MIT
 * Solves with the triangles of a factor on all threads, against CHOLMOD's with the same factor. */
#include <stdlib.h>

#include <omp.h>
#include <suitesparse/cholmod.h>

#include "cipc/factorize.h"
#include "cipc/supernode.h"
#include "cipc/triangular_solve.h"
#include "core/share.h"
#include "tests/cipc/cuboid.h"

enum { N = 3 * NODES };

static ts_factor_plan plan;
static ts_triangular_solver *triangular;

static void set_up(void) {
    cuboid_begin();
    fill(1);
    ck_assert(solve());
    plan = (ts_factor_plan){0};
    ck_assert_int_eq(ts_factor_plan_make(&plan, ts_linear_solver_factor(solver), &matrix, &error), TS_OK);
    ck_assert_int_eq(ts_triangular_solver_create(&triangular, &error), TS_OK);
    ck_assert_int_eq(ts_triangular_solver_take(triangular, &plan, &error), TS_OK);
}

static void set_up_bundle(void) {
    bundle = LENGTH;
    set_up();
}

static void set_up_half_bundle(void) {
    bundle = LENGTH / 2;
    set_up();
}

static void tear_down(void) {
    ts_triangular_solver_destroy(triangular);
    ts_factor_plan_clear(&plan);
    cuboid_end();
}

static void solve_by_cholmod(int system, const double *from, double *to) {
    cholmod_common common;
    cholmod_l_start(&common);
    cholmod_dense b = {.nrow = N,
                       .ncol = 1,
                       .nzmax = N,
                       .d = N,
                       .x = (void *)(uintptr_t)from,
                       .xtype = CHOLMOD_REAL,
                       .dtype = CHOLMOD_DOUBLE};
    cholmod_factor *factor = (cholmod_factor *)(uintptr_t)ts_linear_solver_factor(solver);
    cholmod_dense *x = cholmod_l_solve(system, factor, &b, &common);
    ck_assert(x != NULL);
    memcpy(to, x->x, N * sizeof *to);
    cholmod_l_free_dense(&x, &common);
    cholmod_l_finish(&common);
}

static void draw(uint64_t seed, double *x) {
    ts_random random;
    ts_random_init(&random, seed, 0);
    for (int i = 0; i < N; ++i) x[i] = ts_random_between(&random, -1.0, 1.0);
}

static double distance(const double *x, const double *other) {
    double worst = 0.0, most = 0.0;
    for (int i = 0; i < N; ++i) {
        if (!isfinite(x[i])) return INFINITY;
        worst = fmax(worst, fabs(x[i] - other[i]));
        most = fmax(most, fabs(other[i]));
    }
    return worst / most;
}

/* Twice over, so that what one solve leaves behind would show in the next. */
static void check(int system, ts_status (*own)(ts_triangular_solver *, double *, ts_error *)) {
    static double from[N], wanted[N], first[N], x[N];
    for (uint64_t seed = 1; seed <= 2; ++seed) {
        draw(seed, from);
        solve_by_cholmod(system, from, wanted);
        for (int threads = 1; threads <= 5; ++threads) {
            omp_set_num_threads(threads);
            memcpy(x, from, sizeof x);
            ck_assert_int_eq(own(triangular, x, &error), TS_OK);
            if (threads == 1) memcpy(first, x, sizeof x);
            ck_assert_double_le(distance(x, wanted), 1e-13);
            ck_assert_int_eq(memcmp(x, first, sizeof x), 0);
        }
    }
}

START_TEST(lower_is_cholmods_and_the_same_for_any_number_of_threads) {
    check(CHOLMOD_L, ts_solve_lower);
}
END_TEST

START_TEST(upper_is_cholmods_and_the_same_for_any_number_of_threads) {
    check(CHOLMOD_Lt, ts_solve_upper);
}
END_TEST

/* Else the cuboid is too small for these tests. */
START_TEST(factor_has_subtrees_and_supernodes_of_several_panels_with_rows_below) {
    size_t subtrees = 0, wide = 0, wide_with_rows = 0, branching = 0;
    for (size_t p = 0; p < plan.pieces; ++p) {
        const ts_supernode last = ts_supernode_at(plan.factor, plan.piece[p].last);
        subtrees += plan.piece[p].first < plan.piece[p].last;
        const bool is_wide = plan.piece[p].first == plan.piece[p].last && last.columns > 2 * TS_SOLVE_PANEL;
        wide += is_wide;
        wide_with_rows += is_wide && last.rows > last.columns;
        size_t children = 0;
        for (size_t c = 0; c < p; ++c) children += plan.parent[c] == (int32_t)p;
        branching += children >= 2;
    }
    ck_assert_uint_ge(subtrees, 8);
    ck_assert_uint_ge(wide, 2);
    ck_assert_uint_ge(wide_with_rows, 1);
    ck_assert_uint_ge(branching, 4);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("triangular");
    TCase *tests = tcase_create("triangular");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, lower_is_cholmods_and_the_same_for_any_number_of_threads);
    tcase_add_test(tests, upper_is_cholmods_and_the_same_for_any_number_of_threads);
    tcase_add_test(tests, factor_has_subtrees_and_supernodes_of_several_panels_with_rows_below);
    suite_add_tcase(suite, tests);
    static void (*const SET_UP[])(void) = {set_up_bundle, set_up_half_bundle};
    for (int k = 0; k < 2; ++k) {
        TCase *chains = tcase_create(k == 0 ? "bundle" : "half a bundle");
        tcase_add_checked_fixture(chains, SET_UP[k], tear_down);
        tcase_add_test(chains, lower_is_cholmods_and_the_same_for_any_number_of_threads);
        tcase_add_test(chains, upper_is_cholmods_and_the_same_for_any_number_of_threads);
        suite_add_tcase(suite, chains);
    }
    return ts_run_suite(suite);
}
