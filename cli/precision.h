/* SPDX-License-Identifier: GPL-2.0-or-later
 * --precision: what queries are rounded to before anybody sees them. */
#ifndef TS_CLI_PRECISION_H
#define TS_CLI_PRECISION_H

#include <touchstone/status.h>

typedef enum ts_precision { TS_PRECISION_DOUBLE = 0, TS_PRECISION_FLOAT, TS_PRECISIONS } ts_precision;

/* "double", "float". */
extern const char *const TS_PRECISION_NAMES[TS_PRECISIONS];

/* Rounds what the command line says of queries to it. TS_ERROR_USAGE, and nothing changes, where a query cannot have
 * what comes of it: a min_distance that is infinite, a t_max of 0. */
ts_status ts_round_to_precision(int precision, double *min_distance, double *t_max, ts_error *error);

#endif
