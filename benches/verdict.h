/* SPDX-License-Identifier: GPL-2.0-or-later
 * What one answer of a CCD method is worth, given the exact truth (docs/reading-the-table.md). */
#ifndef TS_BENCHES_VERDICT_H
#define TS_BENCHES_VERDICT_H

#include <stdbool.h>

#include <touchstone/ccd.h>
#include <touchstone/oracle.h>

typedef enum ts_verdict {
    TS_VERDICT_TRUE_NEGATIVE = 0,
    TS_VERDICT_SAFE,           /* hit before t* */
    TS_VERDICT_TOUCHING,       /* hit inside the bracket of t* */
    TS_VERDICT_FALSE_POSITIVE, /* hit without a contact */
    TS_VERDICT_FALSE_NEGATIVE, /* unsafe: contact missed */
    TS_VERDICT_LATE,           /* unsafe: hit after t*, or after 0 when the start is in contact */
    TS_VERDICT_LIMIT,
    TS_VERDICT_UNSUPPORTED,
    TS_VERDICT_ERROR,
    TS_VERDICT_UNVERIFIED,   /* no truth to compare with, or a contact whose time is not known */
    TS_VERDICT_INCONSISTENT, /* as bad as unsafe: the same query was answered in two ways */
    TS_VERDICTS
} ts_verdict;

/* What is known of a query when an answer is judged. */
typedef enum ts_truth_source {
    TS_TRUTH_NONE = 0,
    TS_TRUTH_LABEL,  /* contact or not, from the file; its time not known */
    TS_TRUTH_BRACKET /* contact and bracket of t* */
} ts_truth_source;

typedef struct ts_known_truth {
    ts_truth_source source;
    ts_oracle_truth truth; /* with TS_TRUTH_LABEL only `contact` is meaningful */
} ts_known_truth;

/* Numbers are NaN where they do not apply. t* is known as a bracket of one or two adjacent doubles; of the
 * errors that it allows the smaller is given. */
typedef struct ts_judgement {
    ts_verdict verdict;
    ts_ccd_failure failure; /* TS_VERDICT_ERROR: why */
    bool stall;             /* "tiny toi": below 1e-6 although t* > 1e-3, or below 1e-6 without a contact */
    bool below_bound;       /* toi below the paper's lower bound (eq. 10), scaled by 1-s for a method that scales */
    double toi_error;       /* safe, touching: t* - toi >= 0; late: t* - toi < 0 */
    double time_lost;       /* stall: t* - toi, or t_max - toi without a contact */
    double kept_gap;        /* safe, t* > 0: (d(toi) - xi)/(d(0) - xi) from exact gaps, rounded down */
    double closest_gap;     /* false positive: the least d - xi over [0, t_max] */
    double step_lost;       /* false positive: t_max - toi */
    double bound_missed;    /* below_bound: the bound (at most t_max) less toi */
} ts_judgement;

/* What a method says of itself. */
typedef struct ts_judged_method {
    double kept_gap; /* its option "s" (ts_ccd_method.kept_gap) */
    bool floats;     /* TS_CCD_IN_FLOATS */
} ts_judged_method;

static inline ts_judged_method ts_judged(const ts_ccd_method *method) {
    return (ts_judged_method){method->kept_gap, (method->backend->capabilities & TS_CCD_IN_FLOATS) != 0};
}

void ts_judge(const ts_ccd_query *query, const ts_known_truth *known, const ts_ccd_result *answer,
              ts_judged_method method, ts_judgement *judgement);

/* The verdict, stall and time_lost alone, all else false or NaN: no exact distances, which cost far more. */
void ts_judge_kind(const ts_ccd_query *query, const ts_known_truth *known, const ts_ccd_result *answer,
                   ts_judgement *judgement);

/* Of an answer that changed when the query was asked again: no number of it counts. An unsafe one stays unsafe. */
void ts_judge_inconsistent(ts_judgement *judgement);

static inline bool ts_verdict_is_unsafe(ts_verdict verdict) {
    return verdict == TS_VERDICT_FALSE_NEGATIVE || verdict == TS_VERDICT_LATE;
}

/* "true_negative", "safe", "touching", ... */
const char *ts_verdict_name(ts_verdict verdict);

#endif
