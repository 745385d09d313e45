/* SPDX-License-Identifier: GPL-2.0-or-later
 * Derivatives of a term's own doubles by Richardson's extrapolation of central differences, with an estimate of what it
 * is worth: for terms that nobody has a reference of. */
#include "benches/barrier/own_derivative.h"

#include <float.h>
#include <math.h>

enum { HALVINGS = 44, LEVELS = 3 };

/* What is differentiated, by which input: the value, or an entry of the gradient. */
typedef struct slope_asked {
    const ts_term *term;
    const ts_term_point *at;
    int by;
    int of; /* entry of the gradient; -1: the value */
} slope_asked;

typedef struct slope_found {
    double slope, error; /* error INFINITY: nothing found */
} slope_found;

static double evaluate(const slope_asked *asked, double x) {
    ts_term_point moved = *asked->at;
    ts_term_value value = {0};
    moved.inputs[asked->by] = x;
    asked->term->evaluate(asked->term, moved.inputs, moved.parameters, &value);
    return asked->of < 0 ? value.value : value.gradient[asked->of];
}

/* Central, over the distance that the rounded inputs have; *noise is what rounding of the two values makes of it. */
static double central(const slope_asked *asked, double step, double *noise) {
    const double x = asked->at->inputs[asked->by], right = x + step, left = x - step;
    const double above = evaluate(asked, right), below = evaluate(asked, left);
    *noise = 4.0 * DBL_EPSILON * (fabs(above) + fabs(below)) / (right - left);
    return (above - below) / (right - left);
}

/* Steps are halved from an eighth of the input on; the estimate that the last two columns of the extrapolation and the
 * noise of its values speak best of is taken. */
static slope_found find_slope(const slope_asked *asked) {
    slope_found best = {0.0, INFINITY};
    double row[LEVELS], before[LEVELS];
    int filled = 0;
    double step = 0.125 * fmax(fabs(asked->at->inputs[asked->by]), DBL_MIN);
    for (int halving = 0; halving < HALVINGS; ++halving, step *= 0.5) {
        double noise, power = 4.0;
        row[0] = central(asked, step, &noise);
        if (!isfinite(row[0])) {
            filled = 0;
            continue;
        }
        filled = filled < LEVELS ? filled + 1 : LEVELS;
        for (int k = 1; k < filled; ++k, power *= 4.0)
            row[k] = row[k - 1] + (row[k - 1] - before[k - 1]) / (power - 1.0);
        const double spread = filled == LEVELS ? fabs(row[LEVELS - 1] - row[LEVELS - 2]) : (double)INFINITY;
        if (spread + noise < best.error) best = (slope_found){row[LEVELS - 1], spread + noise};
        for (int k = 0; k < filled; ++k) before[k] = row[k];
    }
    return best;
}

/* `largest`: of the entries among which this one is. A value that is finite has no infinite derivative. */
static ts_consistency compare(double claimed, double largest, const slope_found *found) {
    if (isinf(claimed)) return TS_INCONSISTENT;
    const double allowed = fmax(TS_OWN_TOLERANCE * largest, TS_OWN_DOUBT * found->error);
    if (!(fabs(claimed - found->slope) <= allowed)) return isinf(allowed) ? TS_UNRESOLVED : TS_INCONSISTENT;
    return TS_OWN_DOUBT * found->error > 1e-2 * largest && largest > 0.0 ? TS_UNRESOLVED : TS_CONSISTENT;
}

/* Wrong beats unresolved beats right. */
static void note(ts_consistency *sum, ts_consistency one) {
    if (one == TS_INCONSISTENT || *sum == TS_CONSISTENT) *sum = one;
}

/* Of those that are finite: an infinite one gives the others no leave. */
static double largest_of(int count, const double *a) {
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        if (isfinite(a[i])) most = fmax(most, fabs(a[i]));
    }
    return most;
}

void ts_own_differences_judge(const ts_term *term, const ts_term_point *at, ts_own_differences *out) {
    const int n = term->inputs;
    ts_term_value value = {0};
    *out = (ts_own_differences){TS_CONSISTENT, TS_CONSISTENT};
    term->evaluate(term, at->inputs, at->parameters, &value);
    if (!isfinite(value.value)) {
        *out = (ts_own_differences){TS_NOT_ASKED, TS_NOT_ASKED};
        return;
    }
    const double steepest = largest_of(n, value.gradient);
    for (int i = 0; i < n; ++i) {
        const slope_found first = find_slope(&(slope_asked){term, at, i, -1});
        note(&out->gradient, compare(value.gradient[i], steepest, &first));
        const double most = largest_of(n, value.hessian[i]);
        for (int j = 0; j < n; ++j) {
            const slope_found second = find_slope(&(slope_asked){term, at, i, j});
            note(&out->hessian, compare(value.hessian[i][j], most, &second));
        }
    }
}
