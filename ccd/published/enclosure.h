/* SPDX-License-Identifier: MIT
 * Interval arithmetic with ends rounded outwards to the nearest double, as hardware that rounds upward does it, but
 * without its rounding mode: the error of each operation says which way it was rounded. */
#ifndef TS_CCD_PUBLISHED_ENCLOSURE_H
#define TS_CCD_PUBLISHED_ENCLOSURE_H

#include <stdbool.h>

typedef struct ts_enclosure {
    double lo, hi;
} ts_enclosure;

ts_enclosure ts_enclosure_of(double value);
ts_enclosure ts_enclosure_add(ts_enclosure a, ts_enclosure b);
ts_enclosure ts_enclosure_subtract(ts_enclosure a, ts_enclosure b);
ts_enclosure ts_enclosure_multiply(ts_enclosure a, ts_enclosure b);

#endif
