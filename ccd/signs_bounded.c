/* SPDX-License-Identifier: MIT
 * Bernstein sign classification in doubles, each with a bound of its error carried along (Wang, Tang, Tong,
 * Manocha 2015): a sign within the bound is uncertain. */
#include "ccd/signs.h"

#include <math.h>

#include "ccd/expansion.h"

typedef struct bounded {
    double value, error; /* the exact number is within `error` of `value` */
} bounded;

#define NUMBER bounded
#define N(name) bounded_##name

/* Above the rounding of the few operations that compute an error. */
static const double ROUND_UP = 1.0 + 0x1p-49;
static const double UNIT = 0x1p-53;

/* The sum of two doubles is off by half a last place, and by nothing among the subnormal ones. */
static bounded bounded_add(bounded a, bounded b) {
    const double value = a.value + b.value;
    return (bounded){value, (a.error + b.error + UNIT * fabs(value)) * ROUND_UP};
}

static bounded bounded_subtract(bounded a, bounded b) {
    return bounded_add(a, (bounded){-b.value, b.error});
}

static bool is_zero(bounded a) {
    return a.value == 0.0 && a.error == 0.0;
}

static bounded bounded_multiply(bounded a, bounded b) {
    if (is_zero(a) || is_zero(b)) return (bounded){0.0, 0.0};
    const double value = a.value * b.value;
    double error = fabs(a.value) * b.error + fabs(b.value) * a.error + a.error * b.error + UNIT * fabs(value);
    if (fabs(value) < 0x1p-900) error += 0x1p-1000; /* what may have vanished below the smallest double */
    return (bounded){value, error * ROUND_UP};
}

static bounded bounded_scale(double factor, bounded a) {
    return bounded_multiply((bounded){factor, 0.0}, a);
}

static int bounded_sign(bounded a) {
    if (is_zero(a)) return 0;
    return a.value > a.error ? 1 : a.value < -a.error ? -1 : BSC_UNCERTAIN;
}

static bounded bounded_difference(double a, double b) {
    double value, error;
    ts_two_sum(a, -b, &value, &error);
    return (bounded){value, fabs(error)};
}

#include "ccd/signs.inc"

bsc_outcome ts_bsc_bounded(const ts_ccd_query *scaled, bool split) {
    bounded_scene scene;
    return bounded_decide(scaled, split, &scene);
}
