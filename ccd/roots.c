/* SPDX-License-Identifier: MIT
 * Real roots in [0, 1]: the roots of each derivative split the interval into pieces on which the next lower derivative
 * is monotone, and a monotone piece holds one root or none (Collins, Loos 1976). Signs are those of compensated Horner
 * schemes (Graillat, Langlois, Louvet 2005) where the rounding of a plain one could have changed them. */
#include "ccd/roots.h"

#include <math.h>
#include <stdbool.h>

#include "ccd/binomials.h"
#include "ccd/expansion.h"

static const double ROUNDING = 0x1p-48; /* of a Horner scheme in [0, 1], by the sum of the coefficients */
static const double TIGHT = 0x1p-51;    /* relative width at which a bracket is left */

typedef struct polynomial {
    const double *p;
    int degree;
    double rounding;
} polynomial;

static polynomial polynomial_of(const double *p, int degree) {
    double size = 0.0;
    for (int k = 0; k <= degree; ++k) size += fabs(p[k]);
    return (polynomial){p, degree, ROUNDING * size};
}

static double compensated_value(const polynomial *f, double t) {
    double value = f->p[f->degree], error = 0.0;
    for (int k = f->degree - 1; k >= 0; --k) {
        double product, product_error, sum_error;
        ts_two_product(value, t, &product, &product_error);
        ts_two_sum(product, f->p[k], &value, &sum_error);
        error = error * t + (product_error + sum_error);
    }
    return value + error;
}

static double value_at(const polynomial *f, double t, double *slope) {
    double value = f->p[f->degree];
    *slope = 0.0;
    for (int k = f->degree - 1; k >= 0; --k) {
        *slope = *slope * t + value;
        value = value * t + f->p[k];
    }
    return fabs(value) > f->rounding ? value : compensated_value(f, t);
}

/* Newton's method inside [lo, hi], where the sign changes; every third step halves, so that it ends. */
static double refine(const polynomial *f, double lo, double hi, bool lo_negative) {
    double t = 0.5 * (lo + hi);
    for (int step = 1; step < 3300 && hi - lo > TIGHT * hi; ++step) {
        double slope;
        const double value = value_at(f, t, &slope);
        if (value == 0.0) return t;
        const bool below = (value < 0.0) == lo_negative;
        *(below ? &lo : &hi) = t;
        double next = t - value / slope;
        /* Converged from one side: step across the root to close the bracket. */
        if (fabs(next - t) < 0.5 * TIGHT * hi) next = below ? t + TIGHT * hi : t - TIGHT * hi;
        t = next > lo && next < hi && step % 3 != 0 ? next : 0.5 * (lo + hi);
        if (t <= lo || t >= hi) break;
    }
    return lo;
}

/* No sign changes along the Bernstein coefficients on [0, 1] means no root (Descartes). */
static bool has_none(const polynomial *f) {
    double b[TS_ROOTS_MAX_DEGREE + 1];
    for (int k = 0; k <= f->degree; ++k) b[k] = f->p[k] * TS_INVERSE_BINOMIAL[f->degree][k];
    for (int k = 1; k <= f->degree; ++k) {
        for (int j = f->degree; j >= k; --j) b[j] += b[j - 1];
    }
    bool positive = true, negative = true;
    for (int k = 0; k <= f->degree; ++k) {
        positive &= b[k] > f->rounding;
        negative &= b[k] < -f->rounding;
    }
    return positive || negative;
}

int ts_roots_in_unit_interval(const double *coefficients, int degree, double *roots) {
    const polynomial f = polynomial_of(coefficients, degree);
    double splits[TS_ROOTS_MAX_DEGREE], derivative[TS_ROOTS_MAX_DEGREE], slope;
    int split_count = 0, count = 0;
    if (has_none(&f)) return 0;
    for (int k = 1; k <= degree; ++k) derivative[k - 1] = k * coefficients[k];
    if (degree > 1) split_count = ts_roots_in_unit_interval(derivative, degree - 1, splits);
    double lo = 0.0, at_lo = coefficients[0];
    if (at_lo == 0.0) roots[count++] = lo;
    for (int i = 0; i <= split_count; ++i) {
        const double hi = i < split_count ? splits[i] : 1.0;
        if (!(hi > lo)) continue;
        const double at_hi = value_at(&f, hi, &slope);
        if (at_hi == 0.0) {
            roots[count++] = hi;
        } else if (at_lo != 0.0 && (at_lo < 0.0) != (at_hi < 0.0)) {
            roots[count++] = refine(&f, lo, hi, at_lo < 0.0);
        }
        lo = hi;
        at_lo = at_hi;
    }
    return count;
}
