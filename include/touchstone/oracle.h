/* SPDX-License-Identifier: MIT
 * The referee: the exact truth about a CCD query, for any finite doubles. Error-bounded floating point
 * decides most queries, exact integers (GMP) the rest; MPFR intervals come between where exponents spread far. */
#ifndef TOUCHSTONE_ORACLE_H
#define TOUCHSTONE_ORACLE_H

#include <stdbool.h>

#include <touchstone/ccd.h>
#include <touchstone/distance.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ts_oracle_stage {
    TS_ORACLE_FLOAT = 1, /* doubles and double-doubles with proven error bounds */
    TS_ORACLE_MPFR = 2,  /* MPFR intervals, asked where integers would be long */
    TS_ORACLE_EXACT = 4, /* GMP integers; always decides */
    TS_ORACLE_ALL = 7
} ts_oracle_stage;

/* t* is the first t in [0, t_max] with distance(t) <= min_distance. Where several pairs of features come to touch
 * between the same two adjacent doubles, `feature` is the one of lowest dimension, though it may be a later one of
 * them: which comes first in there is not asked. */
typedef struct ts_oracle_truth {
    bool contact;
    double lo, hi;         /* lo <= t* <= hi: equal when t* is a double, else adjacent doubles around it */
    ts_feature feature;    /* a pair of features whose first contact lies in [lo, hi]; 0 without contact */
    ts_oracle_stage stage; /* the last stage that was needed */
} ts_oracle_truth;

/* stages: a set of ts_oracle_stage. TS_ERROR_UNDECIDED when none of the stages allowed can decide (never
 * with TS_ORACLE_EXACT among them), TS_ERROR_DATA for a query that ts_ccd_query_check refuses. */
TS_API ts_status ts_oracle_toi(const ts_ccd_query *query, unsigned stages, ts_oracle_truth *truth);

/* The distance d at a time t (a double in [0, 1]), exactly compared and tightly enclosed. */
typedef struct ts_oracle_distance_result {
    int compare;         /* sign of d(t) - bound */
    double d2_lo, d2_hi; /* d(t)^2 within: equal when it is a double, else adjacent doubles (0 and infinity included) */
    double gap_lo, gap_hi; /* d(t) - bound within two doubles, equal or adjacent */
    ts_feature feature;    /* a closest pair */
} ts_oracle_distance_result;

/* bound >= 0, metres. TS_ERROR_USAGE for t outside [0, 1] or a bad bound, TS_ERROR_DATA for a query that
 * ts_ccd_query_check refuses. */
TS_API ts_status ts_oracle_distance(const ts_ccd_query *query, double t, double bound,
                                    ts_oracle_distance_result *result);

/* Sign of d(t) - bound alone (negative, 0 or positive); faster. Errors are the same. */
TS_API ts_status ts_oracle_compare(const ts_ccd_query *query, double t, double bound, int *sign);

/* The least distance over [0, t_max]: *lo <= min d <= *hi, both proven. *hi - *lo <= tolerance * *hi (both 0 for a
 * contact) or adjacent doubles, unless the least distance is so far below all others that 200 rounds do not reach it.
 * *t_at is a time at which d <= *hi, or the double after it. tolerance in [1e-12, 1): TS_ERROR_USAGE outside.
 * TS_ERROR_DATA for a query that ts_ccd_query_check refuses. */
TS_API ts_status ts_oracle_closest_approach(const ts_ccd_query *query, double tolerance, double *lo, double *hi,
                                            double *t_at);

/* The same, satisfied already when *hi - *lo <= enough (>= 0, a length): for who compares the least distance with
 * another, and does not care how near to a contact it is. */
TS_API ts_status ts_oracle_closest_approach_within(const ts_ccd_query *query, double tolerance, double enough,
                                                   double *lo, double *hi, double *t_at);

/* Is the certificate a proof that the motion is free up to the answer (t_max for `free`, toi for `hit`)? Every piece
 * in exact arithmetic; nothing of the method is trusted. TS_OK when it is; TS_ERROR_DATA when not, with the first
 * piece that fails and why in `error`. */
TS_API ts_status ts_oracle_check_certificate(const ts_ccd_query *query, const ts_ccd_result *answer,
                                             const ts_ccd_certificate *certificate, ts_error *error);

/* Registers the oracle itself as the backend `exact`: t* rounded down and scaled by 1-s (docs/backends/exact.md).
 * Calling it again does nothing. */
TS_API ts_status ts_oracle_register_backend(ts_error *error);

/* "float", "mpfr", "exact", "all"; "unknown" for another set of stages. */
TS_API const char *ts_oracle_stage_name(ts_oracle_stage stage);

#ifdef __cplusplus
}
#endif
#endif
