/* SPDX-License-Identifier: GPL-2.0-or-later
 * Ranks with ties shared; their distribution over all splits by counting subsets. */
#include "benches/mann_whitney.h"

#include <math.h>
#include <stdlib.h>

typedef struct ranked {
    double value;
    size_t twice; /* of the rank: shared ranks are halves */
    int in_b;
} ranked;

static int by_value(const void *left, const void *right) {
    const double a = ((const ranked *)left)->value, b = ((const ranked *)right)->value;
    return (a > b) - (a < b);
}

/* Sorted with their ranks; NULL without memory. *ties: the sum of t^3 - t over groups of t equal values. */
static ranked *rank(const double *a, size_t a_count, const double *b, size_t b_count, double *ties) {
    const size_t count = a_count + b_count;
    ranked *all = malloc(count * sizeof *all);
    if (!all) return NULL;
    for (size_t i = 0; i < count; ++i) all[i] = (ranked){i < a_count ? a[i] : b[i - a_count], 0, i >= a_count};
    qsort(all, count, sizeof *all, by_value);
    *ties = 0.0;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && all[end].value == all[first].value; ++end) continue;
        for (size_t i = first; i < end; ++i) all[i].twice = first + end + 1;
        const double group = (double)(end - first);
        *ties += group * group * group - group;
    }
    return all;
}

/* The share of subsets of b_count ranks whose sum is at least `sum`. ways[k * width + s]: subsets of k ranks with
 * sum s. */
static double exact_share(const ranked *all, size_t count, size_t b_count, size_t sum) {
    const size_t width = count * (count + 1) + 1;
    double *ways = calloc((b_count + 1) * width, sizeof *ways);
    if (!ways) return NAN;
    ways[0] = 1.0;
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = b_count; k-- > 0;) {
            for (size_t s = width - all[i].twice; s-- > 0;) {
                ways[(k + 1) * width + s + all[i].twice] += ways[k * width + s];
            }
        }
    }
    double total = 0.0, above = 0.0;
    for (size_t s = 0; s < width; ++s) {
        total += ways[b_count * width + s];
        if (s >= sum) above += ways[b_count * width + s];
    }
    free(ways);
    return above / total;
}

static double normal_share(size_t count, size_t a_count, size_t b_count, double rank_sum, double ties) {
    const double n = (double)count, a = (double)a_count, b = (double)b_count;
    const double mean = b * (n + 1.0) / 2.0;
    const double variance = a * b / 12.0 * (n + 1.0 - ties / (n * (n - 1.0)));
    if (variance <= 0.0) return 1.0;
    return 0.5 * erfc((rank_sum - mean - 0.5) / sqrt(2.0 * variance));
}

double ts_mann_whitney_larger(const double *a, size_t a_count, const double *b, size_t b_count) {
    const size_t count = a_count + b_count;
    double ties;
    size_t sum = 0;
    if (a_count == 0 || b_count == 0) return 1.0;
    ranked *all = rank(a, a_count, b, b_count, &ties);
    if (!all) return NAN;
    for (size_t i = 0; i < count; ++i) sum += all[i].in_b ? all[i].twice : 0;
    const double share = count <= TS_MANN_WHITNEY_EXACT
                             ? exact_share(all, count, b_count, sum)
                             : normal_share(count, a_count, b_count, (double)sum / 2.0, ties);
    free(all);
    return share;
}
