/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results file of `touchstone barrier`. */
#ifndef TS_RESULTS_BARRIER_JSON_H
#define TS_RESULTS_BARRIER_JSON_H

#include "benches/barrier/barrier.h"
#include "benches/context.h"

/* The file appears complete or not at all; one that exists is replaced. */
ts_status ts_barrier_write_json(const ts_barrier_results *results, const ts_context *context, const char *path,
                                ts_error *error);

/* "8 ulps", "1e-12 of the norm", for the caller to free; NULL without memory. */
char *ts_barrier_limit(const ts_quantity_bound *bound);

#endif
