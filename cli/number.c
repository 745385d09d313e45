/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading a real number. */
#include "cli/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* strtod takes blanks, hexadecimal numbers and words as well. */
static bool is_decimal(const char *text) {
    const char *digits = text + (*text == '-' || *text == '+');
    return *digits && strspn(digits, "0123456789.eE+-") == strlen(digits);
}

ts_number ts_number_read(const char *text, double *value) {
    char *end = NULL;
    const double read = is_decimal(text) ? strtod(text, &end) : 0.0;
    if (!end || end == text || *end || !isfinite(read)) return TS_NUMBER_WRONG;
    const size_t mantissa = strcspn(text, "eE");
    if (read == 0.0 && strcspn(text, "123456789") < mantissa) return TS_NUMBER_BELOW_LEAST;
    *value = read;
    return TS_NUMBER_FINE;
}

const char *ts_number_why(ts_number number) {
    return number == TS_NUMBER_BELOW_LEAST ? "; as a double it would be 0" : "";
}
