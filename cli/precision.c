/* SPDX-License-Identifier: GPL-2.0-or-later
 * --precision: what queries are rounded to before anybody sees them. */
#include "cli/precision.h"

const char *const TS_PRECISION_NAMES[TS_PRECISIONS] = {"double", "float"};

double ts_in_precision(int precision, double x) {
    return precision == TS_PRECISION_FLOAT ? (double)(float)x : x;
}
