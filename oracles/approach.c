/* SPDX-License-Identifier: MIT
 * ts_oracle_closest_approach: the least distance over the step, by asking the oracle whether ever smaller
 * thicknesses touch. */
#include <touchstone/oracle.h>

#include <math.h>

#include "oracles/guess.h"
#include "oracles/separation.h"

enum { MOST_PIECES = 400, SAMPLES = 32, MOST_DESCENTS = 60, MOST_ROUNDS = 200, MOST_PATIENCE = 7 };

/* A guess of the minimum may be off by this part of the slack. */
static const double NEAR_ENOUGH = 0.01;
/* An end of the step is no minimum where its guess is above that of another time by this part: more than the errors of
 * both. A wrong guess would cost time, not truth. */
static const double SURELY_FARTHER = 0x1p-20;

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

/* By how much bounds of a distance may differ. */
static double slack(const approach *a, double distance) {
    return fmax(a->tolerance * distance, a->enough);
}

/* ---- A local minimum of the guessed distance (Brent 1973, localmin) ---- */

typedef struct sample {
    double t, distance;
} sample;

/* The minimum lies between lo and hi; `best` is the best time seen there, then `second`, then the second of before. */
typedef struct descent {
    double lo, hi;
    sample best, second, third;
    double step, last_step;
} descent;

/* To where the parabola through the three is least; false where that is not inside, or steps do not shrink. */
static bool parabola_step(const descent *d, double *step) {
    const double to_second = d->best.t - d->second.t, to_third = d->best.t - d->third.t;
    const double r = to_second * (d->best.distance - d->third.distance),
                 q = to_third * (d->best.distance - d->second.distance);
    *step = (to_second * r - to_third * q) / (2.0 * (q - r));
    const double to = d->best.t + *step;
    return fabs(*step) < 0.5 * fabs(d->last_step) && to > d->lo && to < d->hi;
}

/* The next time; `least` is the shortest step worth a look. */
static double next_time(descent *d, double least) {
    const double golden = 0.3819660112501051, x = d->best.t;
    const double inward = x < 0.5 * (d->lo + d->hi) ? 1.0 : -1.0, room = inward > 0.0 ? d->hi - x : d->lo - x;
    double step;
    if (fabs(d->last_step) > least && parabola_step(d, &step)) {
        d->last_step = d->step;
        if (fmin(x + step - d->lo, d->hi - x - step) < 2.0 * least) step = copysign(least, inward);
    } else {
        d->last_step = room;
        step = golden * room;
    }
    d->step = step;
    return x + (fabs(step) >= least ? step : copysign(least, step));
}

static void take_sample(descent *d, sample u) {
    if (u.distance <= d->best.distance) {
        *(u.t >= d->best.t ? &d->lo : &d->hi) = d->best.t;
        d->third = d->second;
        d->second = d->best;
        d->best = u;
        return;
    }
    *(u.t < d->best.t ? &d->lo : &d->hi) = u.t;
    if (u.distance <= d->second.distance || d->second.t == d->best.t) {
        d->third = d->second;
        d->second = u;
    } else if (u.distance <= d->third.distance || d->third.t == d->best.t || d->third.t == d->second.t) {
        d->third = u;
    }
}

/* The minimum between lo and hi, near enough to pass for one. */
static sample descend(const approach *a, sample lo, sample best, sample hi) {
    const double reach = NEAR_ENOUGH * slack(a, best.distance) / (3.0 * a->fastest);
    descent d = {lo.t, hi.t, best, lo, hi, hi.t - lo.t, hi.t - lo.t};
    if (hi.distance < lo.distance) d.second = hi, d.third = lo;
    for (int i = 0; i < MOST_DESCENTS; ++i) {
        const double least = fmax(reach, 0x1p-52 * d.best.t), off = fabs(d.best.t - 0.5 * (d.lo + d.hi));
        if (!(off > 2.0 * least - 0.5 * (d.hi - d.lo))) break;
        const double t = next_time(&d, least);
        take_sample(&d, (sample){t, guess_at(a, t)});
    }
    return d.best;
}

/* ---- Bounds ---- */

/* Takes t as the best so far when its distance, rounded up, is below hi. */
static void try_time(approach *a, double t) {
    ts_oracle_distance_result at;
    if (ts_oracle_distance(a->query, t, 0.0, &at) == TS_OK && at.gap_hi < a->hi) {
        a->hi = at.gap_hi;
        a->t_at = t;
    }
}

/* At SAMPLES + 1 times from 0 to t_max. */
static void take_samples(const approach *a, sample *samples) {
    enum { TOGETHER = 4 };
    for (int first = 0; first <= SAMPLES; first += TOGETHER) {
        double times[TOGETHER], distances[TOGETHER];
        for (int i = 0; i < TOGETHER; ++i) {
            times[i] = a->query->t_max * fmin(first + i, SAMPLES) / (double)SAMPLES;
        }
        ts_guess_four(&a->guess, a->query->kind, times, distances);
        for (int i = 0; i < TOGETHER && first + i <= SAMPLES; ++i)
            samples[first + i] = (sample){times[i], distances[i]};
    }
}

static void try_guesses(approach *a) {
    const double t_max = a->query->t_max, step = t_max / (double)SAMPLES;
    sample samples[SAMPLES + 1];
    int best = 0;
    take_samples(a, samples);
    for (int i = 0; i <= SAMPLES; ++i) {
        if (i > 0) a->fastest = fmax(a->fastest, fabs(samples[i].distance - samples[i - 1].distance) / step);
        if (samples[i].distance < samples[best].distance) best = i;
    }
    const int before = best > 0 ? best - 1 : 0, after = best < SAMPLES ? best + 1 : SAMPLES;
    const sample least = descend(a, samples[before], samples[best], samples[after]);
    try_time(a, least.t);
    for (int end = 0; end <= SAMPLES; end += SAMPLES) {
        if (!(samples[end].distance > least.distance * (1.0 + SURELY_FARTHER))) try_time(a, samples[end].t);
    }
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
        const double end = fmin(a->query->t_max, truth.hi + a->query->t_max / (double)SAMPLES);
        const sample from = {truth.lo, guess_at(a, truth.lo)}, to = {end, guess_at(a, end)};
        try_time(a, descend(a, from, from.distance <= to.distance ? from : to, to).t);
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
    bool asked = false; /* whether there is a contact, which nobody need ask once *least is above 0 */
    for (int round = 0; round < MOST_ROUNDS && status == TS_OK && a->hi - *least > slack(a, a->hi); ++round) {
        const double middle = 0.5 * (*least + a->hi), below = a->hi - 0.5 * slack(a, a->hi);
        const bool bold = middles <= 0 && below > *least && below < a->hi;
        const double xi = bold ? below : middle;
        if (!(xi > *least && xi < a->hi)) { /* adjacent doubles */
            if (!asked && *least == 0.0) is_free_at(a, 0.0, &status);
            break;
        }
        if (is_free_at(a, xi, &status)) {
            *least = xi;
            if (!bold) --middles;
            continue;
        }
        if (!asked && *least == 0.0) is_free_at(a, 0.0, &status); /* in contact: hi = 0 */
        asked = true;
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
    if (a.can_guess) try_guesses(&a);
    if (!isfinite(a.hi)) {
        try_time(&a, 0.0);
        try_time(&a, query->t_max);
    }

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
