/* SPDX-License-Identifier: GPL-2.0-or-later
 * A results file of any kind as sections of facts and tables, which the page draws without knowing what they mean. */
#ifndef TS_REPORTS_PAGE_TABLES_H
#define TS_REPORTS_PAGE_TABLES_H

#include <stdbool.h>

#include "core/json_build.h"
#include "results/results.h"

/* Is there something to show of results of that kind? */
bool ts_report_knows_kind(ts_results_kind kind);

/* Adds `facts` (where and how it was run) and `sections` to the object; one section for each data set of a replay.
 * A section has `title`, `facts` and `tables`; a table `title`, `folded`, `columns` and `rows`. A column that no row
 * has a value for is left out. */
void ts_report_tables_build(ts_json_builder *builder, cJSON *object, ts_results_kind kind, const cJSON *root);

#endif
