/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a report shows of a failing query: its motion, the exact truth, the gap over time, every method's answer. */
#ifndef TS_REPORTS_PAGE_VIEW_H
#define TS_REPORTS_PAGE_VIEW_H

#include <touchstone/dataset.h>

#include "benches/ask.h"
#include "benches/proof.h"
#include "core/json_build.h"
#include "reports/page/failures.h"
#include "reports/page/gap.h"

/* Of one method of the run; empty where it is not here. */
typedef struct ts_report_answer {
    ts_asked asked;
    ts_proof proof;
    ts_error refusal; /* of a proof that failed */
} ts_report_answer;

typedef struct ts_report_view {
    const ts_report_run *run;       /* borrowed */
    const ts_report_query *failing; /* borrowed */
    ts_error missing;               /* status TS_OK: the query was read, and what follows is there */
    ts_ccd_query query;
    char *scene; /* owned; NULL: not said */
    uint32_t step, iteration;
    ts_known_truth known;
    double bound;              /* of t*, eq. 10 of C-IPC */
    ts_report_gap whole, near; /* of the step; around t* and the answers that failed */
    ts_report_answer *answers; /* owned; one for each of the run's methods */
} ts_report_view;

typedef struct ts_report_views {
    ts_report_view *items; /* one for each failing query, in that order */
    size_t count;
} ts_report_views;

/* Reads the queries and asks oracle and methods, on all cores; the views are the same for any number. A query that
 * cannot be read is no error: its view says why. TS_ERROR_INTERRUPTED. */
ts_status ts_report_views_init(ts_report_views *views, const ts_report_run *runs, const ts_report_failures *failures,
                               ts_error *error);
void ts_report_views_clear(ts_report_views *views);

/* The view as an object of the page's data. plugins: what its `show` command needs besides, " --plugin ..." or "". */
void ts_report_view_build(ts_json_builder *builder, cJSON *list, const ts_report_view *view, const char *plugins);

#endif
