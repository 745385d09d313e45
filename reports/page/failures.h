/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which queries failed under which methods, and which of them a report shows when there are too many. */
#ifndef TS_REPORTS_PAGE_FAILURES_H
#define TS_REPORTS_PAGE_FAILURES_H

#include <stdint.h>

#include "reports/page/run.h"

enum { TS_REPORT_QUERIES = 200 };

/* One answer that failed. Texts are borrowed from the results. */
typedef struct ts_report_fault {
    const char *backend;
    const char *what; /* a class of faults ("unsafe", "stall", ...), or how a simulation ended */
    const char *why;  /* of an error, its reason; NULL: not said */
} ts_report_fault;

typedef struct ts_report_query {
    size_t run;              /* index of the results file */
    size_t set;              /* and of the data set in it; 0 where there are none */
    const char *file;        /* borrowed */
    uint64_t index;          /* within the file */
    ts_report_fault *faults; /* owned; in the order of the run's methods */
    size_t fault_count;
} ts_report_query;

typedef struct ts_report_failures {
    ts_report_query *queries; /* by run, set, file, index */
    size_t count;
    uint64_t answers, shown; /* failed in all; of these, in `queries` */
} ts_report_failures;

/* At most TS_REPORT_QUERIES queries, taken in turn from every method's faults of every class, so that no method's
 * many faults hide another's few. */
ts_status ts_report_failures_init(ts_report_failures *failures, const ts_report_run *runs, size_t run_count,
                                  ts_error *error);
void ts_report_failures_clear(ts_report_failures *failures);

#endif
