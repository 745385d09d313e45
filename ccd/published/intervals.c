/* SPDX-License-Identifier: MIT
 * Intervals of a wanted sign: the roots split [0, 1], and the middle of each piece decides. */
#include "ccd/published/intervals.h"

#include <math.h>

#include "ccd/power_basis.h"

/* By the largest coefficient; returns the degree without leading zeros, -1 when there is a NaN or an infinity. */
static int normalise(const double *coefficients, int degree, double out[TS_ROOTS_MAX_DEGREE + 1]) {
    double largest = 0.0, sum = 0.0;
    for (int k = 0; k <= degree; ++k) {
        largest = fmax(largest, fabs(coefficients[k]));
        sum += coefficients[k];
    }
    if (!isfinite(largest) || isnan(sum)) return -1;
    for (int k = 0; k <= degree; ++k) out[k] = largest > 0.0 ? coefficients[k] / largest : coefficients[k];
    while (degree > 0 && out[degree] == 0.0) --degree;
    return degree;
}

/* Even with every helpful power at t = 1 and none of the others the constant keeps the other sign. */
static bool is_hopeless(const double *p, int degree, ts_wanted_sign wanted) {
    double most = (double)wanted * p[0];
    for (int k = 1; k <= degree; ++k) most += fmax((double)wanted * p[k], 0.0);
    return most < 0.0;
}

static int quadratic_roots(const double *p, double roots[2]) {
    const double discriminant = p[1] * p[1] - 4.0 * p[2] * p[0];
    if (discriminant < 0.0) return 0;
    const double q = -0.5 * (p[1] + (p[1] < 0.0 ? -sqrt(discriminant) : sqrt(discriminant)));
    const double first = q / p[2], second = p[0] / q;
    roots[0] = fmin(first, second);
    roots[1] = fmax(first, second);
    return 2;
}

static int roots_of(const double *p, int degree, double *roots) {
    if (degree == 1) {
        roots[0] = -p[0] / p[1];
        return 1;
    }
    return degree == 2 ? quadratic_roots(p, roots) : ts_roots_in_unit_interval(p, degree, roots);
}

static double clamped(double t) {
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

static void add_piece(double lo, double hi, const double *p, int degree, ts_wanted_sign wanted, ts_intervals *out) {
    const double a = clamped(lo), b = clamped(hi);
    if ((double)wanted * ts_polynomial_at(p, degree, 0.5 * (a + b)) >= 0.0) {
        out->lo[out->count] = a;
        out->hi[out->count++] = b;
    }
}

void ts_sign_intervals(const double *coefficients, int degree, ts_wanted_sign wanted, ts_intervals *out) {
    double p[TS_ROOTS_MAX_DEGREE + 1], roots[TS_ROOTS_MAX_DEGREE + 1];
    out->count = 0;
    const int n = normalise(coefficients, degree, p);
    out->undecided = n < 0;
    if (n < 0 || (n >= 3 && is_hopeless(p, n, wanted))) return;
    const int root_count = n == 0 ? 0 : roots_of(p, n, roots);
    if (root_count == 0) {
        add_piece(0.0, 1.0, p, n, wanted, out);
        return;
    }
    if (roots[0] >= 0.0) add_piece(0.0, roots[0], p, n, wanted, out);
    for (int i = 0; i + 1 < root_count; ++i) {
        const bool outside = (roots[i] < 0.0 && roots[i + 1] < 0.0) || (roots[i] > 1.0 && roots[i + 1] > 1.0);
        if (!outside) add_piece(roots[i], roots[i + 1], p, n, wanted, out);
    }
    if (roots[root_count - 1] <= 1.0) add_piece(roots[root_count - 1], 1.0, p, n, wanted, out);
}
