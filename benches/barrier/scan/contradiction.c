/* SPDX-License-Identifier: GPL-2.0-or-later
 * Differences that settle elsewhere than the derivative: the error of a difference falls by four with each halving of
 * its step, rounding grows by two; what stays is neither. */
#include "benches/barrier/scan/contradiction.h"

#include <float.h>
#include <math.h>

#include "benches/barrier/own_derivative.h"
#include "benches/barrier/sample.h"

/* Steps from an eighth of the largest input on. Below 2^-40 of it a term may not notice that an input moved. */
enum { HALVINGS = 37, RUN = 8, ENTRIES = 1 + TS_TERM_MOST_INPUTS };

/* Shares of what a difference is off by: how far apart those of a run are, the noise of theirs, that of shorter steps
 * which have a say, and how far these may be from the run. */
#define SPREAD 0.1
#define NOISE 0.05
#define NOISE_OF_SHORTER 0.25
#define SHORTER 0.5

/* Of what the largest entry is: what derivatives may differ by within the shortest step, or it tells nothing of them.
 */
#define STEADY 0.1

/* Differences by one input: of the value, then of the gradient's entries. */
typedef struct differences {
    double slope[ENTRIES][HALVINGS], noise[ENTRIES][HALVINGS];
    ts_contradiction possible; /* no derivative varies within the shortest step */
} differences;

/* What rounding does to the value and to the gradient. */
typedef struct rounding {
    double value, gradient;
} rounding;

/* Of those that are finite: an infinite one gives the others no leave. */
static double largest(int count, const double *a) {
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        if (isfinite(a[i])) most = fmax(most, fabs(a[i]));
    }
    return most;
}

/* By how much an entry changes; one that is infinite does not. */
static double change(double from, double to) {
    return isinf(from) ? 0.0 : fabs(to - from);
}

/* The change that a unit in the last place of every number makes, and a few units of the result's own. */
static rounding rounding_at(const ts_term *term, const ts_term_point *at, const ts_term_value *got) {
    const int n = term->inputs;
    rounding of = {4.0 * DBL_EPSILON * fabs(got->value), 4.0 * DBL_EPSILON * largest(n, got->gradient)};
    for (int m = 0; m < TS_MOVED; ++m) {
        const ts_term_point away = ts_barrier_move(term, at, m);
        ts_term_value moved = {0};
        term->evaluate(term, away.inputs, away.parameters, &moved);
        of.value = fmax(of.value, fabs(moved.value - got->value));
        for (int i = 0; i < n; ++i) of.gradient = fmax(of.gradient, change(got->gradient[i], moved.gradient[i]));
    }
    return (rounding){8.0 * of.value, 8.0 * of.gradient};
}

static double largest_bend(int n, const ts_term_value *value) {
    double most = 0.0;
    for (int i = 0; i < n; ++i) most = fmax(most, largest(n, value->hessian[i]));
    return most;
}

static ts_contradiction is_possible(int n, const ts_term_value *got, const ts_term_value *beside) {
    double steeper = 0.0, more_bent = 0.0;
    for (int i = 0; i < n; ++i) {
        steeper = fmax(steeper, change(got->gradient[i], beside->gradient[i]));
        for (int j = 0; j < n; ++j) more_bent = fmax(more_bent, change(got->hessian[i][j], beside->hessian[i][j]));
    }
    return (ts_contradiction){steeper <= STEADY * largest(n, got->gradient),
                              more_bent <= STEADY * largest_bend(n, got)};
}

static void take_differences(const ts_term *term, const ts_term_point *at, int by, const ts_term_value *got,
                             const rounding *rounded, differences *out) {
    const int n = term->inputs;
    double step = 0.125 * fmax(largest(n, at->inputs), DBL_MIN);
    for (int k = 0; k < HALVINGS; ++k, step *= 0.5) {
        ts_term_point right = *at, left = *at;
        ts_term_value above = {0}, below = {0};
        right.inputs[by] += step;
        left.inputs[by] -= step;
        const double apart = right.inputs[by] - left.inputs[by];
        term->evaluate(term, right.inputs, right.parameters, &above);
        term->evaluate(term, left.inputs, left.parameters, &below);
        out->slope[0][k] = (above.value - below.value) / apart;
        out->noise[0][k] = (rounded->value + 4.0 * DBL_EPSILON * (fabs(above.value) + fabs(below.value))) / apart;
        const double size = largest(n, above.gradient) + largest(n, below.gradient);
        for (int i = 0; i < n; ++i) {
            out->slope[1 + i][k] = (above.gradient[i] - below.gradient[i]) / apart;
            out->noise[1 + i][k] = (rounded->gradient + 4.0 * DBL_EPSILON * size) / apart;
        }
        if (k + 1 < HALVINGS) continue;
        const ts_contradiction right_of = is_possible(n, got, &above), left_of = is_possible(n, got, &below);
        out->possible = (ts_contradiction){right_of.gradient && left_of.gradient, right_of.hessian && left_of.hessian};
    }
}

/* Do the differences from `first` on keep away from what is claimed, and all shorter ones that rounding leaves a say?
 */
static bool keeps_away(const double *slope, const double *noise, int first, double claimed, double tolerance) {
    double least = slope[first], most = slope[first], rough = noise[first];
    for (int k = first; k < first + RUN; ++k) {
        if (!isfinite(slope[k]) || !isfinite(noise[k])) return false;
        least = fmin(least, slope[k]);
        most = fmax(most, slope[k]);
        rough = fmax(rough, noise[k]);
    }
    const double middle = 0.5 * (least + most), off = fabs(middle - claimed);
    if (!(off > tolerance) || most - least > SPREAD * off || rough > NOISE * off) return false;
    for (int k = first + RUN; k < HALVINGS; ++k) {
        if (noise[k] <= NOISE_OF_SHORTER * off && !(fabs(slope[k] - middle) <= SHORTER * off)) return false;
    }
    return true;
}

static bool is_contradicted(const double *slope, const double *noise, double claimed, double tolerance) {
    if (!isfinite(claimed)) return false;
    for (int first = 0; first + RUN <= HALVINGS; ++first) {
        if (keeps_away(slope, noise, first, claimed, tolerance)) return true;
    }
    return false;
}

ts_contradiction ts_scan_contradiction(const ts_term *term, const ts_term_point *at, const ts_term_value *got) {
    const int n = term->inputs;
    const rounding rounded = rounding_at(term, at, got);
    const double steep = TS_OWN_TOLERANCE * largest(n, got->gradient), bent = TS_OWN_TOLERANCE * largest_bend(n, got);
    ts_contradiction found = {false, false};
    for (int by = 0; by < n; ++by) {
        differences taken;
        take_differences(term, at, by, got, &rounded, &taken);
        if (taken.possible.gradient) {
            found.gradient |= is_contradicted(taken.slope[0], taken.noise[0], got->gradient[by], steep);
        }
        for (int i = 0; i < n && taken.possible.hessian; ++i) {
            found.hessian |= is_contradicted(taken.slope[1 + i], taken.noise[1 + i], got->hessian[i][by], bent);
        }
    }
    return found;
}
