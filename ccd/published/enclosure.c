/* SPDX-License-Identifier: MIT
 * Directed rounding from error-free transformations (Knuth; Dekker). */
#include "ccd/published/enclosure.h"

#include <math.h>

#include "ccd/expansion.h"

/* The double next to `value` when that is on the wrong side of value + error. */
static double rounded_down(double value, double error) {
    return error < 0.0 ? nextafter(value, -INFINITY) : value;
}

static double rounded_up(double value, double error) {
    return error > 0.0 ? nextafter(value, INFINITY) : value;
}

/* A number with the sign of a b - product, where the difference itself would vanish below the smallest double. */
static double tiny_error(double a, double b, double product) {
    int of_a, of_b;
    double scaled, error;
    ts_two_product(frexp(a, &of_a), frexp(b, &of_b), &scaled, &error);
    return (scaled - (product == 0.0 ? 0.0 : ldexp(product, -of_a - of_b))) + error;
}

static double product(double a, double b, double *error) {
    double value;
    if (a == 0.0 || b == 0.0) {
        *error = 0.0;
        return 0.0;
    }
    ts_two_product(a, b, &value, error);
    if (fabs(value) < 0x1p-960) *error = tiny_error(a, b, value);
    return value;
}

ts_enclosure ts_enclosure_of(double value) {
    return (ts_enclosure){value, value};
}

ts_enclosure ts_enclosure_add(ts_enclosure a, ts_enclosure b) {
    double lo, hi, lo_error, hi_error;
    ts_two_sum(a.lo, b.lo, &lo, &lo_error);
    ts_two_sum(a.hi, b.hi, &hi, &hi_error);
    return (ts_enclosure){rounded_down(lo, lo_error), rounded_up(hi, hi_error)};
}

ts_enclosure ts_enclosure_subtract(ts_enclosure a, ts_enclosure b) {
    return ts_enclosure_add(a, (ts_enclosure){-b.hi, -b.lo});
}

ts_enclosure ts_enclosure_multiply(ts_enclosure a, ts_enclosure b) {
    const double left[4] = {a.lo, a.lo, a.hi, a.hi}, right[4] = {b.lo, b.hi, b.lo, b.hi};
    ts_enclosure out = {INFINITY, -INFINITY};
    for (int i = 0; i < 4; ++i) {
        double error;
        const double value = product(left[i], right[i], &error);
        out.lo = fmin(out.lo, rounded_down(value, error));
        out.hi = fmax(out.hi, rounded_up(value, error));
    }
    return out;
}
