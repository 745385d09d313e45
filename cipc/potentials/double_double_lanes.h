/* SPDX-License-Identifier: GPL-2.0-or-later
 * Pairs of doubles (cipc/double_double.h) in lanes. Products by Veltkamp's splitting: no instruction set needs to have
 * a fused multiplication, and all give the same bits. */
#ifndef TS_CIPC_DOUBLE_DOUBLE_LANES_H
#define TS_CIPC_DOUBLE_DOUBLE_LANES_H

#include "ccd/lanes.h"

typedef struct lanes_double {
    lanes high, low;
} lanes_double;

/* a + b, exactly */
LANES_INLINE lanes_double lanes_two_sum(lanes a, lanes b) {
    const lanes sum = a + b, of_b = sum - a;
    return (lanes_double){sum, (a - (sum - of_b)) + (b - of_b)};
}

/* The upper 26 bits. */
LANES_INLINE lanes lanes_upper_half(lanes a) {
    const lanes big = 134217729.0 * a;
    return big - (big - a);
}

LANES_INLINE lanes_double lanes_dd_product(lanes_double a, lanes_double b) {
    const lanes p = a.high * b.high, a1 = lanes_upper_half(a.high), b1 = lanes_upper_half(b.high);
    const lanes a2 = a.high - a1, b2 = b.high - b1;
    const lanes error = ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2;
    return (lanes_double){p, error + (a.high * b.low + a.low * b.high)};
}

LANES_INLINE lanes_double lanes_dd_sum(lanes_double a, lanes_double b) {
    const lanes_double s = lanes_two_sum(a.high, b.high);
    return lanes_two_sum(s.high, s.low + (a.low + b.low));
}

LANES_INLINE void lanes_dd_sub3(const lanes a[3], const lanes b[3], lanes_double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = lanes_two_sum(a[i], -b[i]);
}

LANES_INLINE void lanes_dd_cross3(const lanes_double a[3], const lanes_double b[3], lanes_double out[3]) {
    for (int c = 0; c < 3; ++c) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        const lanes_double back = lanes_dd_product(a[j], b[i]);
        out[c] = lanes_dd_sum(lanes_dd_product(a[i], b[j]), (lanes_double){-back.high, -back.low});
    }
}

LANES_INLINE lanes_double lanes_dd_dot3(const lanes_double a[3], const lanes_double b[3]) {
    return lanes_dd_sum(lanes_dd_sum(lanes_dd_product(a[0], b[0]), lanes_dd_product(a[1], b[1])),
                        lanes_dd_product(a[2], b[2]));
}

LANES_INLINE lanes_double lanes_dd_quotient(lanes_double a, lanes_double b) {
    const lanes first = a.high / b.high;
    const lanes_double rest = lanes_dd_sum(a, lanes_dd_product((lanes_double){-first, lanes_of(0.0)}, b));
    return lanes_two_sum(first, rest.high / b.high);
}

/* One step of Newton's from the double root; 0 where a is not positive. */
LANES_INLINE lanes_double lanes_dd_sqrt(lanes_double a) {
    const lanes zero = lanes_of(0.0);
    const lane_mask positive = lanes_positive(a.high);
    const lanes root = lanes_sqrt(lanes_select(positive, a.high, lanes_of(1.0)));
    const lanes_double square = lanes_dd_product((lanes_double){-root, zero}, (lanes_double){root, zero});
    const lanes_double rest = lanes_dd_sum(a, square), found = lanes_two_sum(root, 0.5 * rest.high / root);
    return (lanes_double){lanes_select(positive, found.high, zero), lanes_select(positive, found.low, zero)};
}

#endif
