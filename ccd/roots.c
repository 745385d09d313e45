/* SPDX-License-Identifier: MIT
 * Real roots in [0, 1]: the roots of each derivative split the interval into pieces on which the next lower
 * derivative is monotone, and a monotone piece holds one root or none (Collins, Loos 1976). */
#include "ccd/roots.h"

#include <math.h>
#include <stdbool.h>

#include "ccd/polynomial.h"

static const double TIGHT = 0x1p-49; /* relative width at which a bracket is left */

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

/* No root can be: the constant outweighs all that pulls towards zero, rounding included. */
static bool constant_dominates(const double *p, int degree) {
    const double sign = p[0] < 0.0 ? -1.0 : 1.0;
    double least = fabs(p[0]), size = fabs(p[0]);
    for (int k = 1; k <= degree; ++k) {
        least += fmin(sign * p[k], 0.0);
        size += fabs(p[k]);
    }
    return least > 0x1p-48 * size;
}

int ts_roots_in_unit_interval(const double *coefficients, int degree, double *roots) {
    if (constant_dominates(coefficients, degree)) return 0;

    double derivative[TS_ROOTS_MAX_DEGREE][TS_ROOTS_MAX_DEGREE + 1]; /* [k]: the k-th, of degree - k */
    for (int i = 0; i <= degree; ++i) derivative[0][i] = coefficients[i];
    for (int k = 1; k < degree; ++k) {
        for (int i = 0; i <= degree - k; ++i) derivative[k][i] = (i + 1) * derivative[k - 1][i + 1];
    }
    double splits[TS_ROOTS_MAX_DEGREE + 1];
    int count = 0;
    for (int k = degree - 1; k >= 0; --k) {
        count = roots_between(derivative[k], degree - k, splits, count, roots);
        for (int i = 0; i < count; ++i) splits[i] = roots[i];
    }
    return count;
}
