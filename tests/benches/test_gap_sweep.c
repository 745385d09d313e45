/* SPDX-License-Identifier: GPL-2.0-or-later
 * The sweep over gaps counts and times what a method answers, and nothing else. */
#include "tests/datasets/scratch.h"

#include <math.h>

#include "benches/gap_sweep.h"

enum { QUERIES = 4 };

static void answer(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self, (void)query;
    *result = (ts_ccd_result){.status = TS_CCD_FREE, .toi = 1.0, .iterations = 3};
}

static void refuse(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self, (void)query;
    *result = (ts_ccd_result){.status = TS_CCD_FAILED, .iterations = 1000};
}

/* The sweep asks about both kinds in turn. */
static void fail_on_edges(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (query->kind == TS_EDGE_EDGE ? refuse : answer)(self, query, result);
}

/* A query is asked once for its iterations, and by each call that is timed. */
static void fail_when_timed(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    static int asked = 0;
    (asked++ < QUERIES ? answer : refuse)(self, query, result);
}

#define METHOD(called)                                                                                                 \
    {                                                                                                                  \
        .backend = &(const ts_ccd_backend) {                                                                           \
            .abi = TS_CCD_ABI, .name = #called, .query = (called),                                                     \
            .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE                                             \
        }                                                                                                              \
    }

static void check_answered(const ts_gap_sweep_cell *cell) {
    ck_assert_double_eq(cell->iterations, 3.0);
    ck_assert_double_eq(cell->many_iterations, 3.0);
    ck_assert(cell->nanoseconds >= 0.0 && cell->most_of_ns >= cell->nanoseconds);
}

static void check_blank(const ts_gap_sweep_cell *cell) {
    ck_assert(isnan(cell->iterations) && isnan(cell->many_iterations));
    ck_assert(isnan(cell->nanoseconds) && isnan(cell->most_of_ns));
}

START_TEST(what_fails_has_no_figure) {
    const ts_ccd_method methods[] = {METHOD(fail_when_timed), METHOD(answer), METHOD(refuse), METHOD(fail_on_edges)};
    const ts_gap_sweep_options options = {.methods = methods, .method_count = 4, .queries = QUERIES, .seed = 1};
    ts_gap_sweep sweep = {0};
    check_ok(ts_gap_sweep_run(&options, &sweep, error));
    for (size_t gap = 0; gap < TS_SWEEP_GAPS; ++gap) {
        for (size_t thickness = 0; thickness < TS_SWEEP_THICKNESSES; ++thickness) {
            check_blank(ts_gap_sweep_at(&sweep, 0, gap, thickness));
            check_answered(ts_gap_sweep_at(&sweep, 1, gap, thickness));
            check_blank(ts_gap_sweep_at(&sweep, 2, gap, thickness));
            check_answered(ts_gap_sweep_at(&sweep, 3, gap, thickness));
        }
    }
    ts_gap_sweep_clear(&sweep);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gap_sweep");
    TCase *all = tcase_create("all");
    tcase_add_test(all, what_fails_has_no_figure);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
