/* SPDX-License-Identifier: GPL-2.0-or-later
 * A results file as the report reads it: what was run, and the methods that were asked, ready to be asked again. */
#ifndef TS_REPORTS_PAGE_RUN_H
#define TS_REPORTS_PAGE_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include <cJSON.h>

#include <touchstone/ccd.h>

#include "benches/reading.h"
#include "results/results.h"

/* A method of the run. */
typedef struct ts_report_backend {
    const char *name, *show_options; /* borrowed from the results; show_options "" when they do not say */
    ts_ccd_method method;            /* with the run's options; when is_here */
    bool is_here;
    ts_error why; /* not here */
} ts_report_backend;

typedef struct ts_report_run {
    const char *path; /* borrowed */
    ts_results_kind kind;
    cJSON *root; /* owned */
    double min_distance, t_max;
    ts_reading reading;          /* how its query files are read where they leave it open */
    ts_report_backend *backends; /* owned */
    size_t backend_count;
} ts_report_run;

/* Methods are looked up in the registry; one that is not there, or does not know its options, is no error.
 * TS_ERROR_DATA: the file is missing, no results, or of a kind or version that a report cannot show. */
ts_status ts_report_run_init(ts_report_run *run, const char *path, ts_error *error);
void ts_report_run_clear(ts_report_run *run);

/* NULL when the run had none of that name. */
const ts_report_backend *ts_report_run_backend(const ts_report_run *run, const char *name);

#endif
