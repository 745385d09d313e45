/* SPDX-License-Identifier: MIT
 * BSC over expansions, in metres and as they stand: numbers of degree 72 in the coordinates underflow, and what is left
 * of them, 0 for instance, counts as exact. That is where the published method errs. */
#include <math.h>
#include <stdbool.h>

#include "ccd/expansion.h"
#include "ccd/published/bsc.h"

#define NUMBER ts_expansion
#define N(name) expansion_##name

#define expansion_add ts_expansion_add
#define expansion_subtract ts_expansion_subtract

static double leading(const ts_expansion *a) {
    return a->count > 0 ? a->term[a->count - 1] : 0.0;
}

/* What would overflow counts as 0. */
static ts_expansion expansion_multiply(ts_expansion a, ts_expansion b) {
    if (!(fabs(leading(&a) * leading(&b)) < 0x1p1000)) a.count = 0;
    return ts_expansion_multiply(a, b);
}

static ts_expansion expansion_of(double value) {
    return ts_expansion_difference(value, 0.0);
}

static bool expansion_positive(ts_expansion a, bool *open) {
    (void)open;
    return ts_expansion_sign(&a) > 0;
}

static bool expansion_negative(ts_expansion a, bool *open) {
    (void)open;
    return ts_expansion_sign(&a) < 0;
}

static bool expansion_zero(ts_expansion a, bool *open) {
    (void)open;
    return ts_expansion_sign(&a) == 0;
}

static bool expansion_same(ts_expansion a, ts_expansion b, bool *open) {
    (void)open;
    return ts_expansion_sign(&a) == ts_expansion_sign(&b);
}

#include "ccd/published/bernstein.inc"

#include "ccd/published/bsc.inc"

ts_bsc_outcome ts_bsc_by_expansions(const ts_ccd_query *step) {
    bool open = false;
    return expansion_decide(step, &open);
}
