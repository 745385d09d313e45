/* SPDX-License-Identifier: MIT */
#ifndef TS_BENCHES_MICRO_MEDIAN_H
#define TS_BENCHES_MICRO_MEDIAN_H

#include <stddef.h>
#include <stdlib.h>

static inline int ts_median_order(const void *a, const void *b) {
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The upper one of an even number; 0 of none. Leaves the values sorted. */
static inline double ts_median(double *value, size_t count) {
    if (count == 0) return 0.0;
    qsort(value, count, sizeof *value, ts_median_order);
    return value[count / 2];
}

#endif
