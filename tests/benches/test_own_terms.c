/* SPDX-License-Identifier: MIT
 * Terms without a reference: derivatives that are none are found by the sweep, the scan and at one point, right ones
 * pass. */
#include <check.h>
#include <math.h>

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

/* ---- right terms that are hard to differentiate by differences ---- */

/* Bends within the first steps. */
static void fast_wave(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self, (void)p;
    const double s = sin(100.0 * x[0]), c = cos(100.0 * x[0]);
    *out = (ts_term_value){.value = s + x[1], .gradient = {100.0 * c, 1.0}, .hessian = {{-1e4 * s, 0.0}, {0.0, 0.0}}};
}

/* Loses its digits where x is next to y, which moving either by a unit in its last place does not show. */
static void cancelling(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self, (void)p;
    const double s = sin(x[0] - x[1]), c = cos(x[0] - x[1]);
    *out = (ts_term_value){.value = 1.0 - c, .gradient = {s, -s}, .hessian = {{c, -c}, {-c, c}}};
}

/* Subnormal, most of it. */
static void tiny_bowl(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    round_bowl(self, x, p, out);
    out->value *= 1e-300;
    for (int i = 0; i < 2; ++i) out->gradient[i] *= 1e-300, out->hessian[i][i] *= 1e-300;
}

/* A straight line as far as long steps see it. */
static void ripple(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self, (void)p;
    const double k = 6.283185307179586, s = sin(k * x[0]), c = cos(k * x[0]);
    *out = (ts_term_value){.value = x[0] + 0.5 * s / k, .gradient = {1.0 + 0.5 * c}, .hessian = {{-0.5 * k * s}}};
}

/* Far away there is nothing left of it. */
static void hill(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self, (void)p;
    const double u = x[0] - 1.0, e = exp(-u * u);
    *out = (ts_term_value){.value = e + 1e-3 * x[1] * x[1],
                           .gradient = {-2.0 * u * e, 2e-3 * x[1]},
                           .hessian = {{(4.0 * u * u - 2.0) * e, 0.0}, {0.0, 2e-3}}};
}

static const struct {
    int inputs;
    void (*evaluate)(const ts_term *, const double *, const double *, ts_term_value *);
} HARD[] = {{2, fast_wave}, {2, cancelling}, {2, tiny_bowl}, {1, ripple}, {2, hill}};
enum { HARD_COUNT = sizeof HARD / sizeof *HARD, SEEDS = 4, POINTS = 300 };

/* Points where the gradient, the Hessian are called wrong, and where something is told at all. */
static void count_wrong(const ts_term *term, int wrong[2], int *told) {
    size_t sweeps;
    const ts_term_sweep *sweep = ts_term_sweeps_of(term, &sweeps);
    wrong[0] = wrong[1] = *told = 0;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        for (uint64_t i = 0; i < POINTS; ++i) {
            ts_term_point at = {.inputs = {0.0}};
            ts_own_differences own = {TS_CONSISTENT, TS_CONSISTENT};
            ts_term_sweep_point(sweep, seed, i, &at);
            ts_own_differences_judge(term, &at, &own);
            wrong[0] += own.gradient == TS_INCONSISTENT;
            wrong[1] += own.hessian == TS_INCONSISTENT;
            *told += own.gradient <= TS_INCONSISTENT && own.hessian <= TS_INCONSISTENT;
        }
    }
}

START_TEST(right_derivatives_are_not_called_wrong) {
    for (int k = 0; k < HARD_COUNT; ++k) {
        const ts_term term = make_term(HARD[k].inputs, HARD[k].evaluate);
        int wrong[2] = {0, 0}, told = 0;
        count_wrong(&term, wrong, &told);
        ck_assert_msg(wrong[0] == 0 && wrong[1] == 0, "term %d: %d gradients, %d Hessians", k, wrong[0], wrong[1]);
        ck_assert_msg(told > SEEDS * POINTS * 3 / 4, "term %d: %d points told", k, told);
    }
    const ts_term term = make_term(1, ripple);
    ck_assert(differences_at(&term, 31.979181681115286, 0.0).gradient == TS_CONSISTENT);
}
END_TEST

/* The same with a gradient (a Hessian) that is off by so much. */
static int of_hard;
static double off[2];

static void hard_and_off(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    HARD[of_hard].evaluate(self, x, p, out);
    for (int i = 0; i < 2; ++i) {
        out->gradient[i] *= 1.0 + off[0];
        for (int j = 0; j < 2; ++j) out->hessian[i][j] *= 1.0 + off[1];
    }
}

START_TEST(wrong_derivatives_of_the_same_are_found) {
    for (of_hard = 0; of_hard < HARD_COUNT; ++of_hard) {
        for (int which = 0; which < 2; ++which) {
            const ts_term term = make_term(HARD[of_hard].inputs, hard_and_off);
            int wrong[2] = {0, 0}, told = 0;
            off[0] = off[1] = 0.0;
            off[which] = 1e-5;
            count_wrong(&term, wrong, &told);
            ck_assert_msg(wrong[which] > SEEDS * POINTS * 3 / 5, "term %d, %d: %d", of_hard, which, wrong[which]);
        }
    }
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
    tcase_add_test(tests, right_derivatives_are_not_called_wrong);
    tcase_add_test(tests, wrong_derivatives_of_the_same_are_found);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
