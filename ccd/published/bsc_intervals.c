/* SPDX-License-Identifier: MIT
 * BSC over intervals: an open sign counts as the same as any other. */
#include <stdbool.h>

#include "ccd/published/bsc.h"
#include "ccd/published/enclosure.h"

#define NUMBER ts_enclosure
#define N(name) interval_##name

#define interval_of ts_enclosure_of
#define interval_add ts_enclosure_add
#define interval_subtract ts_enclosure_subtract
#define interval_multiply ts_enclosure_multiply

/* Ends nearer to 0 than this may be what is left of numbers below the smallest double. */
static const double TINY = 0x1p-960;

static bool is_open(ts_enclosure a) {
    return a.lo <= TINY && a.hi >= -TINY;
}

static bool interval_positive(ts_enclosure a, bool *open) {
    *open |= is_open(a);
    return a.lo > 0.0;
}

static bool interval_negative(ts_enclosure a, bool *open) {
    *open |= is_open(a);
    return a.hi < 0.0;
}

static bool interval_zero(ts_enclosure a, bool *open) {
    *open |= is_open(a);
    return a.lo == 0.0 && a.hi == 0.0;
}

static bool interval_same(ts_enclosure a, ts_enclosure b, bool *open) {
    *open |= is_open(a) || is_open(b);
    return !(a.lo > 0.0 && b.hi < 0.0) && !(a.hi < 0.0 && b.lo > 0.0);
}

#include "ccd/published/bernstein.inc"

#include "ccd/published/bsc.inc"

ts_bsc_outcome ts_bsc_by_intervals(const ts_ccd_query *step, bool *open) {
    *open = false;
    return interval_decide(step, open);
}
