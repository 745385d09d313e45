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

static double bernstein_value(int degree, const double *c, double x) {
    double b[8];
    memcpy(b, c, sizeof *b * (size_t)(degree + 1));
    for (int r = degree; r > 0; --r) {
        for (int i = 0; i < r; ++i) b[i] += x * (b[i + 1] - b[i]);
    }
    return b[0];
}

/* Illinois' variant of regula falsi: no derivative, always inside the bracket. */
double ts_bernstein_root(int degree, const double *c) {
    double a = 0.0, b = 1.0, fa = c[0], fb = c[degree], x = 0.5;
    int side = 0;
    for (int i = 0; i < 60 && fa != fb; ++i) {
        const double step = (b - a) * (fa / (fa - fb));
        const double next = a + step;
        if (next == x) break;
        x = next;
        const double fx = bernstein_value(degree, c, x);
        if (fx == 0.0) break;
        if ((fx > 0.0) == (fa > 0.0)) {
            a = x;
            fa = fx;
            if (side == -1) fb *= 0.5;
            side = -1;
        } else {
            b = x;
            fb = fx;
            if (side == 1) fa *= 0.5;
            side = 1;
        }
        if (b - a <= 0x1p-52 * b) break;
    }
    return x;
}
