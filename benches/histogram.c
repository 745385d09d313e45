/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counts per binary exponent and leading mantissa bits, in pages that exist only where values fall. */
#include "benches/histogram.h"

#include <math.h>
#include <stdlib.h>

/* frexp exponents of positive doubles: -1073 (the least subnormal) to 1024. */
enum { LEAST_EXPONENT = -1073, PAGES = 1024 - LEAST_EXPONENT + 1, BINS = 128 };

void ts_histogram_init(ts_histogram *histogram) {
    *histogram = (ts_histogram){.least = NAN, .most = NAN};
}

void ts_histogram_clear(ts_histogram *histogram) {
    if (histogram->pages) {
        for (int page = 0; page < PAGES; ++page) free(histogram->pages[page]);
    }
    free(histogram->pages);
    ts_histogram_init(histogram);
}

/* The page of that number, made when missing; NULL without memory. */
static uint64_t *page_at(ts_histogram *histogram, int page) {
    if (!histogram->pages) histogram->pages = calloc(PAGES, sizeof *histogram->pages);
    if (!histogram->pages) return NULL;
    uint64_t **slot = &histogram->pages[page];
    if (!*slot) *slot = calloc(BINS, sizeof **slot);
    return *slot;
}

static void count_in(ts_histogram *histogram, uint64_t count, double least, double most) {
    histogram->least = histogram->count ? fmin(histogram->least, least) : least;
    histogram->most = histogram->count ? fmax(histogram->most, most) : most;
    histogram->count += count;
}

ts_status ts_histogram_add(ts_histogram *histogram, double value) {
    if (!(value >= 0.0 && isfinite(value))) return TS_OK;
    if (value == 0.0) {
        ++histogram->zeros;
    } else {
        int exponent;
        const double mantissa = frexp(value, &exponent); /* in [1/2, 1) */
        uint64_t *page = page_at(histogram, exponent - LEAST_EXPONENT);
        if (!page) return TS_ERROR_MEMORY;
        ++page[(int)((mantissa - 0.5) * (2 * BINS))];
    }
    count_in(histogram, 1, value, value);
    ts_exact_sum_add(&histogram->sum, value);
    return TS_OK;
}

ts_status ts_histogram_merge(ts_histogram *histogram, const ts_histogram *part) {
    if (part->count == 0) return TS_OK;
    for (int page = 0; part->pages && page < PAGES; ++page) {
        /* All pages first: a merge that fails has changed nothing. */
        if (part->pages[page] && !page_at(histogram, page)) return TS_ERROR_MEMORY;
    }
    for (int page = 0; part->pages && page < PAGES; ++page) {
        for (int bin = 0; part->pages[page] && bin < BINS; ++bin) {
            histogram->pages[page][bin] += part->pages[page][bin];
        }
    }
    histogram->zeros += part->zeros;
    count_in(histogram, part->count, part->least, part->most);
    ts_exact_sum_merge(&histogram->sum, &part->sum);
    return TS_OK;
}

/* The middle of the bin that holds the value of that rank (1 = the least). */
static double value_of_rank(const ts_histogram *histogram, uint64_t rank) {
    uint64_t below = histogram->zeros;
    if (rank <= below) return 0.0;
    for (int page = 0; histogram->pages && page < PAGES; ++page) {
        for (int bin = 0; histogram->pages[page] && bin < BINS; ++bin) {
            below += histogram->pages[page][bin];
            if (rank <= below) return ldexp(0.5 + (bin + 0.5) / (2 * BINS), page + LEAST_EXPONENT);
        }
    }
    return histogram->most;
}

double ts_histogram_quantile(const ts_histogram *histogram, double fraction) {
    if (histogram->count == 0) return NAN;
    const double rank = ceil(fraction * (double)histogram->count);
    if (rank <= 1.0) return histogram->least;
    if (rank >= (double)histogram->count) return histogram->most;
    return fmin(fmax(value_of_rank(histogram, (uint64_t)rank), histogram->least), histogram->most);
}

double ts_histogram_mean(const ts_histogram *histogram) {
    return histogram->count ? ts_exact_sum_value(&histogram->sum) / (double)histogram->count : NAN;
}

size_t ts_histogram_next_bin(const ts_histogram *histogram, size_t bin) {
    for (size_t page = bin / BINS; histogram->pages && page < PAGES; ++page) {
        for (size_t b = page * BINS == bin / BINS * BINS ? bin % BINS : 0; histogram->pages[page] && b < BINS; ++b) {
            if (histogram->pages[page][b] > 0) return page * BINS + b;
        }
    }
    return SIZE_MAX;
}

uint64_t ts_histogram_bin(const ts_histogram *histogram, size_t bin) {
    return histogram->pages[bin / BINS][bin % BINS];
}

ts_status ts_histogram_set_bin(ts_histogram *histogram, size_t bin, uint64_t count) {
    if (bin >= (size_t)PAGES * BINS) return TS_ERROR_USAGE;
    uint64_t *page = page_at(histogram, (int)(bin / BINS));
    if (!page) return TS_ERROR_MEMORY;
    page[bin % BINS] = count;
    return TS_OK;
}

ts_histogram_step ts_histogram_next_step(const ts_histogram *histogram, size_t bin) {
    enum { TOGETHER = BINS / 8 };
    const size_t first = ts_histogram_next_bin(histogram, bin);
    if (first == SIZE_MAX) return (ts_histogram_step){.next = SIZE_MAX};
    const size_t group = first / TOGETHER, page = first / BINS, end = (group + 1) * TOGETHER;
    const double edge = ldexp(0.5 + (double)(end - page * BINS) / (2 * BINS), (int)page + LEAST_EXPONENT);
    ts_histogram_step step = {.up_to = fmin(edge, histogram->most), .next = end};
    for (size_t b = first; b < end; ++b) step.count += ts_histogram_bin(histogram, b);
    return step;
}
