/* SPDX-License-Identifier: MIT
 * Rationals as the NYU CSV writes them: two decimal integers of any length, and the doubles they stand for. */
#ifndef TS_DATASETS_RATIONAL_H
#define TS_DATASETS_RATIONAL_H

#include <stdbool.h>
#include <stddef.h>

/* An integer within a line. */
typedef struct ts_integer {
    const char *text; /* its first character: '-' or a digit */
    size_t length;
    bool negative;               /* written with '-', also for -0 */
    bool small;                  /* at most 38 digits: then magnitude holds it */
    unsigned __int128 magnitude; /* below 10^38 */
} ts_integer;

/* Reads the integer that begins at text: an optional '-', then digits. Returns what follows, NULL if none does. */
const char *ts_integer_scan(const char *text, ts_integer *integer);

typedef enum ts_rational_result {
    TS_RATIONAL_EXACT = 0,
    TS_RATIONAL_ROUNDED,         /* *value is the double nearest to it, ties to even */
    TS_RATIONAL_TOO_LARGE,       /* rounds to infinity */
    TS_RATIONAL_BAD_DENOMINATOR, /* zero or negative */
    TS_RATIONAL_NO_MEMORY
} ts_rational_result;

/* -0/den is -0.0. *value is set for EXACT and ROUNDED only. */
ts_rational_result ts_rational_to_double(const ts_integer *numerator, const ts_integer *denominator, double *value);

/* The longest pair: numerator and denominator of a double have at most 309 and 324 digits. */
#define TS_RATIONAL_LENGTH 400

/* Writes "numerator,denominator" in lowest terms, the denominator a power of two; returns its length. */
size_t ts_rational_print(double value, char text[TS_RATIONAL_LENGTH]);

#endif
