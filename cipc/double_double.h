/* SPDX-License-Identifier: GPL-2.0-or-later
 * Numbers of twice the digits as sums of two doubles (Dekker 1971, A floating-point technique for extending the
 * available precision): for differences that leave nothing of a single one, as d^2 - xi^2 at contact and the room to a
 * strain limit. */
#ifndef TS_CIPC_DOUBLE_DOUBLE_H
#define TS_CIPC_DOUBLE_DOUBLE_H

#include "ccd/expansion.h"

/* high + low, low some half unit in the last place of high. */
typedef struct ts_double_double {
    double high, low;
} ts_double_double;

/* a - b, exactly */
static inline ts_double_double ts_dd_difference(double a, double b) {
    ts_double_double d;
    ts_two_sum(a, -b, &d.high, &d.low);
    return d;
}

/* a b, exactly */
static inline ts_double_double ts_dd_exact_product(double a, double b) {
    ts_double_double p;
    ts_two_product(a, b, &p.high, &p.low);
    return p;
}

static inline ts_double_double ts_dd_negative(ts_double_double a) {
    return (ts_double_double){-a.high, -a.low};
}

static inline ts_double_double ts_dd_sum(ts_double_double a, ts_double_double b) {
    ts_double_double s;
    double low;
    ts_two_sum(a.high, b.high, &s.high, &low);
    low += a.low + b.low;
    ts_two_sum(s.high, low, &s.high, &s.low);
    return s;
}

static inline ts_double_double ts_dd_product(ts_double_double a, ts_double_double b) {
    ts_double_double p = ts_dd_exact_product(a.high, b.high);
    p.low += a.high * b.low + a.low * b.high;
    return p;
}

static inline ts_double_double ts_dd_quotient(ts_double_double a, ts_double_double b) {
    const double first = a.high / b.high;
    const ts_double_double rest = ts_dd_sum(a, ts_dd_product((ts_double_double){-first, 0.0}, b));
    return ts_dd_difference(first, -rest.high / b.high);
}

static inline ts_double_double ts_dd_dot(const ts_double_double a[3], const ts_double_double b[3]) {
    return ts_dd_sum(ts_dd_sum(ts_dd_product(a[0], b[0]), ts_dd_product(a[1], b[1])), ts_dd_product(a[2], b[2]));
}

/* a . b and a x b of doubles */
static inline ts_double_double ts_dd_exact_dot(const double a[3], const double b[3]) {
    return ts_dd_sum(ts_dd_sum(ts_dd_exact_product(a[0], b[0]), ts_dd_exact_product(a[1], b[1])),
                     ts_dd_exact_product(a[2], b[2]));
}

static inline void ts_dd_exact_cross(const double a[3], const double b[3], ts_double_double out[3]) {
    for (int c = 0; c < 3; ++c) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        out[c] = ts_dd_sum(ts_dd_exact_product(a[i], b[j]), ts_dd_exact_product(-a[j], b[i]));
    }
}

static inline void ts_dd_cross(const ts_double_double a[3], const ts_double_double b[3], ts_double_double out[3]) {
    for (int c = 0; c < 3; ++c) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        out[c] = ts_dd_sum(ts_dd_product(a[i], b[j]), ts_dd_negative(ts_dd_product(a[j], b[i])));
    }
}

/* One step of Newton's from the double root; 0 where a is not positive. */
static inline ts_double_double ts_dd_sqrt(ts_double_double a) {
    if (!(a.high > 0.0)) return (ts_double_double){0.0, 0.0};
    const double root = sqrt(a.high);
    const ts_double_double rest = ts_dd_sum(a, ts_dd_exact_product(-root, root));
    return ts_dd_difference(root, -0.5 * rest.high / root);
}

/* The nearest doubles. */
static inline void ts_dd_rounded(const ts_double_double a[3], double out[3]) {
    for (int c = 0; c < 3; ++c) out[c] = a[c].high;
}

#endif
