/* SPDX-License-Identifier: GPL-2.0-or-later
 * Phrases and numbers of the reports of `touchstone barrier`. All return text for the caller to free;
 * NULL without memory. */
#ifndef TS_REPORTS_BARRIER_WORDS_H
#define TS_REPORTS_BARRIER_WORDS_H

#include "benches/barrier/barrier.h"
#include "core/files.h"

/* Two or three digits; "-" for NaN. */
char *ts_barrier_number(double value);
/* "3.2e-09 (gap (m))": what the sweep varies, where the error in the bound's measure (ulps) is largest. */
char *ts_barrier_place(const ts_barrier_row *row, int quantity);
/* "gradient: 3.2e+04 ulps, at 12 points": what a scan found of that kind. */
char *ts_barrier_finding_words(const ts_scan_result *scan, int kind);

/* Something that a row has failed by. */
typedef struct ts_barrier_failure {
    char what[120];
    uint64_t index; /* of the sample to look at */
} ts_barrier_failure;

enum { TS_BARRIER_MOST_FAILURES = (int)TS_QUANTITIES + (int)TS_FLAWS + 7 };

/* Fills `failure`; returns how many. */
int ts_barrier_failures(const ts_barrier_row *row, ts_barrier_failure *failure);

#endif
