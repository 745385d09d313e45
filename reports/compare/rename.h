/* SPDX-License-Identifier: GPL-2.0-or-later
 * Data that was moved: the same by its hash, by another name. */
#ifndef TS_REPORTS_COMPARE_RENAME_H
#define TS_REPORTS_COMPARE_RENAME_H

#include "reports/compare/compare.h"

/* Calls each data set of the baseline that is not among the current ones as the one with its hash is called there, with
 * a note; its files too, where there are as many. TS_ERROR_MEMORY. */
ts_status ts_compare_rename(ts_results_file *baseline, const ts_results_file *current, ts_comparison *comparison,
                            ts_error *error);

#endif
