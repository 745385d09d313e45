/* SPDX-License-Identifier: GPL-2.0-or-later
 * The gap d(t) - min_distance of a query over time, for drawing: the whole step, and where an answer is wrong by so
 * little that doubles would show rounding errors instead. */
#ifndef TS_REPORTS_PAGE_GAP_H
#define TS_REPORTS_PAGE_GAP_H

#include <touchstone/oracle.h>

#include "core/json_build.h"

enum { TS_REPORT_SAMPLES = 201, TS_REPORT_NEAR_SAMPLES = 101 };

typedef struct ts_report_gap {
    double from, to;               /* even times, both ends among them */
    size_t count;                  /* of samples; 0: nothing to show */
    double gap[TS_REPORT_SAMPLES]; /* metres */
} ts_report_gap;

/* Of the whole step, in doubles. */
void ts_report_gap_whole(ts_report_gap *gap, const ts_ccd_query *query);

/* Around the times, with as much room on both sides; exact. No times: nothing to show. */
ts_status ts_report_gap_near(ts_report_gap *gap, const ts_ccd_query *query, const double *times, size_t count);

/* Adds `name`: {from, to, gap}, with as many digits of the gap as a picture can show. */
void ts_report_gap_build(ts_json_builder *builder, cJSON *object, const char *name, const ts_report_gap *gap);

#endif
