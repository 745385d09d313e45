/* SPDX-License-Identifier: MIT
 * From an approximate root to the two adjacent doubles around it. */
#include "oracles/bracket.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Non-negative doubles are ordered as their bit patterns. */
static int64_t ordinal(double t) {
    int64_t bits;
    memcpy(&bits, &t, sizeof bits);
    return bits;
}

static double from_ordinal(int64_t bits) {
    double t;
    memcpy(&t, &bits, sizeof t);
    return t;
}

/* The next place to look: gallop away from the guess while one side is still an end, then halve. */
static int64_t next_probe(int64_t lo, int64_t hi, int64_t last, bool last_is_lo, int64_t *stride) {
    const int64_t span = hi - lo;
    if (*stride > 0 && *stride < span) {
        const int64_t probe = last_is_lo ? last + *stride : last - *stride;
        *stride *= 4;
        if (probe > lo && probe < hi) return probe;
    }
    return lo + span / 2;
}

ts_pair_outcome ts_bracket_root(ts_sign_at at, int before, double lo, double hi, double guess) {
    int64_t below = ordinal(lo + 0.0), above = ordinal(hi);
    int64_t probe = ordinal(guess > 0.0 ? guess : 0.0), stride = 1;
    if (probe <= below || probe >= above) probe = below + (above - below) / 2;
    int side_changes = 0;
    bool was_lo = false, first = true;
    while (above - below > 1) {
        const double t = from_ordinal(probe);
        const int sign = at.sign(at.self, t);
        if (sign == TS_SIGN_UNKNOWN) return (ts_pair_outcome){.state = TS_PAIR_UNDECIDED};
        if (sign == 0) return (ts_pair_outcome){TS_PAIR_CONTACT, t, t};
        const bool is_lo = sign == before;
        if (is_lo)
            below = probe;
        else
            above = probe;
        if (!first && is_lo != was_lo) ++side_changes;
        if (side_changes > 0) stride = 0; /* both sides found: halve from here on */
        was_lo = is_lo;
        first = false;
        probe = next_probe(below, above, probe, is_lo, &stride);
    }
    return (ts_pair_outcome){TS_PAIR_CONTACT, from_ordinal(below), from_ordinal(above)};
}

/* Value and derivative by de Casteljau; degree at least 1. */
static inline __attribute__((always_inline)) double casteljau(int degree, const double *c, double x, double *slope) {
    double b[8];
    for (int i = 0; i <= degree; ++i) b[i] = c[i];
    for (int r = degree; r > 1; --r) {
        for (int i = 0; i < r; ++i) b[i] += x * (b[i + 1] - b[i]);
    }
    *slope = degree * (b[1] - b[0]);
    return b[0] + x * (b[1] - b[0]);
}

double ts_bernstein_value(int degree, const double *c, double x, double *slope) {
    switch (degree) { /* so that the loops are unrolled */
    case 1: return casteljau(1, c, x, slope);
    case 2: return casteljau(2, c, x, slope);
    case 3: return casteljau(3, c, x, slope);
    case 4: return casteljau(4, c, x, slope);
    case 6: return casteljau(6, c, x, slope);
    default: return casteljau(degree, c, x, slope);
    }
}

/* Newton's steps, and halving where they leave the bracket or do not shrink. A short one's error is about its square.
 */
double ts_bernstein_root(int degree, const double *c) {
    enum { MOST_STEPS = 60 };
    double a = 0.0, b = 1.0, x = c[0] / (c[0] - c[degree]), last = 1.0;
    for (int i = 0; i < MOST_STEPS && b > a; ++i) {
        double slope;
        const double value = ts_bernstein_value(degree, c, x, &slope);
        if ((value > 0.0) == (c[0] > 0.0))
            a = x;
        else
            b = x;
        const double newton = x - value / slope, step = fabs(newton - x);
        if (step <= 0x1p-26 * x) return newton;
        const bool is_good = newton > a && newton < b && step < 0.5 * last;
        x = is_good ? newton : 0.5 * (a + b);
        last = is_good ? step : 0.5 * (b - a);
    }
    return x;
}
