/* SPDX-License-Identifier: GPL-2.0-or-later
 * Numbers on the command line of a program: refused where anything else stands before or after them. */
#ifndef TS_BENCHES_MICRO_NUMBER_H
#define TS_BENCHES_MICRO_NUMBER_H

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* strtoull takes signs and blanks; a count has neither. *number stays where the text is none from least to most. */
static inline bool ts_bench_whole(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    char *end;
    errno = 0;
    const uint64_t value = strtoull(text, &end, 10);
    const bool good = text[0] >= '0' && text[0] <= '9' && !*end && errno == 0 && value >= least && value <= most;
    if (good) *number = value;
    return good;
}

static inline bool ts_bench_size(const char *text, size_t least, size_t most, size_t *number) {
    uint64_t value;
    const bool good = ts_bench_whole(text, least, most, &value);
    if (good) *number = (size_t)value;
    return good;
}

static inline bool ts_bench_int(const char *text, int least, int most, int *number) {
    uint64_t value;
    const bool good = ts_bench_whole(text, (uint64_t)least, (uint64_t)most, &value);
    if (good) *number = (int)value;
    return good;
}

/* A finite number. */
static inline bool ts_bench_real(const char *text, double *number) {
    char *end;
    const double value = strtod(text, &end);
    const bool good = end != text && !*end && isfinite(value);
    if (good) *number = value;
    return good;
}

#endif
