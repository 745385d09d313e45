/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone report`: results as a page to read, in a folder that opens from disk. */
#ifndef TS_REPORTS_PAGE_PAGE_H
#define TS_REPORTS_PAGE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

typedef struct ts_report_request {
    const char *const *results; /* paths of results files */
    size_t result_count;
    const char *folder;  /* made when missing; gets index.html, which shows the pictures in plots/ if there are some */
    const char *plugins; /* what `touchstone show` needs to know the methods: " --plugin ..." or "" */
    bool replace;        /* an index.html that exists */
} ts_report_request;

/* What the page shows, for a line on the terminal. */
typedef struct ts_report_summary {
    char *page;              /* its path; owned by the caller */
    size_t queries, missing; /* failing queries shown; of these, that cannot be read any more */
    uint64_t answers, shown; /* answers that failed, and of these those of the queries shown */
    size_t plots;
} ts_report_summary;

/* What can be known before the work: TS_ERROR_USAGE when the page cannot be written, or exists. */
ts_status ts_report_check(const ts_report_request *request, ts_error *error);

/* The methods of the results must be in the registry to be asked. */
ts_status ts_report_write(const ts_report_request *request, ts_report_summary *summary, ts_error *error);

#endif
