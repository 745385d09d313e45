/* SPDX-License-Identifier: MIT
 * Real roots in [0, 1]: the roots of each derivative split the interval into pieces on which the next lower
 * derivative is monotone, and a monotone piece holds one root or none (Collins, Loos 1976). */
#include "ccd/roots.h"

#include <math.h>
#include <stdbool.h>

#include "ccd/power_basis.h"

static const double TIGHT = 0x1p-49; /* relative width at which a bracket is left */

enum { UNCERTAIN = -1 };

/* Newton's method inside [lo, hi], where the sign changes; every third step halves, so that it ends.
 * Returns the lower end of the last bracket. */
static double refine(const double *p, int degree, double lo, double hi, bool lo_negative) {
    double t = 0.5 * (lo + hi);
    for (int step = 1; step < 240 && hi - lo > TIGHT * hi; ++step) {
        double value = p[degree], slope = 0.0;
        for (int k = degree - 1; k >= 0; --k) {
            slope = slope * t + value;
            value = value * t + p[k];
        }
        const bool below = value != 0.0 && (value < 0.0) == lo_negative;
        *(below ? &lo : &hi) = t;
        double next = t - value / slope;
        /* Converged from one side: step across the root to close the bracket. */
        if (fabs(next - t) < 0.25 * TIGHT * hi) next = below ? t + 0.5 * TIGHT * hi : t - 0.5 * TIGHT * hi;
        t = next > lo && next < hi && step % 3 != 0 ? next : 0.5 * (lo + hi);
    }
    return lo;
}

/* Roots of p given the roots of its derivative, `splits`, in rising order. */
static int roots_between(const double *p, int degree, const double *splits, int split_count, double *roots) {
    int count = 0;
    double lo = 0.0, at_lo = p[0];
    if (at_lo == 0.0) roots[count++] = lo;
    for (int i = 0; i <= split_count; ++i) {
        const double hi = i < split_count ? splits[i] : 1.0;
        if (!(hi > lo)) continue;
        const double at_hi = ts_polynomial_at(p, degree, hi);
        if (at_hi == 0.0) {
            roots[count++] = hi;
        } else if (at_lo != 0.0 && (at_lo < 0.0) != (at_hi < 0.0)) {
            roots[count++] = refine(p, degree, lo, hi, at_lo < 0.0);
        }
        lo = hi;
        at_lo = at_hi;
    }
    return count;
}

/* How often the sign changes along the Bernstein coefficients on [0, 1]: no change means no root, one means
 * one root (Descartes). UNCERTAIN when rounding could have made or hidden a change. */
static int sign_changes(const double *p, int degree) {
    static const double inverse_binomial[TS_ROOTS_MAX_DEGREE + 1][TS_ROOTS_MAX_DEGREE + 1] = {
        {1},
        {1, 1},
        {1, 1.0 / 2, 1},
        {1, 1.0 / 3, 1.0 / 3, 1},
        {1, 1.0 / 4, 1.0 / 6, 1.0 / 4, 1},
        {1, 1.0 / 5, 1.0 / 10, 1.0 / 10, 1.0 / 5, 1},
        {1, 1.0 / 6, 1.0 / 15, 1.0 / 20, 1.0 / 15, 1.0 / 6, 1},
    };
    double b[TS_ROOTS_MAX_DEGREE + 1] = {p[0]}, size = fabs(p[0]);
    for (int k = 1; k <= degree; ++k) {
        b[k] = p[k] * inverse_binomial[degree][k];
        size += fabs(p[k]);
    }
    for (int k = 1; k <= degree; ++k) {
        for (int j = degree; j >= k; --j) b[j] += b[j - 1];
    }
    const double rounding = 0x1p-48 * size;
    int changes = 0;
    if (!(fabs(b[0]) > rounding)) return UNCERTAIN;
    for (int k = 1; k <= degree; ++k) {
        if (!(fabs(b[k]) > rounding)) return UNCERTAIN;
        changes += (b[k] < 0.0) != (b[k - 1] < 0.0);
    }
    return changes;
}

int ts_roots_in_unit_interval(const double *coefficients, int degree, double *roots) {
    const int changes = sign_changes(coefficients, degree);
    if (changes == 0) return 0;
    if (changes == 1) {
        roots[0] = refine(coefficients, degree, 0.0, 1.0, coefficients[0] < 0.0);
        return 1;
    }
    double derivative[TS_ROOTS_MAX_DEGREE], splits[TS_ROOTS_MAX_DEGREE];
    int split_count = 0;
    if (degree > 1) {
        for (int k = 1; k <= degree; ++k) derivative[k - 1] = k * coefficients[k];
        split_count = ts_roots_in_unit_interval(derivative, degree - 1, splits);
    }
    return roots_between(coefficients, degree, splits, split_count, roots);
}
