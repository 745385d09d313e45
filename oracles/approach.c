/* SPDX-License-Identifier: MIT
 * ts_oracle_closest_approach: the least distance over the step, by asking the oracle whether ever smaller
 * thicknesses touch. */
#include <touchstone/oracle.h>

#include <math.h>

#include "oracles/guess.h"
#include "oracles/separation.h"

enum { MOST_PIECES = 400, SAMPLES = 32, GOLDEN_STEPS = 40, MOST_ROUNDS = 200, MOST_PATIENCE = 7 };

/* A guess of the minimum may be off by this part of the slack. */
static const double NEAR_ENOUGH = 0.01;

typedef struct approach {
    const ts_ccd_query *query;
    ts_float_query guess;
    bool can_guess;
    double tolerance, enough;
    double fastest;  /* about how fast the distance changes */
    double hi, t_at; /* some d <= hi; at t_at or between it and the double before */
} approach;

static double guess_at(const approach *a, double t) {
    double direction[3];
    return ts_guess_direction(&a->guess, a->query->kind, t, direction);
}

/* By how much the bounds may differ. */
static double slack(const approach *a) {
    return fmax(a->tolerance * a->hi, a->enough);
}

/* A local minimum of the guessed distance in [lo, hi] by golden section, near enough to pass for one. */
static double descend(const approach *a, double lo, double hi) {
    const double ratio = 0.6180339887498949, near = NEAR_ENOUGH * slack(a);
    double left = hi - ratio * (hi - lo), right = lo + ratio * (hi - lo);
    double at_left = guess_at(a, left), at_right = guess_at(a, right);
    for (int i = 0; i < GOLDEN_STEPS && (hi - lo) * a->fastest > near; ++i) {
        if (at_left <= at_right) {
            hi = right;
            right = left;
            at_right = at_left;
            left = hi - ratio * (hi - lo);
            at_left = guess_at(a, left);
        } else {
            lo = left;
            left = right;
            at_left = at_right;
            right = lo + ratio * (hi - lo);
            at_right = guess_at(a, right);
        }
    }
    return at_left <= at_right ? left : right;
}

/* Takes t as the best so far when its distance, rounded up, is below hi. */
static void try_time(approach *a, double t) {
    ts_oracle_distance_result at;
    if (ts_oracle_distance(a->query, t, 0.0, &at) == TS_OK && at.gap_hi < a->hi) {
        a->hi = at.gap_hi;
        a->t_at = t;
    }
}

static void try_guesses(approach *a) {
    const double t_max = a->query->t_max;
    const double step = t_max / (double)SAMPLES;
    double best = 0.0, least = INFINITY, last = guess_at(a, 0.0);
    for (int i = 0; i <= SAMPLES; ++i) {
        const double t = t_max * i / (double)SAMPLES, d = guess_at(a, t);
        a->fastest = fmax(a->fastest, fabs(d - last) / step);
        last = d;
        if (d < least) {
            least = d;
            best = t;
        }
    }
    try_time(a, descend(a, fmax(0.0, best - step), fmin(t_max, best + step)));
}

static bool is_surely_apart(const ts_ccd_query *query) {
    ts_float_query quick;
    return ts_float_query_init(&quick, query) &&
           ts_float_separated_at_length(&quick, query->kind, query->t_max, MOST_PIECES);
}

/* Is the step free of contact at thickness xi? If not, hi comes down to xi at least. */
static bool is_free_at(approach *a, double xi, ts_status *status) {
    ts_ccd_query query = *a->query;
    query.min_distance = xi;
    *status = TS_OK;
    if (is_surely_apart(&query)) return true;
    ts_oracle_truth truth;
    *status = ts_oracle_toi(&query, TS_ORACLE_ALL, &truth);
    if (*status != TS_OK || !truth.contact) return true;
    try_time(a, truth.hi);
    if (a->can_guess) {
        const double reach = a->query->t_max / (double)SAMPLES;
        try_time(a, descend(a, truth.lo, fmin(a->query->t_max, truth.hi + reach)));
    }
    if (a->hi > xi) {
        a->hi = xi;
        a->t_at = truth.hi;
    }
    return false;
}

/* Brings *least, 0 at first, and a->hi together. Just below what was reached first, in the hope that it is the minimum,
 * which it nearly always is; whenever it is not, the middle more often before that is tried again: a minimum between
 * two doubles of t would be crept up to. */
static ts_status raise_bound(approach *a, double *least) {
    ts_status status = TS_OK;
    int middles = 0, patience = 0;
    for (int round = 0; round < MOST_ROUNDS && status == TS_OK && a->hi - *least > slack(a); ++round) {
        const double middle = 0.5 * (*least + a->hi), below = a->hi - 0.5 * slack(a);
        const bool bold = middles <= 0 && below > *least;
        const double xi = bold ? below : middle;
        if (!(xi > *least && xi < a->hi)) break;
        if (is_free_at(a, xi, &status)) {
            *least = xi;
            if (!bold) --middles;
            continue;
        }
        if (round == 0) is_free_at(a, 0.0, &status); /* in contact: hi = 0 */
        if (bold) {
            middles = patience;
            patience = 2 * patience + 1 < MOST_PATIENCE ? 2 * patience + 1 : MOST_PATIENCE;
        } else {
            --middles;
        }
    }
    return status;
}

ts_status ts_oracle_closest_approach_within(const ts_ccd_query *query, double tolerance, double enough, double *lo,
                                            double *hi, double *t_at) {
    if (ts_ccd_query_check(query, NULL) != TS_OK) return TS_ERROR_DATA;
    if (!(tolerance >= 1e-12 && tolerance < 1.0 && enough >= 0.0)) return TS_ERROR_USAGE;
    approach a = {.query = query, .tolerance = tolerance, .enough = enough, .hi = INFINITY};
    a.can_guess = ts_float_query_init(&a.guess, query);
    try_time(&a, 0.0);
    try_time(&a, query->t_max);
    if (a.can_guess) try_guesses(&a);

    double least = 0.0;
    const ts_status status = raise_bound(&a, &least);
    if (status != TS_OK) return status;
    *lo = least;
    *hi = a.hi;
    *t_at = a.t_at;
    return TS_OK;
}

ts_status ts_oracle_closest_approach(const ts_ccd_query *query, double tolerance, double *lo, double *hi,
                                     double *t_at) {
    return ts_oracle_closest_approach_within(query, tolerance, 0.0, lo, hi, t_at);
}
