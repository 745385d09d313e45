/* SPDX-License-Identifier: GPL-2.0-or-later
 * A results file cut down to what a comparison reads: small enough to commit beside the code that it guards. */
#ifndef TS_RESULTS_BASELINE_H
#define TS_RESULTS_BASELINE_H

#include <touchstone/status.h>

/* Reads the results at `from` and writes the baseline to `to`, which is replaced. TS_ERROR_DATA: no results, or of a
 * run that was not complete. */
ts_status ts_baseline_write(const char *from, const char *to, ts_error *error);

#endif
