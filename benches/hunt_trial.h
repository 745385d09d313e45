/* SPDX-License-Identifier: GPL-2.0-or-later
 * One query tried on a method: does it fail, how, and how badly. What a hunt climbs and a minimiser keeps. */
#ifndef TS_BENCHES_HUNT_TRIAL_H
#define TS_BENCHES_HUNT_TRIAL_H

#include <stdbool.h>

#include <touchstone/ccd.h>
#include <touchstone/oracle.h>

typedef enum ts_hunt_goal {
    TS_HUNT_LATE = 0, /* contacts missed or reported late, and proofs that are none */
    TS_HUNT_STALL,    /* tiny toi although the contact is far, or there is none */
    TS_HUNT_SLOW,     /* the method's own iteration count */
    TS_HUNT_TIME,     /* nanoseconds: the one goal whose outcome depends on the machine */
    TS_HUNT_GOALS
} ts_hunt_goal;

/* "late", "stall", "slow", "time", by goal. */
extern const char *const TS_HUNT_GOAL_NAMES[TS_HUNT_GOALS];

typedef enum ts_failure {
    TS_FAILURE_NONE = 0,
    TS_FAILURE_MISSED, /* verdict false_negative */
    TS_FAILURE_LATE,   /* verdict late */
    TS_FAILURE_PROOF,  /* the certificate of the answer is no proof */
    TS_FAILURE_STALL,
    TS_FAILURE_LIMIT,
    TS_FAILURE_ERROR,
    TS_FAILURES
} ts_failure;

typedef struct ts_trial {
    ts_oracle_truth truth; /* only of the goals that need it: late and stall */
    ts_ccd_result answer;
    ts_failure failure;
    ts_ccd_failure reason; /* TS_FAILURE_ERROR: why */
    /* Larger is worse for the method; a find from 0 on.
     * late: the lateness, toi - t* (of a missed contact, t_max - t*), 0 for an early contact, or the hunt would
     *   end at starts in contact; 1 for a certificate that fails; below 0 the nearer to t* the higher.
     * stall: the time lost; below 0 the smaller the toi the higher.
     * slow, time: iterations, nanoseconds. */
    double score;
} ts_trial;

/* TS_ERROR_DATA for a query that ts_ccd_query_check refuses. */
ts_status ts_hunt_try(const ts_ccd_method *method, ts_hunt_goal goal, const ts_ccd_query *query, ts_trial *trial);

/* Contact at the start or in the first thousandth of the step. */
bool ts_is_early(const ts_oracle_truth *truth);
/* "none", "missed", "late", "proof", "stall", "limit", "error". */
const char *ts_failure_name(ts_failure failure);

#endif
