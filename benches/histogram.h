/* SPDX-License-Identifier: GPL-2.0-or-later
 * Quantiles of a stream of non-negative doubles in fixed memory: counts per (exponent, leading mantissa
 * bits), so that a quantile is exact to 1/128 of its value and histograms of parts add up to the whole. */
#ifndef TS_BENCHES_HISTOGRAM_H
#define TS_BENCHES_HISTOGRAM_H

#include <stdint.h>

#include <touchstone/status.h>

typedef struct ts_histogram {
    uint64_t count;
    double least, most, sum;
    uint64_t *bins; /* owned; allocated by the first add */
} ts_histogram;

void ts_histogram_init(ts_histogram *histogram);
void ts_histogram_clear(ts_histogram *histogram);
/* Values that are not numbers or are negative are not counted. TS_ERROR_MEMORY. */
ts_status ts_histogram_add(ts_histogram *histogram, double value);
ts_status ts_histogram_merge(ts_histogram *histogram, const ts_histogram *part);
/* fraction in [0,1]; the nearest-rank quantile; NaN when empty; `least` and `most` are exact. */
double ts_histogram_quantile(const ts_histogram *histogram, double fraction);

#endif
