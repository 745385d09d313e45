/* SPDX-License-Identifier: GPL-2.0-or-later
 * What one answer of a CCD method is worth: the table of docs/reading-the-table.md, row by row. */
#include "benches/verdict.h"

#include <math.h>

#include "benches/lower_bound.h"

/* "Tiny toi": the step of a solver that takes it makes no progress. */
static const double TINY_TOI = 1e-6;
static const double NOT_TINY_TRUTH = 1e-3;
/* A method's own rounding of d(0) and l_p must not make its answer "below the bound": this much of the
 * bound is forgiven. */
static const double BOUND_ALLOWANCE = 1e-9, BOUND_ALLOWANCE_OF_FLOATS = 1e-4;
/* How sharply a false positive's closest approach is located: relative to the distance, or to the first gap. */
static const double APPROACH_TOLERANCE = 1e-9, APPROACH_OF_FIRST_GAP = 1e-4;

static bool is_sane_hit(const ts_ccd_query *query, const ts_ccd_result *answer) {
    return answer->toi >= 0.0 && answer->toi <= query->t_max; /* false for NaN */
}

static ts_verdict verdict_of_hit(const ts_known_truth *known, double toi) {
    const ts_oracle_truth *truth = &known->truth;
    if (!truth->contact) return TS_VERDICT_FALSE_POSITIVE;
    if (known->source == TS_TRUTH_LABEL) return TS_VERDICT_UNVERIFIED;
    if (truth->hi == 0.0) return toi == 0.0 ? TS_VERDICT_SAFE : TS_VERDICT_LATE;
    if (toi > truth->hi) return TS_VERDICT_LATE;
    return toi < truth->lo ? TS_VERDICT_SAFE : TS_VERDICT_TOUCHING;
}

static ts_verdict verdict_of(const ts_ccd_query *query, const ts_known_truth *known, const ts_ccd_result *answer) {
    switch (answer->status) {
    case TS_CCD_LIMIT: return TS_VERDICT_LIMIT;
    case TS_CCD_UNSUPPORTED: return TS_VERDICT_UNSUPPORTED;
    case TS_CCD_FREE:
        if (known->source == TS_TRUTH_NONE) return TS_VERDICT_UNVERIFIED;
        return known->truth.contact ? TS_VERDICT_FALSE_NEGATIVE : TS_VERDICT_TRUE_NEGATIVE;
    case TS_CCD_HIT:
        if (!is_sane_hit(query, answer)) return TS_VERDICT_ERROR;
        if (known->source == TS_TRUTH_NONE) return TS_VERDICT_UNVERIFIED;
        return verdict_of_hit(known, answer->toi);
    case TS_CCD_FAILED: break;
    }
    return TS_VERDICT_ERROR;
}

static void judge_stall(const ts_ccd_query *query, const ts_known_truth *known, double toi, ts_judgement *judgement) {
    const ts_oracle_truth *truth = &known->truth;
    if (known->source == TS_TRUTH_NONE || toi >= TINY_TOI) return;
    if (!truth->contact) {
        judgement->time_lost = query->t_max - toi;
    } else if (known->source == TS_TRUTH_BRACKET && truth->lo > NOT_TINY_TRUTH) {
        judgement->time_lost = truth->lo - toi;
    }
    judgement->stall = !isnan(judgement->time_lost);
}

static void judge_bound(const ts_ccd_query *query, const ts_oracle_distance_result *start, double toi,
                        ts_judged_method method, ts_judgement *judgement) {
    const double bound = ts_toi_lower_bound_from(query, start->gap_lo);
    const double allowance = method.floats ? BOUND_ALLOWANCE_OF_FLOATS : BOUND_ALLOWANCE;
    if (!(toi < (1.0 - method.kept_gap) * (1.0 - allowance) * bound)) return;
    judgement->below_bound = true;
    judgement->bound_missed = fmin(bound, query->t_max) - toi;
}

/* (d(toi) - xi) / (d(0) - xi); the quotient of enclosures of one or two doubles, its lower end. */
static double kept_gap(const ts_ccd_query *query, const ts_oracle_distance_result *start, double toi) {
    ts_oracle_distance_result stop;
    if (start->compare <= 0) return NAN;
    if (toi == 0.0) return 1.0;
    if (ts_oracle_distance(query, toi, query->min_distance, &stop) != TS_OK) return NAN;
    return fmax(stop.gap_lo, 0.0) / start->gap_hi;
}

/* The gap at the time of closest approach, which keeps its digits when xi is much larger. */
static double closest_gap(const ts_ccd_query *query, const ts_oracle_distance_result *start) {
    const double enough = APPROACH_OF_FIRST_GAP * fmax(start->gap_lo, 0.0);
    double lo, hi, time;
    ts_oracle_distance_result closest;
    if (ts_oracle_closest_approach_within(query, APPROACH_TOLERANCE, enough, &lo, &hi, &time) != TS_OK) return NAN;
    if (ts_oracle_distance(query, time, query->min_distance, &closest) != TS_OK) return NAN;
    return closest.gap_hi;
}

static void judge_numbers(const ts_ccd_query *query, const ts_known_truth *known,
                          const ts_oracle_distance_result *start, double toi, ts_judgement *judgement) {
    switch (judgement->verdict) {
    case TS_VERDICT_SAFE:
        judgement->toi_error = known->truth.lo - toi;
        judgement->kept_gap = kept_gap(query, start, toi);
        break;
    case TS_VERDICT_TOUCHING: judgement->toi_error = 0.0; break;
    case TS_VERDICT_LATE: judgement->toi_error = known->truth.hi - toi; break;
    case TS_VERDICT_FALSE_POSITIVE:
        judgement->step_lost = query->t_max - toi;
        if (known->source == TS_TRUTH_BRACKET) judgement->closest_gap = closest_gap(query, start);
        break;
    default: break;
    }
}

static bool has_toi(const ts_ccd_result *answer, const ts_judgement *judgement) {
    return answer->status == TS_CCD_HIT && judgement->verdict != TS_VERDICT_ERROR;
}

static ts_judgement nothing_but(ts_verdict verdict, ts_ccd_failure failure) {
    return (ts_judgement){.verdict = verdict,
                          .failure = failure,
                          .toi_error = NAN,
                          .time_lost = NAN,
                          .kept_gap = NAN,
                          .closest_gap = NAN,
                          .step_lost = NAN,
                          .bound_missed = NAN};
}

/* As far as the answer itself tells. */
static ts_ccd_failure failure_of(ts_verdict verdict, const ts_ccd_result *answer) {
    if (verdict != TS_VERDICT_ERROR) return TS_CCD_FAILURE_NONE;
    if (answer->status != TS_CCD_HIT) return TS_CCD_FAILURE_OWN;
    return isnan(answer->toi) ? TS_CCD_FAILURE_NAN : TS_CCD_FAILURE_OUTSIDE;
}

void ts_judge_kind(const ts_ccd_query *query, const ts_known_truth *known, const ts_ccd_result *answer,
                   ts_judgement *judgement) {
    const ts_verdict verdict = verdict_of(query, known, answer);
    *judgement = nothing_but(verdict, failure_of(verdict, answer));
    if (has_toi(answer, judgement)) judge_stall(query, known, answer->toi, judgement);
}

void ts_judge(const ts_ccd_query *query, const ts_known_truth *known, const ts_ccd_result *answer,
              ts_judged_method method, ts_judgement *judgement) {
    ts_judge_kind(query, known, answer, judgement);
    if (!has_toi(answer, judgement)) return;
    ts_oracle_distance_result start;
    if (ts_oracle_distance(query, 0.0, query->min_distance, &start) != TS_OK) return; /* no query that can be judged */
    judge_bound(query, &start, answer->toi, method, judgement);
    judge_numbers(query, known, &start, answer->toi, judgement);
}

void ts_judge_inconsistent(ts_judgement *judgement) {
    if (ts_verdict_is_unsafe(judgement->verdict)) return;
    *judgement = nothing_but(TS_VERDICT_INCONSISTENT, TS_CCD_FAILURE_NONE);
}

const char *ts_verdict_name(ts_verdict verdict) {
    static const char *const names[TS_VERDICTS] = {"true_negative",  "safe",       "touching",    "false_positive",
                                                   "false_negative", "late",       "limit",       "unsupported",
                                                   "error",          "unverified", "inconsistent"};
    return (unsigned)verdict < TS_VERDICTS ? names[verdict] : "unknown";
}
