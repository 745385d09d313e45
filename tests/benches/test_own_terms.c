/* SPDX-License-Identifier: MIT
 * Terms without a reference: derivatives that are none are found by the sweep, the scan and at one point, right ones
 * pass. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "benches/barrier/barrier.h"
#include "benches/barrier/scan/verdict.h"
#include "tests/support.h"

static const char *const NAMES[] = {"one", "two", NULL};

/* A term without a reference, of `inputs` inputs called like those of no reference. */
static ts_term make_term(int inputs,
                         void (*evaluate)(const ts_term *, const double *, const double *, ts_term_value *)) {
    return (ts_term){TS_TERM_ABI, "own", "", NULL, inputs, 0, NAMES, NAMES, evaluate};
}

static ts_own_differences differences_at(const ts_term *term, double x, double y) {
    const ts_term_point at = {.inputs = {x, y}};
    ts_own_differences own = {TS_CONSISTENT, TS_CONSISTENT};
    ts_own_differences_judge(term, &at, &own);
    return own;
}

static ts_scan_verdict scanned_at(const ts_term *term, double x, double y) {
    const ts_term_point at = {.inputs = {x, y}};
    ts_scan_verdict verdict = {0};
    ts_scan_judge(term, NULL, &at, &verdict);
    return verdict;
}

static bool has_flaw(const ts_scan_verdict *verdict, ts_flaw flaw) {
    return verdict->wrong[(int)TS_SCAN_FLAW + (int)flaw];
}

/* ---- derivatives that are infinite ---- */

/* x^2 + y^2 and its derivatives */
static void round_bowl(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self, (void)p;
    *out = (ts_term_value){
        .value = x[0] * x[0] + x[1] * x[1], .gradient = {2.0 * x[0], 2.0 * x[1]}, .hessian = {{2.0, 0.0}, {0.0, 2.0}}};
}

static void infinite_everywhere(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    round_bowl(self, x, p, out);
    out->gradient[0] = -INFINITY;
    out->hessian[0][0] = INFINITY;
}

/* The other entry is wrong by a factor: the infinite one gives it no leave. */
static void infinite_beside_wrong(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    infinite_everywhere(self, x, p, out);
    out->gradient[1] = -77.0 * x[1];
    out->hessian[1][1] = -5.0;
}

static void infinite_below_one(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    round_bowl(self, x, p, out);
    if (x[0] <= 1.0) out->gradient[0] = out->hessian[0][0] = INFINITY;
}

START_TEST(infinite_derivatives_of_a_finite_value_are_wrong) {
    const ts_term bowl = make_term(2, round_bowl), infinite = make_term(2, infinite_everywhere);
    const ts_term below = make_term(2, infinite_below_one);
    ts_own_differences own = differences_at(&infinite, 0.7, 0.3);
    ck_assert(own.gradient == TS_INCONSISTENT && own.hessian == TS_INCONSISTENT);
    own = differences_at(&below, 0.7, 0.3);
    ck_assert(own.gradient == TS_INCONSISTENT && own.hessian == TS_INCONSISTENT);
    own = differences_at(&below, 1.7, 0.3);
    ck_assert(own.gradient == TS_CONSISTENT && own.hessian == TS_CONSISTENT);
    const ts_scan_verdict right = scanned_at(&bowl, 0.7, 0.3), wrong = scanned_at(&infinite, 0.7, 0.3);
    ck_assert(!has_flaw(&right, TS_FLAW_INFINITE) && has_flaw(&wrong, TS_FLAW_INFINITE));
    ck_assert(!has_flaw(&wrong, TS_FLAW_NAN));
}
END_TEST

START_TEST(infinite_derivatives_excuse_no_others) {
    const ts_term term = make_term(2, infinite_beside_wrong), bowl = make_term(2, infinite_everywhere);
    const ts_scan_verdict wrong = scanned_at(&term, 0.7, 0.3), one = scanned_at(&bowl, 0.7, 0.3);
    ck_assert(wrong.wrong[TS_SCAN_GRADIENT] && wrong.wrong[TS_SCAN_HESSIAN]);
    ck_assert(!one.wrong[TS_SCAN_GRADIENT] && !one.wrong[TS_SCAN_HESSIAN]);
}
END_TEST

/* ---- values that are none ---- */

static double said;

static void constant(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self, (void)x, (void)p;
    *out = (ts_term_value){.value = said, .gradient = {isfinite(said) ? 0.0 : NAN}};
}

/* By sweep and scan. */
static ts_barrier_results run(const ts_term *term, uint64_t samples, uint64_t scan) {
    static ts_barrier_subject subject;
    static ts_barrier_options options;
    ts_barrier_results results = {0};
    ts_error error = {0};
    subject = (ts_barrier_subject){.term = term};
    options =
        (ts_barrier_options){.subjects = &subject, .subject_count = 1, .samples = samples, .scan = scan, .seed = 1};
    ck_assert_msg(ts_barrier_run(&options, &results, &error) == TS_OK, "%s", error.message);
    return results;
}

START_TEST(values_that_are_none_are_flaws) {
    static const struct {
        double value;
        ts_flaw flaw;
    } NONE[] = {{NAN, TS_FLAW_NAN}, {-INFINITY, TS_FLAW_INFINITE}};
    const ts_term term = make_term(1, constant);
    for (int k = 0; k < 2; ++k) {
        said = NONE[k].value;
        ts_barrier_results results = run(&term, 20, 10000);
        const ts_barrier_row *row = &results.rows[0];
        ck_assert(row->flaws[NONE[k].flaw] == 20 && row->outside == 0 && row->unresolved == 0);
        ck_assert(ts_barrier_row_failed(row) && ts_scan_failed(&results.scans[0]));
        ck_assert_uint_eq(results.scans[0].outside, 0);
        ck_assert_uint_gt(results.scans[0].finding[(int)TS_SCAN_FLAW + (int)NONE[k].flaw].count, 0);
        ts_barrier_results_clear(&results);
    }
}
END_TEST

START_TEST(a_term_that_is_judged_nowhere_does_not_pass) {
    const ts_term term = make_term(1, constant);
    said = INFINITY;
    ts_barrier_results results = run(&term, 20, 10000);
    ck_assert(results.rows[0].outside == 20 && results.rows[0].unresolved == 0 && results.rows[0].unjudged);
    ck_assert(ts_barrier_row_failed(&results.rows[0]) && ts_scan_failed(&results.scans[0]));
    ck_assert(results.scans[0].outside == results.scans[0].judged && results.scans[0].unjudged);
    ts_barrier_results_clear(&results);
    said = 3.0;
    results = run(&term, 20, 10000);
    ck_assert(!ts_barrier_any_failure(&results) && results.rows[0].outside == 0);
    ts_barrier_results_clear(&results);
}
END_TEST

/* log x, which ends at 0: half of what is asked is outside. */
static void logarithm(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self, (void)p;
    *out = (ts_term_value){.value = INFINITY, .gradient = {NAN}, .hessian = {{NAN}}};
    if (x[0] <= 0.0) return;
    *out = (ts_term_value){.value = log(x[0]), .gradient = {1.0 / x[0]}, .hessian = {{-1.0 / (x[0] * x[0])}}};
}

START_TEST(points_outside_are_counted_as_such) {
    const ts_term term = make_term(1, logarithm);
    ts_barrier_results results = run(&term, 100, 10000);
    const ts_barrier_row *row = &results.rows[0];
    ck_assert(!ts_barrier_any_failure(&results) && row->unresolved == 0);
    ck_assert(row->outside > 30 && row->outside < 70 && row->outside + row->resolved == 100);
    ts_barrier_results_clear(&results);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("own terms");
    TCase *tests = tcase_create("judging");
    tcase_add_test(tests, infinite_derivatives_of_a_finite_value_are_wrong);
    tcase_add_test(tests, infinite_derivatives_excuse_no_others);
    tcase_add_test(tests, values_that_are_none_are_flaws);
    tcase_add_test(tests, a_term_that_is_judged_nowhere_does_not_pass);
    tcase_add_test(tests, points_outside_are_counted_as_such);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
