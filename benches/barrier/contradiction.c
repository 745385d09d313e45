/* SPDX-License-Identifier: GPL-2.0-or-later
 * Differences that settle elsewhere than the derivative: the error of a difference falls by four with each halving of
 * its step, rounding grows by two; what stays is neither. */
#include "benches/barrier/contradiction.h"

#include <float.h>
#include <math.h>

#include "benches/barrier/sample.h"

/* Steps from an eighth of the largest input on. Below 2^-40 of an input a term may not notice that it moved, nor below
 * 2^-60 of the largest. */
enum { HALVINGS = 58, RUN = 8, COLUMNS = 2, ENTRIES = 1 + TS_TERM_MOST_INPUTS };
#define SHORTEST 0x1p-40
#define SMALLEST 0x1p-20

/* Shares of what a difference is off by: how far apart those of a run are, the noise of theirs, that of shorter steps
 * which have a say, and how far these may be from the run; what is left of it beside the point. */
#define SPREAD 0.1
#define NOISE 0.05
#define NOISE_OF_SHORTER 0.25
#define SHORTER 0.5
#define LEFT 0.5

/* Of what the largest entry is: what derivatives may differ by within the shortest step, or it tells nothing of them.
 */
#define STEADY 0.1

/* Differences have come to rest where so many in a row are that close to each other, and are those of a smooth term
 * where what they change by falls by eight, more or less, as often as that. */
enum { AT_REST = 3, SMOOTH = 3 };
#define REST 0.1
#define LEAST_FALL 5.0
#define MOST_FALL 13.0

/* What is judged: a derivative of the value, or of an entry of the gradient. */
typedef struct claim {
    double claimed, tolerance, size; /* size: of the largest entry beside it */
    int by, of;                      /* of: 0 the value, 1 + i an entry of the gradient */
    bool possible;                   /* the derivatives do not vary within the shortest step */
} claim;

/* Differences by one input: of the value, then of the gradient's entries. */
typedef struct differences {
    int count;
    double step[HALVINGS], apart[HALVINGS], slope[ENTRIES][HALVINGS];
    double noise[ENTRIES][HALVINGS], heard[ENTRIES][HALVINGS]; /* that can be foreseen; and what shows in them */
    bool gradient_steady, hessian_steady;
} differences;

/* What rounding does to the value, to the gradient and to the Hessian. */
typedef struct rounding {
    double value, gradient, hessian;
} rounding;

/* ---- sizes ---- */

/* Of those that are finite: an infinite one gives the others no leave. */
static double largest(int count, const double *a) {
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        if (isfinite(a[i])) most = fmax(most, fabs(a[i]));
    }
    return most;
}

static double largest_bend(int n, const ts_term_value *value) {
    double most = 0.0;
    for (int i = 0; i < n; ++i) most = fmax(most, largest(n, value->hessian[i]));
    return most;
}

/* By how much an entry changes; one that is infinite does not. */
static double change(double from, double to) {
    return isinf(from) ? 0.0 : fabs(to - from);
}

static void largest_change(int n, const ts_term_value *from, const ts_term_value *to, double *gradient,
                           double *hessian) {
    for (int i = 0; i < n; ++i) {
        *gradient = fmax(*gradient, change(from->gradient[i], to->gradient[i]));
        for (int j = 0; j < n; ++j) *hessian = fmax(*hessian, change(from->hessian[i][j], to->hessian[i][j]));
    }
}

static double rounded(double size) {
    return 4.0 * (DBL_EPSILON * size + DBL_TRUE_MIN);
}

/* The change that a unit in the last place of every number makes, and a few units of the result's own. */
static rounding rounding_at(const ts_term *term, const ts_term_point *at, const ts_term_value *got) {
    const int n = term->inputs;
    rounding of = {rounded(fabs(got->value)), rounded(largest(n, got->gradient)), rounded(largest_bend(n, got))};
    for (int m = 0; m < TS_MOVED; ++m) {
        const ts_term_point away = ts_barrier_move(term, at, m);
        ts_term_value moved = {0};
        term->evaluate(term, away.inputs, away.parameters, &moved);
        of.value = fmax(of.value, fabs(moved.value - got->value));
        largest_change(n, got, &moved, &of.gradient, &of.hessian);
    }
    return (rounding){8.0 * of.value, 8.0 * of.gradient, 8.0 * of.hessian};
}

/* ---- differences ---- */

static bool evaluate_beside(const ts_term *term, const ts_term_point *at, int by, double step, ts_term_value *out) {
    ts_term_point moved = *at;
    moved.inputs[by] += step;
    *out = (ts_term_value){0};
    term->evaluate(term, moved.inputs, moved.parameters, out);
    return isfinite(out->value);
}

static void note_steadiness(int n, const ts_term_value *got, const ts_term_value *beside, differences *out) {
    double steeper = 0.0, more_bent = 0.0;
    largest_change(n, got, beside, &steeper, &more_bent);
    out->gradient_steady &= steeper <= STEADY * largest(n, got->gradient);
    out->hessian_steady &= more_bent <= STEADY * largest_bend(n, got);
}

/* What differences that came to rest differ by again is rounding, though the moved inputs did not show it (1 - cos x):
 * it does not fall by eight with each halving, as the error of a smooth term does, and shorter steps have it too, even
 * where they are so short that nothing changes any more. */
static void hear_rounding(const differences *taken, const double *slope, const double *noise, double *heard) {
    double rough = 0.0, before = INFINITY;
    int resting = 0, falling = 0;
    heard[0] = noise[0];
    for (int k = 0; k + 1 < taken->count; ++k) {
        const double jump = fabs(slope[k + 1] - slope[k]), moved = jump * taken->apart[k + 1];
        heard[k + 1] = noise[k + 1] + 4.0 * rough / taken->apart[k + 1];
        if (!isfinite(jump)) continue;
        const bool falls = moved > 0.0 && LEAST_FALL * moved <= before && before <= MOST_FALL * moved;
        falling = falls ? falling + 1 : 0;
        if (falling >= SMOOTH) rough = 0.0;
        if (resting >= AT_REST) rough = fmax(rough, moved - 0.25 * before);
        if (resting < AT_REST) {
            resting = jump <= REST * fmax(fabs(slope[k]), fabs(slope[k + 1])) ? resting + 1 : 0;
        }
        before = moved;
        heard[k + 1] = noise[k + 1] + 4.0 * rough / taken->apart[k + 1];
    }
}

/* Two columns of Richardson's extrapolation, from the shortest step on so that none is read after it was changed. */
static void extrapolate(differences *taken, int e) {
    double *slope = taken->slope[e], *noise = taken->noise[e], *heard = taken->heard[e];
    for (int column = 1; column <= COLUMNS; ++column) {
        const double weight = 1.0 / (ldexp(1.0, 2 * column) - 1.0);
        for (int k = taken->count - 1; k >= column; --k) {
            slope[k] += weight * (slope[k] - slope[k - 1]);
            noise[k] += weight * (noise[k] + noise[k - 1]);
            heard[k] += weight * (heard[k] + heard[k - 1]);
        }
    }
}

static void take_differences(const ts_term *term, const ts_term_point *at, int by, const ts_term_value *got,
                             const rounding *of, differences *out) {
    const int n = term->inputs;
    const double most = fmax(largest(n, at->inputs), DBL_MIN);
    const double least = SHORTEST * fmax(fabs(at->inputs[by]), SMALLEST * most);
    ts_term_value above = {0}, below = {0};
    out->count = 0;
    out->gradient_steady = out->hessian_steady = true;
    for (double step = 0.125 * most; out->count < HALVINGS && step >= least; step *= 0.5) {
        const int k = out->count++;
        out->step[k] = step;
        const double apart = out->apart[k] = (at->inputs[by] + step) - (at->inputs[by] - step);
        evaluate_beside(term, at, by, step, &above);
        evaluate_beside(term, at, by, -step, &below);
        out->slope[0][k] = (above.value - below.value) / apart;
        out->noise[0][k] = (of->value + rounded(fabs(above.value) + fabs(below.value))) / apart;
        const double size = rounded(largest(n, above.gradient) + largest(n, below.gradient));
        for (int i = 0; i < n; ++i) {
            out->slope[1 + i][k] = (above.gradient[i] - below.gradient[i]) / apart;
            out->noise[1 + i][k] = (of->gradient + size) / apart;
        }
    }
    note_steadiness(n, got, &above, out);
    note_steadiness(n, got, &below, out);
    for (int e = 0; e < 1 + n; ++e) hear_rounding(out, out->slope[e], out->noise[e], out->heard[e]);
}

/* ---- what they say ---- */

/* Eight differences in a row. */
typedef struct run {
    int first;
    double middle, spread, rough;
    double longest; /* step of its first, or of the longest that was extrapolated for that */
} run;

static bool take_run(const double *slope, const double *noise, int first, run *out) {
    double least = slope[first], most = slope[first];
    out->first = first;
    out->rough = 0.0;
    for (int k = first; k < first + RUN; ++k) {
        if (!isfinite(slope[k]) || !isfinite(noise[k])) return false;
        least = fmin(least, slope[k]);
        most = fmax(most, slope[k]);
        out->rough = fmax(out->rough, noise[k]);
    }
    out->middle = least + 0.5 * (most - least);
    out->spread = most - least;
    return true;
}

static double entry_of(const ts_term_value *value, int of) {
    return of == 0 ? value->value : value->gradient[of - 1];
}

/* Do differences keep away at x + shift, too? By steps so short that what is at x, a clamp say, has no part in them. */
static bool is_off_beside(const ts_term *term, const ts_term_point *at, const claim *of, double shift, double off) {
    ts_term_point beside = *at;
    ts_term_value there = {0}, above = {0}, below = {0};
    double slope[2];
    beside.inputs[of->by] += shift;
    if (!evaluate_beside(term, &beside, of->by, 0.0, &there)) return false;
    const double claimed = of->of == 0 ? there.gradient[of->by] : there.hessian[of->of - 1][of->by];
    for (int k = 0; k < 2; ++k) {
        const double step = ldexp(fabs(shift), -1 - k), x = beside.inputs[of->by];
        if (!evaluate_beside(term, &beside, of->by, step, &above)) return false;
        if (!evaluate_beside(term, &beside, of->by, -step, &below)) return false;
        slope[k] = (entry_of(&above, of->of) - entry_of(&below, of->of)) / ((x + step) - (x - step));
    }
    return fabs(slope[1] + (slope[1] - slope[0]) / 3.0 - claimed) > LEFT * off;
}

/* Does the run keep away from what is claimed, all shorter differences that rounding leaves a say, and those beside the
 * point? */
static bool keeps_away(const ts_term *term, const ts_term_point *at, const differences *taken, const claim *of,
                       const run *found) {
    const double off = fabs(found->middle - of->claimed);
    const double *slope = taken->slope[of->of], *noise = taken->heard[of->of];
    if (!(off > of->tolerance) || found->spread > SPREAD * off || found->rough > NOISE * off) return false;
    for (int k = found->first + RUN; k < taken->count; ++k) {
        if (noise[k] <= NOISE_OF_SHORTER * off && !(fabs(slope[k] - found->middle) <= SHORTER * off)) return false;
    }
    const double shift = 0.5 * found->longest;
    return is_off_beside(term, at, of, shift, off) && is_off_beside(term, at, of, -shift, off);
}

/* column: of the extrapolation; its differences are those of steps from that many halvings before on. */
static ts_consistency judge_claim(const ts_term *term, const ts_term_point *at, const differences *taken, int column,
                                  const claim *of) {
    bool told = false;
    for (int first = column; of->possible && first + RUN <= taken->count; ++first) {
        run found;
        if (!take_run(taken->slope[of->of], taken->heard[of->of], first, &found)) continue;
        found.longest = taken->step[first - column];
        /* Where it is NaN, any difference that settles is another one. */
        const double size = isnan(of->claimed) ? fabs(found.middle) : of->size;
        const double doubt = size > 0.0 ? TS_OWN_DOUBT * size : (double)INFINITY;
        const bool settles = found.spread <= SPREAD * doubt && found.rough <= NOISE * doubt;
        if (isnan(of->claimed) ? settles : keeps_away(term, at, taken, of, &found)) return TS_INCONSISTENT;
        told |= settles && fabs(found.middle - of->claimed) <= doubt;
    }
    return told ? TS_CONSISTENT : TS_UNRESOLVED;
}

/* Wrong beats unresolved beats right. */
static void note(ts_consistency *sum, ts_consistency one) {
    if (one == TS_INCONSISTENT || *sum == TS_CONSISTENT) *sum = one;
}

/* By differences as they are, then extrapolated: what either finds wrong is, and what either tells is told. */
static ts_consistency judge_entry(const ts_term *term, const ts_term_point *at, const differences *plain,
                                  const differences *better, const claim *of) {
    const ts_consistency one = judge_claim(term, at, plain, 0, of);
    if (one == TS_INCONSISTENT) return one;
    const ts_consistency two = judge_claim(term, at, better, COLUMNS, of);
    return two == TS_UNRESOLVED ? one : two;
}

ts_own_differences ts_contradictions(const ts_term *term, const ts_term_point *at, const ts_term_value *got) {
    const int n = term->inputs;
    const rounding of = rounding_at(term, at, got);
    const double steep = largest(n, got->gradient);
    ts_own_differences sum = {TS_CONSISTENT, TS_CONSISTENT};
    for (int by = 0; by < n; ++by) {
        differences taken, better;
        take_differences(term, at, by, got, &of, &taken);
        better = taken;
        for (int e = 0; e < 1 + n; ++e) extrapolate(&better, e);
        const claim first = {got->gradient[by],    fmax(TS_OWN_TOLERANCE * steep, of.gradient), steep, by, 0,
                             taken.gradient_steady};
        if (!isinf(first.claimed)) note(&sum.gradient, judge_entry(term, at, &taken, &better, &first));
        for (int i = 0; i < n; ++i) {
            const double bent = largest(n, got->hessian[i]);
            const claim second = {got->hessian[i][by], fmax(TS_OWN_TOLERANCE * bent, of.hessian), bent, by, 1 + i,
                                  taken.hessian_steady};
            if (!isinf(second.claimed)) note(&sum.hessian, judge_entry(term, at, &taken, &better, &second));
        }
    }
    return sum;
}
