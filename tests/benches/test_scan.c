/* SPDX-License-Identifier: MIT
 * The dense scan: its points leave no gap, what stands out of its neighbours is suspected and nothing else, and small
 * terms with something planted in them are found, by the reference and without one. */
#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "benches/barrier/barrier.h"
#include "benches/barrier/bounds.h"
#include "benches/barrier/scan/jump.h"
#include "benches/barrier/scan/series.h"
#include "benches/barrier/scan/suspects.h"
#include "benches/barrier/scan/verdict.h"
#include "cipc/terms.h"
#include "tests/support.h"

/* ---- where it asks ---- */

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static ts_scan_plan plan_of(const char *name, uint64_t points) {
    ts_scan_plan plan;
    ck_assert(ts_scan_plan_make(ts_term_find(name), points, 1, &plan, NULL) == TS_OK);
    return plan;
}

/* Windows of 1e-5 of the range have a point in them wherever they are. */
START_TEST(no_gap_is_wider_than_the_narrowest_window) {
    ts_scan_plan plan = plan_of("barrier", 1000000);
    double *u = malloc(plan.points * sizeof *u), widest = 0.0;
    size_t count = 0;
    ck_assert_ptr_nonnull(u);
    for (size_t i = 0; i < plan.count; ++i) {
        ts_term_line line;
        ts_scan_line_of(&plan, &plan.series[i], &line);
        for (int k = 0; k < plan.series[i].count; ++k) u[count++] = ts_scan_u(&plan.series[i], &line, k);
    }
    ck_assert_uint_eq(count, plan.points);
    ck_assert(count > 1000000 && count < 1050000);
    qsort(u, count, sizeof *u, ascending);
    for (size_t i = 1; i < count; ++i) {
        if (u[i] > 0.0 && u[i] < 2.0) widest = fmax(widest, u[i] - u[i - 1]);
    }
    ck_assert_double_le(widest, 5e-6);
    ck_assert(u[0] < -0.99 && u[count - 1] > 9e5);
    free(u);
    ts_scan_plan_clear(&plan);
}
END_TEST

START_TEST(strata_come_close_to_contact_and_clamp) {
    ts_scan_plan plan = plan_of("barrier", 100000);
    double nearest = 1.0, before = 1.0, behind = 1.0;
    bool wide = false, half = false;
    for (size_t i = 0; i < plan.count; ++i) {
        ts_term_line line;
        ts_scan_line_of(&plan, &plan.series[i], &line);
        wide |= line.parameters[1] > 0.2;
        half |= line.parameters[0] == 0.5;
        for (int k = 0; k < plan.series[i].count; ++k) {
            const double u = ts_scan_u(&plan.series[i], &line, k);
            ck_assert(u != 1.0);
            if (u > 0.0) nearest = fmin(nearest, u);
            if (u < 1.0) before = fmin(before, 1.0 - u);
            if (u > 1.0) behind = fmin(behind, u - 1.0);
        }
    }
    ck_assert_double_le(nearest, 1e-29);
    ck_assert_double_le(before, 2e-13);
    ck_assert_double_le(behind, 2e-13);
    ck_assert(wide && half);
    ts_scan_plan_clear(&plan);
}
END_TEST

/* The points of a line at u = 0 and 1 are contact and the end of the range, for every term that has both. */
START_TEST(lines_lead_through_contact_and_clamp) {
    static const char *const NAMES[] = {"barrier-point-line", "barrier-point-plane", "barrier-line-line"};
    for (size_t t = 0; t < sizeof NAMES / sizeof *NAMES; ++t) {
        size_t count;
        const ts_term_sweep *sweep = ts_term_sweeps_of(ts_term_find(NAMES[t]), &count);
        for (uint64_t i = 0; i < 40; ++i) {
            ts_term_line line;
            ts_term_point at;
            ts_term_value inside, outside;
            const ts_term *term = ts_term_find(NAMES[t]);
            ts_term_sweep_line(sweep, 3, i, &line);
            ts_scan_point_at(&line, 1.0 - 1e-6, &at);
            term->evaluate(term, at.inputs, at.parameters, &inside);
            ts_scan_point_at(&line, 1.0 + 1e-6, &at);
            term->evaluate(term, at.inputs, at.parameters, &outside);
            ck_assert(inside.value > 0.0 && outside.value == 0.0);
        }
    }
}
END_TEST

/* ---- suspects ---- */

enum { POINTS = 100 };

static double xs[POINTS];
static ts_term_value values[POINTS];

/* sin x, from 1 on in steps of 1e-3 */
static int suspects_of_sine(void change(void), ts_suspect suspect[TS_MOST_SUSPECTS]) {
    for (int k = 0; k < POINTS; ++k) {
        xs[k] = 0.5 + 1e-3 * k;
        values[k] = (ts_term_value){sin(xs[k]), {cos(xs[k])}, {{-sin(xs[k])}}};
    }
    if (change) change();
    return ts_scan_suspects(&(ts_scan_answers){1, POINTS, xs, values}, suspect);
}

static void bend_value(void) {
    values[40].value *= 1.0 + 1e-9;
}

static void bend_gradient(void) {
    values[40].gradient[0] *= 1.0 + 1e-9;
}

static void bend_hessian(void) {
    values[40].hessian[0][0] *= 1.0 + 1e-9;
}

static void lose_value(void) {
    values[40].value = NAN;
}

static void turn_all_gradients(void) {
    for (int k = 0; k < POINTS; ++k) values[k].gradient[0] *= -1.0;
}

START_TEST(what_stands_out_is_suspected) {
    static void (*const CHANGES[])(void) = {bend_value, bend_gradient, bend_hessian, lose_value};
    ts_suspect suspect[TS_MOST_SUSPECTS];
    ck_assert_int_eq(suspects_of_sine(NULL, suspect), 0);
    for (size_t c = 0; c < sizeof CHANGES / sizeof *CHANGES; ++c) {
        ck_assert_int_ge(suspects_of_sine(CHANGES[c], suspect), 1);
        ck_assert_int_le(abs(suspect[0].at - 40), 1);
    }
    ck_assert_int_ge(suspects_of_sine(turn_all_gradients, suspect), 1);
}
END_TEST

/* ---- scans ---- */

static const ts_term *solver_term(const char *name) {
    const ts_term *term = NULL;
    for (size_t i = 0; (term = ts_solver_term_at(i)) != NULL && strcmp(term->name, name) != 0;) ++i;
    return term;
}

static ts_scan_result scan_of(const ts_term *term, uint64_t points) {
    const ts_scan_options options = {.points = points, .seed = 1};
    ts_scan_result result;
    ck_assert(ts_scan_run(term, &options, &result, NULL) == TS_OK);
    return result;
}

/* Honest rounding next to clamps and limits is not condemned. */
static uint64_t points_of_each(void) {
    return (uint64_t)ts_test_cases(ts_test_is_sanitized() ? 4000 : 20000);
}

START_TEST(sound_terms_pass) {
    const ts_term *term;
    for (size_t i = 0; (term = ts_solver_term_at(i)) != NULL; ++i) {
        const uint64_t points = points_of_each();
        const ts_scan_result result = scan_of(term, points);
        ck_assert_msg(!ts_scan_failed(&result), "%s: %s fails", term->name, result.sweep ? result.sweep->name : "");
        ck_assert(result.points >= points / 10 * 9 && result.again > points / 10);
        ck_assert(result.judged > 0 && result.wrong == 0);
    }
}
END_TEST

/* The barrier of the solver with a window in which a number is off. */
typedef struct planted {
    ts_term term;
    const ts_term *base;
    double least, most;      /* D/Dhat */
    _Atomic int calls, late; /* late: the call from which on it doubles its value; 0: never */
} planted;

static void evaluate_base(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    const ts_term *base = ((const planted *)(const void *)self)->base;
    base->evaluate(base, x, p, out);
}

/* As the base is with an eps that edges like these are beyond. */
static void evaluate_beyond(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    const double beyond[3] = {p[0], p[1], 0.5 * p[2]};
    const ts_term *base = ((const planted *)(const void *)self)->base;
    base->evaluate(base, x, beyond, out);
}

/* c of edges is that of the mollifier's end but for rounding, where its second derivative jumps by definition. With eps
 * a thousandth larger there is no jump near, and a Hessian of no mollifier is wrong. */
START_TEST(the_end_of_a_branch_is_judged_by_both_of_its_sides) {
    static const struct {
        const char *term;
        ts_term_point at;
    } JUMPS[] = {
        {"barrier-cubic-mollified",
         {.inputs = {-1.2838301495772118, 1.5103695094989973, 0, -1.2838301495772118, -1.3305737245554001, 0, 0.5,
                     1.3773925028670841, 0.0326444003513554, 0.5, -1.5276870101215623, -0.0326444003513554},
          .parameters = {0.5, 3.544065985104635, 0.034403489456587749}}},
        {"barrier-log-squared-mollified",
         {.inputs = {-0.025100861329865196, 0, -0.28348567022663079, 0.040400165119007209, 0, -0.28348567022663079,
                     -0.02224318736373496, 0.000198058111898163, 0, 0.013739547403937446, -0.000198058111898163, 0},
          .parameters = {0, 0.81096441089210636, 6.7319591501013763e-10}}},
    };
    for (int k = 0; k < 2; ++k) {
        const ts_term *term = solver_term(JUMPS[k].term);
        size_t count, s = 0;
        const ts_term_sweep *sweep = ts_term_sweeps_of(term, &count);
        while (s < count && strcmp(sweep[s].name, "parallel") != 0) ++s;
        ck_assert_uint_lt(s, count);
        const ts_barrier_bound *bound = ts_barrier_bound_of(&sweep[s]);
        ts_scan_verdict verdict;
        ts_scan_judge(term, bound, &JUMPS[k].at, &verdict);
        ck_assert_double_gt(verdict.ratio, 1e9); /* it is on the other side than the reference */
        for (int w = 0; w < TS_SCAN_KINDS; ++w) ck_assert(!verdict.wrong[w]);
        planted unmollified = {.term = *term, .base = term};
        unmollified.term.evaluate = evaluate_beyond;
        ts_term_point within = JUMPS[k].at;
        within.parameters[2] *= 1.001;
        ts_scan_judge(&unmollified.term, bound, &within, &verdict);
        ck_assert(verdict.wrong[(int)TS_SCAN_QUANTITY + (int)TS_QUANTITY_HESSIAN]);
    }
}
END_TEST

START_TEST(sound_terms_pass_without_their_references) {
    const ts_term *term;
    for (size_t i = 0; (term = ts_solver_term_at(i)) != NULL; ++i) {
        planted nameless = {.term = *term, .base = term};
        nameless.term.reference = NULL;
        nameless.term.evaluate = evaluate_base;
        const ts_scan_result result = scan_of(&nameless.term, points_of_each());
        ck_assert_msg(!ts_scan_failed(&result), "%s fails", term->name);
    }
}
END_TEST

static void evaluate(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    planted *of = (planted *)(void *)self;
    const double at = (x[0] - p[0] * p[0]) / (p[1] * (p[1] + 2.0 * p[0]));
    of->base->evaluate(of->base, x, p, out);
    if (at > of->least && at < of->most) out->gradient[0] *= 1.0 + 1e-7;
    if (of->late > 0 && ++of->calls > of->late) out->value *= 2.0;
}

static void plant(planted *of, double least, double most, int late) {
    of->base = solver_term("barrier");
    of->term = *of->base;
    of->term.evaluate = evaluate;
    of->least = least;
    of->most = most;
    of->calls = 0;
    of->late = late;
}

START_TEST(windows_are_found_and_the_worst_is_told) {
    planted of;
    plant(&of, 0.31, 0.3101, 0);
    const ts_scan_result result = scan_of(&of.term, 200000);
    const ts_scan_finding *finding = &result.finding[(int)TS_SCAN_QUANTITY + (int)TS_QUANTITY_GRADIENT];
    ck_assert(ts_scan_failed(&result) && finding->count > 0 && result.wrong == finding->count);
    const double *p = finding->at.parameters;
    const double at = (finding->at.inputs[0] - p[0] * p[0]) / (p[1] * (p[1] + 2.0 * p[0]));
    ck_assert(at > of.least && at < of.most);
    ck_assert(finding->error > 1e8); /* ulps */
    ck_assert_uint_eq(result.finding[TS_SCAN_QUANTITY].count, 0);
    ck_assert_uint_eq(result.finding[TS_SCAN_CHANGED].count, 0);
}
END_TEST

START_TEST(the_same_for_any_number_of_threads) {
    planted of;
    plant(&of, 0.6, 0.7, 0);
    omp_set_num_threads(1);
    const ts_scan_result one = scan_of(&of.term, 60000);
    omp_set_num_threads(3);
    const ts_scan_result three = scan_of(&of.term, 60000);
    ck_assert(one.suspects == three.suspects && one.judged == three.judged && one.wrong == three.wrong);
    ck_assert(one.most == three.most && memcmp(&one.at, &three.at, sizeof one.at) == 0);
    for (int kind = 0; kind < TS_SCAN_KINDS; ++kind) {
        ck_assert_uint_eq(one.finding[kind].count, three.finding[kind].count);
        ck_assert(memcmp(&one.finding[kind].at, &three.finding[kind].at, sizeof one.at) == 0);
    }
}
END_TEST

START_TEST(answers_that_change_are_found) {
    planted of;
    plant(&of, 1.0, 1.0, 3000);
    const ts_scan_result result = scan_of(&of.term, 60000);
    ck_assert(result.finding[TS_SCAN_CHANGED].count > 0);
}
END_TEST

/* ---- without a reference ---- */

static double window[2];

/* x^3 */
static void cube(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self, (void)p;
    const bool inside = x[0] > window[0] && x[0] < window[1];
    *out = (ts_term_value){x[0] * x[0] * x[0], {(inside ? -3.0 : 3.0) * x[0] * x[0]}, {{6.0 * x[0]}}};
}

static void cube_without_slope(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    cube(self, x, p, out);
    if (x[0] > window[0] && x[0] < window[1]) out->gradient[0] = NAN;
}

static void cube_of_nothing(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    cube(self, x, p, out);
    if (x[0] > window[0] && x[0] < window[1]) out->value = NAN;
}

START_TEST(terms_without_a_reference_are_scanned) {
    static const char *const X[] = {"x", NULL};
    ts_term term = {TS_TERM_ABI, "cube", "x^3", NULL, 1, 0, X, X, cube};
    ts_scan_result result = scan_of(&term, 100000);
    ck_assert(!ts_scan_failed(&result) && isnan(result.most));
    window[0] = 100.0, window[1] = 102.0;
    result = scan_of(&term, 100000);
    ck_assert(result.finding[TS_SCAN_GRADIENT].count > 0);
    term.evaluate = cube_of_nothing;
    result = scan_of(&term, 100000);
    ck_assert(result.finding[(int)TS_SCAN_FLAW + (int)TS_FLAW_NAN].count > 0);
    term.evaluate = cube_without_slope;
    result = scan_of(&term, 100000);
    ck_assert(result.finding[(int)TS_SCAN_FLAW + (int)TS_FLAW_NAN].count > 0);
}
END_TEST

/* The barrier, more by `step` wherever D/Dhat lies between the ends of the window; the derivatives are right. */
static double step;

static void evaluate_stepped(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    const planted *of = (const planted *)(const void *)self;
    const double at = (x[0] - p[0] * p[0]) / (p[1] * (p[1] + 2.0 * p[0]));
    of->base->evaluate(of->base, x, p, out);
    if (at > of->least && at < of->most) out->value += step * p[1] * p[1] * (p[1] + 2.0 * p[0]) * (p[1] + 2.0 * p[0]);
}

START_TEST(a_barrier_whose_value_jumps_is_none) {
    static const struct {
        double least, most, step;
    } STEPS[] = {{0.0, 1.0, 1e-3}, {0.0, 1.0, -1e-9}, {0.3, 0.5, 1e-4}, {0.0, 0.9, 0.1}, {0.0, 1.0, 0.0}};
    for (size_t k = 0; k < sizeof STEPS / sizeof *STEPS; ++k) {
        planted of = {.base = solver_term("barrier"), .least = STEPS[k].least, .most = STEPS[k].most};
        of.term = *of.base;
        of.term.reference = NULL;
        of.term.evaluate = evaluate_stepped;
        step = STEPS[k].step;
        const ts_scan_result result = scan_of(&of.term, 200000);
        const ts_scan_finding *finding = &result.finding[TS_SCAN_JUMP];
        ck_assert_msg((finding->count > 0) == (step != 0.0), "step %g from %g to %g", step, of.least, of.most);
        if (step == 0.0) continue;
        const double *p = finding->at.parameters, width = p[1] * (p[1] + 2.0 * p[0]);
        const double at = (finding->at.inputs[0] - p[0] * p[0]) / width;
        const double rounding = 1e-14 + 1e-15 * finding->at.inputs[0] / width;
        ck_assert(fabs(at - of.least) < rounding || fabs(at - of.most) < rounding);
    }
}
END_TEST

START_TEST(an_answer_that_changes_is_no_jump) {
    planted of;
    plant(&of, 1.0, 1.0, 1);
    const ts_term_point at = {.inputs = {2e-6}, .parameters = {1e-3, 1e-3}};
    ts_term_point where;
    ck_assert(!ts_scan_jumps(&of.term, &at, &at, &where));
}
END_TEST

/* ---- in a run ---- */

static bool at_once(void *self) {
    (void)self;
    return true;
}

START_TEST(a_run_scans_and_fails_by_it) {
    planted of;
    ts_barrier_results results;
    plant(&of, 0.31, 0.3101, 0);
    const ts_barrier_subject subject = {.term = &of.term};
    ts_barrier_options options = {.subjects = &subject, .subject_count = 1, .samples = 4, .scan = 200000, .seed = 1};
    ck_assert(ts_barrier_run(&options, &results, NULL) == TS_OK);
    ck_assert(results.scan_count == 1 && ts_barrier_any_failure(&results));
    ts_barrier_results_clear(&results);
    options.scan = 0;
    ck_assert(ts_barrier_run(&options, &results, NULL) == TS_OK);
    ck_assert(results.scan_count == 0 && !ts_barrier_any_failure(&results));
    ts_barrier_results_clear(&results);
    options.scan = 200000;
    options.interrupted = at_once;
    ck_assert(ts_barrier_run(&options, &results, NULL) == TS_OK);
    ck_assert(results.interrupted && results.scan_count == 0);
    ts_barrier_results_clear(&results);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("scan");
    tcase_add_test(cases, no_gap_is_wider_than_the_narrowest_window);
    tcase_add_test(cases, strata_come_close_to_contact_and_clamp);
    tcase_add_test(cases, lines_lead_through_contact_and_clamp);
    tcase_add_test(cases, what_stands_out_is_suspected);
    tcase_add_test(cases, sound_terms_pass);
    tcase_add_test(cases, sound_terms_pass_without_their_references);
    tcase_add_test(cases, the_end_of_a_branch_is_judged_by_both_of_its_sides);
    tcase_add_test(cases, windows_are_found_and_the_worst_is_told);
    tcase_add_test(cases, the_same_for_any_number_of_threads);
    tcase_add_test(cases, answers_that_change_are_found);
    tcase_add_test(cases, terms_without_a_reference_are_scanned);
    tcase_add_test(cases, a_barrier_whose_value_jumps_is_none);
    tcase_add_test(cases, an_answer_that_changes_is_no_jump);
    tcase_add_test(cases, a_run_scans_and_fails_by_it);
    Suite *suite = suite_create("dense scans");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
