/* SPDX-License-Identifier: GPL-2.0-or-later
 * The part of a comparison that looks at times. */
#ifndef TS_REPORTS_COMPARE_TIMES_H
#define TS_REPORTS_COMPARE_TIMES_H

#include "reports/compare/compare.h"

/* Could a slowdown be seen? TS_ERROR_USAGE, with what to do: times of a replay that the baseline has and the other has
 * not, repetitions that are too few for the rank test, a `relative_to` that nobody timed. */
ts_status ts_times_check(const ts_compare_options *options, const ts_results_file *baseline,
                         const ts_results_file *current, ts_error *error);

/* A slowdown is one when both the ratio of the medians is above the threshold and the rank test says that it is real.
 * Times of other machines or builds are only compared relative to an actor of the same run; else a warning says that
 * they were not. TS_ERROR_MEMORY. */
ts_status ts_compare_times(ts_comparison *comparison, const ts_compare_options *options,
                           const ts_results_file *baseline, const ts_results_file *current);

#endif
