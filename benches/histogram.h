/* SPDX-License-Identifier: GPL-2.0-or-later
 * Quantiles of a stream of non-negative doubles in bounded memory: counts per (exponent, seven leading
 * mantissa bits), so that a quantile is exact to 1/128 of its value and histograms of parts add up to the whole, bit
 * for bit. */
#ifndef TS_BENCHES_HISTOGRAM_H
#define TS_BENCHES_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "core/exact_sum.h"

/* Plain data; a zeroed one is not valid, init it. */
typedef struct ts_histogram {
    uint64_t count; /* of all values, zeros included */
    uint64_t zeros;
    double least, most; /* exact; NaN when empty */
    ts_exact_sum sum;
    uint64_t **pages; /* owned; one page of 128 bins per binary exponent that occurs; allocated when needed */
} ts_histogram;

void ts_histogram_init(ts_histogram *histogram);
/* Frees and leaves an empty histogram; harmless on one that is zeroed. */
void ts_histogram_clear(ts_histogram *histogram);
/* Values that are negative or not finite are not counted. TS_ERROR_MEMORY. */
ts_status ts_histogram_add(ts_histogram *histogram, double value);
ts_status ts_histogram_merge(ts_histogram *histogram, const ts_histogram *part);
/* fraction in [0,1]; the nearest-rank quantile; NaN when empty; exact at both ends (`least` and `most`). */
double ts_histogram_quantile(const ts_histogram *histogram, double fraction);
/* For files: the first bin from `bin` on that counts something, SIZE_MAX when there is none; its count; setting it. */
size_t ts_histogram_next_bin(const ts_histogram *histogram, size_t bin);
uint64_t ts_histogram_bin(const ts_histogram *histogram, size_t bin);
/* TS_ERROR_USAGE: no such bin. */
ts_status ts_histogram_set_bin(ts_histogram *histogram, size_t bin, uint64_t count);
/* A step of the distribution for plots, of bins together, eight of them to a factor of two. */
typedef struct ts_histogram_step {
    double up_to;   /* none of the step's values is larger */
    uint64_t count; /* 0: there is no further step */
    size_t next;    /* the bin to go on from */
} ts_histogram_step;

/* The first step from `bin` on, from 0 at the start. Zeros are in none. */
ts_histogram_step ts_histogram_next_step(const ts_histogram *histogram, size_t bin);
/* NaN when empty. */
double ts_histogram_mean(const ts_histogram *histogram);

#endif
