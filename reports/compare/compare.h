/* SPDX-License-Identifier: GPL-2.0-or-later
 * Two results of the same runs, before and after a change: what became worse, and what it is worth
 * (docs/comparing.md). */
#ifndef TS_REPORTS_COMPARE_COMPARE_H
#define TS_REPORTS_COMPARE_COMPARE_H

#include <stdio.h>

#include "reports/table.h"
#include "results/record.h"

typedef struct ts_compare_options {
    double max_slowdown;     /* a ratio of median times above it may be a slowdown */
    double alpha;            /* and is one when the rank test's p-value is below this */
    double tolerance;        /* relative rise of a quantile that is not yet worse */
    const char *relative_to; /* actor by whose times of the same run all others are divided; NULL: none */
    bool answers_only;       /* no times */
} ts_compare_options;

/* 1.15, 0.01, 0.01, NULL, false. */
ts_compare_options ts_compare_standard(void);

typedef enum ts_finding_kind {
    TS_FINDING_NOTE = 0,
    TS_FINDING_BETTER,  /* fewer offences, more exact or faster answers */
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

/* A record that both results have, before and now. Texts are owned. */
typedef struct ts_compared {
    char *subject, *actor;
    bool part;          /* as in ts_record */
    char *offence;      /* the first thing that counts as one: "unsafe answers"; may be NULL */
    double offences[2]; /* how many; NaN: none are counted */
    double time[2];     /* medians, relative ones when they are asked for; NaN unless compared */
    double ratio, p;    /* of the medians; of the rank test in the direction of the ratio */
} ts_compared;

typedef struct ts_comparison {
    ts_finding *findings; /* in the order of the baseline's records; owned */
    size_t finding_count;
    ts_compared *rows;     /* in the same order; owned */
    size_t records, timed; /* compared; of them by time too */
} ts_comparison;

/* A data set of the baseline that is gone, while its hash is there by another name, is renamed in the baseline: its
 * path, its records and their places. TS_ERROR_USAGE: the two are not of the same kind, or were asked other things or
 * of other data; the times of the baseline have nothing beside them that could be called slower. */
ts_status ts_compare(ts_results_file *baseline, const ts_results_file *current, const ts_compare_options *options,
                     ts_comparison *comparison, ts_error *error);
void ts_comparison_clear(ts_comparison *comparison);
size_t ts_comparison_count(const ts_comparison *comparison, ts_finding_kind kind);
/* "note", "better", "warning", "slower", "worse". */
const char *ts_finding_name(ts_finding_kind kind);

/* For the parts of the comparison. text and command are owned from here on. */
ts_status ts_finding_add(ts_comparison *comparison, ts_finding_kind kind, const ts_record *record, char *text,
                         char *command);

/* The row of a record that was compared; NULL: it was not. */
ts_compared *ts_compared_of(const ts_comparison *comparison, const ts_record *record);

/* ---- As text and files ---- */

/* A row for each record that is no part of another: offences, times, ratio, p. TS_ERROR_MEMORY. */
ts_status ts_comparison_table(const ts_comparison *comparison, const ts_compare_options *options, ts_table *table);

ts_status ts_comparison_print(const ts_comparison *comparison, const ts_compare_options *options, FILE *out,
                              ts_error *error);
ts_status ts_comparison_write_markdown(const ts_comparison *comparison, const ts_compare_options *options,
                                       const char *path, ts_error *error);
/* Test cases for the answers and for the times of each record, as CI services read it. */
ts_status ts_comparison_write_junit(const ts_comparison *comparison, const char *path, ts_error *error);

#endif
