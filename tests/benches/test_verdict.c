/* SPDX-License-Identifier: MIT
 * The verdict table row by row, on queries whose truth is known by hand; the lower bound against MPFR. */
#include "benches/lower_bound.h"
#include "tests/support.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>

#include "benches/verdict.h"
#include "core/random.h"

/* A point that moves along the x axis from `start` to `end`, and one at rest at (0, height, 0). */
static ts_ccd_query approach(double start, double end, double height, double min_distance) {
    ts_ccd_query query = {.kind = TS_POINT_POINT, .min_distance = min_distance, .t_max = 1.0};
    query.x0[0][0] = start;
    query.x1[0][0] = end;
    query.x0[1][1] = query.x1[1][1] = height;
    return query;
}

static ts_known_truth contact_in(double lo, double hi) {
    return (ts_known_truth){.source = TS_TRUTH_BRACKET, .truth = {.contact = true, .lo = lo, .hi = hi}};
}

static const ts_known_truth FREE = {.source = TS_TRUTH_BRACKET};
static const ts_ccd_result SAYS_FREE = {.status = TS_CCD_FREE};

static ts_judgement judge(const ts_ccd_query *query, ts_known_truth known, ts_ccd_result answer) {
    ts_judgement judgement;
    ts_judge(query, &known, &answer, (ts_judged_method){0}, &judgement);
    return judgement;
}

static ts_judgement judge_hit(const ts_ccd_query *query, ts_known_truth known, double toi) {
    return judge(query, known, (ts_ccd_result){.status = TS_CCD_HIT, .toi = toi});
}

/* The distance is |1 - 2t|; contact at 1/2. */
static const double HALF = 0.5;

START_TEST(no_contact) {
    const ts_ccd_query query = approach(1.0, -1.0, 0.5, 0.25);
    ck_assert_int_eq(judge(&query, FREE, SAYS_FREE).verdict, TS_VERDICT_TRUE_NEGATIVE);
    const ts_judgement hit = judge_hit(&query, FREE, 0.4375);
    ck_assert_int_eq(hit.verdict, TS_VERDICT_FALSE_POSITIVE);
    ck_assert_double_eq(hit.step_lost, 0.5625);
    ck_assert_double_eq_tol(hit.closest_gap, 0.25, 1e-8); /* least distance 1/2 less min_distance */
    ck_assert(!hit.stall);
    ck_assert(!hit.below_bound);
    ck_assert(isnan(hit.toi_error));
}
END_TEST

START_TEST(contact_after_the_start) {
    const ts_ccd_query query = approach(1.0, -1.0, 0.0, 0.0);
    const ts_known_truth truth = contact_in(HALF, HALF);
    const ts_judgement missed = judge(&query, truth, SAYS_FREE);
    ck_assert_int_eq(missed.verdict, TS_VERDICT_FALSE_NEGATIVE);
    ck_assert(ts_verdict_is_unsafe(missed.verdict));

    const ts_judgement late = judge_hit(&query, truth, 0.625);
    ck_assert_int_eq(late.verdict, TS_VERDICT_LATE);
    ck_assert(ts_verdict_is_unsafe(late.verdict));
    ck_assert_double_eq(late.toi_error, -0.125);

    const ts_judgement touching = judge_hit(&query, truth, HALF);
    ck_assert_int_eq(touching.verdict, TS_VERDICT_TOUCHING);
    ck_assert(!ts_verdict_is_unsafe(touching.verdict));
    ck_assert_double_eq(touching.toi_error, 0.0);

    const ts_judgement safe = judge_hit(&query, truth, 0.375);
    ck_assert_int_eq(safe.verdict, TS_VERDICT_SAFE);
    ck_assert(!ts_verdict_is_unsafe(safe.verdict));
    ck_assert_double_eq(safe.toi_error, 0.125);
    ck_assert_double_eq(safe.kept_gap, 0.25); /* |1 - 2 (3/8)| of 1 */
    ck_assert(isnan(safe.step_lost));
}
END_TEST

START_TEST(both_ends_of_a_bracket_touch) {
    /* Distance |1 - 3t|: contact at 1/3, which is no double. */
    const ts_ccd_query query = approach(1.0, -2.0, 0.0, 0.0);
    const double lo = 1.0 / 3.0, hi = nextafter(lo, 1.0);
    const ts_known_truth truth = contact_in(lo, hi);
    ck_assert_int_eq(judge_hit(&query, truth, nextafter(lo, 0.0)).verdict, TS_VERDICT_SAFE);
    ck_assert_int_eq(judge_hit(&query, truth, lo).verdict, TS_VERDICT_TOUCHING);
    ck_assert_int_eq(judge_hit(&query, truth, hi).verdict, TS_VERDICT_TOUCHING);
    ck_assert_int_eq(judge_hit(&query, truth, nextafter(hi, 1.0)).verdict, TS_VERDICT_LATE);
}
END_TEST

START_TEST(the_kept_gap_is_measured_from_min_distance) {
    /* d(0) = 1, min_distance 1/4, d(1/8) = 3/4: 2/3 of the gap is kept. */
    const ts_ccd_query query = approach(1.0, -1.0, 0.0, 0.25);
    const ts_judgement safe = judge_hit(&query, contact_in(0.375, 0.375), 0.125);
    ck_assert_double_eq_tol(safe.kept_gap, 2.0 / 3.0, 1e-15);
    ck_assert_double_eq(judge_hit(&query, contact_in(0.375, 0.375), 0.0).kept_gap, 1.0);
}
END_TEST

/* Between enclosures of the distance, 1 and a half by the root of 2, the quotient is not above the truth. */
START_TEST(the_kept_gap_is_rounded_down) {
    ts_ccd_query query = approach(1.5, 1.5, 1.5, 0.0);
    const double kept = judge_hit(&query, contact_in(HALF, HALF), 0.25).kept_gap;
    ck_assert_double_lt(kept, 1.0);
    ck_assert_double_eq_tol(kept, 1.0, 1e-15);
}
END_TEST

START_TEST(contact_at_the_start) {
    const ts_ccd_query query = approach(0.0, 1.0, 0.0, 0.0);
    const ts_known_truth truth = contact_in(0.0, 0.0);
    ck_assert_int_eq(judge(&query, truth, SAYS_FREE).verdict, TS_VERDICT_FALSE_NEGATIVE);
    ck_assert_int_eq(judge_hit(&query, truth, DBL_TRUE_MIN).verdict, TS_VERDICT_LATE);
    const ts_judgement right = judge_hit(&query, truth, 0.0);
    ck_assert_int_eq(right.verdict, TS_VERDICT_SAFE);
    ck_assert(!right.stall);
    ck_assert(!right.below_bound);
    ck_assert_double_eq(right.toi_error, 0.0);
}
END_TEST

START_TEST(tiny_answers_are_stalls) {
    const ts_ccd_query far_off = approach(1.0, -1.0, 0.0, 0.0), free_query = approach(1.0, -1.0, 0.5, 0.0);
    ck_assert(judge_hit(&far_off, contact_in(HALF, HALF), 9e-7).stall);
    ck_assert_double_eq(judge_hit(&far_off, contact_in(HALF, HALF), 0.0).time_lost, 0.5);
    ck_assert(!judge_hit(&far_off, contact_in(HALF, HALF), 1e-6).stall);
    ck_assert(!judge_hit(&far_off, contact_in(1e-3, 1e-3), 9e-7).stall);
    ck_assert(!judge_hit(&far_off, contact_in(1e-3, nextafter(1e-3, 1.0)), 9e-7).stall);
    ck_assert(judge_hit(&far_off, contact_in(1.1e-3, 1.1e-3), 9e-7).stall);
    ck_assert(judge_hit(&free_query, FREE, 9e-7).stall);
    ck_assert(!judge_hit(&free_query, FREE, 1e-6).stall);
    ck_assert(!judge(&free_query, FREE, SAYS_FREE).stall);
}
END_TEST

START_TEST(answers_that_are_none) {
    const ts_ccd_query query = approach(1.0, -1.0, 0.0, 0.0);
    const ts_known_truth truth = contact_in(HALF, HALF);
    const ts_ccd_result limit = {.status = TS_CCD_LIMIT, .toi = 0.1}, unsupported = {.status = TS_CCD_UNSUPPORTED},
                        failed = {.status = TS_CCD_FAILED};
    ck_assert_int_eq(judge(&query, truth, limit).verdict, TS_VERDICT_LIMIT);
    ck_assert_int_eq(judge(&query, truth, unsupported).verdict, TS_VERDICT_UNSUPPORTED);
    ck_assert_int_eq(judge(&query, truth, failed).verdict, TS_VERDICT_ERROR);
    ck_assert_int_eq(judge_hit(&query, truth, NAN).verdict, TS_VERDICT_ERROR);
    ck_assert_int_eq(judge_hit(&query, truth, -0.25).verdict, TS_VERDICT_ERROR);
    ck_assert_int_eq(judge_hit(&query, truth, 1.5).verdict, TS_VERDICT_ERROR);
}
END_TEST

START_TEST(a_label_tells_only_of_contact) {
    const ts_ccd_query query = approach(1.0, -1.0, 0.0, 0.0);
    const ts_known_truth contact = {.source = TS_TRUTH_LABEL, .truth = {.contact = true}};
    const ts_known_truth free_label = {.source = TS_TRUTH_LABEL}, nothing = {.source = TS_TRUTH_NONE};
    ck_assert_int_eq(judge(&query, contact, SAYS_FREE).verdict, TS_VERDICT_FALSE_NEGATIVE);
    ck_assert_int_eq(judge_hit(&query, contact, 0.25).verdict, TS_VERDICT_UNVERIFIED);
    ck_assert_int_eq(judge(&query, free_label, SAYS_FREE).verdict, TS_VERDICT_TRUE_NEGATIVE);
    ck_assert_int_eq(judge_hit(&query, free_label, 0.25).verdict, TS_VERDICT_FALSE_POSITIVE);
    ck_assert_int_eq(judge(&query, nothing, SAYS_FREE).verdict, TS_VERDICT_UNVERIFIED);
    ck_assert_int_eq(judge_hit(&query, nothing, 0.0).verdict, TS_VERDICT_UNVERIFIED);
    ck_assert(!judge_hit(&query, nothing, 0.0).stall);
    ck_assert(!judge_hit(&query, contact, 0.0).stall);
}
END_TEST

START_TEST(an_answer_below_the_bound_is_counted) {
    /* p relative to the mean is 1 for each point: l_p = 2, gap 1, bound 1/2. */
    const ts_ccd_query query = approach(1.0, -1.0, 0.0, 0.0);
    const ts_known_truth truth = contact_in(HALF, HALF);
    ts_judgement judgement;
    ck_assert_double_eq_tol(ts_toi_lower_bound(&query), 0.5, 1e-14);
    ck_assert(judge_hit(&query, truth, 0.49).below_bound);
    ck_assert_double_eq_tol(judge_hit(&query, truth, 0.25).bound_missed, 0.25, 1e-14);
    ck_assert(!judge_hit(&query, truth, 0.5).below_bound);
    /* A method that keeps a tenth of the gap may stop at 9/10 of the bound. */
    const ts_ccd_result scaled = {.status = TS_CCD_HIT, .toi = 0.46}, too_low = {.status = TS_CCD_HIT, .toi = 0.44};
    ts_judge(&query, &truth, &scaled, (ts_judged_method){.kept_gap = 0.1}, &judgement);
    ck_assert(!judgement.below_bound);
    ts_judge(&query, &truth, &too_low, (ts_judged_method){.kept_gap = 0.1}, &judgement);
    ck_assert(judgement.below_bound);
}
END_TEST

START_TEST(the_bound_at_its_limits) {
    const ts_ccd_query in_contact = approach(0.0, 1.0, 0.0, 0.0);
    ck_assert_double_eq(ts_toi_lower_bound(&in_contact), 0.0);
    ts_ccd_query carried = approach(1e9, 1.0, 0.5, 0.0); /* both move alike */
    carried.x1[1][0] = 1.0 - 1e9;
    ck_assert(isinf(ts_toi_lower_bound(&carried)));
    const ts_ccd_query huge = approach(1.7e308, -1.7e308, 0.0, 0.0); /* x1 - x0 overflows */
    ck_assert_double_ge(ts_toi_lower_bound(&huge), 0.0);
    ck_assert_double_le(ts_toi_lower_bound(&huge), 0.5);
    const ts_ccd_query tiny = approach(4e-320, -4e-320, 0.0, 0.0);
    ck_assert_double_le(ts_toi_lower_bound(&tiny), 0.5);
}
END_TEST

/* A step that is asked about in part has no more than that part to lose. */
START_TEST(no_more_is_lost_than_was_asked_about) {
    ts_ccd_query query = approach(1.0, -1.0, 0.5, 0.25), slow = approach(1.0, 0.9, 0.0, 0.0);
    query.t_max = slow.t_max = 0.5;
    ck_assert_double_eq(judge_hit(&query, FREE, 0.25).step_lost, 0.25);
    ck_assert_double_eq(judge_hit(&query, FREE, 0.0).time_lost, 0.5);
    ck_assert_double_gt(ts_toi_lower_bound(&slow), 9.0);
    ck_assert(judge_hit(&slow, FREE, 0.25).below_bound);
    ck_assert_double_eq(judge_hit(&slow, FREE, 0.25).bound_missed, 0.25);
}
END_TEST

/* Of a bound of 1/2 a billionth is forgiven, and a ten-thousandth of a method in floats. */
START_TEST(rounding_of_the_bound_is_forgiven) {
    const ts_ccd_query query = approach(1.0, -1.0, 0.0, 0.0);
    const ts_known_truth truth = contact_in(HALF, HALF);
    static const struct {
        double off;
        bool in_doubles, in_floats;
    } ROWS[] = {{0.9e-9, false, false}, {1.1e-9, true, false}, {0.9e-4, true, false}, {1.1e-4, true, true}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; ++i) {
        const ts_ccd_result answer = {.status = TS_CCD_HIT, .toi = HALF * (1.0 - ROWS[i].off)};
        for (int floats = 0; floats < 2; ++floats) {
            ts_judgement judgement;
            ts_judge(&query, &truth, &answer, (ts_judged_method){.floats = floats}, &judgement);
            ck_assert_int_eq(judgement.below_bound, floats ? ROWS[i].in_floats : ROWS[i].in_doubles);
        }
    }
}
END_TEST

/* ---- The lower bound against 2,400 bits ---- */

enum { BITS = 2400 };

static void random_query(ts_random *random, ts_ccd_query *query) {
    *query = (ts_ccd_query){.kind = (ts_ccd_kind)ts_random_below(random, TS_CCD_KINDS), .t_max = 1.0};
    const double size = ts_random_log(random, 1e-9, 1e3), carry = ts_random_log(random, 1e-6, 1e12);
    const double motion = ts_random_log(random, 1e-12, 1e3);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            query->x0[i][c] = size * ts_random_between(random, -1.0, 1.0);
            query->x1[i][c] = query->x0[i][c] + carry + motion * ts_random_between(random, -1.0, 1.0);
        }
    }
}

/* l_p of eq. 10, rounded to nearest at BITS. */
static void exact_speed(const ts_ccd_query *query, mpfr_t speed) {
    const int n = ts_ccd_vertices(query->kind);
    mpfr_t p[4][3], mean, square, norm, fastest[2];
    mpfr_inits2(BITS, mean, square, norm, fastest[0], fastest[1], (mpfr_ptr)0);
    mpfr_set_zero(fastest[0], 1);
    mpfr_set_zero(fastest[1], 1);
    for (int i = 0; i < n; ++i) {
        for (int c = 0; c < 3; ++c) {
            mpfr_init2(p[i][c], BITS);
            mpfr_set_d(p[i][c], query->x1[i][c], MPFR_RNDN);
            mpfr_sub_d(p[i][c], p[i][c], query->x0[i][c], MPFR_RNDN);
        }
    }
    for (int c = 0; c < 3; ++c) {
        mpfr_set_zero(mean, 1);
        for (int i = 0; i < n; ++i) mpfr_add(mean, mean, p[i][c], MPFR_RNDN);
        mpfr_div_si(mean, mean, n, MPFR_RNDN);
        for (int i = 0; i < n; ++i) mpfr_sub(p[i][c], p[i][c], mean, MPFR_RNDN);
    }
    for (int i = 0; i < n; ++i) {
        mpfr_ptr most = fastest[i >= ts_ccd_first_vertices(query->kind)];
        mpfr_set_zero(norm, 1);
        for (int c = 0; c < 3; ++c) {
            mpfr_sqr(square, p[i][c], MPFR_RNDN);
            mpfr_add(norm, norm, square, MPFR_RNDN);
            mpfr_clear(p[i][c]);
        }
        mpfr_sqrt(norm, norm, MPFR_RNDN);
        mpfr_max(most, most, norm, MPFR_RNDN);
    }
    mpfr_add(speed, fastest[0], fastest[1], MPFR_RNDN);
    mpfr_clears(mean, square, norm, fastest[0], fastest[1], (mpfr_ptr)0);
}

START_TEST(the_bound_is_below_the_true_one_and_close) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 7);
    mpfr_t bound;
    mpfr_init2(bound, BITS);
    for (int i = 0; i < ts_test_cases(2000); ++i) {
        ts_ccd_query query;
        ts_oracle_distance_result start;
        random_query(&random, &query);
        ck_assert_int_eq(ts_oracle_distance(&query, 0.0, 0.0, &start), TS_OK);
        if (!(start.gap_lo > 0.0)) continue;
        exact_speed(&query, bound);
        mpfr_d_div(bound, start.gap_lo, bound, MPFR_RNDN); /* infinity for equal motions */
        const double found = ts_toi_lower_bound(&query);
        ck_assert_msg(mpfr_cmp_d(bound, found) >= 0, "case %d: %.17g is above the bound", i, found);
        mpfr_mul_d(bound, bound, 1.0 - 1e-9, MPFR_RNDN);
        ck_assert_msg(mpfr_cmp_d(bound, found) <= 0 || isinf(found), "case %d: %.17g is far below the bound", i, found);
    }
    mpfr_clear(bound);
}
END_TEST

/* Two points go far, on either side of where doubles are rounded up and down: of the 2^-66 by which one goes farther
 * their rounded motions have nothing. */
START_TEST(what_cancels_is_no_rest) {
    ts_ccd_query query = approach(0x1p-13, 0x1p40 + 0x1p-12, 1.0, 0.0);
    query.x0[1][0] = 0x1p-13 - 0x1p-66;
    query.x1[1][0] = 0x1p40 + 0x1p-12;
    const double found = ts_toi_lower_bound(&query);
    ck_assert_double_gt(found, 0.0);
    ck_assert_double_le(found, 0x1p66);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("verdict");
    tcase_add_test(cases, no_contact);
    tcase_add_test(cases, contact_after_the_start);
    tcase_add_test(cases, both_ends_of_a_bracket_touch);
    tcase_add_test(cases, the_kept_gap_is_measured_from_min_distance);
    tcase_add_test(cases, the_kept_gap_is_rounded_down);
    tcase_add_test(cases, contact_at_the_start);
    tcase_add_test(cases, tiny_answers_are_stalls);
    tcase_add_test(cases, answers_that_are_none);
    tcase_add_test(cases, a_label_tells_only_of_contact);
    tcase_add_test(cases, an_answer_below_the_bound_is_counted);
    tcase_add_test(cases, the_bound_at_its_limits);
    tcase_add_test(cases, no_more_is_lost_than_was_asked_about);
    tcase_add_test(cases, rounding_of_the_bound_is_forgiven);
    tcase_add_test(cases, the_bound_is_below_the_true_one_and_close);
    tcase_add_test(cases, what_cancels_is_no_rest);
    Suite *suite = suite_create("verdict");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
