/* SPDX-License-Identifier: MIT
 * Judging terms: eigenvalues of matrices that are known, errors counted by hand, sweeps that reach what they promise,
 * derivatives and clamps of small functions, and a run that finds what is planted. */
#include <float.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "benches/barrier/barrier.h"
#include "benches/barrier/clamp.h"
#include "tests/support.h"

/* ---- eigenvalues ---- */

/* Q diag(lambda) Q^T with the rotation (3, 4)/5 in the first two of three axes: exact for multiples of 25. */
static void known_matrix(const double lambda[3], double m[12][12]) {
    memset(m, 0, 12 * 12 * sizeof(double));
    m[0][0] = (9 * lambda[0] + 16 * lambda[1]) / 25;
    m[1][1] = (16 * lambda[0] + 9 * lambda[1]) / 25;
    m[0][1] = m[1][0] = 12 * (lambda[0] - lambda[1]) / 25;
    m[2][2] = lambda[2];
}

START_TEST(projections_of_known_matrices) {
    double exact[12][12], projected[12][12];
    ts_projection_error error;
    known_matrix((double[]){-75, 100, 25}, exact);
    known_matrix((double[]){0, 100, 25}, projected);
    const double norm = sqrt(75.0 * 75 + 100.0 * 100 + 25.0 * 25);
    ts_projection_judge(3, exact, projected[0], &error);
    ck_assert_double_le(fabs(error.exact + 75 / norm), 1e-15);
    ck_assert_double_le(fabs(error.least), 1e-16);
    ck_assert_double_le(error.distance, 1e-16);
    ts_projection_judge(3, exact, exact[0], &error); /* not projected at all */
    ck_assert_double_le(fabs(error.least + 75 / norm), 1e-15);
    ck_assert_double_le(fabs(error.distance - 75 / norm), 1e-15);
    known_matrix((double[]){50, 100, 25}, projected);
    ts_projection_judge(3, exact, projected[0], &error);
    ck_assert_double_le(fabs(error.distance - 50 / norm), 1e-15);
}
END_TEST

/* ---- errors ---- */

START_TEST(errors_are_counted) {
    ts_term_value exact = {.value = 1.0, .gradient = {4.0, -3.0}}, got = exact;
    ts_term_judgement judged;
    got.value = 1.0 + 3 * DBL_EPSILON;
    got.gradient[0] = 4.0 + 8 * DBL_EPSILON; /* two units of 4 */
    ts_term_judge(2, &got, &exact, NULL, &judged);
    ck_assert(judged.error[TS_QUANTITY_VALUE][TS_MEASURE_ULPS] == 3.0);
    ck_assert(judged.error[TS_QUANTITY_VALUE][TS_MEASURE_NORM] == 3 * DBL_EPSILON);
    ck_assert(judged.error[TS_QUANTITY_GRADIENT][TS_MEASURE_ULPS] == 2.0);
    ck_assert_double_le(fabs(judged.error[TS_QUANTITY_GRADIENT][TS_MEASURE_NORM] - 8 * DBL_EPSILON / 5), 1e-30);
    ck_assert(judged.error[TS_QUANTITY_HESSIAN][TS_MEASURE_ULPS] == 0.0);
    ck_assert(isnan(judged.error[TS_QUANTITY_VALUE][TS_MEASURE_INPUT]));
    ts_term_value moved[TS_MOVED] = {exact, exact, exact};
    moved[1].value = 1.0 + 12 * DBL_EPSILON;
    ts_term_judge(2, &got, &exact, moved, &judged);
    ck_assert(judged.error[TS_QUANTITY_VALUE][TS_MEASURE_INPUT] == 0.25);
    /* nothing moves the gradient: its own rounding is the least, 2^-52 of the norm 5 */
    ck_assert_double_le(fabs(judged.error[TS_QUANTITY_GRADIENT][TS_MEASURE_INPUT] - 8.0 / 5), 1e-15);
}
END_TEST

START_TEST(flaws_are_found) {
    const ts_term_value exact = {.value = 1.0, .gradient = {1.0}}, contact = {.value = INFINITY, .gradient = {NAN}};
    ts_term_judgement judged;
    ts_term_value got = {.value = -1.0, .gradient = {NAN}};
    ts_term_judge(1, &got, &exact, NULL, &judged);
    ck_assert(judged.flaw[TS_FLAW_SIGN] && judged.flaw[TS_FLAW_NAN] && !judged.flaw[TS_FLAW_INFINITE]);
    ck_assert(isinf(judged.error[TS_QUANTITY_GRADIENT][TS_MEASURE_ULPS]));
    got.value = INFINITY;
    ts_term_judge(1, &got, &exact, NULL, &judged);
    ck_assert(judged.flaw[TS_FLAW_INFINITE] && !judged.flaw[TS_FLAW_DOMAIN]);
    ts_term_judge(1, &got, &contact, NULL, &judged);
    for (int f = 0; f < TS_FLAWS; ++f) ck_assert(!judged.flaw[f]);
    got.value = 1e300;
    ts_term_judge(1, &got, &contact, NULL, &judged);
    ck_assert(judged.flaw[TS_FLAW_DOMAIN]);
    ck_assert(isinf(judged.error[TS_QUANTITY_VALUE][TS_MEASURE_NORM]));
}
END_TEST

/* ---- sweeps and bounds ---- */

static const ts_term_sweep *sweep_named(const char *reference, const char *name) {
    const ts_term_sweep *sweep;
    for (size_t i = 0; (sweep = ts_term_sweep_at(i)) != NULL; ++i) {
        const ts_barrier_bound *bound = ts_barrier_bound_of(sweep);
        const bool is_of = strcmp(sweep->reference, reference) == 0 || (bound && bound->reference == reference);
        if (is_of && strcmp(sweep->name, name) == 0) return sweep;
    }
    ck_abort_msg("no sweep %s of %s", name, reference);
    return NULL;
}

START_TEST(every_reference_has_sweeps_and_every_sweep_a_bound) {
    const ts_term_sweep *sweep;
    for (size_t i = 0; i < ts_term_count(); ++i) {
        size_t count;
        sweep = ts_term_sweeps_of(ts_term_at(i), &count);
        ck_assert_msg(strcmp(sweep->reference, ts_term_at(i)->name) == 0, "no sweep of %s", ts_term_at(i)->name);
        for (size_t k = 0; k < count; ++k) ck_assert_str_eq(sweep[k].reference, ts_term_at(i)->name);
    }
    for (size_t i = 0; (sweep = ts_term_sweep_at(i)) != NULL; ++i) {
        const ts_barrier_bound *bound = ts_barrier_bound_of(sweep);
        ck_assert_msg(bound != NULL, "no bound for %s, %s", sweep->reference, sweep->name);
        for (int q = 0; q < TS_QUANTITIES; ++q) ck_assert(bound->of[q].most >= 0.0 && isfinite(bound->of[q].most));
    }
    for (size_t i = 0; i < ts_barrier_bound_count(); ++i) {
        const ts_barrier_bound *bound = ts_barrier_bound_at(i);
        ck_assert_ptr_eq(ts_barrier_bound_of(sweep_named(bound->reference, bound->sweep)), bound);
    }
}
END_TEST

START_TEST(sweeps_are_repeatable_and_inside) {
    for (size_t s = 0; s < ts_term_sweep_count(); ++s) {
        const ts_term_sweep *sweep = ts_term_sweep_at(s);
        const ts_term *term = ts_term_find(sweep->reference);
        for (uint64_t i = 0; i < 40; ++i) {
            ts_term_point one, two;
            ts_term_sweep_point(sweep, 5, i, &one);
            ts_term_sweep_point(sweep, 5, i, &two);
            ck_assert(memcmp(&one, &two, sizeof one) == 0);
            ck_assert(one.variable > 0.0);
            for (int k = 0; k < term->inputs; ++k) ck_assert(isfinite(one.inputs[k]));
            for (int k = 0; k < term->parameters; ++k) ck_assert(isfinite(one.parameters[k]));
        }
    }
}
END_TEST

/* ---- what terms declare ---- */

static const ts_term_range TWO[] = {{2.0, 3.0, 2.5}, {-1.0, 1.0, 0.0}};

START_TEST(sweeps_are_those_of_a_like_term) {
    static const char *const INPUTS[] = {"d2", NULL}, *const PARAMETERS[] = {"xi", "dhat", "a", "b", NULL};
    const ts_term term = {
        .reference = "mine", .inputs = 1, .parameters = 4, .input_names = INPUTS, .parameter_names = PARAMETERS};
    const ts_term_domain domain = {.like = "barrier", .smooth = 1, .range = TWO, .ranges = 2}, none = {0};
    ts_term_sweep sweep[2];
    ck_assert_uint_eq(ts_term_sweeps_declared(&term, &domain, sweep, 2), 1);
    ck_assert_str_eq(sweep[0].reference, "mine");
    ck_assert_str_eq(sweep[0].name, "gap");
    ck_assert_ptr_eq(sweep[0].fill, sweep_named("barrier", "gap")->fill);
    ck_assert(sweep[0].range == TWO && sweep[0].ranges == 2);
    ck_assert_uint_eq(ts_term_sweeps_declared(&term, &none, sweep, 2), 0);
    ck_assert_uint_eq(ts_term_sweeps_declared(&term, &domain, sweep, 0), 0);

    ts_clamp clamp[2];
    ck_assert_uint_eq(ts_clamps_declared(&term, &domain, clamp, 2), 1);
    ck_assert_str_eq(clamp[0].reference, "mine");
    ck_assert_int_eq(clamp[0].smooth, 1);
    const double *parameters = clamp[0].at.parameters, *written = ts_clamp_at(0)->at.parameters;
    ck_assert(parameters[0] == written[0] && parameters[1] == written[1]);
    ck_assert(parameters[2] == 2.5 && parameters[3] == 0.0);
    ck_assert_uint_eq(ts_clamps_declared(&term, &none, clamp, 2), 0);
}
END_TEST

START_TEST(sweeps_draw_from_declared_ranges) {
    static const ts_term_range ALL[] = {{1e-6, 1e6, 1}, {2, 3, 2},  {-1, 1, 0}, {-1, 1, 0},
                                        {-1, 1, 0},     {-1, 1, 0}, {5, 7, 6},  {1, 2, 1}};
    const ts_term *rod = ts_term_find("rod-stretch");
    ts_term_sweep sweep;
    ck_assert_uint_eq(ts_term_sweeps_declared(rod, &(ts_term_domain){.range = ALL, .ranges = 7}, &sweep, 1), 0);
    ck_assert_uint_eq(ts_term_sweeps_declared(rod, &(ts_term_domain){.range = ALL, .ranges = 8}, &sweep, 1), 1);
    ck_assert(strcmp(sweep.name, "range") == 0 && strcmp(sweep.variable, "x0") == 0 && !sweep.fill);
    int small = 0, negative = 0;
    for (uint64_t i = 0; i < 400; ++i) {
        ts_term_point at;
        ts_term_sweep_point(&sweep, 5, i, &at);
        for (int k = 0; k < 8; ++k) {
            const double value = k < 6 ? at.inputs[k] : at.parameters[k - 6];
            ck_assert(value >= ALL[k].least && value <= ALL[k].most);
        }
        ck_assert(at.variable == at.inputs[0]);
        small += at.inputs[0] < 1.0;
        negative += at.inputs[2] < 0.0;
    }
    ck_assert(small > 150 && small < 250); /* by the logarithm */
    ck_assert(negative > 150 && negative < 250);
}
END_TEST

START_TEST(what_has_no_bound_of_its_own_has_a_common_one) {
    const ts_barrier_bound *bound = ts_barrier_bound_of(&(ts_term_sweep){.reference = "mine", .name = "range"});
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        ck_assert(bound->of[q].measure == TS_MEASURE_INPUT && bound->of[q].most == 256.0);
    }
    ck_assert_ptr_null(ts_barrier_bound_of(&(ts_term_sweep){.reference = "", .name = "anything"}));
}
END_TEST

START_TEST(sweeps_reach_the_corners) {
    static const struct {
        const char *reference, *name;
        double least; /* of the variable: 1e-16 for gaps and angles, 1e-12 for the room to a limit */
    } CORNER[] = {
        {"barrier", "gap", 1e-15},      {"barrier-point-plane", "gap", 1e-15}, {"barrier-line-line", "parallel", 1e-15},
        {"friction", "sliding", 1e-15}, {"strain-limit", "stretch", 1e-11},    {"fixed-corotated", "inverted", 1e-11}};
    for (size_t c = 0; c < sizeof CORNER / sizeof *CORNER; ++c) {
        double least = INFINITY;
        for (uint64_t i = 0; i < 300; ++i) {
            ts_term_point at;
            ts_term_sweep_point(sweep_named(CORNER[c].reference, CORNER[c].name), 1, i, &at);
            least = fmin(least, at.variable);
        }
        ck_assert_double_le(least, CORNER[c].least);
    }
}
END_TEST

/* The gap of a draft along the axes is there exactly: D = gap (gap + 2 xi) to one rounding. */
START_TEST(thin_gaps_are_exact) {
    const ts_term_sweep *sweep = sweep_named("excess-line-line", "gap");
    const ts_term *excess = ts_term_find("excess-line-line");
    for (uint64_t i = 0; i < 60; ++i) {
        ts_term_point at;
        ts_term_value value;
        ts_term_sweep_point(sweep, 3, i, &at);
        excess->evaluate(excess, at.inputs, at.parameters, &value);
        const double expected = at.variable * (at.variable + 2 * at.parameters[0]);
        ck_assert_double_le(fabs(value.value - expected), 2 * DBL_EPSILON * expected);
    }
}
END_TEST

/* ---- a small term: x^3 with what is planted in it ---- */

typedef struct planted {
    ts_term term;
    double gradient, hessian; /* factors */
} planted;

static void cube(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    const planted *of = (const planted *)self;
    (void)p;
    *out = (ts_term_value){.value = x[0] * x[0] * x[0],
                           .gradient = {of->gradient * 3 * x[0] * x[0]},
                           .hessian = {{of->hessian * 6 * x[0]}}};
}

static const char *const X[] = {"x", NULL};

static planted make_cube(double gradient, double hessian) {
    return (planted){{TS_TERM_ABI, "cube", "x^3", NULL, 1, 0, X, X, cube}, gradient, hessian};
}

START_TEST(own_derivatives_are_checked) {
    const ts_term_point at = {.inputs = {0.7}};
    ts_own_differences own;
    const planted right = make_cube(1, 1), wrong = make_cube(1.0001, 1.0001), wrong_second = make_cube(1, -1);
    ts_own_differences_judge(&right.term, &at, &own);
    ck_assert(own.gradient == TS_CONSISTENT && own.hessian == TS_CONSISTENT);
    ts_own_differences_judge(&wrong.term, &at, &own);
    ck_assert(own.gradient == TS_INCONSISTENT && own.hessian == TS_CONSISTENT);
    ts_own_differences_judge(&wrong_second.term, &at, &own);
    ck_assert(own.gradient == TS_CONSISTENT && own.hessian == TS_INCONSISTENT);
}
END_TEST

START_TEST(references_are_checked_by_differences) {
    const ts_term *barrier = ts_term_find("barrier");
    const ts_term_point at = {.inputs = {0x1p-20}, .parameters = {0.0, 0.5}};
    ts_term_value value;
    ts_difference_error error;
    barrier->evaluate(barrier, at.inputs, at.parameters, &value);
    ck_assert(ts_reference_differences(barrier, &at, &value, &error));
    ck_assert_double_le(error.first, TS_REFERENCE_TOLERANCE);
    ck_assert_double_le(error.second, TS_REFERENCE_TOLERANCE);
    value.gradient[0] *= 1 + 0x1p-48;
    ck_assert(ts_reference_differences(barrier, &at, &value, &error));
    ck_assert_double_gt(error.first, TS_REFERENCE_TOLERANCE);
}
END_TEST

/* ---- clamps ---- */

START_TEST(clamps_are_as_smooth_as_they_say) {
    for (size_t c = 0; c < ts_clamp_count(); ++c) {
        const ts_clamp *clamp = ts_clamp_at(c);
        ts_clamp_result result;
        ck_assert(ts_clamp_judge(clamp, ts_term_find(clamp->reference), &result));
        ck_assert(!result.missed);
        /* Over its size amid the branches, which by D is large for the two that are parabolas of the gap. */
        const bool is_parabola =
            strcmp(clamp->reference, "barrier-two-stage") == 0 || strcmp(clamp->reference, "barrier-quadratic") == 0;
        const double least = is_parabola ? 0.2 : 0.5;
        for (int o = 0; o < TS_CLAMP_ORDERS; ++o) {
            ck_assert(result.off[o] == 0.0 && result.jump[o] == result.exact[o]);
            if (o <= clamp->smooth) ck_assert_double_le(result.exact[o], 1e-12);
            if (o > clamp->smooth) ck_assert_double_ge(result.exact[o], least);
        }
        ck_assert(!ts_clamp_judge(clamp, ts_term_find("hinge-angle"), &result));
    }
}
END_TEST

/* ---- runs ---- */

/* The barrier by its reference, wrong by a factor for inputs above 1e-3. */
static void misjudged(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    (void)self;
    const ts_term *reference = ts_term_find("barrier");
    reference->evaluate(reference, x, p, out);
    if (x[0] > 1e-3) out->value *= 1.0 + 1e-12;
}

static ts_barrier_results run(const ts_term *term, uint64_t samples, bool (*interrupted)(void *)) {
    static ts_barrier_subject subject;
    static ts_barrier_options options;
    ts_barrier_results results;
    ts_error error;
    subject = (ts_barrier_subject){.term = term};
    options = (ts_barrier_options){
        .subjects = &subject, .subject_count = 1, .samples = samples, .seed = 2, .interrupted = interrupted};
    ck_assert_msg(ts_barrier_run(&options, &results, &error) == TS_OK, "%s", error.message);
    return results;
}

START_TEST(a_reference_passes_and_an_error_is_found) {
    ts_term term = *ts_term_find("barrier");
    ts_barrier_results results = run(ts_term_find("barrier"), 40, NULL);
    ck_assert(!ts_barrier_any_failure(&results) && results.rows[0].count == 40);
    ck_assert(results.rows[0].error[TS_QUANTITY_HESSIAN][TS_MEASURE_ULPS].most == 0.0);
    ts_barrier_results_clear(&results);
    term.evaluate = misjudged;
    results = run(&term, 40, NULL);
    const ts_barrier_row *row = &results.rows[0];
    ck_assert(ts_barrier_any_failure(&results));
    ck_assert(row->missed[TS_QUANTITY_VALUE] && !row->missed[TS_QUANTITY_GRADIENT]);
    const ts_barrier_worst *worst = &row->error[TS_QUANTITY_VALUE][TS_MEASURE_NORM];
    ck_assert_double_le(fabs(worst->most - 1e-12), 1e-15);
    ts_term_point at;
    ts_term_sweep_point(row->sweep, 2, worst->index, &at);
    ck_assert_double_gt(at.inputs[0], 1e-3);
    ts_barrier_results_clear(&results);
}
END_TEST

START_TEST(threads_change_nothing) {
    ts_term term = *ts_term_find("barrier");
    term.evaluate = misjudged;
    omp_set_num_threads(1);
    ts_barrier_results one = run(&term, 70, NULL);
    omp_set_num_threads(3);
    ts_barrier_results three = run(&term, 70, NULL);
    for (int i = 0; i < 70; ++i) {
        const ts_term_judgement *a = &one.rows[0].samples[i].judgement, *b = &three.rows[0].samples[i].judgement;
        ck_assert(memcmp(a->error, b->error, sizeof a->error) == 0);
    }
    ck_assert(memcmp(one.rows[0].error, three.rows[0].error, sizeof one.rows[0].error) == 0);
    ts_barrier_results_clear(&one);
    ts_barrier_results_clear(&three);
}
END_TEST

/* After a look at each clamp, and two among the samples. */
static bool stop(void *self) {
    static size_t looks;
    (void)self;
    return ++looks > ts_clamp_count() + 2;
}

START_TEST(an_interrupted_run_keeps_what_it_has) {
    ts_barrier_results results = run(ts_term_find("barrier"), 1000, stop);
    ck_assert(results.interrupted);
    ck_assert_uint_gt(results.rows[0].count, 0);
    ck_assert_uint_lt(results.rows[0].count, 1000);
    ts_barrier_results_clear(&results);
}
END_TEST

START_TEST(terms_without_a_reference_get_sweeps_by_their_names) {
    ts_term own = *ts_term_find("strain-limit");
    const planted right = make_cube(1, 1), wrong = make_cube(1, 1.5);
    size_t count;
    own.reference = NULL;
    ck_assert_str_eq(ts_term_sweeps_of(&own, &count)->reference, "strain-limit");
    ck_assert_str_eq(ts_term_sweeps_of(&right.term, &count)->name, "anything");
    ck_assert_uint_eq(count, 1);
    ts_barrier_results results = run(&right.term, 30, NULL);
    ck_assert(!ts_barrier_any_failure(&results) && results.rows[0].unresolved == 0);
    ts_barrier_results_clear(&results);
    results = run(&wrong.term, 30, NULL);
    ck_assert(results.rows[0].inconsistent[0] == 0 && results.rows[0].inconsistent[1] == 30);
    ck_assert(ts_barrier_any_failure(&results));
    ts_barrier_results_clear(&results);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("barrier");
    TCase *tests = tcase_create("judging");
    tcase_add_test(tests, projections_of_known_matrices);
    tcase_add_test(tests, errors_are_counted);
    tcase_add_test(tests, flaws_are_found);
    tcase_add_test(tests, every_reference_has_sweeps_and_every_sweep_a_bound);
    tcase_add_test(tests, sweeps_are_repeatable_and_inside);
    tcase_add_test(tests, sweeps_are_those_of_a_like_term);
    tcase_add_test(tests, sweeps_draw_from_declared_ranges);
    tcase_add_test(tests, what_has_no_bound_of_its_own_has_a_common_one);
    tcase_add_test(tests, sweeps_reach_the_corners);
    tcase_add_test(tests, thin_gaps_are_exact);
    tcase_add_test(tests, own_derivatives_are_checked);
    tcase_add_test(tests, references_are_checked_by_differences);
    tcase_add_test(tests, clamps_are_as_smooth_as_they_say);
    tcase_add_test(tests, a_reference_passes_and_an_error_is_found);
    tcase_add_test(tests, threads_change_nothing);
    tcase_add_test(tests, an_interrupted_run_keeps_what_it_has);
    tcase_add_test(tests, terms_without_a_reference_get_sweeps_by_their_names);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
