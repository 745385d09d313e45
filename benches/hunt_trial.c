/* SPDX-License-Identifier: GPL-2.0-or-later
 * One query tried on a method: does it fail, how, and how badly. */
#include "benches/hunt_trial.h"

#include <math.h>

#include "benches/proof.h"
#include "benches/verdict.h"
#include "ccd/timing.h"

const char *const TS_HUNT_GOAL_NAMES[TS_HUNT_GOALS] = {"late", "stall", "slow", "time"};

/* Scores of answers that are no find, each group below the one before. */
static const double FREE_SCORE = -2.0; /* rightly so: nothing to be late for */
static const double ANSWERLESS = -3.0; /* limit, error, unsupported */
static const double PROOF_SCORE = 1.0; /* as bad as lateness can be */

static const double EARLY = 1e-3;

enum { TIMED_CALLS = 3 };

/* The answer, why there is none, and whether the method's own proof of it fails. */
static bool ask(const ts_ccd_method *method, const ts_ccd_query *query, ts_trial *trial) {
    ts_ccd_certificate certificate;
    ts_ccd_answer_why(method, query, &trial->answer, &trial->reason);
    return ts_prove(method, query, &trial->answer, &certificate, NULL) == TS_PROOF_FAILED;
}

static ts_failure failure_of(const ts_judgement *judgement) {
    switch (judgement->verdict) {
    case TS_VERDICT_FALSE_NEGATIVE: return TS_FAILURE_MISSED;
    case TS_VERDICT_LATE: return TS_FAILURE_LATE;
    case TS_VERDICT_LIMIT: return TS_FAILURE_LIMIT;
    case TS_VERDICT_ERROR: return TS_FAILURE_ERROR;
    default: return judgement->stall ? TS_FAILURE_STALL : TS_FAILURE_NONE;
    }
}

bool ts_is_early(const ts_oracle_truth *truth) {
    return truth->contact && truth->hi <= EARLY;
}

static double lateness(const ts_ccd_query *query, const ts_trial *trial) {
    const ts_oracle_truth *truth = &trial->truth;
    if (trial->failure == TS_FAILURE_PROOF) return PROOF_SCORE;
    if (trial->failure == TS_FAILURE_LIMIT || trial->failure == TS_FAILURE_ERROR) return ANSWERLESS;
    if (trial->answer.status == TS_CCD_UNSUPPORTED) return ANSWERLESS;
    if (!truth->contact) return FREE_SCORE;
    const bool unsafe = trial->failure == TS_FAILURE_MISSED || trial->failure == TS_FAILURE_LATE;
    if (unsafe && ts_is_early(truth)) return 0.0;
    if (trial->failure == TS_FAILURE_MISSED) return query->t_max - truth->hi;
    if (trial->failure == TS_FAILURE_LATE) return trial->answer.toi - truth->hi;
    if (truth->hi == 0.0) return -1.0;
    /* At most a double below 0: inside the bracket is not late. */
    return fmin(trial->answer.toi / truth->hi - 1.0, -0x1p-60);
}

static double stall(const ts_ccd_query *query, const ts_trial *trial, double time_lost) {
    if (trial->failure == TS_FAILURE_STALL) return time_lost;
    if (trial->answer.status == TS_CCD_FREE) return FREE_SCORE;
    if (trial->answer.status != TS_CCD_HIT || trial->failure == TS_FAILURE_ERROR) return ANSWERLESS;
    const double end = trial->truth.contact ? trial->truth.hi : query->t_max;
    return end > 0.0 ? -fmin(trial->answer.toi / end, 1.0) : -1.0;
}

/* The least of a few calls: what disturbs the machine only adds. */
static double nanoseconds(const ts_ccd_method *method, const ts_ccd_query *query) {
    double least = INFINITY;
    for (int i = 0; i < TIMED_CALLS && !(i > 0 && least > TS_SLOW_QUERY_NS); ++i) {
        ts_ccd_result answer;
        const double start = ts_nanoseconds_now();
        ts_ccd_answer(method, query, &answer);
        least = fmin(least, ts_nanoseconds_now() - start);
    }
    return least;
}

static ts_status try_speed(const ts_ccd_method *method, ts_hunt_goal goal, const ts_ccd_query *query, ts_trial *trial) {
    ts_trial made = {0};
    ts_ccd_answer_why(method, query, &made.answer, &made.reason);
    if (made.answer.status == TS_CCD_LIMIT) made.failure = TS_FAILURE_LIMIT;
    if (made.answer.status == TS_CCD_FAILED) made.failure = TS_FAILURE_ERROR;
    made.score = goal == TS_HUNT_TIME ? nanoseconds(method, query) : (double)made.answer.iterations;
    if (made.answer.status == TS_CCD_UNSUPPORTED || made.failure == TS_FAILURE_ERROR) made.score = ANSWERLESS;
    *trial = made;
    return TS_OK;
}

ts_status ts_hunt_try(const ts_ccd_method *method, ts_hunt_goal goal, const ts_ccd_query *query, ts_trial *trial) {
    ts_status status = ts_ccd_query_check(query, NULL);
    if (status != TS_OK) return status;
    if (goal == TS_HUNT_SLOW || goal == TS_HUNT_TIME) return try_speed(method, goal, query, trial);
    ts_trial made = {0};
    ts_known_truth known = {.source = TS_TRUTH_BRACKET};
    ts_judgement judgement;
    status = ts_oracle_toi(query, TS_ORACLE_ALL, &known.truth);
    if (status != TS_OK) return status;
    made.truth = known.truth;
    const bool disproved = ask(method, query, &made);
    ts_judge_kind(query, &known, &made.answer, &judgement);
    made.failure = failure_of(&judgement);
    if (disproved && made.failure == TS_FAILURE_NONE) made.failure = TS_FAILURE_PROOF;
    made.score = goal == TS_HUNT_LATE ? lateness(query, &made) : stall(query, &made, judgement.time_lost);
    *trial = made;
    return TS_OK;
}

const char *ts_failure_name(ts_failure failure) {
    static const char *const names[TS_FAILURES] = {"none", "missed", "late", "proof", "stall", "limit", "error"};
    return (unsigned)failure < TS_FAILURES ? names[failure] : "unknown";
}
