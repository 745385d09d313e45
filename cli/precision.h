/* SPDX-License-Identifier: GPL-2.0-or-later
 * --precision: what queries are rounded to before anybody sees them. */
#ifndef TS_CLI_PRECISION_H
#define TS_CLI_PRECISION_H

typedef enum ts_precision { TS_PRECISION_DOUBLE = 0, TS_PRECISION_FLOAT, TS_PRECISIONS } ts_precision;

/* "double", "float". */
extern const char *const TS_PRECISION_NAMES[TS_PRECISIONS];

/* x, rounded to it. */
double ts_in_precision(int precision, double x);

#endif
