/* SPDX-License-Identifier: MIT
 * The shortest decimal of a double, by trying. */
#include "core/shortest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/c_locale.h"

const char *ts_shortest(double value, char text[TS_SHORTEST]) {
    /* As many as stand before the point, so that 100 is not 1e+02. */
    const double size = fabs(value);
    int digits = size >= 10.0 && size < 1e15 ? (int)log10(size) + 1 : 1;
    ts_c_locale locale;
    ts_c_locale_enter(&locale);
    for (; digits <= 17; ++digits) {
        snprintf(text, TS_SHORTEST, "%.*g", digits, value);
        if (strtod(text, NULL) == value || isnan(value)) break;
    }
    ts_c_locale_leave(&locale);
    return text;
}
