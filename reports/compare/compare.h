/* SPDX-License-Identifier: GPL-2.0-or-later
 * Two results of the same runs, before and after a change: what became worse, and what it is worth
 * (docs/comparing.md). */
#ifndef TS_REPORTS_COMPARE_COMPARE_H
#define TS_REPORTS_COMPARE_COMPARE_H

#include <stdio.h>

#include "results/record.h"

typedef struct ts_compare_options {
    double max_slowdown;     /* a ratio of median times above it may be a slowdown */
    double alpha;            /* and is one when the rank test's p-value is below this */
    double tolerance;        /* relative rise of a quantile that is not yet worse */
    const char *relative_to; /* actor by whose times of the same run all others are divided; NULL: none */
    bool answers_only;       /* no times */
} ts_compare_options;

/* 1.10, 0.01, 0.01, NULL, false. */
ts_compare_options ts_compare_standard(void);

typedef enum ts_finding_kind {
    TS_FINDING_NOTE = 0,
    TS_FINDING_WARNING, /* something could not be compared */
    TS_FINDING_SLOWER,
    TS_FINDING_WORSE /* unsafe, stalled, failed, lost or less exact answers */
} ts_finding_kind;

/* All owned. */
typedef struct ts_finding {
    ts_finding_kind kind;
    char *subject, *actor; /* as in ts_record; may be NULL */
    char *text;
    char *command; /* that shows the query; may be NULL */
} ts_finding;

typedef struct ts_comparison {
    ts_finding *findings; /* in the order of the baseline's records; owned */
    size_t finding_count;
    size_t records, timed; /* compared; of them by time too */
} ts_comparison;

/* TS_ERROR_USAGE: the two are not of the same kind, or were asked other things or of other data; the times of the
 * baseline have nothing beside them that could be called slower. */
ts_status ts_compare(const ts_results_file *baseline, const ts_results_file *current, const ts_compare_options *options,
                     ts_comparison *comparison, ts_error *error);
void ts_comparison_clear(ts_comparison *comparison);
size_t ts_comparison_count(const ts_comparison *comparison, ts_finding_kind kind);
/* "note", "warning", "slower", "worse". */
const char *ts_finding_name(ts_finding_kind kind);

/* For the parts of the comparison. text and command are owned from here on. */
ts_status ts_finding_add(ts_comparison *comparison, ts_finding_kind kind, const ts_record *record, char *text,
                         char *command);

/* ---- As text and files ---- */

void ts_comparison_print(const ts_comparison *comparison, FILE *out);
ts_status ts_comparison_write_markdown(const ts_comparison *comparison, const char *path, ts_error *error);
/* A test case for each record and measure's finding, as CI services read it. */
ts_status ts_comparison_write_junit(const ts_comparison *comparison, const char *path, ts_error *error);

#endif
