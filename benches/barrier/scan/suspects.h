/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a series looks wrong at, told by its neighbours alone: no reference is asked. */
#ifndef TS_BENCHES_BARRIER_SCAN_SUSPECTS_H
#define TS_BENCHES_BARRIER_SCAN_SUSPECTS_H

#include <touchstone/term.h>

#include "benches/barrier/scan/series.h"

/* Points k of a series as they were asked, with the answers. */
typedef struct ts_scan_answers {
    int inputs, count;
    const double *x; /* inputs[count * inputs] */
    const ts_term_value *value;
} ts_scan_answers;

typedef struct ts_suspect {
    double score; /* above 1, the larger the stranger */
    int at;       /* the point or one beside it */
} ts_suspect;

enum { TS_MOST_SUSPECTS = 10 };

/* Descending by score; returns how many. */
int ts_scan_suspects(const ts_scan_answers *answers, ts_suspect suspect[TS_MOST_SUSPECTS]);

#endif
