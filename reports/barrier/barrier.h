/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results of `touchstone barrier` for people. */
#ifndef TS_REPORTS_BARRIER_BARRIER_H
#define TS_REPORTS_BARRIER_BARRIER_H

#include <stdio.h>

#include "benches/barrier/barrier.h"

ts_status ts_barrier_print(const ts_barrier_results *results, FILE *out, ts_error *error);

/* "touchstone barrier --term NAME --at x,...,p,...": every number of the point, exactly; the caller frees it. NULL
 * without memory. */
char *ts_barrier_command(const ts_barrier_subject *subject, const ts_term_point *at);
/* What bounds the term on the sweep, as a row of docs/barrier-accuracy.md; the caller frees it. */
char *ts_barrier_bound_words(const ts_barrier_bound *bound);

#endif
